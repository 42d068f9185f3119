"""What follows from the signed commands on accounts: which events they bring, and what these must say.

Names, addresses and passwords stand in no event, so only which of them changed can be held against the command. Pure.
Proved by ``tests/checkpoints/test_commanded.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from casino.accounts import frozen_commands as _frozen_commands  # noqa: F401 - what was signed before
from casino.core.signature_rules import (
    Recorded,
    Said,
    brings,
    first,
    id_of,
    main_event,
    member,
    of_stream,
    same_members,
    same_moment,
)

ADD: Final = "admin:auth_user_add"
DO: Final = "admin:auth_user_do"
POSTING: Final = "admin:casino_posting_add"
CHANGE: Final = "admin:casino_accountchange_change*"
BROUGHT: Final[dict[str, tuple[str, ...]]] = {
    ADD: ("opened", "post_asked", "post_given", "password_reset"),
    f"{DO}:names": ("names_changed", "staff_code_set"),
    f"{DO}:post": ("post_asked", "post_given"),
    f"{DO}:take": ("post_taking_asked", "post_taken"),
    f"{DO}:password": ("password_reset_asked", "password_reset"),
    f"{DO}:factors": ("factors_reset_asked",),
    f"{DO}:email": ("email_change_asked", "email_changed"),
    f"{DO}:close": ("deactivated",),
    f"{DO}:activate": ("activation_asked", "activated"),
}
"""Of each command on an account: what it brings."""
POSTING_MEMBERS: Final = ("property", "post", "tables", "pits")


def _changed(said: Said) -> str | None:
    data = said.event.data
    wanted = said.about.get("account")
    return first(
        None if wanted is None else of_stream(said, wanted),
        member("correlation", said.event.correlation, str(said.command.id)),
        member("post", data.get("post"), said.said.get("post")) if "post" in data else None,
        member("ask", data.get("ask"), None),
    )


def _posting_asked(said: Said) -> str | None:
    data, sent = said.event.data, said.said
    return first(
        main_event(said),
        of_stream(said, said.about.get("account")),
        *(member(name, data.get(name), sent.get(name)) for name in POSTING_MEMBERS),
        *(same_moment(name, data.get(name), sent.get(name)) for name in ("begins_at", "ends_at")),
    )


def _answered(said: Said) -> str | None:
    word = {"change_refused": "refuse", "change_withdrawn": "withdraw"}[said.event.name.partition(".")[2]]
    return first(_of_change(said), main_event(said), member("answer", said.said.get("say"), word))


def _of_change(said: Said) -> str | None:
    return first(
        of_stream(said, said.about.get("account")),
        member("ask", said.event.data.get("ask"), said.about.get("ask")),
    )


_ASKED: Final = {
    "post_given": "post_asked",
    "post_taken": "post_taking_asked",
    "posting_given": "posting_asked",
    "password_reset": None,
    "email_changed": "email_change_asked",
    "activated": "activation_asked",
    "factors_reset": None,
}
"""What a confirmation brings -> what was asked for; None: a first post brings a password in two parts besides."""


def _confirmed(said: Said) -> str | None:
    name, data = said.event.name.partition(".")[2], said.event.data
    asked = said.record.event(id_of(said.about.get("ask")))
    if asked is None or not asked.name.startswith("account.") or asked.stream != said.event.stream:
        return "what it confirms is not in the record"
    wanted = _ASKED[name]
    return first(
        _of_change(said),
        member("answer", said.said.get("say"), "confirm"),
        None if wanted is None else member("type", asked.name, f"account.{wanted}"),
        same_members(("post",), data, asked.data, "the request") if name in ("post_given", "post_taken") else None,
        _posting(data, asked) if name == "posting_given" else None,
    )


def _posting(data: dict[str, Any], asked: Recorded) -> str | None:
    begins = asked.data.get("begins_at")
    early = begins is not None and datetime.fromisoformat(data["begins_at"]) < datetime.fromisoformat(begins)
    return first(
        same_members(POSTING_MEMBERS, data, asked.data, "the request"),
        "its begins_at is before that of the request" if early else None,
        same_moment("ends_at", data.get("ends_at"), asked.data.get("ends_at")),
    )


for _act, _names in BROUGHT.items():
    brings((_act,), [f"account.{name}" for name in _names], _changed)
brings((POSTING,), ("account.posting_asked",), _posting_asked)
brings((CHANGE,), ("account.change_refused", "account.change_withdrawn"), _answered)
brings((CHANGE,), [f"account.{name}" for name in _ASKED], _confirmed)
