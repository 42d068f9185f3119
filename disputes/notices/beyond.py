"""Notices of money beyond the rules: of each finding of it, and of sums of what was done alone, the next post is told.

The next post is the one above the highest who acted, where somebody holds it who acts at the table and is not in the
matter; else the next above that, and at the top another holder. A finding that comes again, with another fact or a
higher sum, is told of once. Retired with the finding (``retiring``). Made by the same follower as the notices of cases.
Proved by ``tests/disputes/test_sums_found.py``.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import datetime
from typing import Any, Final

from django.contrib.auth.models import User
from django.db.models import Case, QuerySet, When
from django.urls import reverse

from casino.core.events import RecordedEvent
from casino.core.posts import LADDER, Post
from casino.core.text import Text, shaped
from casino.ledger.models import Property
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.sources import Source
from games.engine.codes import SUM_CODES
from games.facts.finding_facts import FindingOpened
from games.rows import matters, on_duty
from games.rows.models import STANDING, Finding
from games.words import finding, money

BETWEEN: Final = "|"
"""Between the stream that a finding stands in and what it is about."""
TYPES: Final = frozenset({"audit.finding_opened.v1"})
CODES: Final = ("remedied_beyond_rules", "remedied_by_two_cases", *SUM_CODES)


def concerns(event: RecordedEvent) -> bool:
    """Whether this module tells of an event."""
    return event.stored_type in TYPES


def notices(event: RecordedEvent, owner: Property, now: datetime) -> Iterator[Notice]:
    """The notices that one event makes."""
    said: FindingOpened = event.data
    if said.code not in CODES:
        return
    detail = said.detail
    about = "/".join(map(str, (said.code, said.subject, detail.get("case", detail.get("cases", "")))))
    for user in _next(event, said, owner, now):
        yield Notice(
            property=owner,
            user=user,
            case=f"finding/{event.stream.partition('/')[2]}{BETWEEN}{said.subject}",
            kind=NoticeKind.BEYOND,
            subject=said.code,
            key=f"{owner.code}/{event.stream}/{about}",
            made_at=now,
        )


def _next(event: RecordedEvent, said: FindingOpened, owner: Property, now: datetime) -> list[User]:
    table: Any = on_duty.table_of(event.stream) or said.detail.get("table") or None
    within = {part.staff for part in matters.of_finding(owner.code, event.stream, said.subject, said.versions)}
    return next_post(owner, table, said.detail.get("post", ""), within, now)


def next_post(owner: Property, table: str | None, post: str, within: Container[str], now: datetime) -> list[User]:
    """The accounts of the next post above this one that somebody holds now who acts at the table and is not ``within``
    the matter."""
    by_post: dict[str, list[User]] = {}
    for user in User.objects.filter(is_active=True).order_by("pk"):
        person = on_duty.person_at(user, owner.code, table, now)
        if person is not None and person.staff not in within:
            by_post.setdefault(person.post, []).append(user)
    return next((by_post[each] for each in posts_above(post) if each in by_post), [])


def posts_above(post: str) -> tuple[Post, ...]:
    """Those above a post, the next first; at the top that post itself. Above one beside the ladder: the two highest."""
    above = LADDER[LADDER.index(Post(post)) + 1 :] if post in LADDER else LADDER[-2:]
    return above or LADDER[-1:]


def _found(notice: Notice) -> QuerySet[Finding]:
    """What was found of that, the standing before the others and the newest first."""
    stream, _, subject = notice.case.partition("/")[2].partition(BETWEEN)
    rows = Finding.objects.filter(
        property_id=notice.property_id, stream=f"audit/{stream}", code=notice.subject, subject=subject
    )
    return rows.order_by(Case(When(status__in=STANDING, then=0), default=1), "-opened_position")


def over(notice: Notice) -> bool:
    """Whether nothing of what it tells of stands any more; what no row tells of yet does."""
    row = _found(notice).first()
    return row is not None and not row.stands


def _headline(notice: Notice) -> Text:
    row = _found(notice).select_related("round", "property").first()
    title = finding(notice.subject).title
    if row is None:
        return title
    return shaped("{what}: {amount}", what=title, amount=money(row.amount_minor, row.currency))


def _reference(notice: Notice) -> str:
    stream, _, subject = notice.case.partition("/")[2].partition(BETWEEN)
    return stream if "/" in stream else subject.partition(":")[2]


def _address(notice: Notice) -> str:
    row = _found(notice).first()
    if row is None:
        return reverse("admin:games_finding_changelist")
    return reverse("admin:games_finding_change", args=[row.pk])


SOURCE: Final = Source(_headline, _reference, _address)
