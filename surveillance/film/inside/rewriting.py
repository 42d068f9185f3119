"""The film written anew, in the child. See ``remuxing.py``."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import av
from av.video.frame import VideoFrame

from surveillance.film.containers import FilmFile
from surveillance.film.errors import FilmError
from surveillance.film.inside.cutting import IN_MP4, copied, decoding_times
from surveillance.film.inside.opening import Packets, opened, packets, stretches_of
from surveillance.film.inside.probing import created_at
from surveillance.film.remuxing import Remuxed, RemuxRequest


def remux(request: RemuxRequest, progress: Callable[[float], None]) -> Remuxed:
    with opened(request.film) as (container, stream):
        codec, reordered = stream.codec_context.codec.canonical_name, stream.codec_context.has_b_frames
        if codec not in (*IN_MP4, "vp8"):
            raise FilmError("film_codec", None, codec=codec)
        read = packets(container, stream)
        tick = stream.time_base or Fraction(1, 1000)
        audio, said = bool(container.streams.audio), created_at(container, stream)
    moments = [pts for pts, _key in read.moments]
    if request.film.container == "avi" and reordered:
        moments = _as_shown(request.film, read)
    form = {"format": "mp4", "options": {"movflags": "faststart"}} if codec != "vp8" else {"format": "matroska"}
    with opened(request.film) as (container, stream), av.open(request.out, "w", **form) as out:
        times = decoding_times(moments, read.decoding)
        copied(container, stream, out, moments, times, 0, 0, read.origin, sound=len(read.runs) == 1)
    return Remuxed(
        container=request.film.container,
        stretches=stretches_of(read, tick),
        origin_ms=round(read.origin * tick * 1000),
        audio=audio,
        created_at=said,
    )


def _as_shown(film: FilmFile, read: Packets) -> list[int]:
    """The moment of each packet of a container that tells none: those of its slots, in the order in which the pictures
    come out of the decoder. One that cannot be decoded stands behind the one before it in the file."""
    order: dict[int, int] = {}
    with opened(film) as (container, stream):
        place = 0
        for packet in container.demux(stream):
            if packet.size and not (packet.pts is None and packet.dts is None):
                packet.pts, place = place, place + 1
            try:
                got = packet.decode()
            except av.InvalidDataError:
                continue
            for frame in got:
                if isinstance(frame, VideoFrame) and frame.pts is not None:
                    order.setdefault(frame.pts, len(order))
    ranks: list[tuple[int, int]] = []
    for place in range(len(read.moments)):
        ranks.append((order.get(place, ranks[-1][0] if ranks else 0), place))
    slots = sorted(pts for pts, _key in read.moments)
    moments = [0] * len(slots)
    for slot, (_rank, place) in zip(slots, sorted(ranks), strict=True):
        moments[place] = slot
    return moments
