"""Every deal of an eight-deck shoe, exactly, and the house edges that come of it, against published figures.

Six cards without replacement from 416, counted by value (ten-valued cards together): each combination of values stands
for the product of the ways in which it can be drawn, so that the count is exact without dealing every card. The hands
come from the judge's own ``natural``, ``player_draws``, ``banker_draws`` and ``banker_draws_alone``; the prices from
the rule book. Rounds that need fewer than six cards are counted as often as the unused cards can lie.

Published for eight decks: 4,998,398,275,503,360 = 2,292,252,566,437,888 Banker + 2,230,518,282,592,256 Player +
475,627,426,473,216 Tie and edges of Banker 1.0579 %, Player 1.2351 %, Tie 14.3596 %, pairs 10.3614 % (M. Shackleford,
wizardofodds.com/games/baccarat). Lucky 6 at 12 and 20: 186,173,936,904,192 two-card and 83,058,367,551,488 three-card
wins, edge 16.6836 % (the same, /side-bets/lucky-6, last pay table). Banker without commission and half on six: 1.4581 %
(E. Jacobson, "Card Counting the Super Six Baccarat Side Bet", 888casino.com).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, perm

import pytest

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
from games.catalogue import shipped

pytestmark = pytest.mark.slow

BOOK = shipped().by_id("baccarat.2024-10-01")
DECKS: int = BOOK.tables["shoe"]["default_decks"]
CARDS = 52 * DECKS

Outcomes = Counter[tuple[str, int, int]]
"""(winner, Banker's total, Banker's cards) -> ways."""


def _two_cards(left: list[int]) -> list[tuple[int, int, int, int]]:
    """(first value, second value, total, ordered ways) of two cards from what is left."""
    found = []
    for a in range(10):
        for b in range(10):
            ways = left[a] * (left[b] - (a == b))
            if ways:
                found.append((a, b, (a + b) % 10, ways))
    return found


def _finish(player: int, banker: int, left: list[int], remaining: int, tables: DrawTables) -> Outcomes:
    """Ways in which two more cards can lie, by what the round comes to."""
    done: Outcomes = Counter()
    every = remaining * (remaining - 1)

    def count(p: int, b: int, cards: int, ways: int) -> None:
        done[(PLAYER if p > b else BANKER if b > p else TIE, b, cards)] += ways

    if natural(player, banker, tables):
        count(player, banker, 2, every)
    elif player_draws(player, tables):
        for third, copies in enumerate(left):
            total = (player + third) % 10
            if not banker_draws(banker, third, tables):
                count(total, banker, 2, copies * (remaining - 1))
                continue
            for last, others in enumerate(left):
                ways = copies * (others - (last == third))
                count(total, (banker + last) % 10, 3, ways)
    elif banker_draws_alone(banker, tables):
        for third, copies in enumerate(left):
            count(player, (banker + third) % 10, 3, copies * (remaining - 1))
    else:
        count(player, banker, 2, every)
    return done


def _every_deal(decks: int) -> Outcomes:
    tables = draw_tables(BOOK)
    left = [16 * decks, *[4 * decks] * 9]
    counted: Outcomes = Counter()
    for a, b, player, ways in _two_cards(left):
        left[a] -= 1
        left[b] -= 1
        for c, d, banker, more in _two_cards(left):
            left[c] -= 1
            left[d] -= 1
            for outcome, last in _finish(player, banker, left, 52 * decks - 4, tables).items():
                counted[outcome] += ways * more * last
            left[c] += 1
            left[d] += 1
        left[a] += 1
        left[b] += 1
    return counted


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return _every_deal(DECKS)


def _edge(paid: Fraction, lost: Fraction) -> float:
    return round(float(lost - paid) * 100, 4)


def _share(
    outcomes: Outcomes, winner: str | None = None, points: int | None = None, cards: int | None = None
) -> Fraction:
    chosen = (
        ways
        for (who, total, dealt), ways in outcomes.items()
        if winner in (None, who) and points in (None, total) and cards in (None, dealt)
    )
    return Fraction(sum(chosen), outcomes.total())


def test_the_published_count_of_every_deal(outcomes: Outcomes) -> None:
    totals: Counter[str] = Counter()
    for (winner, _points, _cards), ways in outcomes.items():
        totals[winner] += ways
    assert totals == {
        BANKER: 2_292_252_566_437_888,
        PLAYER: 2_230_518_282_592_256,
        TIE: 475_627_426_473_216,
    }
    assert totals.total() == 4_998_398_275_503_360 == perm(CARDS, 6)


@pytest.mark.parametrize(
    ("decks", "player", "banker", "tie"),
    [
        (1, 6_548_674_432, 6_737_232_640, 1_372_227_328),
        (6, 392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    ],
)
def test_the_published_count_of_other_shoes(decks: int, player: int, banker: int, tie: int) -> None:
    """wizardofodds.com/games/baccarat/one-to-twelve-decks."""
    totals: Counter[str] = Counter()
    for (winner, _points, _cards), ways in _every_deal(decks).items():
        totals[winner] += ways
    assert totals == {PLAYER: player, BANKER: banker, TIE: tie}


def test_house_edges_of_the_sides_and_the_tie(outcomes: Outcomes) -> None:
    banker, player, tie = (_share(outcomes, winner) for winner in (BANKER, PLAYER, TIE))
    odds = {kind: Fraction(o.profit, o.stake) for kind, o in BOOK.odds.items()}
    assert _edge(banker * odds["banker"], player) == 1.0579
    assert _edge(player * odds["player"], banker) == 1.2351
    assert _edge(tie * odds["tie"], 1 - tie) == 14.3596


def test_house_edge_without_commission(outcomes: Outcomes) -> None:
    banker, player = _share(outcomes, BANKER), _share(outcomes, PLAYER)
    six = _share(outcomes, BANKER, 6)
    odds = {kind: Fraction(o.profit, o.stake) for kind, o in BOOK.odds.items()}
    paid = (banker - six) * odds["no_commission_banker"] + six * odds["no_commission_banker_six"]
    assert _edge(paid, player) == 1.4581
    assert _edge(player * odds["no_commission_player"], banker) == 1.2351


def test_lucky_six_by_the_number_of_cards(outcomes: Outcomes) -> None:
    assert outcomes[(BANKER, 6, 2)] == 186_173_936_904_192
    assert outcomes[(BANKER, 6, 3)] == 83_058_367_551_488


def test_house_edge_of_lucky_six(outcomes: Outcomes) -> None:
    two, three = (_share(outcomes, BANKER, 6, cards) for cards in (2, 3))
    odds = {kind: Fraction(o.profit, o.stake) for kind, o in BOOK.odds.items()}
    paid = two * odds["lucky6_two_cards"] + three * odds["lucky6_three_cards"]
    assert _edge(paid, 1 - two - three) == 16.6836


def test_house_edge_of_a_pair() -> None:
    """Two cards of one rank: 13 ranks of 32 cards among 416."""
    pair = Fraction(13 * comb(4 * DECKS, 2), comb(CARDS, 2))
    odds = BOOK.odds["player_pair"]
    assert odds == BOOK.odds["banker_pair"]
    assert _edge(pair * Fraction(odds.profit, odds.stake), 1 - pair) == 10.3614
