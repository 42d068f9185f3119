"""What the house has set for its footage, and what is where. Proved by ``tests/surveillance/test_holds.py``."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from casino.ledger.application import get_ledger
from casino.site.environment import number
from games.engine.table import TableRegistered

FOOTAGE_DAYS: Final = timedelta(days=number("FOOTAGE_DAYS", 180))
"""The ordinary term of a recording, from its arrival."""
MARGIN: Final = timedelta(seconds=number("FOOTAGE_MARGIN_SECONDS", 300))
"""What is kept before the first and after the last fact of a disputed round."""
WARN: Final = timedelta(days=number("FOOTAGE_WARN_DAYS", 14))
"""How long before its end people are warned of the term of footage that covers an open finding."""
UNREAD_CLOCK: Final = timedelta(minutes=15)
"""By how much a recorder's clock is taken to be wrong where nobody has ever read it."""
UNCERTAIN_MS: Final = number("FOOTAGE_UNCERTAIN_MS", 1_000)
"""An uncertainty beyond this is said wherever a moment of film is shown."""


def is_uncertain(uncertainty_ms: int | None) -> bool:
    """Whether moments of film are less sure than the house wants; None: nobody has read the recorder's clock."""
    return uncertainty_ms is None or uncertainty_ms > UNCERTAIN_MS


def pit_in_record(property_code: str, table: str, position: int | None = None) -> str:
    """The pit of a table, as the record had it at a position; empty for a table without one."""
    for event in get_ledger(property_code).stream(f"table/{table}", upto_position=position):
        if isinstance(event.data, TableRegistered):
            return event.data.pit or ""
    return ""
