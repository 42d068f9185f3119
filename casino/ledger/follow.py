"""Followers: readers of the log that write something of their own, and miss nothing and do nothing twice.

The checkpoint of a follower is a row of ``ledger_follower``. It is locked, the next events are read, the handler writes
its rows, the checkpoint moves, all in one transaction on one connection: a follower that is killed, or whose connection
is, leaves either all of a batch or nothing of it. Nothing is missed, since positions are dense and become visible in
their order (``recorder``); a hole would mean a broken record, and stops the follower. A second copy of the same
follower finds the checkpoint locked and reports that it is busy.

A handler must write to the database alone: a mail cannot be rolled back. Proved by ``tests/ledger/test_follow.py`` and
``test_concurrency.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from django.db import transaction

from casino.core.events import RecordedEvent
from casino.ledger import reading
from casino.ledger.errors import LedgerCorrupt, UnknownProperty
from casino.ledger.mapper import recorded_event
from casino.ledger.recorder import Cursor
from casino.ledger.rows import Row

Handler = Callable[[Sequence[RecordedEvent]], None]
RowHandler = Callable[[Sequence[Row]], int | None]
"""May say how far it came, where that is not the last of the rows: the rest is handed over again. Where it came to
none, it has done a part of the work for the first of them, which is committed."""

MAKE: Final = """
INSERT INTO ledger_follower (name, property_id, position) SELECT %s, id, 0 FROM ledger_property WHERE code = %s
ON CONFLICT (name, property_id) DO NOTHING
"""
LOCK: Final = """
SELECT property_id, position FROM ledger_follower
WHERE name = %s AND property_id = (SELECT id FROM ledger_property WHERE code = %s) FOR UPDATE {}
"""
LOOK: Final = """
SELECT position FROM ledger_follower WHERE name = %s AND property_id = (SELECT id FROM ledger_property WHERE code = %s)
"""
MOVE: Final = "UPDATE ledger_follower SET position = %s WHERE name = %s AND property_id = %s"


class Progress(NamedTuple):
    """What one call of :func:`catch_up` did. ``handled`` counts the positions passed."""

    handled: int
    position: int
    busy: bool


def catch_up(
    name: str,
    property_code: str,
    handler: Handler,
    *,
    batch: int = 500,
    limit: int | None = None,
    types: Collection[str] | None = None,
    holding: bytes | None = None,
    using: str = "default",
) -> Progress:
    """Hand the events after the checkpoint to ``handler``, a batch a transaction, until the end of the log or until
    ``limit`` positions are passed. With ``types`` (stored names) the handler sees only these, and those whose stored
    body has the bytes ``holding``."""

    def wanted(row: Row) -> bool:
        return types is None or row[3] in types or (holding is not None and holding in row[7])

    def handle(rows: Sequence[Row]) -> None:
        if events := [recorded_event(row) for row in rows if wanted(row)]:
            handler(events)

    return catch_up_rows(name, property_code, handle, batch=batch, limit=limit, using=using)


def catch_up_rows(
    name: str,
    property_code: str,
    handler: RowHandler,
    *,
    batch: int = 500,
    limit: int | None = None,
    using: str = "default",
) -> Progress:
    """As :func:`catch_up`, but the rows are handed over as they are stored: who reads most of them in bulk decodes each
    once, by itself. With a ``limit`` a call ends after one part of the work for a single event, too."""
    if batch < 1:
        raise ValueError("a batch has at least one event")
    _make(name, property_code, using)
    handled = 0
    while True:
        size = batch if limit is None else min(batch, limit - handled)
        step, left = _step(name, property_code, handler, size, using)
        handled += step.handled
        in_parts = left and step.handled == 0 and limit is not None
        if step.busy or (step.handled < size and not left) or handled == limit or in_parts:
            return Progress(handled, step.position, step.busy)


def pass_over(
    name: str, property_code: str, look: Callable[[int, int], None], *, batch: int = 20_000, using: str = "default"
) -> Progress:
    """As :func:`catch_up` for a follower that reads what it wants by itself: ``look`` gets the position reached before
    and the one to be reached, for each stretch of at most ``batch`` positions, in the transaction of the checkpoint."""
    _make(name, property_code, using)
    handled = 0
    while True:
        with transaction.atomic(using=using), reading.cursor(using) as cursor:
            locked = _lock(cursor, name, property_code)
            if locked is None:
                return Progress(handled, position(name, property_code, using=using), True)
            property_id, reached = locked
            end, _ = reading.head(using, property_code)
            upto = min(end, reached + batch)
            if upto > reached:
                look(reached, upto)
                cursor.execute(MOVE, [upto, name, property_id])
        handled += upto - reached
        if upto == end:
            return Progress(handled, upto, False)


def alone(name: str, property_code: str, work: Callable[[int], int], *, using: str = "default") -> Progress:
    """Do a piece of work under the checkpoint's lock, in its transaction: ``work`` gets the position reached before and
    answers the one reached now. For a follower that goes by another one's rows. Busy where a copy is at work."""
    _make(name, property_code, using)
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        locked = _lock(cursor, name, property_code)
        if locked is None:
            return Progress(0, position(name, property_code, using=using), True)
        property_id, before = locked
        reached = work(before)
        cursor.execute(MOVE, [reached, name, property_id])
        return Progress(max(reached - before, 0), reached, False)


def rebuild(name: str, property_code: str, clear: Callable[[], None], *, using: str = "default") -> None:
    """Empty what the follower has written (``clear``) and set it back to the beginning, in one transaction. Waits for a
    copy at work to finish its batch. The next :func:`catch_up` writes everything again."""
    _make(name, property_code, using)
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        row = cursor.execute(LOCK.format(""), [name, property_code]).fetchone()
        if row is None:
            raise UnknownProperty(property_code)
        clear()
        cursor.execute(MOVE, [0, name, row[0]])


@contextmanager
def held(name: str, property_code: str, *, using: str = "default") -> Iterator[Callable[[int], None]]:
    """Keep the checkpoint locked, so that no copy follows meanwhile. Who has done the work otherwise moves it at the
    end by calling what this gives with a position; if anything is raised, it stays."""
    _make(name, property_code, using)
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        row = cursor.execute(LOCK.format(""), [name, property_code]).fetchone()
        if row is None:
            raise UnknownProperty(property_code)

        def move(position: int) -> None:
            cursor.execute(MOVE, [position, name, row[0]])

        yield move


def lag(name: str, property_code: str, *, using: str = "default") -> int:
    """How many events the follower has still to see."""
    end, _ = reading.head(using, property_code)
    return end - position(name, property_code, using=using)


def position(name: str, property_code: str, *, using: str = "default") -> int:
    """The last position that the follower has passed, 0 if it never ran."""
    with reading.cursor(using) as cursor:
        row = cursor.execute(LOOK, [name, property_code]).fetchone()
    return 0 if row is None else row[0]


def _make(name: str, property_code: str, using: str) -> None:
    with reading.cursor(using) as cursor:
        if cursor.execute(LOOK, [name, property_code]).fetchone() is None:
            cursor.execute(MAKE, [name, property_code])
            if cursor.rowcount == 0 and cursor.execute(LOOK, [name, property_code]).fetchone() is None:
                raise UnknownProperty(property_code)


def _step(name: str, property_code: str, handler: RowHandler, size: int, using: str) -> tuple[Progress, bool]:
    """One transaction; and whether the handler left something of what it was handed."""
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        locked = _lock(cursor, name, property_code)
        if locked is None:
            return Progress(0, position(name, property_code, using=using), True), False
        property_id, before = locked
        rows = reading.rows(using, property_code, after=before, limit=size)
        if not rows:
            return Progress(0, before, False), False
        last: int = rows[-1][0]
        if last != before + len(rows):
            raise LedgerCorrupt(f"The log of {property_code} has a hole after position {before}.")
        said = handler(rows)
        reached = last if said is None else said
        cursor.execute(MOVE, [reached, name, property_id])
        return Progress(reached - before, reached, False), reached < last


def _lock(cursor: Cursor, name: str, property_code: str) -> tuple[int, int] | None:
    """The checkpoint, locked; None while another copy holds it."""
    row = cursor.execute(LOCK.format("SKIP LOCKED"), [name, property_code]).fetchone()
    return None if row is None else (row[0], row[1])
