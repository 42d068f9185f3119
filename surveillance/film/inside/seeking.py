"""Stills and previews, in the child. See ``frames.py``."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator

from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from surveillance.film.errors import FilmError
from surveillance.film.frame_index import FrameIndex
from surveillance.film.frames import Preview, Still, StillRequest, Strip, StripRequest
from surveillance.film.inside.opening import decoded, opened, surveyed
from surveillance.film.inside.pictures import image_of

KEYS_BACK = 3
"""Key frames that decoding is begun at for one frame, from the nearest on."""

MOST_DECODED_FOR_STRIP = 20_000
"""Frames of a film with few key frames that are decoded for a strip: at 720p a minute or two."""


def still(request: StillRequest, progress: Callable[[float], None]) -> Still:
    read, frames = surveyed(request.film)
    if not frames.start_ms <= request.at_ms <= frames.end_ms:
        raise FilmError("film_moment", None, at_ms=request.at_ms)
    number = frames.at(request.at_ms)
    with opened(request.film) as (container, stream):
        pts, frame = frame_at(container, stream, frames, number, request.film.most_points, read.origin)
        buffer = io.BytesIO()
        image_of(frame).save(buffer, "PNG", compress_level=1)
    # Of a damaged film it may be another one than was asked for: said is what is seen.
    number = frames.at(pts * frames.tick * 1000)
    return Still(buffer.getvalue(), number, pts, frames.ms(number))


def frame_at(
    container: InputContainer, stream: VideoStream, frames: FrameIndex, number: int, most_points: int, origin: int
) -> tuple[int, VideoFrame]:
    """The frame of this number with its moment, whatever the container's own seeking does: begin at the key frame in
    front of it; if what comes is later (open GOP), at the one before that. Where it cannot be decoded, since the film
    is damaged or was cut, the last frame before it that can, else the first one behind it."""
    wanted = frames.moments[number]
    keys = [pts for pts, key in zip(frames.moments, frames.keys, strict=True) if key and pts <= wanted][-KEYS_BACK:]
    tries = [*reversed(keys), *([frames.moments[0]] if len(keys) < KEYS_BACK else [])]
    before: tuple[int, VideoFrame] | None = None
    behind: tuple[int, VideoFrame] | None = None
    for pts in dict.fromkeys(tries):
        for at, frame in _decoded_from(container, stream, pts, most_points, origin):
            if at == wanted:
                return at, frame
            if at > wanted:
                behind = at, frame
                break
            before = at, frame
        if before is not None:
            return before
    if behind is None:
        raise FilmError("film_unreadable")
    return behind


def _decoded_from(
    container: InputContainer, stream: VideoStream, pts: int, most_points: int, origin: int
) -> Iterator[tuple[int, VideoFrame]]:
    stream.codec_context.flush_buffers()
    container.seek(pts + origin, backward=True, any_frame=False, stream=stream)
    return decoded(container, stream, most_points, origin)


def strip(request: StripRequest, progress: Callable[[float], None]) -> Strip:
    read, frames = surveyed(request.film)
    count = min(request.count, frames.count)
    span = frames.moments[-1] + frames.last_ticks - frames.moments[0]
    targets = [frames.moments[0] + span * (2 * n + 1) // (2 * count) for n in range(count)]
    keys = [pts for pts, key in zip(frames.moments, frames.keys, strict=True) if key]
    chosen = sorted({min(keys, key=lambda pts: abs(pts - target)) for target in targets}) if keys else []
    if 2 * len(chosen) < count and frames.count <= MOST_DECODED_FOR_STRIP:
        wanted = {frames.moments[frames.at(target * frames.tick * 1000)] for target in targets}
        return Strip(tuple(_previews(request, frames, wanted, read.origin, keys_only=False)))
    return Strip(tuple(_previews(request, frames, set(chosen), read.origin, keys_only=True)))


def _previews(
    request: StripRequest, frames: FrameIndex, wanted: set[int], origin: int, *, keys_only: bool
) -> Iterator[Preview]:
    places = {pts: number for number, pts in enumerate(frames.moments) if pts in wanted}
    with opened(request.film) as (container, stream):
        if keys_only:
            stream.codec_context.skip_frame = "NONKEY"
            for pts in sorted(wanted):
                for at, frame in _decoded_from(container, stream, pts, request.film.most_points, origin):
                    if at < pts:
                        continue
                    if at in places:
                        yield _preview(frame, places.pop(at), frames, request)
                    break
            return
        for at, frame in decoded(container, stream, request.film.most_points, origin):
            if at in places:
                yield _preview(frame, places.pop(at), frames, request)
            if not places:
                return


def _preview(frame: VideoFrame, number: int, frames: FrameIndex, request: StripRequest) -> Preview:
    height = max(2, round(frame.height * request.width / frame.width))
    buffer = io.BytesIO()
    small = frame.reformat(width=request.width, height=min(height, 4 * request.width), format="rgb24")
    image_of(small).save(buffer, "JPEG", quality=75)
    return Preview(buffer.getvalue(), number, frames.ms(number))
