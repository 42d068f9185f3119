"""Roulette: how the grounds of what voids a spin, or gives chips back, are held (6.6, 7.1 to 7.12).

A call before the ball rests stands by itself (7.9), and so does one on suspicion (7.8); what the director of table
games or above decides waits for nobody else. Proved by ``tests/engine/test_grounds.py``.
"""

from __future__ import annotations

from typing import Final

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.grounds import Grounds, Held, VoidClause, Word
from games.roulette.facts import Call, RouletteRound
from games.roulette.ineffective_records import AS_SPUN, GROUNDS, LAST

BEFORE: Final = {"least": 3}
"""How documents were read that the record holds from before it was a table of theirs."""
CALLED: Final = tuple(ground for ground in GROUNDS if ground != "7.8")


@implements("roulette", *CALLED)
def words(state: RouletteRound, book: RuleBook) -> list[Word]:
    """The calls before the ball rested, and what anybody saw or counted of their grounds."""
    said = [
        Word(book.cited_as(call.ground), call.version, call.order, call.called_by, seen=False)
        for call in state.calls
        if call.ground is not None and (state.dropped is None or call.order < state.dropped)
    ]
    if not said:
        return said
    said += [
        Word(book.cited_as(cause.ground or ""), cause.version, cause.order, cause.called_by, voids=False)
        for cause in state.causes
    ]
    said += [Word("7.2", few.version, few.order, None, voids=False) for few in too_few_revolutions(state, book)]
    return said + [Word("7.5", version, 0, person, voids=False) for person, version in state.examined]


@implements("roulette", "2.3", "7.2")
def too_few_revolutions(state: RouletteRound, book: RuleBook) -> list[Call]:
    """Records that the ball came to rest after fewer revolutions than the document asks for: a cause to call no spin
    (7.2)."""
    if state.dropped is None:
        return []
    least: int = book.tables.get("revolutions", BEFORE)["least"]
    return [Call("7.2", None, order, version) for count, order, version in state.revolutions if count < least]


GROUNDS_HELD: Final = Grounds(
    clauses=(
        *(VoidClause(clause, Held.BY_ITSELF) for clause in CALLED),
        VoidClause("7.8", Held.SUSPICION),
        *(VoidClause(clause, Held.BY_ITSELF) for clause in ("7.9", "7.10")),
        *(VoidClause(clause, Held.DECISION) for clause in ("4.7.4.1", "6.6", "7.11.1", "7.12")),
        *(VoidClause(clause, Held.RECORD) for clause in ("4.2", "4.3", "4.6", "4.8")),
    ),
    words=words,
    last=LAST,
    counts=AS_SPUN,
    persons={"no_spin_called": "called_by", "irregularity_seen": "seen_by"},
)
