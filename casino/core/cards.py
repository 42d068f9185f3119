"""Playing cards as text, rank and suit: ``KS`` the king of spades, ``10H`` the ten of hearts, ``AD`` an ace.

What a card is worth belongs to each game; here is only which card it is, and what it is called. Proved by
``tests/core/test_cards.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("S", "H", "C", "D")
"""Spades, hearts, clubs, diamonds: Bích, Cơ, Chuồn, Rô."""

DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The 52 cards, suit by suit from ace to king."""

if TYPE_CHECKING:
    Card = str
else:
    Card = Annotated[Literal[DECK], msgspec.Meta(description="A card: rank and suit, as KS, 10H or AD.")]
    """One of the 52, looked up: a pattern takes ten times as long, and hands of many cards are read a lot."""


RANK_NAMES: Final = {**_WORDS.table("rank-names"), **{n: Text(n, n) for n in RANKS[1:10]}}
SUIT_NAMES: Final = _WORDS.table("suit-names")
SUIT_SYMBOLS: Final = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RED_SUITS: Final = frozenset("HD")


def rank_of(card: str) -> str:
    """``10H`` -> ``10``."""
    return card[:-1]


def suit_of(card: str) -> str:
    """``10H`` -> ``H``."""
    return card[-1]


def card_name(card: str) -> Text:
    """``KS`` -> "K bích" / "king of spades"."""
    rank, suit = RANK_NAMES[card[:-1]], SUIT_NAMES[card[-1]]
    return _WORDS.text("rank-of-suit", rank=rank, suit=suit)


def short_name(card: str) -> str:
    """``KS`` -> "K♠", for both languages."""
    return card[:-1] + SUIT_SYMBOLS[card[-1]]
