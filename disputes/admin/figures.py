"""The page of figures: disputes by stage and age, times, amounts, clauses, tables and shifts, as plots with their
numbers, each a link to the cases and the rounds that it counts; and by week. Proved by
``tests/disputes/admin/test_figures.py`` and ``test_figure_links.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

import msgspec
from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import inspectors
from casino.core.text import Text
from disputes.admin.counted import cases_address, rounds_address
from disputes.case import words
from disputes.rows.figures import AGES, BY, FEW, WEEKS, Ask, Figures, Line, between, figures, joined, trend
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.drawing import stacks
from games.rows.models import Round

DATE = forms.DateInput(attrs={"type": "date", "class": "tp-input"})


class Asked(forms.Form):
    """Which cases: by the day on which they were opened, and the table; and by what the weeks are told apart."""

    since = forms.DateField(required=False, label=gettext_lazy("Opened from"), widget=DATE)
    until = forms.DateField(required=False, label=gettext_lazy("Opened until"), widget=DATE)
    table = forms.CharField(
        required=False, max_length=64, label=gettext_lazy("Table"), widget=forms.TextInput(attrs={"class": "tp-input"})
    )


class Number(msgspec.Struct, frozen=True):
    """A number, the list that it counts, and whether it is too small to say anything."""

    count: int
    address: str
    few: bool = False


class Counts(msgspec.Struct, frozen=True):
    """A line of a table: its name, a number for each part, and the rounds that all its cases are about."""

    name: str
    parts: tuple[Number, ...]
    rounds: tuple[Number, ...]
    drawing: SafeString = SafeString("")


class Plot(msgspec.Struct, frozen=True):
    """A drawing and its numbers. ``heads``: what the parts are called, where there are several."""

    title: str
    drawing: SafeString
    rows: tuple[Counts, ...]
    heads: tuple[str, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


def figures_view(request: HttpRequest) -> HttpResponse:
    """The figures of the cases that the person may see."""
    if not request.user.has_perm("disputes.view_case"):
        raise PermissionDenied
    form = Asked(request.GET, label_suffix="")
    asked = form.cleaned_data if form.is_valid() else {}
    seeing = Seeing.of(request)
    rows, base = _rows(seeing, asked)
    rounds = Round.objects.filter(inspectors.rows(request.user, "round"))
    found = figures(rows, now=seeing.now, visible_rounds=rounds)
    language = get_language() or "vi"
    middle = None if found.median_to_decision is None else words.span(found.median_to_decision)
    by = request.GET.get("by", "")
    context = {
        **admin.site.each_context(request),
        "title": _("Figures of disputes"),
        "form": form,
        "figures": found,
        "heads": {
            "cases": cases_address(base),
            "rounds": rounds_address(base),
            "open": cases_address({**base, "stage": "open"}),
            "overdue": cases_address({**base, "inbox": "overdue"}),
        },
        "middle": None if middle is None else middle.in_language(language),
        "plots": _plots(found, base, language),
        "weeks": _weeks(seeing, rows, rounds, base, by if by in BY else "table", asked, language),
    }
    return TemplateResponse(request, "disputes/figures.html", context)


def _rows(seeing: Seeing, asked: dict[str, Any]) -> tuple[QuerySet[CaseRow], Ask]:
    """The cases, and what of them the list is asked for."""
    rows = CaseRow.objects.filter(seeing.visible())
    zone = seeing.properties[0].zone if seeing.properties else None
    since = datetime.combine(asked["since"], time.min, zone) if asked.get("since") else None
    until = datetime.combine(asked["until"] + timedelta(days=1), time.min, zone) if asked.get("until") else None
    base: dict[str, str] = {}
    if since is not None:
        rows = rows.filter(opened_at__gte=since)
    if until is not None:
        rows = rows.filter(opened_at__lt=until)
    if since is not None or until is not None:
        base["opened"] = between(since, until)
    if asked.get("table"):
        base["table"] = asked["table"].strip()
        rows = rows.filter(table=base["table"])
    return rows, base


def _plots(found: Figures, base: Ask, language: str) -> list[Plot]:
    ages = tuple(name for _, name in AGES)
    return [
        _plot(_("Open cases by stage and age"), found.stages, base, language, ages),
        _plot(_("From opening to decision"), found.times, base, language),
        _plot(_("Amounts in dispute"), found.amounts, base, language),
        _plot(_("Most cited clauses"), found.clauses, base, language),
        _plot(_("Tables with most disputes"), found.tables, base, language),
        _plot(_("Disputes by shift"), found.shifts, base, language),
    ]


def _counts(line: Line, base: Ask, language: str, *, weekly: bool = False) -> Counts:
    asks = [joined(base, ask) for ask in line.asks]
    parts = tuple(
        Number(count, cases_address(ask), weekly and count < FEW) for count, ask in zip(line.parts, asks, strict=True)
    )
    rounds = tuple(Number(count, rounds_address(ask)) for count, ask in zip(line.rounds, asks, strict=True))
    name = line.name.in_language(language)
    drawing = _drawn(stacks.columns(line.parts, title=name)) if weekly else SafeString("")
    return Counts(name, parts, rounds, drawing)


def _drawn(drawing: str) -> SafeString:
    return mark_safe(drawing)  # noqa: S308 - the drawing escapes every text that it takes in


def _plot(title: str, lines: Sequence[Line], base: Ask, language: str, parts: tuple[Text, ...] = ()) -> Plot:
    rows = [
        stacks.Row(
            line.name.in_language(language),
            line.parts,
            tuple(f"{part.in_language(language)}: {n}" for part, n in zip(parts, line.parts, strict=False)),
        )
        for line in lines
    ]
    legend = tuple((stacks.SHADES[n], part.in_language(language)) for n, part in enumerate(parts))
    counts = tuple(_counts(line, base, language) for line in lines)
    heads = tuple(part.in_language(language) for part in parts)
    return Plot(title, _drawn(stacks.plot(rows, title=title)), counts, heads, legend)


def _weeks(
    seeing: Seeing,
    rows: QuerySet[CaseRow],
    rounds: QuerySet[Round],
    base: Ask,
    by: str,
    asked: dict[str, Any],
    language: str,
) -> dict[str, Any] | None:
    """The trend by week; None in a house without a property."""
    if not seeing.properties:
        return None
    owner = seeing.properties[0]
    until = seeing.now
    if asked.get("until"):
        until = min(until, datetime.combine(asked["until"] + timedelta(days=1), time.min, owner.zone))
    found = trend(rows, by, until=until, owner=owner, visible_rounds=rounds)
    begins = [week.astimezone(owner.zone) for week in found.weeks]
    bars = [stacks.Row(date_format(week, "d/m/Y"), (n,)) for week, n in zip(begins, found.total.parts, strict=True)]
    return {
        "by": by,
        "choices": [(code, name.in_language(language)) for code, name in BY.items()],
        "named": BY[by].in_language(language),
        "begins": [date_format(week, "d/m") for week in begins],
        "drawing": _drawn(stacks.plot(bars, title=_("Cases opened by week"))),
        "total": _counts(found.total, base, language, weekly=True),
        "lines": [_counts(line, base, language, weekly=True) for line in found.lines],
        "left_out": found.left_out,
        "few": FEW,
        "count": WEEKS,
    }
