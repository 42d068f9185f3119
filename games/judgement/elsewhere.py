"""What the record says of another table: that of chips which a round saw and another table had issued.

Only what was recorded by the position of the round's own last fact counts, so that nothing recorded later, at a table
that knows nothing of this round, changes its judgement. ``games.judgement.judging.Record`` reads a file the same way.
Proved by ``tests/replay/test_elsewhere.py``.
"""

from __future__ import annotations

from casino.ledger import reading
from casino.ledger.application import Ledger
from games.engine.replay import TableRecord
from games.engine.table import TableHistory


class Elsewhere:
    """The histories of other tables, each read once for a position."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._found: dict[str, tuple[int, TableHistory]] = {}

    def __call__(self, table: str, upto_position: int) -> TableHistory:
        """The history of a table, as it was recorded by a position."""
        known = self._found.get(table)
        if known is None or known[0] != upto_position:
            record = TableRecord(table)
            ledger = self.ledger
            rows = reading.stream_rows(ledger.using, ledger.property_code, f"table/{table}", stop=upto_position)
            record.extend(rows)
            known = self._found[table] = (upto_position, record.history)
        return known[1]
