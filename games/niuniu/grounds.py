"""Niu niu: how the grounds of what voids a round, or gives chips back, are held (7.1 to 7.11, 8.1).

The right of 7.1 is the house's, by a declaration or a ruling: what was seen is its ground, and voids nothing by itself.
A wrong count (7.4, 7.5) that the cards on record do not show is a word, seen or announced. Proved by
``tests/engine/test_grounds.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.grounds import VOID, Grounds, Held, VoidClause, Word
from games.niuniu.counts import COUNTS, HAND_SIZE
from games.niuniu.dealt import NEVER, cards_put
from games.niuniu.facts import NiuNiuRound, Noted
from games.niuniu.hands import DEALER
from games.niuniu.ineffective_records import OPEN
from games.niuniu.remarks import CAUSES, OF_THE_PACK

AS_DEALT: Final = "as_dealt"
RIGHT: Final = "7.1"
REPLACED: Final = "7.2"


@implements("niuniu", "7.1", *CAUSES, "7.2", "7.4", "7.5")
def words(state: NiuNiuRound, book: RuleBook) -> list[Word]:
    """What was seen, declared and ruled of the four cases of 7.1, and of wrong counts. A declaration that names no case
    is of the first one that was seen."""
    said = []
    case = RIGHT
    for noted in state.troubles:
        ground = book.cited_as(noted.fact.ground)
        if ground in CAUSES:
            case = ground if case == RIGHT else case
            said.append(Word(ground, noted.version, noted.order, noted.fact.seen_by, voids=False))
        elif ground[:3] in COUNTS and not on_record(noted, ground[:3], state):
            said.append(Word(ground[:3], noted.version, noted.order, noted.fact.seen_by))
    for noted in state.voided:
        ground = book.cited_as(noted.fact.ground or "")
        if ground in (RIGHT, *CAUSES):
            clause = case if ground == RIGHT else ground
            said.append(Word(clause, noted.version, noted.order, noted.fact.voided_by, seen=False))
        elif ground[:3] in COUNTS and not on_record(noted, ground[:3], state):
            said.append(Word(ground[:3], noted.version, noted.order, noted.fact.voided_by, seen=False))
    for ruling in state.rulings:
        ground = book.cited_as(ruling.clause)
        if ground in (RIGHT, *CAUSES) and ruling.choice == VOID and not ruling.bets:
            clause = case if ground == RIGHT else ground
            said.append(Word(clause, ruling.version, ruling.order, ruling.made_by, seen=False))
    return said + _pack_replaced(said, state, book) + _of_the_pack(said, state)


@implements("niuniu", "4.8.3", "7.4", "7.5")
def on_record(noted: Noted, clause: str, state: NiuNiuRound) -> bool:
    """Do the cards on record show the wrong count that was seen or announced? Too many at once; too few only where the
    dealer, who is dealt last, has a whole hand: a deal that was broken off shows nothing."""
    taken = [each.order for each in state.taken_back]
    start = max((order for order in taken if order < noted.order), default=0)
    end = min((order for order in taken if order > noted.order), default=NEVER)
    hands = cards_put([dealt for dealt in state.dealt if start <= dealt.order < end])
    counts = {hand: len(cards) for hand, cards in hands.items()}
    named = DEALER if clause == "7.5" else getattr(noted.fact, "hand", None)
    of = [named] if named else [hand for hand in counts if hand != DEALER]
    whole = counts.get(DEALER, 0) >= HAND_SIZE
    return any(counts.get(hand, 0) > HAND_SIZE or (whole and 0 < counts.get(hand, 0) < HAND_SIZE) for hand in of)


def _pack_replaced(said: Iterable[Word], state: NiuNiuRound, book: RuleBook) -> list[Word]:
    """That the pack was replaced, which 7.2 asks for in two of the four cases, for each of them that was declared."""
    return [
        Word(clause, noted.version, noted.order, noted.fact.seen_by, voids=False)
        for clause in _cases_of_the_pack(said)
        for noted in state.troubles
        if book.cited_as(noted.fact.ground) == REPLACED
    ]


def _cases_of_the_pack(said: Iterable[Word]) -> list[str]:
    return list(dict.fromkeys(word.clause for word in said if word.clause in OF_THE_PACK))


def _of_the_pack(said: Iterable[Word], state: NiuNiuRound) -> list[Word]:
    """The facts by which a card lies in two places, for each case of the pack that was declared."""
    about = _cases_of_the_pack(said)
    if not about or state.taken_back:
        return []
    lain: set[str] = set()
    twice = []
    for noted in state.dealt:
        cards = [card for card in noted.fact.cards if card is not None]
        if not lain.isdisjoint(cards) or len(set(cards)) < len(cards):
            twice.append(noted.version)
        lain.update(cards)
    return [Word(clause, version, 0, None, voids=False) for clause in about for version in twice]


GROUNDS_HELD: Final = Grounds(
    clauses=(
        VoidClause(RIGHT, Held.SECOND_WORD),
        *(VoidClause(clause, Held.SECOND_WORD) for clause in (*CAUSES, *COUNTS)),
        *(VoidClause(clause, Held.FOUND) for clause in ("7.2", "7.7", "7.8")),
        *(VoidClause(clause, Held.RECORD) for clause in ("7.7.1", "7.8.1", "7.6", "7.11")),
        *(VoidClause(clause, Held.RECORD) for clause in ("2.2.2", "2.2.3", "4.4", "4.5", "4.6", "4.7", "4.8")),
        VoidClause(OPEN, Held.DECISION),
    ),
    words=words,
    last=OPEN,
    counts=AS_DEALT,
    persons={"round_voided": "voided_by", "irregularity_seen": "seen_by"},
)
