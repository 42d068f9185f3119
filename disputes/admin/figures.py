"""The page of figures: disputes by stage and age, times, amounts, clauses, tables and shifts, as plots with their
numbers. Proved by ``tests/disputes/admin/test_figures.py``.
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
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.core.text import Text
from casino.navigation import Entry, register
from disputes import words
from disputes.figures import AGES, Figures, Line, figures
from disputes.records import Case as CaseRow
from disputes.seeing import Seeing
from games.drawing import stacks

DATE = forms.DateInput(attrs={"type": "date", "class": "tp-input"})


class Asked(forms.Form):
    """Which cases: by the day on which they were opened, and the table."""

    since = forms.DateField(required=False, label=gettext_lazy("Opened from"), widget=DATE)
    until = forms.DateField(required=False, label=gettext_lazy("Opened until"), widget=DATE)
    table = forms.CharField(
        required=False, max_length=64, label=gettext_lazy("Table"), widget=forms.TextInput(attrs={"class": "tp-input"})
    )


class Plot(msgspec.Struct, frozen=True):
    """A drawing and its numbers."""

    title: str
    drawing: SafeString
    rows: tuple[tuple[str, int], ...]
    legend: tuple[tuple[str, str], ...] = ()


def figures_view(request: HttpRequest) -> HttpResponse:
    """The figures of the cases that the person may see."""
    if not request.user.has_perm("disputes.view_case"):
        raise PermissionDenied
    form = Asked(request.GET, label_suffix="")
    asked = form.cleaned_data if form.is_valid() else {}
    seeing = Seeing.of(request)
    found = figures(_rows(seeing, asked), now=seeing.now)
    language = get_language() or "vi"
    middle = None if found.median_to_decision is None else words.span(found.median_to_decision)
    context = {
        **admin.site.each_context(request),
        "title": _("Figures of disputes"),
        "form": form,
        "figures": found,
        "middle": None if middle is None else middle.in_language(language),
        "plots": _plots(found, language),
    }
    return TemplateResponse(request, "disputes/figures.html", context)


def _rows(seeing: Seeing, asked: dict[str, Any]) -> QuerySet[CaseRow]:
    rows = CaseRow.objects.filter(seeing.visible())
    zone = seeing.properties[0].zone if seeing.properties else None
    if asked.get("since"):
        rows = rows.filter(opened_at__gte=datetime.combine(asked["since"], time.min, zone))
    if asked.get("until"):
        rows = rows.filter(opened_at__lt=datetime.combine(asked["until"] + timedelta(days=1), time.min, zone))
    if asked.get("table"):
        rows = rows.filter(table=asked["table"].strip())
    return rows


def _plots(found: Figures, language: str) -> list[Plot]:
    ages = tuple(name for _, name in AGES)
    return [
        _plot(_("Open cases by stage and age"), found.stages, language, ages),
        _plot(_("From opening to decision"), found.times, language),
        _plot(_("Amounts in dispute"), found.amounts, language),
        _plot(_("Most cited clauses"), found.clauses, language),
        _plot(_("Tables with most disputes"), found.tables, language),
        _plot(_("Disputes by shift"), found.shifts, language),
    ]


def _plot(title: str, lines: Sequence[Line], language: str, parts: tuple[Text, ...] = ()) -> Plot:
    rows = [
        stacks.Row(
            line.name.in_language(language),
            line.parts,
            tuple(f"{part.in_language(language)}: {n}" for part, n in zip(parts, line.parts, strict=False)),
        )
        for line in lines
    ]
    drawing = mark_safe(stacks.plot(rows, title=title))  # noqa: S308 - the drawing escapes every text that it takes in
    legend = tuple((stacks.SHADES[n], part.in_language(language)) for n, part in enumerate(parts))
    return Plot(title, drawing, tuple((row.name, sum(row.parts)) for row in rows), legend)


register(
    "disputes",
    Entry(
        order=40,
        title=gettext_lazy("Figures of disputes"),
        icon="bar_chart",
        address="admin:disputes_figures",
        permission="disputes.view_case",
    ),
)
