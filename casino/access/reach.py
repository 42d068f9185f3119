"""Who is posted reads the properties of their postings, and nothing of any other.

Off duty these are where somebody was last and will be next. An account that is posted nowhere reads by its rights
alone. The rule is kept by the managers of all rows of a property (``casino.core.reach``); what is kept elsewhere, the
record and its streams, is read by the code of a property that was looked up so. Proved by ``tests/test_reach.py``.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from casino.access.postings import properties_of
from casino.access.roles import Account
from casino.clock import now as clock
from casino.core.reach import reaching
from casino.site.remembering import remembering


def reach_of(user: Account | None) -> frozenset[int] | None:
    """The primary keys of the properties that an account reads now; None: all."""
    if not isinstance(user, AbstractBaseUser):  # nobody, or a device, which sends for its own tables
        return None
    return properties_of(user, clock()) or None


class ReachMiddleware:
    """Bounds what is read in answering a request, and keeps what is asked once for a page; behind what knows who
    asks."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with remembering(request.method), reaching(lambda: reach_of(getattr(request, "user", None))):
            return self.get_response(request)
