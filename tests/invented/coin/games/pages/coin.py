"""The parts of a round page that only the coin toss has: where each bet lay, and the coin. Proved by ``tests/coin``."""

from __future__ import annotations

from games.coin import drawing
from games.coin.facts import CoinRound

from casino.core.text import Text
from games import words
from games.engine.replay import Replay
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture, chip_of, places_of


def places(replay: Replay) -> dict[str, Place]:
    """Where each bet lay."""
    state = replay.state
    if not isinstance(state, CoinRound):
        return {}
    return places_of(state.bets.items(), lambda bet, fact: words.spot("coin", fact.spot))


def picture(replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
    """The coin, and the chips on its two faces."""
    state = replay.state
    if not isinstance(state, CoinRound):
        return None
    chips = [chip_of(row, state.bets[row.bet].fact.spot, currency, language) for row in rows]
    lying, standing = (drawing.layout(chips, state.face or "", language=language, standing=up) for up in (False, True))
    return Picture(lying, standing)


def badge(outcome: str) -> tuple[str, Text]:
    """A result as lists show it."""
    return "black", words.spot("coin", outcome)
