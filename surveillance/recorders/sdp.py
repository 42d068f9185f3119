"""What is needed of a session description (RFC 8866): the first video track that is sent to us, its codec, its
parameter sets and its address. Proved by ``tests/surveillance/recorders/test_sdp.py``.
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final
from urllib.parse import urljoin, urlsplit

import msgspec

_RTPMAP: Final = re.compile(r"([0-9]{1,3}) +([A-Za-z0-9_-]{1,32})/[0-9]{1,9}")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")
_SETS: Final = ("sprop-parameter-sets", "sprop-vps", "sprop-sps", "sprop-pps")
_CODECS: Final = {"H264": "h264", "H265": "h265", "HEVC": "h265"}
MOST_LINES: Final = 2000
LONGEST_SET: Final = 4096


class Track(msgspec.Struct, frozen=True):
    """A video track. ``codec`` is ``h264``, ``h265``, or the name of one that cannot be read; ``control`` is
    absolute."""

    codec: str
    kind: int
    control: str
    parameter_sets: tuple[bytes, ...]
    readable: bool


class Described(msgspec.Struct, frozen=True):
    """The address to PLAY, and the video track; None where there is none."""

    aggregate: str
    track: Track | None


def describe(body: bytes, base: str) -> Described:
    """Reads a description; ``base`` is Content-Base, Content-Location or the address asked (RFC 2326, C.1.1)."""
    session: dict[str, list[str]] = {}
    media: list[tuple[str, dict[str, list[str]]]] = []
    for line in body.decode("utf-8", "replace").splitlines()[:MOST_LINES]:
        kind, equals, value = line.strip().partition("=")
        if not equals:
            continue
        if kind == "m":
            media.append((value, {}))
        elif kind == "a":
            name, _, said = value.partition(":")
            (media[-1][1] if media else session).setdefault(name, []).append(said)
    aggregate = _absolute(base, session)
    videos = [
        (said, attributes)
        for said, attributes in media
        if said.startswith("video ") and not {"sendonly", "inactive"} & attributes.keys()
    ]
    tracks = [_track(said, attributes, base) for said, attributes in videos]
    readable = [track for track in tracks if track.readable]
    return Described(aggregate, next(iter(readable or tracks), None))


def _absolute(base: str, attributes: dict[str, list[str]]) -> str:
    control = next(iter(attributes.get("control", ())), "*").strip()
    if control in ("*", ""):
        return base
    if "://" in control:
        return control
    # A query (as cameras have it) is part of the folder here: VLC, FFmpeg and live555 append alike.
    return f"{base.rstrip('/')}/{control.lstrip('/')}" if urlsplit(base).query else urljoin(_folder(base), control)


def _folder(base: str) -> str:
    return base if base.endswith("/") else base + "/"


def _track(said: str, attributes: dict[str, list[str]], base: str) -> Track:
    kinds = [int(each) for each in said.split()[3:] if _NUMBER.fullmatch(each)]
    maps = {}
    for each in attributes.get("rtpmap", ()):
        if (found := _RTPMAP.match(each)) is not None:
            maps[int(found[1])] = found[2].upper()
    kind = next((each for each in kinds if maps.get(each) in _CODECS), kinds[0] if kinds else -1)
    name = maps.get(kind, str(kind))
    settings = _settings(attributes.get("fmtp", ()), kind)
    sets = tuple(unit for each in _SETS for unit in _units(settings.get(each, "")))
    ordered = settings.get("packetization-mode", "0") in ("0", "1") and settings.get("sprop-max-don-diff", "0") == "0"
    return Track(_CODECS.get(name, name), kind, _absolute(base, attributes), sets, name in _CODECS and ordered)


def _settings(lines: list[str] | tuple[str, ...], kind: int) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in lines:
        number, _, rest = line.partition(" ")
        if number == str(kind):
            for each in rest.split(";"):
                name, _, value = each.strip().partition("=")
                found.setdefault(name.lower(), value.strip())
    return found


def _units(said: str) -> list[bytes]:
    units = []
    for each in said.split(",") if said else ():
        try:
            unit = base64.b64decode(each + "=" * (-len(each) % 4), validate=True)
        except (binascii.Error, ValueError):
            continue
        if 2 <= len(unit) <= LONGEST_SET:
            units.append(unit)
    return units
