"""Film of which somebody may see stretches alone: a copy with the packets of these, on the film's own timeline.

What lies outside is not in the copy, so no request for its bytes brings it. It is made of the copy to watch when
somebody first asks, in the background, and kept under the digest of its stretches: who may see the same gets the same.
Proved by ``tests/surveillance/files/test_partly.py`` and, by its pixels, ``tests/surveillance/film/test_copies.py``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

import msgspec

from casino.clock import now as clock
from casino.core.errors import Problem
from surveillance.files import jobs, storage
from surveillance.files.arrival import hash_of, note_copy
from surveillance.files.models import FootageCopy, FootageJob, JobKind
from surveillance.files.processing import playable
from surveillance.film import copies
from surveillance.rows.models import Recording

Stretches = tuple[tuple[int, int], ...]
MEDIA: Final = "video/mp4"


def name_of(stretches: Stretches | None) -> str:
    """Which copy is watched by who may see this; None: all of it."""
    if stretches is None:
        return "web"
    return f"part/{hashlib.sha256(msgspec.json.encode(stretches)).hexdigest()[:32]}"


def made(row: Recording, stretches: Stretches | None, there: Collection[str], *, now: datetime) -> FootageJob | None:
    """None where the copy is there, or cannot be made yet; else the work on it, which is asked for."""
    what = name_of(stretches)
    if what in there or "web" not in there or not stretches:
        return None
    return jobs.ask(
        owner=row.property,
        kind=JobKind.PART,
        about=row.code,
        key=f"{row.code}/{what}",
        asked={"stretches": msgspec.to_builtins(stretches)},
        now=now,
    )


def shows(stretches: Stretches | None, at_ms: int) -> bool:
    """Whether this moment of a film is among what may be seen."""
    return stretches is None or any(begins <= at_ms < ends for begins, ends in stretches)


@jobs.WORKS.register(JobKind.PART)
def part(run: jobs.Run) -> dict[str, Any]:
    """Make the copy and keep it."""
    recording = playable(run.owner.code, run.job.about)
    assert recording.arrived is not None
    stretches = msgspec.convert(run.asked["stretches"], Stretches)
    what = name_of(stretches)
    web = FootageCopy.objects.filter(property=run.owner, recording=recording.code, what="web").first()
    if web is None:
        raise Problem("footage_not_ready", recording=recording.code)
    name = storage.copy_name(run.owner.code, recording.arrived.sha256, f"{what}.mp4")
    with storage.scratch() as folder, storage.as_file(storage.copies(), web.path) as film:
        out = folder / "part.mp4"
        done = copies.part(film, out, stretches, progress=run.part)
        sha256, size_bytes = hash_of(out)
        storage.remove(storage.copies(), name)
        storage.keep(storage.copies(), name, out)
    note_copy(
        owner=run.owner,
        recording=recording.code,
        what=what,
        path=name,
        size_bytes=size_bytes,
        sha256=sha256,
        media_type=MEDIA,
        facts={"frames": done.frames, "stretches": msgspec.to_builtins(stretches)},
        now=clock(),
    )
    return {"made": what}
