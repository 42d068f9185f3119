"""From when to when a round was at its table, by everything that its record says of time. Pure.

Each fact of the table has two moments: what its device said, set right by how far its clock was off when the server
heard it, and when the server recorded it. A device that sent later what it had kept says the first rightly; one whose
clock lies says it wrongly, and only the second is sure. Footage is kept for both: it costs a few minutes of film more,
and loses none. What people of the house said later (corrections, rulings, remedies) is no moment of play. Proved by
``tests/surveillance/record/test_spans.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from casino.core.events import RecordedEvent

Span = tuple[datetime, datetime]


def spans(events: Iterable[RecordedEvent], margin: timedelta) -> list[Span]:
    """The intervals in which a round was played, each with the margin on both sides, those that meet put together."""
    events = list(events)
    played = [event for event in events if not event.actor.startswith("person:")] or events
    if not played:
        return []
    said = [moment for event in played if (moment := said_at(event)) is not None]
    heard = [event.recorded_at for event in played]
    found = [(min(moments) - margin, max(moments) + margin) for moments in (said, heard) if moments]
    return together(found)


def said_at(event: RecordedEvent) -> datetime | None:
    """When its device says it was, by the server's clock as far as that is known."""
    if event.occurred_at is None:
        return None
    try:
        return event.occurred_at + timedelta(milliseconds=event.clock_skew_ms or 0)
    except OverflowError:
        return None


def together(found: Iterable[Span]) -> list[Span]:
    """The same stretches of time, those that meet or overlap as one, in order."""
    made: list[Span] = []
    for begin, end in sorted(found):
        if made and begin <= made[-1][1]:
            made[-1] = (made[-1][0], max(made[-1][1], end))
        else:
            made.append((begin, end))
    return made
