"""RTP packets made by hand: header, extension 0xABAC, running numbers, BYE."""

from __future__ import annotations

import random
import struct
from datetime import UTC, datetime

import pytest

from surveillance.recorders.rtp import Replay, Sequence, microseconds, packet, says_bye
from tests.surveillance.recorders.fake import BASE_US, ntp, rtp

HEAD = bytes.fromhex("90e0 0102 00000005 0000cafe")


def test_header_and_extension() -> None:
    # V=2 X=1, M=1 PT=96, number 258; extension 0xABAC of 3 words: NTP time, flags C and T, play 7.
    data = HEAD + bytes.fromhex("abac 0003") + ntp(BASE_US) + bytes([0x90, 7, 0, 0]) + b"unit"
    found = packet(data, near_us=BASE_US)
    assert found is not None
    assert (found.marker, found.kind, found.sequence, found.timestamp, found.sender) == (True, 96, 258, 5, 0xCAFE)
    assert found.replay == Replay(BASE_US, True, False, False, True, 7)
    assert found.payload == b"unit"


@pytest.mark.parametrize(
    ("flags", "name"), [(0x80, "clean"), (0x40, "end"), (0x20, "discontinuity"), (0x10, "terminal")]
)
def test_each_flag_has_its_bit(flags: int, name: str) -> None:
    found = packet(rtp(1, 1, b"x", at_us=BASE_US, flags=flags), near_us=BASE_US)
    assert found is not None
    assert found.replay is not None
    assert [each for each in ("clean", "end", "discontinuity", "terminal") if getattr(found.replay, each)] == [name]


def test_fractions_are_rounded() -> None:
    """Every frame of a second, at 25, 30 and 29.97 frames, comes back to its very microsecond."""
    for rate in (25, 30, 29.97):
        for number in range(60):
            at_us = BASE_US + round(number * 1_000_000 / rate)
            seconds, fraction = struct.unpack(">II", ntp(at_us))
            assert microseconds(seconds, fraction, near_us=BASE_US) == at_us
    assert microseconds(2_208_988_800, 0xFFFFFFFF, near_us=0) == 1_000_000


def test_the_era_ends_in_2036() -> None:
    for moment in (datetime(2036, 2, 7, 6, 28, 15, tzinfo=UTC), datetime(2036, 2, 7, 6, 28, 16, tzinfo=UTC)):
        at_us = int(moment.timestamp()) * 1_000_000
        seconds, fraction = struct.unpack(">II", ntp(at_us))
        assert microseconds(seconds, fraction, near_us=at_us + 86_400_000_000) == at_us


def test_senders_padding_and_foreign_extensions() -> None:
    contributing = bytes([0x82]) + HEAD[1:] + bytes(8) + b"unit"
    padded = bytes([0xA0]) + HEAD[1:] + b"unit" + b"\0\0\3"
    foreign = HEAD + bytes.fromhex("bede 0001 10ff0000") + b"unit"
    with_jpeg = HEAD + bytes.fromhex("abac 0005") + ntp(BASE_US) + bytes(4) + bytes(8) + b"unit"
    for data in (contributing, padded, foreign, with_jpeg):
        found = packet(data, near_us=BASE_US)
        assert found is not None
        assert found.payload == b"unit"
        assert (found.replay is not None) == (data is with_jpeg)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HEAD[:11],
        bytes([0x50]) + HEAD[1:],
        HEAD,
        HEAD + bytes.fromhex("abac ffff"),
        bytes([0x8F]) + HEAD[1:],
        bytes([0xA0]) + HEAD[1:] + b"\xff",
        bytes([0xA0]) + HEAD[1:] + b"\0",
    ],
)
def test_what_does_not_fit_is_none(data: bytes) -> None:
    assert packet(data, near_us=BASE_US) is None


def test_any_bytes_give_a_packet_or_none() -> None:
    pick = random.Random(3)
    for _ in range(5000):
        data = bytearray(
            rtp(1, 1, b"unit", at_us=BASE_US) if pick.random() < 0.7 else pick.randbytes(pick.randrange(40))
        )
        for _ in range(pick.randrange(4)):
            if data:
                data[pick.randrange(len(data))] = pick.randrange(256)
        packet(bytes(data), near_us=BASE_US)
        says_bye(bytes(data))


def test_lost_late_and_doubled_packets() -> None:
    numbers = Sequence()
    seen = [numbers.see(1, each) for each in (65534, 65535, 0, 3, 2, 3, 4)]
    assert seen == [0, 0, 0, 2, None, None, 0]
    assert numbers.lost == 2
    assert numbers.see(2, 500) == 0  # another sender begins anew


def test_bye_in_a_compound_packet() -> None:
    report, bye = bytes.fromhex("80c80006") + bytes(24), bytes.fromhex("81cb00010000cafe")
    assert says_bye(report + bye)
    assert not says_bye(report)
    assert not says_bye(b"\x80")
