"""What the house expects of a bet before chance decides it: the theoretical win, per kind of bet.

A game says it in its ``edge.py``, worked out exactly from what its document pays and from every way in which the cards,
dice or pockets can fall. What is expected is of what plays: of a stake that goes back nothing. Pure. Proved by
``tests/fairness/test_theory.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from games.engine.document import RuleBook
from games.engine.judgement import AWAITING, LOST, PENDING, PUSH, WON, BetResult

Theory = Callable[[Any, BetResult, RuleBook], Fraction | None]
"""(state, a bet as it is settled, document) -> what the house expects of it, in the smallest unit of the currency; None
where that is not to be said beforehand: it turns on cards that lay open when the bet was made."""

UNDECIDED: Final = frozenset({AWAITING, PENDING})


def at_risk(result: BetResult) -> int:
    """What of a bet plays, in the smallest unit: nothing of what goes back undecided; of a push the stake."""
    settlement = result.settlement
    if settlement.outcome in (WON, LOST):
        return settlement.in_play_minor
    return settlement.stake_minor if settlement.outcome is PUSH else 0


def of_edge(edge: Fraction | None, result: BetResult) -> Fraction | None:
    """What the house expects at an edge (its part of every unit that plays)."""
    playing = at_risk(result)
    if not playing:
        return Fraction(0)
    return None if edge is None else edge * playing
