"""The ledger's own small tables in the list of what is compared. Proved by ``tests/checkpoints/test_row_kinds.py``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.ledger import reading
from casino.ledger.models import Follower
from casino.ledger.noting import Noted
from casino.ledger.row_kinds import Key, Kind, Record, Values


def _followers(record: Record) -> dict[Key, dict[str, Any]]:
    """Nobody has seen what is not recorded yet: whoever stands ahead of the head passes the next events over."""
    return {key: {"ahead of the head": False} for key in _follower_rows(record.property_code)}


def _follower_rows(property_code: str) -> Mapping[Key, Values]:
    head, _at = reading.head("default", property_code)
    rows = Follower.objects.filter(property__code=property_code).values_list("name", "position")
    return {(name,): {"ahead of the head": position > head} for name, position in rows}


KIND: Final = Kind(
    "ledger.Follower",
    ("name",),
    (),
    _followers,
    "that no follower stands ahead of the record",
    beside={
        "position": "how far it is; what it wrote is compared up to there",
        "passed_over": "what it goes on without, as settings of two persons permit; every verification names it",
    },
    kept=_follower_rows,
)
NOTED: Final = Noted(
    "verification",
    "ledger.Verification",
    ("command", "ended_at", "reached", "faults"),
    "ended_at",
    "the runs of the commands that verify",
)
