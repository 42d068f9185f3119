"""Niu niu: nothing recorded disappears. What was seen, declared or ruled has an effect, or is found with the reason why
it has none (7.1 to 7.8, 8.1).

Proved by ``tests/niuniu/test_heard.py``, which goes through every clause of the document.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.clauses import implements
from games.engine.ineffective_records import irregularity_without_effect, ruling_without_effect
from games.engine.judgement import Finding
from games.engine.state import Ruling
from games.engine.steps import NOTHING, Check, Decided
from games.niuniu.counts import COUNTS, HAND_SIZE, during
from games.niuniu.deal import DEALER
from games.niuniu.facts import Noted
from games.niuniu.remarks import CAUSES, CONDUCT, OF_THE_PACK
from games.niuniu.view import View

OPEN: Final = "8.1"
"""The ground of a matter that no clause names: it is open, and waits for the posts of this one."""


def open_matter(view: View, over: int) -> bool:
    """Was a matter recorded, while the round lasted, that no clause names?"""
    if view.state.matters:
        return True
    return any(noted.fact.ground == OPEN and noted.order < over for noted in view.state.troubles)


@implements("niuniu", "7.1", "7.4", "7.5", "7.7", "7.8", "8.1")
def irregularities_have_an_effect(view: View, decided: Decided) -> Iterable[Finding]:
    """What was seen changes the round, is found by its own clause, or changes nothing, and then it is said so."""
    if not view.state.troubles:
        return NOTHING
    return [
        irregularity_without_effect(noted.fact.ground, noted.version, view.book)
        for noted in view.state.troubles
        if not _heard(noted, view, decided)
    ]


def _heard(noted: Noted, view: View, decided: Decided) -> bool:
    ground = noted.fact.ground
    status, dealing = decided.status, view.dealing
    if ground in CAUSES:
        return status.kind != "void" or ground in status.clauses
    if ground == "7.2":  # The pack was replaced: the second word of a void by 7.1.1 or 7.1.3.
        return status.kind == "void" and not set(OF_THE_PACK).isdisjoint(status.clauses)
    if ground == "7.3" or ground in CONDUCT:
        return True
    if ground == OPEN:
        return status.kind == "awaiting" or OPEN in status.clauses or bool(status.ruled)
    clause = ground[:3]
    if clause in COUNTS:
        return during(noted.order, view.state) and (clause in dealing.wrong_counts or _contradicted(noted, view))
    if clause in ("7.7", "7.8"):
        of_boxes = any(clause in cited for cited in dealing.void_boxes.values())
        to_nobody = clause == "7.7" and any(n.fact.to not in (DEALER, *view.boxes) for n in view.state.dealt)
        return of_boxes or to_nobody or any(noted.order < taken.order for taken in view.state.taken_back)
    return False


def _contradicted(noted: Noted, view: View) -> bool:
    """Do the cards on record say that the count was right? Then that is found (``results_disagree``)."""
    hand = DEALER if noted.fact.ground[:3] == "7.5" else noted.fact.hand
    hands = [hand] if hand is not None else [box for box, lay in view.boxes.items() if lay.in_time]
    counts = {name: len(cards) for name, cards in view.dealing.hands.items()}
    counts.update((name, len(known.cards)) for name, known in view.hands.items())
    return view.dealing.holds(noted.order) and all(counts.get(name) == HAND_SIZE for name in hands)


@implements("niuniu", "7.1", "8.1")
def rulings_have_an_effect(view: View, decided: Decided) -> Iterable[Finding]:
    """A decision decides something, or it is said why not: its clause leaves nothing to decide, the round is void by
    another one, no such bet lies there, nothing waited for it, or another decision on the same matter came after it."""
    if not view.state.rulings:
        return NOTHING
    known = {bet.bet for box in view.boxes.values() for bet in box.valid}
    reasons = [(ruling, _decides_nothing(ruling, view, decided, known)) for ruling in view.state.rulings]
    return [ruling_without_effect(ruling, why, view.book) for ruling, why in reasons if why]


def _decides_nothing(ruling: Ruling, view: View, decided: Decided, known: set[str]) -> str:
    status, clause = decided.status, ruling.clause
    if clause not in ("7.1", *CAUSES, OPEN):
        return "clause"
    if ruling.bets and not known.issuperset(ruling.bets):
        return "no_such_bet"
    # Of one clause they are told by ``rulings_disagree``; the right of 7.1 has several.
    others = [other for other in view.state.rulings if other.clause != clause and _of_one_matter(other, ruling)]
    later = [other for other in others if other.order > ruling.order and other.bets == ruling.bets]
    if any(other.choice != ruling.choice for other in later):
        return "decided_again"
    if status.kind == "void" and OPEN not in status.clauses and (clause == OPEN or clause not in status.clauses):
        return "void"
    if clause == OPEN:
        return "" if OPEN in status.clauses or set(ruling.bets) & set(status.ruled) else "nothing_waits"
    causes = {noted.fact.ground for noted in view.state.troubles} & set(CAUSES)
    return "nothing_waits" if ruling.choice == "continue" and not causes and not view.state.voided else ""


def _of_one_matter(one: Ruling, other: Ruling) -> bool:
    """The right of 7.1, or what waits for 8.1."""
    return (one.clause == OPEN) == (other.clause == OPEN)


HEARD: Final[tuple[Check[View], ...]] = (irregularities_have_an_effect, rulings_have_an_effect)
