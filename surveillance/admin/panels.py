"""What Surveillance puts on other pages: links, requests and holds of a case, of a round and of a finding; and on the
first page what waits for it. Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.console.panels import Context, Panel
from casino.database import together
from casino.database.together import Asking
from casino.ledger.models import Property
from disputes.pages.case import CasePage
from games.pages.round import RoundPage, stored_finding
from games.rows.models import Finding
from surveillance.admin.command_pages import address_of, may
from surveillance.keeping import expiry, unfetched
from surveillance.record.commands import COMMANDS
from surveillance.rows.choices import REQUEST_WAITS
from surveillance.rows.house import MARGIN, is_uncertain
from surveillance.rows.models import Gap, Hold, Link, Recording, Request
from surveillance.rows.visibility import Seeing

MOST: Final = 50
PERMISSION: Final = "surveillance.view_link"


def _shown(
    seeing: Seeing, owner: Property, links: Q, requests: Q, holds: Q, buttons: list[dict[str, Any]]
) -> Asking[Context]:
    """Links, requests and holds that this person may read; None where there is nothing to say or do."""
    linked = Link.objects.filter(seeing.links(), links, property=owner, withdrawn=False)
    linked = linked.select_related("camera", "recording")[:MOST]
    asked = Request.objects.filter(seeing.requests(), requests, property=owner)[:MOST]
    held = Hold.objects.filter(seeing.holds(), holds, property=owner)[:MOST]
    yield linked, asked, held
    if not (linked or asked or held or buttons):
        return None
    named = {link.recording_id for link in linked if link.recording_id is not None}
    watchable = Recording.objects.none()
    if named:
        watchable = Recording.objects.filter(seeing.watchable(), property=owner, pk__in=named)
    may_watch = set(watchable.values_list("pk", flat=True))
    lines = [
        {
            "row": link,
            "may_watch": link.recording_id in may_watch,
            "uncertain": is_uncertain(link.uncertainty_ms),
        }
        for link in linked
    ]
    return {"lines": lines, "requests": list(asked), "holds": list(held), "buttons": buttons, "zone": owner.zone}


def _button(seeing: Seeing, command: str, owner: Property, **chosen: Any) -> list[dict[str, Any]]:
    if not may(command, seeing.cases.actor(owner.code)):
        return []
    return [{"title": COMMANDS[command].title, "address": address_of(command, owner, **chosen)}]


def _case(request: HttpRequest, page: CasePage) -> Asking[Context]:
    seeing, row = Seeing.of(request), page.row
    rounds = set(row.rounds)
    audits = {f"audit/{stream.partition('/')[2]}" for stream in rounds}
    return _shown(
        seeing,
        row.property,
        Q(case=row.number) | Q(subject_stream__in=rounds | audits),
        Q(case=row.number),
        Q(subject=f"case/{row.number}"),
        _button(seeing, "link_footage", row.property, kind="case", stream=f"case/{row.number}"),
    )


def _round(request: HttpRequest, page: RoundPage) -> Asking[Context]:
    seeing, row = Seeing.of(request), page.row
    owner = row.property
    audit = f"audit/{row.stream.partition('/')[2]}"
    begins_at, ends_at = row.moment - MARGIN, row.moment + MARGIN
    asked = {"table": row.table, "begins_at": begins_at.isoformat(), "ends_at": ends_at.isoformat()}
    return _shown(
        seeing,
        owner,
        Q(subject_stream__in=(row.stream, audit)),
        Q(subject_stream__in=(row.stream, audit)) | Q(table=row.table, round=row.code),
        Q(table=row.table, begins_at__lte=row.moment, ends_at__gte=row.moment),
        _button(seeing, "link_footage", owner, kind="round", stream=row.stream)
        + _button(seeing, "request_footage", owner, kind="round", stream=row.stream, **asked),
    )


def _finding(request: HttpRequest, finding: Finding) -> Asking[Context]:
    seeing, owner = Seeing.of(request), finding.property
    about = {"kind": "finding", "stream": finding.stream, "identity": finding.identity}
    asked: dict[str, str] = {}
    if finding.round is not None:
        between = {"begins_at": finding.round.moment - MARGIN, "ends_at": finding.round.moment + MARGIN}
        asked = {"table": finding.table, **{name: moment.isoformat() for name, moment in between.items()}}
    review = {"stream": finding.stream, "identity": finding.identity}
    same = Q(subject_stream=finding.stream) & Q(identity__in=("", finding.identity))
    return _shown(
        seeing,
        owner,
        same,
        same,
        Q(subject=finding.stream),
        _button(seeing, "review_finding", owner, **review)
        + _button(seeing, "link_footage", owner, **about)
        + _button(seeing, "request_footage", owner, **about, **asked)
        + _button(seeing, "place_hold", owner, **about, **asked),
    )


def _mine(request: HttpRequest, _subject: None) -> Asking[Context]:
    """What waits for Surveillance: requests, gaps, and footage of open findings that will be deleted."""
    seeing = Seeing.of(request)
    houses = [owner for owner in seeing.cases.properties if seeing.role(owner) == "surveillance"]
    if not houses:
        return None
    waiting = Request.objects.filter(property__in=houses, status__in=REQUEST_WAITS)
    waiting = waiting.order_by("due_at").select_related("property")[:MOST]
    gaps = together.figures(Gap.objects.filter(property__in=houses, closed_at=None), number=Count("pk"))
    yield waiting, gaps
    return {
        "requests": list(waiting),
        "gaps": sum(each["number"] for each in gaps),
        "lost": [each for owner in houses for each in unfetched.of(owner, seeing.cases.now)][:MOST],
        "ending": [_ending(each) for owner in houses for each in expiry.ending(owner, now=seeing.cases.now)][:MOST],
    }


def _ending(ending: expiry.Ending) -> dict[str, Any]:
    """A recording that will be deleted, with what the findings that it covers are called, each once."""
    named = {finding.code: stored_finding(finding) for finding in ending.findings}
    rounds = sorted({f"{row.round.table} · {row.round.code}" for row in ending.findings if row.round is not None})
    return {"recording": ending.recording, "findings": list(named.values()), "where": ", ".join(rounds)}


PANELS: Final = (
    *(
        Panel(page, "footage", place, _("Footage"), "surveillance/panels/footage.html", build, PERMISSION)
        for page, place, build in (("case", 25, _case), ("round", 45, _round), ("finding", 20, _finding))
    ),
    Panel(
        "dashboard",
        "footage",
        15,
        _("Footage"),
        "surveillance/panels/mine.html",
        _mine,
        "surveillance.view_request",
    ),
)
