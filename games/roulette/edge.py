"""Roulette: what the house keeps of each spot on average: of 37 pockets, n win (profit + stake) : stake (5.1).

Exact. With the odds of the documents it is 1/37 everywhere. Proved by ``tests/fairness/test_theory.py``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from games.engine.document import RuleBook
from games.engine.judgement import BetResult
from games.engine.theory import of_edge
from games.roulette.layout import WHEEL, Place, find_place, layout


def edge(place: Place) -> Fraction:
    """The part of a stake."""
    return 1 - Fraction(place.profit + place.stake, place.stake) * len(place.pockets) / len(WHEEL)


def theory(_state: Any, result: BetResult, book: RuleBook) -> Fraction | None:
    """What the house expects of a bet; None on a spot that the layout does not have."""
    place = find_place(result.spot, layout(book))
    return of_edge(None if place is None else edge(place), result)
