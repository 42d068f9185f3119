"""Postings held against the record: who acts where is asked of rows, and each row is what an event said.

Accounts, and so postings at every property, stand in the record of the first one. What was posted before accounts were
recorded has no event and is passed over. Proved by ``tests/accounts/test_posting_check.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec

from casino.accounts import facts as f
from casino.accounts.service import house, stream_of
from casino.core.events import RecordedEvent
from casino.ledger.application import Ledger, get_ledger
from casino.models import Posting

_TYPES = (f.NAMES[f.PostingGiven], f.NAMES[f.PostingEnded])


class Said(msgspec.Struct, frozen=True):
    """A posting as the record says it, in the form in which its row is compared."""

    stream: str
    property: str
    post: str
    tables: tuple[str, ...]
    pits: tuple[str, ...]
    begins_at: datetime
    ends_at: datetime | None
    ended_at: datetime | None = None


def faults(property_code: str) -> Iterator[str]:
    """A sentence for each posting that is not what the record says."""
    if house().code != property_code:
        return
    ledger = get_ledger(property_code)
    said = _said(ledger)
    since = _first_account(ledger)
    for row in Posting.objects.select_related("property").order_by("pk").iterator():
        expected = said.pop(row.pk, None)
        if expected is None:
            if since is not None and row.given_at >= since:
                yield f"posting {row.pk}: no event gives it"
            continue
        if differing := _differing(_of_row(row), expected):
            yield f"posting {row.pk}: {', '.join(differing)} not as recorded"
    for number in said:
        yield f"posting {number}: its row is missing"


def _said(ledger: Ledger) -> dict[int, Said]:
    found: dict[int, Said] = {}
    for event in map(ledger.decode, ledger.scan(types=_TYPES)):
        fact = event.data
        if isinstance(fact, f.PostingGiven):
            found[fact.posting] = Said(
                event.stream, fact.property, fact.post, fact.tables, fact.pits, fact.begins_at, fact.ends_at
            )
        elif fact.posting in found:
            at, given = _moment(event), found[fact.posting]
            found[fact.posting] = msgspec.structs.replace(given, ends_at=max(given.begins_at, at), ended_at=at)
    return found


def _moment(event: RecordedEvent) -> datetime:
    return event.occurred_at or event.recorded_at


def _first_account(ledger: Ledger) -> datetime | None:
    types = tuple(f.NAMES.values())
    first = ledger.rows(limit=1, types=types)
    return None if not first else ledger.decode(first[0]).recorded_at


def _of_row(row: Posting) -> Said:
    return Said(
        stream_of(row.user_id),
        row.property.code,
        row.post,
        tuple(row.tables),
        tuple(row.pits),
        row.begins_at,
        row.ends_at,
        row.ended_at,
    )


def _differing(row: Said, said: Said) -> list[str]:
    return [name for name in Said.__struct_fields__ if getattr(row, name) != getattr(said, name)]
