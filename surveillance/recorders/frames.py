"""A file of fetched frames: what arrived, as it arrived, readable up to the last whole frame after any interruption.

    TPFRAMES1\\n  then records:  u32 length, u32 CRC-32 (both big-endian), MessagePack

The first record is the :class:`Stream`, each other a :class:`Frame`. A record that is cut or whose sum is wrong ends
the file: :class:`FrameFile` goes on behind the last whole one, so a fetch that was killed is resumed (:func:`resume`).
Proved by ``tests/surveillance/recorders/test_frames.py``, which cuts the file at every byte.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Final, TypeVar

import msgspec

from casino.core.errors import Problem
from surveillance.recorders import errors as _codes  # noqa: F401  (fills the error table)
from surveillance.recorders.assembling import Frame, Stream

T = TypeVar("T")
MAGIC: Final = b"TPFRAMES1\n"
LONGEST_RECORD: Final = 64 << 20
_encode = msgspec.msgpack.Encoder().encode
_decode_stream = msgspec.msgpack.Decoder(Stream).decode
_decode_frame = msgspec.msgpack.Decoder(Frame).decode


class Resume(msgspec.Struct, frozen=True):
    """Where an earlier fetch of the same interval ended: times of all its frames in decoding order, and how many of
    them stand before its last key frame."""

    times_us: tuple[int, ...]
    before_key: int
    damaged: int = 0

    @property
    def from_us(self) -> int:
        """The time of the last key frame: what is asked from."""
        return self.times_us[self.before_key]


def resume_of(frames: Iterable[Frame]) -> Resume | None:
    """Where to go on after these frames; None where there is no key frame to begin from."""
    times: list[int] = []
    key, damaged = -1, 0
    for frame in frames:
        if frame.key:
            key = len(times)
        times.append(frame.at_us)
        damaged += frame.damaged
    return Resume(tuple(times), key, damaged) if key >= 0 else None


class FrameFile:
    """Takes frames, and writes each through before it returns (to the system, not to the disk: a lost machine loses the
    end, a killed process nothing)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: FileIO | None = None
        self.stream: Stream | None = None

    def __enter__(self) -> FrameFile:
        self._file = self.path.open("r+b" if self.path.exists() else "w+b", buffering=0)
        end = len(MAGIC)
        if self.path.stat().st_size < end:
            self._file.truncate(0)
            self._write(MAGIC)
        for record, at in _records(self.path):
            self.stream = self.stream or _read(_decode_stream, record)
            end = at
        self._file.truncate(end)
        self._file.seek(end)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def begin(self, stream: Stream) -> None:
        """Says what the frames are. Problem ``recorder_file`` where the file holds those of another codec."""
        if self.stream is None:
            self._record(_encode(stream))
            self.stream = stream
        elif self.stream.codec != stream.codec:
            raise Problem("recorder_file")

    def take(self, frame: Frame) -> None:
        self._record(_encode(frame))

    def _record(self, body: bytes) -> None:
        self._write(len(body).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body)

    def _write(self, data: bytes) -> None:
        assert self._file is not None, "the file is not open"
        view = memoryview(data)
        while view:
            written = self._file.write(view)
            view = view[written or 0 :]


def _records(path: Path) -> Iterator[tuple[bytes, int]]:
    """Whole records, and where each ends."""
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Problem("recorder_file")
        at = len(MAGIC)
        while len(head := file.read(8)) == 8:
            length = int.from_bytes(head[:4], "big")
            if length > LONGEST_RECORD:
                return
            body = file.read(length)
            if len(body) < length or zlib.crc32(body) != int.from_bytes(head[4:], "big"):
                return
            at += 8 + length
            yield body, at


def _read(decode: Callable[[bytes], T], record: bytes) -> T:
    try:
        return decode(record)
    except msgspec.MsgspecError as error:
        raise Problem("recorder_file") from error


def read(path: Path) -> tuple[Stream, Iterator[Frame]]:
    """The stream and its frames. Problem ``recorder_file`` where it is no such file."""
    records = _records(path)
    first = next(records, None)
    if first is None:
        raise Problem("recorder_file")
    return _read(_decode_stream, first[0]), (_read(_decode_frame, record) for record, _ in records)


def resume(path: Path) -> Resume | None:
    """Where a fetch into this file is resumed; None where it begins anew."""
    if not path.exists() or path.stat().st_size < len(MAGIC):
        return None
    records = _records(path)
    if next(records, None) is None:
        return None
    return resume_of(_read(_decode_frame, record) for record, _ in records)
