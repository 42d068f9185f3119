"""The parts of a round page that only sic bo has: where each bet lay, the dice and the layout.

Proved by ``tests/admin/test_game_pages.py``.
"""

from __future__ import annotations

from games import words
from games.catalogue import newest_book
from games.engine.replay import Replay
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, chip_of, places_of
from games.sicbo import drawing
from games.sicbo.facts import SicBoRound
from games.sicbo.layout import winning_areas


def places(replay: Replay) -> dict[str, Place]:
    """Where each bet lay when betting ended."""
    state = replay.state
    if not isinstance(state, SicBoRound):
        return {}
    lain = {result.bet: result.spot for result in replay.judgement.results}
    return places_of(state.bets.items(), lambda bet, fact: words.spot("sicbo", lain.get(bet) or fact.spot, replay.book))


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """Dice and layout, with the areas that win by the dice."""
    state = replay.state
    book = replay.book or newest_book("sicbo")
    if not isinstance(state, SicBoRound) or book is None:
        return None
    lain = {result.bet: result.spot for result in replay.judgement.results}
    chips = [chip_of(row, lain[row.bet] or state.bets[row.bet].fact.spot, currency, language) for row in rows]
    shown = replay.judgement.summary.get("dice")
    dice = (shown[0], shown[1], shown[2]) if shown else None
    lit = winning_areas(dice, replay.book) if dice and replay.book else frozenset()
    return Picture(
        drawing.layout(chips, dice, book, lit=lit, language=language, suffix="-lying"),
        drawing.layout(chips, dice, book, lit=lit, language=language, standing=True, suffix="-standing"),
    )
