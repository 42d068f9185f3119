"""What the event of rows that were noted is called and says, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.text import Text
from casino.ledger.noting import RowsNoted

LABELS: Final = {"noted": Text("Ghi dấu các dòng", "Rows noted")}
"""Name after ``rows.`` -> what it is called."""


def _noted(fact: RowsNoted) -> Text:
    said = f"{fact.after + 1}–{fact.upto}"
    return Text(f"{fact.count} dòng, số {said}.", f"{fact.count} rows, numbers {said}.")


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {"noted": _noted}
