"""Devices with their gaps, and the quarantine. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

import re
from typing import Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from casino.access import reads
from casino.console.theme import DropdownFilter, Named, RecordAdmin
from casino.core import errors
from casino.core.events import RecordedEvent
from casino.core.text import Text
from casino.ledger.application import get_ledger
from casino.templatetags.tableproof import moment
from games import words
from games.admin import filters, put_right
from games.admin.filters import said
from games.admin.rounds import NUMBER
from games.commands import erasing_reasons, reasons
from games.ingest import afterwards
from games.ingest.models import Device, Quarantine
from games.pages import timeline
from games.pages.device_keys import keys_of
from games.rows.models import Round

BLANK: Final = re.compile(r"\{\w+\}")
SHOWN_BYTES = 64 * 1024
LISTED_CHARACTERS = 140
HISTORY = 100


@admin.register(Device)
class DeviceAdmin(RecordAdmin):
    list_display = ("code", "name", "shown_kind", "state", "highest", "last_seen", "skew", "missing")
    search_fields = ("code", "name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Device]:
        rows: QuerySet[Device] = super().get_queryset(request).select_related("property", "progress")
        return rows.annotate(gap_count=Count("gaps"))

    @admin.display(description=gettext_lazy("Kind"), ordering="kind")
    def shown_kind(self, row: Device) -> str:
        return row.get_kind_display()

    @admin.display(description=gettext_lazy("State"), ordering="is_active")
    def state(self, row: Device) -> SafeString:
        code, text = ("open", _("may send")) if row.is_active else ("closed", _("revoked"))
        return format_html('<span class="tp-tag tp-state-{}">{}</span>', code, text)

    @admin.display(description=gettext_lazy("Highest number"))
    def highest(self, row: Device) -> str:
        return str(row.progress.highest_sequence) if hasattr(row, "progress") else "–"

    @admin.display(description=gettext_lazy("Last seen"), ordering="progress__last_seen_at")
    def last_seen(self, row: Device) -> SafeString:
        return moment(row.progress.last_seen_at if hasattr(row, "progress") else None, row.property.zone)

    @admin.display(description=gettext_lazy("Clock difference"))
    def skew(self, row: Device) -> str:
        skew = row.progress.clock_skew_ms if hasattr(row, "progress") else None
        return "–" if skew is None else f"{skew} ms"

    @admin.display(description=gettext_lazy("Gaps"))
    def missing(self, row: Any) -> SafeString:
        if not row.gap_count:
            return format_html('<span class="tp-dim">{}</span>', "–")
        return format_html('<span class="tp-tag tp-severity-procedure">{}</span>', row.gap_count)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not NUMBER.fullmatch(object_id):
            raise Http404
        row = get_object_or_404(Device.objects.select_related("property", "progress"), pk=object_id)
        events = get_ledger(row.property.code).stream(f"device/{row.code}")
        reasoned = erasing_reasons.held(events)
        if reasoned:
            reads.reason(request, row.property, f"device/{row.code}")
        context = {
            **self.admin_site.each_context(request),
            "title": row.code,
            "opts": self.opts,
            "original": row,
            "row": row,
            "progress": getattr(row, "progress", None),
            "gaps": row.gaps.all()[:HISTORY],
            "zone": row.property.zone,
            "keys": keys_of(events),
            "reasoned": reasoned,
            "history": timeline.rows(
                reasons.opened(row.property.code, events[-HISTORY:], get_language() or "vi"),
                None,
                "",
                row.property.currency,
            )[::-1],
        }
        return TemplateResponse(request, "games/device/page.html", context)


class KnownFilter(DropdownFilter):
    title = gettext_lazy("sender")
    parameter_name = "known"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", _("known device")), ("no", _("anyone else"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(is_authenticated=value == "yes") if value else queryset


class HandlingFilter(DropdownFilter):
    title = gettext_lazy("state")
    parameter_name = "handling"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(code, said(name)) for code, name in put_right.STATES.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value == "open":
            return queryset.exclude(handling__state__in=[code for code in put_right.STATES if code != "open"])
        return queryset.filter(handling__state=value) if value in put_right.STATES else queryset


def _why(code: str) -> str:
    """A reason for which something was refused, without what it was in each case."""
    try:
        return Truncator(BLANK.sub("…", said(errors.find(code).text))).chars(LISTED_CHARACTERS)
    except KeyError:
        return code


@admin.register(Quarantine)
class QuarantineAdmin(RecordAdmin):
    list_display = ("received", "reason", "standing", "sender", "what", "table", "length", "times")
    list_display_links = ("received", "reason")
    list_filter = (
        HandlingFilter,
        KnownFilter,
        filters.of_model(Quarantine, "code", gettext_lazy("reason"), "reason", _why),
    )
    search_fields = ("device_code", "code", "event_type", "source", "body_sha256")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Quarantine]:
        # The bytes can be large: lists do without them.
        rows: QuerySet[Quarantine] = super().get_queryset(request).select_related("property", "device", "handling")
        return rows.defer("body")

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        return [
            path("<str:object_id>/send/", wrap(put_right.send_view), name="games_quarantine_send"),
            path("<str:object_id>/answer/", wrap(put_right.answer_view), name="games_quarantine_answer"),
            path("<str:object_id>/rest/", wrap(put_right.rest_view), name="games_quarantine_rest"),
            *super().get_urls(),
        ]

    @admin.display(description=gettext_lazy("State"), ordering="handling__state")
    def standing(self, row: Quarantine) -> SafeString:
        if not row.is_authenticated:
            return format_html('<span class="tp-dim">{}</span>', "–")
        return put_right.tag(row.handling.state if hasattr(row, "handling") else "open")

    @admin.display(description=gettext_lazy("Event type"), ordering="event_type")
    def what(self, row: Quarantine) -> str:
        return said(words.event_label(row.event_type)) if row.event_type else "–"

    @admin.display(description=gettext_lazy("Received"), ordering="received_at")
    def received(self, row: Quarantine) -> SafeString:
        return moment(row.received_at, row.property.zone if row.property else "UTC")

    @admin.display(description=gettext_lazy("Reason"), ordering="code")
    def reason(self, row: Quarantine) -> SafeString:
        message = Text(row.message_vi, row.message_en).in_language(get_language() or "vi")
        return format_html('<span title="{}">{}</span>', message, Truncator(message).chars(LISTED_CHARACTERS))

    @admin.display(description=gettext_lazy("Sender"))
    def sender(self, row: Quarantine) -> str:
        return row.device_code or row.source or "–"

    @admin.display(description=gettext_lazy("Bytes"), ordering="body_length")
    def length(self, row: Quarantine) -> int:
        return row.body_length

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not NUMBER.fullmatch(object_id):
            raise Http404
        row = get_object_or_404(Quarantine.objects.select_related("property", "device"), pk=object_id)
        body = bytes(row.body)
        context = {
            **self.admin_site.each_context(request),
            "title": date_format(row.received_at, "d/m/Y H:i:s"),
            "opts": self.opts,
            "original": Named(row, _("Refused message")),
            "row": row,
            "zone": row.property.zone if row.property else "UTC",
            "message": Text(row.message_vi, row.message_en).in_language(get_language() or "vi"),
            "advice": said(afterwards.advice(row.code)),
            "recorded": [_shown(event) for event in afterwards.recorded_since(row)],
            "text": readable(body[:SHOWN_BYTES]),
            "hex": hex_dump(body[:4096]),
            "kept": len(body),
            "label": said(words.event_label(row.event_type)) if row.event_type else "",
            **put_right.shown(request, row),
            "cut": len(body) > SHOWN_BYTES,
        }
        return TemplateResponse(request, "games/device/quarantine.html", context)


def _shown(event: RecordedEvent) -> dict[str, Any]:
    """An event that stands in the place of a refused message, with the round it belongs to."""
    kind, _slash, place = event.stream.partition("/")
    row = Round.objects.filter(stream=event.stream).first() if kind == "round" else None
    return {"event": event, "label": said(words.event_label(event.type)), "place": place, "round": row}


def readable(body: bytes) -> str | None:
    """Bytes as text where they are text: UTF-8 with every control character but line ends and tabs shown by its
    picture, so that nothing hides; None for anything else."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return None
        text = body[: error.start].decode("utf-8")
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    code = ord(character)
    if character in "\n\t" or 0x20 <= code < 0x7F or (code > 0x9F and not _is_invisible(code)):
        return character
    return chr(0x2400 + code) if code < 0x20 else f"\\u{code:04x}"


def _is_invisible(code: int) -> bool:
    """Marks of direction and width that change how text reads without being seen."""
    return code in (0x00AD, 0xFEFF) or 0x200B <= code <= 0x200F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


def hex_dump(body: bytes, width: int = 16) -> str:
    """Offset, bytes in hexadecimal, and printable characters, a line each sixteen bytes."""
    lines = []
    for offset in range(0, len(body), width):
        chunk = body[offset : offset + width]
        printable = "".join(chr(b) if 0x20 <= b < 0x7F else "·" for b in chunk)
        lines.append(f"{offset:06x}  {chunk.hex(' '):<{3 * width}} {printable}")
    return "\n".join(lines)
