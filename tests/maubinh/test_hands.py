"""Who plays, and with which cards: what is found, and on which facts it rests (G.1, G.2, B.1, C.9, C.10)."""

from __future__ import annotations

from typing import Any, Final

import pytest

from games.catalogue import judge
from tests.engine.choices import with_choices
from tests.maubinh.rounds import BOOK, CARDS, ante, arranged, dealt, found, outcomes, played

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


def test_c_10_antes_are_held_against_each_other_once_they_are_down() -> None:
    antes = (ante(1), ante(2, stake=5))
    differs: Any = ("ante_differs", "b2", ("C.9", "C.10"), (3,), {"stake": 5, "ante": 100_000})
    assert found(played(*antes, ended="no").judge()) == []
    assert outcomes(played(*antes, ended="no").judge()) == {"b1": "pending", "b2": "pending"}
    for down in (f"5 {CLOSED}", dealt(1)):
        assert found(played(*antes, down, ended="no").judge()) == [differs]
    assert found(played(*antes).judge())[0] == differs


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


def test_g_2_a_seat_with_another_ante_was_dealt_to_as_those_that_play() -> None:
    """One that came late, and one beyond the seats of the table, was not in the deal."""
    short = CARDS[3].rpartition(" ")[0]
    antes = (*TWO, ante(3, stake=5), ante(5))
    told = played(*antes, dealt(1), dealt(2), dealt(3, short), "50 void_announced announced_by=dealer/D01").judge()
    assert found(told)[1:] == [
        ("ante_differs", "b3", ("C.9", "C.10"), (4,), {"stake": 5, "ante": 100_000}),
        ("misdealt", "b3", ("G.2",), (8,), {"seat": 3, "cards": 12, "due": 13}),
    ]
    assert outcomes(told) == {"b1": "void", "b2": "void", "b3": "refused", "b5": "refused"}
    late = played(*TWO, f"5 {CLOSED}", ante(3, at=6), ante(5), dealt(1), dealt(2), dealt(3, short), dealt(5, "8S"))
    assert [f[0] for f in found(late.judge()) if f[0] in ("misdealt", "void_not_announced")] == []


def test_g_2_a_deal_that_is_none_is_void_by_itself_and_somebody_has_to_say_so() -> None:
    short = CARDS[1].rpartition(" ")[0]
    deals: tuple[tuple[tuple[str, str], Any], ...] = (
        ((short, CARDS[2]), ("void_not_announced", "", ("G.2",), (4,), {})),
        ((CARDS[1], CARDS[2].replace("QS", "KS")), ("void_not_announced", "", ("G.1",), (4, 5), {})),
        ((short, CARDS[2].replace("QS", "KS")), ("void_not_announced", "", ("G.1", "G.2"), (4, 5), {})),
    )
    for (one, other), expected in deals:
        facts = (*TWO, dealt(1, one), dealt(2, other))
        assert found(played(*facts, ended="no").judge())[-1] == expected
        said = played(*facts, "50 void_announced announced_by=dealer/D01").judge()
        assert {f[0] for f in found(said)} <= {"misdealt", "card_twice"}
        assert outcomes(said) == {"b1": "void", "b2": "void"}
        left = played(*facts).judge(book=with_choices(BOOK, misdeal="no_result"))
        assert {f[0] for f in found(left)} <= {"misdealt", "card_twice"}
        assert outcomes(left) == {"b1": "pending", "b2": "pending"}
        assert left.summary["clauses"] == list(expected[2])


def test_b_1_what_was_arranged_at_a_seat_without_ante() -> None:
    """Cards that were arranged had been dealt: said once, by the cards where those are on record."""
    facts = (*TWO, dealt(1), dealt(2), dealt(4), arranged(3), arranged(3, 25), arranged(4))
    judgement = played(*facts, ended="no").judge()
    assert found(judgement) == [
        ("hand_without_ante", "seat:4", ("B.1",), (6,), {"seat": 4}),
        ("hand_without_ante", "seat:3", ("B.1",), (7, 8), {"seat": 3}),
    ]
    assert [f.severity.value for f in judgement.findings] == ["procedure", "procedure"]
    before = (*TWO, ante(1, at=2, bet="again"), ante(3, at=2, stake=5), dealt(1), arranged(2), arranged(3))
    said = found(played(*before, ended="no").judge())
    assert [f[:2] for f in said] == [("second_bet_on_seat", "again"), ("ante_differs", "b3")]
    assert ("hand_not_dealt", "b2", ("B.1",), (3,), {"seat": 2}) in found(played(*before).judge())


@pytest.mark.parametrize(
    ("facts", "closed", "rests_on"),
    [
        ((), True, None),
        ((ante(1), "2 bet_withdrawn bet=b1"), True, None),
        ((f"0.5 {CLOSED}", ante(1)), True, None),
        ((), False, None),
        ((ante(1),), True, None),  # a seat alone has played no game
        ((ante(1),), False, None),
        (TWO, True, (4,)),
        (TWO, False, ()),
        ((*TWO, dealt(1), dealt(2)), True, (6,)),
        ((*TWO, dealt(1), dealt(2)), False, ()),
    ],
)
def test_b_4_a_round_that_somebody_played_has_a_result(
    facts: tuple[str, ...], closed: bool, rests_on: tuple[int, ...] | None
) -> None:
    said = [f for f in found(played(*facts, closed=closed).judge()) if f[0] == "no_result"]
    assert said == ([] if rests_on is None else [("no_result", "", ("B.4",), rests_on, {})])


@pytest.mark.parametrize(
    "facts",
    [
        (ante(1), dealt(1), arranged(1)),
        (ante(1), dealt(1)),
        (*TWO, "5 bet_withdrawn bet=b2", dealt(1), arranged(1)),
        (ante(1), dealt(1), ante(2, at=30), arranged(1)),
    ],
)
def test_b_5_a_seat_alone_has_played_no_game(facts: tuple[str, ...]) -> None:
    """Nobody is there to compare with: the Ante goes back, and whatever is taken or paid was not due."""
    judgement = played(*facts, "100 stake_collected bet=b1 amount_minor=100000").judge()
    (first, *others) = judgement.results
    assert (first.settlement.outcome.value, first.settlement.clauses) == ("void", ("B.5",))
    assert [result.settlement.outcome.value for result in others] in ([], ["refused"])
    assert judgement.summary["standing"] == "void"
    assert "collected_on_void" in {finding.code for finding in judgement.findings}
    assert "void_not_announced" not in {finding.code for finding in judgement.findings}
    assert played(ante(1), closed=False, ended="no").judge().summary["standing"] == "pending"


def test_b_1_a_round_that_ended_without_the_cards_of_some_seats() -> None:
    facts = (*TWO, ante(3), dealt(2))
    assert found(played(*facts, ended="no").judge()) == []
    assert found(played(*facts).judge()) == [
        ("hand_not_dealt", "b1", ("B.1",), (2,), {"seat": 1}),
        ("hand_not_dealt", "b3", ("B.1",), (4,), {"seat": 3}),
        ("no_result", "", ("B.4",), (6,), {}),
    ]
