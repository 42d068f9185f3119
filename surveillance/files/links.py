"""Links that expire: an address that opens one file, in one session of one account, until a moment.

The link is signed with the server's key and says what, for whom and until when; nothing is stored. It opens in the
session alone in which it was asked for, so that who looked is who the chain of custody names, and not whoever was
handed an address. It is no permission of its own: with every use the account is asked again whether it may see the
recording, so that a link of somebody who was moved, or whose account was shut, opens nothing. Proved by
``tests/surveillance/files/test_allowed.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.core import signing
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from casino.core.errors import Problem

SALT: Final = "surveillance.files.links"


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a link opens: ``what`` of a recording (``web``, ``original``, ``export/…``), or of a job."""

    house: str
    recording: str
    what: str
    account: int
    session: str
    until: int
    why: str = "upkeep"
    subject: str = ""


def address(
    *,
    house: str,
    recording: str,
    what: str,
    request: HttpRequest,
    now: datetime,
    why: str = "upkeep",
    subject: str = "",
) -> tuple[str, datetime]:
    """A path that opens it in the session of this request, and until when. Problem footage_link_session."""
    session = session_of(request)
    if not session or SESSION_KEY not in request.session:
        raise Problem("footage_link_session")
    until = (now + timedelta(minutes=settings.FOOTAGE_LINK_MINUTES)).replace(microsecond=0)
    link = Link(
        house=house,
        recording=recording,
        what=what,
        account=int(request.session[SESSION_KEY]),
        session=session,
        until=int(until.timestamp()),
        why=why,
        subject=subject,
    )
    token = signing.dumps(msgspec.to_builtins(link), salt=SALT, compress=True)
    return reverse("files:linked", args=[token]), until


def session_of(request: HttpRequest) -> str:
    """A name of the session that gives nobody the session; empty without one."""
    key = request.session.session_key
    return salted_hmac(SALT, key, algorithm="sha256").hexdigest()[:32] if key else ""


def opened(token: str, request: HttpRequest, now: datetime) -> tuple[Link, Any]:
    """What a link says, and its account. Problem footage_link_wrong, footage_link_old, footage_link_session."""
    try:
        link = msgspec.convert(signing.loads(token, salt=SALT), Link)
    except (signing.BadSignature, msgspec.ValidationError, ValueError) as error:
        raise Problem("footage_link_wrong") from error
    if link.until <= now.timestamp():
        raise Problem("footage_link_old")
    user = get_user_model().objects.filter(pk=link.account, is_active=True, is_staff=True).first()
    if user is None:
        raise Problem("footage_link_wrong")
    signed_in = request.session.get(SESSION_KEY) == str(user.pk)  # links are opened without the API's own sign-in
    if not signed_in or not constant_time_compare(link.session, session_of(request)):
        raise Problem("footage_link_session")
    return link, user
