"""The follower that notices a jump of the server's clock, and records it as a fact that the audit shows.

It compares moments of recording with one another and with the database's clock (``casino/ledger/clock.py``), so it sees
what no event says of itself: that the server which recorded it had a wrong clock. Each jump is recorded once. It is not
rebuilt: what was ahead of the clock then is not so later. Proved by ``tests/audit/test_server_clock.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID, uuid5

from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import clock, follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from games.engine.server import STREAM, TYPE, ClockJumped
from games.rows.readmodel import watched

NAME: Final = "clock"
NAMESPACE: Final = UUID("0a3f4f1e-40f5-5d1f-8f0e-6f3c5a9f27b4")
ACTOR: Final = "system:clock"


def catch_up(property_code: str) -> Progress:
    """Look at every event recorded since the last time; record the jumps."""

    def look(after: int, upto: int) -> None:
        ledger = get_ledger(property_code)
        now = clock.database_now()
        seen = clock.suspicious(property_code, after=after, upto=upto, now=now)
        if not seen:
            return
        found = clock.jumps(seen, now, told(ledger.stream(STREAM)))
        if found:
            ledger.append([_event(property_code, jump) for jump in found], conflicts="report")

    return watched(NAME, property_code, lambda: follow.pass_over(NAME, property_code, look))


def told(recorded: Sequence[RecordedEvent]) -> list[clock.Jump]:
    """The jumps that stand in the log."""
    jumps = []
    for event in recorded:
        data = event.data
        assert isinstance(data, ClockJumped)
        assert event.occurred_at is not None
        moment = event.occurred_at + timedelta(milliseconds=data.step_ms)
        jumps.append(clock.Jump(data.kind, data.position, moment, event.occurred_at))
    return jumps


def _event(property_code: str, jump: clock.Jump) -> NewEvent:
    return NewEvent(
        id=uuid5(NAMESPACE, f"{property_code}/{jump.kind}/{jump.position}"),
        stream=STREAM,
        type=TYPE,
        data=ClockJumped(kind=jump.kind, position=jump.position, step_ms=jump.step_ms),
        actor=ACTOR,
        occurred_at=jump.reference,
    )
