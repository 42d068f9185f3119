"""What the sender said, apart from what the server added: whether an event that comes again is the same one.

An id stands for its stream, type, ``occurred_at``, actor, correlation, sequence, mark and data. The clock skew that the
server measured is stored with an event but is not the sender's, and the origin is the batch's that brought it: the same
event sent again over a slower network, or in another batch, is the same.
The comparison reads what is stored, rather than a hash kept beside it, so that there is nothing that could disagree,
and an event that is sent once, as nearly all are, costs nothing. Proved by ``tests/ledger/test_idempotency.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import msgspec

from casino.core.events import Body
from casino.ledger.prepare import Prepared
from casino.ledger.rows import Row

_decode_body = msgspec.json.Decoder(Body).decode


class Content(NamedTuple):
    """What the sender said. ``data`` is canonical JSON as stored."""

    stream: str
    type: str
    occurred_at: datetime | None
    actor: str
    correlation: str | None
    sequence: int | None
    entered_later: bool | None
    data: bytes


def content_of_row(row: Row) -> Content:
    """What the sender of a recorded event said."""
    _, stream, _, full_type, occurred_at, _, actor, body = row
    return _content(stream, full_type, occurred_at, actor, body)


def content_of_prepared(event: Prepared) -> Content:
    """What the sender of a new event says."""
    return _content(event.stream, event.type, event.occurred_at, event.actor, event.body)


def _content(stream: str, full_type: str, occurred_at: datetime | None, actor: str, body: bytes) -> Content:
    said = _decode_body(body)
    return Content(
        stream, full_type, occurred_at, actor, said.correlation, said.sequence, said.entered_later, bytes(said.data)
    )
