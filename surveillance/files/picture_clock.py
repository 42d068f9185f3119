"""Reading the clock that is burnt into a recording's pictures: where it stands is proposed, then many frames are read.

A job (:mod:`surveillance.files.jobs`); decoding and models are in a child with limits
(:mod:`surveillance.clocks.pictures`). Nothing is recorded here: what was read stands in the job beside the pictures
that it was read from, until a person confirms it (``TakePictureClock``). Proved by
``tests/surveillance/files/test_picture_clock.py``.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, Final, get_args
from uuid import UUID

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.clocks import ocr, pictures
from surveillance.clocks.parsing import ORDERS
from surveillance.clocks.pictures import Step
from surveillance.files import jobs, storage
from surveillance.files.arrival import note_copy
from surveillance.files.looked import film_of
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.files.processing import playable
from surveillance.rows.models import Recording

UTC_NAME: Final = "UTC"
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def ask(
    row: Recording,
    step: str,
    *,
    at_ms: int,
    command_id: UUID,
    by: Person,
    now: datetime,
    zone: str = "",
    order: str = "",
) -> FootageJob:
    """Have it proposed where the clock stands, or read. Problems ocr_missing, ocr_rectangle (nobody has said where it
    stands), footage_field, footage_gone."""
    if not ocr.installed():
        raise Problem("ocr_missing")
    playable(row.property.code, row.code)
    if step not in get_args(Step):
        raise Problem("footage_field", "step", name="step", why=", ".join(get_args(Step)))
    house = str(row.property.zone)
    if (zone or house) not in (house, UTC_NAME):
        raise Problem("footage_field", "zone", name="zone", why=f"{house}, {UTC_NAME}")
    if order and order not in ORDERS:
        raise Problem("footage_field", "order", name="order", why=", ".join(ORDERS))
    area = row.camera.clock_area if row.camera is not None else None
    if step == "read" and area is None:
        raise Problem("ocr_rectangle", "rectangle")
    asked = {"step": step, "at_ms": at_ms, "area": area, "zone": zone or house, "order": order}
    key = f"{row.code}/{command_id}"
    return jobs.ask(owner=row.property, kind=JobKind.CLOCK, about=row.code, key=key, by=by, asked=asked, now=now)


@jobs.WORKS.register(JobKind.CLOCK)
def work(run: jobs.Run) -> dict[str, Any]:
    """Propose, or read; what was read is kept with its pictures."""
    recording = playable(run.owner.code, run.job.about)
    assert recording.arrived is not None
    asked, sha256 = run.asked, recording.arrived.sha256
    area = asked["area"]
    rectangle = None if area is None else ocr.Rectangle(area[0], area[1], area[0] + area[2], area[1] + area[3])
    try:
        with film_of(run.owner.code, recording) as film:
            found = pictures.look(
                film,
                asked["step"],
                asked["at_ms"],
                rectangle=rectangle,
                zone=asked["zone"],
                order=asked["order"] or None,
                near=recording.shown_from or recording.began_at,
            )
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=recording.code) from None
    if asked["step"] == "propose":
        return {"proposals": [_proposed(each) for each in found.proposals]}
    return _kept(run, sha256, found)


def _proposed(each: ocr.Proposal) -> dict[str, Any]:
    place = each.rectangle
    return {
        "area": [place.left, place.top, place.right - place.left, place.bottom - place.top],
        "text": each.text,
        "is_clock": each.is_clock,
    }


def _kept(run: jobs.Run, sha256: str, found: pictures.Looked) -> dict[str, Any]:
    """The pictures one behind the other in one file, and what was read of each."""
    crops, at = [], 0
    for each in found.crops:
        crops.append(
            {
                "at_ms": each.at_ms,
                "text": each.text,
                "confidence": each.confidence,
                "used": each.used,
                "begins": at,
                "bytes": len(each.png),
            }
        )
        at += len(each.png)
    content = b"".join(each.png for each in found.crops)
    name = storage.copy_name(run.owner.code, sha256, f"clock/{run.job.pk}")
    storage.keep_bytes(storage.copies(), name, content)
    note_copy(
        owner=run.owner,
        recording=run.job.about,
        what=f"clock/{run.job.pk}",
        path=name,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        media_type="image/png",
        now=clock(),
    )
    used = [each.at_ms for each in found.crops if each.used]
    return {
        "shown_from": (_EPOCH + timedelta(milliseconds=found.difference_ms)).isoformat(),
        "uncertainty_ms": found.uncertainty_ms,
        "order": found.order,
        "frame_ms": (found.changes_ms or used)[0],
        "changes_ms": list(found.changes_ms),
        "used": len(used),
        "crops": crops,
    }


def picture(job: FootageJob, number: int) -> bytes:
    """One of the pictures that a job has read, as PNG. Problem footage_not_ready."""
    crops = job.result.get("crops", ())
    if not 0 <= number < len(crops):
        raise Problem("footage_not_ready", recording=job.about)
    row = Recording.objects.get(property=job.property, code=job.about)
    name = storage.copy_name(job.property.code, row.sha256, f"clock/{job.pk}")
    begins, size = crops[number]["begins"], crops[number]["bytes"]
    try:
        return b"".join(storage.pieces(storage.copies(), name, begins, begins + size - 1))
    except FileNotFoundError:
        raise Problem("footage_missing_bytes", recording=job.about) from None


def latest(owner: Property, code: str, step: Step) -> FootageJob | None:
    """The last job of a step for a recording, whatever became of it."""
    rows = FootageJob.objects.filter(property=owner, about=code, kind=JobKind.CLOCK).order_by("-pk")
    return next((row for row in rows[:20] if row.asked.get("step") == step), None)


def is_waiting(job: FootageJob | None) -> bool:
    """Whether it is still under way."""
    return job is not None and job.state in (JobState.QUEUED, JobState.RUNNING)
