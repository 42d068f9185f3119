"""The recorder: events become rows, in one transaction, and rows are read for the eventsourcing library.

Appending is one transaction on Django's own connection, so that events, their log entries, the ids that make sending
again harmless, and whatever else the caller writes, stand or fall together:

1. lock the property's row in ``ledger_head``: writers of a property follow one another, so positions are dense, appear
   in the order of the commits, and vanish with a rollback;
2. look the heads of the streams up, give each event the next version, check what a command expected;
3. COPY into ``ledger_index``, whose unique key refuses an id that is known; then, back at a savepoint, the known ids
   are looked up: same content is a duplicate and gets the first answer, other content is a conflict, the rest is
   written;
4. write log entries and leaf hashes by COPY into ``ledger_event``, move the head.

An id is looked up first where that is likely to find it (small batches, and the ends of great ones), so that sending
again does not fill the server's log with refusals; only in fresh great batches is the look-up left to the unique key,
which makes it anyway. Great batches are encoded while the server takes in what was encoded before.

Whatever is looked up is looked up under the lock, and each statement of READ COMMITTED sees all that was committed
before it; under a stricter isolation it would not, so that is refused. Proved by ``tests/ledger/test_append.py``,
``test_idempotency.py`` and, with many writers, ``test_concurrency.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Any, Final, Literal, NamedTuple, NoReturn
from uuid import UUID

import psycopg
from django.db import transaction
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent

from casino.core.events import NewEvent
from casino.ledger import copying, reading
from casino.ledger.batch import Batch, Placed, StreamHead, chunks_of
from casino.ledger.content import Content, content_of_prepared, content_of_row
from casino.ledger.errors import IdConflict, UnknownProperty, WrongIsolation
from casino.ledger.prepare import Prepared
from casino.ledger.rows import ROW_COLUMNS, Appended, Row

LOOKED_UP: Final = 100
"""The ids of batches up to this size are all looked up beforehand."""

Conflicts = Literal["raise", "report"]
Clock = Callable[[], datetime]
Cursor = psycopg.Cursor[tuple[Any, ...]]

LOCK_HEAD: Final = """
SELECT property_id, position, recorded_at, current_setting('transaction_isolation') FROM ledger_head
WHERE property_id = (SELECT id FROM ledger_property WHERE code = %s) FOR UPDATE
"""
MAKE_HEAD: Final = """
INSERT INTO ledger_head (property_id, position) SELECT id, 0 FROM ledger_property WHERE code = %s
ON CONFLICT (property_id) DO NOTHING
"""
MOVE_HEAD: Final = "UPDATE ledger_head SET position = %s, recorded_at = %s WHERE property_id = %s"
ANY_ID: Final = "SELECT 1 FROM ledger_index WHERE property_id = %s AND event_id = ANY(%s::uuid[]) LIMIT 1"
FIND_IDS: Final = f"""
SELECT {ROW_COLUMNS}, i.event_id FROM ledger_index i
JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = %s AND i.event_id = ANY(%s::uuid[])
"""
FIND_STREAM_HEADS: Final = """
SELECT s.stream, h.version, h.position FROM unnest(%s::text[]) AS s (stream) CROSS JOIN LATERAL (
    SELECT i.version, i.position FROM ledger_index i
    WHERE i.property_id = %s AND i.stream = s.stream COLLATE "C" ORDER BY i.version DESC LIMIT 1
) AS h
"""


class Head(NamedTuple):
    """The end of a property's log."""

    property_id: int
    position: int
    recorded_at: datetime | None


class Known(NamedTuple):
    """What stands under an id already."""

    content: Content
    position: int
    version: int
    recorded_at: datetime


def utc_now() -> datetime:
    """The server's clock."""
    return datetime.now(UTC)


class StoredRow(StoredEvent):
    """A row as the library's stored event, with what the library has no place for."""

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
        with transaction.atomic(using=self.using), reading.cursor(self.using) as cursor:
            head = self._lock_head(cursor)
            likely = batch.events if len(batch.events) <= LOOKED_UP else (batch.events[0], batch.events[-1])
            if batch.ids_differ() and not _any_known(cursor, head.property_id, likely):
                try:
                    with transaction.atomic(using=self.using):
                        return self._write(cursor, head, batch.streams, batch.chunks())
                except psycopg.errors.UniqueViolation as error:
                    if error.diag.constraint_name != "ledger_index_event_id":
                        raise
            return self._append_some(cursor, head, list(chain.from_iterable(batch.chunks())), conflicts)

    def _append_some(
        self, cursor: Cursor, head: Head, prepared: Sequence[Prepared], conflicts: Conflicts
    ) -> list[Appended]:
        """Record those of a batch whose ids are new, and answer for all."""
        known = _find_ids(cursor, head.property_id, prepared)
        fresh = _fresh(prepared, known)
        if conflicts == "raise":
            _raise_conflicts(prepared, known, fresh)
        recorded = self._write(cursor, head, {event.stream for event in fresh}, chunks_of(fresh)) if fresh else []
        known.update((each.id.int, _as_known(each, event)) for each, event in zip(recorded, fresh, strict=True))
        new = {id(event): each for each, event in zip(recorded, fresh, strict=True)}
        return [new.get(id(event)) or _answer(event, known[event.id.int]) for event in prepared]

    def _write(
        self, cursor: Cursor, head: Head, streams: Iterable[str], chunks: Iterable[Sequence[Prepared]]
    ) -> list[Appended]:
        """Give positions and versions, COPY both tables, move the head."""
        placed = Placed(head.property_id, head.position, _stream_heads(cursor, head.property_id, streams))
        with cursor.copy(copying.INDEX_COPY) as copy:
            copy.write(copying.HEADER)
            for chunk in chunks:
                copy.write(placed.index_rows(chunk))
            copy.write(copying.TRAILER)
        recorded_at = self._recording_time(head)
        with cursor.copy(copying.EVENT_COPY) as copy:
            copy.write(copying.HEADER)
            for rows in placed.event_rows(recorded_at):
                copy.write(rows)
            copy.write(copying.TRAILER)
        cursor.execute(MOVE_HEAD, [placed.position, recorded_at, head.property_id])
        return placed.answers

    def _lock_head(self, cursor: Cursor) -> Head:
        row = cursor.execute(LOCK_HEAD, [self.property_code]).fetchone()
        if row is None:
            cursor.execute(MAKE_HEAD, [self.property_code])
            row = cursor.execute(LOCK_HEAD, [self.property_code]).fetchone()
        if row is None:
            raise UnknownProperty(self.property_code)
        if row[3] != "read committed":
            raise WrongIsolation(f"Events are appended in READ COMMITTED transactions only, this one is {row[3]}.")
        return Head(*row[:3])

    def _recording_time(self, head: Head) -> datetime:
        """The server's clock, but never before the event recorded last."""
        now = self.clock().astimezone(UTC)
        return now if head.recorded_at is None else max(now, head.recorded_at)

    # What the eventsourcing library asks for.

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int]:
        """Record what ``Application.save`` collected; the positions are the library's notification ids."""
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


def _any_known(cursor: Cursor, property_id: int, events: Sequence[NewEvent | Prepared]) -> bool:
    """Whether something stands already under one of these ids."""
    return cursor.execute(ANY_ID, [property_id, _id_array(events)]).fetchone() is not None


def _find_ids(cursor: Cursor, property_id: int, events: Sequence[Prepared]) -> dict[int, Known]:
    """What stands already under these ids, by the id as an integer."""
    found: list[Any] = cursor.execute(FIND_IDS, [property_id, _id_array(events)]).fetchall()
    return {each[8].int: Known(content_of_row(each[:8]), each[0], each[2], each[5]) for each in found}


def _id_array(events: Sequence[NewEvent | Prepared]) -> str:
    return f"{{{','.join([event.id.hex for event in events])}}}"


def _fresh(prepared: Sequence[Prepared], known: dict[int, Known]) -> Sequence[Prepared]:
    """The events to be recorded: the first of each id that is not known."""
    first = {event.id.int: event for event in reversed(prepared)}
    if not known and len(first) == len(prepared):
        return prepared
    return [event for event in prepared if event.id.int not in known and first[event.id.int] is event]


def _raise_conflicts(prepared: Sequence[Prepared], known: dict[int, Known], fresh: Sequence[Prepared]) -> None:
    """Raise IdConflict if an id comes with other content than it stands for, in the ledger or in the batch (then with
    position 0, since nothing has one yet)."""
    now = utc_now()
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


def _stream_heads(cursor: Cursor, property_id: int, streams: Iterable[str]) -> dict[str, StreamHead]:
    """Where each stream ends."""
    heads: dict[str, StreamHead] = dict.fromkeys(streams, (0, None))
    found = cursor.execute(FIND_STREAM_HEADS, [list(heads), property_id]).fetchall()
    heads.update((stream, (version, position)) for stream, version, position in found)
    return heads
