"""Who acts on a case: an account's post at a moment, and where it holds.

Proved by ``tests/disputes/test_visibility.py``.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from casino.access.postings import duty_of, role_of
from casino.access.roles import Account, staff_code
from casino.core.errors import Problem
from disputes.case.context import Actor
from games.engine.facts import Person


def actor_of(user: Account, property_code: str, at: datetime, *, staff: str | None = None) -> Actor:
    """Who an account is at a moment, and where they are on duty; ``staff`` where the code is known already. Problem
    ``forbidden`` for an account without a role."""
    duty = duty_of(user, at, property_code=property_code)
    role = duty.post if duty is not None else role_of(user, at)
    if role is None or isinstance(user, AnonymousUser):
        raise Problem("forbidden")
    if staff is None:
        staff = staff_code(user)
    if duty is None:
        return Actor(staff=staff, role=role, person=None)
    post: str = duty.post
    return Actor(
        staff=staff,
        role=role,
        person=Person(post=post, staff=staff),
        everywhere=duty.everywhere,
        tables=duty.tables,
        pits=duty.pits,
    )
