"""RTP packets (RFC 3550) with the header extension of ONVIF replay (Streaming Specification, 6.3: profile 0xABAC), the
count of packets lost, and RTCP BYE. Malformed packets give None, never an error: a recorder's odd packet ends no fetch.

Proved by packets made by hand in ``tests/surveillance/recorders/test_rtp.py``.
"""

from __future__ import annotations

import struct
from typing import Final

import msgspec

REPLAY: Final = 0xABAC
_CLEAN, _END, _DISCONTINUITY, _TERMINAL = 0x80, 0x40, 0x20, 0x10
NTP_TO_UNIX_S: Final = 2_208_988_800
_ERA_S: Final = 1 << 32
BYE: Final = 203


class Replay(msgspec.Struct, frozen=True):
    """The extension: when the access unit was recorded, by the recorder's clock (microseconds since 1970, UTC), and its
    flags. ``clean``: decoding may begin here; ``end``: last of a contiguous section; ``discontinuity``: follows a
    break in sending; ``terminal``: the last that will be sent; ``play`` is the low byte of the PLAY request's CSeq."""

    at_us: int
    clean: bool
    end: bool
    discontinuity: bool
    terminal: bool
    play: int


class Packet(msgspec.Struct, frozen=True):
    """What is needed of an RTP packet; ``timestamp`` only tells access units apart, the time is in ``replay``."""

    marker: bool
    kind: int
    sequence: int
    timestamp: int
    sender: int
    replay: Replay | None
    payload: bytes


def microseconds(seconds: int, fraction: int, *, near_us: int) -> int:
    """An NTP time stamp (RFC 5905: seconds since 1900 and their 2^-32 parts) as microseconds since 1970, in the era
    that lies nearest to ``near_us``: the first one ends on 2036-02-07.

    The fraction is rounded, not cut: 0.04 s is sent as floor(0.04 * 2^32), which cut again would lack a microsecond.
    """
    plain = (seconds - NTP_TO_UNIX_S) * 1_000_000 + ((fraction * 1_000_000 + (1 << 31)) >> 32)
    era_us = _ERA_S * 1_000_000
    return plain + round((near_us - plain) / era_us) * era_us


def packet(data: bytes, *, near_us: int) -> Packet | None:
    """The packet, or None where it is not RTP version 2 or its parts do not fit into it."""
    if len(data) < 12 or data[0] >> 6 != 2:
        return None
    first, second, sequence, timestamp, sender = struct.unpack_from(">BBHII", data)
    at = 12 + 4 * (first & 0x0F)
    replay = None
    if first & 0x10:
        if at + 4 > len(data):
            return None
        profile, words = struct.unpack_from(">HH", data, at)
        at += 4 + 4 * words
        if at > len(data):
            return None
        if profile == REPLAY and words >= 3:
            seconds, fraction, flags, play = struct.unpack_from(">IIBB", data, at - 4 * words)
            replay = Replay(
                microseconds(seconds, fraction, near_us=near_us),
                bool(flags & _CLEAN),
                bool(flags & _END),
                bool(flags & _DISCONTINUITY),
                bool(flags & _TERMINAL),
                play,
            )
    end = len(data)
    if first & 0x20:
        end -= data[-1]
        if not data[-1] or end < at:
            return None
    if at > end:
        return None
    return Packet(bool(second & 0x80), second & 0x7F, sequence, timestamp, sender, replay, data[at:end])


def says_bye(data: bytes) -> bool:
    """Whether a compound RTCP packet holds a BYE (RFC 3550, 6.6)."""
    at = 0
    while at + 4 <= len(data) and data[at] >> 6 == 2:
        if data[at + 1] == BYE:
            return True
        at += 4 + 4 * int.from_bytes(data[at + 2 : at + 4], "big")
    return False


class Sequence:
    """Counts what is missing in the running numbers of one sender (16 bits, they go round)."""

    def __init__(self) -> None:
        self._next: int | None = None
        self._sender: int | None = None
        self.lost = 0

    def see(self, sender: int, number: int) -> int | None:
        """How many packets are missing before this one; None where it is a late or a doubled one, to be left out."""
        if self._next is None or sender != self._sender:
            missing = 0
        else:
            missing = (number - self._next) & 0xFFFF
            if missing >= 0x8000:
                return None
        self._next, self._sender = (number + 1) & 0xFFFF, sender
        self.lost += missing
        return missing
