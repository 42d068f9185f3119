"""The recorder: events become rows, in one transaction, and rows are read for the eventsourcing library.

Appending is one transaction on Django's own connection, so that events, their log entries, the ids that make sending
again harmless, and whatever else the caller writes, stand or fall together:

1. lock the property's row in ``ledger_head``: writers of a property follow one another, so positions are dense, appear
   in the order of the commits, and vanish with a rollback;
2. look the heads of the streams up, give each event the next version, check what a command expected;
3. insert into ``ledger_index``, whose unique key refuses an id that is known, and move the head; if an id is refused,
   then, back at a savepoint, the known ids are looked up: same content is a duplicate and gets the first answer, other
   content is a conflict, the rest is written;
4. write the rows with the leaf hashes of their log entries by COPY into ``ledger_event``.

Small batches, which are most requests, write both tables and the head in one statement instead of 3 and 4: there each
round trip costs more than what it carries. Where nobody else's transaction stands around it, a request's few events go
to the server in two trips (``casino.ledger.at_once``).

An id is looked up first where that is likely to find it (small batches, and the ends of great ones), so that sending
again does not fill the server's log with refusals; only in fresh great batches is the look-up left to the unique key,
which makes it anyway. Client and server work at the same time: most of a great batch is encoded while the server
inserts into the index, and each part of the log entries while it inserts the part before.

Whatever is looked up is looked up under the lock, and each statement of READ COMMITTED sees all that was committed
before it; under a stricter isolation it would not, so that is refused. Proved by ``tests/ledger/test_append.py``,
``test_idempotency.py`` and, with many writers, ``test_concurrency.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple, NoReturn
from uuid import UUID

import psycopg
from django.db import transaction
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent
from psycopg.types.numeric import Int2, Int8

from casino.clock import now as clock_now
from casino.core.log_entry import time_text
from casino.core.origin import SignedBatch
from casino.ledger import clock, reading
from casino.ledger.batch import Batch, Placed, Signed, StreamHead, event_rows, leaf_hashes, origins
from casino.ledger.content import Content, content_of_prepared, content_of_row
from casino.ledger.copying import EVENT_COPY, array, assertion_values, batch_values, event_arrays
from casino.ledger.errors import ConcurrencyConflict, IdConflict, UnknownProperty, WrongIsolation
from casino.ledger.prepare import Prepared
from casino.ledger.rows import Appended, Row
from casino.ledger.statements import (
    BACK_TO_SAVEPOINT,
    FIND_IDS,
    INSERT_INDEX,
    INSERT_SMALL,
    INSERT_SMALL_SIGNED,
    KEEP_ASSERTION,
    KEEP_BATCH,
    LOCK_HEAD,
    LOOK,
    MAKE_HEAD,
    MOVE_HEAD,
    RELEASE_SAVEPOINT,
    SAVEPOINT,
)

log = logging.getLogger(__name__)

Conflicts = Literal["raise", "report"]
Clock = Callable[[], datetime]
Cursor = psycopg.Cursor[tuple[Any, ...]]


class End(NamedTuple):
    """The end of a property's log, the ends of the streams of a batch, and whether something was found to stand already
    under one of its ids."""

    property_id: int
    position: int
    recorded_at: datetime | None
    heads: dict[str, StreamHead]
    knows_some: bool


class Known(NamedTuple):
    """What stands under an id already."""

    content: Content
    position: int
    version: int
    recorded_at: datetime


class StoredRow(StoredEvent):
    """A row as the library's stored event, with what the library has no place for; and as its domain event."""

    row: Row

    def __init__(self, row: Row) -> None:
        super().__init__(originator_id=row[1], originator_version=row[2], topic=row[3], state=row[7])
        object.__setattr__(self, "row", row)


class StoredPrepared(StoredEvent):
    """A prepared event on its way through the library's event store to :meth:`LedgerRecorder.insert_events`."""

    prepared: Prepared

    def __init__(self, prepared: Prepared, version: int) -> None:
        super().__init__(
            originator_id=prepared.stream, originator_version=version, topic=prepared.type, state=prepared.body
        )
        object.__setattr__(self, "prepared", prepared)


class LedgerRecorder(ApplicationRecorder):
    """Recorder of one property. Holds no connection: Django's own, of this thread, is asked for each time."""

    def __init__(self, property_code: str, *, using: str, clock: Clock) -> None:
        self.property_code = property_code
        self.using = using
        self.clock = clock

    def append(self, batch: Batch, *, conflicts: Conflicts) -> list[Appended]:
        """Record a batch in one transaction; see ``Ledger.append``."""
        if not batch.events:
            return []
        with self._transaction(batch), reading.cursor(self.using) as cursor:
            end = self._lock_and_look(cursor, batch)
            if batch.ids_differ() and not end.knows_some:
                try:
                    return self._write(cursor, end, batch)
                except psycopg.errors.UniqueViolation as error:
                    if error.diag.constraint_name != "ledger_index_event_id":
                        raise
                    cursor.execute(BACK_TO_SAVEPOINT)
                    cursor.execute(RELEASE_SAVEPOINT)
            return self._append_some(cursor, end, batch.prepared(), conflicts, batch.signed)

    def _transaction(self, batch: Batch) -> AbstractContextManager[object]:
        """A transaction of its own, a savepoint within the caller's; a small batch takes the caller's as it is, for two
        round trips less: whatever the ledger refuses of it, it refuses before anything is written."""
        around = transaction.get_connection(self.using).in_atomic_block
        return nullcontext() if around and batch.is_small() else transaction.atomic(using=self.using)

    def _append_some(
        self,
        cursor: Cursor,
        end: End,
        prepared: Sequence[Prepared],
        conflicts: Conflicts,
        signed: Mapping[str, Signed],
    ) -> list[Appended]:
        """Record those of a batch whose ids are new, and answer for all."""
        known = _find_ids(cursor, end.property_id, prepared)
        fresh = _fresh(prepared, known)
        if conflicts == "raise":
            _raise_conflicts(prepared, known, fresh)
        recorded = self._write(cursor, end, Batch.of_prepared(fresh, signed.values())) if fresh else []
        known.update((each.id.int, _as_known(each, event)) for each, event in zip(recorded, fresh, strict=True))
        new = {id(event): each for each, event in zip(recorded, fresh, strict=True)}
        return [new.get(id(event)) or _answer(event, known[event.id.int]) for event in prepared]

    def _write(self, cursor: Cursor, end: End, batch: Batch) -> list[Appended]:
        """Give positions and versions, move the head, write both tables."""
        placed = placed_at(batch, end)
        recorded_at = self.recording_time(end)
        kept = origins(batch, placed) if batch.signed else []
        if batch.is_small():
            return self._write_small(cursor, end, batch, placed, recorded_at, kept)
        with cursor.connection.pipeline():
            cursor.execute(SAVEPOINT)
            cursor.execute(INSERT_INDEX, index_values(end, batch, placed))
            cursor.execute(RELEASE_SAVEPOINT)
            self._keep(cursor, end, kept)
            cursor.execute(MOVE_HEAD, head_values(end, placed, recorded_at))
            prepared = batch.prepared()  # the server is busy meanwhile: a pipeline asks for no answer before its end
        answers: list[Appended] = []
        with cursor.copy(EVENT_COPY) as copy:
            for rows in event_rows(end.property_id, prepared, placed, recorded_at, answers):
                copy.write(rows)
        return answers

    def _write_small(
        self,
        cursor: Cursor,
        end: End,
        batch: Batch,
        placed: Placed,
        recorded_at: datetime,
        kept: Sequence[tuple[int, Signed]],
    ) -> list[Appended]:
        """The same in one statement. All ids were looked up under the lock, so none of them can be refused."""
        query, values = _small(end, batch, placed, recorded_at, kept)
        cursor.execute(query, values, prepare=True)
        if query is not INSERT_SMALL_SIGNED:
            self._keep(cursor, end, kept)
        return answers_of(batch.prepared(), placed, recorded_at)

    def _keep(self, cursor: Cursor, end: End, kept: Sequence[tuple[int, Signed]]) -> None:
        for position, signed in kept:
            if isinstance(signed, SignedBatch):
                cursor.execute(KEEP_BATCH, batch_values(end.property_id, position, signed))
            else:
                cursor.execute(KEEP_ASSERTION, assertion_values(end.property_id, position, signed))

    def _lock_and_look(self, cursor: Cursor, batch: Batch) -> End:
        """Lock the head of the log; then see how the streams end and whether an id is known."""
        asked = self._asked(batch)
        locked, found = self._locked_and_seen(cursor, asked)
        if locked is None:
            cursor.execute(MAKE_HEAD, asked)
            locked, found = self._locked_and_seen(cursor, asked)
        if locked is None:
            raise UnknownProperty(self.property_code)
        return end_of(locked, found, batch.streams)

    def _asked(self, batch: Batch) -> dict[str, Any]:
        """The values of :data:`LOCK_HEAD` and :data:`LOOK`."""
        likely = batch.ids if batch.is_small() else (batch.ids[0], batch.ids[-1])
        return {
            "code": self.property_code,
            "streams": array(list(batch.streams)),
            "ids": array(likely),
        }

    def _locked_and_seen(self, cursor: Cursor, asked: dict[str, Any]) -> tuple[Any, list[Any]]:
        """The rows of both statements. They are sent together, and the server begins the second, and so decides what it
        sees, when it has the lock."""
        with reading.cursor(self.using) as looking:
            with cursor.connection.pipeline():
                cursor.execute(LOCK_HEAD, asked, prepare=True)
                looking.execute(LOOK, asked, prepare=True)
            return cursor.fetchone(), looking.fetchall()

    def recording_time(self, end: End) -> datetime:
        """What the server's clock says; order is the position's (``casino/ledger/clock.py``)."""
        return clock.recording_time(self.clock().astimezone(UTC), end.recorded_at)

    # What the eventsourcing library asks for.

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int]:
        """Record prepared events; the positions are the library's notification ids."""
        prepared = [event.prepared for event in stored_events if isinstance(event, StoredPrepared)]
        if len(prepared) < len(stored_events):
            raise TypeError("the ledger records events that its own mapper prepared")
        return [each.position for each in self.append(Batch.of_prepared(prepared), conflicts="raise")]

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        rows = reading.stream_rows(
            self.using, self.property_code, str(originator_id), gt=gt, lte=lte, desc=desc, limit=limit
        )
        return [StoredRow(row) for row in rows]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        after = 0 if start is None else start - 1 if inclusive_of_start else start
        rows = reading.rows(self.using, self.property_code, after=after, limit=limit, stop=stop, types=topics or None)
        return [
            Notification(originator_id=row[1], originator_version=row[2], topic=row[3], state=row[7], id=row[0])
            for row in rows
        ]

    def max_notification_id(self) -> int | None:
        position, _ = reading.head(self.using, self.property_code)
        return position or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> NoReturn:
        """Not offered: a reader that blocks on a connection of its own cannot share the transaction of what it writes.
        ``casino.ledger.follow`` is how the log is followed."""
        raise NotImplementedError("follow the log with casino.ledger.follow")


def end_of(locked: tuple[Any, ...], found: Sequence[Any], streams: Iterable[str]) -> End:
    """What :data:`LOCK_HEAD` and :data:`LOOK` have found."""
    property_id, position, recorded_at, isolation = locked
    if isolation != "read committed":
        raise WrongIsolation(f"Events are appended in READ COMMITTED transactions only, this one is {isolation}.")
    heads: dict[str, StreamHead] = dict.fromkeys(streams, (0, None))
    heads.update((stream, (version, last)) for stream, version, last in found if stream is not None)
    return End(property_id, position, recorded_at, heads, any(stream is None for stream, _, _ in found))


def _small(
    end: End, batch: Batch, placed: Placed, recorded_at: datetime, kept: Sequence[tuple[int, Signed]]
) -> tuple[str, dict[str, Any]]:
    """The statement that writes a small batch, with what one device has signed of it, and its values."""
    prepared = batch.prepared()
    values = index_values(end, batch, placed)
    values |= event_arrays(prepared, map(bytes.hex, leaf_hashes(prepared, placed, time_text(recorded_at))))
    values |= head_values(end, placed, recorded_at)
    position, only = kept[0] if len(kept) == 1 else (0, None)
    if isinstance(only, SignedBatch):  # what one device signed in one request
        return INSERT_SMALL_SIGNED, values | batch_values(end.property_id, position, only)
    return INSERT_SMALL, values


def answers_of(prepared: Sequence[Prepared], placed: Placed, recorded_at: datetime) -> list[Appended]:
    positions = range(placed.first, placed.last + 1)
    return [
        Appended(event.id, "recorded", position, version, recorded_at)
        for event, position, version in zip(prepared, positions, placed.versions, strict=True)
    ]


def placed_at(batch: Batch, end: End) -> Placed:
    try:
        return Placed(batch.events, end.position, end.heads)
    except ConcurrencyConflict:
        batch.prepared()  # an event that cannot be recorded at all is told first
        raise


def index_values(end: End, batch: Batch, placed: Placed) -> dict[str, Any]:
    """The values of :data:`INSERT_INDEX`."""
    return {
        "property": Int2(end.property_id),
        "after": Int8(end.position),
        "ids": array(batch.ids),
        "versions": array(placed.versions),
        "streams": array(batch.stream_of_each),
    }


def head_values(end: End, placed: Placed, recorded_at: datetime) -> dict[str, Any]:
    """The values of :data:`MOVE_HEAD`."""
    return {"property": Int2(end.property_id), "last": Int8(placed.last), "recorded_at": recorded_at}


def _find_ids(cursor: Cursor, property_id: int, events: Sequence[Prepared]) -> dict[int, Known]:
    """What stands already under these ids, by the id as an integer."""
    found: list[Any] = cursor.execute(FIND_IDS, [property_id, array([event.id for event in events])]).fetchall()
    return {each[8].int: Known(content_of_row(each[:8]), each[0], each[2], each[5]) for each in found}


def _fresh(prepared: Sequence[Prepared], known: dict[int, Known]) -> Sequence[Prepared]:
    """The events to be recorded: the first of each id that is not known."""
    first = {event.id.int: event for event in reversed(prepared)}
    if not known and len(first) == len(prepared):
        return prepared
    return [event for event in prepared if event.id.int not in known and first[event.id.int] is event]


def _raise_conflicts(prepared: Sequence[Prepared], known: dict[int, Known], fresh: Sequence[Prepared]) -> None:
    """Raise IdConflict if an id comes with other content than it stands for, in the ledger or in the batch (then with
    position 0, since nothing has one yet)."""
    now = clock_now()
    told = {event.id.int: Known(content_of_prepared(event), 0, 0, now) for event in fresh} | known
    answers = [_answer(event, told[event.id.int]) for event in prepared]
    conflicts = [answer for answer in answers if answer.status == "conflict"]
    if conflicts:
        raise IdConflict(conflicts)


def _as_known(appended: Appended, event: Prepared) -> Known:
    return Known(content_of_prepared(event), appended.position, appended.version, appended.recorded_at)


def _answer(event: Prepared, known: Known) -> Appended:
    same = content_of_prepared(event) == known.content
    return Appended(event.id, "duplicate" if same else "conflict", known.position, known.version, known.recorded_at)
