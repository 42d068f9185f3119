"""The cut, in the child. See ``copies.py``.

Two passes over the packets: the first tells every moment, the second writes. In the order of the file the cut begins
with a key frame and ends in front of one, chosen so that each frame that is shown in the stretch is in it and can be
decoded; with an open GOP, pictures in front of a key frame follow it in the file, and the cut takes in one group more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import av
from av.container import InputContainer, OutputContainer
from av.packet import Packet
from av.stream import Stream
from av.video.stream import VideoStream

from surveillance.film.copies import Cut, CutRequest, Part, PartRequest
from surveillance.film.errors import FilmError
from surveillance.film.frame_index import FrameIndex, ceil_ms
from surveillance.film.inside.opening import opened, surveyed

IN_MP4 = ("h264", "hevc", "vp9", "av1", "mpeg4", "mjpeg")
BEHIND = 250
"""Packets of pictures behind the cut that are read for its sound."""

SOUND_IN_MP4 = ("aac", "mp3", "opus", "ac3")


def cut(request: CutRequest, progress: Callable[[float], None]) -> Cut:
    with opened(request.film) as (container, stream):
        codec = stream.codec_context.codec.canonical_name
        if codec not in IN_MP4:
            raise FilmError("film_cut_codec", None, codec=codec)
    read, frames = surveyed(request.film)
    if request.start_ms >= frames.end_ms or request.end_ms <= frames.start_ms:
        raise FilmError("film_interval", None, start_ms=request.start_ms, end_ms=request.end_ms)
    begin, stop = chosen(read.moments, frames, request.start_ms, request.end_ms)
    moments = [pts for pts, _key in read.moments[begin:stop]]
    # Pictures in front of the first key frame that follow it in the file cannot be shown without what was cut away.
    shown_from = max(0, read.moments[begin][0])
    # What the film hides stays hidden: it lies before the cut's own origin, which the writer says in an edit list.
    origin = min(pts for place, pts in enumerate(moments, begin) if place not in read.hidden)
    with (
        opened(request.film) as (container, stream),
        av.open(request.out, "w", format="mp4", options={"movflags": "faststart"}) as out,
    ):
        times = decoding_times(moments, read.decoding[begin:stop])
        audio = copied(container, stream, out, moments, times, begin, origin, read.origin)
    ended = _end_of(frames, max(moments))
    start_ms, end_ms = ceil_ms(shown_from, frames.tick), ceil_ms(ended, frames.tick)
    return Cut(
        start_ms=start_ms,
        end_ms=end_ms,
        asked_start_ms=request.start_ms,
        asked_end_ms=request.end_ms,
        before_ms=max(0, request.start_ms - start_ms),
        after_ms=max(0, end_ms - request.end_ms),
        origin_ticks=origin,
        tick_numerator=frames.tick_numerator,
        tick_denominator=frames.tick_denominator,
        frames=sum(place not in read.hidden for place in range(begin, stop)),
        audio=audio,
    )


def part(request: PartRequest, progress: Callable[[float], None]) -> Part:
    with opened(request.film) as (container, stream):
        codec = stream.codec_context.codec.canonical_name
        if codec not in IN_MP4:
            raise FilmError("film_cut_codec", None, codec=codec)
    read, frames = surveyed(request.film)
    places: set[int] = set()
    for start_ms, end_ms in request.stretches:
        if start_ms >= frames.end_ms or end_ms <= frames.start_ms:
            raise FilmError("film_interval", None, start_ms=start_ms, end_ms=end_ms)
        places |= set(range(*chosen(read.moments, frames, start_ms, end_ms)))
    times = decoding_times([pts for pts, _key in read.moments], read.decoding)
    with (
        opened(request.film) as (container, stream),
        av.open(request.out, "w", format="mp4", options={"movflags": "faststart"}) as out,
    ):
        picture, last, place = _Track(out, stream, 0), max(places), 0
        for packet in container.demux(stream):
            if packet.size == 0 or (packet.pts is None and packet.dts is None):
                continue
            if place in places:
                if place == min(places) and read.moments[place][0] > 0:
                    first = _again(packet)  # the film's own zero, so that every picture keeps its moment
                    picture.write(first, 0, min(0, times[place] - read.moments[place][0]))
                picture.write(_plain(packet), read.moments[place][0], times[place])
                progress(place / last if last else 1.0)
            place += 1
            if place > last:
                break
    return Part(frames=len(places))


def chosen(moments: Sequence[tuple[int, bool]], frames: FrameIndex, start_ms: int, end_ms: int) -> tuple[int, int]:
    """First packet of the cut and the first behind it, in the order of the file."""
    first = frames.moments[frames.at(max(start_ms, frames.start_ms))]
    last = frames.moments[frames.at(min(end_ms, frames.end_ms) - Fraction(1, 1000))]
    needed = [place for place, (pts, _key) in enumerate(moments) if first <= pts <= last]
    keys = [place for place, (_pts, key) in enumerate(moments) if key]
    begin = next((key for key in reversed(keys) if moments[key][0] <= first and key <= needed[0]), 0)
    stop = next((key for key in keys if key > needed[-1] and moments[key][0] > last), len(moments))
    return begin, stop


def _end_of(frames: FrameIndex, pts: int) -> int:
    """When the frame that begins at ``pts`` ends."""
    place = frames.at(pts * frames.tick * 1000)
    return frames.moments[place + 1] if place + 1 < frames.count else pts + frames.last_ticks


def decoding_times(shown: Sequence[int], given: Sequence[int | None]) -> list[int]:
    """A decoding time for each packet in the order of the file: its own where all have one, else the moments of showing
    in order, earlier by what the order of the file needs."""
    own = [each for each in given if each is not None]
    if len(own) == len(given):
        return own
    ordered = sorted(shown)
    delay = max(at - pts for at, pts in zip(ordered, shown, strict=True))
    return [at - delay for at in ordered]


class _Track:
    """One stream of the cut. Packets keep their bytes; times are moved to the cut's origin, and equal decoding times,
    which the writer refuses, are raised by a tick."""

    def __init__(self, out: OutputContainer, source: Stream, shift: int) -> None:
        self.stream = out.add_stream_from_template(source)
        self._out, self._shift, self._last = out, shift, None

    _last: int | None

    def write(self, packet: Packet, pts: int, dts: int) -> None:
        dts -= self._shift
        if self._last is not None:
            dts = max(dts, self._last + 1)
        self._last = dts
        packet.dts, packet.pts = dts, max(pts - self._shift, dts)
        packet.stream = self.stream
        self._out.mux(packet)


def copied(
    container: InputContainer,
    stream: VideoStream,
    out: OutputContainer,
    moments: Sequence[int],
    decoding: Sequence[int],
    begin: int,
    origin: int,
    of_film: int,
    *,
    sound: bool = True,
) -> bool:
    """Write the packets from number ``begin`` on, and the sound of their time; whether there was any. ``origin`` of the
    cut in the film, ``of_film`` that of the film in the file; without ``sound`` the pictures alone."""
    tick = stream.time_base
    assert tick is not None
    picture = _Track(out, stream, origin)
    begins, until = (origin + of_film) * tick, (max(moments) + of_film) * tick
    audio = next((each for each in container.streams.audio if each.codec_context.name in SOUND_IN_MP4), None)
    heard = None
    if sound and audio is not None and audio.time_base:
        heard = _Track(out, audio, int(begins / audio.time_base))
    place, behind, wrote_sound = 0, 0, False
    for packet in container.demux([stream, audio] if heard is not None and audio is not None else [stream]):
        if packet.size == 0 or (packet.pts is None and packet.dts is None):
            continue
        if packet.stream.type == "video":
            number = place - begin
            place += 1
            if 0 <= number < len(moments):
                picture.write(_plain(packet), moments[number], decoding[number])
            behind += number >= len(moments)
        elif (
            heard is not None
            and packet.pts is not None
            and packet.time_base
            and begins <= packet.pts * packet.time_base < until
        ):
            heard.write(packet, packet.pts, packet.pts if packet.dts is None else packet.dts)
            wrote_sound = True
        # Sound may lie some way behind the pictures that it belongs to.
        if behind > (BEHIND if heard is not None else 0):
            break
    return wrote_sound


def _again(packet: Packet[Any]) -> Packet[Any]:
    """The same picture once more."""
    found: Packet[Any] = Packet(bytes(packet))
    found.is_keyframe, found.time_base = packet.is_keyframe, packet.time_base
    return found


def _plain(packet: Packet[Any]) -> Packet[Any]:
    """The packet without the reader's mark that it is not to be shown: the writer would leave it out."""
    if not packet.is_discard:
        return packet
    plain: Packet[Any] = Packet(bytes(packet))
    plain.is_keyframe, plain.duration, plain.time_base = packet.is_keyframe, packet.duration, packet.time_base
    return plain
