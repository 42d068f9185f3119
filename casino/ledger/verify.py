"""The whole log recomputed: does the record still say what it said when it was written?

For every position, in order, the log entry is encoded again from the columns and the hash of the stored body by the
general encoder, and compared with the stored entry; the leaf hash is recomputed; positions must be dense and end at the
head; the time of recording must not go back; each event must stand in ``ledger_index`` with the id that its body says;
and the version before it must stand at the position that the entry names. At the end the index must
not hold more rows than the log. Memory stays flat: one page at a time, the stream's previous event is looked up in the
index.

Someone who owns the database can rewrite events *and* entries; against that the leaves must be anchored outside, which
is the transparency log's part. Proved by ``tests/ledger/test_verify.py`` on corrupted copies.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from casino.core.events import TYPE_NAME, Body
from casino.core.log_entry import BadEntry, Entry, general_entry_bytes, leaf_hash, time_text
from casino.ledger import reading

PAGE: Final = 2_000

_PAGE: Final = """
SELECT e.position, e.stream, e.version, e.type, e.occurred_at, e.recorded_at, e.actor, e.body, e.entry, e.leaf_hash,
    i.position, i.event_id, b.position
FROM ledger_event e
LEFT JOIN ledger_index i ON i.property_id = e.property_id AND i.stream = e.stream AND i.version = e.version
LEFT JOIN ledger_index b ON b.property_id = e.property_id AND b.stream = e.stream AND b.version = e.version - 1
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND e.position > %s AND e.position <= %s
ORDER BY e.position LIMIT %s
"""
_COUNTS: Final = """
SELECT (SELECT count(*) FROM ledger_index i WHERE i.property_id = p.id AND i.position <= %s),
    (SELECT max(position) FROM ledger_event e WHERE e.property_id = p.id)
FROM ledger_property p WHERE p.code = %s
"""

_decode_body = msgspec.json.Decoder(Body).decode


class Stored(NamedTuple):
    """One event with everything that is stored of it."""

    position: int
    stream: str
    version: int
    type: str
    occurred_at: datetime | None
    recorded_at: datetime
    actor: str
    body: bytes
    entry: bytes
    leaf_hash: bytes
    index_position: int | None
    event_id: UUID | None
    previous: int | None


class Verdict(NamedTuple):
    """``fault`` is the first contradiction found, or None; ``events`` were found right before it."""

    events: int
    fault: str | None


def verify(
    property_code: str, *, using: str = "default", progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Recompute the log of a property up to the head that it has now. ``progress`` gets (done, of)."""
    end, _ = reading.head(using, property_code)
    reached, recorded_at = 0, datetime.min.replace(tzinfo=UTC)
    while reached < end:
        with reading.cursor(using) as cursor:
            page = cursor.execute(_PAGE, [property_code, reached, end, PAGE]).fetchall()
        for row in page:
            stored = Stored(*row)
            fault = fault_of(stored, reached, recorded_at)
            if fault is not None:
                return Verdict(reached, f"position {reached + 1}: {fault}")
            reached, recorded_at = stored.position, stored.recorded_at
        if not page:
            return Verdict(reached, f"position {reached + 1}: missing, the head stands at {end}")
        if progress is not None:
            progress(reached, end)
    return Verdict(reached, _fault_of_totals(property_code, using, end))


def _fault_of_totals(property_code: str, using: str, end: int) -> str | None:
    with reading.cursor(using) as cursor:
        row = cursor.execute(_COUNTS, [end, property_code]).fetchone()
    indexed, last = row if row is not None else (0, 0)
    now, _ = reading.head(using, property_code)
    if indexed != end:
        return f"the index holds {indexed} rows for {end} positions"
    if (last or 0) > now:
        return f"the record goes on to position {last} behind the head at {now}"
    return None


def fault_of(stored: Stored, reached: int, recorded_at: datetime) -> str | None:
    """What is wrong with one event that follows position ``reached``, or None."""
    if stored.position != reached + 1:
        return f"missing, the next stored position is {stored.position}"
    if stored.recorded_at < recorded_at:
        return f"recorded at {time_text(stored.recorded_at)}, before its predecessor"
    if stored.index_position != stored.position:
        return f"the index has {stored.stream} version {stored.version} at position {stored.index_position}"
    if (stored.previous is None) != (stored.version == 1):
        return f"{stored.stream} version {stored.version} has no predecessor in the index"
    try:
        expected = general_entry_bytes(entry_of(stored))
    except BadEntry as error:
        return f"no log entry can be made of the columns: {error}"
    if expected != stored.entry:
        return "the stored log entry differs from the one recomputed from columns and body"
    if leaf_hash(stored.entry) != stored.leaf_hash:
        return "the leaf hash is not that of the log entry"
    return _fault_of_body(stored)


def entry_of(stored: Stored) -> Entry:
    """The log entry as the columns and the body have it."""
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
    )


def _fault_of_body(stored: Stored) -> str | None:
    try:
        body = _decode_body(stored.body)
    except msgspec.MsgspecError as error:
        return f"the stored body cannot be read: {error}"
    if body.id != stored.event_id:
        return f"the index names it {stored.event_id}, its body {body.id}"
    return None
