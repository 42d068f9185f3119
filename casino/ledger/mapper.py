"""What the eventsourcing library loads and saves: stored rows as its domain events, and the store that holds them.

The only file, with the recorder, that would change with the library's next mapper. What is loaded are the stored bytes,
decoded when an aggregate asks; what is saved is prepared as in any append. Types are named by the registry of
``casino.core.events``, never by a Python path; old versions are read by upcasting. Proved by
``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import EventStore, Mapper, Notification, Recording, StoredEvent

from casino.core import stored
from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import signing
from casino.ledger.batch import Batch
from casino.ledger.errors import LedgerCorrupt
from casino.ledger.prepare import prepare
from casino.ledger.recorder import LedgerRecorder, StoredPrepared, StoredRow
from casino.ledger.rows import Appended, Row


class FactMapper(Mapper[str]):
    """Maps :class:`NewEvent` in and stored rows out. Transcoder, compressor and cipher play no part: bodies are stored
    as they are hashed."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredPrepared:
        if not isinstance(domain_event, NewEvent):
            raise TypeError(f"the ledger records NewEvent, not {type(domain_event).__name__}")
        if domain_event.expected_version is None:
            raise TypeError("an event that a command saves says which version it expects to become")
        return StoredPrepared(prepare(domain_event), domain_event.expected_version)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The row itself: it has all that the library asks of a domain event."""
        if not isinstance(stored_event, StoredRow):
            raise TypeError("not a row of the ledger")
        return stored_event


@dataclass(frozen=True)
class Recorded(Recording[str]):
    """What became of one event that was saved, with the ledger's answer."""

    answer: Appended


class FactStore(EventStore[str]):
    """The library's event store, which also hands on what the ledger answered."""

    mapper: FactMapper
    recorder: LedgerRecorder

    def put(self, domain_events: Sequence[DomainEventProtocol[str]], **_kwargs: Any) -> list[Recording[str]]:
        """Record events, all or none. Raises what ``Ledger.append`` raises."""
        said = signing.current()
        if said is not None and all(isinstance(event, NewEvent) for event in domain_events):
            domain_events = signing.stamped(domain_events, self.recorder.property_code)  # type: ignore[arg-type]
        saved = [self.mapper.to_stored_event(event) for event in domain_events]
        batch = Batch.of_prepared([each.prepared for each in saved], () if said is None else (said,))
        answers = self.recorder.append(batch, conflicts="raise")
        return [
            Recorded(
                event, Notification(each.originator_id, answer.version, each.topic, each.state, answer.position), answer
            )
            for event, each, answer in zip(domain_events, saved, answers, strict=True)
        ]


def recorded_event(row: Row) -> RecordedEvent:
    """The event of a row. Raises LedgerCorrupt for a type that no longer has a name."""
    try:
        return stored.recorded_event(row)
    except stored.UnknownStoredType as error:
        raise LedgerCorrupt(str(error)) from error
