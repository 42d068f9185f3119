"""Content-Security-Policy: strict everywhere, relaxed on the admin only, where the theme's script library evaluates
expressions and sets styles. Proved by ``tests/test_security.py``.
"""

from __future__ import annotations

from typing import Any, Final

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from django.http import HttpRequest, HttpResponseBase
from django.urls import NoReverseMatch, reverse

ADMIN_ADDITIONS: Final[dict[str, Any]] = {"script-src": ["'unsafe-eval'"], "style-src": ["'unsafe-inline'"]}


JSON_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""Of data that is no page: it loads nothing and stands in nobody's frame."""


class PolicyMiddleware(CSPMiddleware):
    """Adds what the admin's theme needs to the policy of the admin's pages."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        if kind == "application/json" or kind.endswith("+json"):
            response.headers.setdefault(HEADER, JSON_POLICY)
            return response
        return super().process_response(request, response)

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and parts.update is None and _is_admin(request):
            parts.update = ADMIN_ADDITIONS
        return parts


def _is_admin(request: HttpRequest) -> bool:
    try:
        return request.path_info.startswith(reverse("admin:index"))
    except NoReverseMatch:
        return False
