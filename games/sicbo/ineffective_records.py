"""Sic bo: nothing recorded disappears. What was seen, announced or ruled has an effect, or is found with the reason why
it has none (2.1, 7.1 to 7.8).

What was announced is told where the throw's standing is (``games.sicbo.standing``). Proved by
``tests/sicbo/test_heard.py``, which goes through every clause of the document.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.clauses import implements
from games.engine.ending import during
from games.engine.ineffective_records import irregularity_without_effect, ruling_without_effect
from games.engine.judgement import REFUSED, Finding
from games.engine.state import Ruling
from games.engine.steps import Check, Decided
from games.sicbo.hold import RELEASE, failures
from games.sicbo.standing import AS_THROWN, GROUNDS, OPEN, VOID, over_at, shakes_disputed, voiding_causes
from games.sicbo.view import Throw


@implements("sicbo", "2.1", "7.2", "7.3", "7.7", "7.8")
def irregularities_have_an_effect(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """What was seen changes the throw or holds the table, is found otherwise, or changes nothing, and then it is said
    so: the round was over, its clause lets the round go on, or the throw was void already."""
    if not throw.state.causes:
        return
    over, status = over_at(throw, decided.bets), decided.status
    disputed, _found = shakes_disputed(throw, over)
    void_by = {cause.ground for cause in voiding_causes(throw, over, known=True)} if status.kind == "void" else set()
    for cause in throw.state.causes:
        ground = cause.ground or ""
        in_time = during(cause.order, over)
        if cause.announced:  # what rests on no ground, or comes too late, is found with the throw's standing
            heard = not in_time or ground not in void_by or ground in status.clauses
        elif ground == "7.1" or cause in disputed:
            heard = True
        else:
            heard = in_time and (ground in status.clauses or (ground == OPEN and status.kind == "awaiting"))
        if not heard:
            yield irregularity_without_effect(ground if in_time else "2.1", cause.version, throw.book)


@implements("sicbo", "7.1", "7.8")
def rulings_have_an_effect(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """A decision decides something, or it is said why not."""
    for ruling in throw.state.rulings:
        why = _decides_nothing(ruling, throw, decided)
        if why:
            yield ruling_without_effect(ruling, why, throw.book)


def _decides_nothing(ruling: Ruling, throw: Throw, decided: Decided) -> str:
    """Why a decision decides nothing; empty where it decides, or where it is found that its post or its choice is not
    one of the clause's."""
    offered = {"7.1": (RELEASE,), "7.8": (AS_THROWN, VOID)}.get(ruling.clause)
    if offered is None:
        return "clause"
    competent = throw.book.may_act(ruling.made_by.post, ruling.clause)
    if ruling.clause == "7.1":
        offers = competent and ruling.choice in offered
        return "nothing_waits" if offers and _nothing_held(ruling, throw) else ""
    outcomes = {result.bet: result.settlement.outcome for result in decided.results}
    if not outcomes.keys() >= set(ruling.bets):
        return "no_such_bet"
    status = decided.status
    if ruling.choice not in offered:
        return "" if status.kind == "awaiting" else "nothing_waits"
    if not competent:
        return ""
    if not set(GROUNDS).isdisjoint(status.clauses):
        return "void"
    if ruling.bets and all(outcomes[bet] is REFUSED for bet in ruling.bets):
        return "refused"
    return ""


def _nothing_held(ruling: Ruling, throw: Throw) -> bool:
    """Was the table not held when it was released? Where nothing is known of earlier rounds nothing is concluded."""
    before = throw.state.before
    if before is None or any(order < ruling.order for order, _version in failures(throw.state)):
        return False
    return not before.hold or before.released_at is not None


HEARD: Final[tuple[Check[Throw], ...]] = (irregularities_have_an_effect, rulings_have_an_effect)
