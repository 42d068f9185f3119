"""Who stands for what: the share of events that a device or a person has signed, and what stands in a device's name
without its signature where the house demands one.

Both read the log's entries, never a sender's word. The second is a follower, as :mod:`games.server_clock`: it records
once for each round what is not signed, and the audit makes a finding of it. Proved by ``tests/audit/test_origins.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from uuid import UUID, uuid5

import msgspec

from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import follow, reading
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from games.engine.device import NotSigned
from games.engine.origin import DEMANDS, Demands
from games.readmodel import watched

NAME: Final = "origin"
NAMESPACE: Final = UUID("6c1f4f6e-9a55-5d53-8a3b-0e6a2f0c7b91")
ACTOR: Final = "system:origin"

_SHARES: Final = """
SELECT count(*), count(*) FILTER (WHERE octet_length(origin) = 32 AND actor LIKE 'device:%%'),
    count(*) FILTER (WHERE octet_length(origin) = 32 AND actor LIKE 'person:%%')
FROM ledger_event e
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %(property)s)
    AND e.position > %(after)s AND e.position <= %(upto)s
    AND (%(prefix)s::text IS NULL OR starts_with(e.stream, %(prefix)s))
"""
_UNSIGNED: Final = """
SELECT e.actor, e.stream, min(e.position) FROM ledger_event e
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %(property)s)
    AND e.position > %(after)s AND e.position <= %(upto)s
    AND e.actor LIKE 'device:%%' AND coalesce(octet_length(e.origin), 0) = 0
    AND split_part(e.stream, '/', 1) IN ('round', 'table')
GROUP BY e.actor, e.stream ORDER BY min(e.position)
"""


class Shares(msgspec.Struct, frozen=True):
    """How many of some ``events`` a device has signed, and a person; nobody but the house stands for the others."""

    events: int
    by_device: int
    by_person: int

    @property
    def by_house(self) -> int:
        return self.events - self.by_device - self.by_person


def shares(property_code: str, *, after: int = 0, upto: int | None = None, prefix: str | None = None) -> Shares:
    """Of the events with ``after < position <= upto`` (None: to the end of the log), of the streams that begin so
    (``round/RL01/``; None: of all)."""
    end = get_ledger(property_code).head()[0] if upto is None else upto
    values = {"property": property_code, "after": after, "upto": end, "prefix": prefix}
    with reading.cursor("default") as cursor:
        row = cursor.execute(_SHARES, values).fetchone()
    assert row is not None
    return Shares(*row)


class Stretch(NamedTuple):
    """Positions (``after < position <= upto``) in which the same was demanded; ``number`` counts the demands before."""

    after: int
    upto: int
    demands: Demands
    number: int


def catch_up(property_code: str) -> Progress:
    """Look at every event recorded since the last time; record what is not signed where it must be."""

    def look(after: int, upto: int) -> None:
        ledger = get_ledger(property_code)
        found = [
            event
            for stretch in stretches(ledger.stream(DEMANDS, upto_position=upto), after, upto)
            for event in _unsigned(property_code, stretch)
        ]
        if found:
            ledger.append(found, conflicts="report")

    return watched(NAME, property_code, lambda: follow.pass_over(NAME, property_code, look))


def stretches(demands: list[RecordedEvent], after: int, upto: int) -> Iterator[Stretch]:
    """The parts of a stretch of the log in which something is demanded. What is demanded holds for what is recorded
    behind it."""
    ends = [*(event.position for event in demands[1:]), upto] if demands else []
    standing = Demands()
    for number, (event, end) in enumerate(zip(demands, ends, strict=True), start=1):
        standing = standing.after(event.data)
        first, last = max(after, event.position), min(end, upto)
        if standing.any and first < last:
            yield Stretch(first, last, standing, number)


def _unsigned(property_code: str, stretch: Stretch) -> Iterator[NewEvent]:
    values = {"property": property_code, "after": stretch.after, "upto": stretch.upto}
    with reading.cursor("default") as cursor:
        rows = cursor.execute(_UNSIGNED, values).fetchall()
    for actor, stream, position in rows:
        device = actor.partition(":")[2]
        table, _, round_code = stream.partition("/")[2].partition("/")
        if not stretch.demands.of(table):
            continue
        yield NewEvent(
            id=uuid5(NAMESPACE, f"{property_code}/{device}/{stream}/{stretch.number}"),
            stream=f"device/{device}",
            type="device.not_signed.v1",
            data=NotSigned(device=device, table=table, round=round_code or None, position=position),
            actor=ACTOR,
            occurred_at=None,
        )
