"""What changes on a page that is open: counts and clocks of the inbox; of a case its clocks, who else has it open, and
who changed what since it was looked at.

Fragments, fetched again by the theme's htmx every few seconds while the page is looked at; without a script a page says
what was so when it was loaded. A fetch is no use of a session: a tablet that is left lying is signed out as before
(``casino.accounts.life``), and then its page goes away, but for a form in which something may be typed.

What it costs is bounded: a few queries by key, no case folded, nothing replayed, no name opened; a page in the
background asks nothing. Proved by ``tests/disputes/admin/test_live.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from casino.clock import now as clock_now
from casino.core.text import Text
from casino.ledger.application import get_ledger
from disputes.admin import inbox
from disputes.case.procedure import PROCEDURE
from disputes.pages import clock
from disputes.rows import presence
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games import words as game_words

SECONDS: Final = 15
MOST_ROWS: Final = 60
MOST_NEWS: Final = 5
STOP: Final = 286
"""htmx stops asking."""


def inbox_view(admin: Any, request: HttpRequest) -> HttpResponse:
    """Counts, clocks of the rows on the page, and how many cases moved since it was loaded."""
    if not _may(admin, request):
        return _gone()
    seeing = Seeing.of(request)
    seen = _number(request.GET.get("seen"))
    visible = CaseRow.objects.filter(seeing.visible())
    context = {
        "segments": inbox.segments(seeing, inbox.counts(inbox.counted(seeing)), request.GET.get("chosen", "")),
        "seen": seen,
        "chosen": request.GET.get("chosen", ""),
        "asked": request.GET.get("rows", ""),
        "news": visible.filter(last_position__gt=seen).count() if seen else 0,
        "clocks": _clocks(visible, request.GET.get("rows", ""), clock_now()),
        "live": True,
    }
    return render(request, "disputes/live/inbox.html", context)


def _clocks(visible: Any, asked: str, now: datetime) -> list[tuple[int, clock.ClockView]]:
    keys = [key for key in map(_number, asked.split(",")[:MOST_ROWS]) if key]
    rows = visible.filter(pk__in=keys).exclude(due_at=None) if keys else []
    return [(row.pk, clock.view(row.due_code, row.due_at, now, game=row.game)) for row in rows]


def case_view(admin: Any, request: HttpRequest, object_id: str) -> HttpResponse:
    """Clocks, who else is here, what is new."""
    if not _may(admin, request):
        return _gone()
    try:
        row = admin.row(request, object_id)
    except Http404:
        return _gone()
    now = clock_now()
    command = request.GET.get("command", "")
    command = command if command in PROCEDURE else ""
    user = int(request.user.pk or 0)
    presence.note(row.pk, user, Seeing.of(request).staff, command, now)
    seen = _number(request.GET.get("seen")) or row.version
    context = {
        "row": row,
        "zone": row.property.zone,
        "clocks": clock.of_row(row, now),
        "others": [(each.staff, PROCEDURE[each.command].title if each.command else None)
                   for each in presence.others(row.pk, user, now)],
        "news": news(row, seen),
        "newer": max(0, row.version - seen),
        "seen": seen,
        "command": command,
        "live": not command,
    }  # fmt: skip
    return render(request, "disputes/live/case.html", context)


def news(row: CaseRow, seen: int) -> list[tuple[datetime, str, Text]]:
    """Who did what to a case after this version: (when, staff code, what), the newest first. Words stay sealed."""
    if row.version <= seen:
        return []
    rows = get_ledger(row.property.code).stream(row.stream)
    after = [each for each in rows if each.version > seen]
    return [
        (each.recorded_at, each.actor.partition(":")[2], game_words.event_label(each.type))
        for each in reversed(after[-MOST_NEWS:])
    ]


def newest(rows: Any) -> int:
    """The last position of the log among these rows: what a list has seen."""
    return max((row.last_position for row in rows), default=0)


def _may(admin: Any, request: HttpRequest) -> bool:
    return bool(request.user.is_authenticated and admin.has_view_permission(request))


def _gone() -> HttpResponse:
    """Whoever may no longer see it: the page asks for itself anew, and is answered as everybody is."""
    return HttpResponse(status=STOP, headers={"HX-Refresh": "true"})


def _number(text: str | None) -> int:
    return int(text[:18]) if text and text.isascii() and text[:18].isdigit() else 0
