"""The probe, in the child. See ``probing.py``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from av.container import InputContainer
from av.video.stream import VideoStream

from surveillance.film.frame_index import FrameIndex
from surveillance.film.inside.opening import index_of, opened, packets, size_of, stretches_of
from surveillance.film.probing import Probe, ProbeRequest

USUAL_RATES: Final = (
    *(Fraction(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 24, 25, 30, 48, 50, 60)),
    *(Fraction(n * 1000, 1001) for n in (15, 24, 30, 60)),
    Fraction(25, 2),
)


def probe(request: ProbeRequest, progress: Callable[[float], None]) -> Probe:
    with opened(request.film) as (container, stream):
        context = stream.codec_context
        width, height = size_of(request.film, stream)
        read = packets(container, stream)
        frames = index_of(read, stream)
        rate = constant_rate(frames)
        return Probe(
            container=request.film.container,
            codec=context.codec.canonical_name,
            width=width,
            height=height,
            duration_ms=frames.end_ms - frames.start_ms,
            frame_rate=None if rate is None else (rate.numerator, rate.denominator),
            created_at=created_at(container, stream),
            audio=bool(container.streams.audio),
            frames=frames,
            origin_ms=round(read.origin * frames.tick * 1000),
            media_signing=read.signing,
            stretches=stretches_of(read, frames.tick),
        )


def constant_rate(frames: FrameIndex) -> Fraction | None:
    """Frames a second if each stands where a constant rate puts it, within a tick or a millisecond; None else."""
    moments, tick = frames.moments, frames.tick
    if len(moments) < 2:
        return None
    period = Fraction(moments[-1] - moments[0], len(moments) - 1)
    loose = max(Fraction(1), Fraction(1, 1000) / tick)
    if any(abs(pts - moments[0] - n * period) > loose for n, pts in enumerate(moments)):
        return None
    rate = 1 / (period * tick)
    for usual in USUAL_RATES:
        off = abs(1 / (usual * tick) - period) * (len(moments) - 1)
        if off <= loose:
            return usual
    return rate.limit_denominator(1001)


def created_at(container: InputContainer, stream: VideoStream) -> datetime | None:
    """What the file says of itself; a clock that was never set (1904, 1970) says nothing."""
    for metadata in (container.metadata, stream.metadata):
        said = metadata.get("creation_time", "")[:40]
        try:
            moment = datetime.fromisoformat(said)
        except ValueError:
            continue
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        if moment.year > 1970:
            return moment
    return None
