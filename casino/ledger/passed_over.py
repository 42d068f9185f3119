"""The events that followers were allowed to pass over because they fail at them, named until they are read.

They stay in the record, its log and every bundle; what is made by the follower goes without them. Named on "State of
the log", in ``/readyz`` and by ``ledger_verify``. Proved by ``tests/house/test_passing_over.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from casino.ledger import reading
from casino.site.health import Report, follower_title

_NAMED: Final = """
SELECT p.code, f.name, e.position, e.stream, e.type
FROM ledger_follower f JOIN ledger_property p ON p.id = f.property_id
CROSS JOIN LATERAL unnest(f.passed_over) AS u (position)
JOIN ledger_event e ON e.property_id = f.property_id AND e.position = u.position
WHERE f.passed_over <> '{}' ORDER BY 1, 2, 3
"""


class PassedOver(NamedTuple):
    """One event, and the follower that has gone on without it."""

    property: str
    follower: str
    position: int
    stream: str
    type: str

    def __str__(self) -> str:
        title = follower_title(self.follower).en
        return f"{title} ({self.follower}) goes on without {self.type} at position {self.position} ({self.stream})"


def named() -> list[PassedOver]:
    """All of them, by property and follower."""
    with reading.cursor("default") as cursor:
        return [PassedOver(*row) for row in cursor.execute(_NAMED)]


def report() -> Iterator[Report]:
    """A line of ``/readyz`` that is no trouble: whatever follows goes on, and two persons know why."""
    if number := len(named()):
        yield Report(f"passed-over {number}", None)
