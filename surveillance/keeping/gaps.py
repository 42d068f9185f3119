"""What should have been filmed and was not, or should be here and is not: found by a task, as findings of Surveillance.

Two kinds. **No camera**: a table was open, by its own record, and no camera covered it or its pit. **No recording**: a
hold wants film of a table, a camera of a recorder that keeps film covered it, no recording of that camera is here for
the stretch, and the recorder's own term has not ended: it can still be had, and is lost when nobody fetches it. What is
found is recorded once; when it is mended, that is recorded too. An open table that goes on uncovered is one gap a day
of looking. Proved by ``tests/surveillance/test_gaps.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from django.db import transaction

from casino.core.events import Fact
from casino.ledger.application import get_ledger
from casino.ledger.errors import ConcurrencyConflict
from casino.ledger.models import Property
from games.engine.table import TableClosed, TableOpened
from games.rows.models import Table
from surveillance.execution import service
from surveillance.record import facts as f
from surveillance.record.parts import GapKind
from surveillance.record.spans import Span, said_at, together
from surveillance.record.state import Gaps
from surveillance.rows import readmodel
from surveillance.rows.coverage import Covering, covering, uncovered
from surveillance.rows.house import pit_in_record
from surveillance.rows.keeping import Keeping
from surveillance.rows.models import Hold, Recording

ACTOR: Final = "system:coverage"
LOOK_BACK: Final = timedelta(days=2)
"""How far back open tables are looked at."""
SHORTEST: Final = timedelta(minutes=1)
"""What is shorter is no gap: a camera that is put from one table to another."""
_IDS: Final = UUID("7d3b2f7c-6d5a-5e53-9b52-36f0a5a54b10")


class Missing(NamedTuple):
    """A stretch of a table that is missing."""

    kind: GapKind
    begins_at: datetime
    ends_at: datetime
    camera: str | None


def look(property_code: str, *, now: datetime) -> int:
    """Look at every table, record what is missing and what is mended; how many facts that took."""
    owner = Property.objects.get(code=property_code)
    count = 0
    for table in Table.objects.filter(property=owner).order_by("code").values_list("code", flat=True):
        try:
            with transaction.atomic():
                count += _look_at(owner, table, now)
        except ConcurrencyConflict:
            continue  # somebody explained a gap just now: looked at again next time
    if count:
        readmodel.follow_to_head(property_code)
    return count


def _look_at(owner: Property, table: str, now: datetime) -> int:
    ledger = get_ledger(owner.code)
    gaps = ledger.load(Gaps, f"coverage/{table}")
    pit = pit_in_record(owner.code, table)
    missing = [*without_camera(owner, table, pit, now), *without_recording(owner, table, pit, now)]
    facts = list(_difference(owner, gaps, pit, missing, now))
    if facts:
        service.append(
            owner.code,
            gaps.stream,
            facts,
            actor=ACTOR,
            command_id=uuid5(_IDS, f"{owner.code}|{gaps.stream}|{gaps.version}"),
            now=now,
            expected_version=gaps.version + 1,
        )
    return len(facts)


def _difference(owner: Property, gaps: Gaps, pit: str, missing: Iterable[Missing], now: datetime) -> Iterator[Fact]:
    """What is missing and was not found before; what was found and is missing no more."""
    known: list[f.GapFound] = [kept.fact for kept in gaps.found.values()]
    count = len(known)
    for each in missing:
        # What was explained stays explained: the same stretch is not found again.
        stretches = together(
            (gap.begins_at, gap.ends_at) for gap in known if (gap.kind, gap.camera) == (each.kind, each.camera)
        )
        for begin, end in uncovered(stretches, each.begins_at, each.ends_at):
            if end - begin >= SHORTEST:
                count += 1
                yield f.GapFound(gap=f"G{count}", kind=each.kind, begins_at=begin, ends_at=end, camera=each.camera)
    for gap in gaps.open():
        if gap.kind == "no_camera" and not _bare(owner, gaps.code, pit, (gap.begins_at, gap.ends_at)):
            yield f.GapClosed(gap=gap.gap, because="covered")
        elif gap.kind == "no_recording" and not _lacking(owner, gap.camera or "", (gap.begins_at, gap.ends_at)):
            yield f.GapClosed(gap=gap.gap, because="recording_came")


# --- No camera --------------------------------------------------------------------------------------------------------


def without_camera(owner: Property, table: str, pit: str, now: datetime) -> list[Missing]:
    """Stretches in which the table was open and nothing covered it."""
    return [
        Missing("no_camera", begin, end, None)
        for span in open_spans(owner.code, table, now - LOOK_BACK, now)
        for begin, end in _bare(owner, table, pit, span)
    ]


def open_spans(property_code: str, table: str, since: datetime, now: datetime) -> list[Span]:
    """From when to when a table was open, by its own record, within what is looked at. A table that never said so
    counts as closed."""
    found: list[Span] = []
    opened: datetime | None = None
    events = [
        event
        for event in get_ledger(property_code).stream(f"table/{table}")
        if isinstance(event.data, TableOpened | TableClosed)
    ]
    for event in events:
        at = said_at(event) or event.recorded_at
        if isinstance(event.data, TableOpened):
            opened = opened or at
        elif opened is not None:
            found.append((opened, at))
            opened = None
    if opened is not None:
        found.append((opened, now))
    return [(max(begin, since), min(end, now)) for begin, end in found if max(begin, since) < min(end, now)]


def _bare(owner: Property, table: str, pit: str, span: Span) -> list[Span]:
    """What of a stretch no camera covered, without what is too short to count."""
    covers = covering(owner.pk, table, *span, pit=pit)
    left = uncovered(((each.begins_at, each.ends_at) for each in covers), *span)
    return [(begin, end) for begin, end in left if end - begin >= SHORTEST]


# --- No recording -----------------------------------------------------------------------------------------------------


def without_recording(owner: Property, table: str, pit: str, now: datetime) -> list[Missing]:
    """What is held, was filmed, is still on its recorder, and is not here."""
    found: dict[str, list[Span]] = {}
    for hold in Hold.objects.filter(property=owner, table=table, released_at=None):
        for each in covering(owner.pk, table, hold.begins_at, min(hold.ends_at, now), pit=pit):
            span = _still_there(each, now)
            if span is not None:
                found.setdefault(each.camera.code, []).extend(_lacking(owner, each.camera.code, span))
    return [
        Missing("no_recording", begin, end, camera)
        for camera, spans in sorted(found.items())
        for begin, end in together(spans)
    ]


def _still_there(each: Covering, now: datetime) -> Span | None:
    """What of a camera's stretch its recorder still has; None where it has nothing of it, or nobody knows."""
    recorder = each.camera.recorder
    if recorder is None or recorder.keeps_days is None:
        return None
    begins = max(each.begins_at, now - timedelta(days=recorder.keeps_days))
    return (begins, each.ends_at) if begins < each.ends_at else None


def _lacking(owner: Property, camera: str, span: Span) -> list[Span]:
    """What of a stretch no recording of the camera is here for, without what is too short to count."""
    keeping = Keeping(owner)
    rows = Recording.objects.filter(property=owner, camera__code=camera, deleted_at=None, unplayable__isnull=True)
    rows = rows.select_related("camera")
    here = [between for row in rows for between in keeping.intervals(row)]
    return [(begin, end) for begin, end in uncovered(here, *span) if end - begin >= SHORTEST]
