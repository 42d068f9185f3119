"""Whether a film carries ONVIF Media Signing: told, never verified.

A camera that signs its stream puts SEI messages of type "user data unregistered" with a UUID of its own between the
pictures (ONVIF Media Signing Specification). Nothing here checks those signatures: what is shown is "carried, not
verified". What matters is that they survive: our cuts copy every NAL unit as it is.

The NAL units of a packet are looked at one by one, so that the sixteen bytes inside a picture mean nothing.
Tests: ``tests/surveillance/film/test_media_signing.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from casino.core.messages import Catalogue

_WORDS: Final = Catalogue(__file__)

SHOWN: Final = _WORDS.text("shown")
"""What is shown of a film that carries it."""

SIGNING_UUID: Final = bytes.fromhex("005bc93f2d715e95ada4796f90877a6f")
USER_DATA_UNREGISTERED: Final = 5
_SEI: Final = {"h264": {6}, "hevc": {39, 40}}
_HEADER: Final = {"h264": 1, "hevc": 2}


def length_size(codec: str, extradata: bytes | None) -> int | None:
    """How many bytes a NAL unit's length has in the packets of an MP4 or MKV (avcC, hvcC); None for start codes."""
    if not extradata or extradata[:1] != b"\x01":
        return None
    if codec == "h264" and len(extradata) > 4:
        return (extradata[4] & 3) + 1
    if codec == "hevc" and len(extradata) > 21:
        return (extradata[21] & 3) + 1
    return None


def units(packet: bytes, size: int | None) -> Iterator[bytes]:
    """The NAL units of a packet; those of a damaged packet as far as they can be told."""
    if size is None:
        parts = packet.split(b"\0\0\1")
        yield from (part.rstrip(b"\0") for part in parts[1:] if part.rstrip(b"\0"))
        return
    at = 0
    while at + size < len(packet):
        length = int.from_bytes(packet[at : at + size], "big")
        at += size
        yield packet[at : at + length]
        at += max(length, 1)


def carried(packet: bytes, *, codec: str, size: int | None) -> bool:
    """Whether a packet holds a message of Media Signing. ``codec`` is ``h264`` or ``hevc``; others have none."""
    if codec not in _SEI or SIGNING_UUID not in packet:
        return False
    head = _HEADER[codec]
    for unit in units(packet, size):
        if len(unit) > head and _kind(unit, codec) in _SEI[codec] and _has_message(unit[head:]):
            return True
    return False


def _kind(unit: bytes, codec: str) -> int:
    return unit[0] & 0x1F if codec == "h264" else (unit[0] >> 1) & 0x3F


def _has_message(data: bytes) -> bool:
    """Whether one of the SEI messages is user data with the UUID (ITU-T H.264, 7.3.2.3.1; H.265 alike)."""
    data = data.replace(b"\0\0\3", b"\0\0")
    at = 0
    while at + 2 <= len(data) and data[at] != 0x80:
        kind, at = _number(data, at)
        length, at = _number(data, at)
        if kind == USER_DATA_UNREGISTERED and data[at : at + 16] == SIGNING_UUID:
            return True
        at += length
    return False


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number in steps of 255, and where it ends."""
    value = 0
    while at < len(data) and data[at] == 0xFF:
        value, at = value + 255, at + 1
    return (value + data[at], at + 1) if at < len(data) else (value, at)
