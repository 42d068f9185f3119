"""The roulette layout and its prices in the simulator's own plain tables, typed apart from the rule book.

A spot is written as in the events (``split:14-17``). ``COVERS`` says which pockets each existing spot wins on, ``PAYS``
the winnings for one unit. Proved by ``tests/simulate/test_felt.py``: 157 spots, each with an expected loss of 1/37.
"""

from __future__ import annotations

from typing import Final

RED: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})

PAYS: Final = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "six_line": 5,
    "column": 2,
    "dozen": 2,
    "low": 1,
    "high": 1,
    "red": 1,
    "black": 1,
    "odd": 1,
    "even": 1,
}

OUTSIDE: Final = ("column", "dozen", "low", "high", "red", "black", "odd", "even")
EVEN_CHANCES: Final = ("low", "high", "red", "black", "odd", "even")

PAID_ORDER: Final = {
    "column": 0,
    **dict.fromkeys(EVEN_CHANCES, 1),
    "dozen": 2,
    "six_line": 3,
    "street": 4,
    "corner": 5,
    "split": 6,
    "straight": 7,
}
"""Place of a kind in the order of payment (6.3)."""


def _spot(kind: str, numbers: tuple[int, ...]) -> tuple[str, frozenset[int]]:
    return f"{kind}:{'-'.join(map(str, numbers))}", frozenset(numbers)


def _covers() -> dict[str, frozenset[int]]:
    spots = [_spot("straight", (n,)) for n in range(37)]
    for first in range(1, 37, 3):
        left, middle, right = first, first + 1, first + 2
        spots += [_spot("split", (left, middle)), _spot("split", (middle, right))]
        spots.append(_spot("street", (left, middle, right)))
        if first < 34:
            spots += [_spot("split", (n, n + 3)) for n in (left, middle, right)]
            spots += [_spot("corner", (n, n + 1, n + 3, n + 4)) for n in (left, middle)]
            spots.append(_spot("six_line", tuple(range(left, left + 6))))
    spots += [_spot("split", (0, n)) for n in (1, 2, 3)]
    spots += [_spot("street", (0, 1, 2)), _spot("street", (0, 2, 3)), _spot("corner", (0, 1, 2, 3))]
    spots += [(f"column:{c}", frozenset(range(c, 37, 3))) for c in (1, 2, 3)]
    spots += [(f"dozen:{d}", frozenset(range(12 * d - 11, 12 * d + 1))) for d in (1, 2, 3)]
    numbers = range(1, 37)
    spots += [
        ("low", frozenset(range(1, 19))),
        ("high", frozenset(range(19, 37))),
        ("red", RED),
        ("black", frozenset(numbers) - RED),
        ("odd", frozenset(n for n in numbers if n % 2)),
        ("even", frozenset(n for n in numbers if not n % 2)),
    ]
    return dict(spots)


COVERS: Final = _covers()

SPOTS: Final = tuple(COVERS)
BY_KIND: Final = {kind: tuple(s for s in SPOTS if s.partition(":")[0] == kind) for kind in PAYS}

NOWHERE: Final = (
    "split:1-9",
    "split:3-4",
    "split:36-39",
    "split:0-4",
    "street:2-3-4",
    "street:0-1-3",
    "corner:3-4-6-7",
    "corner:1-2-3-4",
    "six_line:2-3-4-5-6-7",
    "straight:37",
    "column:4",
    "dozen:0",
)
"""Spots that can be written but lie nowhere on the layout."""


def kind_of(spot: str) -> str:
    return spot.partition(":")[0]


def wins(spot: str, pocket: int) -> bool:
    """Does this spot win on the pocket? KeyError for a spot that does not exist."""
    return pocket in COVERS[spot]


def winnings(spot: str, stake_minor: int) -> int:
    """What a winning stake on this spot is paid, besides the stake."""
    return stake_minor * PAYS[kind_of(spot)]


def paid_place(spot: str, pocket: int) -> int:
    """Place of a winning spot in the order of payment: on 0 to 3 combinations with zero come after the rest (6.5.2)."""
    kind = kind_of(spot)
    if pocket > 3 or kind in OUTSIDE:
        return PAID_ORDER[kind]
    if kind == "six_line":
        return 3
    if kind == "corner":
        return 6 if 0 in COVERS[spot] else 4
    if kind == "street":
        return 7 if 0 in COVERS[spot] else 5
    return 8 if kind == "split" else 9
