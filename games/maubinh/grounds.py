"""Mậu binh: how the grounds of what voids a deal, or gives chips back, are held (G.1, G.2, B.5, 8.1).

No clause lets anybody void: a deal that was none is void by the cards on record, a seat alone by the seats. Proved by
``tests/engine/test_grounds.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.document import RuleBook
from games.engine.grounds import Grounds, Held, VoidClause, Word
from games.maubinh.facts import MauBinhRound

LAST: Final = "8.1"
"""The clause, lent by the other documents, of the post that decides a matter which no clause names."""
AS_DEALT: Final = "as_dealt"


def words(_state: MauBinhRound, _book: RuleBook) -> Sequence[Word]:
    """None: what is announced changes nothing."""
    return ()


GROUNDS_HELD: Final = Grounds(
    clauses=(
        *(VoidClause(clause, Held.RECORD) for clause in ("G.1", "G.2", "B.1", "B.5", "C.9", "C.10")),
        VoidClause(LAST, Held.DECISION),
    ),
    words=words,
    last=LAST,
    counts=AS_DEALT,
    persons={},
)
