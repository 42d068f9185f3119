"""Accounts that the record does not know, or knows otherwise: recorded as found.

Run by ``manage.py record_accounts``, which every ``prepare_database`` calls: so an installation from before the record
enters it with its next upgrade, and what was changed past it later (in the database by hand) is seen and told.
Proved by ``tests/accounts/test_commands.py``.
"""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from django.contrib.auth.models import User

from casino.accounts.service import SYSTEM, writing
from casino.ledger.models import Property


def record_found(now: datetime) -> int:
    """Record every account that needs it; how many did. Without a property there is no record yet."""
    if not Property.all_houses.exists():
        return 0
    count = 0
    for user_id in User.objects.order_by("pk").values_list("pk", flat=True):
        with writing(user_id, by=SYSTEM, command_id=uuid4(), now=now) as account:
            count += account.found
    return count
