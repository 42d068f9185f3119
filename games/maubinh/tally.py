"""Mậu binh: cards as one number, so that thirteen of them need to be looked up only once.

The tally of several cards is the sum of the tallies of each. It says which cards they are (a bit each), how many there
are of each rank (three bits each) and of each suit (four bits each). Proved by ``tests/maubinh/test_tally.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

SUITS: Final = "SHCD"
ORDER: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANKS: Final = len(ORDER)

COUNTS: Final = 64
"""From this bit on cards are counted. Below it each card has its own bit, suit by suit, with room above for the sums of
cards that are there more than once."""
RANK_BITS: Final = 3
SUIT_COUNTS: Final = RANK_BITS * RANKS
"""Where, among the counts, those of suits begin."""
SUIT_BITS: Final = 4
CARDS: Final = (1 << COUNTS) - 1

_OF_CARD: Final = {
    rank + suit: 1 << RANKS * at + place | (1 << RANK_BITS * place | 1 << SUIT_COUNTS + SUIT_BITS * at) << COUNTS
    for at, suit in enumerate(SUITS)
    for place, rank in enumerate(ORDER)
}


def tally(cards: Iterable[str]) -> int:
    """Cards as one number. Of as many cards as these, all different, only the same ones have the same."""
    return sum(map(_OF_CARD.__getitem__, cards))


def all_different(bits: int, cards: int) -> bool:
    """Are so many cards, of which ``bits`` is the sum of their own bits, all different? Each bit added to itself is
    carried, and leaves fewer bits than cards."""
    return bits.bit_count() == cards
