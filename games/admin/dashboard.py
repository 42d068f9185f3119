"""What the games room puts on the first page. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Max, Q, Subquery, Sum
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.access import inspectors
from casino.clock import now as clock
from casino.console.panels import Context, Panel
from casino.database import together
from casino.database.together import Asking
from casino.ledger.models import houses
from games.admin import health
from games.admin.worth import may_see
from games.ingest.models import Quarantine
from games.pages.round import stored_finding
from games.rows.models import STANDING, Finding, Round, Table
from games.words import shared

NEWEST: Final = 8


def _counts(request: HttpRequest, _subject: None) -> Asking[Context]:
    """The figures of the newest gaming day on record, and of what stands open."""
    if not request.user.has_perm("games.view_round"):
        return None
    newest = Round.objects.exclude(gaming_day=None).order_by("-gaming_day").values("gaming_day")[:1]
    of_day = Round.objects.filter(gaming_day=Subquery(newest)).order_by()
    today = together.figures(
        of_day,
        day=Max("gaming_day"),
        rounds=Count("pk"),
        bets=Sum("bets_count"),
        wrong=Count("pk", filter=~Q(difference_minor=0)),
    )
    tables = together.figures(Table.objects.all(), all=Count("pk"), open=Count("pk", filter=Q(is_open=True)))
    played = of_day.values("property", "table").distinct()
    standing = Finding.objects.filter(inspectors.rows(request.user, "finding"), status__in=STANDING).order_by()
    severities = standing.values_list("severity").annotate(n=Count("pk")).values_list("severity", "n")
    yield today, tables, played, severities
    language = get_language() or "vi"
    open_findings = dict(severities)
    figures = next(iter(today), {"day": None, "rounds": 0, "bets": None, "wrong": 0})
    day = figures["day"]
    return {
        "day": day,
        "is_today": day is not None and day == _gaming_day(),
        "today": figures,
        "tables": next(iter(tables), {"all": 0, "open": 0}),
        "played": len(played),
        "severities": [
            (code, text.in_language(language), open_findings.get(code, 0)) for code, text in shared.SEVERITIES.items()
        ],
    }


def _gaming_day() -> Any:
    """The gaming day that runs now, at the first property."""
    return next((owner.days.day(clock()) for owner in houses()), None)


def _newest(request: HttpRequest, _subject: None) -> Asking[Context]:
    rows = (
        Finding.objects.filter(inspectors.rows(request.user, "finding"), status__in=STANDING, severity="money")
        .select_related("property", "round")
        .order_by("-opened_position")[:NEWEST]
    )
    yield (rows,)
    return {
        "worth": may_see(request),
        "rows": [(row, stored_finding(row), row.currency) for row in rows],
    }


def _log(request: HttpRequest, _subject: None) -> Asking[Context]:
    return {"states": (yield from health.asked_states())}


def _refused(request: HttpRequest, _subject: None) -> Asking[Context]:
    since = clock() - timedelta(days=1)
    counted = together.figures(
        Quarantine.objects.all(),
        all=Count("pk"),
        day=Count("pk", filter=Q(last_received_at__gte=since)),
        known=Count("pk", filter=Q(last_received_at__gte=since, is_authenticated=True)),
    )
    yield (counted,)
    return {"counted": next(iter(counted), {"all": 0, "day": 0, "known": 0})}


PANELS: Final = (
    Panel("dashboard", "figures", 10, _("At a glance"), "games/dashboard/counts.html", _counts),
    Panel(
        "dashboard",
        "newest",
        20,
        _("Wrong payments to look at"),
        "games/dashboard/newest.html",
        _newest,
        "games.view_finding",
    ),
    Panel(
        "dashboard",
        "log",
        40,
        _("State of the log"),
        "games/dashboard/log.html",
        _log,
        "games.view_projection",
        wide=False,
    ),
    Panel(
        "dashboard",
        "refused",
        50,
        _("Quarantine"),
        "games/dashboard/refused.html",
        _refused,
        "games.view_quarantine",
        wide=False,
    ),
)
