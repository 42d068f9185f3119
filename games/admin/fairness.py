"""The fairness pages: all watches with how near they are to their bar, and one with its plot over time.

Proved by ``tests/watch/test_pages.py``.
"""

from __future__ import annotations

import csv
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from casino.core.text import figure
from casino.templatetags.tableproof import moment
from games import words
from games.admin.equipment import may_set
from games.admin.filters import said
from games.drawing import bars, evidence, ring
from games.fairness import levels
from games.fairness.model import Counts, Driver
from games.rows.models import Finding, Table
from games.rows.watch_models import HAND, Watch
from games.watch import view_model
from games.watch.finding import crossing, levels_of
from games.watch.follower import evidence_of, model_of, points_of
from games.words import shared

_IN: Final = {
    "pocket": ("pocket", "sector"),
    "distance": ("distance", "distances"),
    "face": ("face", "faces"),
    "total": ("total",),
    "rank": ("rank",),
}
"""By the kind of count, which drivers name places of it."""


def fairness_view(request: HttpRequest) -> HttpResponse:
    """All watches; with ``?watch=`` one of them, with ``&format=csv`` its figures as a file."""
    if not request.user.has_perm("games.view_round"):
        raise PermissionDenied
    code = request.GET.get("watch", "")
    if code:
        watches = Watch.objects.select_related("property").filter(code=code)
        if request.GET.get("property"):
            watches = watches.filter(property__code=request.GET["property"])
        watch = watches.first()
        if watch is None:
            raise Http404
        return _file(watch) if request.GET.get("format") == "csv" else _one(request, watch)
    rows = []
    for house in sorted(set(Watch.objects.order_by().values_list("property_id", flat=True).distinct())):
        level = levels_of(house)
        found = Watch.objects.filter(property_id=house, code__in=level).select_related("property").defer("state")
        if request.GET.get("table"):
            found = found.filter(table=request.GET["table"])
        rows += [_row(watch, level[watch.code]) for watch in found]
    context = {
        **admin.site.each_context(request),
        "title": _("Fairness"),
        "rows": sorted(rows, key=lambda row: (row["left"], row["code"])),
        "table": request.GET.get("table", ""),
        "house": f"{levels.HOUSE * 100:g}",
    }
    return TemplateResponse(request, "games/fairness/list.html", context)


def link_of(watch: Watch) -> str:
    """The page of a watch."""
    return f"{reverse('admin:games_fairness')}?{urlencode({'watch': watch.code, 'property': watch.property.code})}"


def _row(watch: Watch, level: float) -> dict[str, Any]:
    bar = levels.bar(level)
    return {
        "code": watch.code,
        "link": link_of(watch),
        "kind": said(shared.WATCHED[watch.kind]),
        "whose": watch.dealer or watch.table,
        "equipment": watch.equipment if watch.kind != HAND else "",
        "game": said(words.term(shared.GAMES, watch.game)),
        "taken": said(figure(f"{watch.taken:,}")),
        "evidence": said(view_model.plainly(watch.value)),
        "highest": said(view_model.plainly(watch.highest)),
        "bar": said(figure(f"{view_model.odds(level):,}")),
        "share": max(0, min(100, round(100 * watch.highest / bar))),
        "crossed": watch.highest >= bar,
        "left": bar - watch.highest,
    }


def _one(request: HttpRequest, watch: Watch) -> HttpResponse:
    level = levels_of(watch.property_id).get(watch.code)
    if level is None:
        raise Http404
    bar = levels.bar(level)
    looks = [
        evidence.Look(
            point.taken,
            point.value,
            f"{said(figure(f'{point.taken:,}'))}: {said(view_model.plainly(point.value))}"
            f" ({_day(watch, point.moment)})",
        )
        for point in points_of(watch)
    ]
    crossed = crossing(watch, level)
    drivers = _drivers(watch, crossed is not None)
    table = Table.objects.select_related("property").filter(property=watch.property, code=watch.table).first()
    finding = Finding.objects.filter(property=watch.property, subject=watch.code).order_by("-opened_position").first()
    row = _row(watch, level)
    shown: dict[str, Any] = {
        "title": _("Evidence over time"),
        "bar_words": _("bar: 1 in %(odds)s") % {"odds": row["bar"]},
        "results_words": _("%(count)s results") % {"count": row["taken"]},
    }
    context = {
        **admin.site.each_context(request),
        "title": _("Fairness"),
        "watch": watch,
        "row": row,
        # The drawing escapes every text that it takes in (games.drawing.svg).
        "lying": mark_safe(evidence.plot(looks, bar, **shown)),  # noqa: S308
        "standing": mark_safe(evidence.plot(looks, bar, **shown, narrow=True)),  # noqa: S308
        "looks": len(looks),
        "began": moment(watch.began_at, watch.property.zone),
        "last": moment(watch.moment, watch.property.zone),
        "crossed": None if crossed is None else moment(crossed.moment, watch.property.zone),
        "crossed_after": None if crossed is None else crossed.taken,
        "since": None if crossed is None else moment(crossed.since_at or watch.began_at, watch.property.zone),
        "counts": [_counted(each, drivers) for each in _since_it_began(watch)],
        "drivers": [
            {
                "words": said(view_model.driver_words(driver.kind, driver.about)),
                "count": driver.count,
                "expected": said(figure(f"{driver.expected:g}")),
            }
            for driver in drivers
        ],
        "table_link": reverse("admin:games_table_change", args=[table.pk]) if table else "",
        "finding_link": reverse("admin:games_finding_change", args=[finding.pk]) if finding else "",
        "list_link": reverse("admin:games_fairness"),
        "equipment_link": (
            reverse("admin:games_table_equipment", args=[table.pk]) if table and may_set(request, table) else ""
        ),
        "csv_link": link_of(watch) + "&format=csv",
    }
    return TemplateResponse(request, "games/fairness/one.html", context)


def _drivers(watch: Watch, crossed: bool) -> list[Driver]:
    """What speaks most against fairness now: shown where there is some evidence at all, since something always
    leads."""
    strongest = evidence_of(watch).strongest(model_of(watch))
    return [] if strongest is None or (not crossed and watch.value < 1) else strongest[1]


def _since_it_began(watch: Watch) -> list[Counts]:
    """What the bet for life counted: everything that the watch took in."""
    starts = evidence_of(watch).starts
    return model_of(watch).counts(starts[0].tally) if starts else []


def _counted(counts: Counts, drivers: list[Driver]) -> dict[str, Any]:
    """Bars of what came, and for what lies round a circle the circle too, with what drives the evidence marked."""
    title = said(view_model.COUNTED[counts.kind])
    means = {part.expected for part in counts.parts}
    mean = means.pop() if len(means) == 1 else None
    drawn = [
        bars.Bar(
            part.about,
            part.count,
            part.colour or "plain",
            _("%(what)s: came %(count)s times, expected %(expected)s")
            % {"what": part.about, "count": part.count, "expected": _one_place(part.expected)},
            part.expected if mean is None else None,
        )
        for part in counts.parts
    ]
    line = _("expected of each: %(count)s") % {"count": _one_place(mean)} if mean is not None else _("line: expected")
    named = {place for driver in drivers if driver.kind in _IN[counts.kind] for place in driver.about.split()}
    shown: dict[str, Any] = {"title": title, "line_words": line}
    # The drawing escapes every text that it takes in (games.drawing.svg).
    circle = ring.plot(drawn, mean or 0.0, **shown, marked=named) if counts.round else ""
    return {
        "title": title,
        "ring": mark_safe(circle),  # noqa: S308
        "lying": mark_safe(bars.plot(drawn, mean, **shown)),  # noqa: S308
        "standing": mark_safe(bars.plot(drawn, mean, **shown, standing=True)),  # noqa: S308
    }


def _one_place(value: float) -> str:
    return said(figure(f"{value:,.1f}"))


def _day(watch: Watch, at: Any) -> str:
    return str(at.astimezone(watch.property.zone).date().isoformat())


def _file(watch: Watch) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    name = watch.code.replace("/", "-")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    writer = csv.DictWriter(response, view_model.COLUMNS, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(view_model.points_told(watch))
    return response
