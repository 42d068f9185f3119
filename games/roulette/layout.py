"""The roulette layout as it is: which spots exist and which pockets each covers (clauses 4.1, 5.1, 6.1, 6.2).

Which kinds of bet there are, what they cover and what they pay are rows of the document; a row whose numbers follow
from the layout names the rule here that gives them. Three columns of twelve streets; 1-2-3 is the first street and
touches zero. With zero there are the splits 0-1, 0-2, 0-3, the threes 0-1-2 and 0-2-3 (paid as a street) and the four
0-1-2-3 (paid as a corner); nothing else touches zero. Proved by ``tests/roulette/test_layout.py`` against published
counts: 37 straights, 60 splits, 14 threes, 23 fours, 11 six lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.engine.bet_rows import BetRow, bet_rows
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.document_file import Part
from games.engine.unfit import Unfit

WHEEL: Final = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""The pockets in their order around a single-zero wheel, from zero clockwise."""
RED: Final = frozenset(WHEEL[1::2])
BLACK: Final = frozenset(WHEEL[2::2])
"""Red and black by turns around the wheel (4.1.1.2)."""

Pockets = tuple[int, ...]
Numbers = Annotated[tuple[Annotated[int, Meta(ge=0, le=36)], ...], Meta(min_length=1)]
"""Pockets as a document lists them."""


@implements("roulette", "4.1.1.1", "4.1.1.2")
def colour(pocket: int) -> str:
    """``green`` for zero, else ``red`` or ``black``, by turns around the wheel."""
    return "green" if pocket == 0 else "red" if pocket in RED else "black"


@implements("roulette", "4.1", "4.1.1", "4.2")
def straights() -> Iterator[Pockets]:
    """Every number of the wheel."""
    yield from ((n,) for n in range(37))


@implements("roulette", "4.2")
def splits() -> Iterator[Pockets]:
    """Two numbers side by side, and those beside zero."""
    for n in range(1, 37):
        if n % 3:
            yield n, n + 1
        if n <= 33:
            yield n, n + 3
    yield from beside_zero(2)


@implements("roulette", "4.2")
def streets() -> Iterator[Pockets]:
    """The twelve rows of three, and the threes with zero."""
    yield from ((first, first + 1, first + 2) for first in range(1, 37, 3))
    yield from beside_zero(3)


@implements("roulette", "4.2")
def corners() -> Iterator[Pockets]:
    """Four numbers that meet in a point, and the four with zero."""
    for first in range(1, 34, 3):
        for n in (first, first + 1):
            yield n, n + 1, n + 3, n + 4
    yield from beside_zero(4)


@implements("roulette", "4.2")
def six_lines() -> Iterator[Pockets]:
    """Two streets side by side."""
    yield from (tuple(range(first, first + 6)) for first in range(1, 34, 3))


@implements("roulette", "6.2", "6.2.1")
def beside_zero(size: int) -> Iterator[Pockets]:
    """The combinations of so many numbers of which zero is one."""
    yield from {2: ((0, 1), (0, 2), (0, 3)), 3: ((0, 1, 2), (0, 2, 3)), 4: ((0, 1, 2, 3),)}.get(size, ())


POSITIONS: Final[dict[str, Callable[[], Iterator[Pockets]]]] = {
    "straights": straights,
    "splits": splits,
    "streets": streets,
    "corners": corners,
    "six_lines": six_lines,
}
"""The rules of the layout by the names that documents give them."""


class Place(msgspec.Struct, frozen=True):
    """A spot of the layout under one document: what it covers (bit n: pocket n), what it pays, and its place in the
    order of payment, usually and when one of the numbers up to 3 comes up (``order_low``: any of these)."""

    kind: str
    pockets: Pockets
    mask: int
    profit: int
    stake: int
    won: tuple[str, ...]
    won_on_zero: tuple[str, ...]
    lost: tuple[str, ...]
    lost_to_zero: tuple[str, ...]
    order: int
    order_low: tuple[int, ...]


class Order(Part, frozen=True, kw_only=True):
    """The place in the order of payment, usually and (6.5.2) for the numbers up to 3; two where it may be either."""

    usual: int
    low: int | tuple[int, ...] | None = None
    low_with_zero: int | tuple[int, ...] | None = None


class SpotRow(BetRow, frozen=True, kw_only=True):
    """``covers``: the numbers of the one position of the kind, or of each by its name; else ``positions``: the rule
    here that gives them, or sets of numbers."""

    odds: str
    clause_won: str
    clause_lost: str
    clause_lost_to_zero: str
    order: Order
    clause_won_on_zero: str | None = None
    covers: dict[str, Numbers] | Numbers | None = None
    positions: str | tuple[Numbers, ...] = ()

    def __post_init__(self) -> None:
        if bool(self.covers) is bool(self.positions):
            raise Unfit("either", "", name="covers", other="positions")
        if isinstance(self.positions, str) and self.positions and self.positions not in POSITIONS:
            raise Unfit("not_offered", ".positions", name=self.positions)


def _place(row: SpotRow, pockets: Pockets, book: RuleBook) -> Place:
    odds = book.odds[row.odds]
    won = (row.clause_won, book.odds_clauses[row.odds])
    lost = (row.clause_lost,)
    on_zero = row.clause_won_on_zero
    order = row.order
    low = order.usual if order.low is None else order.low
    if 0 in pockets and order.low_with_zero is not None:
        low = order.low_with_zero
    return Place(
        kind=row.code,
        pockets=pockets,
        mask=sum(1 << n for n in pockets),
        profit=odds.profit,
        stake=odds.stake,
        won=won,
        won_on_zero=(*won, on_zero) if on_zero else won,
        lost=lost,
        lost_to_zero=(*lost, row.clause_lost_to_zero),
        order=order.usual,
        order_low=(low,) if isinstance(low, int) else low,
    )


@implements("roulette", "4.1.1", "4.2", "4.8")
def positions(row: SpotRow) -> Iterator[tuple[str, Pockets]]:
    """Every spot of a kind of bet as it is written, with the pockets it covers in rising order."""
    kind, covers = row.code, row.covers
    if isinstance(covers, Mapping):
        yield from ((f"{kind}:{name}", tuple(sorted(numbers))) for name, numbers in covers.items())
    elif covers is not None:
        yield kind, tuple(sorted(covers))
    else:
        named = row.positions
        for numbers in POSITIONS[named]() if isinstance(named, str) else map(sorted, named):
            yield f"{kind}:{'-'.join(map(str, numbers))}", tuple(numbers)


def rows(book: RuleBook) -> dict[str, SpotRow]:
    """The rows of the kinds of bet of a document by code, in their order (made once for each). ValueError."""
    return book.derived(_rows)


def _rows(book: RuleBook) -> dict[str, SpotRow]:
    return {row.code: row for row in bet_rows(SpotRow, book)}


def layout(book: RuleBook) -> dict[str, Place]:
    """Every spot of the layout by its canonical written form, priced by a document (made once for each)."""
    return book.derived(_layout)


def _layout(book: RuleBook) -> dict[str, Place]:
    return {spot: _place(row, pockets, book) for row in rows(book).values() for spot, pockets in positions(row)}


def find_place(spot: str, places: dict[str, Place]) -> Place | None:
    """The place of a spot as written, its numbers in any order and with or without a zero before them; None for a spot
    that the layout does not have, as every one with a double zero (4.1.1.1)."""
    place = places.get(spot)
    if place is None:
        kind, _, written = spot.partition(":")
        numbers = written.split("-")
        if all(number.isdecimal() and (number == "0" or number.strip("0")) for number in numbers):
            place = places.get(f"{kind}:{'-'.join(map(str, sorted(map(int, numbers))))}")
    return place
