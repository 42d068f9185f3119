"""5.1 to 5.3, 6.3, 6.4: what a box gets. Conserved, rounded once, and as the rule book says it."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.cards import DECK
from casino.core.money import Direction, Rounding
from games.catalogue import shipped
from games.engine.document import RuleBook
from games.engine.judgement import Outcome, Settlement
from games.engine.settling import back
from games.niuniu.bets import ADDITIONAL, ANTE, DOUBLE, BoxBets
from games.niuniu.hands import classify, compare_hands, value
from games.niuniu.prices import prices, settle_box
from tests.engine.choices import with_choices
from tests.niuniu.boxes import box_with, on_box

BOOK = shipped().by_id("niuniu.2024-07-09")
WEAK = "QS 9D 3C 2D 3H"
HAM = "KH QH 10S 4C 6D"
NINE = "KC QC JD 4H 5C"


def _box(ante: int, *, doubled: bool = True) -> BoxBets:
    kinds = {ANTE: ante, DOUBLE: 2 * ante, ADDITIONAL: 4 * ante} if doubled else {ANTE: ante}
    return box_with(*(on_box(kind, stake) for kind, stake in kinds.items()))


def _settle(box: BoxBets, hand: str, dealer: str, book: RuleBook = BOOK) -> dict[str, Settlement]:
    compared = compare_hands(value(hand.split(), book), value(dealer.split(), book))
    return settle_box(box, compared, prices(book), book)


@given(
    st.lists(st.sampled_from(DECK), min_size=10, max_size=10, unique=True),
    st.integers(min_value=1, max_value=10**10),
    st.booleans(),
    st.sampled_from(["winnings", "stakes"]),
    st.sampled_from(list(Direction)),
)
def test_money_is_conserved(cards: list[str], ante: int, doubled: bool, base: str, direction: Direction) -> None:
    """Stake comes back or is collected; what is won is the gross less the commission; nothing else appears."""
    book = msgspec.structs.replace(with_choices(BOOK, commission_base=base), rounding=Rounding(1, direction))
    box = _box(ante, doubled=doubled)
    compared = compare_hands(value(cards[:5], book), value(cards[5:], book))
    settled = settle_box(box, compared, prices(book), book)
    assert set(settled) == {lay.bet for lay in box.valid}
    for lay in box.valid:
        due = settled[lay.bet]
        assert due.returned_minor + due.collected_minor == due.stake_minor == lay.stake_minor
        assert min(due.returned_minor, due.collected_minor, due.winnings_minor, due.commission_minor) >= 0
        if due.outcome is Outcome.WON:
            row = BOOK.tables["payout"][value(cards[:5], book).rank.row]
            profit = int(row[lay.kind].partition(":")[2])
            assert due.winnings_minor + due.commission_minor == profit * lay.stake_minor
            assert abs(due.exact_winnings - due.winnings_minor) < 2
        else:
            assert due.winnings_minor == due.commission_minor == 0
    total = sum(due.commission_minor for due in settled.values())
    exact = Fraction(5, 100) * sum(
        due.winnings_minor + due.commission_minor if base == "winnings" else due.stake_minor
        for due in settled.values()
        if due.outcome is Outcome.WON
    )
    if total:
        assert total == book.rounding(exact)


@pytest.mark.parametrize(
    ("hand", "units"), [("7S 7H 7C 7D 2H", 7), ("JS QD KC JH QC", 7), (HAM, 7), (NINE, 5), ("KS QS 10D 3H 3S", 3)]
)
def test_a_win_pays_and_a_loss_takes_the_same_units(hand: str, units: int) -> None:
    won = _settle(_box(100), hand, WEAK)
    assert sum(due.winnings_minor + due.commission_minor for due in won.values()) == 100 * units
    lost = _settle(_box(100), WEAK, hand)
    assert sum(due.collected_minor for due in lost.values()) == 100 * units


def test_commission_is_rounded_once_for_both_bets() -> None:
    won = _settle(_box(19), HAM, WEAK)
    assert {bet: due.commission_minor for bet, due in won.items()} == {"additional": 0, "ante": 0, "double": 6}
    assert won["ante"].exact_winnings == Fraction(19 * 19, 20)
    assert Fraction(19 + 114) * Fraction(5, 100) == Fraction("6.65")


def test_what_one_bet_cannot_bear_of_the_commission_the_other_bears() -> None:
    """By hand, to whole thousands: Ante 29,800 wins 30,000 and bears 1,490; of a Double of which the maximum lets 160
    play, 480 are won, which round to nothing, and 24 are its part. 1,514 are 2,000: all of it is Ante's."""
    book = msgspec.structs.replace(BOOK, rounding=Rounding(1000, Direction.NEAREST))
    box = _box(29_800)
    limited = [msgspec.structs.replace(bet, in_play_minor=160) if bet.kind == "double" else bet for bet in box.bets]
    won = _settle(msgspec.structs.replace(box, bets=limited, valid=limited), HAM, WEAK, book)
    assert (won["ante"].winnings_minor, won["ante"].commission_minor) == (28_000, 2_000)
    assert (won["double"].winnings_minor, won["double"].commission_minor) == (0, 0)


def test_rounding_upwards_and_to_a_unit() -> None:
    up = msgspec.structs.replace(BOOK, rounding=Rounding(1, Direction.UP))
    assert sum(due.commission_minor for due in _settle(_box(19), HAM, WEAK, up).values()) == 7
    unit = msgspec.structs.replace(BOOK, rounding=Rounding(1000, Direction.DOWN))
    half = _settle(_box(1500), WEAK, NINE, unit)["additional"]
    assert (half.collected_minor, half.returned_minor) == (3000, 3000)
    half = _settle(_box(1250), WEAK, NINE, unit)["additional"]
    assert (half.collected_minor, half.returned_minor) == (2000, 3000)


@pytest.mark.parametrize("direction", list(Direction))
def test_6_4_4_whatever_the_unit_of_rounding_no_more_is_taken_than_plays(direction: Direction) -> None:
    """Half of an Additional of 800 in units of 1,000: nothing, or all of it."""
    book = msgspec.structs.replace(BOOK, rounding=Rounding(1000, direction))
    due = _settle(_box(200), WEAK, "9S AS 10H 3C 5D", book)[ADDITIONAL]
    assert (due.outcome, due.collected_minor, due.returned_minor) in (
        (Outcome.LOST, 800, 0),
        (Outcome.LOST, 0, 800),
    )
    assert (due.collected_minor == 800) == (direction is Direction.UP)


def test_5_3_commission_base_is_a_choice() -> None:
    literal = with_choices(BOOK, commission_base="stakes")
    assert sum(due.commission_minor for due in _settle(_box(100_000), HAM, WEAK).values()) == 35_000
    assert sum(due.commission_minor for due in _settle(_box(100_000), HAM, WEAK, literal).values()) == 15_000
    assert (
        sum(due.commission_minor for due in _settle(_box(100_000, doubled=False), NINE, WEAK, literal).values()) == 5000
    )


def test_a_later_document_with_other_money_is_settled_by_it() -> None:
    """Payout, commission, loss and the order of the classes are read from the document."""
    tables = {
        **BOOK.tables,
        "payout": {**BOOK.tables["payout"], "ngau_ham": {"ante": "1:2", "double": "1:4", "commission": False}},
        "commission": {"percent": 10, "clauses": ["5.1"]},
        "additional_loss": {**BOOK.tables["additional_loss"], "ngau_7_to_9": {"part": "1/4", "clause": "6.4.4"}},
    }
    later = msgspec.structs.replace(BOOK, tables=tables)
    assert {b: d.winnings_minor for b, d in _settle(_box(100), HAM, WEAK, later).items()} == {
        "ante": 200,
        "double": 800,
        "additional": 0,
    }
    assert _settle(_box(100, doubled=False), NINE, WEAK, later)["ante"].winnings_minor == 90
    assert _settle(_box(100), WEAK, NINE, later)["additional"].collected_minor == 100


@pytest.mark.parametrize(
    ("ante", "double", "won"),
    [("1:1", "2:3", (15, 45)), ("2:3", "1:1", (22, 30)), ("2:3", "5:7", (22, 42)), ("4:5", "6:5", (18, 25))],
)
def test_odds_of_a_later_document_may_be_any_fractions(ante: str, double: str, won: tuple[int, int]) -> None:
    row = {"ante": ante, "double": double, "commission": False}
    payout = {**BOOK.tables["payout"], "ngau_ham": row}
    later = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "payout": payout})
    settled = _settle(_box(15), HAM, WEAK, later)
    assert (settled["ante"].winnings_minor, settled["double"].winnings_minor) == won
    assert settled["ante"].exact_winnings == 15 / Fraction(*map(int, ante.split(":")))
    assert settled["double"].exact_winnings == 30 / Fraction(*map(int, double.split(":")))


def test_where_one_card_is_on_record_in_both_hands_every_bet_goes_back() -> None:
    """Nobody's highest card is higher: neither won nor lost."""
    settled = _settle(_box(100), "KS QS 9D 3H 3C", "KS QH 9C 3S 3D")
    clauses = ("6.2.8", "4.9.3", "4.9.4", "6.2.9", "6.2.10")
    stakes = {"ante": 100, "double": 200, "additional": 400}
    assert settled == {bet: back(Outcome.PUSH, stake, clauses) for bet, stake in stakes.items()}


def test_where_irregular_boxes_play_every_additional_stays_the_players() -> None:
    box = box_with(*_box(100).bets, on_box(ADDITIONAL, 50, "more"))
    settled = _settle(box, HAM, WEAK)
    assert {bet: due.outcome for bet, due in settled.items() if due.outcome is not Outcome.WON} == {
        "additional": Outcome.PUSH,
        "more": Outcome.PUSH,
    }


def test_the_hands_of_these_tests_are_what_they_are_called() -> None:
    assert [classify(hand.split()) for hand in (WEAK, HAM, NINE)] == ["khong_ngau", "ngau_ham", "ngau_9"]
