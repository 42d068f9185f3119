"""Baccarat as it is simulated."""

from __future__ import annotations

import random
from typing import Final

from games.simulate.baccarat import table
from games.simulate.baccarat.faults import FAULTS
from games.simulate.kinds import Dealing, Game

GAME: Final = Game("BA01", table.BaccaratTable, table.LIMITS, "baccarat.2024-10-01", FAULTS, "commission")


def _without_commission(code: str, rng: random.Random) -> Dealing:
    return table.BaccaratTable(code, rng, commission=False)


NO_COMMISSION: Final = GAME._replace(table="BA02", make=_without_commission, variant="no_commission")
