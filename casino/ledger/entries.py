"""Log entries of stored events, made again from what is stored of them.

An entry follows from an event's columns, the hash of its body and the position of the event before it in its stream, so
only its leaf hash is stored: whatever is changed in any of these, the entry made again no longer has that hash. Format:
``docs/log-entry.md``. Proved by ``tests/ledger/test_verify.py`` on corrupted copies.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from casino.core.events import TYPE_NAME
from casino.core.log_entry import BadEntry, Entry, general_entry_bytes, time_text
from casino.ledger import reading

STORED: Final = """
SELECT e.position, e.stream, e.version, e.type, e.occurred_at, e.recorded_at, e.actor, e.body, e.leaf_hash,
    e.origin, i.position, i.event_id, b.position
FROM ledger_event e
LEFT JOIN ledger_index i ON i.property_id = e.property_id AND i.stream = e.stream AND i.version = e.version
LEFT JOIN ledger_index b ON b.property_id = e.property_id AND b.stream = e.stream AND b.version = e.version - 1
"""
_AT_POSITIONS: Final = f"{STORED} WHERE e.property_id = %s AND e.position = ANY(%s::bigint[])"


class Stored(NamedTuple):
    """One event with everything that is stored of it. ``origin`` is None where its entry has ten members, empty where
    it has the eleventh and that is null. ``index_position``, ``event_id`` and ``previous`` (the position
    of the version before it) are the index's, None where it has no such row."""

    position: int
    stream: str
    version: int
    type: str
    occurred_at: datetime | None
    recorded_at: datetime
    actor: str
    body: bytes
    leaf_hash: bytes
    origin: bytes | None
    index_position: int | None
    event_id: UUID | None
    previous: int | None


class LogEntry(NamedTuple):
    """The entry of one event, and the leaf hash under which it stands in the log. ``entry`` is None where the columns
    hold what no entry can: then somebody changed them."""

    entry: bytes | None
    leaf_hash: bytes


def entry_of(stored: Stored) -> Entry:
    """The log entry as the columns and the body have it. Raises BadEntry."""
    found = TYPE_NAME.fullmatch(stored.type)
    if found is None:
        raise BadEntry(f"not an event type: {stored.type!r}")
    return Entry(
        actor=stored.actor,
        body_sha256=sha256(stored.body).hexdigest(),
        occurred_at=None if stored.occurred_at is None else time_text(stored.occurred_at),
        position=stored.position,
        previous=stored.previous,
        recorded_at=time_text(stored.recorded_at),
        stream=stored.stream,
        type=found[1],
        type_version=int(found[2]),
        version=stored.version,
        origin=msgspec.UNSET if stored.origin is None else stored.origin.hex() or None,
    )


def log_entries(property_id: int, positions: Iterable[int], *, using: str = "default") -> dict[int, LogEntry]:
    """The entries at these positions, by position; those without an event are left out."""
    with reading.cursor(using) as cursor:
        rows = cursor.execute(_AT_POSITIONS, [property_id, list(positions)]).fetchall()
    return {row[0]: _made(Stored(*row)) for row in rows}


def _made(stored: Stored) -> LogEntry:
    try:
        return LogEntry(general_entry_bytes(entry_of(stored)), stored.leaf_hash)
    except BadEntry:
        return LogEntry(None, stored.leaf_hash)
