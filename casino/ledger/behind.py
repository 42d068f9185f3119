"""Which followers have something left, at every property, in one statement: what is asked every few seconds at rest.

Proved by ``tests/test_at_rest.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino.ledger import reading

_BEHIND: Final = """
SELECT p.code, n.name, coalesce(f.position, 0) FROM ledger_property p JOIN ledger_head h ON h.property_id = p.id
CROSS JOIN unnest(%(names)s::text[]) AS n (name)
LEFT JOIN ledger_follower f ON f.property_id = p.id AND f.name = n.name
WHERE h.position > coalesce(f.position, 0) ORDER BY 1, 2
"""


def behind(names: Iterable[str]) -> tuple[tuple[str, str, int], ...]:
    """Property, follower and the position it has reached, of those of ``names`` that are not at the end of the log."""
    with reading.cursor("default") as cursor:
        return tuple(cursor.execute(_BEHIND, {"names": sorted(names)}).fetchall())
