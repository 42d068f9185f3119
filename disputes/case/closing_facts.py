"""A case that has its end, what it waits for before it closes, and what goes on besides: as events of the case.

Proved by ``tests/disputes/case/test_closing.py`` and the frozen examples.
"""

from __future__ import annotations

from datetime import datetime

from casino.core.events import Fact
from casino.core.sealed import Sealed
from disputes.case.facts import Ending
from disputes.case.parts import RoundRef
from disputes.case.recorded import recorded
from games.engine.facts import Code, Person


@recorded("closing_begun")
class ClosingBegun(Fact, frozen=True):
    """How the case ends is known; it closes once its money and papers are handed over. ``said`` by the player."""

    ending: Ending
    begun_by: Person
    said: Sealed | None = None
    next_by: datetime | None = None


@recorded("rounds_resumed")
class RoundsResumed(Fact, frozen=True):
    """The decision has its end, and the rounds that it left open for a ruling (section 7) are decided next."""

    rounds: tuple[RoundRef, ...]
    resumed_by: Person
    next_by: datetime | None = None


@recorded("step_set_aside")
class StepSetAside(Fact, frozen=True):
    """A step before the end is not waited for, and why: a line of money (M1), a paper (L1), or the kind of a paper that
    was not issued. Money that was set aside is still out."""

    step: Code
    set_aside_by: Person
    reason: Sealed


@recorded("closing_completed")
class ClosingCompleted(Fact, frozen=True):
    """The last step was done or set aside, and so the case has ended. ``retained_until`` is the end of the record's
    term."""

    closed_by: Person
    retained_until: datetime
