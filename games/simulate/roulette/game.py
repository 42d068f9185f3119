"""Roulette as it is simulated."""

from __future__ import annotations

import random
from typing import Final

from games.simulate.kinds import Dealing, Game
from games.simulate.roulette import table
from games.simulate.roulette.faults import FAULTS

GAME: Final = Game("RL01", table.Table, table.LIMITS, "roulette.2020-06-13", FAULTS)


def _few_bets(code: str, rng: random.Random) -> Dealing:
    return table.Table(code, rng, bets_a_player=(1, 2))


TYPICAL: Final = GAME._replace(make=_few_bets)
"""Spins as most are: one or two bets a player."""
