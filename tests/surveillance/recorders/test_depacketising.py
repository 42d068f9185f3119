"""NAL units out of payloads: RFC 6184 and RFC 7798 by hand, cut at every size, with pieces missing."""

from __future__ import annotations

import random

import pytest

from surveillance.recorders.depacketising import CODECS, H264, H265

MOST = 1 << 20


def fragments(unit: bytes, size: int, codec: str) -> list[bytes]:
    """RFC 6184, 5.8, and RFC 7798, 4.4.3."""
    head = 1 if codec == "h264" else 2
    pieces = [unit[at : at + size] for at in range(head, len(unit), size)]
    made = []
    for number, piece in enumerate(pieces):
        bits = (0x80 if number == 0 else 0) | (0x40 if number == len(pieces) - 1 else 0)
        if codec == "h264":
            made.append(bytes([unit[0] & 0xE0 | 28, bits | unit[0] & 0x1F]) + piece)
        else:
            made.append(bytes([unit[0] & 0x81 | 49 << 1, unit[1], bits | unit[0] >> 1 & 0x3F]) + piece)
    return made


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("first", [b"\x65\x88", b"\x41\x01", b"\x06\x05"])
def test_fragments_of_every_size_make_the_same_unit(codec: str, first: bytes) -> None:
    if codec == "h265":
        first = bytes([first[0] & 0x1F << 1, first[1]])
    unit = first + bytes(range(97))
    for size in range(1, 60):
        taker = CODECS[codec](MOST)
        out = [each for payload in fragments(unit, size, codec) for each in taker.feed(payload)]
        assert out == [unit]
        assert taker.dropped == 0


def test_single_units_and_aggregates() -> None:
    assert H264(MOST).feed(b"\x67abc") == [b"\x67abc"]
    assert H264(MOST).feed(b"\x18\x00\x02\x67a\x00\x03\x68bc") == [b"\x67a", b"\x68bc"]
    assert H265(MOST).feed(b"\x40\x01abc") == [b"\x40\x01abc"]
    assert H265(MOST).feed(b"\x60\x01\x00\x03\x40\x01a\x00\x02\x42\x01") == [b"\x40\x01a", b"\x42\x01"]


@pytest.mark.parametrize("codec", CODECS)
def test_a_missing_piece_drops_its_unit_and_no_other(codec: str) -> None:
    unit = b"\x26\x01" + bytes(50)
    pieces = fragments(unit, 10, codec)
    for missing in range(len(pieces)):
        taker = CODECS[codec](MOST)
        for number, piece in enumerate(pieces):
            if number == missing:
                taker.drop()  # as the assembler does when numbers lack
            else:
                assert taker.feed(piece) == [] or missing == 99
        assert taker.feed(unit) == [unit]
        assert taker.dropped > 0


@pytest.mark.parametrize(
    ("codec", "payload"),
    [
        ("h264", b"\x18\x00\x09\x67a"),
        ("h264", b"\x18\x00\x00"),
        ("h264", b"\x18\x00\x01\x67\x00"),
        ("h264", b"\x19\x00\x01abc"),
        ("h264", b"\x1dabc"),
        ("h264", b"\x00abc"),
        ("h264", b"\x1fabc"),
        ("h264", b"\x1c"),
        ("h265", b"\x60\x01\x00\x01\x40"),
        ("h265", b"\x64\x01abc"),
        ("h265", b"\x62\x01"),
        ("h265", b"\x40"),
    ],
)
def test_what_no_sender_in_decoding_order_sends_is_dropped_and_counted(codec: str, payload: bytes) -> None:
    taker = CODECS[codec](MOST)
    assert all(len(unit) >= taker.header_bytes for unit in taker.feed(payload))
    assert taker.dropped == 1


@pytest.mark.parametrize("codec", CODECS)
def test_a_unit_without_end_is_bounded(codec: str) -> None:
    taker = CODECS[codec](1000)
    [start, *_] = fragments(b"\x26\x01" + bytes(400), 300, codec)
    middle = bytearray(start)
    middle[1 if codec == "h264" else 2] &= 0x3F
    out = [taker.feed(each) for each in [start, *[bytes(middle)] * 50]]
    assert not any(out)
    assert taker.dropped > 0


@pytest.mark.parametrize("codec", CODECS)
def test_any_payload_gives_whole_units_or_none(codec: str) -> None:
    pick, taker = random.Random(4), CODECS[codec](5000)
    for _ in range(5000):
        for unit in taker.feed(pick.randbytes(pick.randrange(30))):
            assert len(unit) >= taker.header_bytes
            taker.is_key(unit)
            taker.is_picture(unit)


def test_pictures_and_key_frames() -> None:
    assert [H264(MOST).is_key(bytes([0x60 | kind])) for kind in (1, 5, 6, 7)] == [False, True, False, False]
    assert [H264(MOST).is_picture(bytes([0x60 | kind])) for kind in (1, 5, 6, 7)] == [True, True, False, False]
    kinds = (1, 9, 19, 20, 21, 32, 39)
    assert [H265(MOST).is_key(bytes([kind << 1, 1])) for kind in kinds] == [
        False,
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    assert [H265(MOST).is_picture(bytes([kind << 1, 1])) for kind in kinds] == [True] * 5 + [False] * 2
