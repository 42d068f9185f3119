"""Baccarat: how the grounds of what voids a round, or gives stakes back, are held (7.1 to 7.22).

What was seen of 7.1 to 7.3 voids by itself, and so does the call: each is a word. Withdrawals (7.9, 7.10, 7.12, 7.13)
go by a post's leave. Proved by ``tests/engine/test_grounds.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.baccarat.ending import VOIDING
from games.baccarat.facts import BaccaratRound
from games.baccarat.voids import GROUNDS
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.grounds import Grounds, Held, VoidClause, Word

AS_DEALT: Final = "as_dealt"
PACK: Final = "7.1"


@implements("baccarat", "7.1", "7.2", "7.3")
def words(state: BaccaratRound, book: RuleBook) -> list[Word]:
    """What was seen and called of 7.1 to 7.3. Of a shoe that the house recorded as not shuffled when it was loaded the
    ground is on record; a card that came more often than the shoe has decks bears 7.1 out."""
    unshuffled = state.terms is not None and state.terms.shoe_shuffled is False
    said = []
    for noted in state.troubles:
        clause = VOIDING.get(noted.fact.kind, ("",))[0]
        if clause and not (unshuffled and noted.fact.kind == "unshuffled"):
            said.append(Word(clause, noted.version, noted.order, noted.fact.seen_by))
    for noted in state.voided:
        ground = book.cited_as(noted.fact.ground or "")
        if ground in GROUNDS:
            said.append(Word(ground[:3], noted.version, noted.order, noted.fact.called_by, seen=False))
    if any(word.clause == PACK for word in said):
        said += [Word(PACK, version, 0, None, voids=False) for version in _too_often(state, book)]
    return said


def _too_often(state: BaccaratRound, book: RuleBook) -> list[int]:
    """The versions of cards that came once more than the shoe has decks."""
    decks = (state.terms.decks if state.terms else None) or book.tables["shoe"]["default_decks"]
    came: Counter[str] = Counter()
    found = []
    for card in state.cards:
        came[card.card] += 1
        if came[card.card] > decks:
            found.append(card.version)
    return found


GROUNDS_HELD: Final = Grounds(
    clauses=(
        *(VoidClause(clause, Held.SECOND_WORD) for clause in (PACK, "7.2", "7.3")),
        *(VoidClause(clause, Held.FOUND) for clause in ("7.5", "7.6", "7.7", "7.8", "7.11")),
        *(VoidClause(clause, Held.LEAVE) for clause in ("7.9", "7.10", "7.10.1", "7.10.2", "7.12", "7.13.1")),
        *(VoidClause(clause, Held.DECISION) for clause in ("7.13", "7.22")),
        *(VoidClause(clause, Held.RECORD) for clause in ("4.2", "4.3", "4.5", "4.6", "7.17", "7.18", "7.19")),
        *(VoidClause(clause, Held.RECORD) for clause in ("4.10", "6.4", "7.20", "7.21")),
    ),
    words=words,
    last="7.22",
    counts=AS_DEALT,
    persons={"round_voided": "called_by", "irregularity_seen": "seen_by"},
)
