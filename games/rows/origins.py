"""Who stands for what: the share of events and of money that a device or a person has signed, and what stands in their
name without their signature where the house demands one.

Both read the log's entries, never a sender's word. The second is a follower, as :mod:`games.rows.server_clock`: it
records once for each round what a device has not signed, and each weighty event that a person has not, where they must;
the audit makes findings of both. Proved by ``tests/audit/test_origins.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from casino.accounts import signatures
from casino.core.events import NewEvent, RecordedEvent
from casino.core.origin import HASH_BYTES
from casino.ledger import follow, reading, signing
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from games.engine import origin
from games.engine.device import NotSigned
from games.engine.origin import DEMANDS, NOT_SIGNED, UNSIGNED, Demands, PersonNotSigned, Shares, Weighed
from games.rows.readmodel import watched

NAME: Final = "origin"
NAMESPACE: Final = UUID("6c1f4f6e-9a55-5d53-8a3b-0e6a2f0c7b91")
ACTOR: Final = "system:origin"

_SHARES: Final = """
SELECT split_part(e.actor, ':', 1), octet_length(e.origin) = 32, coalesce(nullif(r.currency, ''), p.currency), count(*),
    coalesce(sum(m.money), 0)
FROM ledger_event e
JOIN ledger_property p ON p.id = e.property_id
LEFT JOIN games_round r ON r.property_id = e.property_id AND r.stream = e.stream
LEFT JOIN LATERAL (
    SELECT sum(abs((said.value #>> '{}')::numeric)) AS money
    FROM jsonb_each(CASE WHEN starts_with(e.stream, 'round/') AND position('\\\\u0000'::bytea IN e.body) = 0
        THEN convert_from(e.body, 'UTF8')::jsonb -> 'data' END) AS said
    WHERE jsonb_typeof(said.value) = 'number'
        AND said.key IN ('stake_minor', 'amount_minor', 'to_player_minor')
) m ON true
WHERE p.code = %(property)s AND e.position > %(after)s AND e.position <= %(upto)s
    AND (%(prefix)s::text IS NULL OR starts_with(e.stream, %(prefix)s))
GROUP BY 1, 2, 3
"""
"""Money stands in facts of rounds under these names, in the currency of the round. A body with a character that jsonb
cannot hold moves none."""
_UNSIGNED: Final = """
SELECT e.actor, e.stream, min(e.position) FROM ledger_event e
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %(property)s)
    AND e.position > %(after)s AND e.position <= %(upto)s
    AND e.actor LIKE 'device:%%' AND coalesce(octet_length(e.origin), 0) = 0
    AND split_part(e.stream, '/', 1) IN ('round', 'table')
GROUP BY e.actor, e.stream ORDER BY min(e.position)
"""

_UNSIGNED_PEOPLE: Final = """
SELECT e.actor, e.type, e.position, e.recorded_at FROM ledger_event e
WHERE e.property_id = (SELECT id FROM ledger_property WHERE code = %(property)s)
    AND e.position > %(after)s AND e.position <= %(upto)s
    AND e.actor LIKE 'person:%%' AND coalesce(octet_length(e.origin), 0) = 0 AND e.type LIKE ANY (%(types)s::text[])
ORDER BY e.position
"""


def shares(property_code: str, *, after: int = 0, upto: int | None = None, prefix: str | None = None) -> Shares:
    """Of the events with ``after < position <= upto`` (None: to the end of the log), of the streams that begin so
    (``round/RL01/``; None: of all)."""
    end = get_ledger(property_code).head()[0] if upto is None else upto
    values = {"property": property_code, "after": after, "upto": end, "prefix": prefix}
    with reading.cursor("default") as cursor:
        rows = cursor.execute(_SHARES, values).fetchall()
    return origin.shares(
        Weighed(origin.signer(kind, bytes(HASH_BYTES) if signed else None), events, currency, int(money))
        for kind, signed, currency, events, money in rows
    )


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
        found += _of_people(property_code, after, upto)
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


def _of_people(property_code: str, after: int, upto: int) -> Iterator[NewEvent]:
    """What stands in the name of a person who must sign, without a signature."""
    values = {"property": property_code, "after": after, "upto": upto, "types": signing.weighty_patterns()}
    with reading.cursor("default") as cursor:
        rows = cursor.execute(_UNSIGNED_PEOPLE, values).fetchall()
    for actor, type_name, position, recorded_at in rows:
        person = actor.partition(":")[2]
        if signatures.demanded_of(person, recorded_at):
            yield NewEvent(
                id=uuid5(NAMESPACE, f"{property_code}/person/{position}"),
                stream=UNSIGNED,
                type=NOT_SIGNED,
                data=PersonNotSigned(person=person, type=type_name, position=position),
                actor=ACTOR,
                occurred_at=None,
            )


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
