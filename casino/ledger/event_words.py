"""What the event of rows that were noted is called and says, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.noting import RowsNoted

_WORDS: Final = Catalogue(__file__)

LABELS: Final = {"noted": _WORDS.text("labels--noted")}
"""Name after ``rows.`` -> what it is called."""


def _noted(fact: RowsNoted) -> Text:
    said = f"{fact.after + 1}–{fact.upto}"
    return _WORDS.text("count-rows-numbers-said", count=fact.count, said=said)


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {"noted": _noted}
