"""Template tags of every room: panels, texts in both languages, amounts, moments.

Proved by ``tests/admin/test_templatetags.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.core.money import format_minor
from casino.core.text import Text
from casino.panels import Shown

register = template.Library()


@register.filter
def words(text: Text | str | None) -> str:
    """A :class:`Text` in the page's language; anything else as it is."""
    return text.in_language(get_language() or "vi") if isinstance(text, Text) else str(text or "")


@register.filter
def money(amount_minor: int | None, currency: str) -> str:
    """An amount in the page's language, or a dash for none."""
    return "–" if amount_minor is None else format_minor(amount_minor, currency, get_language() or "vi")


@register.filter
def signed_money(amount_minor: int | None, currency: str) -> str:
    """An amount with its sign, plus included; zero has none."""
    written = money(amount_minor, currency)
    return f"+{written}" if amount_minor and amount_minor > 0 else written


@register.filter
def moment(when: datetime | None, zone: ZoneInfo | str = "UTC") -> SafeString:
    """A moment to the second in a time zone, machine-readable besides; milliseconds on pointing."""
    if when is None:
        return format_html('<span class="tp-dim">{}</span>', "–")
    local = timezone.localtime(when, ZoneInfo(zone) if isinstance(zone, str) else zone)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        when.isoformat(),
        local.strftime("%Y-%m-%d %H:%M:%S.%f")[:-3] + local.strftime(" %z"),
        local.strftime("%d/%m/%Y %H:%M:%S"),
    )


@register.filter
def clock(when: datetime | None, zone: ZoneInfo | str = "UTC") -> SafeString:
    """The time of day with milliseconds; the date on pointing."""
    if when is None:
        return format_html('<span class="tp-dim">{}</span>', "–")
    local = timezone.localtime(when, ZoneInfo(zone) if isinstance(zone, str) else zone)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        when.isoformat(),
        local.strftime("%d/%m/%Y %z"),
        local.strftime("%H:%M:%S.%f")[:-3],
    )


@register.simple_tag
def render_panel(shown: Shown) -> SafeString:
    """A panel's own template with what it built. Escaping is the panel's template's, as everywhere."""
    context: dict[str, Any] = dict(shown.context)
    return SafeString(render_to_string(shown.panel.template, context, request=context.get("request")))
