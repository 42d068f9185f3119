"""What somebody had typed, kept for them alone for half an hour: across an expired session, and across a look.

A form that comes too late finds its session over; the person signs in again and goes on where they were. A form that is
only looked at (other rounds, what it would come to) is kept and answered with a redirect, so that the browser's Back
and Reload ask again for a page and never send a form twice.

Tablets at tables are shared, so nothing of it is left in the browser: it lies in the session on the server, sealed for
the account that typed it (``casino.factors.sealing``), a few at most, and is dropped when somebody else signs in. Files
and passwords do not travel. Rooms say by the name of an address which forms are kept. Proved by
``tests/disputes/admin/test_drafts.py``.
"""

from __future__ import annotations

import zlib
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import Resolver404, resolve

from casino.core.errors import Problem
from casino.core.seams import Seam
from casino.factors import sealing

KEY: Final = "drafts"
PARAMETER: Final = "kept"
PURPOSE: Final = "draft"
MOST: Final = 6
LONGEST: Final = 200_000
"""Characters of a form, encoded, that are kept."""
KEPT: Final[Seam[str, None]] = Seam("Addresses (by name) whose forms survive the end of a session.")


def look_again(request: HttpRequest, *, more: dict[str, str] | None = None, at: str = "") -> HttpResponse | None:
    """The redirect to the same page with what was typed, and to the part ``at`` of it, where the person was; None where
    it cannot be kept (a file, too much)."""
    token = _keep(request, int(request.user.pk or 0), request.POST)
    if token is None:
        return None
    part = f"#{at}" if at else ""
    return HttpResponseRedirect(f"{request.path}?{urlencode({PARAMETER: token, **(more or {})})}{part}")


def kept(request: HttpRequest) -> QueryDict | None:
    """What was typed, where the address asks for it and it is this account's, for this page."""
    token = request.GET.get(PARAMETER, "")
    for known, address, sealed in request.session.get(KEY, []):
        if known == token and address == request.path:
            try:
                content = sealing.opened_in_time(sealed, purpose=PURPOSE, user=int(request.user.pk or 0))
            except Problem:  # too old, or somebody else's
                return None
            return QueryDict(zlib.decompress(content))
    return None


def before_the_end(request: HttpRequest) -> tuple[list[str], str] | None:
    """A form that came too late, sealed for its account, and where it goes on; asked before the session is ended. None
    for what is no form of ours."""
    if request.method != "POST" or _name(request) not in KEPT or request.FILES:
        return None
    checked = CsrfViewMiddleware(lambda _request: HttpResponse()).process_view(request, HttpResponse, (), {})
    if checked is not None:
        return None
    draft = _sealed(request.path, int(request.user.pk or 0), request.POST)
    return None if draft is None else (draft, f"{request.path}?{urlencode({PARAMETER: draft[0]})}")


def put_back(request: HttpRequest, draft: list[str]) -> None:
    """Into the session that begins."""
    request.session[KEY] = [draft]


def begin(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """At the sign-in: of a draft nobody but its account keeps anything."""
    drafts = []
    for draft in request.session.get(KEY, []):
        try:
            sealing.opened_in_time(draft[2], purpose=PURPOSE, user=int(user.pk or 0))
        except Problem:
            continue
        drafts.append(draft)
    if drafts or KEY in request.session:
        request.session[KEY] = drafts


def _keep(request: HttpRequest, user: int, fields: QueryDict) -> str | None:
    draft = None if request.FILES else _sealed(request.path, user, fields)
    if draft is None:
        return None
    request.session[KEY] = [*request.session.get(KEY, []), draft][-MOST:]
    return draft[0]


def _sealed(address: str, user: int, fields: QueryDict) -> list[str] | None:
    given = fields.copy()
    given.pop("csrfmiddlewaretoken", None)
    encoded = given.urlencode()
    if len(encoded) > LONGEST:
        return None
    content = zlib.compress(encoded.encode())
    return [uuid4().hex, address, sealing.seal_for_a_while(content, purpose=PURPOSE, user=user)]


def _name(request: HttpRequest) -> str:
    try:
        return resolve(request.path_info).url_name or ""
    except Resolver404:
        return ""
