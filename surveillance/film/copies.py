"""Copies of a film: for the browser, a stretch cut out without coding it anew, and masked for giving out.

- **Web copy**: H.264 in MP4, or VP9 in WebM where x264 is not to be used (ADR 81); every frame keeps its moment; a key
  frame every 25 frames, so that a player seeks fast. Silent.
- **Cut**: the packets of the original from the key frame before the start to the key frame behind the end, byte for
  byte, media-signing messages among them; by how much it is longer on each side is said.
- **Part**: a copy with the packets of some stretches alone, each at its moment of the film.
- **Masked copy**: areas made black or coarse over time, and in every frame a mark of who received it and when. Coded
  anew, silent, without any metadata of the original, and to the frame no longer than asked.

The original is only read. Tests: ``tests/surveillance/film/test_copies.py``, read back from the pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal

import msgspec

from surveillance.film.containers import MOST_POINTS, FilmFile, film_file
from surveillance.film.errors import FilmError
from surveillance.film.limited import Limits, run, writing

COPY_LIMITS: Final = Limits(memory_mb=3000, cpu_s=8 * 3600, wall_s=8 * 3600, output_mb=20_000)
CUT_LIMITS: Final = Limits(memory_mb=1500, cpu_s=600, wall_s=1800, output_mb=20_000)

Codec = Literal["h264", "vp9"]
Covers = Literal["black", "coarse"]
"""How a part of the picture is covered."""
Progress = Callable[[float], object]

SUFFIX: Final[dict[str, str]] = {"h264": ".mp4", "vp9": ".webm"}
"""How a web copy of a codec is named."""

MIME: Final[dict[str, str]] = {"h264": "video/mp4", "vp9": "video/webm"}


class Copied(msgspec.Struct, frozen=True):
    """A copy that was coded anew: its frames and picture."""

    frames: int
    width: int
    height: int


class Cut(msgspec.Struct, frozen=True):
    """A stretch that was cut out, in milliseconds of the original's timeline. ``before_ms`` and ``after_ms`` say by how
    much it is longer than asked. The origin of the cut's own timeline is ``origin_ticks`` of ``tick`` seconds of the
    original's: its start in true time is the original's plus that. ``frames`` counts packets of the picture."""

    start_ms: int
    end_ms: int
    asked_start_ms: int
    asked_end_ms: int
    before_ms: int
    after_ms: int
    origin_ticks: int
    tick_numerator: int
    tick_denominator: int
    frames: int
    audio: bool

    @property
    def origin_s(self) -> Fraction:
        """Where the cut's timeline begins in the original's, in seconds, exactly."""
        return self.origin_ticks * Fraction(self.tick_numerator, self.tick_denominator)


class Area(msgspec.Struct, frozen=True):
    """A part of the picture that is hidden from ``from_ms`` to ``to_ms``, in points of the original from its upper left
    corner. With ``to_x`` and ``to_y`` it moves there in a straight line during that time. ``coarse`` leaves shapes of
    some twelfth of its width; where that could tell too much, ``black`` leaves nothing."""

    from_ms: int
    to_ms: int
    x: int
    y: int
    width: int
    height: int
    how: Covers = "black"
    to_x: int | None = None
    to_y: int | None = None


class WebCopyRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    out: str
    codec: Codec
    most_height: int


class CutRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    out: str
    start_ms: int
    end_ms: int


class PartRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    out: str
    stretches: tuple[tuple[int, int], ...]


class Part(msgspec.Struct, frozen=True):
    """A copy of which only stretches are there: how many pictures it has."""

    frames: int


class MaskRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile
    out: str
    codec: Codec
    areas: tuple[Area, ...]
    mark: tuple[str, ...]
    stretch: tuple[int, int] | None


def web_copy(
    path: Path,
    out: Path,
    *,
    codec: Codec = "h264",
    progress: Progress | None = None,
    most_height: int = 1080,
    limits: Limits = COPY_LIMITS,
    most_points: int = MOST_POINTS,
) -> Copied:
    """Write a copy that browsers play, of at most ``most_height`` lines. Moments of frames stay (in WebM to the
    millisecond)."""
    with writing(out) as part:
        request = WebCopyRequest(film_file(path, most_points=most_points), str(part.absolute()), codec, most_height)
        return run("web_copy", request, Copied, limits=limits, progress=progress)


def cut(
    path: Path,
    start_ms: int,
    end_ms: int,
    out: Path,
    *,
    limits: Limits = CUT_LIMITS,
    most_points: int = MOST_POINTS,
) -> Cut:
    """Write the stretch as an MP4 with the packets of the original. ``film_interval`` for one that is not in the film,
    ``film_cut_codec`` where MP4 cannot hold the codec."""
    if start_ms >= end_ms:
        raise FilmError("film_interval", None, start_ms=start_ms, end_ms=end_ms)
    with writing(out) as part:
        request = CutRequest(film_file(path, most_points=most_points), str(part.absolute()), start_ms, end_ms)
        return run("cut", request, Cut, limits=limits)


def part(
    path: Path,
    out: Path,
    stretches: Sequence[tuple[int, int]],
    *,
    progress: Progress | None = None,
    limits: Limits = CUT_LIMITS,
    most_points: int = MOST_POINTS,
) -> Part:
    """Write an MP4 that has the pictures of these stretches (from, to, in milliseconds), from key frame to key frame,
    each at its moment of the film, and no byte of any other; silent. What is shown beside them is the picture before,
    at the beginning the first one. ``film_interval`` for a stretch that is not in the film, ``film_cut_codec`` as of a
    cut."""
    if not stretches or any(begins >= ends for begins, ends in stretches):
        raise FilmError("film_interval", None, start_ms=0, end_ms=0)
    with writing(out) as half:
        request = PartRequest(film_file(path, most_points=most_points), str(half.absolute()), tuple(stretches))
        return run("part", request, Part, limits=limits, progress=progress)


def masked_copy(
    path: Path,
    out: Path,
    *,
    areas: Sequence[Area],
    mark: Sequence[str],
    stretch: tuple[int, int] | None = None,
    codec: Codec = "h264",
    progress: Progress | None = None,
    limits: Limits = COPY_LIMITS,
    most_points: int = MOST_POINTS,
) -> Copied:
    """Write a copy for giving out. ``mark`` is one to three lines that say who received it, when, and what it is a copy
    of; it stands at the foot of every frame and faintly across it. An area holds in every frame that is shown at any
    moment of its time; it may begin before the film. ``stretch`` (from, to, in milliseconds) leaves every frame out
    that is shown at no moment of it; the first one that is left is the copy's beginning. ``film_interval`` where none
    is."""
    lines = tuple(line for line in mark if line.strip())
    if not 0 < len(lines) <= 3 or any(len(line) > 200 for line in lines):
        raise FilmError("film_mark")
    with writing(out) as part:
        request = MaskRequest(
            film_file(path, most_points=most_points), str(part.absolute()), codec, tuple(areas), lines, stretch
        )
        return run("masked_copy", request, Copied, limits=limits, progress=progress)
