"""The follower that tells people: for each event of a case, those whose move it makes it; of accounts and devices, whom
it concerns (``accounts``); of money beyond the rules, the next post (``beyond``).

Its checkpoint and the notices it makes are one transaction, so nobody is told twice and nobody is forgotten. In the
same transaction the notices retire whose step has passed (``retiring``). It is not rebuilt: a notice
that a person has read stays read. Events older than a few days (a log followed for the first time) tell nobody.
Proved by ``tests/disputes/notices``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.contrib.auth.models import User

from casino.access.account_rights import facts_of_many
from casino.access.postings import duty_of
from casino.access.roles import staff_code
from casino.core.events import RecordedEvent
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.follow import Progress
from casino.ledger.models import Property
from casino.site.remembering import remembering
from disputes.case import facts as f
from disputes.case.stages import BOUND_TO_TABLES, MANAGEMENT, WATCH, handlers
from disputes.case.state import Case, fold
from disputes.notices import accounts, approvals, beyond, retiring
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.words import UNANSWERED
from disputes.rows.house import pit_of
from disputes.rows.stored import stream_of
from games.rows.readmodel import watched
from games.rows.waiting import MARKED

NAME: Final = "notices"
TYPES: Final = frozenset(f.NAMES.values()) | accounts.TYPES | approvals.TYPES | beyond.TYPES
BATCH: Final = 500
NEWS: Final = timedelta(days=2)
"""Older events are no news."""


def catch_up(property_code: str, *, now: datetime, limit: int | None = None) -> Progress:
    """Tell people of everything that happened since the last time (or ``limit`` positions further)."""

    def handle(events: Sequence[RecordedEvent]) -> None:
        owner = Property.objects.get(code=property_code)
        made = [notice for event in events if now - event.recorded_at < NEWS for notice in _of(event, owner, now)]
        retiring.make(made, now)
        moved = {event.stream.partition("/")[2] for event in events if event.stream.startswith("case/")}
        retiring.retire(owner, moved, now, upto_position=events[-1].position)
        retiring.retire_words(now)

    return watched(
        NAME,
        property_code,
        lambda: follow.catch_up(
            NAME, property_code, handle, batch=BATCH, limit=limit, types=TYPES, holding=MARKED, later=True
        ),
    )


def _of(event: RecordedEvent, owner: Property, now: datetime) -> Iterator[Notice]:
    """The notices that one event makes."""
    if accounts.concerns(event):
        yield from accounts.notices(event, owner, now)
        return
    if approvals.concerns(event):
        yield from approvals.notices(event, owner, now)
        return
    if beyond.concerns(event):
        yield from beyond.notices(event, owner, now)
        return
    recorded = get_ledger(owner.code).stream(event.stream, upto_position=event.position)
    case = fold(event.stream, recorded)
    before = fold(event.stream, recorded[:-1])
    author = event.actor.removeprefix("person:")
    fact = event.data
    if isinstance(fact, f.Assigned):
        people = _accounts([fact.staff])
        note = None if fact.note is None else msgspec.to_builtins(fact.note)
        yield from _notices(NoticeKind.ASSIGNED, case.stage.value, people, case, owner, event, now, note=note)
        return
    if isinstance(fact, f.FootageAnswered):
        asked = case.footage[fact.request].asked.asked_by.staff
        staff = dict.fromkeys([asked, *([case.assigned_to] if case.assigned_to else [])])
        people = _accounts(staff)
        if before.footage[fact.request].unanswered is not None:  # who was told that it is missing is told that it came
            people = list(dict.fromkeys([*people, *on_duty(MANAGEMENT, owner, case, now)]))
        people = [user for user in people if staff_code(user) != author]
        yield from _notices(NoticeKind.ANSWERED, "footage_answered", people, case, owner, event, now)
        return
    if isinstance(fact, f.FootageUnanswered):
        people = [user for user in on_duty(MANAGEMENT, owner, case, now) if staff_code(user) != author]
        yield from _notices(NoticeKind.OVERDUE, UNANSWERED, people, case, owner, event, now)
        return
    posts: tuple[str, ...] = ()
    subject = ""
    if isinstance(fact, f.SurveillanceNotified | f.FootageAsked):
        posts, subject = WATCH, "acknowledge" if isinstance(fact, f.SurveillanceNotified) else "footage"
    elif case.stage is not before.stage and not case.is_closed and before.exists:
        posts, subject = handlers(case), case.stage.value
    if posts:
        people = [user for user in on_duty(posts, owner, case, now) if staff_code(user) != author]
        yield from _notices(NoticeKind.YOUR_MOVE, subject, people, case, owner, event, now)


def _notices(
    kind: NoticeKind,
    subject: str,
    people: Iterable[User],
    case: Case,
    owner: Property,
    event: RecordedEvent,
    now: datetime,
    note: Any = None,
) -> Iterator[Notice]:
    for user in people:
        yield Notice(
            property=owner,
            user=user,
            case=case.number,
            kind=kind,
            subject=subject,
            key=f"{owner.code}/{event.position}/{kind}",
            note=note,
            due_at=None if kind is NoticeKind.ANSWERED else case.next_by,
            made_at=now,
        )


def on_duty(posts: Iterable[str], owner: Property, case: Case, now: datetime) -> list[User]:
    """Active accounts that act in one of these posts now, at the table of the case where a post is bound to tables."""
    wanted = set(posts)
    found: list[User] = []
    users = User.objects.filter(is_active=True).order_by("pk")
    with remembering("GET"):  # nothing is changed here, and everybody is asked of together
        pit = pit_of(owner.code, case.table)
        facts_of_many((user.pk for user in users), now)
        for user in users:
            duty = duty_of(user, now, property_code=owner.code)
            if duty is None or duty.post not in wanted:
                continue
            if duty.post not in BOUND_TO_TABLES or case.table is None or duty.covers(case.table, pit):
                found.append(user)
    return found


def _accounts(staff: Iterable[str]) -> list[User]:
    """The active accounts of these staff codes."""
    wanted = set(staff)
    users = User.objects.filter(is_active=True).order_by("pk")
    return [user for user in users if staff_code(user) in wanted]


def case_of(property_code: str, number: str) -> Case:
    """The case of a notice as it stands."""
    stream = stream_of(number)
    return get_ledger(property_code).load(Case, stream)
