"""What the disputes room puts on other pages: cases about a round, about a finding, and the person's own on the first
page. Proved by ``tests/disputes/admin/test_panels.py``.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from django.db.models import F, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.console.panels import Context, Panel
from casino.core.text import Text
from casino.database.together import Asking
from disputes.admin import inbox
from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.case.words import ENDINGS
from disputes.pages import clock, glimpses
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.pages.round import RoundPage
from games.rows.models import Finding, FindingStatus

MOST: Final = 10
PERMISSION: Final = "disputes.view_case"


class Line:
    """A case in one line; with a glimpse where it is the person's to do something about."""

    def __init__(self, row: CaseRow, seeing: Seeing, glimpse: glimpses.Glimpse | None = None) -> None:
        self.row = row
        self.glimpse = glimpse
        self.currency = row.currency or row.property.currency
        self.stage: Text = STAGE_NAMES[Stage(row.stage)]
        self.ending: Text | None = ENDINGS.get(row.ending)
        self.clock = clock.view(row.due_code, row.due_at, seeing.now, game=row.game) if row.due_at is not None else None


def _round(request: HttpRequest, page: RoundPage) -> Asking[Context]:
    """Cases about this round, and the way to another."""
    seeing = Seeing.of(request)
    row = page.row
    found = CaseRow.objects.filter(seeing.visible(), property_id=row.property_id, rounds__contains=[row.stream])
    address = ""
    if _may_open_at(seeing, row.property.code, row.table):
        query = urlencode({"property": row.property.code, "table": row.table, "round": f"{row.table}/{row.code}"})
        address = f"{reverse('admin:disputes_case_open')}?{query}"
    rows = found.select_related("property")[:MOST]
    yield (rows,)
    lines = [Line(each, seeing) for each in rows]
    return {"lines": lines, "address": address, "from_finding": False} if lines or address else None


def _finding(request: HttpRequest, finding: Finding) -> Asking[Context]:
    """The case that a finding stands in, or the way to turn it into one."""
    seeing = Seeing.of(request)
    found = CaseRow.objects.filter(seeing.visible(), property_id=finding.property_id)
    rows = found.filter(findings__contains=[finding.identity]).select_related("property")[:MOST]
    yield (rows,)
    lines = [Line(row, seeing) for row in rows]
    address = ""
    if finding.status == FindingStatus.OPEN and _may_open_at(
        seeing, finding.property.code, finding.table, from_finding=True
    ):
        address = f"{reverse('admin:disputes_case_open')}?{urlencode({'finding': finding.pk})}"
    return {"lines": lines, "address": address, "from_finding": True} if lines or address else None


def _may_open_at(seeing: Seeing, property_code: str, table: str, *, from_finding: bool = False) -> bool:
    return inbox.may_open(seeing, from_finding=from_finding) and seeing.acts_at(property_code, table)


def _mine(request: HttpRequest, _subject: None) -> Asking[Context]:
    """Counts of the person's segments, and the next cases whose clocks run out."""
    seeing = Seeing.of(request)
    urgent = CaseRow.objects.filter(seeing.visible()).filter(Q(seeing.mine()) | Q(seeing.waiting()))
    rows = urgent.order_by(F("due_at").asc(nulls_last=True), "-id").select_related("property")[:MOST]
    counted = inbox.counted(seeing)
    yield rows, counted
    found = glimpses.glimpses(list(rows), seeing.now)
    for owner in {row.property for row in rows}:
        persons = glimpses.persons_shown(row for row in rows if row.property_id == owner.pk)
        if persons:
            log.note(request, owner, ReadKind.LIST, "", persons)
    return {
        "segments": inbox.segments(seeing, inbox.counts(counted)),
        "lines": [Line(row, seeing, found[row.pk]) for row in rows],
        "may_open": inbox.may_open(seeing),
        "seen": inbox.counts(counted)["seen"],
    }


PANELS: Final = (
    Panel("round", "cases", 35, _("Disputes about this round"), "disputes/panels/cases.html", _round, PERMISSION),
    Panel("finding", "cases", 10, _("Dispute"), "disputes/panels/cases.html", _finding, PERMISSION),
    Panel("dashboard", "my-cases", 5, _("Disputes"), "disputes/panels/mine.html", _mine, PERMISSION),
)
