"""The annex of a report: the house's statistics of the same days, tables and games, as they stood at its position.

Of gaming days, a month or a game; of nothing that was chosen by its outcome (a player, a finding, a clause), of which
frequencies would mean nothing, and of no interval of minutes. For whoever sees the whole house: the watches look at
tables over their whole lives, and mispayments name dealers. Proved by ``tests/surveillance/reports/test_annex.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.ledger.models import Property
from games.watch.annex import annex
from surveillance.bundle.selection import Selection

OF: Final = frozenset({"gaming_day", "month", "game"})
DIGITS: Final = 8


def annex_of(owner: Property, chosen: Selection, position: int) -> dict[str, Any] | None:
    """As ``games.watch.annex`` tells it; None of a report that has none."""
    if chosen.about not in OF or chosen.from_day is None:
        return None
    until = chosen.to_day or chosen.from_day
    return annex(owner.code, chosen.from_day, until, position, tables=chosen.tables, games=chosen.games)


def as_texts(value: Any) -> Any:
    """What canonical JSON holds: numbers that are not whole as texts of :data:`DIGITS` digits at most."""
    if isinstance(value, float):
        return f"{value:.{DIGITS}g}"
    if isinstance(value, dict):
        return {str(name): as_texts(each) for name, each in value.items()}
    return [as_texts(each) for each in value] if isinstance(value, list | tuple) else value
