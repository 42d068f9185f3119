"""The simulated games: of each game in the table the simulator that its descriptor names.

It stands outside ``games.simulate``, which imports neither judgement nor document: who knows the table of games hands
the simulated one in. Proved by ``tests/simulate``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from games.catalogue import GAMES
from games.simulate.kinds import Game


@cache
def simulated(game: str) -> Game:
    """A game as it is simulated. KeyError for one that is not listed."""
    found: Game = import_module(GAMES[game].simulator).GAME
    return found
