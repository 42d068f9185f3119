"""Niu niu in the simulator's own plain tables: what a hand is worth and what it wins, typed apart from the rule book.

Proved by ``tests/simulate/test_audit_finds_niuniu.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = "DCHS"
"""Rô, Chuồn, Cơ, Bích: from the lowest."""

PACK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)

CLASSES: Final = ("khong_ngau", *(f"ngau_{n}" for n in range(1, 10)), "ngau_ham", "toi_thuong", "hoiana")
"""From the lowest."""

UNITS_WON: Final = dict(zip(CLASSES, (1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3), strict=True))
"""What Double wins for one unit, by the winning hand."""

ADDITIONAL_TAKEN: Final = dict(zip(CLASSES, (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2), strict=True))
"""How many halves of Additional the dealer takes, by the dealer's winning hand."""


def pips(card: str) -> int:
    return min(RANKS.index(card[:-1]) + 1, 10)


class Hand(NamedTuple):
    """A hand's class as its place from the lowest, its highest card, and one way to arrange it."""

    place: int
    rank: int
    suit: int
    three: tuple[str, ...]
    two: tuple[str, ...]

    @property
    def name(self) -> str:
        return CLASSES[self.place]

    @property
    def strength(self) -> tuple[int, int, int]:
        return self.place, self.rank, self.suit


def look(cards: Sequence[str]) -> Hand:
    """What five cards are worth."""
    rank, suit = max((RANKS.index(card[:-1]), SUITS.index(card[-1])) for card in cards)
    tens = [three for three in combinations(cards, 3) if sum(map(pips, three)) % 10 == 0]
    three = tens[0] if tens else tuple(cards[:3])
    two = tuple(card for card in cards if card not in three)
    if max(Counter(card[:-1] for card in cards).values()) == 4:
        place = 12
    elif all(card[0] in "JQK" for card in cards):
        place = 11
    elif tens:
        place = sum(map(pips, two)) % 10 or 10
    else:
        place = 0
    return Hand(place, rank, suit, three, two)


def wins(box: Hand, dealer: Hand) -> bool:
    return box.strength > dealer.strength
