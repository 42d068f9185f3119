"""The lists of recorders, cameras, what they cover and what is missing; made as the others (``lists``).

Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.commands.fields import said
from games.admin.filters import TableFilter
from surveillance.admin.command_pages import address_of, may
from surveillance.admin.lists import FETCH, FootageAdmin, actor_at, at, by, fetch_address, line, standing, tag
from surveillance.record.commands import COMMANDS
from surveillance.record.fields import SHOWS
from surveillance.rows import models
from surveillance.rows.visibility import Seeing


@admin.register(models.Recorder)
class RecorderAdmin(FootageAdmin):
    begins = ("register_recorder",)
    list_display = ("named", "name", "kind", "address", "keeps_days", "opened_by", "in_use")
    list_filter = (by("kind"),)
    search_fields = ("code", "name")

    @admin.display(description=gettext_lazy("Opened by"), ordering="has_credentials")
    def opened_by(self, row: models.Recorder) -> str:
        return str(_("user and password") if row.has_credentials else _("no password"))

    def parts(self, request: HttpRequest, row: models.Recorder) -> list[dict[str, Any]]:
        cameras = [line(each, each.name) for each in row.cameras.order_by("code")]
        readings = [
            line(
                each,
                _("%(ms)d ms ahead, to within %(doubt)d ms") % {"ms": each.offset_ms, "doubt": each.uncertainty_ms},
            )
            for each in row.readings.filter(withdrawn=False)[:50]
        ]
        history = reverse("footage_clock_recorder", args=[row.pk])
        clock = [{"code": _("What is believed of it, and why"), "address": history}]
        return [
            {"title": _("Cameras"), "lines": cameras},
            {"title": _("Clock"), "lines": clock},
            {"title": _("Readings of its clock"), "lines": readings},
        ]


@admin.register(models.ClockReading)
class ClockReadingAdmin(FootageAdmin):
    list_display = ("named", "recorder", "how", "read_short", "ahead", "uncertainty_ms", "counts")
    list_filter = (by("how"),)
    list_select_related = ("recorder",)

    def offers(self, command: str, row: models.ClockReading) -> bool:
        return command == "withdraw_reading" and not row.withdrawn

    def chosen(self, row: models.ClockReading) -> dict[str, Any]:
        return {"reading": row.reading}

    read_short = at("server_at", gettext_lazy("Server's clock"))

    @admin.display(description=gettext_lazy("Ahead (ms)"))
    def ahead(self, row: models.ClockReading) -> int:
        return row.offset_ms


@admin.register(models.Camera)
class CameraAdmin(FootageAdmin):
    begins = ("install_camera",)
    list_display = ("named", "name", "recorder", "channel", "covers", "in_use")
    search_fields = ("code", "name", "coverage__table", "coverage__pit")
    list_select_related = ("recorder",)

    @admin.display(description=gettext_lazy("Covers now"))
    def covers(self, row: models.Camera) -> str:
        now = [each for each in row.coverage.all() if each.ends_at is None]
        return ", ".join(sorted(each.table or each.pit for each in now)) or "–"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("coverage")

    def parts(self, request: HttpRequest, row: models.Camera) -> list[dict[str, Any]]:
        actor = Seeing.of(request).cases.actor(row.property.code)
        lines = []
        for each in row.coverage.all():
            button = {}
            if each.ends_at is None and may("end_coverage", actor):
                address = address_of("end_coverage", row.property, row.code, coverage=each.coverage)
                button = {"button": address, "label": COMMANDS["end_coverage"].title}
            seen = ", ".join(said(SHOWS[name]) for name in each.shows)
            shown = f"{each.table or each.pit} · {seen}"
            lines.append({"code": shown, "from": each.begins_at, "to": each.ends_at, **button})
        return [{"title": _("Coverage"), "lines": lines}]


@admin.register(models.Coverage)
class CoverageAdmin(FootageAdmin):
    list_display = ("named", "place", "seen", "begins_short", "ends_short")
    list_filter = (TableFilter, standing(Q(ends_at=None)))
    list_select_related = ("camera",)

    @admin.display(description=gettext_lazy("Table"), ordering="table")
    def place(self, row: models.Coverage) -> str:
        return row.table or row.pit

    @admin.display(description=gettext_lazy("What it shows"))
    def seen(self, row: models.Coverage) -> str:
        return ", ".join(said(SHOWS[name]) for name in row.shows)

    def offers(self, command: str, row: models.Coverage) -> bool:
        return command == "end_coverage" and row.ends_at is None

    def chosen(self, row: models.Coverage) -> dict[str, Any]:
        return {"coverage": row.coverage}


@admin.register(models.Gap)
class GapAdmin(FootageAdmin):
    list_display = ("named", "kind", "camera", "begins_short", "ends_short", "standing_short")
    list_filter = (
        TableFilter,
        by("kind"),
        standing(Q(closed_at=None)),
    )
    list_select_related = ("camera",)

    @admin.display(description=gettext_lazy("State"), ordering="closed_at")
    def standing_short(self, row: models.Gap) -> SafeString:
        return tag(row.get_ending_display()) if row.closed_at else tag(_("open"), wrong=True)

    def status(self, row: models.Gap) -> str:
        return str(row.get_ending_display() or _("open"))

    def parts(self, request: HttpRequest, row: models.Gap) -> list[dict[str, Any]]:
        """Where only a recording is missing, the way to have it fetched."""
        fetched_from = "" if row.camera is None else fetch_address(row.camera, row.begins_at, row.ends_at)
        if not fetched_from or row.closed_at is not None or not may("explain_gap", actor_at(request, row)):
            return []
        shown = line(row.camera, row.camera.name, between=row) | {"button": fetched_from, "label": FETCH}
        return [{"title": _("What can be done"), "lines": [shown]}]

    def offers(self, command: str, row: models.Gap) -> bool:
        return row.closed_at is None

    def chosen(self, row: models.Gap) -> dict[str, Any]:
        return {"gap": row.gap}
