"""The desk: what a person has to see to, one after the other by keys, the replay beside it.

First what waits for their own word, then what other rooms bring (cases), then the open findings that they may let rest
or put right: money first, the highest first. What was asked for already waits for its second person and is offered to
nobody again. Several of one kind are marked and let rest at once, by the rules of ``games.commands.finding_batches``.
Proved by ``tests/admin/test_desk.py`` and, in a browser with counted taps, ``tests/journeys/test_desk.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.db.models.functions import Abs
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access import inspectors
from casino.access.roles import roles_from
from casino.clock import now as clock
from casino.console.long_lists import in_houses
from casino.core.money import format_minor
from games import words
from games.admin.filters import said
from games.admin.finding_list import asked_for
from games.admin.queue import SOURCES, Entry, Matters, progress
from games.admin.waiting import currency_of, mine, place_of
from games.commands import finding_batches
from games.facts.findings import may_dismiss
from games.rows import on_duty
from games.rows.models import WORST_FIRST, Finding, FindingStatus, WaitingKind

MOST: Final = finding_batches.MOST
"""Findings on a desk at once: as many as one act may let rest."""
WHO: Final = roles_from("acting_pit_supervisor")
"""Who has a desk."""


def desk_view(request: HttpRequest) -> HttpResponse:
    """The page; each matter is asked for by itself."""
    if not request.user.has_perm("games.view_finding"):
        raise PermissionDenied
    asked = list(_asked(request))
    parts = [Matters(asked, len(asked)), *(source(request) for source in SOURCES.values()), _findings(request)]
    entries = [entry for part in parts for entry in part.entries]
    waiting = sum(part.total for part in parts)
    context = {
        **admin.site.each_context(request),
        "title": _("My desk"),
        **progress(entries),
        "waiting": waiting,
        "left": waiting - len(entries),
    }
    return TemplateResponse(request, "games/finding/desk.html", context)


def _asked(request: HttpRequest) -> Iterator[Entry]:
    """What waits for this person's word; what was asked for at once is one matter."""
    batches = set()
    for row in mine(request).order_by("position"):
        if row.batch is not None and row.batch in batches:
            continue
        batches.add(row.batch)
        yield Entry(
            item=reverse("admin:games_waiting_desk", args=[row.pk]),
            page=reverse("admin:games_waiting_change", args=[row.pk]),
            title=str(WaitingKind(row.kind).label),
            where=place_of(row),
            amount=_money(row.amount_minor or 0, currency_of(row)),
        )


def _findings(request: HttpRequest) -> Matters:
    """The open findings that this person may let rest where they act."""
    rows = Finding.objects.filter(inspectors.rows(request.user, "finding"), status=FindingStatus.OPEN)
    rows = rows.filter(in_houses(rows)).exclude(asked_for(rows))
    places = rows.order_by().values_list("property__code", "table").annotate(n=Count("pk"))
    found = {(code, table): n for code, table, n in places}
    people = on_duty.persons_at(request.user, [(code, table or None) for code, table in found], clock())
    theirs, total = Q(pk__in=()), 0
    for (code, table), n in found.items():
        person = people.get((code, table or None))
        if person is not None and may_dismiss(person.post):
            theirs |= Q(property__code=code, table=table)
            total += n
    first = rows.filter(theirs).annotate(weight=WORST_FIRST).select_related("property", "round")
    return Matters(
        [_finding(row) for row in first.order_by("weight", Abs("amount_minor").desc(), "-opened_position")[:MOST]],
        total,
    )


def _finding(row: Finding) -> Entry:
    return Entry(
        item=reverse("admin:games_finding_desk", args=[row.pk]),
        page=reverse("admin:games_finding_change", args=[row.pk]),
        title=said(words.finding(row.code).title),
        where=str(row.round) if row.round else row.device or row.table or str(row.gaming_day),
        key=str(row.pk),
        kind=f"{row.property.code} {row.code}",
        amount=_money(row.amount_minor, row.currency),
    )


def _money(amount_minor: int, currency: str) -> str:
    sign = "+" if amount_minor > 0 else ""
    return sign + format_minor(amount_minor, currency, get_language() or "vi") if amount_minor else ""
