"""An MP4 file out of fetched frames, without touching a byte of the picture: every NAL unit as it came, every frame at
the recorder's time. What PyAV writes is read back and compared, unit by unit and time by time, before it counts.

:func:`mux` imports PyAV only inside: it is meant to run in a child process with limits, on bytes of strangers. Decoding
times are the sorted presentation times, set back by what the order of B-frames needs. A recorder whose clock was set
back within the interval gives times twice: from there on they are moved behind what came before, and :class:`Muxed`
says by how much. Proved by ``tests/surveillance/recorders/test_muxing.py``.
"""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from casino.core.errors import Problem
from surveillance.recorders import frames
from surveillance.recorders.assembling import Frame, Stream

if TYPE_CHECKING:
    from av import Packet
    from av.container import InputContainer

_START: Final = b"\x00\x00\x00\x01"
_FORMATS: Final = {"h264": "h264", "h265": "hevc"}
_US: Final = Fraction(1, 1_000_000)
_DISK: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO})
_PROBED_FRAMES: Final = 50
_PROBED_BYTES: Final = 8 << 20
_TICKS_US: Final = 100
"""What equal times may move a frame by: frames of one moment are a handful."""


class MuxedOtherwise(Problem):
    """Problem ``recorder_muxed_otherwise``, with what differs."""

    def __init__(self, what: str) -> None:
        super().__init__("recorder_muxed_otherwise", what=what)
        self.what = what


class Moved(msgspec.Struct, frozen=True):
    """From the frame with this number (decoding order, from 0) on, times stand later in the file than the
    recorder's."""

    frame: int
    by_us: int


class Muxed(msgspec.Struct, frozen=True):
    """``first_us`` is the recorder's time of the file's second 0 (microseconds since 1970, UTC); ``nal_units`` counts
    what was compared. ``left_out`` frames stand before the first key frame: nothing can decode them, and no MP4 begins
    so."""

    frames: int
    nal_units: int
    first_us: int
    duration_us: int
    moved: tuple[Moved, ...]
    left_out: int


def mux(source: Path, into: Path) -> Muxed:
    """Writes ``into`` (an MP4) from a file of frames (:mod:`surveillance.recorders.frames`).

    Raises Problems ``recorder_file`` (not ours, without a key frame, or without parameter sets that can be read) and
    ``recorder_muxed_otherwise``; OSError of the disk. Removes ``into`` where it raises."""
    plan = _plan(source)
    try:
        _write(source, into, plan)
        _compare(source, into, plan)
    except BaseException:
        into.unlink(missing_ok=True)
        raise
    return plan.muxed


class _Plan(msgspec.Struct):
    pts_us: list[int]
    delay_us: int
    muxed: Muxed


def _from_key(source: Path) -> tuple[Stream, Iterator[Frame]]:
    stream, all_frames = frames.read(source)

    def since_key() -> Iterator[Frame]:
        begun = False
        for frame in all_frames:
            begun |= frame.key
            if begun:
                yield frame

    return stream, since_key()


def _plan(source: Path) -> _Plan:
    """When each frame is shown, from the first on."""
    times: list[int] = []
    moved: list[Moved] = []
    units = by = 0
    for number, frame in enumerate(_from_key(source)[1]):
        latest = max(times[-32:], default=frame.at_us - 1)
        if frame.key and frame.at_us + by <= latest:
            step = times[-1] - times[-2] if len(times) > 1 and times[-1] > times[-2] else 40_000
            by = latest + step - frame.at_us
            moved.append(Moved(number, by))
        times.append(frame.at_us + by)
        units += len(frame.units)
    if not times:
        raise Problem("recorder_file")
    total = sum(1 for _ in frames.read(source)[1])
    first = min(times)
    pts = [each - first for each in times]
    ordered = sorted(pts)
    delay = max(in_order - shown for in_order, shown in zip(ordered, pts, strict=True))
    whole = Muxed(len(pts), units, first, ordered[-1], tuple(moved), total - len(pts))
    return _Plan(pts, delay, whole)


def _annex_b(units: tuple[bytes, ...]) -> bytes:
    return b"".join(_START + unit for unit in units)


def _template(source: Path) -> InputContainer:
    """The first frames as a raw stream, from which PyAV reads size and parameter sets."""
    import io

    import av

    stream, some = _from_key(source)
    raw = bytearray(_annex_b(stream.parameter_sets))
    for number, frame in enumerate(some):
        if number == _PROBED_FRAMES or (number and len(raw) > _PROBED_BYTES):
            break
        raw += _annex_b(frame.units)
    return av.open(io.BytesIO(bytes(raw)), "r", format=_FORMATS[stream.codec])


def _write(source: Path, into: Path, plan: _Plan) -> None:
    import av

    stream, of_source = _from_key(source)
    try:
        with _template(source) as template, av.open(str(into), "w", format="mp4") as container:
            track = container.add_stream_from_template(template.streams.video[0])
            track.time_base = _US
            earlier = -plan.delay_us - 1
            for number, (frame, dts) in enumerate(zip(of_source, sorted(plan.pts_us), strict=True)):
                sets = stream.parameter_sets if number == 0 and not _has_sets(stream, frame) else ()
                packet = av.Packet(_annex_b(sets + frame.units))
                # Equal times (two frames of one moment) are no error of the film: a tick later.
                earlier = max(dts - plan.delay_us, earlier + 1)
                packet.dts, packet.pts = earlier, max(plan.pts_us[number], earlier)
                packet.time_base, packet.stream, packet.is_keyframe = _US, track, frame.key
                container.mux(packet)
    except (av.FFmpegError, ValueError, IndexError, AttributeError) as error:
        if isinstance(error, OSError) and error.errno in _DISK:
            raise
        raise Problem("recorder_file") from error


def _has_sets(stream: Stream, frame: Frame) -> bool:
    """Whether the frame brings parameter sets itself: only where it does not, those of the description go before it."""
    if stream.codec == "h264":
        return any(unit[0] & 0x1F == 7 for unit in frame.units)
    return any(unit[0] >> 1 & 0x3F == 33 for unit in frame.units)


def _compare(source: Path, into: Path, plan: _Plan) -> None:
    """Reads the file back. The parameter sets that were put before the first frame are the only addition."""
    import av

    stream, of_source = _from_key(source)
    with av.open(str(into), options={"ignore_editlist": "0"}) as container:
        track = container.streams.video[0]
        packets = (packet for packet in container.demux(track) if packet.size)
        count = 0
        for number, (frame, packet) in enumerate(zip(of_source, packets, strict=False)):
            sets = stream.parameter_sets if number == 0 and not _has_sets(stream, frame) else ()
            if _hash(_units(bytes(packet))) != _hash(list(sets + frame.units)):
                raise MuxedOtherwise(f"NAL units of frame {number}")
            if abs(_shown_us(packet) - plan.pts_us[number]) > _TICKS_US:
                raise MuxedOtherwise(f"time of frame {number}")
            count += 1
        if count != len(plan.pts_us) or next(packets, None) is not None:
            raise MuxedOtherwise("number of frames")


def _shown_us(packet: Packet) -> int:
    assert packet.time_base is not None
    return round((packet.pts or 0) * packet.time_base * 1_000_000)


def _hash(units: list[bytes]) -> bytes:
    summed = hashlib.sha256()
    for unit in units:
        summed.update(len(unit).to_bytes(4, "big") + unit)
    return summed.digest()


def _units(sample: bytes) -> list[bytes]:
    units, at = [], 0
    while at + 4 <= len(sample):
        size = int.from_bytes(sample[at : at + 4], "big")
        units.append(sample[at + 4 : at + 4 + size])
        at += 4 + size
    return units
