"""Whose weighty commands must be signed by passkey: said by role, in the record of the house.

Where nothing was said, nobody's must; in the demonstration, those of whoever has registered a passkey there. Proved by
``tests/factors/test_signing.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Q

from casino.access import postings
from casino.accounts.service import house, tell_others
from casino.accounts.signature_facts import DEMAND, DEMANDS, SignatureDemands, SignatureDemandSet
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.events import NewEvent
from casino.core.passkey import SIGNABLE
from casino.core.signature_rules import Mode
from casino.factors.models import Passkey
from casino.ledger import errors as ledger_errors
from casino.ledger.application import get_ledger
from casino.ledger.models import Property


def demands() -> SignatureDemands:
    """What is demanded now."""
    return _demands_at(None)


def _demands_at(at: datetime | None) -> SignatureDemands:
    first = Property.all_houses.order_by("pk").first()
    found = SignatureDemands()
    if first is not None:
        for event in get_ledger(first.code).stream(DEMANDS):
            if at is None or event.recorded_at < at:
                found = found.after(event.data)
    return found


def unsaid() -> Mode:
    return "registered" if settings.DEMONSTRATION else "none"


def mode_of(user: Any) -> Mode:
    """What is demanded of this account, in the roles that it has now."""
    roles = postings.groups_in_force(user, clock()).values_list("name", flat=True)
    return demands().of(roles, unsaid=unsaid())


def demanded_of(person: str, at: datetime) -> bool:
    """Whether this person, a staff code, had to sign weighty commands at a moment: by what was demanded then, the roles
    of the account, and the passkeys that it had."""
    found = _demands_at(at)
    if found == SignatureDemands() and unsaid() == "none":
        return False
    user = User.objects.filter(Q(staff_code__code=person) | Q(staff_code=None, username=person)).first()
    groups = [] if user is None else postings.groups_in_force(user, at).values_list("name", flat=True)
    mode = found.of(groups, unsaid=unsaid())
    if mode != "registered" or user is None:
        return mode == "all"
    had = Passkey.objects.filter(user_id=user.pk, rp_id=settings.PASSKEY_DOMAIN, algorithm__in=SIGNABLE)
    return had.filter(Q(removed_at=None) | Q(removed_at__gt=at), created_at__lte=at).exists()


def demand(*, mode: Mode, role: str | None, by: str, set_by: str, command_id: UUID, now: datetime) -> bool:
    """From now on; False where it was so already. ``by`` is the actor, ``set_by`` the staff code of who decided it.
    Problem try_again."""
    ledger = get_ledger(house().code)
    recorded = ledger.stream(DEMANDS)
    found = SignatureDemands()
    for event in recorded:
        found = found.after(event.data)
    fact = SignatureDemandSet(mode=mode, role=role, set_by=set_by)
    if found.after(fact) == found:
        return False
    said = NewEvent(
        id=command_id,
        stream=DEMANDS,
        type=DEMAND,
        data=fact,
        actor=by,
        occurred_at=now,
        expected_version=len(recorded) + 1,
    )
    try:
        ledger.record(said)
    except ledger_errors.ConcurrencyConflict as error:
        raise Problem("try_again") from error
    tell_others(ledger.property_code)
    return True
