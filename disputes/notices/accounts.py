"""Notices of accounts and devices: the person concerned, management, and whoever may confirm what waits.

Made by the same follower as the notices of cases, exactly once. Management is senior management and the director of
table games; a device that somebody lets in could send bets, so they hear of those as well. What the demonstration makes
is told to nobody. Proved by ``tests/disputes/notices/test_account_notices.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.contrib.auth.models import User

from casino.access.models import AccountChange
from casino.access.postings import groups_in_force
from casino.access.roles import staff_code
from casino.accounts import facts as f
from casino.accounts.changes import may_confirm
from casino.accounts.rules import MANAGEMENT
from casino.core.events import RecordedEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from disputes.notices.models import Notice, NoticeKind

DEVICES: Final = frozenset(
    {"device.registered.v1", "device.revoked.v1", "table.device_bound.v1", "table.device_unbound.v1"}
)
TYPES: Final = frozenset(f.NAMES.values()) | DEVICES
UNTOLD: Final = "system:demonstration"

ONLY_THEIRS: Final = (
    f.PasswordChosen,
    f.FactorAdded,
    f.FactorRemoved,
    f.RecoveryCodesMade,
    f.RecoveryCodeUsed,
)
"""What is the person's own doing: told to them alone, in case it was not."""


def concerns(event: RecordedEvent) -> bool:
    """Whether this module tells of an event."""
    return event.stored_type in TYPES


def notices(event: RecordedEvent, owner: Property, now: datetime) -> Iterator[Notice]:
    """The notices that one event makes."""
    if event.actor == UNTOLD or _is_simulated(event, owner):
        return
    subject = event.type.rpartition(".v")[0]
    of = _of_account if event.stream.startswith("account/") else _of_device
    reference, key, people = of(event, now)
    author = event.actor.removeprefix("person:")
    for user in people:
        # Whose own password changed is told although they did it: or somebody else, with their password.
        if staff_code(user) == author and not isinstance(event.data, ONLY_THEIRS):
            continue
        yield Notice(
            property=owner,
            user=user,
            case=reference,
            kind=NoticeKind.ACCOUNT,
            subject=subject,
            key=f"{owner.code}/{key}/account",
            made_at=now,
        )


def _is_simulated(event: RecordedEvent, owner: Property) -> bool:
    """Whether a binding is of a device that the demonstration made: its simulated day binds every one of them."""
    if not event.stream.startswith("table/"):
        return False
    registered = get_ledger(owner.code).stream(f"device/{event.data.device}")
    return bool(registered) and registered[0].actor == UNTOLD


def management(now: datetime) -> list[User]:
    """Active accounts in the posts that are told of every change."""
    found = User.objects.filter(is_active=True, groups__name__in=MANAGEMENT).distinct().order_by("pk")
    return [user for user in found if groups_in_force(user, now).filter(name__in=MANAGEMENT).exists()]


def _of_account(event: RecordedEvent, now: datetime) -> tuple[str, str, list[User]]:
    """What the notice leads to, what makes it the same notice, and who gets it."""
    concerned = list(User.objects.filter(pk=int(event.stream.partition("/")[2])))
    if isinstance(event.data, ONLY_THEIRS):
        return event.stream, str(event.position), concerned
    told = {user.pk: user for user in [*concerned, *management(now)]}
    reference, key = event.stream, str(event.position)
    if isinstance(event.data, f.Found):
        # An installation from before the record has many at once: one notice a person and day.
        key = f"found/{event.recorded_at:%Y-%m-%d}"
        told = {user.pk: user for user in management(now)}
    if isinstance(event.data, f.Asked):
        change = AccountChange.objects.filter(pk=event.id).select_related("user", "asked_by", "property").first()
        if change is not None:
            reference = f"change/{change.pk}"
            active = User.objects.filter(is_active=True).order_by("pk")
            told |= {user.pk: user for user in active if may_confirm(change, user, now)}
    return reference, key, list(told.values())


def _of_device(event: RecordedEvent, now: datetime) -> tuple[str, str, list[User]]:
    device = f"device/{event.data.device}"
    return device, str(event.position), management(now)
