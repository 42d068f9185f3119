"""What can be put into a simulated toss. Proved by ``tests/coin``."""

from __future__ import annotations

import random
from typing import Final

from games.simulate.coin.table import Toss

from games.simulate import staff
from games.simulate.play import Fault, Planted
from games.simulate.play_bets import catalogue, late_bet
from games.simulate.play_money import not_paid, paid_too_little, treated_as_lost


def hardly_turned(toss: Toss, rng: random.Random) -> list[Planted] | None:
    """The coin turns over once; the result counts."""
    toss.turns = 1
    return [Planted(toss.code, "coin_hardly_turned", "")]


def _drops(toss: Toss) -> None:
    at = (toss.called or 30_000) + 3_000
    toss.says(at, "coin_dropped", seen_by=staff.person("dealer", toss.dealer))


def dropped_and_undecided(toss: Toss, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the toss waits for a decision."""
    _drops(toss)
    toss.unsettled = True
    return []


def dropped_and_ruled_void(toss: Toss, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the pit supervisor decides that the toss is void."""
    _drops(toss)
    toss.rules("7.1", "pit_supervisor", "void")
    toss.void = True
    return []


def dropped_and_ruled_by_dealer(toss: Toss, rng: random.Random) -> list[Planted] | None:
    """A dealer may not decide it: the toss still waits."""
    _drops(toss)
    toss.rules("7.1", "dealer", "as_tossed")
    toss.unsettled = True
    return [Planted(toss.code, "post_not_competent", "ruling")]


FAULTS: Final[dict[str, Fault]] = {
    **catalogue(late_bet, hardly_turned, dropped_and_undecided, dropped_and_ruled_void, dropped_and_ruled_by_dealer),
    **{act.__name__: Fault(act.__name__, None, act) for act in (not_paid, paid_too_little, treated_as_lost)},
}
"""Every fault by name."""
