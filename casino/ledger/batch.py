"""A batch on its way into the record: prepared, placed, then written as rows.

:class:`Batch` prepares its first events before any lock is taken, which is all of them for what a request usually
brings; the rest of a great batch is prepared while the server takes in the index. :class:`Placed` gives positions and
versions, and :func:`event_rows` writes rows with the hashes of their log
entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Final

from casino.core.events import NewEvent
from casino.core.log_entry import LEAF_PREFIX, entry_text, time_text, type_part
from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.ledger import copying
from casino.ledger.errors import BatchTooLarge, ConcurrencyConflict
from casino.ledger.prepare import Kind, Prepared, check_addresses, prepare_addressed
from casino.ledger.rows import Appended

MAX_BATCH_EVENTS: Final = 10_000
MAX_BATCH_BYTES: Final = 32 << 20
CHUNK_EVENTS: Final = 100
"""Events prepared before their bytes are counted. A batch of no more is small: it is prepared from the beginning, its
ids are all looked up beforehand, and its rows written by one statement."""
CHUNK_ROWS: Final = 64
"""Rows handed to the server at a time: it takes them in while the next are encoded."""

Signed = SignedBatch | SignedCommand
"""What an entry names as its origin: a device's batch, or a person's command."""
StreamHead = tuple[int, int | None]
"""Version and position of a stream's last event; (0, None) for a stream that has none."""


class Batch:
    """Events to be recorded together. Raises BatchTooLarge or InvalidEvent, now or when all are to be prepared.
    ``signed`` are the batches and commands, by their digests, that are the origins of some of them."""

    def __init__(self, events: Sequence[NewEvent], signed: Iterable[Signed] = ()) -> None:
        if len(events) > MAX_BATCH_EVENTS:
            raise BatchTooLarge("events", len(events), MAX_BATCH_EVENTS)
        self.events: Sequence[NewEvent | Prepared] = events
        self.signed = {each.digest: each for each in signed}
        self.ids = [event.id for event in events]
        self.stream_of_each = [event.stream for event in events]
        self.streams = check_addresses(self.ids, self.stream_of_each)
        self._prepared: list[Prepared] = []
        self._bytes = 0
        self._new = events
        self._kinds: dict[str, Kind] = {}
        self._prepare_chunk()

    @classmethod
    def of_prepared(cls, prepared: Sequence[Prepared], signed: Iterable[Signed] = ()) -> Batch:
        """A batch of events that are prepared already. Raises BatchTooLarge."""
        batch = cls([], signed)
        if len(prepared) > MAX_BATCH_EVENTS:
            raise BatchTooLarge("events", len(prepared), MAX_BATCH_EVENTS)
        batch._bytes = sum([len(event.body) for event in prepared])
        if batch._bytes > MAX_BATCH_BYTES:
            raise BatchTooLarge("bytes", batch._bytes, MAX_BATCH_BYTES)
        batch.events, batch._prepared = prepared, list(prepared)
        batch.ids = [event.id for event in prepared]
        batch.stream_of_each = [event.stream for event in prepared]
        batch.streams = dict.fromkeys(batch.stream_of_each)
        return batch

    def ids_differ(self) -> bool:
        """Whether no id stands in the batch twice."""
        return len({each.int for each in self.ids}) == len(self.ids)

    def is_small(self) -> bool:
        """Whether it is written by one statement."""
        return len(self.events) <= CHUNK_EVENTS

    def prepared(self) -> Sequence[Prepared]:
        """All events, prepared, in order. May be asked again: what is prepared stays so."""
        while len(self._prepared) < len(self.events):
            self._prepare_chunk()
        return self._prepared

    def _prepare_chunk(self) -> None:
        start = len(self._prepared)
        numbered = enumerate(self._new[start : start + CHUNK_EVENTS], start)
        chunk = [prepare_addressed(event, index, self._kinds) for index, event in numbered]
        self._bytes += sum([len(event.body) for event in chunk])
        if self._bytes > MAX_BATCH_BYTES:
            raise BatchTooLarge("bytes", self._bytes, MAX_BATCH_BYTES)
        self._prepared += chunk


class Placed:
    """The positions and versions that the events of a batch get: positions from ``first`` to ``last``, and for each the
    version and the position of the event before it in its stream."""

    def __init__(self, events: Sequence[NewEvent | Prepared], position: int, heads: Mapping[str, StreamHead]) -> None:
        """``position`` is the end of the log, ``heads`` are the ends of the streams. Raises ConcurrencyConflict."""
        self.first = position + 1
        self.versions: list[int] = []
        self.previous: list[int | None] = []
        ends = dict(heads)
        for event in events:
            stream, expected = event.stream, event.expected_version
            version, previous = ends[stream]
            version, position = version + 1, position + 1
            if expected is not None and expected != version:
                raise ConcurrencyConflict(stream, expected, version)
            ends[stream] = (version, position)
            self.versions.append(version)
            self.previous.append(previous)
        self.last = position


def origins(batch: Batch, placed: Placed) -> list[tuple[int, Signed]]:
    """What was signed of this batch, each with the position of its first event."""
    first: dict[str, int] = {}
    for event, position in zip(batch.events, range(placed.first, placed.last + 1), strict=True):
        if event.origin is not None and event.origin not in first:
            first[event.origin] = position
    return [(position, batch.signed[digest]) for digest, position in first.items() if digest in batch.signed]


def event_rows(
    property_id: int, events: Sequence[Prepared], placed: Placed, recorded_at: datetime, answers: list[Appended]
) -> Iterator[bytes]:
    """The rows of ``ledger_event``, some at a time, with the hashes of their log entries. The answers are added as they
    are made."""
    recorded_text = time_text(recorded_at)
    positions = range(placed.first, placed.last + 1)
    rows: list[str] = []
    leaves = leaf_hashes(events, placed, recorded_text)
    for event, position, version, leaf in zip(events, positions, placed.versions, leaves, strict=True):
        rows.append(copying.event_row(property_id, position, version, recorded_text, leaf.hex(), event))
        answers.append(Appended(event.id, "recorded", position, version, recorded_at))
        if len(rows) == CHUNK_ROWS:
            yield "".join(rows).encode("ascii")
            rows.clear()
    yield "".join(rows).encode("ascii")


def leaf_hashes(events: Sequence[Prepared], placed: Placed, recorded_text: str) -> Iterator[bytes]:
    """The leaf hash of each event's log entry."""
    positions = range(placed.first, placed.last + 1)
    for event, position, version, previous in zip(events, positions, placed.versions, placed.previous, strict=True):
        entry = entry_text(
            event.actor,
            event.body_sha256,
            event.occurred_text,
            event.origin,
            position,
            previous,
            recorded_text,
            event.stream,
            type_part(event.type),
            version,
        )
        yield sha256(LEAF_PREFIX + entry.encode("ascii")).digest()
