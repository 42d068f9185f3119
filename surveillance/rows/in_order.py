"""The findings of a day in the order in which the review queue takes them: money first, the highest first.

The page of the queue goes by it (``surveillance.pages.review``), and the demonstration films its first rounds. Proved
by ``tests/surveillance/player/test_pages.py``.
"""

from __future__ import annotations

from datetime import date

from django.db.models import F, QuerySet
from django.db.models.functions import Abs

from games.rows.models import STANDING, WORST_FIRST, Finding, FindingStatus


def newest_day() -> date | None:
    """The newest gaming day with findings that stand."""
    rows = Finding.objects.filter(round__gaming_day__isnull=False, status__in=STANDING)
    return rows.order_by("-round__gaming_day").values_list("round__gaming_day", flat=True).first()


def findings(day: date | None, severity: str = "all") -> QuerySet[Finding]:
    """Those of a day, of one severity or ``all``."""
    rows = Finding.objects.filter(round__gaming_day=day).exclude(status=FindingStatus.SUPERSEDED)
    if severity != "all":
        rows = rows.filter(severity=severity)
    order = (WORST_FIRST, Abs("amount_minor").desc(), F("round__moment").asc(), "pk")
    return rows.select_related("round", "property").order_by(*order)
