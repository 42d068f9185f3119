"""The parts of a round page that only roulette has: where each bet lay, the layout, the wheel, the colour of a result.

Proved by ``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games import words
from games.catalogue import newest_book
from games.engine.replay import Replay
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, chip_of, places_of
from games.roulette import drawing
from games.roulette.facts import RouletteRound
from games.roulette.layout import colour

_WORDS: Final = Catalogue(__file__)

STATISTICS: Final = "admin:games_statistics"
"""The page that has statistics of its tables."""


def places(replay: Replay) -> dict[str, Place]:
    """Where each bet lay when betting ended; of bets taken back in time, where they lay at first."""
    state = replay.state
    if not isinstance(state, RouletteRound):
        return {}
    lain = {result.bet: result.spot for result in replay.judgement.results}
    return places_of(
        state.bets.items(), lambda bet, fact: words.spot("roulette", lain.get(bet) or fact.spot, replay.book)
    )


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """The layout with the chips of every bet that was settled, refused or waits."""
    state = replay.state
    book = replay.book or newest_book("roulette")
    if not isinstance(state, RouletteRound) or book is None:
        return None
    lain = {result.bet: result.spot for result in replay.judgement.results}
    chips = [
        chip_of(row, lain[row.bet] or fact.spot, currency, language, unclear=bool(fact.unclear))
        for row, fact in ((row, state.bets[row.bet].fact) for row in rows)
    ]
    return Picture(
        drawing.layout(chips, state.pocket, book, language=language, suffix="-lying"),
        drawing.layout(chips, state.pocket, book, language=language, standing=True, suffix="-standing"),
        drawing.wheel_strip(state.pocket, language=language) if state.pocket is not None else "",
    )


def badge(outcome: str) -> tuple[str, Text]:
    """(colour, words) of a result as lists show it: ``17`` -> black, "17"."""
    if outcome.isdecimal() and int(outcome) <= 36:
        return colour(int(outcome)), Text(outcome, outcome)
    return "none", words.term({"void": _WORDS.text("void"), "": Text("–", "–")}, outcome)
