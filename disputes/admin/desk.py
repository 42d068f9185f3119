"""Cases on a person's desk (``games.admin.desk``): those in hand, and those whose next move is theirs.

What runs out first stands first, as in the inbox; each with the note with which it was handed over, its next step and
its rounds replayed. Proved by ``tests/disputes/admin/doing/test_desk.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language

from disputes.case.allowed import STAGE_NAMES
from disputes.case.state import Stage
from disputes.pages.case import CasePage
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.admin.filters import said
from games.admin.queue import Entry, Matters

MOST: Final = 50


def _rows(seeing: Seeing) -> Any:
    theirs = CaseRow.objects.filter(seeing.visible()).filter(seeing.mine() | seeing.waiting())
    return theirs.order_by(F("due_at").asc(nulls_last=True), "-id")


def cases(request: HttpRequest) -> Matters:
    """The cases of this person, by number, stage and table: nobody's name stands in a list that is not opened."""
    if not request.user.has_perm("disputes.view_case"):
        return Matters((), 0)
    rows = _rows(Seeing.of(request))
    entries = [
        Entry(
            item=reverse("admin:disputes_case_desk", args=[row.pk]),
            page=reverse("admin:disputes_case_change", args=[row.pk]),
            title=said(STAGE_NAMES[Stage(row.stage)]),
            where=f"{row.number} · {row.table}" if row.table else row.number,
        )
        for row in rows[:MOST]
    ]
    return Matters(entries, len(entries) if len(entries) < MOST else rows.count())


def item_view(request: HttpRequest, row: CaseRow) -> HttpResponse:
    """One case as the desk shows it."""
    seeing = Seeing.of(request)
    page = CasePage(row, seeing, language=get_language() or "vi")
    log.note(request, row.property, ReadKind.CASE, row.number)
    theirs = _rows(seeing).filter(pk=row.pk).exists()
    return TemplateResponse(request, "disputes/case/desk_item.html", {"page": page, "row": row, "theirs": theirs})
