"""The clocks of a case: which of them run at each stage, until when, whose they are, and under which clause."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from disputes.case import commands as c
from disputes.case.clocks import CLOCKS, clause_of_clock, clocks, waiting_posts
from disputes.case.context import Terms
from disputes.case.state import Stage
from tests.disputes import gate
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, WATCH
from tests.disputes.case.world import World

TERMS = Terms()
RUNS: dict[str, tuple[Callable[[World], None], str, timedelta, str]] = {
    "stage_at_table": (stages.at_table, "8.1", timedelta(minutes=TERMS.at_table_minutes), "pit_supervisor"),
    "first_word": (stages.with_pit_manager, "8.3", timedelta(minutes=TERMS.first_word_minutes), "pit_manager"),
    "stage_confirmation": (stages.confirmation, "8.4", timedelta(hours=TERMS.confirmation_hours), "shift_manager"),
    "stage_closing": (stages.closing, "8.4", timedelta(days=TERMS.closing_days), "pit_supervisor"),
    "stage_complaint": (stages.complaint, "8.5", timedelta(days=TERMS.complaint_days), "pit_manager"),
    "stage_senior_management": (
        stages.senior_management,
        "8.5",
        timedelta(days=TERMS.senior_days),
        "senior_management",
    ),
    "stage_senior_confirmation": (
        stages.senior_confirmation,
        "8.5",
        timedelta(hours=TERMS.confirmation_hours),
        "director_of_table_games",
    ),
}
"""Clock of the stage just entered -> the way there, its clause, its span, and somebody whose move it is."""


def codes(world: World) -> list[str]:
    return [clock.code for clock in clocks(world.cases[f"case/{NUMBER}"])]


@pytest.mark.parametrize("code", RUNS)
def test_entering_a_stage_sets_its_clock(code: str) -> None:
    way, clause, span, post = RUNS[code]
    world = World()
    way(world)
    clock = next(each for each in clocks(world.cases[f"case/{NUMBER}"]) if each.code == code)
    assert (clock.clause, clock.due_at) == (clause, world.now + span)
    assert post in clock.posts
    assert post in waiting_posts(world.cases[f"case/{NUMBER}"])


def test_8_4_a_decision_is_due_when_no_time_could_be_promised() -> None:
    """The first word was said, and the case is still to be decided: its clock goes on under another name."""
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))
    [clock] = clocks(world.cases[f"case/{NUMBER}"])
    assert (clock.code, clock.clause) == ("stage_pit_manager", "8.4")


@pytest.mark.parametrize(
    ("way", "commands", "codes"),
    [
        (stages.answer, (), ["stage_answer"]),
        (stages.answer, (c.RecordAnswer(agreed=False),), ["stage_disagreed"]),
        (stages.complaint_answer, (), ["stage_complaint_answer"]),
        (stages.closed, (), []),
    ],
)
def test_8_5_the_clocks_of_answer_and_complaint(
    way: Callable[[World], None], commands: tuple[c.Command, ...], codes: list[str]
) -> None:
    world = World()
    way(world)
    for command in commands:
        world.do(NUMBER, MANAGER, command)
    found = [clock for clock in clocks(world.cases[f"case/{NUMBER}"]) if clock.code != "acknowledge"]
    assert [clock.code for clock in found] == codes
    assert {clock.clause for clock in found} <= {"8.5"}


def test_8_2_surveillance_has_clocks_of_its_own() -> None:
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    told = world.now
    for _ in range(2):
        asked = c.AskFootage(table="RL01", begins_at=world.now - stages.MINUTE, ends_at=world.now)
        world.do(NUMBER, MANAGER, asked)
    case = world.cases[f"case/{NUMBER}"]
    due = {(clock.code, clock.subject): clock for clock in clocks(case)}
    assert set(due) == {("first_word", ""), ("acknowledge", ""), ("footage", "F1"), ("footage", "F2")}
    assert due["acknowledge", ""].due_at == told + timedelta(minutes=TERMS.acknowledge_minutes)
    assert due["footage", "F2"].due_at == world.now + timedelta(hours=TERMS.footage_hours)
    assert (due["acknowledge", ""].clause, due["footage", "F1"].clause) == ("8.2", "8.4.7"), "roulette prints it there"
    assert clause_of_clock("footage", "baccarat") == "8.4.6"
    assert all(clock.posts == ("surveillance",) for clock in due.values() if clock.code != "first_word")
    assert "surveillance" in waiting_posts(case)
    world.do(NUMBER, WATCH, c.AcknowledgeNotice())
    world.do(NUMBER, WATCH, gate.no_footage())
    assert [(clock.code, clock.subject) for clock in clocks(case)] == [("first_word", ""), ("footage", "F2")]
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F2", found=True, answer="CAM-7."))
    assert "surveillance" not in waiting_posts(case)


def test_the_earliest_stands_first() -> None:
    world = World()
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + timedelta(minutes=5), language="vi"))
    assert codes(world) == ["promised", "acknowledge"]
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + timedelta(hours=5), language="vi"))
    assert codes(world) == ["acknowledge", "promised"]


def test_every_open_stage_has_a_clock_and_the_end_has_none() -> None:
    for stage, way in stages.WAYS.items():
        world = World()
        way(world)
        case = world.cases[f"case/{NUMBER}"]
        assert bool(clocks(case)) is (stage is not Stage.CLOSED)
        assert bool(waiting_posts(case)) is (stage is not Stage.CLOSED)
        assert {clock.code for clock in clocks(case)} <= set(CLOCKS)
