"""Niu niu: what the house keeps of each kind of bet on average, over every two hands of a pack (5.1 to 5.3, 6.3, 6.4).

Exact. Two hands without a common card are counted by inclusion and exclusion over the cards that both would hold; of
two of one class either is the higher one as often. Bets are put down before the cards, and a hand counts as what it is
worth: nobody decides anything, so no strategy is assumed. That a hand is arranged badly, and counts for less, is the
house's besides. Proved by ``tests/fairness/test_theory.py`` against figures that were obtained by other means
(``tests/exhaustive/test_niuniu.py``).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any, Final

from games.engine.document import RuleBook
from games.engine.judgement import BetResult
from games.engine.theory import of_edge
from games.niuniu.bets import ADDITIONAL, ANTE, DOUBLE
from games.niuniu.hands import LOW_TO_HIGH, class_of_ranks, ranks
from games.niuniu.prices import prices

SUITS: Final = 4
HAND: Final = 5
PAIRS: Final = comb(52, HAND) * comb(52 - HAND, HAND)
"""Ordered pairs of hands."""
Held = tuple[str, ...]
"""The ranks of some cards."""


@cache
def _hands() -> dict[str, Counter[Held]]:
    """For each class: cards, by their ranks -> how many hands of the class hold them, whichever suits they have."""
    found: dict[str, Counter[Held]] = {}
    for drawn in combinations_with_replacement(sorted(LOW_TO_HIGH), HAND):
        counts = sorted(Counter(drawn).items())
        if max(count for _rank, count in counts) > SUITS:
            continue
        hands = found.setdefault(class_of_ranks(drawn), Counter())
        for part in product(*(range(count + 1) for _rank, count in counts)):
            held = tuple(rank for (rank, _count), times in zip(counts, part, strict=True) for _ in range(times))
            hands[held] += prod(
                comb(SUITS - times, count - times) for (_, count), times in zip(counts, part, strict=True)
            )
    return found


@cache
def _signed(held: Held) -> int:
    """In how many ways such cards can be chosen, with the sign of inclusion and exclusion."""
    return prod(-1 for _card in held) * prod(comb(SUITS, count) for count in Counter(held).values())


@cache
def pairs(one: str, other: str) -> int:
    """Ordered pairs of hands of these classes without a common card."""
    hands = _hands()
    theirs = hands[other]
    return sum(_signed(held) * count * theirs[held] for held, count in hands[one].items() if held in theirs)


def wins(book: RuleBook) -> dict[str, Fraction]:
    """By class: how often a box has such a hand and is the stronger. The dealer has and is so as often."""
    return book.derived(_wins)


def _wins(book: RuleBook) -> dict[str, Fraction]:
    strongest_first = sorted(ranks(book).values(), key=lambda rank: -rank.strength)
    names = [rank.name for rank in strongest_first]
    return {
        name: (sum(pairs(name, weaker) for weaker in names[place + 1 :]) + Fraction(pairs(name, name), 2)) / PAIRS
        for place, name in enumerate(names)
    }


def edges(book: RuleBook) -> dict[str, Fraction]:
    """By kind of bet, the part of a stake."""
    return book.derived(_edges)


def _edges(book: RuleBook) -> dict[str, Fraction]:
    terms, row_of = prices(book), {rank.name: rank.row for rank in ranks(book).values()}
    rate = Fraction(terms.rate, terms.of)
    lost = sum(wins(book).values(), Fraction(0))
    found = {ANTE: lost, DOUBLE: lost, ADDITIONAL: Fraction(0)}
    for name, chance in wins(book).items():
        price = terms.rows[row_of[name]]
        found[ADDITIONAL] += chance * Fraction(price.part, price.whole)
        for kind, profit in ((ANTE, price.ante), (DOUBLE, price.double)):
            won = Fraction(profit, price.unit)
            commission = rate * (1 if terms.on_stakes else won) if price.commission else Fraction(0)
            found[kind] -= chance * (won - min(commission, won))
    return found


def theory(_state: Any, result: BetResult, book: RuleBook) -> Fraction | None:
    """What the house expects of a bet."""
    return of_edge(edges(book).get(result.kind), result)
