"""Slowing those who guess passwords, and nobody else.

Wrong passwords are counted (django-axes), and three things follow:

* One account from one address: after ``AXES_FAILURE_LIMIT`` it is held for ``AXES_COOLOFF_TIME``. Trying on meanwhile
  neither helps nor makes it longer.
* Many accounts from one address, so that no single one is held: after SPRAYED wrong passwords in the same time there is
  one try in SPRAY_PAUSE_SECONDS for that address, whosever account.
* A browser in which a person has signed in before carries a signed cookie that says so. It is counted by itself: what
  others do behind the same address, or the same proxy, neither holds nor slows its owner. The cookie opens nothing.

Whoever sits at the same browser can still hold an account there, on that machine alone, for a quarter of an hour.
Proved by ``tests/accounts/test_sign_in.py``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username, get_cool_off
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core import signing
from django.db.models import Max, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from casino.site.requests import WithRequest, leads_somewhere

SPRAYED: Final = 20
"""Wrong passwords from one address, over all accounts, from which on it is slowed."""
SPRAY_PAUSE_SECONDS: Final = 30
COOKIE: Final = "tp_known"
COOKIE_SECONDS: Final = 90 * 24 * 3600
SALT: Final = "casino.accounts.sign_in"
MOST_PEOPLE: Final = 40
"""People whom one shared browser remembers; the first of them is forgotten for one more."""
SIGNED_IN: Final[WithRequest[Any]] = WithRequest("signed_in")
MARK: Final = "known browser "


def parameters(request: HttpRequest, credentials: dict[str, Any] | None = None) -> list[list[str]]:
    """By what failures are counted (``AXES_LOCKOUT_PARAMETERS``)."""
    return [["username", "user_agent"]] if is_known(request, credentials) else [["username", "ip_address"]]


def is_known(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether the person of this name has signed in with this browser before. The browser's mark then stands in the
    place of its name, in what axes counts by."""
    _browser, people = _cookie(request)
    name = get_client_username(request, credentials)
    if not people or not name:
        return False
    key = get_user_model().objects.filter(username=name).values_list("pk", flat=True).first()
    if key not in people:
        return False
    request.axes_user_agent = f"{MARK}{_browser}"  # type: ignore[attr-defined]
    return True


class Handler(AxesDatabaseHandler):
    """As axes counts, with the second and third rule."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        known = is_known(request, credentials)  # before axes reads what the browser is called
        return super().is_locked(request, credentials) or (not known and self._is_slowed(request))

    def user_login_failed(
        self, sender: Any, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: Any
    ) -> None:
        if request is not None:
            is_known(request, credentials)
        super().user_login_failed(sender, credentials, request, **kwargs)

    def _is_slowed(self, request: HttpRequest) -> bool:
        now = request.axes_attempt_time  # type: ignore[attr-defined]
        since = now - (get_cool_off(request) or timedelta())
        wrong = AccessAttempt.objects.filter(
            ip_address=request.axes_ip_address,  # type: ignore[attr-defined]
            attempt_time__gt=since,
        ).aggregate(times=Sum("failures_since_start"), last=Max("attempt_time"))
        if (wrong["times"] or 0) < SPRAYED:
            return False
        return bool(now - wrong["last"] < timedelta(seconds=SPRAY_PAUSE_SECONDS))


def held(request: HttpRequest, response: HttpResponse | None, credentials: Any) -> HttpResponse:
    """What somebody is told who is held up or slowed (``AXES_LOCKOUT_CALLABLE``)."""
    context = {**admin.site.each_context(request), "title": _("Sign-in held up")}
    return render(request, "casino/accounts/held.html", context, status=429)


def remember(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """At the sign-in: this browser will be told to remember the person."""
    SIGNED_IN.keep(request, user.pk)


class KnownBrowserMiddleware:
    """Gives the cookie with the answer to a sign-in, which leads to a page that there is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        person = SIGNED_IN.get(request)
        if person is not None:
            if answer.status_code == 302 and not leads_somewhere(answer.headers["Location"]):
                answer = HttpResponseRedirect(reverse("admin:index"))
            browser, people = _cookie(request)
            kept = [*(each for each in people if each != person), person][-MOST_PEOPLE:]
            answer.set_cookie(
                COOKIE,
                signing.dumps([browser or secrets.token_hex(8), kept], salt=SALT),
                max_age=COOKIE_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return answer


def _cookie(request: HttpRequest) -> tuple[str, list[int]]:
    """The mark of the browser, and who signed in there; nothing where the cookie is not ours."""
    try:
        browser, people = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return browser, people
