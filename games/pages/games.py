"""Which module says where a game's bets lay and how its round is drawn. A game is one entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from games.pages import baccarat, maubinh, niuniu, roulette, sicbo
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture
from games.replay import Replay


class GamePage(msgspec.Struct, frozen=True):
    """What a game adds to a round's page."""

    places: Callable[[Replay], dict[str, Place]]
    picture: Callable[[Replay, list[BetRow], str, str], Picture | None]


GAMES: Final = {
    "baccarat": GamePage(baccarat.places, baccarat.picture),
    "maubinh": GamePage(maubinh.places, maubinh.picture),
    "niuniu": GamePage(niuniu.places, niuniu.picture),
    "roulette": GamePage(roulette.places, roulette.picture),
    "sicbo": GamePage(sicbo.places, sicbo.picture),
}
