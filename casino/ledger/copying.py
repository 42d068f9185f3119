"""Rows of ``ledger_event`` and ``ledger_index`` in the binary format of COPY.

The format is PostgreSQL's (manual, COPY, "Binary Format"): an 11-byte signature, two empty 32-bit words, then for each
row the number of fields and each field as a 32-bit length (-1 for NULL) and its bytes, big-endian; -1 at the end.
Fields of fixed length stand first, so that one ``struct`` writes them all. ``tests/ledger/test_append.py`` reads back
what was written, field by field.
"""

from __future__ import annotations

import struct
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from casino.ledger.prepare import Prepared

HEADER: Final = b"PGCOPY\n\xff\r\n\x00" + struct.pack("!ii", 0, 0)
TRAILER: Final = struct.pack("!h", -1)

EVENT_COPY: Final = (
    "COPY ledger_event (property_id, position, version, recorded_at, leaf_hash, occurred_at, stream, type, actor,"
    " entry, body) FROM STDIN (FORMAT BINARY)"
)
INDEX_COPY: Final = "COPY ledger_index (property_id, version, position, event_id, stream) FROM STDIN (FORMAT BINARY)"

_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
_event_fixed = struct.Struct("!h ih iq ii iq i32s iq").pack
_event_fixed_without_occurred = struct.Struct("!h ih iq ii iq i32s i").pack
_index_fixed = struct.Struct("!h ih ii iq i16s").pack
_length = struct.Struct("!i").pack


def microseconds(moment: datetime) -> int:
    """A timestamptz as the binary format has it: microseconds since 2000-01-01 UTC."""
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


@lru_cache(maxsize=16_384)
def text_field(text: str) -> bytes:
    """A text with its length in front. Remembered: streams, types and actors come again and again."""
    encoded = text.encode("ascii")
    return _length(len(encoded)) + encoded


def event_row(
    property_id: int, position: int, version: int, recorded_us: int, leaf: bytes, entry: bytes, event: Prepared, /
) -> bytes:
    """One row of :data:`EVENT_COPY`."""
    if event.occurred_at is None:
        fixed = _event_fixed_without_occurred(11, 2, property_id, 8, position, 4, version, 8, recorded_us, 32, leaf, -1)
    else:
        occurred_us = microseconds(event.occurred_at)
        fixed = _event_fixed(11, 2, property_id, 8, position, 4, version, 8, recorded_us, 32, leaf, 8, occurred_us)
    body = event.body
    return b"%b%b%b%b%b%b%b%b" % (
        fixed,
        text_field(event.stream),
        text_field(event.type),
        text_field(event.actor),
        _length(len(entry)),
        entry,
        _length(len(body)),
        body,
    )


def index_row(property_id: int, version: int, position: int, event: Prepared, /) -> bytes:
    """One row of :data:`INDEX_COPY`."""
    id_bytes = event.id.int.to_bytes(16, "big")
    return _index_fixed(5, 2, property_id, 4, version, 8, position, 16, id_bytes) + text_field(event.stream)
