"""Accounts and postings that the record does not know, or knows otherwise: recorded as found.

Run by ``manage.py record_accounts``, which every ``prepare_database`` calls: so an installation from before the record
enters it with its next upgrade, and what was changed past it later (in the database by hand) is seen and told.
Proved by ``tests/accounts/test_commands.py``.
"""

from __future__ import annotations

from datetime import datetime
from uuid import uuid4

from django.contrib.auth.models import User

from casino.access.models import Posting
from casino.accounts import facts as f
from casino.accounts.service import SYSTEM, Writing, stream_of, writing
from casino.ledger.models import Property


def record_found(now: datetime) -> int:
    """Record every account that needs it; how many did. Without a property there is no record yet."""
    if not Property.all_houses.exists():
        return 0
    count = 0
    for user_id in User.objects.order_by("pk").values_list("pk", flat=True):
        with writing(user_id, by=SYSTEM, command_id=uuid4(), now=now, all_of_it=True) as account:
            unknown = _unknown_postings(account)
            account.record(*map(_found, unknown), by=SYSTEM)
            count += account.found or bool(unknown)
    return count


def _unknown_postings(account: Writing) -> list[Posting]:
    known = {getattr(event.data, "posting", None) for event in account.ledger.stream(stream_of(account.user.pk))}
    rows = Posting.objects.select_related("property").filter(user=account.user).order_by("pk")
    return [row for row in rows if row.pk not in known]


def _found(row: Posting) -> f.PostingFound:
    return f.PostingFound(
        posting=row.pk,
        property=row.property.code,
        post=row.post,
        begins_at=row.begins_at,
        tables=tuple(row.tables),
        pits=tuple(row.pits),
        ends_at=row.ends_at,
        ended_at=row.ended_at,
    )
