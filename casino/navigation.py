"""The side bar: each room registers its own entries; a person sees those that they may open.

Proved by ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino import looking

Badge = Callable[[HttpRequest], str]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the side bar. ``address`` is a URL name; ``badge`` gives a short text, or an empty one for none."""

    order: int
    title: str | Promise
    icon: str
    address: str
    permission: str | None = None
    badge: Badge | None = None


GROUPS: Final = {
    "play": _("At the tables"),
    "disputes": _("Disputes"),
    "footage": _("Surveillance"),
    "reports": _("Reports"),
    "equipment": _("Equipment and record"),
    "people": _("People"),
}
"""Groups in their order."""

_ENTRIES: Final[dict[str, list[Entry]]] = {group: [] for group in GROUPS}


def register(group: str, entry: Entry) -> None:
    """Add a line to a group (KeyError for a group that does not exist)."""
    _ENTRIES[group].append(entry)
    _ENTRIES[group].sort(key=lambda e: e.order)


def title_of(address: str) -> str:
    """What the side bar calls an address, by its name; empty where it has no line."""
    titles = (each.title for entries in _ENTRIES.values() for each in entries if each.address == address)
    return str(next(titles, ""))


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """The theme's structure of the side bar for this person."""
    overview = {
        "title": "",
        "items": [{"title": _("Overview"), "icon": "space_dashboard", "link": reverse("admin:index")}],
    }
    groups: list[dict[str, Any]] = [overview]
    opens = looking.opener(request.user)
    for group, entries in _ENTRIES.items():
        items = [_item(request, entry) for entry in entries if _allowed(request, entry) and opens(entry.address)]
        if items:
            groups.append({"title": GROUPS[group], "separator": True, "items": items})
    _mark_active(request, [item for group in groups for item in group["items"]])
    return groups


def _mark_active(request: HttpRequest, items: list[dict[str, Any]]) -> None:
    """The entry under whose address the page lies; of two, the longer address. The overview only for itself."""
    home = reverse("admin:index")
    under = [
        i["link"]
        for i in items
        if request.path == i["link"] or (i["link"] != home and request.path.startswith(i["link"]))
    ]
    active = max(under, key=len, default="")
    for item in items:
        item["active"] = item["link"] == active


def _allowed(request: HttpRequest, entry: Entry) -> bool:
    return entry.permission is None or request.user.has_perm(entry.permission)


def _item(request: HttpRequest, entry: Entry) -> dict[str, Any]:
    item: dict[str, Any] = {"title": entry.title, "icon": entry.icon, "link": reverse(entry.address)}
    badge = entry.badge(request) if entry.badge else ""
    if badge:
        item |= {"badge": badge, "badge_variant": "danger"}
    return item
