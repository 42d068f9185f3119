"""The statistics page of roulette wheels. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast, StrIndex, Substr
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.formats import number_format
from django.utils.safestring import mark_safe
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.admin.filters import said
from games.drawing import bars
from games.roulette import words as roulette_words
from games.roulette.layout import WHEEL, colour
from games.rows import statistics
from games.rows.models import Round, RoundStatus, Table

NOT_COUNTED: Final = Q(status=RoundStatus.VOID) | Q(status=RoundStatus.AWAITING, summary__standing="awaiting")
"""Spins that are void, or of which it is not decided whether they count. Where only a chip waits, the spin counts."""
LAST: Final = (100, 500, 1000, 5000)
SMALL: Final = 37 * statistics.LEAST_EXPECTED


class Asked(forms.Form):
    """What is to be counted. Every field may be empty; what cannot be read is an error at the field."""

    table = forms.CharField(required=False, label=gettext_lazy("Table"))
    run = forms.CharField(required=False, label=gettext_lazy("Recorded run"))
    since = forms.DateField(
        required=False, label=gettext_lazy("From gaming day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        required=False, label=gettext_lazy("To gaming day"), widget=forms.DateInput(attrs={"type": "date"})
    )
    last = forms.IntegerField(required=False, min_value=1, max_value=1_000_000, label=gettext_lazy("Last spins"))
    order = forms.CharField(required=False, label=gettext_lazy("Order"))


def statistics_view(request: HttpRequest) -> HttpResponse:
    """Counts, expected figures and chi-square tests of the spins asked for."""
    if not request.user.has_perm("games.view_round"):
        raise PermissionDenied
    form = Asked(request.GET)
    asked = form.cleaned_data if form.is_valid() else {}
    tables = list(Table.objects.filter(game="roulette").order_by("code").values_list("code", "name"))
    table = asked.get("table") or (tables[0][0] if tables else "")
    spins = _spins(table, asked)
    runs = _runs(table)
    found = statistics.of_counts(_counts(spins, asked.get("last")))
    context = {
        **admin.site.each_context(request),
        "title": _("Roulette statistics"),
        "tables": tables,
        "table": table,
        "runs": runs,
        "asked": asked,
        "form": form,
        "since": _iso(asked.get("since")),
        "until": _iso(asked.get("until")),
        "choices_last": LAST,
        "statistics": found,
        "few": found.spins < SMALL,
        "small": SMALL,
        "false_alarm": round(100 * found.chance_of_a_false_alarm),
        "tests": [_shown(test) for test in found.groups],
        "pockets": _shown(found.pockets),
        "plots": _plots(found, asked.get("order") == "wheel"),
        "by_wheel": asked.get("order") == "wheel",
    }
    return TemplateResponse(request, "games/statistics.html", context)


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


def _spins(table: str, asked: Mapping[str, Any]) -> QuerySet[Round]:
    """The rounds of roulette that had a result, as narrowed by what was asked."""
    spins = Round.objects.filter(game="roulette").exclude(outcome="").exclude(NOT_COUNTED)
    if table != "*":
        spins = spins.filter(table=table)
    if asked.get("run"):
        spins = spins.filter(code__startswith=f"{asked['run']}-")
    if asked.get("since"):
        spins = spins.filter(gaming_day__gte=asked["since"])
    if asked.get("until"):
        spins = spins.filter(gaming_day__lte=asked["until"])
    return spins


def _counts(spins: QuerySet[Round], last: int | None) -> dict[int, int]:
    """How often each pocket came, counted by the database."""
    if last:
        keys = spins.order_by("-moment", "-first_position").values("pk")[:last]
        spins = Round.objects.filter(pk__in=keys)
    rows = spins.order_by().values_list("outcome").annotate(n=Count("pk")).values_list("outcome", "n")
    return {int(outcome): n for outcome, n in rows if outcome.isdecimal()}


def _runs(table: str) -> list[str]:
    """The runs of an imported list: what stands before the hyphen of its rounds' codes."""
    if table == "*":
        return []
    imported = Round.objects.filter(game="roulette", table=table, source="imported", code__contains="-")
    run = Substr("code", 1, StrIndex("code", Value("-")) - 1, output_field=TextField())
    return list(imported.annotate(run=Cast(run, TextField())).order_by("run").values_list("run", flat=True).distinct())


def _number(value: float, places: int) -> str:
    """A figure rounded to so many places, halves away from zero. (``number_format`` alone would cut a float off.)"""
    rounded = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return number_format(rounded + 0, decimal_pos=places, use_l10n=True, force_grouping=True)


def _shown(test: statistics.Test) -> dict[str, Any]:
    """A test with its figures written for the page's language."""
    return {
        "name": said(test.name),
        "cells": [
            {
                "name": said(cell.name),
                "count": cell.count,
                "expected": _number(cell.expected, 1),
                "deviation": ("+" if cell.deviation > 0 else "")
                + _number(cell.deviation, 1).replace("-", "\N{MINUS SIGN}"),
                "colour": colour(int(cell.code)) if test.code == "pockets" else "",
            }
            for cell in test.cells
        ],
        "chi_square": _number(test.chi_square, 2),
        "degrees": test.degrees,
        "p_value": "–" if test.p_value is None else _p(test.p_value),
        "meaning": said(test.meaning),
        "notable": test.reliable and test.p_value is not None and test.p_value < statistics.NOTABLE,
    }


def _p(p_value: float) -> str:
    return "< " + _number(0.0001, 4) if p_value < 0.0001 else _number(p_value, 4)


def _plots(found: statistics.WheelStatistics, by_wheel: bool) -> dict[str, str]:
    """The bar plot, lying and standing, in the order of numbers or of the wheel."""
    cells = {int(cell.code): cell for cell in found.pockets.cells}
    expected = found.pockets.cells[0].expected
    drawn = [
        bars.Bar(
            str(n),
            cells[n].count,
            colour(n),
            f"{roulette_words.pocket(n).in_language(get_language() or 'vi')}: {cells[n].count}",
        )
        for n in (WHEEL if by_wheel else range(37))
    ]
    title = _("How often each pocket came")
    line = _("expected: %(count)s each") % {"count": _number(expected, 1)}
    # The drawing escapes every text that it takes in (games.drawing.svg).
    return {
        "lying": mark_safe(bars.plot(drawn, expected, title=title, line_words=line)),  # noqa: S308
        "standing": mark_safe(bars.plot(drawn, expected, title=title, line_words=line, standing=True)),  # noqa: S308
    }
