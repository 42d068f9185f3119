"""Hashing again what is kept, and taking away what was deleted.

Every original is hashed again every FOOTAGE_CHECK_DAYS, the longest unchecked first, and whenever somebody asks; what
was found is an event. Bytes that are not those that arrived, or are gone, are an alarm: in the log, on the list of
recordings and in its figure at the side. A file that could not be read when it arrived is read again on that occasion:
a newer program may read it. Proved by ``tests/surveillance/files/test_checking.py`` and ``test_exhibits.py``.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, Q, QuerySet

from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import arrival, jobs, storage
from surveillance.files.arrival import hash_of
from surveillance.files.models import FootageCopy, FootageJob, JobKind
from surveillance.files.processing import present
from surveillance.files.writing import say
from surveillance.record import facts as f
from surveillance.rows.models import Recording

log = logging.getLogger(__name__)


def ask(*, owner: Property, code: str, by: Person | None, now: datetime) -> FootageJob:
    """Have it hashed again. Problem footage_unknown, footage_gone."""
    recording = present(owner.code, code)
    key = f"{code}/{recording.checked.version if recording.checked else 0}"
    return jobs.ask(owner=owner, kind=JobKind.CHECK, about=code, key=key, by=by, now=now)


@jobs.WORKS.register(JobKind.CHECK)
def check(run: jobs.Run) -> dict[str, Any]:
    """Hash it, record it, raise the alarm."""
    recording = present(run.owner.code, run.job.about)
    assert recording.arrived is not None
    sha256, read = None, []
    try:
        name = storage.original_name(run.owner.code, recording.arrived.sha256)
        with storage.as_file(storage.originals(), name) as film:
            sha256, _ = hash_of(film, run.progress)
            if recording.unplayable is not None and sha256 == recording.arrived.sha256:
                read = arrival.read_again(run.owner, recording, film, by=run.by)
    except FileNotFoundError:
        pass
    intact = sha256 == recording.arrived.sha256
    if not intact:
        log.critical(
            "footage_altered property=%s recording=%s arrived=%s found=%s",
            *(run.owner.code, recording.code, recording.arrived.sha256, sha256),
        )
    fact = f.RecordingChecked(sha256=sha256, checked_by=run.by)
    say(run.owner.code, recording.code, fact, identity=run.identity("checked"), by=run.by, now=clock())
    for number, found in enumerate(read):
        identity = run.identity(f"read/{number}")
        say(run.owner.code, recording.code, found, identity=identity, by=run.by, now=clock())
    if get_ledger(run.owner.code).find(run.identity("read/0")) is not None:
        arrival.complete(owner=run.owner, code=recording.code, now=clock())
    return {"sha256": sha256, "intact": intact}


def unchecked(now: datetime) -> QuerySet[Recording]:
    """Recordings whose bytes nobody hashed for long, the longest first."""
    before = now - timedelta(days=settings.FOOTAGE_CHECK_DAYS)
    rows = Recording.objects.filter(deleted_at=None, arrived_at__lt=before)
    return rows.filter(Q(checked_at=None) | Q(checked_at__lt=before)).order_by(F("checked_at").asc(nulls_first=True))


def altered() -> QuerySet[Recording]:
    """Recordings whose bytes are not those that arrived."""
    return Recording.objects.filter(deleted_at=None, checked_ok=False)


def leftovers() -> list[Recording]:
    """Recordings that were deleted and whose copies still lie there."""
    codes = FootageCopy.objects.values("property_id", "recording")
    rows = Recording.objects.exclude(deleted_at=None).filter(
        code__in=codes.values("recording"), property_id__in=codes.values("property_id")
    )
    return list(rows.select_related("property")[:200])


def remove_bytes(owner: Property, code: str, sha256: str) -> None:
    """Take away everything of a recording that the record says is deleted: the original, and all that was made of it.
    Content that came back as another recording stays."""
    again = Recording.objects.filter(property=owner, sha256=sha256, deleted_at=None).exclude(code=code).exists()
    if not again:
        storage.remove(storage.originals(), storage.original_name(owner.code, sha256))
    for row in FootageCopy.objects.filter(property=owner, recording=code):
        if not again:
            storage.remove(storage.copies(), row.path)
            if row.what.startswith("export/"):
                for beside in ("clip.mp4", "cut.json"):
                    storage.remove(storage.copies(), row.path.rpartition("/")[0] + "/" + beside)
        row.delete()


def remove_row(row: Recording) -> None:
    """The same, of a row (``surveillance.rows.deletion``)."""
    remove_bytes(row.property, row.code, row.sha256)
