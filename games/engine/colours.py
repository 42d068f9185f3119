"""The colours of chips in words: a table issues them, roulette's bets are made with them (4.7)."""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

COLOURS: Final = {
    "black": Text("đen", "black"),
    "blue": Text("xanh dương", "blue"),
    "brown": Text("nâu", "brown"),
    "green": Text("xanh lá", "green"),
    "grey": Text("xám", "grey"),
    "orange": Text("cam", "orange"),
    "pink": Text("hồng", "pink"),
    "purple": Text("tím", "purple"),
    "red": Text("đỏ", "red"),
    "white": Text("trắng", "white"),
    "yellow": Text("vàng", "yellow"),
}


def chip_colour(code: str) -> Text:
    """The colour of a set of chips; a house's own name for one stays as it is."""
    return COLOURS.get(code) or Text(code, code)
