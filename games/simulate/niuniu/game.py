"""Niu niu as it is simulated."""

from __future__ import annotations

from typing import Final

from games.simulate.kinds import Game
from games.simulate.niuniu import table
from games.simulate.niuniu.faults import FAULTS

GAME: Final = Game("NN01", table.NiuNiuTable, table.LIMITS, "niuniu.2024-07-09", FAULTS)
