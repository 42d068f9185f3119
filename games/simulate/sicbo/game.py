"""Sic bo as it is simulated."""

from __future__ import annotations

from typing import Final

from games.simulate.kinds import Game
from games.simulate.sicbo import table
from games.simulate.sicbo.faults import FAULTS

GAME: Final = Game("SB01", table.SicBoTable, table.LIMITS, "sicbo.2020-06-13", FAULTS)
