"""What a file is, told by its first bytes: an MP4 or MOV, a Matroska or WebM, an AVI or an MPEG transport stream, or
nothing that is read here.

The name says nothing. Only these readers of the decoding library are ever opened, by name, so that a playlist, a
concatenation script or any other of its hundred formats is never tried. Tests: ``test_hostile.py``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import msgspec

from surveillance.film.errors import FilmError

MOST_POINTS: Final = 4096 * 2304
"""Points of a picture: 4K of either kind. A larger one is refused before it is decoded."""

MOST_FRAMES: Final = 3_000_000
"""Frames of a film: a day and a third at 25 a second."""

Container = Literal["mp4", "mov", "matroska", "webm", "avi", "mpegts"]

REWRITTEN: Final = frozenset({"avi", "mpegts"})
"""Containers that no browser plays and whose frames cannot be sought exactly: looked at by way of ``remuxing.py``."""

_SYNC: Final = b"\x47" * 4
_TS_PACKETS: Final = ((0, 188), (4, 192), (0, 204))
"""Where the first packet of a transport stream begins and how long each is: plain, with a time stamp in front, with a
checksum behind (ISO/IEC 13818-1; Blu-ray; DVB)."""

_FIRST_BOXES: Final = {b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip", b"styp", b"pnot"}


class FilmFile(msgspec.Struct, frozen=True):
    """A film as the child is told of it: an absolute path, its container, and the limit of its picture."""

    path: str
    container: Container
    most_points: int = MOST_POINTS


def film_file(path: Path, *, most_points: int = MOST_POINTS) -> FilmFile:
    """The file as it may be handed to a child. ``film_missing``; ``film_container`` for what is no film by its
    content."""
    return FilmFile(str(path.absolute()), container_of(path), most_points)


def container_of(path: Path) -> Container:
    """Which container the content is; ``film_container`` for any other."""
    if not path.is_file():
        raise FilmError("film_missing")
    with path.open("rb") as file:
        head = file.read(1024)
    if head[4:8] in _FIRST_BOXES:
        return "mov" if head[4:8] != b"ftyp" or head[8:12] == b"qt  " else "mp4"
    if head[:4] == b"\x1a\x45\xdf\xa3":
        return "webm" if b"webm" in head[:64] else "matroska"
    if head[:4] == b"RIFF" and head[8:12] == b"AVI ":
        return "avi"
    if any(head[first::length][:4] == _SYNC for first, length in _TS_PACKETS):
        return "mpegts"
    raise FilmError("film_container")
