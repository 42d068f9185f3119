"""Seats against one another: what is won is lost by the others, whatever is dealt; shooting, home run and specials."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.cards import DECK
from games.rules.book import RuleBook, shipped
from games.rules.judgement import Outcome
from games.rules.maubinh_compare import Hand, commission_minor, duels_of, settle, totals_of, winners_of
from games.rules.maubinh_lanes import Lanes, ranking_of, values_of
from games.rules.maubinh_special import special_of
from tests.golden.reader import HERE, read
from tests.rules.choices import with_choices

BOOK = shipped().by_id("maubinh.2020-01-01")
RANKING = ranking_of(BOOK)
BOOKS = [BOOK, with_choices(BOOK, home_run="adds_two_stakes", foul_hand="loses_every_lane")]


def _hand(seat: int, cards: list[str], book: RuleBook = BOOK) -> Hand:
    """Thirteen cards as they come, in lanes of 3, 5 and 5: a foul more often than not."""
    lanes = Lanes(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
    return Hand(seat, special_of(cards, book), lanes, values_of(lanes, RANKING, book))


def _rising(cards: list[str]) -> list[str]:
    """A deal's cards so ordered that fewer of the hands are fouls: by rank, low cards in front."""
    return sorted(cards, key=lambda card: RANKING.code[card])


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
    duels = duels_of(hands, RANKING, book)
    totals = totals_of(hands, duels)
    assert sum(totals.values()) == 0
    settled = [settle(total, ante, (), book) for total in totals.values()]
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
    forwards = totals_of(hands, duels_of(hands, RANKING, BOOK))
    backwards = totals_of(hands[::-1], duels_of(hands[::-1], RANKING, BOOK))
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
    assert totals_of(hands, duels_of(hands, RANKING, BOOK))[1] == 3 * (3 * 2 * 2)
    adds = with_choices(BOOK, home_run="adds_two_stakes")
    assert totals_of(hands, duels_of(hands, RANKING, adds))[1] == 3 * (3 * 2 + 2)


def test_c_8_a_special_hand_stands_outside_shooting_and_home_run() -> None:
    """With the fourth hand a special one there are only two to shoot: no home run."""
    hands = _shooter()
    special = special_of(["2S", "2H", "4S", "4D", "6S", "6C", "8H", "8D", "10C", "10D", "KS", "KH", "AC"], BOOK)
    hands[3] = Hand(4, special, None, None)
    duels = duels_of(hands, RANKING, BOOK)
    mine = {d.against: d.multiple for d in duels if d.seat == 1}
    assert mine == {2: 6, 3: 6, 4: -4}
    assert [d.shot for d in duels if 4 in (d.seat, d.against)] == [0, 0, 0]
    assert winners_of(hands, duels) == [4]


def test_whether_a_foul_is_shot_is_a_choice() -> None:
    golden = read(HERE / "maubinh" / "G.3-foul.txt")
    assert golden.judge().results[0].settlement.winnings_minor == 570_000
    plain = golden.judge(book=with_choices(BOOK, foul_hand="loses_every_lane"))
    assert plain.results[0].settlement.winnings_minor == 285_000


def test_c_11_commission_is_rounded_once_and_by_the_book() -> None:
    assert commission_minor(10_001, BOOK) == 500
    won = settle(1, 10_001, (), BOOK)
    assert (won.winnings_minor, won.commission_minor) == (9_501, 500)
    assert (won.exact_numerator, won.exact_denominator) == (190_019, 20)
    assert settle(0, 10_001, (), BOOK).outcome is Outcome.PUSH
