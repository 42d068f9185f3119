"""The factors of an account: who must have one, which there are, removing, resetting.

Whatever tries or changes a factor holds the account's guard row, so that two requests at once cannot use one code twice
or remove the last two devices. Proved by ``tests/factors/test_store.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Coalesce

from casino.access.roles import sensitive
from casino.core.errors import Problem
from casino.factors.changes import tell
from casino.factors.models import CodeApp, Guard, Passkey, RecoveryCode
from casino.ledger.models import ask_with_houses
from casino.site.remembering import once

MOST: Final = 10
"""Devices an account may have."""

DEVICES: Final[dict[str, type[CodeApp] | type[Passkey]]] = {"code_app": CodeApp, "passkey": Passkey}


def must_have(user: Any) -> bool:
    """Whether the account must have a second factor: one that may change accounts or postings, or see cases, as whoever
    decides them does. Asked of the permissions in force, so that a posting brings the duty with it."""
    if settings.SECOND_FACTOR != "required":
        return False
    return any(user.has_perm(permission) for permission in sensitive())


def devices(user: AbstractBaseUser) -> list[CodeApp | Passkey]:
    """The devices in use, oldest first; asked once for a page."""

    def found() -> list[CodeApp | Passkey]:
        rows = [row for kind in DEVICES.values() for row in kind.objects.filter(user_id=user.pk, removed_at=None)]
        return sorted(rows, key=lambda row: row.created_at)

    return list(once(("devices", user.pk), found))


def kind_of(device: CodeApp | Passkey) -> str:
    return "code_app" if isinstance(device, CodeApp) else "passkey"


def name_of(device: CodeApp | Passkey) -> str:
    """How changes name a device."""
    return f"{kind_of(device)}:{device.pk}"


@contextmanager
def guarded(user: AbstractBaseUser) -> Iterator[Guard]:
    """The account's guard, locked until the end of a transaction. The account itself comes first, as for every other
    change of it: two locks in two orders would wait for each other."""
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk).first()
        Guard.objects.get_or_create(user_id=user.pk)
        yield Guard.objects.select_for_update().get(user_id=user.pk)


def generation(user: AbstractBaseUser) -> int:
    """By which proofs of former times are told."""
    found = Guard.objects.filter(user_id=user.pk).values_list("generation", flat=True).first()
    return found or 0


def has_any_and_generation(user: AbstractBaseUser) -> tuple[bool, int]:
    """Whether the account has a device in use (recovery codes alone are none), and its generation. One query, since
    every request of a signed-in session asks; in a page with the properties, which nearly every page needs."""
    used = [Exists(kind.objects.filter(user_id=OuterRef("pk"), removed_at=None)) for kind in DEVICES.values()]
    guard = Guard.objects.filter(user_id=OuterRef("pk")).values("generation")
    rows = get_user_model()._default_manager.filter(pk=user.pk)
    asked = rows.values_list(reduce(or_, used), Coalesce(Subquery(guard), 0))
    ask_with_houses(asked)
    [(in_use, former)] = asked
    return bool(in_use), int(former)


def room_for_another(user: AbstractBaseUser) -> None:
    """Problem factor_too_many. Call it under the guard."""
    if len(devices(user)) >= MOST:
        raise Problem("factor_too_many", limit=MOST)


def device(user: AbstractBaseUser, kind: str, number: int) -> CodeApp | Passkey:
    """One of the account's own. Problem factor_unknown."""
    if kind in DEVICES:
        found = DEVICES[kind].objects.filter(user_id=user.pk, pk=number, removed_at=None).first()
        if found is not None:
            return found
    raise Problem("factor_unknown")


def remove(user: AbstractBaseUser, kind: str, number: int, *, now: datetime) -> None:
    """Take a device out of use. Problem factor_unknown; factor_last for the last one of an account that must have one.
    What sessions proved before counts no more."""
    with guarded(user) as guard:
        found = device(user, kind, number)
        last = len(devices(user)) == 1
        if last and must_have(user):
            raise Problem("factor_last")
        _take_out(found, now)
        if last:
            _void_codes(user, now)
        _next_generation(guard)
        tell("removed", user, at=now, factor=name_of(found), label=found.label)


def reset(user: AbstractBaseUser, *, by: str, now: datetime, recorded: bool = False) -> None:
    """Take everything out of use, for somebody who lost it: they enrol anew at the next sign-in, and every session of
    theirs stops being proved. ``by`` is the staff code of whoever does it. It asks nobody: two persons must have agreed
    before it is called (``casino.accounts.changes``, which has ``recorded`` it), so no page calls it for one."""
    with guarded(user) as guard:
        for found in devices(user):
            _take_out(found, now)
        _void_codes(user, now)
        guard.throttle_reset(commit=False)
        _next_generation(guard)
        tell("reset", user, at=now, by=by, recorded=recorded)


def _take_out(found: CodeApp | Passkey, now: datetime) -> None:
    found.removed_at = now
    if isinstance(found, CodeApp):
        found.secret = ""
        found.save(update_fields=["removed_at", "secret"])
    else:
        found.save(update_fields=["removed_at"])


def _void_codes(user: AbstractBaseUser, now: datetime) -> None:
    RecoveryCode.objects.filter(user_id=user.pk, spent_at=None).update(spent_at=now)


def _next_generation(guard: Guard) -> None:
    guard.generation += 1
    guard.save()
