"""A film that is not looked at as it lies there, written anew without coding it anew: packets of the original, in an
MP4 (VP8: Matroska) whose time runs on from its first frame.

So are looked at: films that no browser plays and no reader seeks in exactly (AVI, which has no times at all, and the
transport stream, whose first key frame seeking misses), and those whose times jump (``stretches.py``). The original is
kept and hashed as it came; this is a copy beside it, made in the child on arrival. H.264 and H.265 are given lengths
instead of start codes, as MP4 has them; sound that MP4 can hold goes along where times run on.
Tests: ``tests/surveillance/film/test_origin.py``, read from the pixels; ``test_hostile.py``.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import msgspec

from surveillance.film.containers import MOST_POINTS, REWRITTEN, Container, FilmFile, container_of, film_file
from surveillance.film.copies import CUT_LIMITS
from surveillance.film.limited import Limits, run, writing
from surveillance.film.probing import PROBE_LIMITS, Probe, probe
from surveillance.film.stretches import Stretch


class RemuxRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    out: str


class Remuxed(msgspec.Struct, frozen=True):
    """What the original says that its copy does not."""

    container: Container
    stretches: tuple[Stretch, ...]
    origin_ms: int
    audio: bool
    created_at: datetime | None


def remux(path: Path, out: Path, *, limits: Limits = CUT_LIMITS, most_points: int = MOST_POINTS) -> Remuxed:
    """Write the film to ``out``. A :class:`~surveillance.film.errors.FilmError` for one that cannot be used."""
    with writing(out) as part:
        request = RemuxRequest(film_file(path, most_points=most_points), str(part.absolute()))
        return run("remux", request, Remuxed, limits=limits)


def probed(path: Path, out: Path, *, limits: Limits = PROBE_LIMITS, most_points: int = MOST_POINTS) -> Probe:
    """What a film is, and at ``out`` the copy by which it is looked at where that is not the film itself."""
    if container_of(path) not in REWRITTEN:
        found = probe(path, limits=limits, most_points=most_points)
        if not found.stretches:
            return found
    said = remux(path, out, most_points=most_points)
    copy = probe(out, limits=limits, most_points=most_points)
    return msgspec.structs.replace(copy, **{name: getattr(said, name) for name in Remuxed.__struct_fields__})
