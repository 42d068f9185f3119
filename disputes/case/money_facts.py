"""What became of the money of a remedy that took effect: handed over, received, waived, uncollectable. As events of the
case, each about a line of the remedy by its code.

Proved by ``tests/disputes/case/test_money.py`` and the frozen examples.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact
from casino.core.money import MAX_MINOR
from casino.core.sealed import Sealed
from casino.house.sums import Why as Alone
from disputes.case.recorded import recorded
from games.engine.facts import Code, Person

Moved = Annotated[int, msgspec.Meta(ge=1, le=MAX_MINOR, description="An amount above zero, in the smallest unit.")]
How = Literal["chips", "cash", "transfer", "other"]
GivenUp = Literal["waived", "uncollectable"]


@recorded("money_handed_over")
class MoneyHandedOver(Fact, frozen=True):
    """The player has the money: how, when (``moved_at``), and who recorded it."""

    line: Code
    amount_minor: Moved
    how: How
    moved_at: datetime
    recorded_by: Person
    note: Sealed | None = None


@recorded("money_received")
class MoneyReceived(Fact, frozen=True):
    """The house has the money back from the player: how, when, and who recorded it."""

    line: Code
    amount_minor: Moved
    how: How
    moved_at: datetime
    recorded_by: Person
    note: Sealed | None = None


@recorded("giving_up_asked")
class GivingUpAsked(Fact, frozen=True):
    """A first person asks that money be given up; a second one confirms it. ``because``: why one does not suffice."""

    line: Code
    amount_minor: Moved
    why: GivenUp
    reason: Sealed
    asked_by: Person
    because: tuple[Alone, ...] = ()


@recorded("money_waived")
class MoneyWaived(Fact, frozen=True):
    """The house lets the player keep it. ``confirmed_by`` is the second person, where one was needed."""

    line: Code
    amount_minor: Moved
    reason: Sealed
    given_up_by: Person
    confirmed_by: Person | None = None


@recorded("money_uncollectable")
class MoneyUncollectable(Fact, frozen=True):
    """The house cannot get it back. ``confirmed_by`` is the second person, where one was needed."""

    line: Code
    amount_minor: Moved
    reason: Sealed
    given_up_by: Person
    confirmed_by: Person | None = None
