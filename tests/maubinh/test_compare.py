"""Seats against one another: what is won is lost by the others, whatever is dealt; shooting, home run and specials."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.cards import DECK
from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Outcome, Settlement
from games.engine.priced import Duel
from games.maubinh.compare import (
    Hand,
    commission_minor,
    duels_of,
    settle_seat,
    special_duel,
    totals_of,
    who_shot,
    winners_of,
)
from games.maubinh.lanes import Lanes, Values, ranking_of, values_of
from games.maubinh.special import Special, special_of
from games.maubinh.tally import tally
from tests.engine.choices import with_choices
from tests.golden.reader import HERE, read

BOOK = shipped().by_id("maubinh.2020-01-01")
BOOKS = [BOOK, with_choices(BOOK, home_run="adds_two_stakes", foul_hand="loses_every_lane")]


def _hand(seat: int, cards: list[str], book: RuleBook = BOOK) -> Hand:
    """Thirteen cards as they come, in lanes of 3, 5 and 5: a foul more often than not."""
    lanes = Lanes(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
    return Hand(seat, special_of(tally(cards), book), lanes, values_of(lanes, ranking_of(BOOK), book))


def _rising(cards: list[str]) -> list[str]:
    """A deal's cards so ordered that fewer of the hands are fouls: by rank, low cards in front."""
    return sorted(cards, key=lambda card: ranking_of(BOOK).code[card])


deals = st.permutations(DECK).flatmap(
    lambda pack: st.tuples(st.just(pack), st.integers(2, 4), st.lists(st.booleans(), min_size=4, max_size=4))
)


@settings(max_examples=150, deadline=None)
@given(deal=deals, which=st.integers(0, 1), ante=st.integers(1, 10**9))
def test_c_9_before_commission_nothing_is_won_that_is_not_lost(deal: Any, which: int, ante: int) -> None:
    pack, seats, sort = deal
    book = BOOKS[which]
    hands = []
    for seat in range(seats):
        cards = list(pack[13 * seat : 13 * seat + 13])
        hands.append(_hand(seat + 1, _rising(cards) if sort[seat] else cards, book))
    duels = duels_of(hands, book)
    totals = totals_of(hands, duels)
    assert sum(totals.values()) == 0
    settled = [owed(total, ante, (), book) for total in totals.values()]
    assert sum(s.winnings_minor + s.commission_minor - s.collected_minor for s in settled) == 0
    for total, s in zip(totals.values(), settled, strict=True):
        assert s.returned_minor + s.collected_minor == s.stake_minor
        assert s.commission_minor == (total * ante * 5 // 100 if total > 0 else 0)
    for duel in duels:
        assert abs(duel.multiple) <= max(abs(sum(duel.lanes)) * 4, 108)


@settings(max_examples=60, deadline=None)
@given(pack=st.permutations(DECK))
def test_the_order_of_the_seats_changes_nothing(pack: list[str]) -> None:
    hands = [_hand(seat + 1, _rising(list(pack[13 * seat : 13 * seat + 13]))) for seat in range(4)]
    forwards = totals_of(hands, duels_of(hands, BOOK))
    backwards = totals_of(hands[::-1], duels_of(hands[::-1], BOOK))
    assert forwards == backwards


def _shooter() -> list[Hand]:
    """Seat 1 wins all three lanes from each of the others."""
    cards = [
        "KS KH QD AS AH JC JD 3D 9S 9H 9D 2C 2D",
        "7S 6H 2H 5S 5D 8C 10H QC 7D 7H 3C KC 8S",
        "10D 6S 4H 4D 4C JH 5H 3S 8D 8H 10C AD 7C",
        "10S 6C 3H 9C QH 5C 2S JS 6D AC KD 4S QS",
    ]
    return [_hand(seat + 1, row.split()) for seat, row in enumerate(cards)]


def test_c_4_home_run_is_a_choice() -> None:
    hands = _shooter()
    assert [h.special for h in hands] == [None] * 4
    assert hands[0].values is not None
    assert not hands[0].values.foul
    assert totals_of(hands, duels_of(hands, BOOK))[1] == 3 * (3 * 2 * 2)
    adds = with_choices(BOOK, home_run="adds_two_stakes")
    assert totals_of(hands, duels_of(hands, adds))[1] == 3 * (3 * 2 + 2)


@pytest.mark.parametrize(("let", "sums"), [((), (36, -12)), ([(1, 3)], (27, -3)), ([(3, 1), (2, 3)], (36, -12))])
def test_c_3_by_its_letter_whoever_wins_all_lanes_may_let_the_other_go(
    let: list[tuple[int, int]], sums: tuple[int, int]
) -> None:
    """Who is let go pays three lanes and no home run; the two others pay twelve each as before."""
    hands = _shooter()
    totals = totals_of(hands, duels_of(hands, with_choices(BOOK, shooting="may"), let))
    plain = totals_of(hands, duels_of(hands, BOOK))
    assert (totals[1], totals[3] - plain[3]) == (sums[0], 12 + sums[1])
    assert [totals[seat] for seat in (2, 4)] == [plain[seat] for seat in (2, 4)]
    assert sum(totals.values()) == 0
    assert totals_of(hands, duels_of(hands, BOOK, let))[1] == 36, "as the house reads it, it shoots"


def test_c_8_a_special_hand_stands_outside_shooting_and_home_run() -> None:
    """With the fourth hand a special one there are only two to shoot: no home run."""
    hands = _shooter()
    six_pairs = ["2S", "2H", "4S", "4D", "6S", "6C", "8H", "8D", "10C", "10D", "KS", "KH", "AC"]
    special = special_of(tally(six_pairs), BOOK)
    hands[3] = Hand(4, special, None, None)
    duels = duels_of(hands, BOOK)
    mine = {d.against: d.multiple for d in duels if d.seat == 1}
    assert mine == {2: 6, 3: 6, 4: -4}
    assert [d.shot for d in duels if 4 in (d.seat, d.against)] == [0, 0, 0]
    assert winners_of(hands, duels) == [4]


def test_whether_a_foul_is_shot_is_a_choice() -> None:
    golden = read(HERE / "maubinh" / "G.3-foul.txt")
    assert golden.judge().results[0].settlement.winnings_minor == 570_000
    plain = golden.judge(book=with_choices(BOOK, foul_hand="loses_every_lane"))
    assert plain.results[0].settlement.winnings_minor == 285_000


def owed(total: int, ante_minor: int, cited: tuple[str, ...], book: RuleBook) -> Settlement:
    """What a seat is owed for a sum of multiples, however it came about."""
    return settle_seat(1, (), total, ante_minor, cited, book).bare


def test_c_11_commission_is_rounded_once_and_by_the_book() -> None:
    assert commission_minor(10_001, BOOK) == 500
    won = owed(1, 10_001, (), BOOK)
    assert (won.winnings_minor, won.commission_minor) == (9_501, 500)
    assert (won.exact_numerator, won.exact_denominator) == (190_019, 20)
    assert owed(0, 10_001, (), BOOK).outcome is Outcome.PUSH


def _values(*, foul: bool = False) -> Values:
    return Values(1, 2, 3, foul)


@pytest.mark.parametrize("lanes", list(product((-3, 0, 1), repeat=3)))
def test_c_3_a_seat_is_shot_by_all_three_lanes_and_by_nothing_less(lanes: tuple[int, int, int]) -> None:
    shot = 1 if min(lanes) > 0 else -1 if max(lanes) < 0 else 0
    assert who_shot(lanes, _values(), _values(), BOOK) == shot
    for one, other in ((True, False), (False, True)):
        assert who_shot(lanes, _values(foul=one), _values(foul=other), BOOK) == shot
        assert who_shot(lanes, _values(foul=one), _values(foul=other), BOOKS[1]) == 0


@pytest.mark.parametrize("tied", [0, 1, 2])
@pytest.mark.parametrize("sign", [1, -1])
def test_b_8_each_lane_that_is_tied_saves_from_being_shot(tied: int, sign: int) -> None:
    strong, weak = [6 << 20, 7 << 20, 7 << 20], [1, 2, 3]
    weak[tied] = strong[tied]
    one, other = (
        Hand(n, None, None, Values(lanes[0], lanes[1], lanes[2], foul=False)) for n, lanes in ((1, strong), (2, weak))
    )
    (duel,) = duels_of((one, other) if sign == 1 else (other, one), BOOK)
    assert (duel.shot, 0 in duel.lanes, duel.multiple) == (0, True, sum(duel.lanes))
    assert duel.multiple * sign > 0
    assert duel.clauses == ("C.1", "C.2", "B.8")


@pytest.mark.parametrize("first", [True, False])
def test_c_4_a_home_run_counts_from_whichever_side_the_duel_is_told(first: bool) -> None:
    """The shooter is the first of the seats, or the last."""
    hands = _shooter() if first else _shooter()[::-1]
    for book, each in ((BOOK, 12), (BOOKS[1], 8)):
        duels = duels_of(hands, book)
        mine = [duel for duel in duels if 1 in (duel.seat, duel.against)]
        assert [duel.multiple for duel in mine] == [each if first else -each] * 3
        assert {duel.clauses for duel in mine} == {("C.1", "C.2", "C.3", "C.4")}
        assert all("C.4" not in duel.clauses for duel in duels if duel not in mine)


def test_c_9_to_c_11_what_a_seat_is_owed_in_full() -> None:
    money = ("C.1", "C.9", "C.10")
    assert owed(0, 500, ("C.1",), BOOK) == Settlement(Outcome.PUSH, 500, 0, 500, 0, 0, 0, 0, 1, money)
    assert owed(-1, 500, ("C.1",), BOOK) == Settlement(Outcome.LOST, 500, 500, 0, 500, 0, 0, 0, 1, money)
    assert owed(-3, 500, ("C.1",), BOOK) == Settlement(Outcome.LOST, 1500, 1500, 0, 1500, 0, 0, 0, 1, money)
    won = Settlement(Outcome.WON, 500, 500, 500, 0, 1425, 75, 1425, 1, (*money, "C.11"))
    assert owed(3, 500, ("C.1",), BOOK) == won
    one_percent = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "commission": {"percent": 1}})
    cheap = owed(1, 501, (), one_percent)
    assert (cheap.winnings_minor, cheap.commission_minor) == (496, 5)
    assert (cheap.exact_numerator, cheap.exact_denominator) == (49_599, 100)


@pytest.mark.parametrize(
    ("mine", "theirs", "multiple", "clauses"),
    [
        ((5, 20), None, 20, ("B.7", "C.5", "C.8")),
        (None, (5, 20), -20, ("B.7", "C.5", "C.8")),
        ((5, 20), (4, 10), 20, ("C.6", "C.7", "C.8")),
        ((4, 10), (5, 20), -20, ("C.6", "C.7", "C.8")),
        ((5, 20), (5, 20), 0, ("C.6", "B.8")),
    ],
)
def test_c_5_to_c_7_special_hands_against_one_another(
    mine: tuple[int, int] | None, theirs: tuple[int, int] | None, multiple: int, clauses: tuple[str, ...]
) -> None:
    one, other = (
        Hand(seat, Special("any", *held) if held else None, None, None) for seat, held in ((3, mine), (1, theirs))
    )
    assert special_duel(one, other) == Duel(3, 1, (0, 0, 0), multiple, 0, clauses)


def test_g_5_the_seats_that_won_the_most_lanes() -> None:
    def duel(seat: int, against: int, lanes: tuple[int, int, int], multiple: int = 0) -> Duel:
        return Duel(seat, against, lanes, multiple, 0, ())

    hands = [Hand(seat, None, None, None) for seat in (1, 2, 3)]
    lanes = [duel(1, 2, (3, -1, 0)), duel(1, 3, (-1, -10, 1)), duel(2, 3, (0, 0, 1))]
    assert winners_of(hands, lanes) == [1, 2, 3]
    assert winners_of(hands, [*lanes[:2], duel(2, 3, (1, 0, -1))]) == [3]
    assert winners_of(hands, [*lanes[:2], duel(2, 3, (1, 1, 0))]) == [2]
    assert winners_of(hands, [duel(1, 2, (0, 0, 0), 7)]) == []
    special = [Hand(1, Special("six_pairs", 3, 1), None, None), *hands[1:]]
    assert winners_of(special, [duel(1, 2, (0, 0, 0), 1), duel(1, 3, (0, 0, 0), 1), duel(2, 3, (1, 1, 1))]) == [1]
    assert winners_of(special, [duel(2, 1, (0, 0, 0), -1), duel(2, 3, (1, 1, 0))]) == [1]
