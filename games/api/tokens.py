"""Reading with a token: ``Authorization: Bearer look_…``, for programs of whoever looks on.

One kind of token for reports and for everything else that is read: a higher room keeps them, with their scopes, and
says here what opens one (``casino.access.inspectors``). A token reads what its account reads, narrowed to the token's
own kinds of resource, games and days; each use is recorded. Proved by ``tests/surveillance/reports/test_tokens.py``.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from casino.access import inspectors
from casino.core.errors import Problem


class TokenAuthentication(BaseAuthentication):
    """A token, on a view that says which kind of resource it is (``readable_as``)."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        said = request.headers.get("Authorization", "")
        if not said.startswith(f"Bearer {inspectors.BEARER}"):
            return None
        kind = getattr((request.parser_context or {}).get("view"), "readable_as", None)
        found = None if kind is None else inspectors.opened(said.removeprefix("Bearer "), kind, request._request)
        if found is None:
            raise Problem("not_authenticated")
        return found

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="tableproof"'


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the description of the API names it."""

    target_class = TokenAuthentication
    name = "lookerToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of whoever looks on (look_…): reads the kinds, games and days it was made for.",
        }
