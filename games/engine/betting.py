"""Bets as they were put down, changed and taken back: what the rounds of most games keep of them.

A state only keeps what was done and when; how a bet lay when betting ended is for ``games.engine.accepting``. Proved by
``tests/engine/test_betting.py``.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.state import RoundState


class Change(msgspec.Struct, frozen=True, gc=False):
    """A change (or, with both None, a withdrawal) of a bet at a place in the order. ``fact`` is kept by games whose
    documents let a post allow it."""

    spot: str | None
    stake_minor: int | None
    withdrawn: bool
    order: int
    version: int
    fact: Any = None


class PlacedBet(msgspec.Struct, gc=False):
    """A bet as it was put down, and what was done with it since. ``fact`` has ``bet`` and ``stake_minor`` at least."""

    fact: Any
    order: int
    version: int
    changes: list[Change] = []
    again: list[int] = []
    """Versions of further placements under the same bet id."""
    later: list[Any] = []
    """Those placements, each as one of its own."""


def laid_under_one_id(placed: PlacedBet, cutoff: int | None) -> list[PlacedBet]:
    """The bets that one id stood for, one after the other: once its player has taken a bet back in time (``cutoff``:
    where betting ended, None: not yet), chips laid under its id again are another one. The last is the one that
    stands."""
    if not placed.later or not placed.changes:
        return [placed]
    bets = [PlacedBet(placed.fact, placed.order, placed.version)]
    for each in sorted([*placed.changes, *placed.later], key=lambda one: one.order):
        standing = bets[-1]
        if isinstance(each, Change):
            standing.changes.append(each)
        elif any(c.withdrawn and (cutoff is None or c.order <= cutoff) for c in standing.changes):
            bets.append(PlacedBet(each.fact, each.order, each.version))
        else:
            standing.again.append(each.version)
    return bets


class BettingRound(RoundState):
    """A round in which bets are put down by an id."""

    __slots__ = ("bets", "orphans")

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.bets: dict[str, PlacedBet] = {}
        self.orphans: list[tuple[str, int]] = []
        """(bet id, version) of changes to bets that were never put down."""

    def bet_placed(self, fact: Any, version: int) -> None:
        known = self.bets.get(fact.bet)
        if known is None:
            self.bets[fact.bet] = PlacedBet(fact, self.order, version)
        else:
            known.again.append(version)
            known.later.append(PlacedBet(fact, self.order, version))

    def change(self, bet: str, change: Change) -> None:
        """Keep a change with its bet, or apart where no such bet was put down."""
        known = self.bets.get(bet)
        if known is None:
            self.orphans.append((bet, change.version))
        else:
            known.changes.append(change)

    def placed(self, bet: str) -> PlacedBet | None:
        """The bet as it was put down, or None where none was."""
        return self.bets.get(bet)
