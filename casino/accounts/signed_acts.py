"""Accounts, posts, postings, confirmations, and sign-ins that were held up: weighty acts, and what they are about in
the terms of the record. Names, addresses and passwords stand in a signed command by a salted hash that nobody keeps.

Proved by ``tests/factors/test_weighty.py`` and ``tests/factors/test_signing.py``.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from casino.access.models import AccountChange
from casino.access.roles import RANKED
from casino.accounts.service import stream_of
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.factors.weighty import About, Act, part_of
from casino.ledger.models import Property

_WORDS: Final = Catalogue(__file__)


def _house() -> str | None:
    return Property.all_houses.order_by("pk").values_list("code", flat=True).first()


def _account(request: HttpRequest) -> About | None:
    house, number = _house(), part_of(request, "object_id")
    if house is None:
        return None
    return About(house, {"account": stream_of(int(number))} if number.isdecimal() else {})


def _change(request: HttpRequest) -> About | None:
    house, ask = _house(), part_of(request, "object_id")
    if house is None:
        return None
    row = (
        AccountChange.objects.filter(pk=ask).first()
        if len(ask) == len("00000000-0000-0000-0000-000000000000")
        else None
    )
    if row is None:
        return About(house, {})
    return About(house, {"ask": str(row.pk), "account": stream_of(row.user_id), "what": row.kind})


def _posting(request: HttpRequest) -> About | None:
    """Who is to be posted, where, and the clocks by which moments are meant."""
    house, user, place = _house(), request.POST.get("user", ""), request.POST.get("property", "")
    if house is None or not (user.isdecimal() and place.isdecimal()):
        return _account(request)
    row = Property.all_houses.filter(pk=int(place[:18])).first()
    where = {} if row is None else {"property": row.code, "zone": row.zone.key}
    return About(house, {"account": stream_of(int(user)), **where})


def _of_account(request: HttpRequest) -> Text:
    post = request.POST.get("post", "")
    if part_of(request, "action") and post in RANKED:
        return _WORDS.text("change-a-post-of-an")
    return _WORDS.text("change-an-account")


def _of_change(request: HttpRequest) -> Text:
    said = {
        "confirm": _WORDS.text("confirm-a-change-of-an"),
        "refuse": _WORDS.text("refuse-a-change-of-an"),
    }
    return said.get(request.POST.get("say", ""), _WORDS.text("change-of-an-account"))


ACTS: Final = {
    "admin:auth_user_*": Act(about=_account, title=_of_account),
    "admin:casino_accountchange_*": Act(about=_change, title=_of_change),
    "admin:casino_posting_*": Act(about=_posting, title=_WORDS.text("posting")),
    "admin:casino_*": Act(),
    "admin:axes_*": Act(),
    # As one's own devices: whoever lost a device comes in by a recovery code, with a one-time password too.
    "own_password": Act(recovery=True),
}
PLAIN: Final = (
    *("command_id", "say", "post", "posts", "property", "tables", "pits", "begins_at", "ends_at", "user"),
    *("begins_at_*", "ends_at_*"),
)
WORDS: Final = ("reason",)
TYPES: Final = tuple(
    f"account.{name}.%"
    for name in ("post_asked", "post_given", "posting_asked", "posting_given", "activated", "factors_reset")
)
