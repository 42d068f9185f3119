"""Notices of what waits for a person's own word on rounds and findings: a request for a second person goes to everybody
on duty who may confirm it, its end to who asked; a decision that a device reported, to the person named; a ruling,
a word about a void or what was entered later that asks for a second person, to everybody on duty who may be that.

Made by the same follower as the notices of cases, exactly once. Proved by
``tests/disputes/notices/test_second_notices.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User

from casino.access.roles import staff_code
from casino.core.events import RecordedEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.notices.models import Notice, NoticeKind
from games.engine.facts import Person
from games.facts import approval_requests
from games.facts.approval_facts import NAMES, Asked, Withdrawn
from games.rows import on_duty, waiting
from games.rows.models import Waiting, WaitingKind, WaitingState

TYPES: Final = frozenset(name for name in waiting.types() if ".report_" not in name)
REPORTED: Final = "reported"
OF_OWN: Final = (WaitingKind.RULING, WaitingKind.GROUND, WaitingKind.STATEMENT)
"""What may wait beside something else of the same event."""


def concerns(event: RecordedEvent) -> bool:
    """Whether this module tells of an event."""
    return event.stored_type in TYPES or event.entered_later is True


def notices(event: RecordedEvent, owner: Property, now: datetime) -> Iterator[Notice]:
    """The notices that one event makes."""
    if event.stored_type not in NAMES.values():
        values = waiting.reported_values(owner, event)
        if values is not None:
            yield from _made(REPORTED, event.id, _accounts(values["person"]), owner, event, now)
        for key, of_own in (
            (waiting.second_key, waiting.ruling_values(owner, event)),
            (waiting.ground_key, waiting.ground_values(owner, event)),
            (waiting.statement_key, waiting.statement_values(owner, event)),
        ):
            if of_own is not None:
                people = _acting(owner, event, now, partial(_confirms, of_own))
                yield from _made(of_own["kind"], key(event.id), people, owner, event, now)
        return
    data = event.data
    if isinstance(data, Asked):
        yield from _made(data.what, event.id, _second_persons(event, owner, now), owner, event, now)
    elif not isinstance(data, Withdrawn):
        asks = approval_requests.fold(get_ledger(owner.code).stream(event.stream, upto_position=event.position))
        who = _accounts(asks[data.ask].asked.asked_by.staff)
        yield from _made(event.type.rpartition(".v")[0], data.ask, who, owner, event, now)


def _made(
    subject: str, key: UUID, people: list[User], owner: Property, event: RecordedEvent, now: datetime
) -> Iterator[Notice]:
    for user in people:
        yield Notice(
            property=owner,
            user=user,
            case=f"waiting/{key}",
            kind=NoticeKind.SECOND,
            subject=subject,
            key=f"{owner.code}/{event.position}/{subject if subject in OF_OWN else 'second'}",
            made_at=now,
        )


def _second_persons(event: RecordedEvent, owner: Property, now: datetime) -> list[User]:
    """Active accounts that may confirm, in the post in which they act at the table now."""
    ask = approval_requests.Ask(id=event.id, asked=event.data, event=event)
    return _acting(owner, event, now, lambda person: approval_requests.may_confirm(ask, person))


def _confirms(values: dict[str, Any], person: Person) -> bool:
    """Whether a person may be the second one of a ruling, of a word about a void, or of what was entered later."""
    return waiting.may_answer(Waiting(**values, state=WaitingState.WAITING), person.staff, person.post)


def _acting(owner: Property, event: RecordedEvent, now: datetime, may: Callable[[Person], bool]) -> list[User]:
    table = on_duty.table_of(event.stream)
    found = []
    for user in User.objects.filter(is_active=True).order_by("pk"):
        person = on_duty.person_at(user, owner.code, table, now)
        if person is not None and may(person):
            found.append(user)
    return found


def _accounts(staff: str) -> list[User]:
    return [user for user in User.objects.filter(is_active=True).order_by("pk") if staff_code(user) == staff]
