"""Media Signing is told by its messages, in the NAL units where they may stand, and survives a cut."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from surveillance.film.copies import cut
from surveillance.film.media_signing import SIGNING_UUID, carried, length_size, units
from surveillance.film.probing import probe

X264_UUID = bytes.fromhex("dc45e9bde6d948b7962cd820d923eeef")
"""What x264 writes into a message of its own: the same kind, another sender."""

BODY = b"\x05\x20" + SIGNING_UUID + b"certificate here"


def packet(*nal_units: bytes, size: int | None = 4) -> bytes:
    if size is None:
        return b"".join(b"\0\0\0\1" + unit for unit in nal_units)
    return b"".join(len(unit).to_bytes(size, "big") + unit for unit in nal_units)


@pytest.mark.parametrize("size", [1, 2, 4, None])
def test_the_message_is_found_beside_pictures_and_other_messages(size: int | None) -> None:
    picture, sei = b"\x65" + bytes(range(1, 90)), b"\x06\x01\x02ab" + BODY + b"\x80"
    assert carried(packet(picture, sei, size=size), codec="h264", size=size)
    assert carried(packet(b"\x02\x01xx", b"\x4e\x01" + BODY, size=size), codec="hevc", size=size)
    assert carried(packet(b"\x50\x01" + BODY, size=size), codec="hevc", size=size)


def test_the_same_bytes_elsewhere_mean_nothing() -> None:
    assert not carried(packet(b"\x65" + BODY), codec="h264", size=4)
    assert not carried(packet(b"\x06\x04\x20" + SIGNING_UUID + bytes(16)), codec="h264", size=4)
    assert not carried(packet(b"\x06" + BODY), codec="hevc", size=4)
    assert not carried(packet(b"\x06" + BODY), codec="vp9", size=4)
    assert not carried(packet(b"\x06\x05\x20" + X264_UUID + bytes(16)), codec="h264", size=4)


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"\xff" * 40, b"\0\0\0\0" * 9, b"\0\0\0\x09\x06\x05\xff\xff" + SIGNING_UUID]
)
def test_damage_is_no_fault(data: bytes) -> None:
    for size in (1, 2, 4, None):
        for codec in ("h264", "hevc"):
            assert not carried(data, codec=codec, size=size)
            assert sum(len(unit) for unit in units(data, size)) <= len(data)


def test_the_length_of_lengths() -> None:
    assert length_size("h264", b"\1\x64\0\x1f\xff\xe1") == 4
    assert length_size("hevc", b"\1" + bytes(20) + b"\xfd") == 2
    assert length_size("h264", b"\0\0\0\1\x67") is None
    assert length_size("h264", None) is None


def test_a_film_that_carries_it_says_so_and_so_does_its_cut(clip: Callable[[str], Path], tmp_path: Path) -> None:
    """x264's message under the UUID of Media Signing: a message that we can place, not a signature."""
    plain = clip("plain.mp4").read_bytes()
    assert plain.count(X264_UUID) == 1
    signed = tmp_path / "signed.mp4"
    signed.write_bytes(plain.replace(X264_UUID, SIGNING_UUID))
    assert probe(signed).media_signing == 1
    cut(signed, 0, 900, tmp_path / "cut.mp4")
    assert probe(tmp_path / "cut.mp4").media_signing == 1
