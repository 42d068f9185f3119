"""Template tags of every room: panels, texts in both languages, amounts, moments.

Proved by ``tests/admin/test_templatetags.py``.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import template
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access import people, postings
from casino.access.postings import role_of
from casino.access.roles import role_name
from casino.clock import now as clock_now
from casino.console.panels import Shown
from casino.core.money import format_minor
from casino.core.text import Text

register = template.Library()
LABEL: Final = re.compile(r'( data-label=")(\w)')


@register.filter
def words(text: Text | str | None) -> str:
    """A :class:`Text` in the page's language; anything else as it is."""
    return text.in_language(get_language() or "vi") if isinstance(text, Text) else str(text or "")


@register.filter
def labelled(cell: SafeString, column: str) -> SafeString:
    """A first cell of a list under its column's name, which phones show: the theme calls one that is no link "Select
    record". A column of boxes to tick keeps that."""
    if "<" in str(column):
        return cell
    ours, theirs = f'data-label="{escape(column)}"', f'data-label="{escape(_("Select record"))}"'
    return SafeString(str(cell).replace(theirs, ours, 1))


@register.filter
def in_capitals(cell: SafeString) -> SafeString:
    """A cell of a list whose column's name, shown on phones, begins with a capital, as in the head of the list."""
    return SafeString(LABEL.sub(lambda found: found[1] + found[2].upper(), str(cell), count=1))


@register.filter
def full_name(user: AbstractBaseUser) -> str:
    """A person's name, the family name first."""
    return people.full_name(user)


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
def minute(when: datetime | None, zone: ZoneInfo | str = "UTC") -> SafeString:
    """A moment to the minute; to the second on pointing."""
    return _to_the_minute(when, zone, "%d/%m/%Y %H:%M")


@register.filter
def brief(when: datetime | None, zone: ZoneInfo | str = "UTC") -> SafeString:
    """A moment of these days, as a glance takes it in: day, month and minute; all of it on pointing."""
    return _to_the_minute(when, zone, "%d/%m %H:%M")


def _to_the_minute(when: datetime | None, zone: ZoneInfo | str, pattern: str) -> SafeString:
    if when is None:
        return format_html('<span class="tp-dim">{}</span>', "–")
    local = timezone.localtime(when, ZoneInfo(zone) if isinstance(zone, str) else zone)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        when.isoformat(),
        local.strftime("%d/%m/%Y %H:%M:%S %z"),
        local.strftime(pattern),
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


@register.inclusion_tag("casino/acting_as.html")
def acting_as(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """The post in which a person acts now, where, and until when; what stands beside the posts only by its name."""
    now = clock_now()
    duty = postings.duty_of(user, now)
    role = duty.post if duty else role_of(user, now)
    shown: dict[str, Any] = {"post": role_name(role, get_language() or "vi") if role else _("No post now")}
    if duty is None or duty.post not in postings.POSTED:
        return shown
    places = ", ".join([*sorted(duty.tables), *sorted(duty.pits)])
    return {**shown, "until": duty.until and _until(duty.until, now), "places": places, "nowhere": not places}


def _until(end: datetime, now: datetime) -> str:
    """The time of day, with the date where it is another day; in the end's own time zone."""
    same_day = end.date() == now.astimezone(end.tzinfo).date()
    return end.strftime("%H:%M" if same_day else "%H:%M %d/%m")


@register.simple_tag
def render_panel(shown: Shown) -> SafeString:
    """A panel's own template with what it built. Escaping is the panel's template's, as everywhere."""
    context: dict[str, Any] = dict(shown.context)
    return SafeString(render_to_string(shown.panel.template, context, request=context.get("request")))
