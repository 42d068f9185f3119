"""The colours of chips in words: a table issues them, roulette's bets are made with them (4.7)."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

COLOURS: Final = _WORDS.table("colours")


def chip_colour(code: str) -> Text:
    """The colour of a set of chips; a house's own name for one stays as it is."""
    return COLOURS.get(code) or Text(code, code)
