"""Section 8 as a line of steps: which the case has gone, where it stands, and which it has not needed.

Told from the events, so that a case that was reopened or sent back shows its last way through each step. Proved by
``tests/disputes/admin/test_stepper.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from casino.core.events import RecordedEvent
from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.case.state import Case, Stage

_WORDS: Final = Catalogue(__file__)

S = Stage

STEPS: Final[tuple[tuple[str, Text, tuple[Stage, ...]], ...]] = (
    ("8.1", _WORDS.text("steps--8-1"), (S.AT_TABLE,)),
    ("8.2–8.4", _WORDS.text("steps--8-2-8-4"), (S.PIT_MANAGER,)),
    ("8.4", _WORDS.text("steps--8-4"), (S.CONFIRMATION,)),
    ("8.4", _WORDS.text("steps--8-4--players-answer"), (S.ANSWER,)),
    ("8.5", _WORDS.text("steps--8-5"), (S.DISAGREED,)),
    ("8.5–8.6", _WORDS.text("steps--8-5-8-6"), (S.COMPLAINT,)),
    (
        "8.5",
        _WORDS.text("steps--8-5--senior-management"),
        (S.SENIOR_MANAGEMENT, S.SENIOR_CONFIRMATION, S.COMPLAINT_ANSWER),
    ),
    ("", _WORDS.text("steps--money-and-papers"), (S.CLOSING,)),
    ("", _WORDS.text("steps--closed"), (S.CLOSED,)),
)
"""Clause, name and stages of each step, in the order of the documents."""


class Passage(msgspec.Struct, frozen=True):
    """A stage that the case came to: when, and by whose step."""

    stage: Stage
    at: datetime
    by: str


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """One step. ``state`` is ``done``, ``now``, ``ahead``, or ``skipped`` for one that the case did not need."""

    clause: str
    name: Text
    state: str
    at: datetime | None = None
    by: str = ""


def passages(stream: str, events: Iterable[RecordedEvent]) -> tuple[Case, list[Passage]]:
    """The folded case and every stage it came to, in order."""
    case = Case(stream)
    course: list[Passage] = []
    for event in events:
        before = case.stage if case.exists else None
        case.evolve(event)
        if case.stage is not before:
            course.append(Passage(case.stage, event.recorded_at, event.actor.removeprefix("person:")))
    return case, course


def steps(case: Case, course: list[Passage]) -> list[StepView]:
    """The line of steps as it stands."""
    last = {passage.stage: passage for passage in course}
    here = next(place for place, (_clause, _name, stages) in enumerate(STEPS) if case.stage in stages)
    found = []
    for place, (clause, name, stages) in enumerate(STEPS):
        came = next((last[stage] for stage in stages if stage in last), None)
        if place == here:
            state = "now"
        elif place > here:
            state = "ahead"
        else:
            state = "done" if came else "skipped"
        shown = came if state != "ahead" else None
        found.append(
            StepView(
                clause=clause,
                name=name,
                state=state,
                at=shown.at if shown else None,
                by=shown.by if shown else "",
            )
        )
    return found
