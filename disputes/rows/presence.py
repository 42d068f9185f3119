"""Who has a case open at this moment: for the others who have it open, and for nobody else.

A page that is open and looked at says so every few seconds (``disputes.admin.live``). It is no part of the record and
no event: a row for each person and case, written over, and swept away after a day. Proved by
``tests/disputes/admin/test_live.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.db import models

from disputes.rows.models import Presence

HERE: Final = timedelta(seconds=50)
"""Whoever was heard of within this is there: three times the pause between two words."""
KEPT: Final = timedelta(days=1)


class Here(msgspec.Struct, frozen=True):
    """Somebody else at the case; ``command``: the step whose form they have open, or nothing."""

    staff: str
    command: str


def note(case: int, user: int, staff: str, command: str, now: datetime) -> None:
    """Say that a person is at a case: one row, written over."""
    Presence.objects.bulk_create(
        [Presence(case=case, user=user, staff=staff, command=command, at=now)],
        update_conflicts=True,
        unique_fields=["case", "user"],
        update_fields=["staff", "command", "at"],
    )


def others(case: int, user: int, now: datetime) -> list[Here]:
    """Who else is at a case now, by staff code."""
    rows = Presence.objects.filter(case=case, at__gt=now - HERE).exclude(user=user).order_by("staff")
    return [Here(*each) for each in rows.values_list("staff", "command")]


def sweep(now: datetime) -> int:
    """Forget who was where; how many rows."""
    gone: tuple[int, dict[str, int]] = Presence.objects.filter(models.Q(at__lt=now - KEPT)).delete()
    return gone[0]
