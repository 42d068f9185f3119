"""The first page after logging in: what the rooms put on it for this person.

Proved by ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from casino import panels


def fill(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Called by the theme for the admin's index."""
    return {**context, "title": _("Overview"), "panels": panels.shown("dashboard", request, None)}
