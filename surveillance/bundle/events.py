"""Events as a bundle holds them: two lines each, the log entry and the stored body, as they are.

An entry is held against the one way in which it may be written, the body against the hash in the entry, before
anything else is made of them. The fast way writes the entry again from what was read; where that gives other bytes, the
general parser decides. Proved by ``tests/surveillance/bundle/test_hostile.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Final, NamedTuple

import msgspec

from casino.core.canonical import MAX_DEPTH, encode_sorted
from casino.core.events import MAX_INTEGER
from casino.core.log_entry import (
    LEAF_PREFIX,
    MAX_ENTRY_BYTES,
    BadEntry,
    Entry,
    checked_actor,
    checked_origin,
    checked_stream,
    parse_entry,
    time_from_text,
    type_part,
)
from casino.core.stored import Row
from surveillance.bundle import layout
from surveillance.bundle.layout import Unreadable


class ReadEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An entry with its times read."""

    actor: str
    body_sha256: str
    occurred_at: datetime | None
    position: int
    previous: int | None
    recorded_at: datetime
    stream: str
    type: str
    type_version: int
    version: int
    origin: str | msgspec.UnsetType | None = msgspec.UNSET


class Read(NamedTuple):
    """An event that was read: its row, its leaf hash, the position of the event before it in its stream, and the
    digest of what was signed of it (hexadecimal, None where nothing was)."""

    row: Row
    leaf: bytes
    previous: int | None
    origin: str | None


_decode: Final = msgspec.json.Decoder(ReadEntry).decode
_WHOLE_SECOND: Final = re.compile(rb'("(?:occurred|recorded)_at":"[0-9T:-]{19})Z')
"""The encoder leaves out a fraction of zero, and entries have it; no name may hold a quotation mark."""
_FIGURES: Final = bytes(0x30 if 0x30 <= each <= 0x39 else each for each in range(256))
_LONG_NUMBER: Final = b"0" * 16
"""Sixteen figures one behind the other, every figure made a zero: of numbers that long not all are integers here."""


def _no_float(text: str) -> float:
    raise ValueError(f"{text} is no integer")


_decode_body: Final = msgspec.json.Decoder(float_hook=_no_float).decode


@lru_cache(maxsize=1_024)
def _full_type(name: str, version: int) -> str:
    type_part(f"{name}.v{version}")
    return f"{name}.v{version}"


def read_entry(entry: bytes) -> ReadEntry:
    """Raises BadEntry for any bytes that are not exactly a log entry."""
    try:
        read = _decode(entry)
        written = encode_sorted(read)
        if written != entry and _WHOLE_SECOND.sub(rb"\1.000000Z", written) != entry:
            read = _slowly(entry)
    except (msgspec.MsgspecError, UnicodeDecodeError, OverflowError, ValueError) as error:
        raise BadEntry(f"not a log entry: {error}") from error
    checked_stream(read.stream)
    checked_actor(read.actor)
    _full_type(read.type, read.type_version)
    previous, version, position = read.previous, read.version, read.position
    if not 1 <= version <= position <= MAX_INTEGER:
        raise BadEntry(f"version {version} at position {position}")
    if (previous is None) != (version == 1) or (previous is not None and not 1 <= previous < position):
        raise BadEntry(f"version {version} at position {position} with previous {previous}")
    return read


def _slowly(entry: bytes) -> ReadEntry:
    said: Entry = parse_entry(entry)
    return ReadEntry(
        actor=said.actor,
        body_sha256=said.body_sha256,
        occurred_at=None if said.occurred_at is None else time_from_text(said.occurred_at).astimezone(UTC),
        position=said.position,
        previous=said.previous,
        recorded_at=time_from_text(said.recorded_at).astimezone(UTC),
        stream=said.stream,
        type=said.type,
        type_version=said.type_version,
        version=said.version,
        origin=said.origin,
    )


def read_event(entry: bytes, body: bytes) -> Read:
    """Raises BadEntry; also where the body is not the one whose hash the entry holds."""
    if len(entry) > MAX_ENTRY_BYTES:
        raise BadEntry(f"entry of {len(entry)} bytes, at most {MAX_ENTRY_BYTES}")
    said = read_entry(entry)
    if sha256(body).hexdigest() != said.body_sha256:
        raise BadEntry("the body is not the one whose hash the entry holds")
    origin = said.origin
    if origin is None or origin is msgspec.UNSET:
        origin = None
    else:
        checked_origin(origin)
    row = (
        said.position,
        said.stream,
        said.version,
        _full_type(said.type, said.type_version),
        said.occurred_at,
        said.recorded_at,
        said.actor,
        body,
    )
    return Read(row, sha256(LEAF_PREFIX + entry).digest(), said.previous, origin)


def pairs(lines: Iterable[bytes], where: str) -> Iterator[tuple[bytes, bytes]]:
    """The events of a member's lines, each its entry and its body. Raises :class:`Unreadable` where the last has no
    body."""
    coming = iter(lines)
    for event in zip_longest(coming, coming):
        if event[1] is None:
            raise Unreadable("no_body", where)
        yield event


def is_canonical(body: bytes) -> bool:
    """Whether the body is written in its one form."""
    try:
        # Beyond these the fast encoder differs from the general one: long integers, far characters, depth.
        deep = len(body) >= 2 * MAX_DEPTH and body.count(b"{") + body.count(b"[") >= MAX_DEPTH
        if not deep and _LONG_NUMBER not in body.translate(_FIGURES) and (body.isascii() or max(body) < 0xF0):
            return bool(encode_sorted(_decode_body(body)) == body)
        layout.decode(body, "")
    except (msgspec.MsgspecError, Unreadable, UnicodeError, RecursionError, ValueError):
        return False
    return True
