"""Footage that is held, that is not here, and that recorders will overwrite: one task for each hold.

It says what to bring in, while that can be done: these cameras, from, to, before the recorder's term.

A hold has its footage fetched at once (``surveillance.files.fetching``). What could not be, because the recorder was
away to the last try or cannot be asked by this system at all, is told with the moment at which the first recorder's own
term ends. What a recorder has overwritten nobody can bring in: that is no task, and stays an open gap
(``surveillance/keeping/gaps.py``). Proved by ``tests/surveillance/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from casino.ledger.models import Property
from surveillance.files import fetching
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.rows.models import Camera, Hold


class Lacking(msgspec.Struct, frozen=True):
    """A stretch of a hold that only a camera's recorder has. ``gone_at``: when the recorder has overwritten all of it,
    None where nobody has said how long it keeps."""

    camera: Camera
    begins_at: datetime
    ends_at: datetime
    gone_at: datetime | None


class Unfetched(msgspec.Struct, frozen=True):
    """What is to be brought in for a hold: the whole stretch, and by when the first of it is overwritten."""

    hold: Hold
    lacking: tuple[Lacking, ...]

    @property
    def cameras(self) -> tuple[str, ...]:
        return tuple(sorted({each.camera.code for each in self.lacking}))

    @property
    def begins_at(self) -> datetime:
        return min(each.begins_at for each in self.lacking)

    @property
    def ends_at(self) -> datetime:
        return max(each.ends_at for each in self.lacking)

    @property
    def before(self) -> datetime | None:
        """When a recorder begins to overwrite some of it; None where nobody has said."""
        begun = [
            each.begins_at + timedelta(days=each.camera.recorder.keeps_days)
            for each in self.lacking
            if each.camera.recorder is not None and each.camera.recorder.keeps_days is not None
        ]
        return min(begun, default=None)


def of(owner: Property, now: datetime) -> Iterator[Unfetched]:
    """What is to be brought in by hand, or asked for again; the oldest hold first."""
    rows = Hold.objects.filter(property=owner, released_at=None, ends_at__lte=now).exclude(table="")
    for hold in rows.filter(placed_at__gt=now - fetching.HELD_ANEW).select_related("property").order_by("id"):
        found = of_hold(owner, hold, now)
        if found is not None:
            yield found


def of_hold(owner: Property, hold: Hold, now: datetime) -> Unfetched | None:
    """The same of one hold; None where nothing lacks, or nothing can be done."""
    lacking = []
    for camera, begins, ends in fetching.covering(owner, hold):
        if camera.recorder is None or fetching.is_here(owner, camera, begins, ends):
            continue
        if _is_coming(owner, camera, begins):
            continue
        keeps = camera.recorder.keeps_days
        gone_at = None if keeps is None else ends + timedelta(days=keeps)
        if gone_at is None or gone_at > now:
            lacking.append(Lacking(camera, begins, ends, gone_at))
    return Unfetched(hold, tuple(lacking)) if lacking else None


def _is_coming(owner: Property, camera: Camera, begins: datetime) -> bool:
    """Whether work on it waits, runs, or came to as much as the recorder had; or has yet to be asked for."""
    if camera.recorder is None or camera.recorder.kind != "onvif" or not camera.recorder.address:
        return False
    started = f"{JobKind.FETCH.value}/{camera.code}/{begins.isoformat()}/"
    jobs = list(FootageJob.objects.filter(property=owner, key__startswith=started).order_by("id"))
    if not jobs:
        return True
    unplayable = str(jobs[-1].result.get("code", "")).startswith(fetching.UNUSABLE)
    return jobs[-1].state != JobState.FAILED and not unplayable
