"""The sic bo layout and its prices in the simulator's own plain tables, typed apart from the rule book.

Proved by ``tests/simulate/test_audit_finds_sicbo.py``: fifty areas, with the expected losses that are published.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

Dice = tuple[int, int, int]

TOTALS: Final = dict(zip(range(4, 18), (50, 18, 14, 12, 8, 6, 6, 6, 6, 8, 12, 14, 18, 50), strict=True))
"""Winnings for one unit on a total."""

AREAS: Final = (
    "small",
    "big",
    "any_triple",
    *(f"specific_triple:{n}" for n in range(1, 7)),
    *(f"specific_double:{n}" for n in range(1, 7)),
    *(f"total:{n}" for n in TOTALS),
    *(f"pair:{low}-{high}" for low, high in combinations(range(1, 7), 2)),
    *(f"single:{n}" for n in range(1, 7)),
)

NOWHERE: Final = ("total:3", "total:18", "pair:1-1", "pair:0-4", "pair:3-9", "specific_triple:7", "single:0")
"""Places that can be written but lie nowhere on the layout."""


def kind_of(area: str) -> str:
    return area.partition(":")[0]


def otherwise_written(area: str) -> str:
    """The same area with a leading zero, or with the numbers of its pair the other way round."""
    kind, _, where = area.partition(":")
    if kind == "pair":
        return f"pair:{where[::-1]}"
    return f"{kind}:0{where}" if len(where) == 1 else area


def pays(area: str, dice: Dice) -> int:
    """Winnings for one unit on this area when these dice lie; 0: it loses."""
    kind, _, where = area.partition(":")
    triple = dice[0] == dice[1] == dice[2]
    if kind == "small":
        return int(not triple and 4 <= sum(dice) <= 10)
    if kind == "big":
        return int(not triple and 11 <= sum(dice) <= 17)
    if kind == "any_triple":
        return 24 if triple else 0
    if kind == "specific_triple":
        return 150 if dice.count(int(where)) == 3 else 0
    if kind == "specific_double":
        return 8 if dice.count(int(where)) >= 2 else 0
    if kind == "total":
        return TOTALS[int(where)] if sum(dice) == int(where) else 0
    if kind == "pair":
        return 5 if {int(n) for n in where.split("-")} <= set(dice) else 0
    return dice.count(int(where))


def lit(dice: Dice) -> list[str]:
    """The areas that light up for these dice."""
    return [area for area in AREAS if pays(area, dice)]
