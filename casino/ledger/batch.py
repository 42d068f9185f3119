"""A batch on its way into the record: prepared in chunks, then placed, then written as rows of two tables.

:class:`Batch` prepares its first chunk before any lock is taken, which is all of it for what a request usually brings;
the rest of a great batch is prepared while the server takes in the rows before. :class:`Placed` gives positions and
versions, and remembers them for the second table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from casino.core.events import NewEvent
from casino.core.log_entry import entry_bytes, leaf_hash, time_text, type_part
from casino.ledger import copying
from casino.ledger.errors import BatchTooLarge, ConcurrencyConflict
from casino.ledger.prepare import Prepared, check_address, prepare
from casino.ledger.rows import Appended

MAX_BATCH_EVENTS: Final = 10_000
MAX_BATCH_BYTES: Final = 32 << 20
CHUNK_EVENTS: Final = 256
"""Rows handed to the server at a time: it takes them in while the next are encoded."""

StreamHead = tuple[int, int | None]
"""Version and position of a stream's last event; (0, None) for a stream that has none."""


class Batch:
    """Events to be recorded together. Raises BatchTooLarge or InvalidEvent, now or while its chunks are taken."""

    def __init__(self, events: Sequence[NewEvent]) -> None:
        if len(events) > MAX_BATCH_EVENTS:
            raise BatchTooLarge("events", len(events), MAX_BATCH_EVENTS)
        self.events: Sequence[NewEvent | Prepared] = events
        self.streams: dict[str, None] = {}
        for index, event in enumerate(events):
            self.streams[check_address(event, index)] = None
        self._prepared: list[Prepared] = []
        self._bytes = 0
        self._new = events
        self._prepare_chunk()

    @classmethod
    def of_prepared(cls, prepared: Sequence[Prepared]) -> Batch:
        """A batch of events that are prepared already."""
        batch = cls([])
        batch.events, batch._prepared = prepared, list(prepared)
        batch.streams = dict.fromkeys(event.stream for event in prepared)
        return batch

    def ids_differ(self) -> bool:
        """Whether no id stands in the batch twice."""
        return len({event.id.int for event in self.events}) == len(self.events)

    def chunks(self) -> Iterator[Sequence[Prepared]]:
        """All events, prepared, in order. May be taken again: what is prepared stays so."""
        start = 0
        while start < len(self.events):
            if start == len(self._prepared):
                self._prepare_chunk()
            chunk = self._prepared[start : start + CHUNK_EVENTS]
            yield chunk
            start += len(chunk)

    def _prepare_chunk(self) -> None:
        start = len(self._prepared)
        chunk = [prepare(event, start + index) for index, event in enumerate(self._new[start : start + CHUNK_EVENTS])]
        self._bytes += sum([len(event.body) for event in chunk])
        if self._bytes > MAX_BATCH_BYTES:
            raise BatchTooLarge("bytes", self._bytes, MAX_BATCH_BYTES)
        self._prepared += chunk


class Placed:
    """Events with the positions and versions they get. ``position`` is the last position given."""

    def __init__(self, property_id: int, position: int, heads: dict[str, StreamHead]) -> None:
        self.property_id = property_id
        self.position = position
        self.answers: list[Appended] = []
        self._heads = heads
        self._chunks: list[list[tuple[Prepared, int, int, int | None]]] = []

    def index_rows(self, events: Iterable[Prepared]) -> bytes:
        """Place these events behind those before them; their rows of ``ledger_index``."""
        heads, property_id, position = self._heads, self.property_id, self.position
        rows, placed = [], []
        for event in events:
            version, previous = heads[event.stream]
            version, position = version + 1, position + 1
            if event.expected_version is not None and event.expected_version != version:
                raise ConcurrencyConflict(event.stream, event.expected_version, version)
            heads[event.stream] = (version, position)
            placed.append((event, position, version, previous))
            rows.append(copying.index_row(property_id, version, position, event))
        self.position = position
        self._chunks.append(placed)
        return b"".join(rows)

    def event_rows(self, recorded_at: datetime) -> Iterator[bytes]:
        """The rows of ``ledger_event`` of all placed events, a chunk at a time, with their log entries."""
        property_id = self.property_id
        recorded_us, recorded_text = copying.microseconds(recorded_at), time_text(recorded_at)
        for chunk in self._chunks:
            rows = []
            for event, position, version, previous in chunk:
                entry = entry_bytes(
                    event.actor,
                    event.body_sha256.hex(),
                    event.occurred_text,
                    position,
                    previous,
                    recorded_text,
                    event.stream,
                    type_part(event.type),
                    version,
                )
                rows.append(
                    copying.event_row(property_id, position, version, recorded_us, leaf_hash(entry), entry, event)
                )
                self.answers.append(Appended(event.id, "recorded", position, version, recorded_at))
            yield b"".join(rows)


def chunks_of(events: Sequence[Prepared]) -> Iterator[Sequence[Prepared]]:
    """Prepared events in chunks."""
    return (events[start : start + CHUNK_EVENTS] for start in range(0, len(events), CHUNK_EVENTS))
