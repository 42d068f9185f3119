"""One answer to several requests that were asked for at once: all confirmed, or none, in one append.

The second person of each of them answers for all (``games.commands.approvals`` has the rules of a single one); who may
not answer one, or is in what one is about, answers them one by one. What already has its answer is left as it is. The
first event has the id of the command. Proved by ``tests/audit/test_answering_batches.py``.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import NewEvent, RecordedEvent
from casino.core.messages import Catalogue
from games.commands import approvals
from games.commands.execution import OnTable, Place, carries
from games.commands.step import answers
from games.engine.facts import Person
from games.facts import approval_requests, findings
from games.facts.approval_facts import Confirmed, Refused
from games.facts.approval_requests import Ask
from games.facts.findings import RoundAudit
from games.rows import on_duty
from games.rows.models import Waiting

_WORDS: Final = Catalogue(__file__)


@answers()
class ConfirmBatch(Command, frozen=True):
    """Confirm what waits of those that were asked for at once."""

    batch: UUID


@answers()
class RefuseBatch(Command, frozen=True):
    """Decline what waits of them."""

    batch: UUID


def waiting(property_code: str, batch: UUID) -> list[Ask]:
    """The requests of a batch that wait, in the order in which they were asked for. Problem ``ask_unknown``."""
    asks = _asks(property_code, batch)
    if not asks:
        raise Problem("ask_unknown")
    return [ask for ask in asks if ask.state == approval_requests.WAITING]


def _asks(property_code: str, batch: UUID) -> list[Ask]:
    rows = Waiting.objects.filter(property__code=property_code, batch=batch).order_by("position")
    return [approvals.find(property_code, row.stream, row.pk) for row in rows]


def required(user: Any, property_code: str, batch: UUID, now: datetime) -> Person:
    """The person of an account who acts at all tables of a batch. Problem ``not_posted_here``."""
    rows = Waiting.objects.filter(property__code=property_code, batch=batch)
    places = {(property_code, row.table or None) for row in rows}
    acts = on_duty.persons_at(user, places, now)
    if not places or len(acts) != len(places):
        raise Problem("not_posted_here")
    return next(iter(acts.values()))


@carries(ConfirmBatch, RefuseBatch)
class _AnsweringAll(OnTable):
    """The answer on its way. Problems as of a single one, and ask_decided where none waits."""

    command: ConfirmBatch | RefuseBatch

    def __init__(self, property_code: str, command: ConfirmBatch | RefuseBatch, **given: Any) -> None:
        super().__init__(Place(property_code, ""), command, **given)

    def concerns(self, stream: str) -> bool:
        return True

    def carry_out(self) -> Carried:
        asks = waiting(self.property_code, self.command.batch)
        if not asks:
            raise Problem("ask_decided", state="")
        confirm = isinstance(self.command, ConfirmBatch)
        events: list[NewEvent] = []
        versions: Counter[str] = Counter()
        for ask in asks:
            fact = approval_requests.confirmed(ask, self.by) if confirm else approval_requests.refused(ask, self.by)
            self.check_interest(approvals.parts(self.property_code, ask))
            stream = ask.event.stream
            versions[stream] = (versions[stream] or self.ledger.stream(stream)[-1].version) + 1
            event = self.event(stream, fact, versions[stream], first=True)
            events.append(msgspec.structs.replace(event, id=uuid5(self.command_id, str(ask.id))) if events else event)
        events += self._dismissals(asks) if confirm else []
        correlation = str(self.command_id)
        appended = self.ledger.append([msgspec.structs.replace(each, correlation=correlation) for each in events])
        return Carried(events[0].stream, appended[0], [])

    def _dismissals(self, asks: list[Ask]) -> list[NewEvent]:
        audits: dict[str, RoundAudit] = {}
        for ask in asks:
            stream = f"audit/{ask.event.stream.partition('/')[2]}"
            audit = audits.setdefault(stream, findings.load(self.ledger, stream))
            approvals.settle(audit, ask, self.by)
        return [event for audit in audits.values() for event in audit.collect_events()]

    def came_to(self, first: RecordedEvent) -> bool:
        fact: Any = first.data
        kind = Confirmed if isinstance(self.command, ConfirmBatch) else Refused
        if not isinstance(fact, kind) or first.actor != self.signed_by:
            return False
        return Waiting.objects.filter(property=self.owner, batch=self.command.batch, pk=fact.ask).exists()
