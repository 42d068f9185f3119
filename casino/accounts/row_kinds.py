"""Rows of accounts, made again from the events of their streams: who has which post, password, device, posting, and
what waits for a second person.

All of it stands in the record of the house's first property. What an event of before this was recorded does not say
(the hash of a password, of a secret, of recovery codes) is not compared until the record knows it, which
``record_found`` sees to. Proved by ``tests/accounts/test_row_kinds.py``.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import partial
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import Group, User

from casino.access import roles
from casino.access.models import AccountChange
from casino.access.roles import staff_code
from casino.accounts import facts as f
from casino.accounts import passwords
from casino.accounts.service import house
from casino.accounts.state import Account, evolve
from casino.core.errors import Problem
from casino.core.events import RecordedEvent
from casino.factors import codes, sealing
from casino.factors.models import CodeApp, RecoveryCode
from casino.ledger.row_kinds import Key, Kind, Record, Values

Told = dict[Key, dict[str, Any]]


Events = list[tuple[int, RecordedEvent]]
"""Of accounts, each with the account's number, in the order of the log."""


def of_the_house(told: Callable[[Events], Told]) -> Callable[[Record], Told | None]:
    """For the property whose record has the accounts; of another's there is nothing to say."""

    def said(record: Record) -> Told | None:
        if house().code != record.property_code:
            return None
        return told([(int(each.stream.partition("/")[2]), each) for each in record.events(*f.NAMES.values())])

    return said


def _moment(event: RecordedEvent) -> Any:
    return event.occurred_at or event.recorded_at


# --- The account ------------------------------------------------------------------------------------------------------


def _accounts(events: Events) -> Told:
    folded: dict[int, Account] = {}
    for number, event in events:
        evolve(folded.setdefault(number, Account()), event.data, event.id)
    told: Told = {}
    for number, state in folded.items():
        said = {"staff": state.staff, "is_active": state.active, "posts": tuple(sorted(state.posts))}
        told[number,] = {**said, "is_superuser": False, "permissions": ()}
        if state.password:
            told[number,]["password"] = state.password
    return told


def _account_rows(_code: str) -> Mapping[Key, Values]:
    users = User.objects.prefetch_related("groups", "user_permissions")
    return {
        (user.pk,): {
            "staff": staff_code(user),
            "is_active": user.is_active,
            "posts": tuple(sorted(group.name for group in user.groups.all())),
            "is_superuser": user.is_superuser,
            "permissions": tuple(sorted(each.codename for each in user.user_permissions.all())),
            "password": passwords.digest_of_hash(user.password),
        }
        for user in users
    }


def _one_time(events: Events) -> Told:
    """What is kept of an account beside Django's own row."""
    nothing = {"one_time": False, "two_parts": False, "by_two": False, "one_time_until": None}
    told: Told = {}
    for number, event in events:
        kept = told.setdefault((number,), dict(nothing))
        match event.data:
            case f.PasswordReset(ask=ask):
                two = ask is not None
                until = _moment(event) + passwords.LASTS
                kept.update(one_time=True, two_parts=two, by_two=two, one_time_until=until)
            case f.FirstAdministratorMade():
                kept.update(one_time=True, one_time_until=_moment(event) + passwords.LASTS)
            case f.Opened(own_password=True):
                kept.update(by_two=True)
            case f.PasswordChosen():
                kept.update(one_time=False, two_parts=False, one_time_until=None)
    return told


def _one_time_rows(_code: str) -> Mapping[Key, Values]:
    """Of every account: one without a row has none of it."""
    names = ("one_time", "two_parts", "by_two", "one_time_until")
    rows = User.objects.values_list("pk", *(f"account__{name}" for name in names))
    return {(row[0],): {name: value or None if name == names[3] else bool(value)
                        for name, value in zip(names, row[1:], strict=True)} for row in rows}  # fmt: skip


def _groups(_events: Events) -> Told:
    """What a role may, by the program; nobody may anything by another group."""
    return {(code,): {"permissions": tuple(sorted(roles.permissions_of(code)))} for code in roles.ROLES}


def _group_rows(_code: str) -> Mapping[Key, Values]:
    groups = Group.objects.prefetch_related("permissions__content_type")
    return {
        (group.name,): {
            "permissions": tuple(sorted(f"{p.content_type.app_label}.{p.codename}" for p in group.permissions.all()))
        }
        for group in groups
    }


# --- What waits for a second person -----------------------------------------------------------------------------------


def _changes(events: Events) -> Told:
    told: Told = {}
    for number, event in events:
        fact = event.data
        if type(fact) in f.KINDS:
            told[event.id,] = {
                "user": number, "kind": f.KINDS[type(fact)], "state": "waiting", "asked_at": _moment(event),
                "asked_by": event.actor, "decided_by": None, "decided_at": None, "post": getattr(fact, "post", ""),
                "property": getattr(fact, "property", None), "tables": getattr(fact, "tables", ()),
                "pits": getattr(fact, "pits", ()), "begins_at": getattr(fact, "begins_at", None),
                "ends_at": getattr(fact, "ends_at", None),
            }  # fmt: skip
            continue
        ask = getattr(fact, "ask", None)
        if ask is not None and (ask,) in told:
            state = {f.ChangeRefused: "refused", f.ChangeWithdrawn: "withdrawn"}.get(type(fact), "confirmed")
            told[ask,].update(state=state, decided_by=event.actor, decided_at=_moment(event))
    return told


def _change_rows(_code: str) -> Mapping[Key, Values]:
    rows = AccountChange._base_manager.select_related("property", "asked_by", "decided_by")
    return {
        (row.pk,): {
            "user": row.user_id, "kind": row.kind, "state": row.state, "asked_at": row.asked_at,
            "asked_by": f"person:{staff_code(row.asked_by)}", "post": row.post,
            "decided_by": row.decided_by and f"person:{staff_code(row.decided_by)}", "decided_at": row.decided_at,
            "property": row.property and row.property.code, "tables": tuple(row.tables), "pits": tuple(row.pits),
            "begins_at": row.begins_at, "ends_at": row.ends_at,
        }
        for row in rows
    }  # fmt: skip


def _postings(events: Events) -> Told:
    told: Told = {}
    asked: dict[UUID, str] = {}
    for number, event in events:
        match event.data:
            case f.PostingAsked():
                asked[event.id] = event.actor.partition(":")[2]
            case f.PostingGiven() as fact:
                kept = msgspec.structs.asdict(fact)
                names = ("post", "tables", "pits", "begins_at", "ends_at")
                by = {} if fact.ask is None else {
                    "given_by": asked.get(fact.ask, ""), "confirmed_by": event.actor.partition(":")[2]
                }  # fmt: skip
                told[fact.posting,] = {
                    **{name: kept[name] for name in names}, "user_id": number, "property__code": fact.property,
                    "given_at": _moment(event), "ended_at": None, "ended_by": "", **by,
                }  # fmt: skip
            case f.PostingFound() as fact:
                told[fact.posting,] = {
                    **{name: getattr(fact, name) for name in ("post", "tables", "pits", "begins_at", "ends_at")},
                    "user_id": number, "property__code": fact.property, "ended_at": fact.ended_at,
                }  # fmt: skip
            case f.PostingEnded(posting=posting) if (posting,) in told:
                at, given = _moment(event), told[posting,]
                ends = max(given["begins_at"], at)
                given.update(ends_at=ends, ended_at=at, ended_by=event.actor.partition(":")[2])
    return told


# --- Devices of the second factor -------------------------------------------------------------------------------------


def _devices(kind: str, events: Events) -> Told:
    told: Told = {}
    of: dict[int, set[Key]] = {}
    for number, event in events:
        match event.data:
            case f.FactorAdded(kind=said) as fact if said == kind:
                told[fact.device,] = {
                    "user_id": number, "created_at": _moment(event), "removed_at": None,
                    **({"secret": fact.secret} if fact.secret else {}), **_passkey(fact.key),
                }  # fmt: skip
                of.setdefault(number, set()).add((fact.device,))
            case f.FactorRemoved(kind=said, device=device) if said == kind and (device,) in told:
                told[device,]["removed_at"] = _moment(event)
                of.setdefault(number, set()).discard((device,))
            case f.FactorsReset():
                for key in of.pop(number, set()):
                    told[key]["removed_at"] = _moment(event)
    return told


def _passkey(key: f.PasskeyKey | None) -> dict[str, Any]:
    if key is None:
        return {}
    return {
        "credential_id": b64decode(key.credential_id), "public_key": b64decode(key.public_key),
        "algorithm": key.algorithm, "rp_id": key.rp_id, "origins": key.origins,
    }  # fmt: skip


def _app_rows(_code: str) -> Mapping[Key, Values]:
    """The secrets as digests; where FACTOR_KEY is not given here, they are not compared."""
    rows: dict[Key, Values] = {}
    for app in CodeApp.objects.order_by("pk"):
        kept = {"user_id": app.user_id, "created_at": app.created_at, "removed_at": app.removed_at}
        if app.removed_at is None and (digest := _digest_of_secret(app)) is not None:
            kept["secret"] = digest
        rows[app.pk,] = kept
    return rows


def _digest_of_secret(app: CodeApp) -> str | None:
    try:
        sealing.check()
    except Problem:
        return None
    try:
        return sha256(sealing.opened(app.secret, purpose=codes.PURPOSE, user=app.user_id)).hexdigest()
    except Problem:
        return "unreadable"


def _recovery(events: Events) -> Told:
    """Of each account the codes that were made last: which, and how many are left."""
    told: Told = {}
    in_use: dict[int, set[tuple[str, int]]] = {}
    for number, event in events:
        used = in_use.setdefault(number, set())
        match event.data:
            case f.RecoveryCodesMade(codes=made):
                told[number,] = {"made_at": _moment(event), "left": codes.RECOVERY_CODES}
                if made is not None:
                    told[number,]["codes"] = made
            case f.RecoveryCodeUsed() if (number,) in told:
                told[number,]["left"] -= 1
            case f.FactorAdded(kind=kind, device=device):
                used.add((kind, device))
            case f.FactorRemoved(kind=kind, device=device):
                used.discard((kind, device))
                if not used and (number,) in told:
                    told[number,]["left"] = 0
            case f.FactorsReset():
                used.clear()
                if (number,) in told:
                    told[number,]["left"] = 0
    return told


def _recovery_rows(_code: str) -> Mapping[Key, Values]:
    found: dict[int, list[RecoveryCode]] = {}
    for row in RecoveryCode.objects.order_by("pk"):
        found.setdefault(row.user_id, []).append(row)
    rows: dict[Key, Values] = {}
    for number, made in found.items():
        last = max(row.created_at for row in made)
        newest = [bytes(row.digest) for row in made if row.created_at == last]
        left = sum(row.spent_at is None for row in made)
        rows[number,] = {"made_at": last, "left": left, "codes": codes.digest_of_all(newest)}
    return rows


# --- The table --------------------------------------------------------------------------------------------------------

WORDS: Final = "what people are called and what they wrote stands in no event: it could be tried out in a digest"
USE: Final = "written at every use"
LABEL: Final = "what the person calls it; it decides nothing"

KINDS: Final = (
    Kind(
        "auth.User",
        ("id",),
        ("is_active", "is_superuser", "password"),
        of_the_house(_accounts),
        "each account's events; staff code, posts and every right of a person by itself with it",
        beside={
            "username": "decides who signs in by it; where it is the staff code it is compared as such, else " + WORDS,
            "first_name": WORDS,
            "last_name": WORDS,
            "email": WORDS,
            "last_login": USE,
            "date_joined": "shown nowhere",
            "is_staff": "opens the pages, on which nobody sees more than their posts allow",
        },
        kept=_account_rows,
    ),
    Kind(
        "auth.Group",
        ("name",),
        (),
        of_the_house(_groups),
        "what each role may, by the program (casino.access.roles)",
        kept=_group_rows,
    ),
    Kind(
        "casino.Account",
        ("user",),
        ("one_time", "two_parts", "by_two", "one_time_until"),
        of_the_house(_one_time),
        "the passwords that were given and chosen",
        kept=_one_time_rows,
    ),
    Kind(
        "casino.AccountChange",
        ("id",),
        (
            *("user", "kind", "post", "property", "tables", "pits", "begins_at", "ends_at", "state"),
            *("asked_by", "asked_at", "decided_by", "decided_at"),
        ),
        of_the_house(_changes),
        "what was asked, and what became of it",
        beside={
            "email": WORDS,
            "note": WORDS,
            "reason": WORDS,
            "first_part": "lives until it is confirmed; whoever puts another in its place knows one part of a password "
            "of which the other person has the second",
        },
        kept=_change_rows,
    ),
    Kind(
        "casino.Posting",
        ("id",),
        (
            *("user_id", "property__code", "post", "tables", "pits", "begins_at", "ends_at"),
            *("given_by", "given_at", "confirmed_by", "ended_by", "ended_at"),
        ),
        of_the_house(_postings),
        "what gave and ended each posting",
        beside={"note": WORDS},
        where=lambda code: {},
    ),
    Kind(
        "factors.Passkey",
        ("id",),
        ("user_id", "credential_id", "public_key", "algorithm", "rp_id", "origins", "created_at", "removed_at"),
        of_the_house(partial(_devices, "passkey")),
        "what added, removed and reset devices",
        beside={
            "label": LABEL,
            "last_used_at": USE,
            "sign_count": USE,
            "backed_up": "told by the authenticator; decides nothing",
            "aaguid": "told by the authenticator; decides nothing",
            "transports": "told by the authenticator; decides nothing",
        },
        where=lambda code: {},
    ),
    Kind(
        "factors.CodeApp",
        ("id",),
        ("user_id", "created_at", "removed_at", "secret"),
        of_the_house(partial(_devices, "code_app")),
        "what added, removed and reset devices; the secret by its digest, where FACTOR_KEY is given",
        beside={"label": LABEL, "last_used_at": USE, "last_step": USE},
        kept=_app_rows,
    ),
    Kind(
        "factors.RecoveryCode",
        ("user",),
        ("digest", "created_at", "spent_at"),
        of_the_house(_recovery),
        "the codes that were made last: all of them by one digest, and how many are left",
        kept=_recovery_rows,
    ),
)
