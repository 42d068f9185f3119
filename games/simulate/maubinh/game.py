"""Mậu binh as it is simulated."""

from __future__ import annotations

from typing import Final

from games.simulate.kinds import Game
from games.simulate.maubinh import table
from games.simulate.maubinh.faults import FAULTS

GAME: Final = Game("MB01", table.MauBinhTable, table.LIMITS, "maubinh.2020-01-01", FAULTS)
