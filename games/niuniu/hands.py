"""Niu niu hands: what five cards are worth, and which of two hands is stronger (4.9, 6.1, 6.2).

The order of the classes and their clauses are data of the rule book; what makes a class is code. Which three cards make
the tens never changes the class: the other two always count the total of all five, less a multiple of ten. Proved by
``tests/niuniu/test_hands.py`` and, over all 2,598,960 hands, by ``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final

import msgspec

from casino.core.cards import DECK, SUITS
from games.engine.clauses import implements
from games.engine.document import RuleBook

HOIANA: Final = "hoiana"
TOI_THUONG: Final = "toi_thuong"
NGAU_HAM: Final = "ngau_ham"
KHONG_NGAU: Final = "khong_ngau"
PICTURES: Final = frozenset("JQK")
LOW_TO_HIGH: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS_LOW_TO_HIGH: Final = SUITS[::-1]
"""Diamonds, clubs, hearts, spades."""
_PLACE: Final = {
    rank + suit: 4 * r + s for r, rank in enumerate(LOW_TO_HIGH) for s, suit in enumerate(SUITS_LOW_TO_HIGH)
}
_place_of: Final = _PLACE.__getitem__
_POINTS: Final = {rank: min(value, 10) for value, rank in enumerate(LOW_TO_HIGH, start=1)}


BOX: Final = "box"
DEALER: Final = "dealer"


class Comparison(msgspec.Struct, frozen=True, gc=False):
    """Two hands held against each other: ``box``, ``dealer`` or nobody (empty) is stronger, by which clauses, and in
    which line of the money tables the stronger hand stands."""

    stronger: str
    clauses: tuple[str, ...]
    row: str = ""


class Rank(msgspec.Struct, frozen=True):
    """A class of hands in a document's order: ``strength`` grows with it, ``row`` is its line in the money tables.
    ``box_wins`` and ``dealer_wins`` are what comes of it where the other hand is of a weaker class."""

    name: str
    strength: int
    row: str
    clause: str
    box_wins: Comparison
    dealer_wins: Comparison


class Valued(msgspec.Struct, frozen=True, gc=False):
    """A hand of five cards and what it is: its class, and the place of its highest card (rank first, then suit)."""

    cards: tuple[str, ...]
    rank: Rank
    top: int


_CODES: Final = {card: 6 ** (place // 4) for card, place in _PLACE.items()}
"""A card as a number whose sum over five cards names their ranks, however often one of them is recorded."""


class Ranking(msgspec.Struct, frozen=True):
    """The classes of a document by name and, as far as they were met, by the sum of ``_CODES``: one for each of the
    6,188 ways in which five ranks can fall."""

    by_name: dict[str, Rank]
    by_code: dict[int, Rank]


def ranking_of(book: RuleBook) -> Ranking:
    """The classes of a document."""
    return book.derived(_ranking)


def _ranking(book: RuleBook) -> Ranking:
    rows = book.tables["ranks"]
    classes = {row["class"]: _rank(row, len(rows) - place) for place, row in enumerate(rows)}
    return Ranking(classes, {})


def _rank(row: Mapping[str, str], strength: int) -> Rank:
    line, clause = row["row"], row["clause"]
    box_wins, dealer_wins = (Comparison(stronger, (clause,), line) for stronger in (BOX, DEALER))
    return Rank(row["class"], strength, line, clause, box_wins, dealer_wins)


def ranks(book: RuleBook) -> dict[str, Rank]:
    """The classes of a document by name."""
    return ranking_of(book).by_name


@implements("niuniu", "6.2.13")
def points_of(card: str) -> int:
    """Ten for a picture card, one for an ace, else its number."""
    return _POINTS[card[:-1]]


POINTS: Final = {card: points_of(card) for card in DECK}


@implements("niuniu", "6.2.11", "6.2.12")
def highest_card(cards: Sequence[str]) -> int:
    """The place of the highest card: by rank with the ace lowest, then by suit, spades highest."""
    return max(map(_place_of, cards))


@implements("niuniu", "6.2.1")
def four_of_a_kind(of_rank: Sequence[str]) -> bool:
    """Four cards of one rank among the five."""
    return of_rank.count(of_rank[0]) >= 4 or of_rank.count(of_rank[1]) >= 4


@implements("niuniu", "6.2.2")
def all_pictures(of_rank: Sequence[str]) -> bool:
    """Nothing but jacks, queens and kings."""
    return PICTURES.issuperset(of_rank)


@implements("niuniu", "4.9.1", "4.9.2", "6.2.3", "6.2.4", "6.2.5", "6.2.6", "6.2.7", "6.2.8")
def points_class(points: Sequence[int]) -> str:
    """The class by points alone: three cards that make 10, 20 or 30 leave two, whose last digit counts; without such
    three there is no Ngầu."""
    total = sum(points)
    for pair in combinations(points, 2):
        if (total - sum(pair)) % 10 == 0:
            last = sum(pair) % 10
            return f"ngau_{last}" if last else NGAU_HAM
    return KHONG_NGAU


@implements("niuniu", *(f"6.2.{n}" for n in range(1, 9)), "6.2.13")
@cache
def class_of_ranks(of_rank: tuple[str, ...]) -> str:
    """The strongest class that five ranks make (suits never matter). One answer for each of the 6,175 ways in which
    ranks can fall, so kept."""
    if four_of_a_kind(of_rank):
        return HOIANA
    if all_pictures(of_rank):
        return TOI_THUONG
    return points_class([_POINTS[rank] for rank in of_rank])


def classify(cards: Sequence[str]) -> str:
    """The class of five cards."""
    return class_of_ranks(tuple(sorted([card[:-1] for card in cards])))


def value(cards: Sequence[str], book: RuleBook) -> Valued:
    """Five cards as a hand under a document."""
    return valued(cards, ranking_of(book))


@implements("niuniu", "2.2.4", "6.2.9")
def valued(cards: Sequence[str], ranking: Ranking) -> Valued:
    """Five cards as a hand: class and highest card."""
    one, two, three, four, five = cards
    code = _CODES[one] + _CODES[two] + _CODES[three] + _CODES[four] + _CODES[five]
    rank = ranking.by_code.get(code)
    if rank is None:
        rank = ranking.by_code[code] = ranking.by_name[classify(cards)]
    return Valued(tuple(cards), rank, highest_card(cards))


@implements("niuniu", "4.11", "6.1")
def compare_hands(box: Valued, dealer: Valued) -> Comparison:
    """The stronger class wins; between equal classes the highest card decides, then its suit."""
    mine, theirs = box.rank, dealer.rank
    if mine.strength > theirs.strength:
        return mine.box_wins
    if mine.strength < theirs.strength:
        return theirs.dealer_wins
    return by_highest_card(box, dealer)


@implements("niuniu", "4.9.3", "4.9.4", "6.2.9", "6.2.10")
def by_highest_card(box: Valued, dealer: Valued) -> Comparison:
    """Between hands of one class: the highest card of the five, by rank and then by suit. Nobody is stronger only where
    a card is recorded in both hands."""
    by = box.rank.clause
    none_made = ("4.9.3", "4.9.4") if box.rank.name == KHONG_NGAU else ()
    clauses = (by, *none_made, "6.2.9")
    if box.top // 4 == dealer.top // 4:
        clauses = (*clauses, "6.2.10")
    if box.top == dealer.top:
        return Comparison("", clauses)
    return Comparison(BOX if box.top > dealer.top else DEALER, clauses, box.rank.row)


@implements("niuniu", "4.9.1")
def makes_tens(three: Sequence[str]) -> bool:
    """Do these three cards make 10, 20 or 30?"""
    one, two, other = three
    return (POINTS[one] + POINTS[two] + POINTS[other]) % 10 == 0


@implements("niuniu", "4.9", "4.9.1", "4.9.2", "7.9")
def arrangement(cards: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The cards as they are rightly arranged: three that make the tens and the other two, highest cards first. None
    where no three make them: then any order is as good."""
    highest_first = sorted(cards, key=_PLACE.__getitem__, reverse=True)
    for three in combinations(highest_first, 3):
        if makes_tens(three):
            left = list(highest_first)
            for card in three:
                left.remove(card)
            return three, tuple(left)
    return None
