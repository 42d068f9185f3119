"""The sic bo layout: which areas exist, and what each pays for a throw of three dice (clauses 5.1, 6.1 to 6.8).

Which kinds of bet there are, their numbers and prices are rows of the document; a row names the rule here by which its
areas win, or lists the throws. Proved by ``tests/sicbo/test_layout.py`` and, for all 216 throws,
``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.engine.bet_rows import BetRow, bet_rows
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.unfit import Unfit

Dice = tuple[int, int, int]
FACES: Final = range(1, 7)
Face = Annotated[int, Meta(ge=1, le=6)]
Sum = Annotated[int, Meta(ge=1, le=18)]
"""A number as a document gives it to an area: a face, or the sum of three dice."""
THROWS: Final[tuple[Dice, ...]] = tuple(combinations_with_replacement(FACES, 3))
"""Every throw once, its dice in rising order."""
ALSO_ON_TRIPLE: Final = "specific_double_wins_on_triple"


class Price(msgspec.Struct, frozen=True):
    """What a winning area pays for a throw, and the clauses that say so."""

    profit: int
    stake: int
    clauses: tuple[str, ...]


class Area(msgspec.Struct, frozen=True):
    """An area of the layout: its kind, the number or numbers it is for, what it pays for each throw that it wins (dice
    in rising order), and the clauses by which it loses."""

    kind: str
    numbers: tuple[int, ...]
    prices: dict[Dice, Price]
    lost: tuple[str, ...]


# --- By which rule an area wins: how many times over it pays, 0 where it loses ---------------------------------------


@implements("sicbo", "6.1", "6.1.1", "6.1.2", "6.2", "6.2.1", "6.2.2")
def small_or_big(dice: Dice, least: int, most: int) -> bool:
    """Whether the sum lies there; small and big both lose on any triple."""
    return least <= sum(dice) <= most and not dice[0] == dice[1] == dice[2]


@implements("sicbo", "6.3", "6.3.1", "6.3.2")
def triple(numbers: tuple[int, ...], dice: Dice) -> bool:
    """A specific triple wins on its own number."""
    return dice.count(numbers[0]) == 3


@implements("sicbo", "6.5", "6.5.1", "6.5.2")
def any_triple(dice: Dice) -> bool:
    """Any triple wins on each."""
    return dice[0] == dice[1] == dice[2]


@implements("sicbo", "6.4", "6.4.1", "6.4.2")
def double(numbers: tuple[int, ...], dice: Dice, *, also_on_triple: bool) -> bool:
    """A specific double wins on two dice of its number, by choice of the book also on three."""
    shown = dice.count(numbers[0])
    return shown == 2 or (shown == 3 and also_on_triple)


@implements("sicbo", "6.6", "6.6.1", "6.6.2")
def total(numbers: tuple[int, ...], dice: Dice) -> bool:
    """A total wins whatever the dice that make it: a triple too."""
    return sum(dice) == numbers[0]


@implements("sicbo", "6.7", "6.7.1", "6.7.2")
def pair(numbers: tuple[int, ...], dice: Dice) -> bool:
    """A two-number combination wins once, however often its numbers show."""
    return numbers[0] in dice and numbers[1] in dice


@implements("sicbo", "6.8", "6.8.1", "6.8.2", "6.8.3")
def single(numbers: tuple[int, ...], dice: Dice) -> int:
    """A single number wins by the dice that show it: one bet with three prices."""
    return dice.count(numbers[0])


class AreaRow(BetRow, frozen=True, kw_only=True):
    """``rule``: by which an area wins, by the names of :data:`RULES`; ``covers``: the throws, in its place. ``odds``
    and ``clause_won``: one for all, or one for each number of times that an area wins."""

    odds: str | tuple[str, ...]
    clause_won: str | tuple[str, ...]
    clause_lost: str
    rule: str = ""
    sums: tuple[Sum, Sum] | None = None
    numbers: tuple[Sum | tuple[Face, ...], ...] = ((),)
    covers: tuple[tuple[Face, Face, Face], ...] = ()

    def __post_init__(self) -> None:
        if bool(self.covers) is bool(self.rule):
            raise Unfit("either", "", name="rule", other="covers")
        if self.rule and self.rule not in RULES:
            raise Unfit("not_offered", ".rule", name=self.rule)
        times = 3 if self.rule == "count" else 1
        for place, entries in ((".odds", self.odds), (".clause_won", self.clause_won)):
            if not isinstance(entries, str) and len(entries) != times:
                raise Unfit("as_many", place, count=str(times))


Rule = Callable[[AreaRow, tuple[int, ...], Dice, RuleBook], int]
RULES: Final[dict[str, Rule]] = {
    "sum_without_triple": lambda row, _numbers, dice, _book: bool(row.sums and small_or_big(dice, *row.sums)),
    "any_triple": lambda _row, _numbers, dice, _book: any_triple(dice),
    "triple": lambda _row, numbers, dice, _book: triple(numbers, dice),
    "double": lambda _row, numbers, dice, book: double(numbers, dice, also_on_triple=book.choice(ALSO_ON_TRIPLE)),
    "sum": lambda _row, numbers, dice, _book: total(numbers, dice),
    "pair": lambda _row, numbers, dice, _book: pair(numbers, dice),
    "count": lambda _row, numbers, dice, _book: single(numbers, dice),
}
"""The rules by the names that documents give them: how many times over an area of a row wins with a throw."""


# --- The layout of a document ----------------------------------------------------------------------------------------


@implements("sicbo", "4.1", "4.3.1", "6.7.a", "6.7.b", "6.7.c", "6.7.d", "6.7.e")
def areas(row: AreaRow) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Every area of a kind of bet by its written form, with the numbers it is for."""
    for each in row.numbers:
        numbers = (each,) if isinstance(each, int) else tuple(sorted(each))
        yield f"{row.code}:{'-'.join(map(str, numbers))}" if numbers else row.code, numbers


@implements("sicbo", "5.1")
def prices(row: AreaRow, numbers: tuple[int, ...], book: RuleBook) -> dict[Dice, Price]:
    """What an area pays for each throw that it wins under a document."""
    found = {}
    for dice in THROWS:
        times = int(dice in row.covers) if row.covers else RULES[row.rule](row, numbers, dice, book)
        if not times:
            continue
        price = _of(row.odds, times).format(number=numbers[0] if numbers else "")
        clause = _of(row.clause_won, times)
        odds = book.odds[price]
        found[dice] = Price(odds.profit, odds.stake, (clause, book.odds_clauses[price]))
    return found


def _of(entry: str | tuple[str, ...], times: int) -> str:
    """One for all, or one for each number of times that an area wins."""
    return entry if isinstance(entry, str) else entry[times - 1]


def rows(book: RuleBook) -> dict[str, AreaRow]:
    """The rows of the kinds of bet of a document by code, in their order (made once for each). ValueError."""
    return book.derived(_rows)


def _rows(book: RuleBook) -> dict[str, AreaRow]:
    return {row.code: row for row in bet_rows(AreaRow, book)}


def layout(book: RuleBook) -> dict[str, Area]:
    """Every area of a document by its written form (made once for each)."""
    return book.derived(_layout)


def _layout(book: RuleBook) -> dict[str, Area]:
    return {
        spot: Area(row.code, numbers, prices(row, numbers, book), (row.clause_lost,))
        for row in rows(book).values()
        for spot, numbers in areas(row)
    }


def as_printed(spot: str, on: Mapping[str, Area]) -> str:
    """A place as the layout prints it: numbers without leading zeros, the lower ones first. As it was written where the
    layout has no such area."""
    if spot in on:
        return spot
    kind, colon, numbers = spot.partition(":")
    printed = kind + colon + "-".join(sorted(number.lstrip("0") for number in numbers.split("-")))
    return printed if printed in on else spot


def find_area(spot: str, on: Mapping[str, Area]) -> Area | None:
    """The area of a place however it was written, or None for one that the layout does not have."""
    return on.get(as_printed(spot, on))


def price_of(area: Area, dice: Dice) -> Price | None:
    """What an area pays for a throw, its dice in any order; None where it loses."""
    return area.prices.get(rising(dice))


@lru_cache(maxsize=216)
def rising(dice: Dice) -> Dice:
    """A throw with its dice in rising order."""
    first, second, third = sorted(dice)
    return first, second, third


def winning_areas(dice: Dice, book: RuleBook) -> frozenset[str]:
    """Every area that wins on a throw, as the layout should light it (4.8)."""
    known = book.derived(_lit)
    lit = known.get(dice)
    if lit is None:
        thrown = rising(dice)
        lit = known[dice] = frozenset(spot for spot, area in layout(book).items() if thrown in area.prices)
    return lit


def _lit(book: RuleBook) -> dict[Dice, frozenset[str]]:
    """Filled throw by throw, as they are asked for."""
    return {}
