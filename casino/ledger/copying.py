"""Rows of ``ledger_event`` in the text format of COPY, and arrays of values for a statement.

The text format (PostgreSQL's manual, COPY, "Text Format") has a line for each row, a tab between fields, ``\\N`` for
NULL and a backslash before what would be misread. It is taken rather than the binary one because the server inserts
the rows of each 64 KiB of text as they come in, while the next are encoded; of binary rows it first gathers a thousand.

ASCII without a backslash stands for itself, as text and as ``bytea``, which a body nearly always is. Any other body is
written in hexadecimal; so only ASCII is sent, and no setting of encodings can change what was hashed. A small batch
goes as arrays instead (:func:`event_arrays`), its bodies as text in UTF-8, which is the encoding of the connection.
``tests/ledger/test_append.py`` reads back what was written, field by field.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Final

import msgspec
from psycopg.types.numeric import Int2, Int8

from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.ledger.prepare import Prepared

EVENT_COLUMNS: Final = (
    "property_id, position, version, recorded_at, leaf_hash, occurred_at, stream, type, actor, origin, body"
)
EVENT_COPY: Final = f"COPY ledger_event ({EVENT_COLUMNS}) FROM STDIN"

NULL: Final = r"\N"
HEX: Final = r"\\x"
"""What ``bytea`` takes for hexadecimal digits, its backslash escaped."""
BACKSLASH: Final = b"\\"

_encode = msgspec.json.Encoder().encode


def event_row(
    property_id: int, position: int, version: int, recorded_text: str, leaf_hex: str, event: Prepared, /
) -> str:
    """One row of :data:`EVENT_COPY`. Times are texts as the log entry has them."""
    body = event.body
    return (
        f"{property_id}\t{position}\t{version}\t{recorded_text}\t{HEX}{leaf_hex}\t{event.occurred_text or NULL}\t"
        f"{event.stream}\t{event.type}\t{event.actor}\t{HEX}{event.origin or ''}\t"
        f"{body.decode('ascii') if body.isascii() and BACKSLASH not in body else HEX + body.hex()}\n"
    )


def event_arrays(events: Sequence[Prepared], leaves: Iterable[str]) -> dict[str, str]:
    """What ``ledger_event`` holds of some events, each column as one array. A body is canonical JSON, so a JSON string
    of it has no escapes but those of a quotation mark and a backslash, which the text form of arrays shares."""
    return {
        "streams": array([event.stream for event in events]),
        "types": array([event.type for event in events]),
        "actors": array([event.actor for event in events]),
        "moments": array([event.occurred_text for event in events]),
        "leaves": array(list(leaves)),
        "origins": array([event.origin or "" for event in events]),
        "bodies": array([event.body.decode("utf-8") for event in events]),
    }


def event_columns(events: Sequence[Prepared], leaves: Iterable[bytes]) -> dict[str, Any]:
    """The same for :data:`~casino.ledger.statements.INSERT_EVENTS`: bodies and hashes as bytes, one behind the other;
    of what all events share one value in the place of an array."""
    bodies = [event.body for event in events]
    lengths = [len(body) for body in bodies]
    columns = {
        "moments": array([event.occurred_text for event in events]),
        "leaves": b"".join(leaves),
        "bodies": b"".join(bodies),
        "bodies_from": array(list(accumulate(lengths[:-1], initial=1))),
        "lengths": array(lengths),
    }
    columns |= _shared("type", [event.type for event in events])
    columns |= _shared("actor", [event.actor for event in events])
    columns |= _shared("stream", [event.stream for event in events])
    origins = _shared("origin", [event.origin or "" for event in events])
    return columns | origins | {"origin": bytes.fromhex(origins["origin"])}


def _shared(name: str, values: list[str]) -> dict[str, str]:
    """A column as one value, where there is but one, or as an array."""
    if values.count(values[0]) == len(values):
        return {name: values[0], f"{name}s": "{}"}
    return {name: "", f"{name}s": array(values)}


def batch_values(property_id: int, position: int, batch: SignedBatch) -> dict[str, Any]:
    """What ``ledger_batch`` holds of a signed batch whose first event stands at this position."""
    return {
        "property": Int2(property_id),
        "batch": Int8(position),
        "digest": bytes.fromhex(batch.digest),
        "key": bytes.fromhex(batch.key),
        "signature": batch.signature,
        "device": batch.device,
        "list": batch.hashes,
    }


def assertion_values(property_id: int, position: int, signed: SignedCommand) -> dict[str, Any]:
    """What ``ledger_assertion`` holds of a signed command whose first event stands at this position."""
    return {
        "property": property_id,
        "position": position,
        "digest": bytes.fromhex(signed.digest),
        "credential": signed.credential,
        "authenticator": signed.authenticator,
        "client": signed.client,
        "signature": signed.signature,
        "command": signed.command,
    }


def array(values: Sequence[Any]) -> str:
    """Integers, UUIDs, None, or texts without control characters, as the text form of a PostgreSQL array: JSON but for
    the brackets."""
    return f"{{{_encode(values)[1:-1].decode('utf-8')}}}"
