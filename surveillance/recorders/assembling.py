"""Frames out of RTP packets: units of one time stamp, with the recorder's time of it and what was lost in it.

A frame ends with the marker, or where time stamp or recorder's time change (markers are missing or doubled in some
cameras). Units that come before a picture (parameter sets that were given a marker of their own) go with the next one.
A frame in or before which packets are missing is kept, and says ``damaged``. Proved by
``tests/surveillance/recorders/test_assembling.py``.
"""

from __future__ import annotations

import msgspec

from surveillance.recorders import rtp
from surveillance.recorders.depacketising import CODECS
from surveillance.recorders.source import Limits


class Stream(msgspec.Struct, frozen=True):
    """What is being fetched: ``h264`` or ``h265``, and the parameter sets that the description held."""

    codec: str
    parameter_sets: tuple[bytes, ...]


class Frame(msgspec.Struct, frozen=True):
    """An access unit in decoding order. ``at_us`` is the recorder's time (microseconds since 1970, UTC); ``units`` are
    its NAL units as they were sent, without start codes or lengths; ``key``: decoding may begin here;
    ``section_ends``: the recorder says that its recording pauses after it."""

    at_us: int
    key: bool
    units: tuple[bytes, ...]
    damaged: bool = False
    section_ends: bool = False

    @property
    def size_bytes(self) -> int:
        return sum(map(len, self.units))


class Assembler:
    """Packets in, frames out. Left out are frames without a recorder's time (``untimed``) and those of whose picture
    nothing came whole (``empty``); both are counted."""

    def __init__(self, stream: Stream, limits: Limits) -> None:
        self._codec = CODECS[stream.codec](limits.frame_bytes)
        self._limits = limits
        self._sequence = rtp.Sequence()
        self._clear()
        self.untimed = self.empty = 0
        self.terminal = False

    @property
    def lost(self) -> int:
        return self._sequence.lost

    def _clear(self) -> None:
        self._units: list[bytes] = []
        self._bytes = 0
        self._timestamp: int | None = None
        self._replay: rtp.Replay | None = None
        self._damaged = False
        self._section_ends = False
        self._last = False

    def feed(self, packet: rtp.Packet) -> list[Frame]:
        """The frames that end with, or before, this packet."""
        missing = self._sequence.see(packet.sender, packet.sequence)
        if missing is None:
            return []
        if missing and self._timestamp is not None:
            self._damaged = True
            self._codec.drop()
        frames = self._end() if self._is_next(packet) else []
        self._timestamp = packet.timestamp
        self._damaged |= missing > 0
        if packet.replay is not None:
            self._replay = self._replay or packet.replay
            self._section_ends |= packet.replay.end
            self._last |= packet.replay.terminal
        dropped = self._codec.dropped
        for unit in self._codec.feed(packet.payload):
            self._units.append(unit)
            self._bytes += len(unit)
        self._damaged |= self._codec.dropped > dropped or self._bytes > self._limits.frame_bytes
        if self._bytes > self._limits.frame_bytes:
            self._units.clear()
            self._bytes = 0
        return frames + self._end() if packet.marker else frames

    def flush(self) -> list[Frame]:
        """The last frame where no marker ended it; it may lack its end, and says so."""
        if self._timestamp is not None and self._units:
            self._damaged = True
        frames = self._end()
        self._clear()
        return frames

    def _is_next(self, packet: rtp.Packet) -> bool:
        if self._timestamp is None:
            return False
        moved = packet.replay is not None and self._replay is not None and packet.replay.at_us != self._replay.at_us
        return moved or packet.timestamp != self._timestamp

    def _end(self) -> list[Frame]:
        self._damaged |= self._codec.drop()
        self.terminal |= self._last
        if not any(map(self._codec.is_picture, self._units)):
            if self._damaged:  # its picture was lost: what is left of it belongs to no other
                self.empty += 1
                self._clear()
            # Else kept for the picture that follows, which may have another time stamp.
            self._timestamp, self._replay = None, None
            return []
        frames = []
        if self._replay is None:
            self.untimed += 1
        else:
            key = self._replay.clean or any(map(self._codec.is_key, self._units))
            frames = [Frame(self._replay.at_us, key, tuple(self._units), self._damaged, self._section_ends)]
        self._clear()
        return frames
