"""What a film is: container, codec, picture, rate, length, when it says it was made, and the moment of every frame.

Told by the content, in a child process (:mod:`surveillance.film.limited`); pictures beyond the limit are refused before
they are decoded. Nothing is decoded at all: moments and key frames stand in the packets.
Tests: ``tests/surveillance/film/test_probing.py``, ``test_hostile.py``.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from surveillance.film.containers import MOST_POINTS, Container, FilmFile, film_file
from surveillance.film.frame_index import FrameIndex
from surveillance.film.limited import Limits, run
from surveillance.film.stretches import Stretch

PROBE_LIMITS: Final = Limits(memory_mb=1500, cpu_s=300, wall_s=900)
"""For what an upload may be: every packet is read once."""

CODECS: Final = ("h264", "hevc", "vp8", "vp9", "av1", "mpeg4", "mjpeg")
"""What is read."""


class Probe(msgspec.Struct, frozen=True):
    """A film. Sizes in points; ``frame_rate`` is frames per second as a fraction, None where it varies; ``created_at``
    is what the file claims (None: nothing); ``frames`` the moment of every frame, from the first that is shown;
    ``origin_ms`` that one's moment in the file's own timeline, by which a seal says when the film starts;
    ``media_signing`` the packets that carry ONVIF Media Signing, whose signatures are not verified;
    ``stretches`` those of a film whose times jump (none: they run on)."""

    container: Container
    codec: str
    width: int
    height: int
    duration_ms: int
    frame_rate: tuple[int, int] | None
    created_at: datetime | None
    audio: bool
    frames: FrameIndex
    origin_ms: int
    media_signing: int
    stretches: tuple[Stretch, ...] = ()


class ProbeRequest(msgspec.Struct, frozen=True):
    """What the child is asked."""

    film: FilmFile


def probe(path: Path, *, limits: Limits = PROBE_LIMITS, most_points: int = MOST_POINTS) -> Probe:
    """What the film is. A :class:`~surveillance.film.errors.FilmError` for one that cannot be used."""
    return run("probe", ProbeRequest(film_file(path, most_points=most_points)), Probe, limits=limits)
