"""Baccarat: what the house keeps of each kind of bet on average, over every deal of a full shoe (4.14 to 4.17, 5, 6).

Exact, by the points of the cards: every first four of them, and every two that may follow. Nobody decides anything, so
no strategy is assumed; that some cards have left the shoe is not counted, since which come next they change by less
than any count of rounds can show. What is insured turns on the cards that lie open when insurance is offered: nothing
is said of it beforehand. Proved by ``tests/fairness/test_theory.py`` against published figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Final

from casino.core.cards import RANKS
from games.baccarat.cards import (
    BANKER,
    PLAYER,
    TIE,
    DrawTables,
    banker_draws,
    banker_draws_alone,
    draw_tables,
    natural,
    player_draws,
)
from games.baccarat.facts import BaccaratRound
from games.baccarat.layout import BetKind, Shown, layout, verdict
from games.baccarat.view import plays_with_commission
from games.engine.document import RuleBook
from games.engine.judgement import LOST, WON, BetResult
from games.engine.theory import of_edge

SUITS: Final = 4
PAIRS: Final = frozenset(place for place, name in enumerate(Shown._fields) if name.endswith("_pair"))
Ends = Counter[tuple[int, int, int, int]]
"""(points of Player, of Banker, cards of Player, of Banker) -> ways."""


def edges(book: RuleBook, decks: int, commission: bool) -> dict[str, Fraction]:
    """By kind of bet, the part of a stake; a kind of which that is not to be said beforehand is left out."""
    known: dict[tuple[int, bool], dict[str, Fraction]] = book.derived(_known)
    if (decks, commission) not in known:
        found = {}
        for kind in layout(book).kinds.values():
            part = None if kind.insures else _edge(kind, book, decks, commission)
            if part is not None:
                found[kind.code] = part
        known[decks, commission] = found
    return known[decks, commission]


def _known(_book: RuleBook) -> dict[tuple[int, bool], dict[str, Fraction]]:
    return {}


def theory(state: BaccaratRound, result: BetResult, book: RuleBook) -> Fraction | None:
    """What the house expects of a bet; None of insurance."""
    terms = state.terms
    decks = (terms.decks if terms is not None else None) or book.tables["shoe"]["default_decks"]
    return of_edge(edges(book, decks, plays_with_commission(state)).get(result.kind), result)


def _edge(kind: BetKind, book: RuleBook, decks: int, commission: bool) -> Fraction | None:
    """None for a kind that turns on pairs and on the totals: no document has one."""
    about = {place for case in kind.cases for place, _allowed in case.conditions}
    by_pairs = about & PAIRS
    if by_pairs and about - PAIRS - {Shown._fields.index("commission")}:
        return None
    shown = _pairs(decks, commission) if by_pairs else _totals(draw_tables(book), decks, commission)
    if len(by_pairs) > 1:
        return None
    total = paid = Fraction(0)
    for each, ways in shown:
        total += ways
        found = verdict(kind, each)
        if found.outcome is WON:
            paid += Fraction(found.profit, found.unit) * ways
        elif found.outcome is LOST:
            paid -= ways
    return -paid / total


def _pairs(decks: int, commission: bool) -> list[tuple[Shown, Fraction]]:
    """Of the first two cards of one hand: a pair or none. A kind asks for one hand's only."""
    pair = Fraction(len(RANKS) * comb(SUITS * decks, 2), comb(len(RANKS) * SUITS * decks, 2))
    return [(Shown(TIE, 0, 0, 2, 2, one, one, commission), chance) for one, chance in ((True, pair), (False, 1 - pair))]


def _totals(tables: DrawTables, decks: int, commission: bool) -> Iterator[tuple[Shown, Fraction]]:
    for (ours, theirs, our_cards, their_cards), ways in every_deal(tables, decks).items():
        winner = TIE if ours == theirs else PLAYER if ours > theirs else BANKER
        yield Shown(winner, ours, theirs, our_cards, their_cards, False, False, commission), Fraction(ways)


@cache
def every_deal(tables: DrawTables, decks: int) -> Ends:
    """How six cards in a row can lie, by what the round comes to; of all (52·decks)!/(52·decks−6)! of them."""
    left = [SUITS * SUITS * decks, *[SUITS * decks] * 9]
    remaining = sum(left)
    ended: Ends = Counter()
    for four in product(range(10), repeat=2):
        for others in product(range(10), repeat=2):
            ways, taken = 1, [*four, *others]
            for place, card in enumerate(taken):
                ways *= left[card] - taken[:place].count(card)
            now = left.copy()
            for card in taken:
                now[card] -= 1
            for end, more in _finished(sum(four) % 10, sum(others) % 10, now, remaining - 4, tables).items():
                ended[end] += ways * more
    return ended


def _finished(player: int, banker: int, left: list[int], remaining: int, tables: DrawTables) -> Ends:
    ended: Ends = Counter()
    every = remaining * (remaining - 1)
    if natural(player, banker, tables):
        ended[player, banker, 2, 2] += every
    elif not player_draws(player, tables):
        if banker_draws_alone(banker, tables):
            for card, copies in enumerate(left):
                ended[player, (banker + card) % 10, 2, 3] += copies * (remaining - 1)
        else:
            ended[player, banker, 2, 2] += every
    else:
        for third, copies in enumerate(left):
            ours = (player + third) % 10
            if not banker_draws(banker, third, tables):
                ended[ours, banker, 3, 2] += copies * (remaining - 1)
                continue
            for last, others in enumerate(left):
                ended[ours, (banker + last) % 10, 3, 3] += copies * (others - (last == third))
    return ended
