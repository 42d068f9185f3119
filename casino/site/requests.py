"""What is kept with a request, or with the account behind it: worked out once and asked for again by whatever else
answers it; and which addresses there are. Proved by ``tests/web/test_addresses.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar
from urllib.parse import unquote, urlsplit

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve

Kept = TypeVar("Kept")


class WithRequest(Generic[Kept]):
    """A value of its own for each request (or each account as it was loaded for one), under a name of its own. An
    attribute, not a table beside: the framework for the API wraps requests, and hands on what hangs on the one inside.
    """

    def __init__(self, name: str) -> None:
        self.name = f"_tableproof_{name}"

    def get(self, request: object) -> Kept | None:
        """What is kept; None where nothing is."""
        found: Kept | None = getattr(request, self.name, None)
        return found

    def keep(self, request: object, value: Kept) -> Kept:
        """Keep it, and answer it."""
        setattr(request, self.name, value)
        return value

    def once(self, request: object, make: Callable[[], Kept]) -> Kept:
        """What is kept; made and kept where nothing is."""
        found = self.get(request)
        return self.keep(request, make()) if found is None else found

    def forget(self, request: object) -> None:
        """It is made anew when it is asked for next."""
        if hasattr(request, self.name):
            delattr(request, self.name)


ASKED: WithRequest[bool] = WithRequest("asked")
"""The person was asked to prove something more, which is no refusal."""


def leads_somewhere(address: str) -> bool:
    """Whether an address of this site has a page; the admin answers every other below its own with "not found"."""
    try:
        return resolve(urlsplit(address).path).url_name is not None
    except Resolver404:
        return False


class AddressMiddleware:
    """No address of this site has the character NUL, which the database would refuse in the middle of a view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\0" in request.path_info:
            raise Http404
        if "\0" in unquote(request.META.get("QUERY_STRING", "")):
            raise BadRequest("NUL")
        return self.get_response(request)
