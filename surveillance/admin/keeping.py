"""The lists of holds, and of changes of held film that wait for a second person: these have no entry in the side bar, a
notice leads to each. Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.clock import now as clock
from casino.commands.fields import said
from casino.templatetags.tableproof import minute
from games.admin.filters import TableFilter
from surveillance.admin.lists import (
    FETCH,
    FootageAdmin,
    about,
    at,
    by,
    fetch_address,
    line,
    player_address,
    standing,
    tag,
)
from surveillance.keeping import unfetched
from surveillance.record.commands import COMMANDS
from surveillance.rows import models
from surveillance.rows.visibility import Seeing


@admin.register(models.Hold)
class HoldAdmin(FootageAdmin):
    begins = ("place_hold",)
    list_display = ("named", "what", "begins_short", "ends_short", "because", "standing_short")
    list_filter = (
        standing(Q(released_at=None)),
        by("cause"),
        TableFilter,
    )
    search_fields = ("stream", "subject", "table", "recording", "placed_by")

    def visible(self, seeing: Seeing) -> Q:
        return seeing.holds()

    @admin.display(description=gettext_lazy("What"), ordering="table")
    def what(self, row: models.Hold) -> str:
        return row.recording or row.table

    @admin.display(description=gettext_lazy("Because of"), ordering="subject")
    def because(self, row: models.Hold) -> SafeString:
        return about(row.property, row.subject) if row.subject else format_html("{}", row.placed_by or "–")

    @admin.display(description=gettext_lazy("State"), ordering="released_at")
    def standing_short(self, row: models.Hold) -> SafeString:
        return tag(_("held") if row.released_at is None else f"{_('released')}: {row.get_release_rule_display()}")

    def film(self, request: HttpRequest, row: models.Hold) -> str:
        if row.recording:
            kept = models.Recording.objects.filter(property=row.property, code=row.recording).values_list("pk").first()
            watches = request.user.has_perm("surveillance.view_recording")
            return reverse("footage_recording", args=kept) if kept is not None and watches else ""
        return player_address(request, row.property, row.table, row.begins_at, row.ends_at)

    def parts(self, request: HttpRequest, row: models.Hold) -> list[dict[str, Any]]:
        """What is to be brought in for it: which cameras, from, to, before which moment."""
        now = clock()
        asked = unfetched.of_hold(row.property, row, now) if row.released_at is None and row.ends_at <= now else None
        if asked is None or Seeing.of(request).role(row.property) != "surveillance":
            return []
        lines = []
        for each in asked.lacking:
            before = "" if each.gone_at is None else minute(each.gone_at, row.property.zone)
            text = _("before %(moment)s") % {"moment": before} if before else ""
            fetched_from = fetch_address(each.camera, each.begins_at, each.ends_at)
            button = {"button": fetched_from, "label": FETCH} if fetched_from else {}
            lines.append(line(each.camera, mark_safe(text), between=each) | button)  # noqa: S308 a moment of ours
        return [{"title": _("To be brought in"), "lines": lines}]

    def status(self, row: models.Hold) -> str:
        return str(_("held") if row.released_at is None else _("released"))

    def offers(self, command: str, row: models.Hold) -> bool:
        return row.released_at is None and row.cause not in ("case", "incident")


@admin.register(models.HeldChange)
class HeldChangeAdmin(FootageAdmin):
    list_display = ("named", "what", "about", "asked_by", "asked_short", "standing_short")
    list_filter = (standing(Q(ended_at=None)),)
    search_fields = ("code", "about", "asked_by", "ended_by")

    @admin.display(description=gettext_lazy("What"), ordering="command")
    def what(self, row: models.HeldChange) -> str:
        return said(COMMANDS[row.command].title)

    asked_short = at("asked_at", gettext_lazy("When"))

    @admin.display(description=gettext_lazy("State"), ordering="ended_at")
    def standing_short(self, row: models.HeldChange) -> SafeString:
        return tag(self.status(row), wrong=row.ended_at is None)

    def status(self, row: models.HeldChange) -> str:
        if row.ended_at is None:
            return str(_("waits for a second person"))
        return str(_("confirmed") if row.confirmed else _("declined"))

    def offers(self, command: str, row: models.HeldChange) -> bool:
        return row.ended_at is None
