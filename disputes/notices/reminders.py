"""Notices that a clock makes: once when it runs out soon, once when it has run out (8.3 and the terms of the house).

Who is told: whoever has the case in hand, if it is their move, and everybody on duty whose move it is. A clock is told
of by its moment: promised anew, it is another. Proved by ``tests/disputes/notices/test_notices.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from casino.ledger.models import Property
from disputes.case.clocks import clocks
from disputes.case.kept import Stage
from disputes.notices import money_out, retiring
from disputes.notices.follower import case_of, on_duty
from disputes.notices.models import Notice, NoticeKind
from disputes.rows.house import terms
from disputes.rows.models import Case as CaseRow

PAGE: Final = 200


def remind(property_code: str, *, now: datetime) -> int:
    """Make the notices that are due; the number made. Done again it makes none twice."""
    owner = Property.objects.get(code=property_code)
    ahead = timedelta(minutes=terms(property_code, now).remind_minutes)
    retiring.retire_reminders(owner, now)
    retiring.retire_ended(owner, now)
    retiring.retire_passed(owner, now)
    retiring.retire_words(now)
    told = money_out.tell(owner, now)
    rows = CaseRow.objects.filter(property=owner, due_at__lte=now + ahead).exclude(stage=Stage.CLOSED)
    numbers = list(rows.order_by("due_at", "id").values_list("number", flat=True))
    # Cases that are overdue for long stay in this list: every one of them is looked at, a page at a time.
    return told + sum(_remind(owner, numbers[at : at + PAGE], now, ahead) for at in range(0, len(numbers), PAGE))


def _remind(owner: Property, numbers: list[str], now: datetime, ahead: timedelta) -> int:
    made: list[Notice] = []
    for number in numbers:
        case = case_of(owner.code, number)
        for clock in clocks(case):
            if clock.due_at > now + ahead:
                continue
            kind = NoticeKind.OVERDUE if clock.due_at <= now else NoticeKind.SOON
            made.extend(
                Notice(
                    property=owner,
                    user=user,
                    case=number,
                    kind=kind,
                    subject=clock.code,
                    key=f"{owner.code}/{number}/{clock.code}{clock.subject}/{clock.due_at.isoformat()}/{kind}",
                    due_at=clock.due_at,
                    made_at=now,
                )
                for user in on_duty(clock.posts, owner, case, now)
            )
    known = set(Notice.objects.filter(key__in={notice.key for notice in made}).values_list("user_id", "key"))
    new = [notice for notice in made if (notice.user_id, notice.key) not in known]
    retiring.make(new, now)
    return len(new)
