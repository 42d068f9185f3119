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
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino import postings
from casino.accounts.addresses import client_address
from casino.core.errors import Problem, add

KEY: Final = "life"
"""In the session: ``begun`` and ``seen`` (seconds since 1970), ``address``, ``browser``."""
SEEN_SECONDS: Final = 60
"""A session's last use is written at most so often."""
LONGEST_BROWSER: Final = 300

add(
    "session_over",
    401,
    vi="Phiên làm việc đã hết hạn; hãy đăng nhập lại.",
    en="The session is over; sign in again.",
    about="It was not used for SESSION_IDLE_MINUTES, or is older than SESSION_HOURS.",
)


def begin(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """At the sign-in."""
    now = postings.now().timestamp()
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
        now = postings.now().timestamp()
        if KEY not in request.session:  # begun before this was kept: it begins now
            begin(None, request, request.user)
        life = request.session[KEY]
        if is_over(life, now):
            return _ended(request)
        if now - life["seen"] >= SEEN_SECONDS:
            request.session[KEY] = {**life, "seen": now}
        return self.get_response(request)


def _ended(request: HttpRequest) -> HttpResponse:
    logout(request)
    if request.path_info.startswith("/api/"):
        problem = Problem("session_over")
        said = {"code": problem.code, "message": problem.in_language(get_language() or "vi")}
        return JsonResponse(said, status=problem.status, headers={"Cache-Control": "no-store, private"})
    messages.info(request, _("You were signed out because nothing was done for a while, or the shift was over."))
    login = reverse("admin:login")
    if request.method not in ("GET", "HEAD"):
        return HttpResponseRedirect(login)
    return HttpResponseRedirect(f"{login}?{urlencode({'next': request.get_full_path()})}")
