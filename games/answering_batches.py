"""One answer to several requests that were asked for at once: all confirmed, or none, in one append.

The second person of each of them answers for all (``games.second`` has the rules of a single one); who may not answer
one, or is in what one is about, answers them one by one. What already has its answer is left as it is. The first event
has the id of the command, so that the same again does nothing. Proved by ``tests/audit/test_answering_batches.py``.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

import msgspec
from django.db import transaction

from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent
from casino.ledger.application import get_ledger
from games import acting, asking, at_the_top, findings, matters, second
from games.ask_facts import NAMES
from games.asking import Ask
from games.engine.facts import Person
from games.findings import RoundAudit
from games.models import Waiting
from games.tasks import follow_now


def waiting(property_code: str, batch: UUID) -> list[Ask]:
    """The requests of a batch that wait, in the order in which they were asked for. Problem ``ask_unknown``."""
    rows = Waiting.objects.filter(property__code=property_code, batch=batch).order_by("position")
    asks = [second.find(property_code, row.stream, row.pk) for row in rows]
    if not asks:
        raise Problem("ask_unknown")
    return [ask for ask in asks if ask.state == asking.WAITING]


def required(user: Any, property_code: str, batch: UUID, now: datetime) -> Person:
    """The person of an account who acts at all tables of a batch. Problem ``not_posted_here``."""
    rows = Waiting.objects.filter(property__code=property_code, batch=batch)
    places = {(property_code, row.table or None) for row in rows}
    acts = acting.persons_at(user, places, now)
    if not places or len(acts) != len(places):
        raise Problem("not_posted_here")
    return next(iter(acts.values()))


@second.again
def answer(property_code: str, batch: UUID, *, confirm: bool, by: Person, command_id: UUID, now: datetime) -> int:
    """Confirm or decline what waits of a batch; how many these are. Problems as of a single one, and ask_decided where
    none waits; command_conflict for a command that did anything else."""
    ledger = get_ledger(property_code)
    said = ledger.find(command_id)
    asks = waiting(property_code, batch)
    if said is not None:
        return _repeated(property_code, said.data, batch, by, confirm=confirm)
    if not asks:
        raise Problem("ask_decided", state="")
    facts: list[tuple[Ask, Fact]] = []
    for ask in asks:
        facts.append((ask, asking.confirmed(ask, by) if confirm else asking.refused(ask, by)))
        matters.check("answering_batches.answer", by.staff, second.parts(property_code, ask))
    events = _answers(property_code, facts, by, command_id, now)
    if confirm:
        events += _dismissals(property_code, asks, by, command_id)
    with transaction.atomic():
        ledger.append(events)
    follow_now(property_code)
    return len(asks)


def _answers(
    property_code: str, facts: list[tuple[Ask, Fact]], by: Person, command_id: UUID, now: datetime
) -> list[NewEvent]:
    ledger = get_ledger(property_code)
    versions: Counter[str] = Counter()
    events = []
    for place, (ask, fact) in enumerate(facts):
        stream = ask.event.stream
        if stream not in versions:
            versions[stream] = ledger.stream(stream)[-1].version
        versions[stream] += 1
        events.append(
            NewEvent(
                id=command_id if place == 0 else uuid5(command_id, str(ask.id)),
                stream=stream,
                type=NAMES[type(fact)],
                data=fact,
                actor=f"person:{by.staff}",
                occurred_at=now,
                correlation=str(command_id),
                expected_version=versions[stream],
            )
        )
    return events


def _dismissals(property_code: str, asks: list[Ask], by: Person, command_id: UUID) -> list[NewEvent]:
    """What the confirmations come to: nothing, for what stays open (``games.at_the_top``)."""
    ledger = get_ledger(property_code)
    audits: dict[str, RoundAudit] = {}
    for ask in asks:
        asked = ask.asked
        assert asked.finding is not None
        stream = f"audit/{ask.event.stream.partition('/')[2]}"
        audit = audits.setdefault(stream, findings.load(ledger, stream))
        if at_the_top.stays_open(asked.lowest):
            audit.check_free(asked.finding, asked.seen_version)
        else:
            audit.dismiss(
                asked.finding,
                by=asked.asked_by,
                authorised_by=by,
                sealed=asked.sealed_reason,
                ask=ask.id,
                cause=asked.cause,
            )
    events = [event for audit in audits.values() for event in audit.collect_events()]
    return [msgspec.structs.replace(event, correlation=str(command_id)) for event in events]


def _repeated(property_code: str, first: Fact, batch: UUID, by: Person, *, confirm: bool) -> int:
    """How many the same command answered; Problem ``command_conflict`` where it was another."""
    rows = Waiting.objects.filter(property__code=property_code, batch=batch)
    asks: dict[UUID | None, Ask] = {row.pk: second.find(property_code, row.stream, row.pk) for row in rows}
    mine = asks.get(getattr(first, "ask", None))
    same = getattr(first, "confirmed_by" if confirm else "refused_by", None) == by
    if mine is None or mine.decided is None or not same:
        raise Problem("command_conflict", "command_id")
    brought = mine.decided.correlation
    return sum(ask.decided is not None and ask.decided.correlation == brought for ask in asks.values())
