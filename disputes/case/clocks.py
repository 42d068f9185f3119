"""The clocks of a case: what is to be done by when, and by whom. Pure; what is overdue is asked with a moment.

A clock runs from the event that set it (its ``next_by``) until what it waits for is recorded. Proved by
``tests/disputes/case/test_clocks.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.case.procedure import printed
from disputes.case.stages import WATCH, handlers
from disputes.case.state import Case, Stage

_WORDS: Final = Catalogue(__file__)

CLOCKS: Final = {
    "stage_at_table": ("8.1", _WORDS.text("clocks--stage_at_table--8-1")),
    "first_word": ("8.3", _WORDS.text("clocks--first_word--8-3")),
    "promised": ("8.3", _WORDS.text("clocks--promised--8-3")),
    "stage_pit_manager": ("8.4", _WORDS.text("clocks--stage_pit_manager--8-4")),
    "stage_confirmation": ("8.4", _WORDS.text("clocks--stage_confirmation--8-4")),
    "stage_answer": ("8.5", _WORDS.text("clocks--stage_answer--8-5")),
    "stage_disagreed": ("8.5", _WORDS.text("clocks--stage_disagreed--8-5")),
    "stage_complaint": ("8.5", _WORDS.text("clocks--stage_complaint--8-5")),
    "stage_senior_management": ("8.5", _WORDS.text("clocks--stage_senior_management--8-5")),
    "stage_senior_confirmation": (
        "8.5",
        _WORDS.text("clocks--stage_senior_confirmation--8-5"),
    ),
    "stage_complaint_answer": ("8.5", _WORDS.text("clocks--stage_complaint_answer--8-5")),
    "stage_closing": ("8.4", _WORDS.text("clocks--stage_closing--8-4")),
    "acknowledge": ("8.2", _WORDS.text("clocks--acknowledge--8-2")),
    "footage": ("8.4.6", _WORDS.text("clocks--footage--8-4-6")),
}
"""Code of a clock -> clause and name."""


class Clock(msgspec.Struct, frozen=True):
    """One thing that is to be done by ``due_at``, by these posts. ``subject`` tells requests apart (F1)."""

    code: str
    due_at: datetime
    posts: tuple[str, ...]
    subject: str = ""
    game: str = ""

    @property
    def clause(self) -> str:
        return clause_of_clock(self.code, self.game)

    @property
    def name(self) -> Text:
        return CLOCKS[self.code][1]


def clause_of_clock(code: str, game: str) -> str:
    """The number under which the game's document asks for what the clock waits for."""
    return printed(CLOCKS[code][0], game)[0]


def clocks(case: Case) -> list[Clock]:
    """Every clock that runs, the earliest first. A closed case has none."""
    if case.is_closed or not case.exists:
        return []
    found = []
    game = case.game or ""
    if case.next_by is not None:
        found.append(Clock(_stage_clock(case), case.next_by, handlers(case), game=game))
    notified = case.notified
    if notified is not None and case.acknowledged is None and notified.fact.next_by is not None:
        found.append(Clock("acknowledge", notified.fact.next_by, WATCH, game=game))
    for request, footage in case.footage.items():
        if footage.waits and footage.asked.next_by is not None:
            found.append(Clock("footage", footage.asked.next_by, WATCH, request, game))
    return sorted(found, key=lambda clock: (clock.due_at, clock.code, clock.subject))


def _stage_clock(case: Case) -> str:
    if case.stage in (Stage.PIT_MANAGER, Stage.SENIOR_MANAGEMENT) and case.promised_until == case.next_by:
        return "promised"
    if case.stage is Stage.PIT_MANAGER and case.promise is None:
        return "first_word"
    return f"stage_{case.stage.value}"


def waiting_posts(case: Case) -> tuple[str, ...]:
    """Whose move it is: the handlers of the stage, and Surveillance where it is asked."""
    if case.is_closed or not case.exists:
        return ()
    asked = case.notified is not None and case.acknowledged is None
    asked = asked or any(footage.waits for footage in case.footage.values())
    return (*handlers(case), *(WATCH if asked else ()))
