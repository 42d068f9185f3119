"""The first page after logging in: what the rooms put on it for this person.

Proved by ``tests/admin/test_dashboard.py``.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from casino import panels


def fill(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Called by the theme for the admin's index."""
    return {**context, "panels": panels.shown("dashboard", request, None)}
