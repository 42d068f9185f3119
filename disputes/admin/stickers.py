"""A sticker for each table: its QR code opens "new case at this table", with the table's last rounds.

Printed from the admin by whoever may open cases. The code holds an address and nothing else: who scans it signs in as
always, and a table that is not theirs is not chosen. Proved by ``tests/disputes/admin/test_stickers.py``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
import segno
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from disputes.admin import inbox
from disputes.rows.visibility import Seeing
from games.rows.models import Table
from games.words import shared


class Sticker(msgspec.Struct, frozen=True, kw_only=True):
    """``picture`` is the QR code as a data address."""

    table: Table
    game: Any
    address: str
    picture: str


def address_of(request: HttpRequest, table: Table) -> str:
    """Where a case at this table is opened, as a telephone finds it."""
    asked = urlencode({"property": table.property.code, "table": table.code})
    path = f"{reverse('admin:disputes_case_open')}?{asked}"
    return f"{settings.PUBLIC_URL.rstrip('/')}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)


def stickers_view(admin: Any, request: HttpRequest) -> HttpResponse:
    """All tables of this person, or the one asked for."""
    seeing = Seeing.of(request)
    if not admin.has_view_permission(request) or not inbox.may_open(seeing):
        raise PermissionDenied
    rows = Table.objects.select_related("property").order_by("property__code", "code")
    if request.GET.get("table"):
        rows = rows.filter(code=request.GET["table"])
    theirs = [row for row in rows if seeing.acts_at(row.property.code, row.code)]
    context = {
        **admin.admin_site.each_context(request),
        "title": _("Stickers for the tables"),
        "opts": admin.opts,
        "stickers": [_sticker(request, row) for row in theirs],
    }
    return TemplateResponse(request, "disputes/cases/stickers.html", context)


def _sticker(request: HttpRequest, row: Table) -> Sticker:
    address = address_of(request, row)
    return Sticker(table=row, game=shared.GAMES.get(row.game), address=address, picture=_drawn(address))


@lru_cache(maxsize=256)
def _drawn(address: str) -> str:
    """The code of an address. Scratched and half covered it must still be read: level Q."""
    code = segno.make(address, error="q", micro=False)
    return str(code.svg_data_uri(scale=4, border=2, dark="#000", light="#fff"))
