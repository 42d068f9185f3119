"""The roulette layout as it is: which spots exist and which pockets each covers (clauses 4.1, 5.1, 6.1, 6.2).

Three columns of twelve streets; 1-2-3 is the first street and touches zero. With zero there are the splits 0-1, 0-2,
0-3, the threes 0-1-2 and 0-2-3 (paid as a street) and the four 0-1-2-3 (paid as a corner); nothing else touches zero.
Proved by ``tests/rules/test_roulette_layout.py`` against published counts: 37 straights, 60 splits, 14 threes, 23
fours, 11 six lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from games.rules.book import RuleBook
from games.rules.clauses import implements

RED: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
BLACK: Final = frozenset(range(1, 37)) - RED
WHEEL: Final = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""The pockets in their order around a single-zero wheel, from zero clockwise."""

INSIDE: Final = ("straight", "split", "street", "corner", "six_line")
OUTSIDE: Final = ("column", "dozen", "low", "high", "red", "black", "odd", "even")
SUB_CLAUSE: Final = {
    "straight": "6.1.1",
    "split": "6.1.2",
    "street": "6.1.3",
    "corner": "6.1.4",
    "six_line": "6.1.5",
    "column": "6.1.6",
    "dozen": "6.1.7",
    "low": "6.1.8",
    "high": "6.1.9",
    "even": "6.1.10",
    "odd": "6.1.11",
    "red": "6.1.12",
    "black": "6.1.13",
}


def colour(pocket: int) -> str:
    """``green``, ``red`` or ``black`` (4.1.1)."""
    return "green" if pocket == 0 else "red" if pocket in RED else "black"


@implements("roulette", "4.1", "4.1.1", "4.1.1.1", "4.1.1.2", "4.2")
def inside_spots() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every inside spot that exists: (kind, pockets in rising order)."""
    for n in range(37):
        yield "straight", (n,)
    for n in range(1, 37):
        if n % 3:
            yield "split", (n, n + 1)
        if n <= 33:
            yield "split", (n, n + 3)
    for first in range(1, 37, 3):
        yield "street", (first, first + 1, first + 2)
    for first in range(1, 34, 3):
        yield "six_line", tuple(range(first, first + 6))
        for n in (first, first + 1):
            yield "corner", (n, n + 1, n + 3, n + 4)
    yield from zero_spots()


@implements("roulette", "6.2", "6.2.1")
def zero_spots() -> Iterator[tuple[str, tuple[int, ...]]]:
    """The combinations of zero with one, two and three."""
    for n in (1, 2, 3):
        yield "split", (0, n)
    yield "street", (0, 1, 2)
    yield "street", (0, 2, 3)
    yield "corner", (0, 1, 2, 3)


@implements("roulette", "4.1.1", "4.2")
def outside_spots() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every outside spot by its written form, with the pockets it covers."""
    for column in (1, 2, 3):
        yield f"column:{column}", tuple(range(column, 37, 3))
    for dozen in (1, 2, 3):
        yield f"dozen:{dozen}", tuple(range(12 * dozen - 11, 12 * dozen + 1))
    yield "low", tuple(range(1, 19))
    yield "high", tuple(range(19, 37))
    yield "red", tuple(sorted(RED))
    yield "black", tuple(sorted(BLACK))
    yield "odd", tuple(range(1, 37, 2))
    yield "even", tuple(range(2, 37, 2))


class Place(msgspec.Struct, frozen=True):
    """A spot of the layout under one document: what it covers (bit n: pocket n) and what it pays."""

    kind: str
    pockets: tuple[int, ...]
    mask: int
    profit: int
    stake: int
    won: tuple[str, ...]
    won_on_zero: tuple[str, ...]
    lost: tuple[str, ...]
    lost_to_zero: tuple[str, ...]


def _place(kind: str, pockets: tuple[int, ...], book: RuleBook) -> Place:
    odds = book.odds[kind]
    clause = SUB_CLAUSE[kind]
    won = (f"{clause}.1", book.odds_clauses[kind])
    return Place(
        kind=kind,
        pockets=pockets,
        mask=sum(1 << n for n in pockets),
        profit=odds.profit,
        stake=odds.stake,
        won=won,
        won_on_zero=(*won, "6.2.1" if kind in ("straight", "split") else "6.2"),  # 6.2.1 names zero and its splits only
        lost=(f"{clause}.2",),
        lost_to_zero=(f"{clause}.2", "6.2"),
    )


_LAYOUTS: Final[dict[int, tuple[RuleBook, dict[str, Place]]]] = {}


def layout(book: RuleBook) -> dict[str, Place]:
    """Every spot of the layout by its canonical written form, priced by a document (kept for each book object)."""
    known = _LAYOUTS.get(id(book))
    if known is None:
        places = {}
        for kind, pockets in inside_spots():
            places[f"{kind}:{'-'.join(map(str, pockets))}"] = _place(kind, pockets, book)
        for spot, pockets in outside_spots():
            places[spot] = _place(spot.partition(":")[0], pockets, book)
        known = _LAYOUTS[id(book)] = (book, places)  # holding the book keeps its id from being given again
    return known[1]


def find_place(spot: str, places: dict[str, Place]) -> Place | None:
    """The place of a spot as written, its numbers in any order and with or without a zero before them; None for a spot
    that the layout does not have."""
    place = places.get(spot)
    if place is None:
        kind, _, written = spot.partition(":")
        numbers = written.split("-")
        if all(number.isdecimal() for number in numbers):
            place = places.get(f"{kind}:{'-'.join(map(str, sorted(map(int, numbers))))}")
    return place
