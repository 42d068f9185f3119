"""Note that somebody read personal data. Whoever reads the same again within a few minutes has read it once.

Proved by ``tests/disputes/test_reads.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from casino.access.postings import role_of
from casino.access.roles import staff_code
from casino.clock import now as clock
from casino.ledger.models import Property
from casino.site.environment import number
from disputes.reads.models import PersonalRead, ReadKind
from games.api.ingest import remote_address

AGAIN: Final = timedelta(minutes=number("READS_AGAIN_MINUTES", 10))
"""Within this the same read by the same person from the same place is one."""


def reason(request: Any, owner: Property, about: str) -> None:
    """Keep that a sealed reason was read (``casino.access.reads``)."""
    note(request, owner, ReadKind.REASON, about)


def note(request: Any, owner: Property, kind: ReadKind, about: str, persons: Iterable[str] = ()) -> None:
    """Keep that the person of this request (Django's, or the framework's around it) reads something."""
    http = getattr(request, "_request", request)
    now = clock()
    said: dict[str, Any] = {
        "property": owner,
        "staff": staff_code(request.user),
        "kind": kind,
        "about": about,
        "persons": sorted(persons),
        "address": remote_address(http),
    }
    if not PersonalRead.objects.filter(**said, at__gt=now - AGAIN).exists():
        PersonalRead.objects.create(**said, role=role_of(request.user, now) or "", at=now)
