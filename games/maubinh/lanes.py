"""Mậu binh: what a lane is worth, whether three lanes are in order, and what a lane won takes (A.1, A.2, G.3, C.2).

A lane's strength is one number: its class and then its cards from the most telling to the least, four bits each, so
that lanes of three and of five cards compare card by card and a card that is missing counts as the lowest. Proved by
``tests/maubinh/test_lanes.py`` and, for all hands of three and five cards, ``tests/exhaustive/test_maubinh.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from operator import mul
from typing import Final, NamedTuple, Protocol

import msgspec

from casino.core.cards import DECK, rank_of
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.maubinh.tally import tally

FRONT: Final = "front"
MIDDLE: Final = "middle"
BACK: Final = "back"
LANES: Final = (FRONT, MIDDLE, BACK)

STRAIGHT: Final = "straight"
FLUSH: Final = "flush"
STRAIGHT_FLUSH: Final = "straight_flush"
SHAPES: Final = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
    (3,): "three_of_a_kind",
    (2, 1): "pair",
    (1, 1, 1): "high_card",
}
"""How many cards of a rank, most first: of five cards, then of three."""

CLASS_SHIFT: Final = 20
CARD_BITS: Final = 4
SECOND_HIGHEST: Final = "second_highest"


class Lanes(NamedTuple):
    """Thirteen cards in three lanes."""

    front: tuple[str, ...]
    middle: tuple[str, ...]
    back: tuple[str, ...]


class InLanes(Protocol):
    """Whatever says which cards lie in which lane: :class:`Lanes`, or the fact of an arrangement."""

    @property
    def front(self) -> tuple[str, ...]: ...
    @property
    def middle(self) -> tuple[str, ...]: ...
    @property
    def back(self) -> tuple[str, ...]: ...


class Values(msgspec.Struct, frozen=True, gc=False):
    """The strengths of three lanes, and whether they are out of order."""

    front: int
    middle: int
    back: int
    foul: bool


def ranks_of(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The ranks (0 the lowest, 12 the highest) of every lane of a shape of :data:`SHAPES`, as the shape has them: of as
    many cards each the higher first. No shape has more than two different numbers of cards of a rank."""
    alike = shape.count(shape[0])
    for first in combinations(HIGHEST_FIRST, alike):
        others = [rank for rank in HIGHEST_FIRST if rank not in first]
        for rest in combinations(others, len(shape) - alike):
            yield first + rest


HIGHEST_FIRST: Final = range(12, -1, -1)
POWERS: Final = tuple(5**rank for rank in range(13))
"""What a card of a rank adds to the number that names a lane's ranks: no lane has five of one."""


class Ranking:
    """The strengths of all lanes under one order of cards and classes, by the ranks they are made of.

    ``code`` gives each card a number whose sum over a lane names its ranks; ``plain`` and ``flushes`` give such a sum
    its strength.
    """

    def __init__(self, cards: tuple[str, ...], classes: tuple[str, ...], ace_to_five: str) -> None:
        self.ranks: Final = tuple(reversed(cards))
        """Lowest first."""
        self.classes: Final = tuple(reversed(classes))
        self.ace_to_five: Final = ace_to_five
        place = {rank: index for index, rank in enumerate(self.ranks)}
        self.code: Final = {card: POWERS[place[rank_of(card)]] for card in DECK}
        self.plain: Final[dict[int, int]] = {}
        self.flushes: Final[dict[int, int]] = {}
        for shape, name in SHAPES.items():
            for ranks in ranks_of(shape):
                self._add(sum(map(mul, shape, map(POWERS.__getitem__, ranks))), ranks, name)

    def _add(self, key: int, ranks: tuple[int, ...], name: str) -> None:
        top = self._straight_top(ranks) if len(ranks) == 5 else None
        if top is not None:
            self.plain[key] = self._number(STRAIGHT, [top])
            self.flushes[key] = self._number(STRAIGHT_FLUSH, [top])
            return
        cards = [rank + 1 for rank in ranks]
        self.plain[key] = self._number(name, cards)
        if len(ranks) == 5:
            self.flushes[key] = self._number(FLUSH, cards)

    def _straight_top(self, descending: tuple[int, ...]) -> int | None:
        """The place of a straight by its highest card; ace to five is the lowest, or second only to ten to ace."""
        if descending[0] - descending[4] == 4:
            top = descending[0] + 1
            return top + 1 if top == 13 else top
        if descending == (12, 3, 2, 1, 0):
            return 13 if self.ace_to_five == SECOND_HIGHEST else 4
        return None

    def _number(self, name: str, cards: Sequence[int]) -> int:
        value = self.classes.index(name) << CLASS_SHIFT
        shift = CLASS_SHIFT
        for card in cards:
            shift -= CARD_BITS
            value |= card << shift
        return value

    def class_of(self, value: int) -> str:
        """The class that a strength belongs to."""
        return self.classes[value >> CLASS_SHIFT]


@lru_cache(maxsize=16)
def _ranking(cards: tuple[str, ...], classes: tuple[str, ...], ace_to_five: str) -> Ranking:
    return Ranking(cards, classes, ace_to_five)


def _ranking_in(book: RuleBook) -> Ranking:
    ranks = book.tables["ranks"]
    return _ranking(tuple(ranks["cards"]), tuple(ranks["classes"]), book.choice("ace_to_five_straight"))


def ranking_of(book: RuleBook) -> Ranking:
    """The order of cards and classes that a document lays down."""
    return book.derived(_ranking_in)


@implements("maubinh", "A.1", "A.2")
def lane_value(ranking: Ranking, cards: Sequence[str]) -> int:
    """The strength of a lane of three or five cards. Suits only make flushes, and only of five cards."""
    code = ranking.code
    if len(cards) == 3:
        a, b, c = cards
        return ranking.plain[code[a] + code[b] + code[c]]
    a, b, c, d, e = cards
    key = code[a] + code[b] + code[c] + code[d] + code[e]
    if a[-1] == b[-1] == c[-1] == d[-1] == e[-1]:
        return ranking.flushes[key]
    return ranking.plain[key]


@implements("maubinh", "G.3", "B.2")
def is_foul(front: int, middle: int, back: int, book: RuleBook) -> bool:
    """Are the lanes out of order? Front below middle, middle below back; how near is a choice of the book."""
    order = book.choice("lane_order")
    if middle > back or (middle == back and order["middle_equal_to_back"] == "foul"):
        return True
    if order["missing_card"] != "loses":
        while not front & 15:
            front, middle = front >> CARD_BITS, middle >> CARD_BITS
    return front >= middle


def values_of(lanes: InLanes, ranking: Ranking, book: RuleBook) -> Values:
    """The strengths of three lanes."""
    front = lane_value(ranking, lanes.front)
    middle = lane_value(ranking, lanes.middle)
    back = lane_value(ranking, lanes.back)
    return Values(front, middle, back, is_foul(front, middle, back, book))


Multiples = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""How many times the Ante a lane won takes: by lane (front, middle, back) and class, lowest class first."""


def multiples_of(book: RuleBook) -> Multiples:
    """The multiples of a document."""
    return book.derived(_multiples_in)


def _multiples_in(book: RuleBook) -> Multiples:
    table, classes = book.tables["multiples"], ranking_of(book).classes
    front, middle, back = (tuple([table[lane].get(name, table["otherwise"]) for name in classes]) for lane in LANES)
    return front, middle, back


@implements("maubinh", "C.2")
def multiple_of(by_class: tuple[int, ...], value: int) -> int:
    """How many times the Ante a lane won with this strength takes, by the lane's multiples."""
    return by_class[value >> CLASS_SHIFT]


@implements("maubinh", "G.2")
def is_arrangement(lanes: InLanes, hand: int, book: RuleBook) -> bool:
    """Are these the hand's own cards (its tally; all different), in lanes of the sizes that the document sets?"""
    sizes = book.tables["arrangement"]
    front, middle, back = lanes.front, lanes.middle, lanes.back
    if len(front) != sizes[FRONT] or len(middle) != sizes[MIDDLE] or len(back) != sizes[BACK]:
        return False
    return tally(front + middle + back) == hand


def in_order(cards: Sequence[str], ranking: Ranking) -> Iterator[str]:
    """Cards as a reader wants them: the most telling first (of a full house the three, of two pairs the higher)."""
    code = ranking.code
    counts = [code[card] for card in cards]
    lowest_straight = sorted(code[card] for card in cards) == [1, 5, 25, 125, 5**12]
    rank = {card: -1 if lowest_straight and code[card] == 5**12 else code[card] for card in cards}
    yield from sorted(cards, key=lambda card: (-counts.count(code[card]), -rank[card], card[-1]))
