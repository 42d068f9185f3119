"""Who plays, with which cards, and which arrangement counts: what is found, and on which facts it rests (G.1, G.2, B.1
to B.4)."""

from __future__ import annotations

from typing import Final

import pytest

from games.rules.judge import judge
from tests.rules.choices import with_choices
from tests.rules.maubinh_rounds import BOOK, CARDS, OTHERWISE, SPECIAL, ante, arranged, dealt, found, outcomes, played

# --- Who plays? ------------------------------------------------------------------------------------------------------

CLOSED: Final = "betting_closed"
BETS: Final = (ante(1), ante(2), ante(3, at=15))
"""Versions 2, 3 and 4: the third late, or not, by what comes at 10 and 12."""


@pytest.mark.parametrize(
    ("facts", "ended_by"),
    [
        ((f"12 {CLOSED}",), 5),
        ((f"12 {CLOSED}", dealt(1, at=14)), 5),
        ((dealt(1, at=12), f"14 {CLOSED}"), 5),
        ((dealt(1, at=12), f"20 {CLOSED}"), 5),
        ((dealt(1, at=12), dealt(2, at=11)), 6),
        ((dealt(1, at=16), f"20 {CLOSED}"), None),
        ((f"16 {CLOSED}", dealt(1, at=20)), None),
        ((), None),
    ],
)
def test_b_1_antes_are_down_at_the_call_or_with_the_first_hand(facts: tuple[str, ...], ended_by: int | None) -> None:
    late = [f for f in found(played(*BETS, *facts).judge()) if f[0] == "late_bet"]
    assert late == ([("late_bet", "b3", ("B.1",), (4, ended_by), {"stake": 100_000})] if ended_by else [])


def test_b_1_what_was_changed_in_time_counts_and_what_came_later_does_not() -> None:
    facts = (
        ante(1, bet="b0"),
        "2 bet_withdrawn bet=b0",
        ante(1),
        ante(2),
        "3 bet_changed bet=b2 stake_minor=200000",
        "3 bet_changed bet=b1 stake_minor=200000",
        f"5 {CLOSED}",
        "6 bet_changed bet=b1 stake_minor=900000",
        ante(3, at=7),
        "8 bet_changed bet=b3 stake_minor=200000",
    )
    judgement = played(*facts).judge()
    assert [(r.bet, r.settlement.stake_minor) for r in judgement.results] == [
        ("b1", 200_000),
        ("b2", 200_000),
        ("b3", 200_000),
    ]
    assert outcomes(judgement) == {"b1": "pending", "b2": "pending", "b3": "refused"}
    assert [(code, subject, clauses, at) for code, subject, clauses, at, _ in found(judgement)[:2]] == [
        ("changed_after_call", "b1", ("B.1",), (9,)),
        ("late_bet", "b3", ("B.1",), (10, 8)),
    ]


def test_b_1_an_ante_that_was_changed_is_known_by_the_fact_that_put_it_down() -> None:
    facts = (ante(1), "2 bet_changed bet=b1 stake_minor=600", f"5 {CLOSED}")
    judgement = played(*facts, ended="no", limits="ante 100 500").judge()
    assert [(f[0], f[3], f[4]["stake"]) for f in found(judgement)] == [("above_maximum", (2,), 600)]


def test_g_1_a_seat_that_is_not_there_and_one_that_is_taken() -> None:
    """A seat is taken by an Ante that plays, not by one that came late."""
    facts = (f"5 {CLOSED}", ante(1), ante(4), ante(5), ante(1, at=2, bet="again"), ante(2, at=9))
    judgement = played(*facts, ended="no").judge()
    assert found(judgement) == [
        ("no_such_seat", "b5", ("G.1", "G.2"), (5,), {"seat": 5}),
        ("second_bet_on_seat", "again", ("G.1", "G.2"), (6,), {"seat": 1}),
        ("late_bet", "b2", ("B.1",), (7, 2), {"stake": 100_000}),
    ]
    assert outcomes(judgement) == {
        "b1": "pending",
        "b4": "pending",
        "b5": "refused",
        "again": "refused",
        "b2": "refused",
    }
    assert [r.spot for r in judgement.results] == ["seat:1", "seat:4", "seat:5", "seat:1", "seat:2"]


@pytest.mark.parametrize(
    ("stakes", "common", "others"),
    [
        ((1, 1, 1, 1), 1, []),
        ((1, 2), 1, ["b2"]),
        ((2, 1, 1, 3), 1, ["b1", "b4"]),
        ((3, 1, 1, 3), 3, ["b2", "b3"]),
    ],
)
def test_c_10_the_ante_of_most_seats_is_the_ante_of_all(
    stakes: tuple[int, ...], common: int, others: list[str]
) -> None:
    late = ante(4, at=9, bet="late", stake=7), ante(4, at=9, bet="late-too", stake=7), ante(4, at=9, bet="too", stake=7)
    antes = [ante(seat, stake=stake) for seat, stake in enumerate(stakes, start=1)]
    judgement = played(*antes, f"5 {CLOSED}", *late, ended="no").judge()
    put_down = dict(zip(("b1", "b2", "b3", "b4"), stakes, strict=False))
    assert [f for f in found(judgement) if f[0] != "late_bet"] == [
        ("ante_differs", bet, ("C.9", "C.10"), (int(bet[1]) + 1,), {"stake": put_down[bet], "ante": common})
        for bet in others
    ]
    refused = {r.bet: r.settlement.clauses for r in judgement.results if r.settlement.outcome == "refused"}
    assert refused == {
        **dict.fromkeys(others, ("C.9", "C.10")),
        **dict.fromkeys(("late", "late-too", "too"), ("B.1",)),
    }


@pytest.mark.parametrize(
    ("stake", "code"),
    [(99, "below_minimum"), (100, None), (300, None), (500, None), (501, "above_maximum")],
)
def test_c_10_limits_to_the_last_unit(stake: int, code: str | None) -> None:
    late = ante(3, at=9, stake=1)
    judgement = played(ante(1, stake=stake), f"5 {CLOSED}", late, ended="no", limits="ante 100 500").judge()
    detail = {"stake": stake, "minimum": 100, "maximum": 500}
    expected = [(code, "b1", ("C.10",), (2,), detail)] if code else []
    assert [f for f in found(judgement) if f[0] != "late_bet"] == expected


def test_c_10_every_ante_is_held_against_the_limits_and_none_where_the_table_has_none() -> None:
    antes = ante(1, stake=100), ante(2, stake=99), ante(3, at=9, stake=1), ante(4, stake=501)
    each = with_choices(BOOK, ante="each_its_own")
    said = played(*antes, f"5 {CLOSED}", ended="no", limits="ante 100 500").judge(book=each)
    assert [f[:2] for f in found(said) if f[0] != "late_bet"] == [("below_minimum", "b2"), ("above_maximum", "b4")]
    for limits in ("straight 100 500", ""):
        silent = played(*antes[:2], ended="no", limits=limits)
        assert found(silent.judge(book=each)) == []
    state = silent.state()
    state.terms = None
    assert judge(state, each, ended=False).findings == ()


# --- Which cards? ----------------------------------------------------------------------------------------------------

TWO: Final = (ante(1), ante(2))


def test_b_1_cards_of_a_seat_that_does_not_play_and_cards_recorded_otherwise() -> None:
    """The late seat has a bet that the finding is about; seat 4 has none at all, and its cards are said twice."""
    turned = " ".join(reversed(CARDS[1].split()))
    facts = (*TWO, f"5 {CLOSED}", ante(3, at=6), dealt(1), dealt(1, turned), dealt(2), dealt(3), dealt(4))
    again = dealt(4, CARDS[4].replace("8S", "4D")), dealt(4), dealt(2, CARDS[2].replace("7S", "8S"))
    assert found(played(*facts, *again, ended="no").judge()) == [
        ("late_bet", "b3", ("B.1",), (5, 4), {"stake": 100_000}),
        ("results_disagree", "b2", ("B.1",), (8, 13), {}),
        ("hand_without_ante", "seat:4", ("B.1",), (10, 11, 12), {"seat": 4}),
        ("results_disagree", "seat:4", ("B.1",), (10, 11, 12), {}),
    ]


def test_b_1_cards_are_of_the_ante_that_plays_on_a_seat_with_two() -> None:
    facts = (*TWO, ante(1, at=2, bet="again"), dealt(1), dealt(1, CARDS[1].replace("9S", "AC")), dealt(2))
    judged = played(*facts, ended="no").judge()
    assert [f for f in found(judged) if f[0] == "results_disagree"] == [
        ("results_disagree", "b1", ("B.1",), (5, 6), {})
    ]


def test_g_2_a_hand_that_is_not_thirteen_cards() -> None:
    """Only those of the seats that play make a misdeal; the first record of a hand is the hand."""
    short = CARDS[1].rpartition(" ")[0]
    facts = (*TWO, ante(1, at=2, bet="again"), dealt(1, short), dealt(1), dealt(2, CARDS[2] + " AC"), dealt(3, "4C 4S"))
    judgement = played(*facts).judge()
    assert [f for f in found(judgement) if f[0] == "misdealt"] == [
        ("misdealt", "b1", ("G.2",), (5,), {"seat": 1, "cards": 12, "due": 13}),
        ("misdealt", "b2", ("G.2",), (7,), {"seat": 2, "cards": 14, "due": 13}),
    ]
    assert outcomes(judgement) == {"b1": "void", "b2": "void", "again": "refused"}
    assert [r.settlement.clauses for r in judgement.results] == [("G.2",), ("G.2",), ("G.1", "G.2")]
    stranger = played(*TWO, dealt(1), dealt(2), dealt(3, "4C 4S"), ended="no").judge()
    assert [f[0] for f in found(stranger)] == ["hand_without_ante"]


def test_g_1_a_card_that_is_there_twice_breaks_the_deal_wherever_it_lies() -> None:
    twice = CARDS[3].replace("AC", "9S").replace("QD", "KS")
    judgement = played(*TWO, dealt(1), dealt(2), dealt(3, twice), dealt(4)).judge()
    assert ("card_twice", "", ("G.1",), (4, 6), {"cards": "9S, KS"}) in found(judgement)
    assert outcomes(judgement) == {"b1": "void", "b2": "void"}
    both = played(*TWO, dealt(1, CARDS[1].replace("9S", "QS")), dealt(2, CARDS[2][:-3])).judge()
    assert both.results[0].settlement.clauses == ("G.1", "G.2")
    assert both.summary["clauses"] == ["G.1", "G.2"]


def test_b_1_a_round_that_ended_without_the_cards_of_some_seats() -> None:
    facts = (*TWO, ante(3), dealt(2))
    assert found(played(*facts, ended="no").judge()) == []
    assert found(played(*facts).judge()) == [
        ("hand_not_dealt", "b1", ("B.1",), (2,), {"seat": 1}),
        ("hand_not_dealt", "b3", ("B.1",), (4,), {"seat": 3}),
        ("no_result", "", ("B.4",), (6,), {}),
    ]


# --- Which arrangement? ----------------------------------------------------------------------------------------------

DEAL: Final = (*TWO, dealt(1), dealt(2), arranged(2))
"""Versions 2 to 6; what seat 1 does comes from 7 on."""
OUT: Final = "100 time_ran_out"
COMPARED: Final = "50 lane_compared seat=1 against=2 lane=front multiple=1"
GOOD: Final = arranged(1)
FOUL: Final = " ".join(["AS", "AH", "KS", *(c for c in CARDS[1].split() if c not in ("AS", "AH", "KS"))])


def again(at: float, by: str = "player", after: int | None = None) -> str:
    """Seat 1 in lanes that lose all three."""
    return arranged(1, at, OTHERWISE, by, after)


@pytest.mark.parametrize(
    ("facts", "multiple", "expected"),
    [
        # In time, and to the last moment of it.
        ((GOOD,), -1, []),
        ((GOOD, again(30)), -6, []),
        ((GOOD, again(100, after=90_000)), -6, []),
        ((GOOD, again(100, after=90_001)), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((GOOD, OUT, again(99)), -6, []),
        ((GOOD, OUT, again(101)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((GOOD, again(101), OUT), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),  # recorded before it, done after it
        ((GOOD, again(99, after=1), OUT), -6, []),
        ((GOOD, OUT, again(101, after=90_000)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((GOOD, OUT, again(101, by="hint")), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        # After the comparison began: late for a seat that had arranged already, too early a comparison for one that had
        # not.
        ((GOOD, COMPARED, again(49)), -6, []),
        ((GOOD, COMPARED, again(51)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((GOOD, again(51), COMPARED), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((COMPARED, again(49)), -6, []),
        ((again(51), COMPARED), -6, [("time_cut_short", ("B.4",), (8, 7))]),
        ((COMPARED, again(51)), -6, [("time_cut_short", ("B.4",), (7, 8))]),
        # The system: when the time is up, and only for a player who did not arrange.
        ((OUT, again(101, "system")), -6, []),
        ((OUT, again(99, "system")), -6, [("time_cut_short", ("B.2", "B.4"), (8,))]),
        ((again(101, "system"), OUT), -6, []),
        ((OUT, again(101, "system", 89_999)), -6, [("time_cut_short", ("B.2", "B.4"), (8,))]),
        ((OUT, again(99, "system", 90_000)), -6, []),
        ((again(99, "system"),), -6, []),
        ((GOOD, again(101, "system")), -1, [("system_overrode_player", ("B.2", "B.4"), (7, 8))]),
        ((GOOD, arranged(1, 101, by="system")), -1, []),
        ((arranged(1, 19, by="system"), again(21)), -6, []),
        ((arranged(1, 15), again(17, "system"), again(19), GOOD), -1, []),
        # Nothing in time: the best arrangement counts.
        ((OUT,), 1, [("hand_not_arranged", ("B.2", "B.4"), (7,))]),
        ((OUT, again(101)), 1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((again(99, after=90_001),), 1, [("arranged_late", ("B.2", "B.4"), (7,))]),
    ],
)
def test_b_4_the_arrangement_that_counts(
    facts: tuple[str, ...], multiple: int, expected: list[tuple[str, tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = played(*DEAL, *facts).judge()
    kept = [f for f in found(judgement) if f[0] != "comparison_shown_wrongly"]
    assert kept == [(code, "b1", clauses, versions, {}) for code, clauses, versions in expected]
    assert judgement.summary["multiples"] == [multiple, -multiple]


def test_b_2_a_late_arrangement_that_stands_is_the_last_one() -> None:
    stands = with_choices(BOOK, late_arrangement="stands")
    late = again(99, after=90_001)
    assert played(*DEAL, late, arranged(1, 101, after=90_002)).judge(book=stands).summary["multiples"] == [-1, 1]
    assert played(*DEAL, OUT, late).judge(book=stands).summary["multiples"] == [-6, 6]
    hint = played(*DEAL, arranged(1, 99, FOUL, "hint", 90_001)).judge(book=stands)
    assert hint.summary["seats"][0]["foul"] is True
    assert [f[:2] for f in found(hint)] == [("arranged_late", "b1"), ("system_arranged_foul", "b1")]
    left = played(*DEAL, OUT).judge(book=stands)
    assert left.summary["multiples"] == [1, -1]
    assert found(left) == [("hand_not_arranged", "b1", ("B.2", "B.4"), (7,), {})]


@pytest.mark.parametrize(("by", "expected"), [("player", []), ("hint", ["b1"]), ("system", ["b1"])])
def test_b_3_only_what_the_system_made_must_not_be_a_foul(by: str, expected: list[str]) -> None:
    judgement = played(*DEAL, OUT, arranged(1, 101 if by == "system" else 30, FOUL, by)).judge()
    assert judgement.summary["seats"][0]["foul"] is True
    assert judgement.summary["seats"][0]["arranged_by"] == by
    assert found(judgement) == [("system_arranged_foul", bet, ("B.3", "G.3"), (8,), {}) for bet in expected]


def test_g_2_lanes_that_are_not_of_the_hand_count_for_nothing() -> None:
    wrong = arranged(1, 30, CARDS[1].replace("KS", "AC"))
    assert found(played(*DEAL, GOOD, wrong).judge()) == [("arrangement_impossible", "b1", ("G.2",), (8,), {})]
    alone = played(*DEAL, wrong).judge()
    assert alone.summary["standing"] == "pending"
    assert found(alone) == [
        ("arrangement_impossible", "b1", ("G.2",), (7,), {}),
        ("hand_not_arranged", "b1", ("B.2", "B.4"), (4,), {}),
        ("no_result", "", ("B.4",), (8,), {}),
    ]


def test_b_7_a_special_hand_is_compared_as_it_is_arranged_or_not_at_all() -> None:
    """Its lanes are shown where it was arranged; where not, nobody misses them, and a hand against it alone needs none
    either."""
    deal = (ante(1), ante(4), dealt(1, SPECIAL), dealt(4, "JC 10H 2D 4C 4S AD 7H 3D 9D 9H 6C 6S KC"))
    bare = played(*deal).judge()
    assert bare.summary["multiples"] == [4, -4]
    assert found(bare) == []
    assert ["lanes" in seat for seat in bare.summary["seats"]] == [False, False]
    shown = played(*deal, "100 time_ran_out", arranged(1, 101, SPECIAL, "system")).judge()
    assert [seat.get("arranged_by") for seat in shown.summary["seats"]] == ["system", "system"]
    assert shown.summary["multiples"] == [4, -4]
