"""Postings for tests: somebody is posted at some tables, around now unless told otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User

from casino.access.models import Posting
from casino.clock import now as clock
from casino.ledger.models import Property

DAY = timedelta(days=1)


def a_property(code: str = "HOI") -> Property:
    """A property of this code, in the time zone of the houses here."""
    owner, _made = Property.objects.get_or_create(code=code, defaults={"name_vi": "Casino", "name_en": "Casino"})
    return owner


def posting(
    user: User,
    post: str,
    *,
    tables: Sequence[str] = ("RL01",),
    pits: Sequence[str] = (),
    begins_at: datetime | None = None,
    ends_at: datetime | None = None,
    owner: Property | None = None,
) -> Posting:
    """From a day ago to a day hence, unless told otherwise."""
    now = clock()
    return Posting.objects.create(
        user=user,
        property=owner or a_property(),
        post=post,
        tables=list(tables),
        pits=list(pits),
        begins_at=begins_at or now - DAY,
        ends_at=ends_at or now + DAY,
        given_by="ADM-001",
        given_at=now,
    )
