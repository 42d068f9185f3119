"""How long a session lasts: so long after its last request, and never longer than a shift from its beginning.

Tablets at tables are shared: somebody who walks away is signed out. A session holds when it began, when it was last
used, from which address and with what browser, so that its owner knows it again (``session_pages``). Proved by
``tests/accounts/test_sessions.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from casino.accounts import drafts
from casino.accounts.addresses import client_address
from casino.clock import now as clock
from casino.core.errors import ERRORS, Problem
from casino.core.seams import Seam
from casino.site.problems import refusal

KEY: Final = "life"
"""In the session: ``begun`` and ``seen`` (seconds since 1970), ``address``, ``browser``."""
SEEN_SECONDS: Final = 60
"""A session's last use is written at most so often."""
LONGEST_BROWSER: Final = 300
STOP: Final = 286
"""What a page's own questions are answered with once the session is over: ask no more."""
QUIET: Final[Seam[str, None]] = Seam(
    "Addresses (by name) that a page asks by itself: no use of a session, they do not make it last."
)


def _asks_itself(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).url_name in QUIET
    except Resolver404:
        return False


ERRORS.register_all({"session_over": 401})


def begin(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """At the sign-in."""
    now = clock().timestamp()
    request.session[KEY] = {
        "begun": now,
        "seen": now,
        "address": client_address(request),
        "browser": request.META.get("HTTP_USER_AGENT", "")[:LONGEST_BROWSER],
    }


def is_over(life: dict[str, Any], now: float) -> bool:
    """Whether a session of this life has ended by ``now`` (seconds since 1970)."""
    unused, whole = now - life["seen"], now - life["begun"]
    return bool(unused > settings.SESSION_IDLE_MINUTES * 60 or whole > settings.SESSION_HOURS * 3600)


class SessionLifeMiddleware:
    """After messages: it tells why somebody must sign in again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
            return self.get_response(request)
        now = clock().timestamp()
        if KEY not in request.session:  # begun before this was kept: it begins now
            begin(None, request, request.user)
        life = request.session[KEY]
        if is_over(life, now):
            return _over_aside(request) if _asks_itself(request) else _ended(request)
        if now - life["seen"] >= SEEN_SECONDS and not _asks_itself(request):
            request.session[KEY] = {**life, "seen": now}
        return self.get_response(request)


def _over_aside(request: HttpRequest) -> HttpResponse:
    """A page that is left lying goes away with its session; a form stays, for what may be typed in it is kept when it
    is sent (``drafts``)."""
    form = bool(request.GET.get("command"))
    return HttpResponse(status=STOP if form else 200, headers={} if form else {"HX-Refresh": "true"})


def _ended(request: HttpRequest) -> HttpResponse:
    draft = drafts.before_the_end(request)
    logout(request)
    if request.path_info.startswith("/api/"):
        return refusal(request, Problem("session_over"), headers={"Cache-Control": "no-store, private"})
    messages.info(request, _("You were signed out because nothing was done for a while, or the shift was over."))
    login = reverse("admin:login")
    if draft is not None:
        drafts.put_back(request, draft[0])
        messages.info(request, _("What you had typed is kept for you for half an hour; nothing was recorded yet."))
        return HttpResponseRedirect(f"{login}?{urlencode({'next': draft[1]})}")
    if request.method not in ("GET", "HEAD"):
        return HttpResponseRedirect(login)
    return HttpResponseRedirect(f"{login}?{urlencode({'next': request.get_full_path()})}")
