"""The first page after logging in: what the rooms put on it for this person.

Proved by ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino.access import inspectors
from casino.console import panels

NARROWED: Final = ("reports", "notices")
"""Panels of an account that sees only a part of the house: the others count all of it."""


def fill(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Called by the theme for the admin's index."""
    found = panels.shown("dashboard", request, None)
    if inspectors.rows(request.user, "round") != Q():
        found = [each for each in found if each.panel.code in NARROWED]
    return {**context, "title": _("Overview"), "panels": found}
