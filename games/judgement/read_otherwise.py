"""What a round would have come to had the house read a clause otherwise: both amounts, wherever a guest may hold the
letter of the document against the house's reading (``Choice.readings``). Pure.

Proved by ``tests/engine/test_readings.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.catalogue import judge
from games.engine.document import Choice
from games.engine.judgement import AWAITING, PENDING, BetResult, Judgement
from games.engine.replay import Replay


class Moved(NamedTuple):
    """A bet that a reading moves: what it is owed net, in minor units, as the house reads and as it might be read; None
    while that is not decided."""

    bet: str
    chosen_minor: int | None
    other_minor: int | None


class Otherwise(NamedTuple):
    """A choice of the round's document, another reading of it, and the bets that this moves."""

    choice: Choice
    value: Any
    moved: tuple[Moved, ...]


def net(result: BetResult | None) -> int | None:
    """What a bet is owed, net; nothing where there is none; None while that is not decided."""
    if result is None:
        return 0
    return None if result.settlement.outcome in (AWAITING, PENDING) else result.settlement.net_minor


def read_otherwise(replay: Replay) -> Iterator[Otherwise]:
    """The other readings by which something of a round comes to another amount, with what the rounds before left as it
    is."""
    if replay.book is None:
        return
    for choice, value, book in replay.book.other_readings:
        moved = moved_bets(replay.judgement, judge(replay.state, book, ended=replay.ended))
        if moved:
            yield Otherwise(choice, value, moved)


def moved_bets(one: Judgement, other: Judgement) -> tuple[Moved, ...]:
    """The bets that come to something else."""
    ones, others = ({result.bet: result for result in judgement.results} for judgement in (one, other))
    moved = (Moved(bet, net(ones.get(bet)), net(others.get(bet))) for bet in {**ones, **others})
    return tuple(each for each in moved if each.chosen_minor != each.other_minor)
