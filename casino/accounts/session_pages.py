"""One's own sessions: where one is signed in, and ending what should not go on.

Proved by ``tests/accounts/test_sessions.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from casino.access.zone import house_zone
from casino.accounts import life
from casino.accounts.sessions import end_session, end_sessions, sessions_of
from casino.clock import now as clock
from casino.factors.carrying import page

NAMES = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class Shown:
    """A session as its owner sees it. ``mark`` names it without being its key."""

    mark: str
    begun: datetime
    seen: datetime
    address: str
    browser: str
    is_this: bool


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """The list, and the buttons that end one or all others."""
    assert request.user.is_authenticated
    now = clock()
    if request.method == "POST":
        return _end(request, now)
    context = {"title": _("Where you are signed in"), "sessions": _shown(request, now), "zone": house_zone()}
    return page(request, "casino/accounts/sessions.html", context)


def _end(request: HttpRequest, now: datetime) -> HttpResponse:
    assert request.user.is_authenticated
    wanted, ended = request.POST.get("session", ""), 0
    if wanted == "others":
        ended = end_sessions(request.user.pk, now, but=request.session.session_key)
    else:
        for key, _content in sessions_of(request.user.pk, now):
            if _mark(key) == wanted and key != request.session.session_key:
                ended += end_session(key)
    told = ngettext("%(count)s session was ended.", "%(count)s sessions were ended.", ended)
    messages.success(request, told % {"count": ended})
    return HttpResponseRedirect(reverse("own_sessions"))


def _shown(request: HttpRequest, now: datetime) -> list[Shown]:
    assert request.user.is_authenticated
    found = []
    for key, content in sessions_of(request.user.pk, now):
        own = content.get(life.KEY)
        if own is None or life.is_over(own, now.timestamp()):
            continue
        found.append(
            Shown(
                mark=_mark(key),
                begun=datetime.fromtimestamp(own["begun"], UTC),
                seen=datetime.fromtimestamp(own["seen"], UTC),
                address=own["address"],
                browser=browser_in_words(own["browser"]),
                is_this=key == request.session.session_key,
            )
        )
    return sorted(found, key=lambda each: (not each.is_this, -each.seen.timestamp()))


def browser_in_words(agent: str) -> str:
    """``Chrome, Android``; what a browser calls itself is its own word, so no more is read from it."""
    name = next((name for sign, name in NAMES if sign in agent), "")
    system = next((system for sign, system in SYSTEMS if sign in agent), "")
    return ", ".join(part for part in (name, system) if part) or _("unknown browser")


def _mark(key: str) -> str:
    return sha256(b"session " + key.encode()).hexdigest()[:24]
