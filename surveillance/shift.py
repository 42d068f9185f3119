"""What a shift of Surveillance was: the data of its report, by interval.

Everything of which something was recorded from ``begins_at`` on and before ``ends_at``: incidents that happened, and
apart from them those that were entered in the shift and happened at another time; requests that came and that were
answered, findings that were reviewed, spot checks that were asked for, gaps found and closed, holds placed and
released, recordings that arrived and that were deleted; and what is still open at its end.
An interval in which nothing happened says so by empty lists. Proved by ``tests/surveillance/test_shift.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q, QuerySet

from casino.ledger.models import Property
from surveillance.models import (
    REQUEST_WAITS,
    Gap,
    Hold,
    Incident,
    Recording,
    Request,
    Review,
    SpotCheck,
)


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """Codes of what happened, in the order in which it did. ``open_requests`` and ``open_gaps`` are those that wait
    now."""

    begins_at: datetime
    ends_at: datetime
    incidents: list[str]
    incidents_entered: list[str]
    requests_made: list[str]
    requests_answered: list[str]
    reviews: list[str]
    spot_checks: list[str]
    gaps_found: list[str]
    gaps_closed: list[str]
    holds_placed: list[str]
    holds_released: list[str]
    recordings_arrived: list[str]
    recordings_deleted: list[str]
    open_requests: list[str]
    open_gaps: list[str]

    @property
    def is_empty(self) -> bool:
        """Whether nothing happened, whatever is still open."""
        happened = (name for name in self.__struct_fields__ if name not in ("begins_at", "ends_at"))
        return not any(getattr(self, name) for name in happened if not name.startswith("open_"))


def rows(owner: Property, begins_at: datetime, ends_at: datetime) -> dict[str, QuerySet[Any]]:
    """Name of a list of :class:`Shift` -> the rows in it, in their order."""

    def within(model: type[Any], column: str) -> QuerySet[Any]:
        during = Q(**{f"{column}__gte": begins_at, f"{column}__lt": ends_at})
        found: QuerySet[Any] = model.objects.filter(during, property=owner).order_by(column, "id")
        return found

    def waiting(model: type[Any], condition: Q) -> QuerySet[Any]:
        found: QuerySet[Any] = model.objects.filter(condition, property=owner).order_by("id")
        return found

    return {
        "incidents": within(Incident, "happened_at"),
        "incidents_entered": within(Incident, "entered_at").exclude(
            happened_at__gte=begins_at, happened_at__lt=ends_at
        ),
        "requests_made": within(Request, "asked_at"),
        "requests_answered": within(Request, "answered_at"),
        "reviews": within(Review, "reviewed_at"),
        "spot_checks": within(SpotCheck, "asked_at"),
        "gaps_found": within(Gap, "found_at"),
        "gaps_closed": within(Gap, "closed_at"),
        "holds_placed": within(Hold, "placed_at"),
        "holds_released": within(Hold, "released_at"),
        "recordings_arrived": within(Recording, "arrived_at"),
        "recordings_deleted": within(Recording, "deleted_at"),
        "open_requests": waiting(Request, Q(status__in=REQUEST_WAITS)),
        "open_gaps": waiting(Gap, Q(closed_at=None)),
    }


def shift(owner: Property, begins_at: datetime, ends_at: datetime) -> Shift:
    """The data of a shift's report."""
    found = {name: [str(row) for row in each] for name, each in rows(owner, begins_at, ends_at).items()}
    return Shift(begins_at=begins_at, ends_at=ends_at, **found)
