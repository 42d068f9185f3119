"""The review queue: the day's findings, money first, each at the second it is about; and the rounds of a spot check.

An officer says of each what film shows, lets it rest, makes a case of it or links the stretch, each by one key, while
the next one loads. What is let rest goes by the rules of ``games.commands.dismissing``: a reason, and a second
person above the amount that the house has set. Proved by ``tests/surveillance/player/test_walk.py`` and
``test_pages.py``.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.reasons import CAUSES, OF_FINDINGS
from casino.database.together import fetch
from disputes.admin.inbox import may_open
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.admin.filters import in_words, said
from games.admin.queue import Entry, Said, back, by_script, progress
from games.commands import resting
from games.commands.dismissing import DismissFinding, is_done
from games.commands.execution import execute
from games.engine.judgement import Severity
from games.facts.findings import may_dismiss
from games.pages.round import stored_finding
from games.rows.models import Finding, FindingStatus, Round
from games.words import shared
from surveillance.pages.on_duty import QUEUE, body, carried_out, officer, permitted, the_officer, told
from surveillance.pages.player import film_of, page
from surveillance.record.fields import VERDICTS
from surveillance.record.journal import LookAtRound, ReviewFinding
from surveillance.record.parts import Verdict
from surveillance.rows import in_order
from surveillance.rows.log_models import Review, SpotCheck

MOST: Final = 500


class Seen(msgspec.Struct):
    """What film shows of a finding, or of a round of a sample."""

    verdict: Verdict
    command_id: UUID
    note: str = ""


def _day(request: HttpRequest) -> date | None:
    """The gaming day asked for, else the newest with findings that stand."""
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return in_order.newest_day()


def _first(rows: QuerySet[Finding]) -> tuple[list[Finding], int]:
    """The findings that the queue shows, each with ``looked`` (somebody has looked at its film), and how many there
    are. Of more than it shows, only what nobody has done anything about."""
    same = {"property": OuterRef("property"), "subject_stream": OuterRef("stream"), "identity": OuterRef("identity")}
    looked: Any = rows.annotate(looked=Exists(Review.objects.filter(**same)))
    first = list(looked[: MOST + 1])
    if len(first) <= MOST:
        return first, len(first)
    waiting = looked.filter(status=FindingStatus.OPEN, looked=False)
    return list(waiting[:MOST]), waiting.count()


@permitted(QUEUE)
def queue_view(request: HttpRequest) -> HttpResponse:
    """The day's findings; of money alone unless all are asked for."""
    day = _day(request)
    severity = request.GET.get("severity", "money")
    severity = severity if severity in (*Severity, "all") else "money"
    rows, waiting = _first(in_order.findings(day, severity))
    entries = [
        Entry(
            item=reverse("footage_queue_item", args=[row.pk]),
            title=said(stored_finding(row).title),
            where=f"{row.round.table} · {row.round.code}" if row.round else row.table,
            done=row.status != FindingStatus.OPEN or row.looked,  # type: ignore[attr-defined]
        )
        for row in rows
    ]
    days = Finding.objects.filter(round__gaming_day__isnull=False).order_by("-round__gaming_day")
    context = {
        "title": _("Review queue"),
        "day": day,
        "days": list(days.values_list("round__gaming_day", flat=True).distinct()[:14]),
        "severity": severity,
        "severities": [*in_words(shared.SEVERITIES), ("all", _("All"))],
        **progress(entries),
        "waiting": waiting,
        "left": waiting - len(entries),
    }
    return page(request, "surveillance/review/page.html", context)


@permitted(QUEUE)
def item_view(request: HttpRequest, key: int) -> HttpResponse:
    """One finding with its film, for the page of the queue."""
    row = _finding(key)
    assert row.round is not None
    row.round.property = row.property
    film = film_of(request, row.round, finding=row)
    person = officer(request, row.property.code)
    open_still = row.status == FindingStatus.OPEN
    case = ""
    if open_still and may_open(Seeing.of(request), from_finding=True):
        case = f"{reverse('admin:disputes_case_open')}?{urlencode({'finding': row.pk})}"
    reviews = Review.objects.filter(property=row.property, subject_stream=row.stream, identity=row.identity)
    reviews, cases = reviews.order_by("reviewed_at"), _cases(request, row)
    fetch(reviews, cases)
    bets = film.timeline.page.bets if film.timeline.page is not None else []
    context = {
        "film": film,
        "queue": True,
        "row": row,
        "finding": stored_finding(row),
        "bet": next((bet for bet in bets if bet.bet == row.subject), None),
        "currency": row.round.currency or row.property.currency,
        "verdict_address": reverse("footage_queue_verdict", args=[key]) if person else "",
        "dismiss_address": reverse("footage_queue_dismiss", args=[key])
        if person is not None and open_still and may_dismiss(person.post)
        else "",
        "causes": [(code, CAUSES[code]) for code in OF_FINDINGS],
        "needs_two": person is not None and resting.needs_two(clock(), person, row),
        "case_address": case,
        "link_subject": f"finding:{row.pk}",
        "said_before": [(each.get_verdict_display(), each) for each in reviews],
        "cases": cases,
    }
    return TemplateResponse(request, "surveillance/review/item.html", context)


def _cases(request: HttpRequest, row: Finding) -> QuerySet[CaseRow]:
    theirs = CaseRow.objects.filter(Seeing.of(request).visible(), property=row.property)
    return theirs.filter(findings__contains=[row.identity])


def _finding(key: int) -> Finding:
    row = get_object_or_404(Finding.objects.select_related("round", "property"), pk=key)
    if row.round is None:
        raise Http404
    return row


@permitted(QUEUE)
@told
def verdict_view(request: HttpRequest, key: int) -> Said:
    """Record what film shows of a finding."""
    row = _finding(key)
    the_officer(request, row.property.code)
    asked: Seen = body(request, Seen)
    command = ReviewFinding(
        stream=row.stream, identity=row.identity, verdict=asked.verdict, note=asked.note.strip() or None
    )
    carried_out(request, row.property.code, None, command, asked.command_id)
    return Said(_("Recorded: %(verdict)s.") % {"verdict": said(VERDICTS[asked.verdict])})


@permitted(QUEUE)
def dismiss_view(request: HttpRequest, key: int) -> HttpResponse:
    """Let a finding rest, by the rules of the games room: a form with its id, so that the person is asked again and
    signs as on the page of the finding. The script of the queue is answered in JSON; whoever was asked in between comes
    back to the queue."""
    if by_script(request):
        return told(_dismissed)(request, key)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        messages.success(request, _dismissed(request, key).said)
    except Problem as problem:
        messages.error(request, problem.in_language(get_language() or "vi"))
    return back(request, reverse("footage_queue"))


def _dismissed(request: HttpRequest, key: int) -> Said:
    row = _finding(key)
    by = the_officer(request, row.property.code)
    if not may_dismiss(by.post):
        raise PermissionDenied
    try:
        command_id = UUID(request.POST.get("command_id", ""))
    except ValueError:
        raise Problem("bad_request", "command_id") from None
    said: Any = request.POST.get("cause") or None
    if said is not None and said not in OF_FINDINGS:
        raise Problem("bad_request", "cause")
    command = DismissFinding(reason=request.POST.get("reason", ""), cause=said)
    if is_done(execute(row, command, by=by, command_id=command_id, now=clock())):
        return Said(_("The finding was dismissed; the reason stands in the record."))
    return Said(_("The dismissal is asked for. The finding stays open until a second person confirms."))


# --- Spot checks ------------------------------------------------------------------------------------------------------


@permitted(QUEUE)
def check_view(request: HttpRequest, key: int) -> HttpResponse:
    """The rounds of a sample, in the order that its seed makes."""
    check = _check(key)
    rows = {row.stream: row for row in Round.objects.filter(property=check.property, stream__in=check.rounds)}
    entries = [
        Entry(
            item=reverse("footage_check_item", args=[key, rows[stream].pk]),
            title="",
            where=f"{rows[stream].table} · {rows[stream].code}",
            done=stream in check.looked,
        )
        for stream in check.rounds
        if stream in rows
    ]
    title = _("Spot check %(code)s") % {"code": check.code}
    return page(request, "surveillance/review/page.html", {"title": title, "check": check, **progress(entries)})


@permitted(QUEUE)
def check_item_view(request: HttpRequest, key: int, round_key: int) -> HttpResponse:
    """One round of a sample with its film."""
    check = _check(key)
    row = _round_of(check, round_key)
    film = film_of(request, row, why="spot_check", subject=check.stream)
    looked = check.looked.get(row.stream)
    context = {
        "film": film,
        "queue": True,
        "check": check,
        "row": row,
        "verdict_address": reverse("footage_check_verdict", args=[key, round_key])
        if officer(request, check.property.code)
        else "",
        "link_subject": "round",
        "looked": said(VERDICTS[looked]) if looked else "",
    }
    return TemplateResponse(request, "surveillance/review/item.html", context)


@permitted(QUEUE)
@told
def look_view(request: HttpRequest, key: int, round_key: int) -> Said:
    """Record what film shows of a round of a sample."""
    check = _check(key)
    row = _round_of(check, round_key)
    the_officer(request, check.property.code)
    asked: Seen = body(request, Seen)
    command = LookAtRound(round=row.stream, verdict=asked.verdict, note=asked.note.strip() or None)
    carried_out(request, check.property.code, check.code, command, asked.command_id)
    return Said(_("Recorded: %(verdict)s.") % {"verdict": said(VERDICTS[asked.verdict])})


def _check(key: int) -> SpotCheck:
    return get_object_or_404(SpotCheck.objects.select_related("property"), pk=key)


def _round_of(check: SpotCheck, key: int) -> Round:
    rows = Round.objects.select_related("property")
    return get_object_or_404(rows, pk=key, property=check.property, stream__in=check.rounds)
