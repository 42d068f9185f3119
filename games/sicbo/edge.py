"""Sic bo: what the house keeps of each area on average, over all 216 throws (5.1, 6).

Exact. Proved by ``tests/fairness/test_theory.py`` against the published edges of ``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from games.engine.document import RuleBook
from games.engine.judgement import BetResult
from games.engine.theory import of_edge
from games.sicbo.layout import Area, Dice, as_printed, layout

ALL: Final = 6**3


def ways(dice: Dice) -> int:
    """In how many orders three dice show this throw."""
    return len(set(permutations(dice)))


def edge(area: Area) -> Fraction:
    """The part of a stake."""
    paid = sum(
        (Fraction(price.profit + price.stake, price.stake) * ways(dice) for dice, price in area.prices.items()),
        Fraction(0),
    )
    return 1 - paid / ALL


def edges(book: RuleBook) -> dict[str, Fraction]:
    """By area as it is written."""
    return book.derived(_edges)


def _edges(book: RuleBook) -> dict[str, Fraction]:
    return {spot: edge(area) for spot, area in layout(book).items()}


def theory(_state: Any, result: BetResult, book: RuleBook) -> Fraction | None:
    """What the house expects of a bet; None on an area that the layout does not have."""
    return of_edge(edges(book).get(as_printed(result.spot, layout(book))), result)
