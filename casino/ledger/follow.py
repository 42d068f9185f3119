"""Followers: readers of the log that write something of their own, and miss nothing and do nothing twice.

The checkpoint of a follower is a row of ``ledger_follower``. It is locked, the next events are read, the handler writes
its rows, the checkpoint moves, all in one transaction on one connection: a follower that is killed, or whose connection
is, leaves either all of a batch or nothing of it. Nothing is missed, since positions are dense and become visible in
their order (``recorder``); a hole would mean a broken record, and stops the follower. A second copy of the same
follower finds the checkpoint locked and reports that it is busy.

A handler that fails is handed the events one by one, so the follower stops right before the one that it fails at.
Where two persons have allowed it for that follower and stream (the setting ``pass_over``, ``docs/settings.md``), that
event is passed over: it is tried all the same, and named (``passed_over``) until a rebuild, or a later program, gets
through it. Proved by ``tests/house/test_passing_over.py``.

A handler must write to the database alone: a mail cannot be rolled back. Proved by ``tests/ledger/test_follow.py`` and
``test_concurrency.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

from billiard.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from casino.core.events import RecordedEvent
from casino.core.house_settings import may_pass_over
from casino.ledger import reading
from casino.ledger.errors import LedgerCorrupt, UnknownProperty
from casino.ledger.mapper import recorded_event
from casino.ledger.recorder import Cursor
from casino.ledger.rows import Row
from casino.site import outage

log = logging.getLogger(__name__)

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
RESTART: Final = """
UPDATE ledger_follower SET position = 0, passed_over = '{}' WHERE name = %s AND property_id = %s
"""
STEP_OVER: Final = """
UPDATE ledger_follower SET position = %s, passed_over = array_append(passed_over, %s)
WHERE name = %s AND property_id = %s
"""
READ_LATE: Final = """
UPDATE ledger_follower SET passed_over = array_remove(passed_over, %s) WHERE name = %s AND property_id = %s
"""
ALLOWED: Final = "SELECT pass_over FROM ledger_property WHERE code = %s"
LEFT: Final = """
SELECT f.passed_over FROM ledger_follower f JOIN ledger_property p ON p.id = f.property_id
WHERE f.name = %s AND p.code = %s
"""


NEVER: Final = -1


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
    later: bool = False,
    using: str = "default",
) -> Progress:
    """Hand the events after the checkpoint to ``handler``, a batch a transaction, until the end of the log or until
    ``limit`` positions are passed. With ``types`` (stored names) the handler sees only these, and those whose stored
    body has the bytes ``holding``. ``later``: nobody rebuilds what it writes, and what it passed over is handed to it
    once more by each process, late."""

    def wanted(row: Row) -> bool:
        return types is None or row[3] in types or (holding is not None and holding in row[7])

    def handle(rows: Sequence[Row]) -> None:
        if events := [recorded_event(row) for row in rows if wanted(row)]:
            handler(events)

    if later:
        _try_again(name, property_code, handle, using)
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
    pace, handled = _Pace(batch), 0
    while True:
        size = pace.now if limit is None else min(pace.now, limit - handled)
        try:
            step, left = _step(name, property_code, handler, size, using)
        except Exception as error:
            if pace.is_less_after(error):
                continue
            passed = _passed_over(name, property_code, error, using)
            if passed is None:
                raise
            step, left = passed, False
        else:
            pace.went()
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
    _try_again(name, property_code, lambda rows: look(rows[0][0] - 1, rows[0][0]), using)
    pace, handled = _Pace(batch), 0
    while True:
        try:
            step, end = _look(name, property_code, look, pace.now, using)
        except Exception as error:
            if pace.is_less_after(error):
                continue
            passed = _passed_over(name, property_code, error, using)
            if passed is None:
                raise
            step, end = passed, NEVER
        else:
            pace.went()
        handled += step.handled
        if step.busy or step.position == end:
            return Progress(handled, step.position, step.busy)


def _look(
    name: str, property_code: str, look: Callable[[int, int], None], size: int, using: str
) -> tuple[Progress, int]:
    """One transaction; and where the log ended."""
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        locked = _lock(cursor, name, property_code)
        if locked is None:
            return Progress(0, position(name, property_code, using=using), True), NEVER
        property_id, reached = locked
        end, _ = reading.head(using, property_code)
        upto = min(end, reached + size)
        if upto > reached:
            look(reached, upto)
            cursor.execute(MOVE, [upto, name, property_id])
        return Progress(upto - reached, upto, False), end


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
        cursor.execute(RESTART, [name, row[0]])


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


# --- What fails -------------------------------------------------------------------------------------------------------


class _Pace:
    """How much is handed over at once: after something failed one event alone, then twice as much each time. So all
    that stands before the event that fails is done, and the follower stops right before it."""

    def __init__(self, most: int) -> None:
        self.most = self.now = most

    def went(self) -> None:
        self.now = min(self.most, 2 * self.now)

    def is_less_after(self, error: Exception) -> bool:
        """Whether less is to be tried: not where the database, the record or the time was the cause."""
        if self.now == 1 or not _is_the_events(error):
            return False
        self.now = 1
        return True


def _is_the_events(error: Exception) -> bool:
    """Whether an error may come of what an event says."""
    cause = isinstance(error, LedgerCorrupt | UnknownProperty | MemoryError | SoftTimeLimitExceeded)
    return not cause and outage.trouble(error) is None


def _passed_over(name: str, property_code: str, error: Exception, using: str) -> Progress | None:
    """Move the checkpoint past the next event, at which the handler failed, where two persons have allowed that; None
    where they have not."""
    if not _is_the_events(error):
        return None
    with transaction.atomic(using=using), reading.cursor(using) as cursor:
        locked = _lock(cursor, name, property_code)
        said = cursor.execute(ALLOWED, [property_code]).fetchone()
        allowed = may_pass_over(said[0] if said is not None else "").get(name, ())
        if locked is None or not allowed:
            return None
        property_id, before = locked
        rows = reading.rows(using, property_code, after=before, limit=1)
        if not rows or rows[0][1] not in allowed:
            return None
        reached = rows[0][0]
        cursor.execute(STEP_OVER, [reached, reached, name, property_id])
    log.warning("passed_over follower=%s property=%s position=%s error=%r", name, property_code, reached, error)
    _tried.add((name, property_code, reached))
    return Progress(1, reached, False)


def may_pass(name: str, property_code: str, *, using: str = "default") -> bool:
    """Whether there is something that a follower may pass over."""
    with reading.cursor(using) as cursor:
        said = cursor.execute(ALLOWED, [property_code]).fetchone()
    return bool(may_pass_over(said[0] if said is not None else "").get(name))


_tried: Final[set[tuple[str, str, int]]] = set()
"""What this program failed at."""


def _try_again(name: str, property_code: str, handler: RowHandler, using: str) -> None:
    """Hand over, late, what another program passed over."""
    for each in passed_over(name, property_code, using=using):
        if (name, property_code, each) in _tried:
            continue
        _tried.add((name, property_code, each))
        try:
            with transaction.atomic(using=using), reading.cursor(using) as cursor:
                locked = _lock(cursor, name, property_code)
                if locked is None:
                    _tried.discard((name, property_code, each))
                    continue
                handler(reading.rows(using, property_code, after=each - 1, limit=1))
                cursor.execute(READ_LATE, [each, name, locked[0]])
        except Exception as error:
            if not _is_the_events(error):
                _tried.discard((name, property_code, each))
                raise
            log.warning(
                "passed_over_still follower=%s property=%s position=%s error=%r", name, property_code, each, error
            )


def passed_over(name: str, property_code: str, *, using: str = "default") -> list[int]:
    """The positions of the events that a follower has passed over because it failed at them."""
    with reading.cursor(using) as cursor:
        row = cursor.execute(LEFT, [name, property_code]).fetchone()
    return [] if row is None else sorted(row[0])


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
