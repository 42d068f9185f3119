"""Links that expire: an address that opens one file, for one account, until a moment.

The link is signed with the server's key and says what, for whom and until when; nothing is stored. It is no permission
of its own: with every use the account is asked again whether it may see the recording, so that a link of somebody who
was moved, or whose account was shut, opens nothing. Proved by ``tests/surveillance/files/test_serving.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.urls import reverse

from casino.core.errors import Problem

SALT: Final = "surveillance.files.links"


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a link opens: ``what`` of a recording (``web``, ``original``, ``export/…``), or of a job."""

    house: str
    recording: str
    what: str
    account: int
    until: int
    why: str = "upkeep"
    subject: str = ""


def address(
    *,
    house: str,
    recording: str,
    what: str,
    user: Any,
    now: datetime,
    why: str = "upkeep",
    subject: str = "",
) -> tuple[str, datetime]:
    """A path that opens it, and until when."""
    until = (now + timedelta(minutes=settings.FOOTAGE_LINK_MINUTES)).replace(microsecond=0)
    link = Link(
        house=house,
        recording=recording,
        what=what,
        account=user.pk,
        until=int(until.timestamp()),
        why=why,
        subject=subject,
    )
    token = signing.dumps(msgspec.to_builtins(link), salt=SALT, compress=True)
    return reverse("files:linked", args=[token]), until


def opened(token: str, now: datetime) -> tuple[Link, Any]:
    """What a link says, and its account. Problem footage_link_wrong, footage_link_old."""
    try:
        link = msgspec.convert(signing.loads(token, salt=SALT), Link)
    except (signing.BadSignature, msgspec.ValidationError, ValueError) as error:
        raise Problem("footage_link_wrong") from error
    if link.until <= now.timestamp():
        raise Problem("footage_link_old")
    user = get_user_model().objects.filter(pk=link.account, is_active=True, is_staff=True).first()
    if user is None:
        raise Problem("footage_link_wrong")
    return link, user
