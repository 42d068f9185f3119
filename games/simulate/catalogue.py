"""The games that are simulated: how a table of each is made, its limits, its rule document and its faults.

Proved by ``tests/simulate/test_bulk.py`` and ``tests/simulate/test_day.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple, Protocol

from games.simulate import baccarat, maubinh, niuniu, roulette, sicbo
from games.simulate.baccarat_faults import FAULTS as BACCARAT_FAULTS
from games.simulate.maubinh_faults import FAULTS as MAUBINH_FAULTS
from games.simulate.niuniu_faults import FAULTS as NIUNIU_FAULTS
from games.simulate.play import Fault, Planted
from games.simulate.roulette_faults import FAULTS as ROULETTE_FAULTS
from games.simulate.sicbo_faults import FAULTS as SICBO_FAULTS
from games.simulate.tables import Limits
from games.simulate.wire import Pen, Sent


class Dealing(Protocol):
    """A simulated table of any game."""

    code: str
    pen: Pen
    dealer: str
    supervisor: str
    players: list[Any]

    @property
    def devices(self) -> tuple[str, ...]: ...

    @property
    def reader(self) -> str: ...

    def settings(self, at: datetime) -> list[Sent]: ...

    def write(
        self, kind: str, at: datetime, source: str, data: dict[str, Any], round_code: str | None = None
    ) -> Sent: ...

    def players_come_and_go(self, at: datetime) -> list[Sent]: ...

    def stand_up(self, at: datetime) -> list[Sent]: ...

    def deal(
        self, opened_at: datetime, code: str, number: int, fault: Fault | None = None
    ) -> tuple[list[Sent], list[Planted], datetime]: ...


class Game(NamedTuple):
    """One game as it is simulated. ``table`` is the code that a table has unless another is given."""

    table: str
    make: Callable[[str, random.Random], Dealing]
    limits: Limits
    document: str
    faults: Mapping[str, Fault]
    variant: str | None = None


def _without_commission(code: str, rng: random.Random) -> Dealing:
    return baccarat.BaccaratTable(code, rng, commission=False)


def _few_bets(code: str, rng: random.Random) -> Dealing:
    return roulette.Table(code, rng, bets_a_player=(1, 2))


GAMES: Final = {
    "roulette": Game("RL01", roulette.Table, roulette.LIMITS, "roulette.2020-06-13", ROULETTE_FAULTS),
    "sicbo": Game("SB01", sicbo.SicBoTable, sicbo.LIMITS, "sicbo.2020-06-13", SICBO_FAULTS),
    "baccarat": Game(
        "BA01", baccarat.BaccaratTable, baccarat.LIMITS, "baccarat.2024-10-01", BACCARAT_FAULTS, "commission"
    ),
    "niuniu": Game("NN01", niuniu.NiuNiuTable, niuniu.LIMITS, "niuniu.2024-07-09", NIUNIU_FAULTS),
    "maubinh": Game("MB01", maubinh.MauBinhTable, maubinh.LIMITS, "maubinh.2020-01-01", MAUBINH_FAULTS),
}
"""Every game by the name that its events carry."""

NO_COMMISSION: Final = GAMES["baccarat"]._replace(table="BA02", make=_without_commission, variant="no_commission")
TYPICAL_ROULETTE: Final = GAMES["roulette"]._replace(make=_few_bets)
