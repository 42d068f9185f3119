"""Many typical rounds quickly, ready for the ledger: what the benchmarks append and replay.

Proved by ``tests/simulate/test_bulk.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

import games.rounds.roulette
import games.rounds.table  # noqa: F401 - registers the event types
from casino.core.events import NewEvent
from games.simulate import staff
from games.simulate.play import Fault
from games.simulate.roulette import LIMITS, Table
from games.simulate.tables import founding

STARTS: Final = datetime(2026, 6, 13, 3, tzinfo=UTC)
DOCUMENT: Final = "roulette.2020-06-13"


def typical_rounds(
    n: int, seed: int, *, table: str = "RL01", starts: datetime = STARTS, fault: Fault | None = None
) -> Iterator[list[NewEvent]]:
    """``n`` rounds of roulette, each a list of some 15 to 25 events in the order of time. The first list begins with
    the facts of the table itself (limits, devices, colour chips), and a player's coming and going stands before the
    round it precedes; so every list can be appended as it is."""
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose, no secret
    dealt = Table(table, rng, bets_a_player=(1, 2))
    before = [
        event.new_event()
        for event in founding(
            dealt.pen,
            table=table,
            at=starts - timedelta(hours=1),
            game="roulette",
            document=DOCUMENT,
            name=table,
            limits=LIMITS,
            devices=dealt.devices,
            set_by=staff.person("pit_manager"),
        )
    ]
    moment = starts
    for number in range(1, n + 1):
        before += [event.new_event() for event in dealt.players_come_and_go(moment)]
        opened_at = moment + timedelta(seconds=15)
        sent, _planted, over_at = dealt.deal(opened_at, f"{starts:%Y%m%d}-{number:06d}", number, fault)
        yield before + [event.new_event() for event in sent]
        before = []
        moment = over_at + timedelta(seconds=3)
