"""The log entry: the bytes by which one recorded event enters the transparency log, and its leaf hash.

An entry is the canonical JSON (RFC 8785) of eleven named values (of ten, without ``origin``, where it was written
before there was that one), at most 65,535 bytes long. Its leaf hash is that of
RFC 6962 section 2.1 (RFC 9162 section 2.1.1): SHA-256 over one zero byte and the entry. ``docs/log-entry.md`` is the
specification; entries once written are frozen by ``tests/ledger/frozen``.

:func:`entry_text` writes the entry from a template, which is only right because every string in it is known to need
no escape: stream, type and actor by the patterns of ``casino.core.events``, hashes and times by their makers. Values
that do not fit the patterns are refused, not escaped. ``tests/ledger/test_log_entry.py`` compares it with the package
``rfc8785`` on random entries.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec

from casino.core.canonical import canonical_bytes
from casino.core.events import ACTOR, MAX_INTEGER, STREAM, TYPE_NAME

MAX_ENTRY_BYTES: Final = 65_535
MAX_TYPE_CHARACTERS: Final = 128
LEAF_PREFIX: Final = b"\x00"

TIME_CHARACTERS: Final = 27
TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
SHA256_HEX: Final = re.compile(r"[0-9a-f]{64}")


_encode_time = msgspec.json.Encoder().encode


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The values of an entry. Times are strings of UTC with six decimals; ``previous`` is the position of the event
    before this one in the same stream, None for the first. ``origin`` is the SHA-256, in hexadecimal, of what its
    sender put a name to it with, None where there is nothing of the kind, and unset in an entry of ten members."""

    actor: str
    body_sha256: str
    occurred_at: str | None
    position: int
    previous: int | None
    recorded_at: str
    stream: str
    type: str
    type_version: int
    version: int
    origin: str | msgspec.UnsetType | None = msgspec.UNSET


class BadEntry(ValueError):
    """Not a log entry: a value of the wrong form, bytes that are not canonical, or too many of them."""


def time_text(moment: datetime) -> str:
    """A moment as entries write it: ``2026-11-20T13:05:09.250000Z``. Raises ValueError for a naive time."""
    if moment.tzinfo is not UTC:
        if moment.utcoffset() is None:
            raise ValueError("a moment needs its offset from UTC")
        moment = moment.astimezone(UTC)
    # The encoder leaves out a fraction of zero, and writes six digits otherwise.
    text = _encode_time(moment)[1:-1].decode("ascii")
    return text if len(text) == TIME_CHARACTERS else f"{text[:19]}.000000Z"


def time_from_text(text: str) -> datetime:
    """The moment of :func:`time_text`."""
    if not TIME.fullmatch(text):
        raise BadEntry(f"not a time of a log entry: {text!r}")
    return datetime.fromisoformat(text)


@lru_cache(maxsize=16_384)
def checked_stream(stream: str) -> str:
    """The stream, known to need no escape. Raises BadEntry."""
    if not STREAM.fullmatch(stream):
        raise BadEntry(f"not a stream: {stream!r}")
    return stream


@lru_cache(maxsize=4_096)
def checked_actor(actor: str) -> str:
    """The actor, known to need no escape. Raises BadEntry."""
    if not ACTOR.fullmatch(actor):
        raise BadEntry(f"not an actor: {actor!r}")
    return actor


@lru_cache(maxsize=1_024)
def type_part(full_type: str) -> str:
    """``roulette.bet_placed.v1`` as the members ``type`` and ``type_version`` of an entry. Raises BadEntry."""
    found = TYPE_NAME.fullmatch(full_type)
    if found is None or len(full_type) > MAX_TYPE_CHARACTERS:
        raise BadEntry(f"not an event type: {full_type!r}")
    return f'"type":"{found[1]}","type_version":{found[2]}'


@lru_cache(maxsize=1_024)
def checked_origin(origin: str | None) -> str | None:
    """The origin, known to need no escape. Raises BadEntry."""
    if origin is not None and not SHA256_HEX.fullmatch(origin):
        raise BadEntry(f"not a SHA-256 in hexadecimal: {origin!r}")
    return origin


def entry_text(
    actor: str,
    body_sha256: str,
    occurred_at: str | None,
    origin: str | None,
    position: int,
    previous: int | None,
    recorded_at: str,
    stream: str,
    type_members: str,
    version: int,
    /,
) -> str:
    """One entry of eleven members, fast, as text of ASCII. The caller vouches that actor, stream and type have passed
    the functions above, the origin :func:`checked_origin`, and that it has just made the hash (hexadecimal) and the
    times (:func:`time_text`) itself. Arguments stand in the order of keys."""
    occurred = "null" if occurred_at is None else f'"{occurred_at}"'
    origin = "null" if origin is None else f'"{origin}"'
    return (
        f'{{"actor":"{actor}","body_sha256":"{body_sha256}","occurred_at":{occurred},'
        f'"origin":{origin},"position":{position},'
        f'"previous":{"null" if previous is None else previous},"recorded_at":"{recorded_at}",'
        f'"stream":"{stream}",{type_members},"version":{version}}}'
    )


def general_entry_bytes(entry: Entry) -> bytes:
    """One entry by the general encoder: slower, checks everything, and is what a verifier uses. Raises BadEntry."""
    check_entry(entry)
    encoded = canonical_bytes(msgspec.to_builtins(entry))
    if len(encoded) > MAX_ENTRY_BYTES:
        raise BadEntry(f"entry of {len(encoded)} bytes, at most {MAX_ENTRY_BYTES}")
    return encoded


def check_entry(entry: Entry) -> None:
    """Raise BadEntry unless every value has its form."""
    checked_stream(entry.stream)
    checked_actor(entry.actor)
    type_part(f"{entry.type}.v{entry.type_version}")
    if not SHA256_HEX.fullmatch(entry.body_sha256):
        raise BadEntry(f"not a SHA-256 in hexadecimal: {entry.body_sha256!r}")
    if entry.origin is not msgspec.UNSET:
        checked_origin(entry.origin)
    time_from_text(entry.recorded_at)
    if entry.occurred_at is not None:
        time_from_text(entry.occurred_at)
    if not (1 <= entry.version <= entry.position <= MAX_INTEGER):
        raise BadEntry(f"version {entry.version} at position {entry.position}")
    if (entry.previous is None) != (entry.version == 1):
        raise BadEntry(f"version {entry.version} with previous {entry.previous}")
    if entry.previous is not None and not 1 <= entry.previous < entry.position:
        raise BadEntry(f"previous {entry.previous} at position {entry.position}")


_decode_entry = msgspec.json.Decoder(Entry).decode


def parse_entry(encoded: bytes) -> Entry:
    """The entry of these bytes; raises BadEntry unless they are exactly what :func:`general_entry_bytes` writes."""
    if len(encoded) > MAX_ENTRY_BYTES:
        raise BadEntry(f"entry of {len(encoded)} bytes, at most {MAX_ENTRY_BYTES}")
    try:
        entry = _decode_entry(encoded)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadEntry(f"not a log entry: {error}") from error
    if general_entry_bytes(entry) != encoded:
        raise BadEntry("the bytes of the entry are not canonical")
    return entry


def leaf_hash(encoded: bytes) -> bytes:
    """RFC 6962 leaf hash of an entry: 32 bytes."""
    return sha256(LEAF_PREFIX + encoded).digest()
