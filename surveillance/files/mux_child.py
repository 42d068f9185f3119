"""Muxes fetched frames in the limited child of films (``surveillance/film/limited.py``): a work of its own there.

:func:`mux` is asked for in the server, :func:`mux_frames` runs in the child; nothing of Django is imported, and PyAV
only there: what strangers' bytes can end is that process alone. Proved by
``tests/surveillance/files/test_fetching.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from casino.core.errors import Problem
from surveillance.film.errors import FilmError
from surveillance.film.limited import Limits, run
from surveillance.recorders import muxing
from surveillance.recorders.muxing import Muxed

MEMORY_MB: Final = 2000
PROCESSOR_SECONDS: Final = 900
SECONDS: Final = 1800
TABLES_MB: Final = 64
"""What an MP4 has besides its pictures: a hundred bytes a frame at most."""


class MuxRequest(msgspec.Struct, frozen=True):
    """What the child is asked: paths of the file of frames, and of the MP4 to be written."""

    source: str
    into: str


def mux(source: Path, into: Path) -> Muxed:
    """An MP4 of the frames, written and read back in a child with limits. A :class:`FilmError` with the codes of
    ``surveillance.recorders.errors`` (recorder_file, recorder_muxed_otherwise), film_no_space and those of a child
    that was stopped."""
    megabytes = source.stat().st_size // 1_000_000
    limits = Limits(
        memory_mb=MEMORY_MB,
        cpu_s=PROCESSOR_SECONDS,
        wall_s=SECONDS,
        output_mb=megabytes + megabytes // 4 + TABLES_MB,
    )
    return run("mux_frames", MuxRequest(str(source.resolve()), str(into.resolve())), Muxed, limits=limits)


def mux_frames(asked: MuxRequest, _progress: Callable[[float], None]) -> Muxed:
    """In the child."""
    try:
        return muxing.mux(Path(asked.source), Path(asked.into))
    except muxing.MuxedOtherwise as problem:
        raise FilmError(problem.code, None, what=problem.what) from problem
    except Problem as problem:
        raise FilmError(problem.code) from problem
