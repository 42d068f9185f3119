"""What the games room puts on the first page. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Q, Sum
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino import looking
from casino.clock import now as clock
from casino.ledger.models import Property
from casino.panels import Panel, register
from games.admin import health
from games.admin.worth import may_see
from games.models import STANDING, Finding, Quarantine, Round, Table
from games.pages.round import stored_finding
from games.words import shared

NEWEST: Final = 8


def _counts(request: HttpRequest, _subject: None) -> dict[str, Any] | None:
    """The figures of the newest gaming day on record, and of what stands open."""
    if not request.user.has_perm("games.view_round"):
        return None
    day = Round.objects.exclude(gaming_day=None).order_by("-gaming_day").values_list("gaming_day", flat=True).first()
    today = Round.objects.filter(gaming_day=day).aggregate(
        rounds=Count("pk"), bets=Sum("bets_count"), wrong=Count("pk", filter=~Q(difference_minor=0))
    )
    tables = Table.objects.aggregate(all=Count("pk"), open=Count("pk", filter=Q(is_open=True)))
    played = Round.objects.filter(gaming_day=day).order_by().values("property", "table").distinct().count()
    language = get_language() or "vi"
    open_findings = dict(
        Finding.objects.filter(looking.rows(request.user, "finding"), status__in=STANDING)
        .order_by()
        .values_list("severity")
        .annotate(n=Count("pk"))
        .values_list("severity", "n")
    )
    return {
        "day": day,
        "is_today": day is not None and day == _gaming_day(),
        "today": today,
        "tables": tables,
        "played": played,
        "severities": [
            (code, text.in_language(language), open_findings.get(code, 0)) for code, text in shared.SEVERITIES.items()
        ],
    }


def _gaming_day() -> Any:
    """The gaming day that runs now, at the first property."""
    prop = Property.objects.order_by("pk").first()
    if prop is None:
        return None
    return prop.days.day(clock())


def _newest(request: HttpRequest, _subject: None) -> dict[str, Any]:
    rows = (
        Finding.objects.filter(looking.rows(request.user, "finding"), status__in=STANDING, severity="money")
        .select_related("property", "round")
        .order_by("-opened_position")[:NEWEST]
    )
    return {
        "worth": may_see(request),
        "rows": [(row, stored_finding(row), row.currency) for row in rows],
    }


def _log(request: HttpRequest, _subject: None) -> dict[str, Any]:
    return {"states": health.states()}


def _refused(request: HttpRequest, _subject: None) -> dict[str, Any]:
    since = clock() - timedelta(days=1)
    counted = Quarantine.objects.aggregate(
        all=Count("pk"),
        day=Count("pk", filter=Q(last_received_at__gte=since)),
        known=Count("pk", filter=Q(last_received_at__gte=since, is_authenticated=True)),
    )
    return {"counted": counted}


register(
    "dashboard",
    Panel(code="figures", order=10, title=_("At a glance"), template="games/dashboard/counts.html", build=_counts),
)
register(
    "dashboard",
    Panel(
        code="newest",
        order=20,
        title=_("Wrong payments to look at"),
        template="games/dashboard/newest.html",
        build=_newest,
        permission="games.view_finding",
    ),
)
register(
    "dashboard",
    Panel(
        code="log",
        order=40,
        title=_("State of the log"),
        template="games/dashboard/log.html",
        build=_log,
        wide=False,
        permission="games.view_projection",
    ),
)
register(
    "dashboard",
    Panel(
        code="refused",
        order=50,
        title=_("Quarantine"),
        template="games/dashboard/refused.html",
        build=_refused,
        wide=False,
        permission="games.view_quarantine",
    ),
)
