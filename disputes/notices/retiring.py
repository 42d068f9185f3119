"""Notices retire when what they ask for is done with: the step was taken, the clock stopped, the word was given.

Held against the case as it stands, never against who acted: a step that a colleague took is as done. Called by the
follower for the cases that moved (``telling``) and by the sweep that watches the clocks (``reminders``). A retired
notice stays in the person's list, and is neither counted nor mailed. Proved by
``tests/disputes/notices/test_retiring.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q

from casino.access.models import AccountChange, ChangeState
from casino.access.roles import staff_code
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.case.clocks import clocks
from disputes.case.stages import to_acknowledge
from disputes.case.state import Case, Stage, fold
from disputes.notices import beyond
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.words import UNANSWERED
from disputes.rows.models import Case as CaseRow
from disputes.rows.stored import stream_of
from games.rows.models import Waiting, WaitingState

OPEN_TO_ANSWERS: Final = (
    Stage.AT_TABLE,
    Stage.PIT_MANAGER,
    Stage.CONFIRMATION,
    Stage.SENIOR_MANAGEMENT,
    Stage.SENIOR_CONFIRMATION,
)
"""While nothing is decided for good, an answer of Surveillance is something to look at."""


CLOCKS: Final = (NoticeKind.SOON, NoticeKind.OVERDUE)


def make(made: Sequence[Notice], now: datetime) -> None:
    """Make notices, of which one stands for each person, case and matter: what was told of the same before retires.
    Clocks of one name that run out at different moments are different matters."""
    Notice.objects.bulk_create(made, ignore_conflicts=True)
    last = {(notice.user_id, notice.case, notice.subject, _moment(notice)): notice for notice in made}
    for notice in last.values():
        same = Notice.objects.filter(
            user_id=notice.user_id, property_id=notice.property_id, case=notice.case, subject=notice.subject
        )
        others = Q(kind__in=CLOCKS) & ~Q(due_at=notice.due_at)
        same.filter(retired_at=None).exclude(key=notice.key).exclude(others).update(retired_at=now)


def _moment(notice: Notice) -> datetime | None:
    return notice.due_at if notice.kind in CLOCKS else None


def stands(notice: Notice, case: Case) -> bool:
    """Whether what the notice is about is still to be done in the case."""
    if case.is_closed:
        return False
    if notice.subject == UNANSWERED:
        return any(footage.unanswered is not None for footage in case.footage.values())
    if notice.kind in CLOCKS:
        return any(clock.code == notice.subject and clock.due_at == notice.due_at for clock in clocks(case))
    if notice.kind == NoticeKind.ANSWERED:
        return case.stage in OPEN_TO_ANSWERS
    if notice.subject == "acknowledge":
        return case.notified is not None and case.acknowledged is None
    if notice.subject == "footage":
        return any(footage.waits for footage in case.footage.values())
    if notice.kind == NoticeKind.ASSIGNED and (
        case.assigned_to != staff_code(notice.user) or to_acknowledge(case) is None
    ):
        return False
    return case.stage.value == notice.subject


def retire(owner: Property, numbers: Iterable[str], now: datetime, *, upto_position: int | None = None) -> int:
    """Retire the notices of these cases whose step has passed by this position of the log; how many."""
    rows = Notice.objects.filter(property=owner, case__in=set(numbers), retired_at=None).select_related("user")
    cases: dict[str, Case] = {}
    done = []
    for notice in rows.exclude(kind__in=(NoticeKind.ACCOUNT, NoticeKind.SECOND, NoticeKind.BEYOND)):
        if notice.case not in cases:
            stream = stream_of(notice.case)
            cases[notice.case] = fold(stream, get_ledger(owner.code).stream(stream, upto_position=upto_position))
        if not stands(notice, cases[notice.case]):
            done.append(notice.pk)
    return Notice.objects.filter(pk__in=done).update(retired_at=now)


def retire_ended(owner: Property, now: datetime) -> int:
    """Retire what was told of cases that have ended by now: notices older than this rule, and whatever was missed."""
    ended = CaseRow.objects.filter(property=owner, stage=Stage.CLOSED).values("number")
    rows = Notice.objects.filter(property=owner, retired_at=None, case__in=ended)
    return rows.update(retired_at=now)


def retire_passed(owner: Property, now: datetime) -> int:
    """Retire what was said of a stage that its case has left: what an earlier version of the program never retired."""
    stages = [stage.value for stage in Stage]
    rows = Notice.objects.filter(property=owner, retired_at=None, subject__in=stages)
    told = list(rows.values_list("pk", "case", "subject"))
    held = CaseRow.objects.filter(property=owner, number__in={case for _pk, case, _subject in told})
    standing = dict(held.values_list("number", "stage"))
    left = [pk for pk, case, subject in told if standing.get(case, subject) != subject]
    return Notice.objects.filter(pk__in=left).update(retired_at=now)


def retire_words(now: datetime) -> int:
    """Retire what asked for a person's own word, on a round, a finding or an account, once it was given, and what told
    of money beyond the rules, once its finding stands no more; how many."""
    standing = Notice.objects.filter(retired_at=None)
    told = [notice.pk for notice in standing.filter(kind=NoticeKind.BEYOND) if beyond.over(notice)]
    done = standing.filter(pk__in=told).update(retired_at=now)
    asked = standing.filter(kind=NoticeKind.SECOND).exclude(subject__startswith="ask.")
    keys = {key for case in asked.values_list("case", flat=True) if (key := _uuid(case)) is not None}
    given = Waiting.objects.filter(pk__in=keys).exclude(state=WaitingState.WAITING).values_list("pk", flat=True)
    changes = standing.filter(kind=NoticeKind.ACCOUNT, case__startswith="change/")
    wanted = {key for case in changes.values_list("case", flat=True) if (key := _uuid(case)) is not None}
    decided = (
        AccountChange.objects.filter(pk__in=wanted).exclude(state=ChangeState.WAITING).values_list("pk", flat=True)
    )
    over = [*(f"waiting/{key}" for key in given), *(f"change/{key}" for key in decided)]
    return done + standing.filter(case__in=over).exclude(subject__startswith="ask.").update(retired_at=now)


def retire_reminders(owner: Property, now: datetime) -> int:
    """That a clock runs out soon is said no more once it has run out: that it has is another notice."""
    soon = Notice.objects.filter(property=owner, kind=NoticeKind.SOON, retired_at=None, due_at__lte=now)
    return soon.update(retired_at=now)


def _uuid(case: str) -> UUID | None:
    try:
        return UUID(case.partition("/")[2])
    except ValueError:
        return None
