"""Notices of money that is out too long: decided, and neither moved nor given up when the property's term has passed.

The next post above who decided is told once of each line of a remedy (``beyond.posts_above``), by whoever of it is on
duty at the table and not in the case; retired when nothing of the line is out. It holds nothing up, and goes on after
the case has ended. Made by the sweep that watches the clocks (``reminders``). Proved by
``tests/disputes/notices/test_money_out.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.urls import reverse

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.house.service import settings_of
from casino.ledger.models import Property
from disputes.case.alone import decider
from disputes.case.moneys import Owing
from disputes.case.state import Case
from disputes.notices.beyond import next_post
from disputes.notices.follower import case_of
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.sources import Source
from disputes.rows.models import Case as CaseRow
from games.words import money

_WORDS: Final = Catalogue(__file__)

OUT: Final = "money_out/"
"""Before the number of the case: such a notice is not retired with the case."""


def tell(owner: Property, now: datetime) -> int:
    """Make the notices that are due and retire those that are done with; the number made."""
    _retire(owner, now)
    term = timedelta(days=settings_of(owner.code).number("money_out_days", now))
    made: list[Notice] = []
    for number in (
        CaseRow.objects.filter(property=owner, out_minor__gt=0).order_by("id").values_list("number", flat=True)
    ):
        case = case_of(owner.code, number)
        for owing in case.money.still_out:
            if owing.at + term <= now:
                made.extend(_of(owner, case, number, owing, now))
    known = set(Notice.objects.filter(key__in={each.key for each in made}).values_list("user_id", "key"))
    new = [each for each in made if (each.user_id, each.key) not in known]
    Notice.objects.bulk_create(new, ignore_conflicts=True)
    return len(new)


def _of(owner: Property, case: Case, number: str, owing: Owing, now: datetime) -> list[Notice]:
    within = {party.staff for party in case.parties.values() if party.staff}
    table = owing.line.table or case.table
    users = next_post(owner, table, decider(case, owing.carried).post, within, now)
    return [
        Notice(
            property=owner,
            user=user,
            case=f"{OUT}{number}",
            kind=NoticeKind.OUT,
            subject=owing.code,
            key=f"{owner.code}/{number}/out/{owing.code}",
            made_at=now,
        )
        for user in users
    ]


def _retire(owner: Property, now: datetime) -> None:
    done = []
    for notice in Notice.objects.filter(property=owner, kind=NoticeKind.OUT, retired_at=None):
        owing = _owing(notice)
        if owing is None or not owing.out_minor:
            done.append(notice.pk)
    Notice.objects.filter(pk__in=done).update(retired_at=now)


def _owing(notice: Notice) -> Owing | None:
    return case_of(notice.property.code, _reference(notice)).money.get(notice.subject)


def _headline(notice: Notice) -> Text:
    case = case_of(notice.property.code, _reference(notice))
    owing = case.money.get(notice.subject)
    amount = money(0 if owing is None else abs(owing.out_minor), case.currency)
    if owing is not None and owing.out_minor < 0:
        return _WORDS.text("money-not-received-in-time", amount=amount)
    return _WORDS.text("money-not-handed-over-in", amount=amount)


def _reference(notice: Notice) -> str:
    return notice.case.removeprefix(OUT)


def _address(notice: Notice) -> str:
    found = CaseRow.objects.filter(property_id=notice.property_id, number=_reference(notice)).first()
    if found is None:
        return reverse("admin:disputes_case_changelist")
    return reverse("admin:disputes_case_change", args=[found.pk])


SOURCE: Final = Source(_headline, _reference, _address)
