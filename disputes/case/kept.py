"""What the state of a case is made of: facts kept with their place, requests for footage, decisions."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from casino.core.events import RecordedEvent
from disputes.case import facts as f


class Stage(StrEnum):
    """Where a case stands in section 8."""

    AT_TABLE = "at_table"
    PIT_MANAGER = "pit_manager"
    CONFIRMATION = "confirmation"
    ANSWER = "answer"
    DISAGREED = "disagreed"
    COMPLAINT = "complaint"
    SENIOR_MANAGEMENT = "senior_management"
    SENIOR_CONFIRMATION = "senior_confirmation"
    COMPLAINT_ANSWER = "complaint_answer"
    CLOSING = "closing"
    CLOSED = "closed"


class Kept:
    """A fact that was collected, with its place in the case."""

    __slots__ = ("at", "fact", "version", "withdrawn")

    def __init__(self, fact: Any, event: RecordedEvent) -> None:
        self.fact = fact
        self.version = event.version
        self.at = event.recorded_at
        self.withdrawn = False


class Footage:
    """A request for footage and what came of it. ``unanswered``: nothing came while its clock ran; a later answer takes
    the place of that."""

    __slots__ = ("answer", "answered_version", "asked", "asked_at", "unanswered")

    def __init__(self, asked: f.FootageAsked, at: datetime) -> None:
        self.asked = asked
        self.asked_at = at
        self.answer: f.FootageAnswered | None = None
        self.answered_version = 0
        self.unanswered: Kept | None = None

    @property
    def waits(self) -> bool:
        """Whether it still holds up a decision."""
        return self.answer is None and self.unanswered is None


class Made:
    """A decision: by the pit manager (8.4) or by senior management (8.5)."""

    __slots__ = ("at", "confirmed", "fact", "in_force", "occurred_at", "refused", "version")

    def __init__(self, fact: f.Decided | f.ComplaintDecided, event: RecordedEvent) -> None:
        self.fact = fact
        self.version = event.version
        self.at = event.recorded_at
        self.occurred_at = event.occurred_at or event.recorded_at
        self.confirmed: f.DecisionConfirmed | None = None
        self.refused: f.ConfirmationRefused | None = None
        self.in_force = not fact.needs_confirmation

    @property
    def code(self) -> str:
        return self.fact.decision

    @property
    def on_complaint(self) -> bool:
        return isinstance(self.fact, f.ComplaintDecided)
