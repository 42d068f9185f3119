"""What a simulated game is: how a table of it is made, its limits, its rule document and its faults.

Each game's own stands in ``game.py`` of its folder here. Proved by ``tests/benchmarks/test_bulk.py`` and
``tests/simulate/test_day.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from games.simulate.play import Fault, Planted
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


def simulated(game: str) -> Game:
    """A game as it is simulated, by its code. ModuleNotFoundError for one that nobody simulates."""
    found: Game = import_module(f"games.simulate.{game}.game").GAME
    return found
