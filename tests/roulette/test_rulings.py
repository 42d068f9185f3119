"""What the director of table games or above decides under 7.12: for the spin, or for the bets that the ruling names."""

from __future__ import annotations

from typing import Final

import pytest

from tests.engine.choices import with_choices
from tests.roulette.rounds import BALL, BOOK, CAUSE, CLOSED, bet, found, no_spin, options_of, played, ruled

RED: Final = bet("b1", "red")


@pytest.mark.parametrize(
    ("facts", "choice", "standing"),
    [
        ((BALL,), "await_ruling", "awaiting"),
        ((BALL,), "as_spun", "settled"),
        ((BALL,), "void", "void"),
        ((), "as_spun", "pending"),
        ((BALL, ruled("as_spun")), "void", "settled"),
        ((BALL, ruled("void")), "as_spun", "void"),
        ((ruled("as_spun"),), "await_ruling", "pending"),
        ((BALL, ruled("as_spun", who="b1")), "await_ruling", "awaiting"),
        ((BALL, ruled("no_bet")), "await_ruling", "awaiting"),
    ],
)
def test_7_12_the_ruling_decides_until_then_the_book(facts: tuple[str, ...], choice: str, standing: str) -> None:
    book = with_choices(BOOK, late_or_missing_no_spin_call=choice)
    judgement = played(RED, CLOSED, CAUSE, *facts).judge(book=book)
    assert judgement.summary["standing"] == standing
    assert judgement.summary["clauses"] == ["7.12"]


@pytest.mark.parametrize(
    ("post", "choice", "standing", "clauses", "said"),
    [
        ("director_of_table_games", "void", "void", ["7.12"], None),
        ("senior_management", "void", "void", ["7.12"], None),
        ("director_of_table_games", "as_spun", "settled", ["7.12"], None),
        ("director_of_table_games", "continue", "settled", [], None),
        ("assistant_director", "void", "settled", [], "post_not_competent"),
        ("dealer", "void", "settled", [], "post_not_competent"),
    ],
)
def test_7_12_a_ruling_counts_where_no_call_and_no_cause_is_on_record(
    post: str, choice: str, standing: str, clauses: list[str], said: str | None
) -> None:
    judgement = played(RED, CLOSED, BALL, ruled(choice, post=post)).judge()
    assert judgement.summary == {"standing": standing, "pocket": 9, "clauses": clauses}
    outcome = "void" if standing == "void" else "won"
    assert judgement.results[0].settlement.outcome == outcome
    idle = "ruling_without_effect" if choice == "continue" else None
    assert [f[:4] for f in found(judgement)] == [
        (code, "ruling:5", ("7.12",), (5,)) for code in (said or idle,) if code
    ]
    assert [f.code for f in judgement.findings if f.severity == "money"] == (["not_paid"] if outcome == "won" else [])


def test_7_12_a_ruling_by_a_lower_post_stands_where_the_book_says_so() -> None:
    book = with_choices(BOOK, ruling_by_lower_post="stands")
    judgement = played(RED, CLOSED, BALL, ruled("void", post="dealer")).judge(book=book)
    assert judgement.summary["standing"] == "void"
    assert [f[0] for f in found(judgement)] == ["post_not_competent"]


def test_7_9_a_spin_that_its_call_voids_is_not_for_7_12() -> None:
    for post, said in (("director_of_table_games", []), ("dealer", ["post_not_competent"])):
        for who in ("", "b1"):
            judgement = played(RED, CLOSED, BALL, no_spin(30), ruled("as_spun", post=post, who=who)).judge()
            assert judgement.summary["clauses"] == ["7.1", "7.9", "7.10"]
            assert judgement.results[0].settlement.clauses == ("7.1", "7.9", "7.10")
            assert [f[0] for f in found(judgement)] == [*said, "ruling_without_effect"]


VOID_B1: Final = ruled("void", who="b1")


@pytest.mark.parametrize(
    ("facts", "standing", "outcomes"),
    [
        ((BALL, VOID_B1), "settled", ["void", "won"]),
        ((BALL, CAUSE, VOID_B1), "awaiting", ["void", "awaiting"]),
        ((BALL, CAUSE, ruled("as_spun", who="b1")), "awaiting", ["won", "awaiting"]),
        ((BALL, CAUSE, ruled("as_spun"), ruled("void", 61, who="b1")), "settled", ["void", "won"]),
        ((BALL, CAUSE, VOID_B1, ruled("as_spun", 61)), "settled", ["won", "won"]),
        ((BALL, ruled("void"), ruled("as_spun", 61, who="b1")), "void", ["won", "void"]),
        ((BALL, ruled("void", who="b9")), "settled", ["won", "won"]),
        ((VOID_B1,), "pending", ["void", "pending"]),
        ((BALL, ruled("void", who="b1", clause="7.11.1")), "settled", ["won", "won"]),
    ],
)
def test_7_12_a_ruling_that_names_a_bet_decides_that_bet(
    facts: tuple[str, ...], standing: str, outcomes: list[str]
) -> None:
    judgement = played(RED, bet("b2", "low"), CLOSED, *facts).judge()
    assert judgement.summary["standing"] == standing
    assert [r.settlement.outcome.value for r in judgement.results] == outcomes
    decided = [r for r in judgement.results if r.settlement.outcome == "void"]
    assert all(r.settlement.clauses == ("7.12",) and r.difference_minor == 0 for r in decided)
    assert {f[0] for f in found(judgement)} <= {
        *("cause_without_call", "no_result", "rulings_disagree", "ruling_without_effect")
    }


@pytest.mark.parametrize(
    ("choice", "post", "said"),
    [
        ("void", "pit_manager", "post_not_competent"),
        ("continue", "pit_manager", "ruling_without_effect"),
        ("continue", "senior_management", "ruling_without_effect"),
    ],
)
def test_7_12_what_is_decided_of_a_bet_in_a_spin_that_waits_for_nothing(
    choice: str, post: str, said: str | None
) -> None:
    """By choices of its own 7.12 decides other matters too, a stake outside the limits for one; here there is none."""
    judgement = played(RED, bet("b2", "low"), CLOSED, BALL, ruled(choice, post=post, who="b1")).judge()
    assert [r.settlement.outcome.value for r in judgement.results] == ["won", "won"]
    assert [f[:4] for f in found(judgement)] == ([(said, "ruling:6", ("7.12",), (6,))] if said else [])


def test_7_12_in_a_spin_that_waits_a_choice_that_is_not_offered_is_a_finding() -> None:
    facts = RED, CLOSED, BALL, "50 no_spin_called ground=7.3 called_by=dealer/D01"
    for who in ("", "b1"):
        judgement = played(*facts, ruled("continue", post="senior_management", who=who)).judge()
        assert ("ruling_not_offered", "ruling:6", ("7.12",), (6,)) in [f[:4] for f in found(judgement)]
        assert judgement.results[0].settlement.outcome == "awaiting"


def test_7_12_a_late_bet_stays_refused_whatever_is_ruled_on_it() -> None:
    judgement = played(bet("late", "red", at=30), CLOSED, BALL, ruled("void", who="late")).judge()
    assert judgement.results[0].settlement.clauses == ("4.6",)


def test_7_12_the_alternatives_of_a_spin_that_waits() -> None:
    bets = RED, bet("b2", "black", 700), bet("late", "red", at=40)
    judgement = played(*bets, CLOSED, CAUSE, BALL, "50 payout_made bet=b1 amount_minor=3").judge()
    first, second, late = judgement.results
    assert (first.settlement.outcome, first.settlement.stake_minor, first.settlement.clauses) == (
        "awaiting",
        1000,
        ("7.12",),
    )
    assert (first.decided_by, first.difference_minor, first.recorded.paid_minor, first.spot) == ("7.12", None, 3, "red")
    assert options_of(first) == [("as_spun", "won", 1000, 0), ("void", "void", 0, 0)]
    assert options_of(second) == [("as_spun", "lost", 0, 700), ("void", "void", 0, 0)]
    assert [a.settlement.clauses for a in first.alternatives] == [("6.1.12.1", "5.1.j"), ("7.12",)]
    assert (late.settlement.outcome, late.alternatives, late.decided_by) == ("refused", (), None)
    no_ball = played(RED, CLOSED, CAUSE).judge()
    assert options_of(no_ball.results[0]) == [("as_spun", "pending", 0, 0), ("void", "void", 0, 0)]
