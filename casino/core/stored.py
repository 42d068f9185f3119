"""A stored event as whoever keeps the record hands it out, and the event that it is. Pure.

The server's ledger, a bundle or a file: all hand out the same rows, and the stored bytes are never written again.
Proved by ``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from datetime import datetime

from casino.core.events import RecordedEvent, find, newest

Row = tuple[int, str, int, str, datetime | None, datetime, str, bytes]
"""position, stream, version, full type, occurred_at, recorded_at, actor, stored body."""


class UnknownStoredType(LookupError):
    """A stored event of a type that this program does not know. Types are never taken out of the registry."""


def recorded_event(row: Row) -> RecordedEvent:
    """The event of a row, upcast to the newest version of its type. Raises :class:`UnknownStoredType`, and
    ``msgspec.ValidationError`` for a body that does not fit its type."""
    position, stream, version, stored_type, occurred_at, recorded_at, actor, body = row
    event_type = find(stored_type)
    if event_type is None:
        raise UnknownStoredType(f"Position {position} holds the type {stored_type}, which this program does not know.")
    said = event_type.decode(body)
    event_type, data = newest(event_type, said.data)
    return RecordedEvent(
        position=position,
        stream=stream,
        version=version,
        type=event_type.full_name,
        stored_type=stored_type,
        occurred_at=occurred_at,
        recorded_at=recorded_at,
        actor=actor,
        id=said.id,
        data=data,
        correlation=said.correlation,
        sequence=said.sequence,
        clock_skew_ms=said.clock_skew_ms,
    )
