"""The side bar: each room registers its own entries; a person sees those that they may open.

Proved by ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet, Value
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino.access import inspectors
from casino.access.postings import holds
from casino.console.long_lists import in_houses
from casino.core.seams import Seam

Badge = Callable[[HttpRequest], "QuerySet[Any] | None"]
MOST_COUNTED: Final = 999
"""A badge says no larger number."""


UNUSED: Final = {"badge": "", "badge_style": "", "badge_callback": None, "link_callback": None, "collapsible": False}
"""What the theme's template asks of each line and group: it looks long for a name that is not there."""


class Entry(msgspec.Struct, frozen=True):
    """A line of a group of the side bar. ``address`` is a URL name; ``badge`` gives the rows whose number stands
    behind it, or None where the person is asked nothing. ``roles``: those that see it, where the permission alone
    would show it to more."""

    group: str
    order: int
    title: str | Promise
    icon: str
    address: str
    permission: str | None = None
    badge: Badge | None = None
    roles: tuple[str, ...] = ()


GROUPS: Final = {
    "play": _("At the tables"),
    "disputes": _("Disputes"),
    "footage": _("Surveillance"),
    "reports": _("Reports"),
    "equipment": _("Equipment and record"),
    "people": _("People"),
}
"""Groups in their order."""

ENTRIES: Final[Seam[str, Entry]] = Seam("The lines of the side bar, by the names of their addresses.")


def title_of(address: str) -> str:
    """What the side bar calls an address, by its name; empty where it has no line."""
    return str(ENTRIES[address].title) if address in ENTRIES else ""


def sidebar(request: HttpRequest) -> list[dict[str, Any]]:
    """The theme's structure of the side bar for this person."""
    home = {**UNUSED, "title": _("Overview"), "icon": "space_dashboard", "link": reverse("admin:index")}
    overview = {**UNUSED, "title": "", "separator": False, "items": [home]}
    groups: list[dict[str, Any]] = [overview]
    opens = inspectors.opener(request.user)
    theirs = [entry for entry in ENTRIES.values() if _allowed(request, entry) and opens(entry.address)]
    in_order = sorted(theirs, key=lambda entry: entry.order)
    shown = {group: [entry for entry in in_order if entry.group == group] for group in GROUPS}
    badges = _badges(request, [entry for entries in shown.values() for entry in entries])
    for group, entries in shown.items():
        items = [_item(entry, badges.get(entry.address, 0)) for entry in entries]
        if items:
            groups.append({**UNUSED, "title": GROUPS[group], "separator": True, "items": items})
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
    if entry.roles and not holds(request.user, *entry.roles):
        return False
    return entry.permission is None or request.user.has_perm(entry.permission)


def _badges(request: HttpRequest, entries: list[Entry]) -> dict[str, int]:
    """How many rows stand behind each of the entries, by their addresses: counted by the database in one question."""
    asked = {entry.address: entry.badge(request) for entry in entries if entry.badge is not None}
    theirs = {address: rows.filter(in_houses(rows)) for address, rows in asked.items() if rows is not None}
    return counted(theirs, MOST_COUNTED + 1)


def counted(asked: dict[str, QuerySet[Any]], most: int) -> dict[str, int]:
    """How many rows each has, ``most`` at most, in one question."""
    parts: list[str] = []
    parameters: list[Any] = []
    names: list[str] = []
    for name, rows in asked.items():
        try:
            sql, given = rows.order_by().values(one=Value(1))[:most].query.sql_with_params()
        except EmptyResultSet:
            continue
        names.append(name)
        parts.append(f"(SELECT count(*) FROM ({sql}) counted)")  # noqa: S608 - as Django wrote it
        parameters += given
    if not parts:
        return {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(parts), parameters)
        return dict(zip(names, cursor.fetchone(), strict=True))


@cache
def _link(address: str) -> str:
    """Looked up once a process: every page has all of them."""
    return reverse(address)


def _item(entry: Entry, count: int) -> dict[str, Any]:
    item: dict[str, Any] = {**UNUSED, "title": entry.title, "icon": entry.icon, "link": _link(entry.address)}
    if count:
        item |= {"badge": str(count) if count <= MOST_COUNTED else f"{MOST_COUNTED}+", "badge_variant": "danger"}
    return item
