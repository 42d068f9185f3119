"""The recorder: prepared events become rows, and rows are read for the eventsourcing library.

Appending is one transaction on Django's own connection, so that events, their log entries, the ids that make sending
again harmless, and whatever else the caller writes, stand or fall together:

1. lock the property's row in ``ledger_head``: writers of a property follow one another, so positions are dense, appear
   in the order of the commits, and vanish with a rollback;
2. look the ids up: same content is a duplicate and gets the first answer, other content is a conflict;
3. look the heads of the streams up, give each event the next version, check what a command expected;
4. write the log entry and its leaf hash, COPY both tables, move the head.

The look-ups come after the lock, and each statement of READ COMMITTED sees everything committed before it; under a
stricter isolation it would not, so that is refused. Proved by ``tests/ledger/test_append.py``, ``test_idempotency.py``
and, with many writers, ``test_concurrency.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, Literal, NamedTuple, NoReturn
from uuid import UUID

import psycopg
from django.db import transaction
from eventsourcing.persistence import ApplicationRecorder, Notification, StoredEvent

from casino.core.log_entry import entry_bytes, leaf_hash, time_text, type_part
from casino.ledger import copying, reading
from casino.ledger.errors import BatchTooLarge, ConcurrencyConflict, IdConflict, UnknownProperty, WrongIsolation
from casino.ledger.prepare import Prepared
from casino.ledger.rows import Appended, Row

MAX_BATCH_EVENTS: Final = 10_000
MAX_BATCH_BYTES: Final = 32 << 20
COPY_ROWS: Final = 256
"""Rows handed to the server at a time: it takes them in while the next are encoded."""

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
FIND_IDS: Final = """
SELECT i.event_id, i.content_sha256, i.position, i.version, e.recorded_at FROM ledger_index i
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

    content_sha256: bytes
    position: int
    version: int
    recorded_at: datetime | None


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

    def append(self, prepared: Sequence[Prepared], *, conflicts: Conflicts) -> list[Appended]:
        """Record a batch in one transaction; see ``Ledger.append``."""
        check_size(prepared)
        if not prepared:
            return []
        with transaction.atomic(using=self.using), reading.cursor(self.using) as cursor:
            head = self._lock_head(cursor)
            known = _find_ids(cursor, head.property_id, prepared)
            fresh = _fresh(prepared, known)
            if conflicts == "raise" and (len(fresh) < len(prepared)):
                _raise_conflicts(prepared, known, fresh)
            recorded = _write(cursor, head, fresh, self._recording_time(head)) if fresh else []
        if len(fresh) == len(prepared):
            return recorded
        known.update((each.id.int, _as_known(each, event)) for each, event in zip(recorded, fresh, strict=True))
        new = {id(event): each for each, event in zip(recorded, fresh, strict=True)}
        return [new.get(id(event)) or _answer(event, known[event.id.int]) for event in prepared]

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
        return [each.position for each in self.append(prepared, conflicts="raise")]

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


def check_size(prepared: Sequence[Prepared]) -> None:
    """Raise BatchTooLarge for more than one transaction should hold."""
    if len(prepared) > MAX_BATCH_EVENTS:
        raise BatchTooLarge("events", len(prepared), MAX_BATCH_EVENTS)
    total = sum(len(event.body) for event in prepared)
    if total > MAX_BATCH_BYTES:
        raise BatchTooLarge("bytes", total, MAX_BATCH_BYTES)


def _find_ids(cursor: Cursor, property_id: int, prepared: Sequence[Prepared]) -> dict[int, Known]:
    """What stands already under these ids, by the id as an integer."""
    ids = ",".join([event.id.hex for event in prepared])
    found = cursor.execute(FIND_IDS, [property_id, f"{{{ids}}}"]).fetchall()
    return {event_id.int: Known(*rest) for event_id, *rest in found}


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
    told = {event.id.int: Known(event.content_sha256, 0, 0, now) for event in fresh} | known
    answers = [_answer(event, told[event.id.int]) for event in prepared]
    conflicts = [answer for answer in answers if answer.status == "conflict"]
    if conflicts:
        raise IdConflict(conflicts)


def _as_known(appended: Appended, event: Prepared) -> Known:
    return Known(event.content_sha256, appended.position, appended.version, appended.recorded_at)


def _answer(event: Prepared, known: Known) -> Appended:
    same = event.content_sha256 == known.content_sha256
    return Appended(event.id, "duplicate" if same else "conflict", known.position, known.version, known.recorded_at)


def _stream_heads(cursor: Cursor, property_id: int, events: Iterable[Prepared]) -> dict[str, tuple[int, int | None]]:
    """Version and position of the last event of each stream; (0, None) for a new one."""
    heads: dict[str, tuple[int, int | None]] = {event.stream: (0, None) for event in events}
    found = cursor.execute(FIND_STREAM_HEADS, [list(heads), property_id]).fetchall()
    heads.update((stream, (version, position)) for stream, version, position in found)
    return heads


def _write(cursor: Cursor, head: Head, events: Sequence[Prepared], recorded_at: datetime) -> list[Appended]:
    """Give positions and versions, COPY both tables, move the head."""
    heads = _stream_heads(cursor, head.property_id, events)
    answers: list[Appended] = []
    index_rows: list[bytes] = []
    with cursor.copy(copying.EVENT_COPY) as copy:
        chunk = [copying.HEADER]
        for event_row in _rows(head, events, recorded_at, heads, answers, index_rows):
            chunk.append(event_row)
            if len(chunk) >= COPY_ROWS:
                copy.write(b"".join(chunk))
                chunk = []
        copy.write(b"".join([*chunk, copying.TRAILER]))
    with cursor.copy(copying.INDEX_COPY) as copy:
        copy.write(b"".join([copying.HEADER, *index_rows, copying.TRAILER]))
    cursor.execute(MOVE_HEAD, [head.position + len(events), recorded_at, head.property_id])
    return answers


def _rows(
    head: Head,
    events: Sequence[Prepared],
    recorded_at: datetime,
    heads: dict[str, tuple[int, int | None]],
    answers: list[Appended],
    index_rows: list[bytes],
) -> Iterator[bytes]:
    """The rows of ``ledger_event`` one by one; answers and the rows of ``ledger_index`` are added to the lists."""
    property_id, position, _ = head
    recorded_us, recorded_text = copying.microseconds(recorded_at), time_text(recorded_at)
    text_field = copying.text_field
    for event in events:
        stream = event.stream
        version, previous = heads[stream]
        version, position = version + 1, position + 1
        if event.expected_version is not None and event.expected_version != version:
            raise ConcurrencyConflict(stream, event.expected_version, version)
        heads[stream] = (version, position)
        entry = entry_bytes(
            actor=event.actor,
            body_sha256_hex=event.body_sha256_hex,
            occurred_json="null" if event.occurred_text is None else f'"{event.occurred_text}"',
            position=position,
            previous=previous,
            recorded_text=recorded_text,
            stream=stream,
            type_members=type_part(event.type),
            version=version,
        )
        stream_field = text_field(stream)
        names = b"%b%b%b" % (stream_field, text_field(event.type), text_field(event.actor))
        yield copying.event_row(
            property_id, position, version, recorded_us, leaf_hash(entry), event.occurred_at, names, entry, event.body
        )
        index_rows.append(
            copying.index_row(property_id, version, position, event.id, event.content_sha256, stream_field)
        )
        answers.append(Appended(event.id, "recorded", position, version, recorded_at))
