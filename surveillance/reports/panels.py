"""What reports put on other pages: the smallest bundle on a round's and a case's; the start page of who looks on.
Proved by ``tests/surveillance/reports/test_lookers.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.access import inspectors
from casino.access.roles import staff_code
from casino.checkpoints.log_health import states
from casino.clock import now as clock
from casino.console.panels import Context, Panel
from casino.core.posts import POST_NAMES, Post
from casino.database import together
from casino.database.together import Asking
from casino.ledger import passed_over, verifications
from casino.ledger.application import get_ledger
from disputes.rows.models import Case
from disputes.rows.visibility import Seeing
from games import words
from games.engine.origin import Part
from games.rows import at_the_top, origins
from games.rows.models import STANDING, Finding
from games.words import shared
from surveillance.reports import scope, showing
from surveillance.reports.inspectors import looker_role
from surveillance.reports.models import LastVisit, Report

MOST: Final = 5
MOST_OPEN: Final = 50
PAUSE: Final = timedelta(hours=1)
"""After so long a new visit begins."""


def _ask(about: str, **asked: str) -> str:
    return f"{reverse('admin:surveillance_report_ask', args=[about])}?{urlencode(asked)}"


def _of(request: HttpRequest, property_id: int, condition: Q) -> Asking[list[Any]]:
    seeing = Seeing.of(request)
    rows = Report.objects.filter(condition, property_id=property_id).select_related("property")[:20]
    yield (rows,)
    found = []
    for row in rows:
        if scope.may_see(seeing.actor(row.property.code), row):
            found.append((row, reverse("admin:surveillance_report_change", args=[row.pk])))
    return found[:MOST]


def _round(request: HttpRequest, page: Any) -> Asking[Context]:
    row = page.row
    address = _ask("round", property=row.property.code, round=f"{row.table}/{row.code}")
    return {"address": address, "rows": (yield from _of(request, row.property_id, Q(selection__round=row.stream)))}


def _case(request: HttpRequest, page: Any) -> Asking[Context]:
    row = page.row
    address = _ask("case", property=row.property.code, case=row.number)
    return {"address": address, "rows": (yield from _of(request, row.property_id, Q(selection__case=row.number)))}


def visit(staff: str, now: datetime) -> datetime | None:
    """Since when something is new to this person: the end of their visit before; None for the first."""
    row, made = LastVisit.objects.get_or_create(staff=staff, defaults={"last_at": now})
    if made:
        return None
    if now - row.last_at > PAUSE:
        row.before_at = row.last_at
    row.last_at = now
    row.save(update_fields=["last_at", "before_at"])
    return row.before_at


def _start(request: HttpRequest, _subject: None) -> Asking[Context]:
    """What a regulator or auditor begins with."""
    if looker_role(request.user) is None:
        return None
    now = clock()
    since = visit(staff_code(request.user), now)
    seeing = Seeing.of(request)
    language = get_language() or "vi"
    findings = Finding.objects.filter(inspectors.rows(request.user, "finding"))
    after = Q(opened_at__gt=since) if since is not None else Q()
    weighed = findings.filter(status__in=STANDING).order_by().values("severity")
    weighed = weighed.annotate(every=Count("pk"), new=Count("pk", filter=after))
    cases = Case.objects.filter(seeing.visible())
    counted = together.figures(
        cases,
        new=Count("pk", filter=after),
        with_management=Count("pk", filter=Q(waiting__contains=["senior_management"]) & ~Q(stage="closed")),
    )
    reports = Q(pk__in=())
    for owner in seeing.properties:
        reports |= scope.visible(seeing.actor(owner.code), owner)
    rows = Report.objects.filter(reports).select_related("property")[:MOST]
    at_top, cases_at_top = _at_the_top(findings), cases.exclude(outside="").order_by("-id")[:MOST_OPEN]
    verified = verifications.newest_rows()
    yield weighed, counted, rows, at_top, cases_at_top, verified
    weights = {each["severity"]: each for each in weighed}
    figures = next(iter(counted), {"new": 0, "with_management": 0})
    theirs = [owner for owner in seeing.properties if _sees(seeing, owner)]
    logs, newest = states(now), {row.property_id: row for row in verified}
    return {
        "since": since,
        "weights": [
            (code, text.in_language(language), *_of_weight(weights.get(code), since))
            for code, text in shared.SEVERITIES.items()
        ],
        "new_cases": figures["new"],
        "at_the_top": [(row, words.finding(row.code).title, at_the_top.answered(row)) for row in at_top],
        "cases_at_the_top": [(row, POST_NAMES[Post(row.outside)]) for row in cases_at_top],
        "passed_over": [each for each in passed_over.named() if each.property in {owner.code for owner in theirs}],
        "with_management": figures["with_management"],
        "reports": [
            (row, showing.title(row), reverse("admin:surveillance_report_change", args=[row.pk])) for row in rows
        ],
        "logs": [(owner, logs.get(owner.pk), newest.get(owner.pk)) for owner in theirs],
        "shares": [(owner, _signed_share(owner.code)) for owner in theirs],
        "now": now,
    }


def _of_weight(counted: Mapping[str, Any] | None, since: datetime | None) -> tuple[int, int]:
    """How many stand open, and how many of them are new; at a first visit nothing is called new."""
    if counted is None:
        return 0, 0
    return counted["every"], counted["new"] if since is not None else 0


def _at_the_top(findings: QuerySet[Finding]) -> QuerySet[Finding]:
    """What nobody uninvolved could close, the newest first."""
    return at_the_top.listed(findings).select_related("property", "round").order_by("-opened_position")[:MOST_OPEN]


def _sees(seeing: Seeing, owner: Any) -> bool:
    actor = seeing.actor(owner.code)
    return actor is not None and scope.scope_of(actor.staff, actor.role, owner) is not None


NEWEST: Final = 10_000
"""Positions at the end of the log of which it is said who signed them."""


def _signed_share(property_code: str) -> dict[str, Any]:
    """Of what rounds tell at the end of the log: how many events, and what part of the money of each currency, a device
    or a person has signed."""
    head = get_ledger(property_code).head()[0]
    found = origins.shares(property_code, after=max(0, head - NEWEST), upto=head, prefix="round/")
    money = [(currency, _percent(part)) for currency, part in found.money.items()]
    signed = found.events.total - found.events.by_house
    return {"total": found.events.total, "signed": signed, "percent": _percent(found.events), "money": money}


def _percent(part: Part) -> int:
    """Whole per cents, rounded down: a hundred means all of it."""
    return int(100 * part.share(part.total - part.by_house))


PANELS: Final = (
    *(
        Panel(page, "reports", 90, _("Reports"), "surveillance/reports/of_page.html", build, "surveillance.add_report")
        for page, build in (("round", _round), ("case", _case))
    ),
    Panel(
        "dashboard",
        "reports",
        1,
        _("For whoever looks on"),
        "surveillance/reports/start.html",
        _start,
        "surveillance.view_report",
    ),
)
