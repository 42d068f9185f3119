"""The clock in a film's pictures, read in the limited child of films (``surveillance/film/limited.py``).

:func:`look` is asked for in the server; :func:`clock_look` runs in the child: it decodes frames, proposes where the
clock stands (``propose``) or reads it in many frames (``read``), and gives back what was read beside the pictures that
it was read from. The models are loaded there alone. Proved by ``tests/surveillance/files/test_picture_clock.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

import msgspec
import numpy as np

from casino.core.errors import Problem
from surveillance.clocks import ocr
from surveillance.clocks.ocr import Crop, Proposal, Rectangle
from surveillance.clocks.parsing import Order
from surveillance.film.containers import MOST_POINTS, FilmFile, film_file
from surveillance.film.errors import FilmError
from surveillance.film.limited import Limits, run

FRAMES: Final = 80
"""Pictures that are read: at 25 a second three seconds, with the changes of three seconds in them."""
LIMITS: Final = Limits(memory_mb=6000, cpu_s=180, wall_s=300, open_files=64)
"""The models map more address space than they use: about 150 MB while reading, a GB while proposing."""

Step = Literal["propose", "read"]


class ClockRequest(msgspec.Struct, frozen=True):
    """What the child is asked. ``rectangle`` and the rest are needed to read; ``near`` is about when it must be."""

    film: FilmFile
    step: Step
    at_ms: int
    rectangle: Rectangle | None = None
    zone: str = "UTC"
    order: Order | None = None
    near: datetime | None = None


class Looked(msgspec.Struct, frozen=True):
    """What the child found: proposals, or a reading. ``difference_ms``: the clock shows ``difference_ms + t`` (since
    1970) in the frame at ``t`` of the film."""

    proposals: tuple[Proposal, ...] = ()
    difference_ms: int = 0
    uncertainty_ms: int = 0
    order: Order | None = None
    changes_ms: tuple[int, ...] = ()
    crops: tuple[Crop, ...] = ()


def look(
    path: Path,
    step: Step,
    at_ms: int,
    *,
    rectangle: Rectangle | None = None,
    zone: str = "UTC",
    order: Order | None = None,
    near: datetime | None = None,
) -> Looked:
    """Propose on the frame at ``at_ms``, or read from it on. A FilmError with the codes of
    :mod:`surveillance.clocks.ocr`, for a film that cannot be decoded, or a child that was stopped."""
    if not ocr.installed():
        raise Problem("ocr_missing")
    request = ClockRequest(film_file(path, most_points=MOST_POINTS), step, at_ms, rectangle, zone, order, near)
    return run("clock_look", request, Looked, limits=LIMITS)


def clock_look(asked: ClockRequest, progress: Callable[[float], None]) -> Looked:
    """In the child."""
    try:
        return _looked(asked, progress)
    except FilmError:
        raise
    except Problem as problem:
        # Only this kind leaves the child with its words.
        values = {name: value for name, value in problem.given.items() if isinstance(value, int | str)}
        raise FilmError(problem.code, None, **values) from problem


def _looked(asked: ClockRequest, progress: Callable[[float], None]) -> Looked:
    frames = [
        ocr.Frame(at_ms, picture)
        for at_ms, picture in _pictures(asked.film, asked.at_ms, 1 if asked.step == "propose" else FRAMES)
    ]
    progress(0.3)
    if asked.step == "propose":
        return Looked(proposals=ocr.propose(frames[0].picture)[:8])
    assert asked.rectangle is not None
    read = ocr.read(frames, asked.rectangle, zone=ZoneInfo(asked.zone), order=asked.order, near=asked.near)
    return Looked(
        difference_ms=read.difference_ms,
        uncertainty_ms=read.uncertainty_ms,
        order=read.order,
        changes_ms=read.changes_ms,
        crops=read.crops,
    )


def _pictures(film: FilmFile, at_ms: int, count: int) -> Iterator[tuple[int, Any]]:
    """So many frames from the one that is shown at a moment on, with their moments in the film."""
    from surveillance.film.inside.opening import decoded, opened, surveyed

    read, frames = surveyed(film)
    if not frames.start_ms <= at_ms <= frames.end_ms:
        raise FilmError("film_moment", None, at_ms=at_ms)
    # A clip shorter than what is read is read as far as it goes, from where it still has so many frames.
    number = max(0, min(frames.at(at_ms), frames.count - count))
    wanted = frames.moments[number]
    with opened(film) as (container, stream):
        container.seek(wanted + read.origin, backward=True, any_frame=False, stream=stream)
        for pts, frame in decoded(container, stream, film.most_points, read.origin):
            if pts < wanted:
                continue
            yield round(pts * frames.tick * 1000), np.ascontiguousarray(frame.to_ndarray(format="bgr24"))
            count -= 1
            if not count:
                return
