"""Many typical rounds quickly, ready for the ledger: what the benchmarks append and replay.

Proved by ``tests/benchmarks/test_bulk.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from casino.core.events import NewEvent
from games.catalogue import GAMES
from games.simulate import staff
from games.simulate.kinds import simulated
from games.simulate.play import Fault
from games.simulate.roulette.game import TYPICAL
from games.simulate.tables import founding

STARTS: Final = datetime(2026, 6, 13, 3, tzinfo=UTC)


def typical_rounds(
    n: int,
    seed: int,
    *,
    game: str = "roulette",
    table: str | None = None,
    starts: datetime = STARTS,
    fault: Fault | None = None,
) -> Iterator[list[NewEvent]]:
    """``n`` rounds of a game, each a list of some 15 to 30 events in the order of time. The first list begins with
    the facts of the table itself (limits, devices, shoe, colour chips), and a player's coming and going stands before
    the round it precedes; so every list can be appended as it is."""
    rng = random.Random(seed)
    of_game = TYPICAL if game == "roulette" else simulated(game)
    code = table or of_game.table
    dealt = of_game.make(code, rng)
    founded = founding(
        dealt.pen,
        table=code,
        at=starts - timedelta(hours=1),
        game=game,
        document=of_game.document,
        name=code,
        limits=of_game.limits,
        devices=dealt.devices,
        set_by=staff.person("pit_manager"),
        variant=of_game.variant,
    )
    settings = dealt.settings(starts - timedelta(minutes=30))
    before = [event.new_event() for event in [*founded, *settings]]
    moment = starts
    for number in range(1, n + 1):
        before += [event.new_event() for event in dealt.players_come_and_go(moment)]
        opened_at = moment + timedelta(seconds=15)
        sent, _planted, over_at = dealt.deal(opened_at, f"{starts:%Y%m%d}-{number:06d}", number, fault)
        yield before + [event.new_event() for event in sent]
        before = []
        moment = over_at + timedelta(seconds=3)


def typical_mix(n: int, seed: int, *, starts: datetime = STARTS) -> Iterator[list[NewEvent]]:
    """``n`` rounds of all games in turn, each game at its own table."""
    share = -(-n // len(GAMES))
    each = [typical_rounds(share, seed + i, game=game, starts=starts) for i, game in enumerate(GAMES)]  # ids too
    dealt = 0
    while dealt < n:
        for rounds in each[: n - dealt]:
            yield next(rounds)
        dealt += len(each)
