"""The line of section 8: done, here, ahead, and what the case did not need. Without a database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from casino.core.events import RecordedEvent
from casino.core.sealed import Sealed
from disputes.case import facts as f
from disputes.case.state import Stage
from disputes.pages.stepper import STEPS, passages, steps
from games.engine.facts import Person

AT = datetime(2026, 11, 20, tzinfo=UTC)
WHO = Person(post="pit_manager", staff="S-300")
SEALED = Sealed(ref=UUID(int=1), digest="0" * 64, persons=("PS-000000000000",))
OPENED = f.CaseOpened(source="player", own="PS-0", opened_by=WHO, currency="VND", parties=(), claim=SEALED)
PASSED = f.PassedOn(why="player_disagrees", passed_by=WHO)
NONE = f.Remedy(kind="none", citations=())
CLOSED = f.CaseClosed(ending="withdrawn", closed_by=WHO, retained_until=AT)


def decided(*, confirm: bool = False, code: str = "D1") -> f.Decided:
    return f.Decided(
        decision=code, remedy=NONE, evidence=(), reasons=SEALED, decided_by=WHO, needs_confirmation=confirm
    )


def recorded(*facts: Any) -> list[RecordedEvent]:
    return [
        RecordedEvent(
            position=n,
            stream="case/2026-00001",
            version=n,
            type=f.NAMES[type(fact)],
            stored_type=f.NAMES[type(fact)],
            occurred_at=AT,
            recorded_at=AT + timedelta(minutes=n),
            actor=f"person:S-{n}",
            id=UUID(int=n),
            data=fact,
        )
        for n, fact in enumerate(facts, 1)
    ]


def line(*facts: Any) -> list[str]:
    case, course = passages("case/2026-00001", recorded(*facts))
    return [step.state for step in steps(case, course)]


def test_every_stage_has_its_step_once() -> None:
    stages = [stage for _clause, _name, group in STEPS for stage in group]
    assert sorted(stages) == sorted(Stage)


def test_at_the_table() -> None:
    assert line(OPENED) == ["now"] + ["ahead"] * 8


def test_passed_on() -> None:
    assert line(OPENED, PASSED) == ["done", "now"] + ["ahead"] * 7


def test_without_a_second_person_that_step_was_not_needed() -> None:
    assert line(OPENED, PASSED, decided())[:5] == ["done", "done", "skipped", "now", "ahead"]
    assert line(OPENED, PASSED, decided(confirm=True))[:4] == ["done", "done", "now", "ahead"]


def test_withdrawn_at_the_table_needed_nothing_else() -> None:
    assert line(OPENED, CLOSED) == ["done"] + ["skipped"] * 7 + ["now"]


def test_sent_back_by_the_second_person_stands_with_the_pit_manager_again() -> None:
    refused = f.ConfirmationRefused(decision="D1", refused_by=WHO, reason=SEALED)
    assert line(OPENED, PASSED, decided(confirm=True), refused)[:4] == ["done", "now", "ahead", "ahead"]


def test_reopened_goes_back_and_the_end_lies_ahead_again() -> None:
    reopened = f.CaseReopened(reason=SEALED, reopened_by=WHO)
    states = line(OPENED, PASSED, CLOSED, reopened)
    assert states == ["done", "now"] + ["ahead"] * 7


def test_a_step_says_when_the_case_came_to_it_and_by_whom() -> None:
    case, course = passages("case/2026-00001", recorded(OPENED, PASSED, decided()))
    shown = steps(case, course)
    assert (shown[1].at, shown[1].by) == (AT + timedelta(minutes=2), "S-2")
    assert shown[4].at is None
    assert SimpleNamespace(clause="8.1").clause == shown[0].clause
