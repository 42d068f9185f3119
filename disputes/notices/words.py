"""What a notice says, in both languages. Pure but for the row it reads."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import User

from casino.access.models import AccountChange
from casino.access.roles import staff_code
from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.case.allowed import STAGE_NAMES
from disputes.case.clocks import CLOCKS
from disputes.case.state import Stage
from disputes.notices.models import Notice
from disputes.notices.sources import SOURCES
from games.catalogue import all_books
from games.rows.models import Waiting
from games.words import event_label

_WORDS: Final = Catalogue(__file__)

YOUR_MOVE: Final = _WORDS.table("your-move")

SECOND: Final = _WORDS.table("second", dotted=True)
"""What waits for a person's own word on rounds and findings, and what became of it."""

UNANSWERED: Final = "footage_unanswered"
"""What management is told of: a request for footage was recorded as unanswered."""

VARYING: Final = frozenset(clause for book in all_books() for clause in (*book.printed, *book.moved))
"""Clauses that not every document prints under the same number: a notice, which knows no game, says 8.4."""


def headline(notice: Notice) -> Text:
    """What it is about."""
    if notice.kind in SOURCES:
        return SOURCES[notice.kind].headline(notice)
    if notice.subject == UNANSWERED:
        return _WORDS.text("surveillance-did-not-answer-a")
    if notice.kind == "account":
        return event_label(notice.subject)
    if notice.kind == "second":
        return SECOND[notice.subject]
    if notice.kind == "answered":
        return _WORDS.text("the-request-for-footage-was")
    if notice.kind in ("soon", "overdue"):
        clause, name = CLOCKS[notice.subject]
        clause = "8.4" if clause in VARYING else clause
        return _WORDS.text(f"clock--{notice.kind}", what=name, clause=clause)
    if notice.subject in YOUR_MOVE:
        return YOUR_MOVE[notice.subject]
    stage = STAGE_NAMES[Stage(notice.subject)]
    if notice.kind == "assigned":
        return _WORDS.text("handed-over-to-you-stage", stage=stage)
    return _WORDS.text("your-move-stage", stage=stage)


def reference(notice: Notice) -> str:
    """What it is about, in short: the number of a case, the staff code of an account, the code of a device; empty where
    it is about no one thing."""
    if notice.kind in SOURCES:
        return SOURCES[notice.kind].reference(notice)
    kind, _, code = notice.case.partition("/")
    if notice.kind == "second":
        row = Waiting.objects.filter(pk=code).first()
        return "" if row is None else row.stream.partition("/")[2]
    if notice.kind != "account":
        return notice.case
    if kind == "device":
        return code
    users = User.objects.all()
    if kind == "change":
        users = users.filter(pk__in=AccountChange.objects.filter(pk=code).values("user"))
    else:
        users = users.filter(pk=int(code))
    user = users.first()
    return code if user is None else staff_code(user)


def when(notice: Notice) -> Text | None:
    """By when, in the property's time zone."""
    if notice.due_at is None:
        return None
    local = notice.due_at.astimezone(notice.property.zone)
    return _WORDS.text("due-at", at=f"{local:%d.%m.%Y %H:%M}")
