"""The server's clock: how an event's moment of recording is read from it, and how a jump of it is noticed.

The order of the log is the position's. ``recorded_at`` is what the server's clock said: differences that
several servers have all the time (up to :data:`JUMP`) are smoothed, so that it does not go back by them; a
clock that was ahead by more does not hold the later events there, and nothing may wait until time has caught up
with an event. Such a jump is found from outside, by :func:`jumps`: an event recorded later than the database's
clock says now, or earlier than the event before it. Proved by ``tests/ledger/test_clock.py``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Final, Literal, NamedTuple

from casino.clock import now as clock_now
from casino.ledger import reading

JUMP: Final = timedelta(seconds=5)
"""Clocks of servers that are kept right differ by less; more is a jump."""
REMINDER: Final = timedelta(hours=1)
"""The same jump again (two servers that take turns) is told once in this time."""

Kind = Literal["ahead", "back"]

SUSPICIOUS: Final = """
SELECT position, recorded_at, before FROM (
    SELECT position, recorded_at, lag(recorded_at) OVER (ORDER BY position) AS before FROM ledger_event
    WHERE property_id = (SELECT id FROM ledger_property WHERE code = %(code)s)
        AND position >= %(after)s AND position <= %(upto)s
) AS pairs
WHERE position > %(after)s AND (recorded_at > %(now)s + %(jump)s OR recorded_at < before - %(jump)s)
ORDER BY position
"""


class Seen(NamedTuple):
    """An event whose moment of recording is doubtful: it lies in the future or before the event's before it."""

    position: int
    recorded_at: datetime
    before: datetime | None


class Jump(NamedTuple):
    """The server's clock jumped: the event at ``position`` was recorded at ``recorded_at``, though it was rather
    ``reference``: the database's clock when this was noticed (``ahead``), or the event before (``back``)."""

    kind: Kind
    position: int
    recorded_at: datetime
    reference: datetime

    @property
    def step_ms(self) -> int:
        """How far the clock jumped, in milliseconds; forward is positive."""
        return round((self.recorded_at - self.reference) / timedelta(milliseconds=1))


def recording_time(now: datetime, last: datetime | None) -> datetime:
    """When an event is recorded by a server whose clock says ``now``, after one recorded at ``last``: never before it,
    unless by more than servers differ."""
    return last if last is not None and now < last <= now + JUMP else now


def stands_ahead(moment: datetime, now: datetime) -> bool:
    """Whether a moment was read from a clock that was ahead: nobody waits until it has come."""
    return moment > now + JUMP


def steady_seconds() -> float:
    """A clock that nobody sets; where the system has one, it goes on while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def database_now(using: str = "default") -> datetime:
    """The clock of the database, which all servers share."""
    with reading.cursor(using) as cursor:
        row = cursor.execute("SELECT clock_timestamp()").fetchone()
    assert row is not None
    now: datetime = row[0]
    return now


class Steadiness:
    """Whether a clock that can be set (``wall``) ran as evenly as one that cannot (``steady``); both in seconds."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = steady_seconds) -> None:
        self.wall = wall
        self.steady = steady
        self._offset = wall() - steady()
        self._jumped_at: float | None = None

    def jumped_lately(self) -> bool:
        """Whether it jumped within the last hour, as far as it was asked; slow corrections are no jump."""
        now = self.steady()
        offset = self.wall() - now
        if abs(offset - self._offset) > JUMP.total_seconds():
            self._jumped_at = now
        self._offset = offset
        return self._jumped_at is not None and now - self._jumped_at < REMINDER.total_seconds()


STEADINESS: Final = Steadiness()
"""Of this process, from its start."""


def is_right(using: str = "default", *, steadiness: Steadiness = STEADINESS) -> bool:
    """Whether somebody else's clock may be measured by this server's: it did not jump lately, and agrees with the
    database's."""
    if steadiness.jumped_lately():
        return False
    return abs(database_now(using) - clock_now()) <= JUMP


def suspicious(property_code: str, *, after: int, upto: int, now: datetime, using: str = "default") -> list[Seen]:
    """The doubtful events between two positions, the first excluded."""
    values = {"code": property_code, "after": after, "upto": upto, "now": now, "jump": JUMP}
    with reading.cursor(using) as cursor:
        return [Seen(*row) for row in cursor.execute(SUSPICIOUS, values).fetchall()]


def jumps(seen: Iterable[Seen], now: datetime, told: Iterable[Jump] = ()) -> list[Jump]:
    """What is to be told of doubtful events: each jump once, when it begins. Coming down from where a jump that
    was told had led is no other one; nor is the same again within the hour. ``told`` are those of before, the
    newest last."""
    known = list(told)
    fresh: list[Jump] = []
    for event in seen:
        jump = _jump(event, now, known)
        if jump is not None and not _is_known(jump, known):
            known.append(jump)
            fresh.append(jump)
    return fresh


def _jump(event: Seen, now: datetime, known: list[Jump]) -> Jump | None:
    before = event.before
    if stands_ahead(event.recorded_at, now):
        same = before is not None and stands_ahead(before, now) and abs(event.recorded_at - before) <= JUMP
        # The first of them is told; of those that follow it only one that stands elsewhere.
        return None if same else Jump("ahead", event.position, event.recorded_at, now)
    if before is None or event.recorded_at >= before - JUMP:
        return None
    if known and known[-1].kind == "ahead" and before >= known[-1].recorded_at - JUMP:
        return None
    return Jump("back", event.position, event.recorded_at, before)


def _is_known(jump: Jump, known: list[Jump]) -> bool:
    limit = JUMP / timedelta(milliseconds=1)
    return any(
        other.kind == jump.kind
        and abs(other.step_ms - jump.step_ms) <= limit
        and abs(jump.reference - other.reference) < REMINDER
        for other in known
    )
