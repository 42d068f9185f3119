"""Single frames of a film: the one that is shown at a moment, exactly, and a strip of previews.

A still is the frame that is shown at the moment: the last one that began by then, whatever the film's rate does. A
decoder that begins at a key frame may leave out the pictures in front of it (open GOP: they need the key frame before),
so where the first frame that comes is too late, it begins one key frame earlier. Tests: ``test_frames.py`` reads the
number of the frame from its pixels.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from surveillance.film.containers import MOST_POINTS, FilmFile, film_file
from surveillance.film.limited import Limits, run

STILL_LIMITS: Final = Limits(memory_mb=1500, cpu_s=120, wall_s=240, open_files=32)
MOST_PREVIEWS: Final = 200


class Still(msgspec.Struct, frozen=True):
    """A frame as PNG. ``pts`` is its moment in ticks of the film, ``at_ms`` the same in milliseconds (rounded up),
    ``number`` its place among the frames, from 0: of the frame that is seen, which may be another than was asked for
    where a film is damaged or was cut."""

    png: bytes
    number: int
    pts: int
    at_ms: int


class Preview(msgspec.Struct, frozen=True):
    """A small picture (JPEG) of the frame at ``at_ms``."""

    jpeg: bytes
    number: int
    at_ms: int


class Strip(msgspec.Struct, frozen=True):
    """Previews in order of time."""

    previews: tuple[Preview, ...]


class StillRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    at_ms: int


class StripRequest(msgspec.Struct, frozen=True):
    """What the child is asked; ``width`` in points."""

    film: FilmFile
    count: int
    width: int


def still(
    path: Path,
    at_ms: int,
    *,
    limits: Limits = STILL_LIMITS,
    most_points: int = MOST_POINTS,
) -> Still:
    """The frame that is shown at ``at_ms`` of the film's timeline, which begins with its first frame. ``film_moment``
    outside the film."""
    request = StillRequest(film_file(path, most_points=most_points), at_ms)
    return run("still", request, Still, limits=limits)


def strip(
    path: Path, count: int, *, width: int = 160, limits: Limits = STILL_LIMITS, most_points: int = MOST_POINTS
) -> Strip:
    """At most ``count`` previews spread over the film: of key frames where there are enough, else of the frames
    themselves; where a film is too long to be decoded whole, fewer than asked."""
    if not 0 < count <= MOST_PREVIEWS or not 16 <= width <= 1280:
        raise ValueError("no such strip")
    return run("strip", StripRequest(film_file(path, most_points=most_points), count, width), Strip, limits=limits)
