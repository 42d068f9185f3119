"""Footage that is held, that is not here, and that the recorder will overwrite: an alarm, while something can be done.

A hold has its footage fetched at once (``surveillance.files.fetching``). What could not be, because the recorder was
away to the last try or cannot be asked by this system at all, is told with the moment at which the recorder's own term
ends. Proved by ``tests/surveillance/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from casino.ledger.models import Property
from surveillance.files import fetching
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.models import Camera, Hold


class Unfetched(msgspec.Struct, frozen=True):
    """A stretch of a hold that only a camera's recorder has. ``gone_at``: when the recorder overwrites it, None where
    nobody has said how long it keeps."""

    hold: Hold
    camera: Camera
    begins_at: datetime
    ends_at: datetime
    gone_at: datetime | None


def of(owner: Property, now: datetime) -> Iterator[Unfetched]:
    """What is to be brought in by hand, or asked for again; the oldest hold first."""
    rows = Hold.objects.filter(property=owner, released_at=None, ends_at__lte=now).exclude(table="")
    for hold in rows.filter(placed_at__gt=now - fetching.HELD_ANEW).order_by("id"):
        for camera, begins, ends in fetching.covering(owner, hold):
            if camera.recorder is None or fetching.is_here(owner, camera, begins, ends):
                continue
            if _is_coming(owner, camera, begins):
                continue
            keeps = camera.recorder.keeps_days
            yield Unfetched(hold, camera, begins, ends, None if keeps is None else begins + timedelta(days=keeps))


def _is_coming(owner: Property, camera: Camera, begins: datetime) -> bool:
    """Whether work on it waits, runs, or came to as much as the recorder had; or has yet to be asked for."""
    if camera.recorder is None or camera.recorder.kind != "onvif" or not camera.recorder.address:
        return False
    started = f"{JobKind.FETCH.value}/{camera.code}/{begins.isoformat()}/"
    jobs = list(FootageJob.objects.filter(property=owner, key__startswith=started).order_by("id"))
    return not jobs or jobs[-1].state != JobState.FAILED
