"""A notice for everybody who asked for a report, once it is ready or could not be made.

Proved by ``tests/surveillance/reports/test_plans.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.urls import reverse

from casino.access.roles import staff_code
from casino.core.text import Text
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.sources import Source
from games.words import event_label
from surveillance.reports.models import Report


def tell(row: Report, subject: str, now: datetime) -> None:
    """Notices about an event of a report (``report.finished``), each once."""
    users = get_user_model().objects.filter(is_active=True)
    asked = users.filter(Q(username__in=row.asked_by) | Q(staff_code__code__in=row.asked_by)).distinct()
    Notice.objects.bulk_create(
        [
            Notice(
                property=row.property,
                user=user,
                case=row.stream,
                kind=NoticeKind.REPORT,
                subject=subject,
                key=f"{row.property.code}/{row.stream}/{subject}",
                made_at=now,
            )
            for user in asked
            if staff_code(user) in row.asked_by
        ],
        ignore_conflicts=True,
    )


def _headline(notice: Notice) -> Text:
    return event_label(notice.subject)


def _reference(notice: Notice) -> str:
    return notice.case.partition("/")[2]


def _address(notice: Notice) -> str:
    """The page of the report that a notice is about."""
    found = (
        Report.objects.filter(property_id=notice.property_id, stream=notice.case).values_list("pk", flat=True).first()
    )
    if found is None:
        return reverse("admin:surveillance_report_changelist")
    return reverse("admin:surveillance_report_change", args=[found])


SOURCE: Final = Source(_headline, _reference, _address)
