"""The follower that writes the rows of reports, of recurring ones and of regulators' access, from the record alone.

Each stream that a batch touches is folded as it stood at the batch's last position and its row written anew, so that a
rebuild gives the same rows whatever the size of its batches. A regulator's stream grows with every look: what its row
counts is added to, from the row that stands. Proved by ``tests/surveillance/reports/test_asking.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from games.rows.all_readmodels import ReadModel
from games.rows.models import row_key
from games.rows.readmodel import WAIT_SECONDS, brought_to_head, watched
from surveillance.reports import facts as f
from surveillance.reports.models import Looker, Report, ReportPlan, ReportState

NAME: Final = "reports"
BATCH: Final = 1_000
TYPES: Final = frozenset(f.NAMES.values())


def catch_up(property_code: str, *, batch: int = BATCH, limit: int | None = None) -> Progress:
    """Bring the rows to the end of the log (or ``limit`` positions further)."""
    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(
            NAME, property_code, Writer(property_code).handle, batch=batch, limit=limit, types=TYPES
        ),
    )


def follow_to_head(property_code: str, *, wait_seconds: float = WAIT_SECONDS) -> bool:
    """Bring the rows to the head as it stands now, waiting for a copy at work. False if that took too long."""
    return brought_to_head(catch_up, property_code, wait_seconds)


def drop(property_code: str) -> None:
    """Drop the rows of a property; the next catching up writes them again from the beginning."""

    def clear() -> None:
        for model in (Report, ReportPlan, Looker):
            model._default_manager.filter(property__code=property_code).delete()

    follow.rebuild(NAME, property_code, clear)


class Writer:
    """Writes rows for one property: an event is applied to the row of its stream."""

    def __init__(self, property_code: str) -> None:
        self.owner = Property.objects.get(code=property_code)
        self.rows: dict[str, Any] = {}

    def handle(self, events: Sequence[RecordedEvent]) -> None:
        """Apply a batch."""
        self.rows = {}
        for event in events:
            row = self._row(event)
            row.version, row.last_position = event.version, event.position
            APPLY[event.stream.partition("/")[0]](row, event)
        for row in self.rows.values():
            row.save(force_insert=row._state.adding)

    def _row(self, event: RecordedEvent) -> Any:
        if event.stream not in self.rows:
            kind, _slash, code = event.stream.partition("/")
            model, name = MODELS[kind]
            found = model._default_manager.filter(property=self.owner, **{name: code}).first()
            if found is None:
                key = row_key(self.owner.pk, event.position)
                found = model(id=key, property=self.owner, stream=event.stream, **{name: code})
            self.rows[event.stream] = found
        return self.rows[event.stream]


MODELS: Final[dict[str, tuple[Any, str]]] = {
    "report": (Report, "code"),
    "reportplan": (ReportPlan, "code"),
    "regulator": (Looker, "staff"),
}


def _moment(event: RecordedEvent) -> Any:
    return event.occurred_at or event.recorded_at


def _report(row: Report, event: RecordedEvent) -> None:
    fact = event.data
    if isinstance(fact, f.ReportRequested):
        chosen = fact.selection
        row.about, row.selection = chosen.about, msgspec.to_builtins(chosen)
        row.games, row.tables = list(chosen.games), list(chosen.tables)
        row.from_day, row.to_day = chosen.from_day, chosen.to_day
        row.position, row.identity, row.plan = fact.position, fact.identity, fact.plan or ""
        row.requested_by, row.requested_role = fact.by.staff, fact.by.role
        row.requested_at, row.state = _moment(event), ReportState.REQUESTED
        row.asked_by = [fact.by.staff]
    elif isinstance(fact, f.ReportAskedAgain):
        row.asked_by = sorted({*row.asked_by, fact.by.staff})
    elif isinstance(fact, f.ReportFinished):
        row.state, row.ended_at = ReportState.FINISHED, _moment(event)
        row.sha256, row.size_bytes = fact.sha256, fact.size_bytes
        row.rounds_count, row.events_count, row.checkpoint = fact.rounds, fact.events, fact.checkpoint
    elif isinstance(fact, f.ReportFailed):
        row.state, row.ended_at, row.error = ReportState.FAILED, _moment(event), fact.code
    elif isinstance(fact, f.ReportCancelled):
        row.state, row.ended_at = ReportState.CANCELLED, _moment(event)
    elif isinstance(fact, f.ReportDownloaded):
        row.downloads += 1
    elif isinstance(fact, f.ReportDeleted):
        row.state, row.ended_at = ReportState.DELETED, _moment(event)


def _plan(row: ReportPlan, event: RecordedEvent) -> None:
    fact = event.data
    if isinstance(fact, f.PlanMade):
        row.every, row.begins = fact.every, fact.begins
        row.games, row.tables = list(fact.games), list(fact.tables)
        row.made_by, row.made_role, row.made_at = fact.by.staff, fact.by.role, _moment(event)
    else:
        row.ended_at = _moment(event)


def _looker(row: Looker, event: RecordedEvent) -> None:
    fact = event.data
    if isinstance(fact, f.LookerScoped):
        row.shut, row.set_by = False, fact.by.staff
        row.games, row.from_day, row.to_day = list(fact.games), fact.from_day, fact.to_day
    elif isinstance(fact, f.LookerShut):
        row.shut = True
    elif isinstance(fact, f.Looked):
        row.looks += 1
        row.last_at = _moment(event)


APPLY: Final[dict[str, Any]] = {"report": _report, "reportplan": _plan, "regulator": _looker}

MODEL: Final = ReadModel(
    NAME,
    80,
    (
        ("surveillance_report", "t.code"),
        ("surveillance_reportplan", "t.code"),
        ("surveillance_looker", "t.staff"),
    ),
    catch_up,
    drop,
)
