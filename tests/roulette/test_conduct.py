"""What is done with the ball besides the call (7.1 to 7.5, 7.9), and what is found of it."""

from __future__ import annotations

import msgspec
import pytest

from tests.roulette.rounds import BALL, BOOK, CLOSED, bet, found, no_spin, played

RED = bet("b1", "red")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ((no_spin(30), "32 ball_taken_out taken_by=dealer/D01"), []),
        ((no_spin(30), BALL, "50 ball_taken_out"), [("ball_taken_out_late", ("7.1",), (4, 5, 6))]),
        ((no_spin(30, "7.7"), BALL, "50 ball_taken_out"), []),
        ((no_spin(30), BALL), []),
        (("29 ball_taken_out", no_spin(30)), [("ball_out_without_call", ("7.9",), (4,))]),
    ],
)
def test_7_1_to_7_4_1_the_ball_is_taken_out_after_the_call_and_before_it_rests(
    facts: tuple[str, ...], said: list[tuple[str, tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = played(RED, CLOSED, *facts).judge()
    assert [(code, clauses, versions) for code, _subject, clauses, versions, _detail in found(judgement)] == said
    assert judgement.summary["standing"] == "void"


@pytest.mark.parametrize(
    ("ground", "taken_out"),
    [
        *((ground, True) for ground in ("7.1", "7.2", "7.3", "7.4.1")),
        *((ground, False) for ground in ("7.4", "7.5", "7.6", "7.7")),
    ],
)
def test_on_which_grounds_the_ball_is_taken_out_before_it_rests(ground: str, taken_out: bool) -> None:
    """Each of 7.1, 7.2, 7.3 and 7.4.1 prints it; the others do not."""
    judgement = played(RED, CLOSED, no_spin(30, ground), BALL, "50 ball_taken_out taken_by=dealer/D01").judge()
    assert [f[:3] for f in found(judgement)] == ([("ball_taken_out_late", "", (ground,))] if taken_out else [])


@pytest.mark.parametrize(
    ("post", "said"),
    [("pit_supervisor", []), ("acting_pit_supervisor", []), ("dealer", ["ball_examined_by_other_post"])],
)
def test_7_5_who_examines_a_ball_that_left_the_wheel(post: str, said: list[str]) -> None:
    examined = f"40 ball_examined examined_by={post}/S01 sound=true"
    judgement = played(RED, CLOSED, no_spin(30, "7.5"), examined, "42 ball_put_back pocket=9").judge()
    assert [f[0] for f in found(judgement)] == said


@pytest.mark.parametrize(("count", "standing"), [(2, "awaiting"), (3, "settled"), (0, "awaiting")])
def test_7_2_fewer_than_three_revolutions_that_nobody_called_wait(count: int, standing: str) -> None:
    judgement = played(RED, CLOSED, f"40 revolutions_counted count={count}", BALL).judge()
    assert judgement.summary["standing"] == standing
    assert [f[:3] for f in found(judgement)] == [
        ("cause_without_call", "call:4", ("7.2", "7.12")) for _ in range(standing == "awaiting")
    ]
    called = played(RED, CLOSED, f"40 revolutions_counted count={count}", no_spin(41, "7.2"), BALL).judge()
    assert (called.summary["standing"], found(called)) == ("void", [])
    running = played(RED, CLOSED, f"40 revolutions_counted count={count}", closed=False, ended="no").judge()
    assert running.summary["standing"] == "pending"


def test_7_2_the_number_of_revolutions_is_the_documents() -> None:
    """A later document may ask for four; one that the record holds from before it was a table is read with three."""
    tables = BOOK.tables
    four = msgspec.structs.replace(BOOK, tables={**tables, "revolutions": {"least": 4}})
    before = msgspec.structs.replace(BOOK, tables={})
    counted = played(RED, CLOSED, "40 revolutions_counted count=3", BALL)
    assert counted.judge(book=four).summary["standing"] == "awaiting"
    assert counted.judge(book=before).summary["standing"] == counted.judge().summary["standing"] == "settled"
    few = played(RED, CLOSED, "40 revolutions_counted count=2", BALL)
    assert few.judge(book=before).summary["standing"] == "awaiting"
