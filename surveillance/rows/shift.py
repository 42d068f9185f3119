"""What a shift of Surveillance was: the data of its report, by interval.

Everything of which something was recorded from ``begins_at`` on and before ``ends_at``: incidents that happened, and
apart from them those that were entered in the shift and happened at another time; requests that came and that were
answered, findings that were reviewed, spot checks that were asked for, gaps found and closed, holds placed and
released, recordings that arrived and that were deleted; and what is still open at its end.
An interval in which nothing happened says so by empty lists. It is signed by who hands the shift over and by who takes
it over (``record/shifts.py``). Proved by ``tests/surveillance/test_shift.py`` and ``test_shift_signed.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from django.db.models import Q

from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from surveillance.record import state
from surveillance.record.shift_facts import ShiftLine, ShiftSaid, digest_of
from surveillance.rows.choices import REQUEST_WAITS
from surveillance.rows.log_models import Incident, Review, ShiftReport, SpotCheck
from surveillance.rows.models import Gap, Hold, Recording, Request


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


Rows = dict[str, list[Any]]
"""Name of a list of :class:`Shift` -> the rows in it, in their order."""
DURING: Final[dict[str, tuple[type[Any], str]]] = {
    "incidents": (Incident, "happened_at"),
    "incidents_entered": (Incident, "entered_at"),
    "requests_made": (Request, "asked_at"),
    "requests_answered": (Request, "answered_at"),
    "reviews": (Review, "reviewed_at"),
    "spot_checks": (SpotCheck, "asked_at"),
    "gaps_found": (Gap, "found_at"),
    "gaps_closed": (Gap, "closed_at"),
    "holds_placed": (Hold, "placed_at"),
    "holds_released": (Hold, "released_at"),
    "recordings_arrived": (Recording, "arrived_at"),
    "recordings_deleted": (Recording, "deleted_at"),
}
"""List -> whose rows are in it where this moment of theirs lies in the interval."""
OPEN: Final[dict[str, tuple[type[Any], Q, Callable[[Any], bool]]]] = {
    "open_requests": (Request, Q(status__in=REQUEST_WAITS), lambda row: row.status in REQUEST_WAITS),
    "open_gaps": (Gap, Q(closed_at=None), lambda row: row.closed_at is None),
}
"""List -> whose rows are in it while this holds, whenever they began."""


def rows(owner: Property, begins_at: datetime, ends_at: datetime) -> Rows:
    """Everything in the report of an interval: one question for each kind of row."""
    wanted: dict[type[Any], Q] = {}
    for model, column in DURING.values():
        during = Q(**{f"{column}__gte": begins_at, f"{column}__lt": ends_at})
        wanted[model] = wanted.get(model, Q(pk__in=())) | during
    for model, condition, _holds in OPEN.values():
        wanted[model] |= condition
    here = {model: list(model.objects.filter(each, property=owner).order_by("id")) for model, each in wanted.items()}
    for row in (row for each in here.values() for row in each):
        row.property = owner

    def within(rows: list[Any], column: str) -> list[Any]:
        moments = [(getattr(row, column), row.pk, row) for row in rows]
        return [row for _at, _pk, row in sorted(each for each in moments if each[0] and begins_at <= each[0] < ends_at)]

    found = {name: within(here[model], column) for name, (model, column) in DURING.items()}
    happened = {row.pk for row in found["incidents"]}
    found["incidents_entered"] = [row for row in found["incidents_entered"] if row.pk not in happened]
    return found | {name: [row for row in here[model] if holds(row)] for name, (model, _q, holds) in OPEN.items()}


SAYS: Final = (
    *("kind", "disposition", "status", "verdict", "ending", "how", "table", "place", "round", "dealer"),
    *("subject_stream", "subject", "subject_identity", "recording", "sha256", "additions"),
    *("happened_at", "begins_at", "ends_at", "shown_from", "reviewed_at", "asked_at", "answered_at", "closed_at"),
    *("entered_by", "asked_by", "answered_by", "reviewed_by", "placed_by", "released_by", "arrived_by"),
)
"""What a line of the report says of its row, in codes and UTC, where the row has it."""


def lines(found: Rows) -> tuple[ShiftLine, ...]:
    """The report line by line, as it is signed."""
    return tuple(
        ShiftLine(among=name, stream=row.stream, label=str(row), says=_says(row))
        for name, each in found.items()
        for row in each
    )


def _says(row: Any) -> tuple[ShiftSaid, ...]:
    said = {name: getattr(row, name) for name in SAYS if getattr(row, name, None) not in (None, "")}
    return tuple(
        ShiftSaid(name=name, value=value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value))
        for name, value in said.items()
    )


def signable(
    owner: Property, begins_at: datetime, ends_at: datetime, found: Rows | None = None
) -> tuple[str, tuple[ShiftLine, ...]]:
    """What is signed of an interval as it stands: its digest, its lines. ``found`` where its rows are there already."""
    said = lines(rows(owner, begins_at, ends_at) if found is None else found)
    return digest_of(owner.code, begins_at, ends_at, said), said


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


def signed(owner: Property, begins_at: datetime, ends_at: datetime, found: Rows) -> Signed | None:
    """The same of this very interval, whose rows are these; None where nobody has signed it."""
    row = ShiftReport.objects.filter(property=owner, begins_at=begins_at, ends_at=ends_at).order_by("id").last()
    if row is None:
        return None
    handed = get_ledger(owner.code).load(state.Shift, row.stream).handed
    assert handed is not None
    then = {(line.among, line.label): line for line in handed.fact.lines}
    now = {(line.among, line.label): line for line in lines(found)}
    return Signed(
        row=row,
        entered=frozenset(now.keys() - then.keys()),
        changed=frozenset(key for key in now.keys() & then.keys() if now[key] != then[key]),
        gone=tuple(line for key, line in then.items() if key not in now),
    )


def shift(owner: Property, begins_at: datetime, ends_at: datetime, found: Rows | None = None) -> Shift:
    """The data of a shift's report; ``found`` where its rows are there already."""
    listed = rows(owner, begins_at, ends_at) if found is None else found
    said = {name: [str(row) for row in each] for name, each in listed.items()}
    return Shift(begins_at=begins_at, ends_at=ends_at, **said)
