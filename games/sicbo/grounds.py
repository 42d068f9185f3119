"""Sic bo: how the grounds of what voids a throw, or gives chips back, are held (7.2 to 7.8).

The causes of 7.2 to 7.6 void by themselves, whoever saw or announced them: each is a word, and once the dice were shown
it needs a second one. Proved by ``tests/engine/test_grounds.py``.
"""

from __future__ import annotations

from typing import Final

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.grounds import Grounds, Held, VoidClause, Word
from games.sicbo.facts import SicBoRound
from games.sicbo.standing import AS_THROWN, GROUNDS, OPEN


@implements("sicbo", *GROUNDS)
def words(state: SicBoRound, book: RuleBook) -> list[Word]:
    """What was seen and announced of the causes."""
    said = []
    for cause in state.causes:
        ground = book.cited_as(cause.ground or "")
        if ground in GROUNDS:
            said.append(Word(ground, cause.version, cause.order, cause.by, seen=not cause.announced))
    return said


GROUNDS_HELD: Final = Grounds(
    clauses=(
        *(VoidClause(clause, Held.SECOND_WORD) for clause in GROUNDS),
        VoidClause(OPEN, Held.DECISION),
        *(VoidClause(clause, Held.RECORD) for clause in ("4.1", "4.2", "4.3.1", "4.4")),
    ),
    words=words,
    last=OPEN,
    counts=AS_THROWN,
    persons={"void_announced": "announced_by", "irregularity_seen": "seen_by"},
)
