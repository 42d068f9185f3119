"""The moments of a film's frames, kept small: what seeking, stepping and cutting go by, and no rate is assumed.

A frame is shown from its own moment (``pts``, in ticks of the film's time base) until the next one's. Kept are the
differences between moments with a bit for key frames, as numbers of seven bits a byte, compressed: an hour at a
constant rate is about a kilobyte.

Moments for people are milliseconds, rounded up, so that asking for the moment that a frame is said to have gives that
frame. Tests: ``tests/surveillance/film/test_frame_index.py``.
"""

from __future__ import annotations

import zlib
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec

MOST_PACKED: Final = 96 << 20
"""Bytes of the numbers before they are compressed."""


class FrameIndex(msgspec.Struct, frozen=True, dict=True):
    """Moments in order of showing. A tick is ``tick_numerator / tick_denominator`` seconds; ``first`` the moment of the
    first frame in ticks (0, but in an index from before a film's timeline began with its first frame); ``last_ticks``
    how long the last frame is shown."""

    tick_numerator: int
    tick_denominator: int
    first: int
    last_ticks: int
    count: int
    packed: bytes

    @classmethod
    def of(cls, frames: Sequence[tuple[int, bool]], *, tick: Fraction, last_ticks: int) -> FrameIndex:
        """From the moment and key flag of each frame, in any order. Frames with the same moment are one."""
        merged: dict[int, bool] = {}
        for pts, key in frames:
            merged[pts] = merged.get(pts, False) or key
        moments = sorted(merged)
        if not moments:
            raise ValueError("no frames")
        numbers = bytearray()
        before = moments[0]
        for pts in moments:
            value = (pts - before) << 1 | merged[pts]
            before = pts
            while value > 0x7F:
                numbers.append(value & 0x7F | 0x80)
                value >>= 7
            numbers.append(value)
        packed = zlib.compress(bytes(numbers), 6)
        return cls(tick.numerator, tick.denominator, moments[0], max(1, last_ticks), len(moments), packed)

    def to_bytes(self) -> bytes:
        """As it may be stored (msgpack)."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def from_bytes(cls, data: bytes) -> FrameIndex:
        """What :meth:`to_bytes` gave; msgspec.DecodeError for anything else."""
        return msgspec.msgpack.decode(data, type=cls)

    @property
    def tick(self) -> Fraction:
        """Seconds."""
        return Fraction(self.tick_numerator, self.tick_denominator)

    @cached_property
    def _unpacked(self) -> tuple[list[int], list[bool]]:
        reader = zlib.decompressobj()
        numbers = reader.decompress(self.packed, MOST_PACKED)
        moments, keys, value, shift, at = [], [], 0, 0, self.first
        for byte in numbers:
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                at += value >> 1
                moments.append(at)
                keys.append(bool(value & 1))
                value = shift = 0
        if len(moments) != self.count:
            raise ValueError("a damaged index of frames")
        return moments, keys

    @property
    def moments(self) -> list[int]:
        """Ticks, in order of showing."""
        return self._unpacked[0]

    @property
    def keys(self) -> list[bool]:
        """Which frames are key frames."""
        return self._unpacked[1]

    def ms(self, number: int) -> int:
        """The moment of frame ``number`` (from 0) in milliseconds, rounded up."""
        return ceil_ms(self.moments[number], self.tick)

    @property
    def start_ms(self) -> int:
        """The moment of the first frame."""
        return self.ms(0)

    @property
    def end_ms(self) -> int:
        """The moment when the last frame ends."""
        return ceil_ms(self.moments[-1] + self.last_ticks, self.tick)

    def at(self, at_ms: int | Fraction) -> int:
        """The frame that is shown at this moment: the last one that began by then, the first one before all."""
        return max(0, bisect_right(self.moments, int(Fraction(at_ms) / 1000 / self.tick // 1)) - 1)

    def middle_s(self, number: int) -> float:
        """Seconds in the middle of a frame's time: where a player is to seek to, so that rounding cannot miss it."""
        end = self.moments[number + 1] if number + 1 < self.count else self.moments[number] + self.last_ticks
        return float((self.moments[number] + end) * self.tick / 2)


def ceil_ms(ticks: int, tick: Fraction) -> int:
    """Ticks as milliseconds, rounded up."""
    return int(-(-ticks * tick * 1000 // 1))
