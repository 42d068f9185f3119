"""Accounts, posts, postings, confirmations, and sign-ins that were held up: weighty acts, and what they are about in
the terms of the record. Names, addresses and notes stand in a signed command by a salted hash that nobody keeps.

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
from casino.factors.step_up import About, Act, part_of
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
    """Who is to be posted."""
    house, user = _house(), request.POST.get("user", "")
    if house is None:
        return None
    return About(house, {"account": stream_of(int(user))} if user.isdecimal() else {})


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
    **{f"admin:auth_user_{page}": Act(about=_account, title=_of_account, reads=True) for page in ("add", "do")},
    "admin:casino_accountchange_change": Act(about=_change, title=_of_change, reads=True),
    "admin:casino_posting_add": Act(about=_posting, title=_WORDS.text("posting"), reads=True),
    **{f"admin:{whatever}_*": Act() for whatever in ("auth_user", "casino", "axes")},
    # As one's own devices: whoever lost a device comes in by a recovery code, with a one-time password too.
    "own_password": Act(recovery=True),
}
PLAIN: Final = ("command_id",)
WORDS: Final = ("reason",)
TYPES: Final = tuple(
    f"account.{name}.%"
    for name in ("post_asked", "post_given", "posting_asked", "posting_given", "activated", "factors_reset")
)
