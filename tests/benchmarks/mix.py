"""Typical rounds of all five games, ready for the ledger: as many of each, none with a fault."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from casino.core.events import NewEvent
from games.catalogue import shipped
from games.simulate import staff
from games.simulate.baccarat import table as baccarat
from games.simulate.maubinh import table as maubinh
from games.simulate.niuniu import table as niuniu
from games.simulate.play import GameTable
from games.simulate.sicbo import table as sicbo
from games.simulate.tables import Limits, founding
from games.simulate.wire import Sent
from tests.benchmarks.bulk import STARTS, typical_rounds

TABLES: Final[Mapping[str, tuple[type[GameTable], Limits]]] = {
    "BA01": (baccarat.BaccaratTable, baccarat.LIMITS),
    "MB01": (maubinh.MauBinhTable, maubinh.LIMITS),
    "NN01": (niuniu.NiuNiuTable, niuniu.LIMITS),
    "SB01": (sicbo.SicBoTable, sicbo.LIMITS),
}


def mixed_rounds(rounds_of_each: int, seed: int) -> Iterator[list[NewEvent]]:
    """One round after another of each table in turn; a table's own facts stand before the round they precede."""
    tables: list[Iterator[list[NewEvent]]] = [typical_rounds(rounds_of_each, seed)]
    for number, (code, (kind, limits)) in enumerate(TABLES.items(), start=1):
        tables.append(_rounds(kind, code, limits, rounds_of_each, seed + number))  # ids are made of the seed too
    for together in zip(*tables, strict=True):
        yield from together


def _rounds(kind: type[GameTable], code: str, limits: Limits, count: int, seed: int) -> Iterator[list[NewEvent]]:
    table = kind(code, random.Random(seed))
    before = _new_events([*_founded(table, limits), *table.settings(STARTS - timedelta(minutes=59))])
    moment: datetime = STARTS
    for number in range(1, count + 1):
        before += _new_events(table.players_come_and_go(moment))
        sent, _planted, over_at = table.deal(moment + timedelta(seconds=20), f"{number:06d}", number, None)
        yield before + _new_events(sent)
        before = []
        moment = over_at + timedelta(seconds=5)


def _founded(table: Any, limits: Limits) -> list[Sent]:
    return founding(
        table.pen,
        table=table.code,
        at=STARTS - timedelta(hours=1),
        game=table.game,
        document=shipped().in_force(table.game, STARTS).id,
        name=table.code,
        limits=limits,
        devices=table.devices,
        set_by=staff.person("pit_manager"),
        variant=getattr(table, "variant", None),
    )


def _new_events(sent: list[Sent]) -> list[NewEvent]:
    return [event.new_event() for event in sent]
