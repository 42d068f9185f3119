"""Rows to events and events to rows, for the eventsourcing library and for everyone else.

The only file that would change with the library's next mapper. Types are named by the registry of
``casino.core.events``, never by a Python path; old versions are read by upcasting. Proved by
``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from typing import Any

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent

from casino.core.events import NewEvent, RecordedEvent, find, newest
from casino.ledger.errors import LedgerCorrupt
from casino.ledger.prepare import prepare
from casino.ledger.recorder import StoredPrepared, StoredRow
from casino.ledger.rows import Row


class FactMapper(Mapper[str]):
    """Maps :class:`NewEvent` in and :class:`RecordedEvent` out. Transcoder, compressor and cipher play no part: bodies
    are stored as they are hashed."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str] | NewEvent) -> StoredEvent:
        if not isinstance(domain_event, NewEvent):
            raise TypeError(f"the ledger records NewEvent, not {type(domain_event).__name__}")
        if domain_event.expected_version is None:
            raise TypeError("an event that a command saves says which version it expects to become")
        return StoredPrepared(prepare(domain_event), domain_event.expected_version)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        if not isinstance(stored_event, StoredRow):
            raise TypeError("not a row of the ledger")
        return recorded_event(stored_event.row)


def recorded_event(row: Row) -> RecordedEvent:
    """The event of a row, upcast to the newest version of its type. Raises LedgerCorrupt for a type that no longer has
    a name: types are never taken out of the registry."""
    position, stream, version, stored_type, occurred_at, recorded_at, actor, body = row
    event_type = find(stored_type)
    if event_type is None:
        raise LedgerCorrupt(f"Position {position} holds the type {stored_type}, which this program does not know.")
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
