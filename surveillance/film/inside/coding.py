"""Copies that are coded anew, in the child: the web copy and the masked copy. See ``copies.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

import av
from av.container import OutputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream
from PIL import Image

from surveillance.film.copies import Area, Copied, MaskRequest, WebCopyRequest
from surveillance.film.errors import FilmError
from surveillance.film.frame_index import FrameIndex
from surveillance.film.inside import lettering
from surveillance.film.inside.opening import THREADS, decoded, opened, size_of, surveyed
from surveillance.film.inside.pictures import frame_of, image_of

KEY_EVERY: Final = 25
COARSE: Final = 12
_ENCODERS: Final[dict[str, tuple[str, str, dict[str, str]]]] = {
    "h264": ("libx264", "mp4", {"preset": "veryfast", "crf": "23"}),
    "vp9": ("libvpx-vp9", "webm", {"deadline": "realtime", "cpu-used": "8", "crf": "32", "b": "0", "row-mt": "1"}),
}

Change = Callable[[VideoFrame, int], VideoFrame]


def web_copy(request: WebCopyRequest, progress: Callable[[float], None]) -> Copied:
    read, frames = surveyed(request.film)
    with opened(request.film) as (container, stream):
        width, height = size_of(request.film, stream)
        if height > request.most_height:
            width, height = width * request.most_height // height, request.most_height
        width, height = max(16, width // 2 * 2), max(16, height // 2 * 2)

        def change(frame: VideoFrame, number: int) -> VideoFrame:
            return frame.reformat(width=width, height=height, format="yuv420p")

        film = decoded(container, stream, request.film.most_points, read.origin)
        return _coded(film, frames, request, (width, height), change, progress, range(frames.count))


def masked_copy(request: MaskRequest, progress: Callable[[float], None]) -> Copied:
    read, frames = surveyed(request.film)
    with opened(request.film) as (container, stream):
        width, height = size_of(request.film, stream)
        for number, area in enumerate(request.areas, start=1):
            if not _possible(area, width, height):
                raise FilmError("film_areas", None, number=number)
        kept = _kept(frames, request.stretch)
        even_width, even_height = width // 2 * 2, height // 2 * 2
        band = lettering.foot(request.mark, even_width, max(12, height // 30))
        faint = lettering.across(" · ".join(request.mark), even_width, even_height)
        whole = (even_width, even_height + band.height)
        white = Image.new("RGB", (even_width, even_height), "white")

        def change(frame: VideoFrame, number: int) -> VideoFrame:
            picture = image_of(frame).crop((0, 0, even_width, even_height))
            begins, ends = _shown(frames, number)
            for area in request.areas:
                if begins < area.to_ms and ends > area.from_ms:
                    _hide(picture, area, begins)
            picture.paste(white, (0, 0), faint)
            sheet = Image.new("RGB", whole)
            sheet.paste(picture, (0, 0))
            sheet.paste(band, (0, even_height))
            return frame_of(sheet)

        film = decoded(container, stream, request.film.most_points, read.origin)
        return _coded(film, frames, request, whole, change, progress, kept)


def _coded(
    film: Iterable[tuple[int, VideoFrame]],
    frames: FrameIndex,
    request: WebCopyRequest | MaskRequest,
    size: tuple[int, int],
    change: Change,
    progress: Callable[[float], None],
    kept: range,
) -> Copied:
    """Decode, change and code the frames that are kept, each at its moment from the first one that is kept."""
    first = frames.moments[kept.start]
    encoder, form, options = _ENCODERS[request.codec]
    faststart = {"movflags": "faststart"} if form == "mp4" else {}
    with av.open(request.out, "w", format=form, options=faststart) as out:
        target = add_encoder(out, encoder, options, size, frames, key_every=KEY_EVERY)
        count = 0
        for seen, (pts, frame) in enumerate(film):
            if seen % 25 == 0:
                progress(seen / frames.count)
            number = frames.at(pts * frames.tick * 1000)
            if number not in kept:
                continue
            changed = change(frame, number)
            changed.pts, changed.time_base = pts - first, frames.tick
            changed.pict_type = 0
            out.mux(target.encode(changed))
            count += 1
        if count == 0:
            raise FilmError("film_unreadable")
        out.mux(target.encode(None))
    progress(1.0)
    return Copied(count, *size)


def add_encoder(
    out: OutputContainer,
    encoder: str,
    options: dict[str, str],
    size: tuple[int, int],
    frames: FrameIndex,
    *,
    key_every: int,
) -> VideoStream:
    """A stream that is coded with these settings, in the ticks of ``frames``."""
    span = (frames.moments[-1] + frames.last_ticks - frames.moments[0]) * frames.tick
    rate = Fraction(frames.count) / span
    target = out.add_stream(encoder, rate=rate.limit_denominator(1001), options=options)
    assert isinstance(target, VideoStream)
    target.width, target.height = size
    target.pix_fmt = "yuv420p"
    context = target.codec_context
    context.gop_size = key_every
    context.time_base = frames.tick
    context.thread_count = THREADS
    target.time_base = frames.tick
    return target


def _shown(frames: FrameIndex, number: int) -> tuple[Fraction, Fraction]:
    """From when to when a frame is shown, in milliseconds."""
    begins = frames.moments[number]
    ends = frames.moments[number + 1] if number + 1 < frames.count else begins + frames.last_ticks
    return begins * frames.tick * 1000, ends * frames.tick * 1000


def _kept(frames: FrameIndex, stretch: tuple[int, int] | None) -> range:
    """The frames that are shown at any moment of a stretch."""
    if stretch is None:
        return range(frames.count)
    begins, ends = stretch
    shown = (_shown(frames, number) for number in range(frames.count))
    kept = [number for number, (start, end) in enumerate(shown) if start < ends and end > begins]
    if not kept:
        raise FilmError("film_interval", None, start_ms=begins, end_ms=ends)
    return range(kept[0], kept[-1] + 1)


def _possible(area: Area, width: int, height: int) -> bool:
    """Whether an area has a size, a time, and touches the picture wherever it goes."""
    places = [(area.x, area.y)] + ([(area.to_x, area.to_y)] if area.to_x is not None and area.to_y is not None else [])
    return (
        area.from_ms < area.to_ms
        and 0 < area.width <= width
        and 0 < area.height <= height
        and all(-area.width < x < width and -area.height < y < height for x, y in places)
        and (area.to_x is None) == (area.to_y is None)
    )


def _hide(picture: Image.Image, area: Area, at_ms: Fraction) -> None:
    x, y = area.x, area.y
    if area.to_x is not None and area.to_y is not None:
        part = min(Fraction(1), max(Fraction(0), (at_ms - area.from_ms) / (area.to_ms - area.from_ms)))
        x, y = round(x + part * (area.to_x - x)), round(y + part * (area.to_y - y))
    box = (max(0, x), max(0, y), min(picture.width, x + area.width), min(picture.height, y + area.height))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    if area.how == "black":
        picture.paste((0, 0, 0), box)
        return
    part_of = picture.crop(box)
    across = min(COARSE, part_of.width)
    down = max(1, min(COARSE, round(across * part_of.height / part_of.width)))
    coarse = part_of.resize((across, down), Image.Resampling.BOX)
    picture.paste(coarse.resize(part_of.size, Image.Resampling.BILINEAR), box[:2])
