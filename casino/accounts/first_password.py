"""Whoever signed in by a one-time password opens nothing but the page on which they choose their own.

Where the account has a device of the second factor already, it is proved before that: somebody who got hold of the
password alone must not choose the next. Where it has none and must, the password is chosen first, and then a device is
added (``casino.factors.middleware``).

The session remembers it from the sign-in on; a password that is reset later ends every session, so nothing can change
under it. Proved by ``tests/accounts/test_passwords.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from casino.core.errors import Problem
from casino.factors import proofs
from casino.factors.proofs import Step
from casino.site.problems import refusal

KEY: Final = "first_password"
"""In the session while the person must choose."""

OPEN: Final = ("admin:password_change", "admin:logout", "admin:jsi18n", "set_language", "healthz", "readyz")


def remember(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """At the sign-in: whether it was by a one-time password."""
    from casino.accounts import passwords

    if passwords.must_choose(user.pk):
        request.session[KEY] = True
    else:
        request.session.pop(KEY, None)


def waits(request: HttpRequest) -> bool:
    """Whether this session must choose a password."""
    return bool(request.session.get(KEY))


class FirstPasswordMiddleware:
    """Sends everybody who must choose a password to that page; an API is told so in its own shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without its cookie there is no session to look into; to look would make every answer vary by cookie.
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return self.get_response(request)
        if not waits(request) or not request.user.is_authenticated:
            return self.get_response(request)
        if proofs.standing(request).step is Step.PROVE:
            return self.get_response(request)
        choose = reverse("admin:password_change")
        if request.path in {reverse(name) for name in OPEN} or request.path.startswith("/static/"):
            return self.get_response(request)
        if request.path.startswith("/api/"):
            return refusal(request, Problem("first_password", address=choose))
        return HttpResponseRedirect(choose)
