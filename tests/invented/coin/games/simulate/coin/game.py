"""The coin toss as it is simulated."""

from __future__ import annotations

from typing import Final

from games.simulate.coin import table
from games.simulate.coin.faults import FAULTS

from games.simulate.kinds import Game

GAME: Final = Game("CT01", table.CoinTable, table.LIMITS, "coin.2020-01-01", FAULTS)
