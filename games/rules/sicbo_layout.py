"""The sic bo layout: which areas exist, and what each pays for a throw of three dice (clauses 5.1, 6.1 to 6.8).

Proved by ``tests/rules/test_sicbo_layout.py`` and, for all 216 throws, ``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from games.rules.book import RuleBook
from games.rules.clauses import implements

Dice = tuple[int, int, int]
FACES: Final = range(1, 7)


class Area(msgspec.Struct, frozen=True):
    """An area of the layout: its kind and the number or numbers it is for."""

    kind: str
    numbers: tuple[int, ...] = ()


class Price(msgspec.Struct, frozen=True):
    """What a winning area pays for a throw, and the clauses that say so."""

    profit: int
    stake: int
    clauses: tuple[str, ...]


@implements("sicbo", "4.1", "4.3.1", "6.7.a", "6.7.b", "6.7.c", "6.7.d", "6.7.e")
def areas() -> Iterator[tuple[str, Area]]:
    """Every area by its written form: fifty of them."""
    for kind in ("small", "big", "any_triple"):
        yield kind, Area(kind)
    for n in FACES:
        yield f"specific_triple:{n}", Area("specific_triple", (n,))
        yield f"specific_double:{n}", Area("specific_double", (n,))
        yield f"single:{n}", Area("single", (n,))
        for m in range(n + 1, 7):
            yield f"pair:{n}-{m}", Area("pair", (n, m))
    for total in range(4, 18):
        yield f"total:{total}", Area("total", (total,))


AREAS: Final = dict(areas())
LOST: Final = {
    "small": "6.1.2",
    "big": "6.2.2",
    "specific_triple": "6.3.2",
    "specific_double": "6.4.2",
    "any_triple": "6.5.2",
    "total": "6.6.2",
    "pair": "6.7.2",
    "single": "6.8",
}


def as_printed(spot: str) -> str:
    """A place as the layout prints it: numbers without leading zeros, a pair's lower one first. As it was written where
    the layout has no such area."""
    if spot in AREAS:
        return spot
    kind, colon, numbers = spot.partition(":")
    printed = kind + colon + "-".join(sorted(number.lstrip("0") for number in numbers.split("-")))
    return printed if printed in AREAS else spot


def find_area(spot: str) -> Area | None:
    """The area of a place however it was written, or None for one that the layout does not have."""
    return AREAS.get(as_printed(spot))


@implements("sicbo", "6.1", "6.1.1", "6.1.2", "6.2", "6.2.1", "6.2.2")
def small_or_big(kind: str, dice: Dice) -> str | None:
    """The clause by which small (4 to 10) or big (11 to 17) wins; both lose on any triple."""
    if dice[0] == dice[1] == dice[2]:
        return None
    total = sum(dice)
    if kind == "small":
        return "6.1.1" if 4 <= total <= 10 else None
    return "6.2.1" if 11 <= total <= 17 else None


@implements("sicbo", "6.3", "6.3.1", "6.3.2", "6.5", "6.5.1", "6.5.2")
def triple(area: Area, dice: Dice) -> str | None:
    """The clause by which a triple wins: the specific one on its own number, any triple on each."""
    if not dice[0] == dice[1] == dice[2]:
        return None
    if area.kind == "any_triple":
        return "6.5.1"
    return "6.3.1" if area.numbers == (dice[0],) else None


@implements("sicbo", "6.4", "6.4.1", "6.4.2")
def double(area: Area, dice: Dice, *, also_on_triple: bool) -> str | None:
    """The clause by which a specific double wins: on two dice of its number, by choice of the book also on three."""
    shown = dice.count(area.numbers[0])
    return "6.4.1" if shown == 2 or (shown == 3 and also_on_triple) else None


@implements("sicbo", "6.6", "6.6.1", "6.6.2")
def total(area: Area, dice: Dice) -> str | None:
    """The clause by which a total wins, whatever the dice that make it: a triple too."""
    return "6.6.1" if sum(dice) == area.numbers[0] else None


@implements("sicbo", "6.7", "6.7.1", "6.7.2")
def pair(area: Area, dice: Dice) -> str | None:
    """The clause by which a two-number combination wins: once, however often its numbers show."""
    return "6.7.1" if area.numbers[0] in dice and area.numbers[1] in dice else None


@implements("sicbo", "6.8", "6.8.1", "6.8.2", "6.8.3")
def single(area: Area, dice: Dice) -> str | None:
    """The clause by which a single number wins, by the dice that show it: one bet with three prices."""
    shown = dice.count(area.numbers[0])
    return f"6.8.{shown}" if shown else None


@implements("sicbo", "5.1")
def price(area: Area, dice: Dice, book: RuleBook) -> Price | None:
    """What the area pays for a throw under a document; None where it loses."""
    kind, key = area.kind, area.kind
    if kind in ("small", "big"):
        clause = small_or_big(kind, dice)
    elif kind in ("specific_triple", "any_triple"):
        clause = triple(area, dice)
    elif kind == "specific_double":
        clause = double(area, dice, also_on_triple=book.choice("specific_double_wins_on_triple"))
    elif kind == "total":
        clause, key = total(area, dice), f"total_{area.numbers[0]}"
    elif kind == "pair":
        clause = pair(area, dice)
    else:
        clause, key = single(area, dice), f"single_{('one', 'two', 'three')[max(dice.count(area.numbers[0]), 1) - 1]}"
    if clause is None:
        return None
    odds = book.odds[key]
    return Price(odds.profit, odds.stake, (clause, book.odds_clauses[key]))


_PRICES: Final[dict[int, tuple[RuleBook, dict[tuple[str, Dice], Price | None]]]] = {}


def price_of(spot: str, dice: Dice, book: RuleBook) -> Price | None:
    """As :func:`price`, kept for each book: fifty areas and 216 throws."""
    known = _PRICES.get(id(book))
    if known is None:
        known = _PRICES[id(book)] = (book, {})
    prices, key = known[1], (spot, dice)
    if key not in prices:
        area = find_area(spot)
        prices[key] = None if area is None else price(area, dice, book)
    return prices[key]


_LIT: Final[dict[int, tuple[RuleBook, dict[Dice, frozenset[str]]]]] = {}


def winning_areas(dice: Dice, book: RuleBook) -> frozenset[str]:
    """Every area that wins on a throw, as the layout should light it (4.8). Kept for each book: 216 throws."""
    known = _LIT.get(id(book))
    if known is None:
        known = _LIT[id(book)] = (book, {})
    lit = known[1].get(dice)
    if lit is None:
        lit = known[1][dice] = frozenset(spot for spot in AREAS if price_of(spot, dice, book) is not None)
    return lit
