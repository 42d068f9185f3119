"""What a shift of Surveillance was: the data of its report, by interval.

Everything of which something was recorded from ``begins_at`` on and before ``ends_at``: incidents that happened, and
apart from them those that were entered in the shift and happened at another time; requests that came and that were
answered, findings that were reviewed, spot checks that were asked for, gaps found and closed, holds placed and
released, recordings that arrived and that were deleted; and what is still open at its end.
An interval in which nothing happened says so by empty lists. It is signed by who hands the shift over and by who takes
it over (``record/shifts.py``). Proved by ``tests/surveillance/test_shift.py`` and ``test_shift_signed.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from django.db.models import Q, QuerySet

from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from surveillance.models import (
    REQUEST_WAITS,
    Gap,
    Hold,
    Incident,
    Recording,
    Request,
    Review,
    ShiftReport,
    SpotCheck,
)
from surveillance.record import state
from surveillance.record.shift_facts import ShiftLine, ShiftSaid, digest_of


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


SAYS: Final = (
    *("kind", "disposition", "status", "verdict", "ending", "how", "table", "place", "round", "dealer"),
    *("subject_stream", "subject", "subject_identity", "recording", "sha256", "additions"),
    *("happened_at", "begins_at", "ends_at", "shown_from", "reviewed_at", "asked_at", "answered_at", "closed_at"),
    *("entered_by", "asked_by", "answered_by", "reviewed_by", "placed_by", "released_by", "arrived_by"),
)
"""What a line of the report says of its row, in codes and UTC, where the row has it."""


def lines(owner: Property, begins_at: datetime, ends_at: datetime) -> tuple[ShiftLine, ...]:
    """The report line by line, as it is signed."""
    return tuple(
        ShiftLine(among=name, stream=row.stream, label=str(row), says=_says(row))
        for name, found in rows(owner, begins_at, ends_at).items()
        for row in found
    )


def _says(row: Any) -> tuple[ShiftSaid, ...]:
    said = {name: getattr(row, name) for name in SAYS if getattr(row, name, None) not in (None, "")}
    return tuple(
        ShiftSaid(name=name, value=value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value))
        for name, value in said.items()
    )


def signable(owner: Property, begins_at: datetime, ends_at: datetime) -> tuple[str, tuple[ShiftLine, ...]]:
    """What is signed of an interval as it stands: its digest, its lines."""
    found = lines(owner, begins_at, ends_at)
    return digest_of(owner.code, begins_at, ends_at, found), found


class Signed(msgspec.Struct, frozen=True):
    """The report of an interval that was signed last, and what of it is otherwise now: lines that were entered after
    it, lines that say something else since, and lines that are gone (of what was open then)."""

    row: ShiftReport
    entered: frozenset[tuple[str, str]]
    changed: frozenset[tuple[str, str]]
    gone: tuple[ShiftLine, ...]

    def tag(self, among: str, label: str) -> str:
        """``entered``, ``changed`` or nothing."""
        key = (among, label)
        return "entered" if key in self.entered else "changed" if key in self.changed else ""


def signed(owner: Property, begins_at: datetime, ends_at: datetime) -> Signed | None:
    """The same of this very interval; None where nobody has signed it."""
    found = ShiftReport.objects.filter(property=owner, begins_at=begins_at, ends_at=ends_at).order_by("id").last()
    if found is None:
        return None
    handed = get_ledger(owner.code).load(state.Shift, found.stream).handed
    assert handed is not None
    then = {(line.among, line.label): line for line in handed.fact.lines}
    now = {(line.among, line.label): line for line in lines(owner, begins_at, ends_at)}
    return Signed(
        row=found,
        entered=frozenset(now.keys() - then.keys()),
        changed=frozenset(key for key in now.keys() & then.keys() if now[key] != then[key]),
        gone=tuple(line for key, line in then.items() if key not in now),
    )


def shift(owner: Property, begins_at: datetime, ends_at: datetime) -> Shift:
    """The data of a shift's report."""
    found = {name: [str(row) for row in each] for name, each in rows(owner, begins_at, ends_at).items()}
    return Shift(begins_at=begins_at, ends_at=ends_at, **found)
