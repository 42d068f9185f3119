"""A film opened for reading, with every limit that the decoding library knows; and its packets told.

A film has one timeline: its origin is its first frame that is shown, wherever the file's own zero lies (recorders write
the hour of the day there, and exports begin behind it). What an edit list hides (ISO/IEC 14496-12, 8.6.6) is not
counted. Moments are told by :func:`packets` and :func:`decoded` in that timeline; only who seeks in the file adds the
origin again. A film whose times jump, and a container that cannot be sought exactly, is read here once, to be written
anew (``remuxing.py``); who looks at pictures begins with :func:`surveyed`, which refuses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Final

import av
import msgspec
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from surveillance.film import media_signing
from surveillance.film.boxes import Boxes, tracks
from surveillance.film.containers import MOST_FRAMES, REWRITTEN, FilmFile
from surveillance.film.errors import FilmError
from surveillance.film.frame_index import FrameIndex, ceil_ms
from surveillance.film.inside.pictures import turned
from surveillance.film.probing import CODECS
from surveillance.film.stretches import Run, Stretch, runs

THREADS: Final = 2
TURN: Final = 1 << 33
"""Ticks after which the counter of a transport stream begins again: 26 hours and a half (ISO/IEC 13818-1, 2.4.3.7)."""
_READERS: Final = {
    "mp4": "mov",
    "mov": "mov",
    "matroska": "matroska",
    "webm": "matroska",
    "avi": "avi",
    "mpegts": "mpegts",
}
_EXPECTED: Final = {"mov": "mov,mp4,m4a,3gp,3g2,mj2", "matroska": "matroska,webm", "avi": "avi", "mpegts": "mpegts"}


@contextmanager
def opened(film: FilmFile) -> Iterator[tuple[InputContainer, VideoStream]]:
    """The container and the first stream with pictures. Sizes are looked at before anything may be decoded."""
    reader = _READERS[film.container]
    if reader == "mov":
        _look_at_declared_sizes(film)
        _hold_parts(film)
    options = {
        "protocol_whitelist": "file",
        "format_whitelist": _EXPECTED[reader],
        "codec_whitelist": ",".join((*CODECS, "libdav1d", "libvpx-vp9", "libvpx", "aac", "opus", "mp3", "pcm_s16le")),
        "probesize": "5000000",
        "analyzeduration": "5000000",
        "max_streams": "32",
        "correct_ts_overflow": "0",
    }
    with av.open(f"file:{film.path}", "r", format=reader, options=options, metadata_errors="replace") as container:
        if container.format.name not in (reader, _EXPECTED[reader]):
            raise FilmError("film_container")
        streams = [each for each in container.streams.video if not _is_cover(each)]
        if not streams:
            raise FilmError("film_no_picture")
        stream = streams[0]
        _take(stream, film.most_points)
        yield container, stream


def _is_cover(stream: VideoStream) -> bool:
    """A picture that is attached, as music files have it, is no film."""
    return bool(stream.disposition & av.stream.Disposition.attached_pic)


def _take(stream: VideoStream, most_points: int) -> None:
    """Refuse what is not read; give the decoder its limits."""
    try:
        codec, context = stream.codec_context.codec.canonical_name, stream.codec_context
        width, height = context.width, context.height
    except AttributeError:
        raise FilmError("film_codec", None, codec="?") from None
    if codec not in CODECS:
        raise FilmError("film_codec", None, codec=codec)
    hold_size(width, height, most_points)
    context.options = {**context.options, "max_pixels": str(most_points + (1 << 20))}
    context.thread_type = "AUTO"
    context.thread_count = THREADS


def hold_size(width: int, height: int, most_points: int) -> None:
    """``film_picture_size`` for a picture that is too large, or none."""
    if width < 16 or height < 16 or width * height > most_points:
        raise FilmError("film_picture_size", None, width=width, height=height, most=most_points)


def _look_at_declared_sizes(film: FilmFile) -> None:
    """The sizes that an MP4 declares (``stsd``), before the library opens it: opening may decode a picture. What cannot
    be read here is left to the library."""
    sizes = []
    with Path(film.path).open("rb") as file, suppress(FilmError):
        boxes = Boxes(file)
        for box in boxes.find((b"moov", b"trak", b"mdia", b"minf", b"stbl", b"stsd")):
            content = boxes.content(box)
            if _is_picture(content):
                sizes.append((int.from_bytes(content[40:42], "big"), int.from_bytes(content[42:44], "big")))
    for width, height in sizes:
        if width * height > film.most_points:
            hold_size(width, height, film.most_points)


def _hold_parts(film: FilmFile) -> None:
    """A film that its edit list puts together from several parts of the file: the library hands out what lies between
    them as well, and at the times of the file. ``film_parts``."""
    with Path(film.path).open("rb") as file:
        try:
            found = tracks(Boxes(file))
        except FilmError:
            return  # left to the library
    if any(each.handler == "vide" and each.parts > 1 for each in found):
        raise FilmError("film_parts")


def size_of(film: FilmFile, stream: VideoStream) -> tuple[int, int]:
    """Width and height of the picture as it is shown: turned where the file says so (``tkhd``, ISO/IEC 14496-12)."""
    width, height = stream.codec_context.width, stream.codec_context.height
    if _READERS[film.container] != "mov":
        return width, height
    with Path(film.path).open("rb") as file, suppress(FilmError):
        track = next((each for each in tracks(Boxes(file)) if each.handler == "vide"), None)
        if track is not None and track.lies:
            return height, width
    return width, height


def _is_picture(content: bytes) -> bool:
    """Whether a ``stsd``'s first entry is one of pictures, by its type."""
    return content[12:16] in (b"avc1", b"avc3", b"hvc1", b"hev1", b"vp08", b"vp09", b"av01", b"mp4v", b"jpeg", b"mjpa")


class Packets(msgspec.Struct):
    """What the packets of a film say: moment and key flag of each, in the order of the file. ``origin`` is the moment
    of the first frame that is shown in the file's own ticks; ``hidden`` are the places of packets that are decoded and
    never shown, whose moments may lie before the origin; ``runs`` where the file's times jump."""

    moments: list[tuple[int, bool]]
    decoding: list[int | None]
    last_ticks: int
    signing: int
    origin: int
    hidden: frozenset[int]
    runs: list[Run]


def packets(container: InputContainer, stream: VideoStream) -> Packets:
    """Every packet of the stream, read once; nothing is decoded. ``film_too_long`` beyond the cap."""
    codec = stream.codec_context.codec.canonical_name
    size = media_signing.length_size(codec, stream.codec_context.extradata)
    shown: list[int] = []
    keys: list[bool] = []
    decoding: list[int | None] = []
    lengths: list[int] = []
    hidden: set[int] = set()
    signing, top = 0, None
    kind = container.format.name
    for packet in container.demux(stream):
        if packet.size == 0 or (packet.pts is None and packet.dts is None):
            continue
        # An AVI has slots, and no times: what the reader makes of them for pictures that are reordered is a guess.
        pts = packet.dts if packet.pts is None or (kind == "avi" and packet.dts is not None) else packet.pts
        assert pts is not None
        if kind == "mpegts" and shown:
            pts += round((shown[-1] - pts) / TURN) * TURN
        # The reader marks what an edit list hides, and what jumps back over fragments that it has read.
        if packet.is_discard and (top is None or packet.dts is None or packet.dts > top):
            hidden.add(len(shown))
        top = packet.dts if top is None else max(top, top if packet.dts is None else packet.dts)
        shown.append(pts)
        keys.append(packet.is_keyframe)
        lengths.append(packet.duration or 0)
        decoding.append(None if kind in REWRITTEN else packet.dts)
        if len(shown) > MOST_FRAMES:
            raise FilmError("film_too_long", None, most=MOST_FRAMES)
        signing += media_signing.carried(bytes(packet), codec=codec, size=size)
    if len(hidden) == len(shown):
        raise FilmError("film_no_picture")
    return _told(shown, keys, decoding, lengths, frozenset(hidden), stream.time_base or Fraction(1, 1000), signing)


def _told(
    shown: list[int],
    keys: list[bool],
    decoding: list[int | None],
    lengths: list[int],
    hidden: frozenset[int],
    tick: Fraction,
    signing: int,
) -> Packets:
    """The packets in the film's timeline, stretch by stretch."""
    found = runs(shown, keys, lengths, hidden, tick)
    moments: list[tuple[int, bool]] = []
    for run, stop in zip(found, [*(each.place for each in found[1:]), len(shown)], strict=True):
        shift = run.at - run.begins
        moments += [(shown[place] + shift, keys[place]) for place in range(run.place, stop)]
    origin, last = found[0].begins, found[-1]
    # Where times jump, the library makes up some of the times of decoding: all are reckoned anew.
    rebased = [None if dts is None or len(found) > 1 else dts - origin for dts in decoding]
    ends = last.at + last.ends - last.begins
    of_last = ends - max(pts for place, (pts, _key) in enumerate(moments) if place not in hidden)
    return Packets(moments, rebased, of_last, signing, origin, hidden, found)


def stretches_of(read: Packets, tick: Fraction) -> tuple[Stretch, ...]:
    """The stretches of a film whose times jump; none of one whose times run on."""
    if len(read.runs) == 1:
        return ()
    return tuple(
        Stretch(
            ceil_ms(run.at, tick),
            ceil_ms(run.at + run.ends - run.begins, tick),
            round((run.begins - read.origin - run.at) * tick * 1000),
        )
        for run in read.runs
    )


def surveyed(film: FilmFile) -> tuple[Packets, FrameIndex]:
    """What the packets of a film say, that may be looked at as it lies there. ``film_times``, ``film_container``."""
    if film.container in REWRITTEN:
        raise FilmError("film_container")
    with opened(film) as (container, stream):
        read = packets(container, stream)
        if len(read.runs) > 1:
            raise FilmError("film_times", None, count=len(read.runs) - 1)
        return read, index_of(read, stream)


def index_of(read: Packets, stream: VideoStream) -> FrameIndex:
    """The index of the frames; one without a length is shown as long as most are."""
    shown = [each for place, each in enumerate(read.moments) if place not in read.hidden]
    return FrameIndex.of(shown, tick=stream.time_base or Fraction(1, 1000), last_ticks=read.last_ticks)


def decoded(
    container: InputContainer, stream: VideoStream, most_points: int, origin: int
) -> Iterator[tuple[int, VideoFrame]]:
    """Every frame that is shown and can be decoded with its moment, at rising moments; a damaged packet costs what
    depends on it, not the film."""
    last = -1
    for packet in container.demux(stream):
        try:
            got = packet.decode()
        except av.InvalidDataError:
            continue
        for frame in got:
            if isinstance(frame, VideoFrame) and frame.pts is not None and frame.pts - origin > last:
                last = frame.pts - origin
                hold_size(frame.width, frame.height, most_points)
                yield last, turned(frame)
