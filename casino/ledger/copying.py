"""Rows of ``ledger_event`` in the text format of COPY, and arrays of values for a statement.

The text format (PostgreSQL's manual, COPY, "Text Format") has a line for each row, a tab between fields, ``\\N`` for
NULL and a backslash before what would be misread. It is taken rather than the binary one because the server inserts
the rows of each 64 KiB of text as they come in, while the next are encoded; of binary rows it first gathers a thousand.

ASCII without a backslash stands for itself, as text and as ``bytea``: a log entry always, a body nearly always. Any
other body is written in hexadecimal; so only ASCII is sent, and no setting of encodings can change what was hashed.
``tests/ledger/test_append.py`` reads back what was written, field by field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from casino.ledger.prepare import Prepared

EVENT_COLUMNS: Final = (
    "property_id, position, version, recorded_at, leaf_hash, occurred_at, stream, type, actor, entry, body"
)
EVENT_COPY: Final = f"COPY ledger_event ({EVENT_COLUMNS}) FROM STDIN"

NULL: Final = r"\N"
HEX: Final = r"\\x"
"""What ``bytea`` takes for hexadecimal digits, its backslash escaped."""
BACKSLASH: Final = b"\\"

_encode = msgspec.json.Encoder().encode


def event_row(
    property_id: int, position: int, version: int, recorded_text: str, leaf_hex: str, entry: str, event: Prepared, /
) -> str:
    """One row of :data:`EVENT_COPY`. Times, hash and entry are texts as the log entry has them."""
    body = event.body
    return (
        f"{property_id}\t{position}\t{version}\t{recorded_text}\t{HEX}{leaf_hex}\t{event.occurred_text or NULL}\t"
        f"{event.stream}\t{event.type}\t{event.actor}\t{entry}\t"
        f"{body.decode('ascii') if body.isascii() and BACKSLASH not in body else HEX + body.hex()}\n"
    )


def array(values: Sequence[Any]) -> str:
    """Integers, UUIDs, or texts that need no escape, as the text form of a PostgreSQL array: JSON but for the
    brackets."""
    return f"{{{_encode(values)[1:-1].decode('ascii')}}}"
