"""Bets as they were put down, changed and taken back: what the rounds of most games keep of them.

A state only keeps what was done and when; how a bet lay when betting ended is for ``games.engine.accepting``. Proved by
``tests/engine/test_betting.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from games.engine.state import Movement, RoundState


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
    """A bet as it was put down, and what was done with it since: mostly nothing. ``fact`` has ``bet`` and
    ``stake_minor`` at least."""

    fact: Any
    order: int
    version: int
    changes: Sequence[Change] = ()
    again: Sequence[int] = ()
    """Versions of further placements under the same bet id."""
    later: Sequence[Any] = ()
    """Those placements, each as one of its own."""
    handed_back: Sequence[Movement] = ()
    """What was handed back of it while betting went on. The fold does not know that: :func:`laid_under_one_id` says
    it."""
    off_before_minor: int = 0
    """What had come off of the bets before it under its id."""

    def change(self, change: Change) -> None:
        """Keep a change."""
        self.changes = (*self.changes, change)

    def lay_again(self, version: int, later: PlacedBet | None = None) -> None:
        """Keep that chips were put down once more under its id: as what."""
        self.again = (*self.again, version)
        if later is not None:
            self.later = (*self.later, later)


class Chips:
    """The chips of a bet while betting goes on, in minor units: how many ``lie`` there, how many came ``off``, and how
    many of these were ``owed`` yet, since they came off on record and nobody had handed them back."""

    __slots__ = ("lie", "off", "owed")

    def __init__(self, stake_minor: int) -> None:
        self.lie = stake_minor
        self.off = self.owed = 0

    def now_lie(self, stake_minor: int) -> None:
        """The bet was changed, and lies so from then on."""
        less = self.lie - stake_minor
        if less > 0:
            self.off += less
            self.owed += less
        self.lie = stake_minor

    def handed(self, amount_minor: int) -> None:
        """Chips went back: those that had come off on record, and beyond them such as lay there."""
        on_record = min(amount_minor, self.owed)
        self.owed -= on_record
        unseen = min(amount_minor - on_record, self.lie)
        self.lie -= unseen
        self.off += unseen


def laid_under_one_id(
    placed: PlacedBet, in_time: Callable[[PlacedBet, int], bool], handed_back: Sequence[Movement] = ()
) -> list[PlacedBet]:
    """The bets that one id stood for, one after the other, each with what was changed and handed back of it: once its
    player has it back, chips laid under its id again are another one. The last is the one that stands.

    ``in_time`` says whether betting on a bet went on at a place in the order; ``handed_back`` are the returns of chips
    under the id until it ended. Without them, or if nothing was laid again, there is one."""
    if not handed_back and (not placed.later or not placed.changes):
        return [placed]
    bets = [PlacedBet(placed.fact, placed.order, placed.version)]
    chips, gone = Chips(placed.fact.stake_minor), False
    owed_before = 0
    for each in sorted([*placed.changes, *placed.later, *handed_back], key=lambda one: one.order):
        standing = bets[-1]
        if isinstance(each, Movement):
            of_others = min(each.amount_minor, owed_before)
            owed_before -= of_others
            if each.amount_minor > of_others:
                own = msgspec.structs.replace(each, amount_minor=each.amount_minor - of_others)
                standing.handed_back = (*standing.handed_back, own)
                chips.handed(own.amount_minor)
        elif isinstance(each, Change):
            standing.change(each)
            if in_time(standing, each.order) and not gone:
                gone = each.withdrawn
                chips.now_lie(0 if gone else each.stake_minor or chips.lie)
        elif gone or not chips.lie:
            owed_before += chips.owed
            off_minor = standing.off_before_minor + chips.off
            bets.append(PlacedBet(each.fact, each.order, each.version, off_before_minor=off_minor))
            chips, gone = Chips(each.fact.stake_minor), False
        else:
            standing.lay_again(each.version)
    return bets


def put_down(placed: PlacedBet, handed_back: Sequence[Movement]) -> int:
    """What was put down under an id in all, in minor units: at first, by raising it, and again once its player had it
    back."""
    total = 0
    for bet in laid_under_one_id(placed, lambda _bet, _order: True, handed_back):
        chips = Chips(bet.fact.stake_minor)
        done: list[Change | Movement] = [*bet.changes, *bet.handed_back]
        for each in sorted(done, key=lambda one: one.order):
            if isinstance(each, Movement):
                chips.handed(each.amount_minor)
            else:
                chips.now_lie(0 if each.withdrawn else each.stake_minor or chips.lie)
        total += chips.lie + chips.off
    return total


class BettingRound(RoundState):
    """A round in which bets are put down by an id."""

    calls_off: ClassVar[frozenset[str]] = frozenset()
    """The facts by which a round is called off: chips handed back from then on go back for that, and not because their
    player took them off."""

    __slots__ = ("bets", "orphans")

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.bets: dict[str, PlacedBet] = {}
        self.orphans: Sequence[tuple[str, int]] = ()
        """(bet id, version) of changes to bets that were never put down."""

    def bet_placed(self, fact: Any, version: int) -> None:
        known = self.bets.get(fact.bet)
        if known is None:
            self.bets[fact.bet] = PlacedBet(fact, self.order, version)
        else:
            known.lay_again(version, PlacedBet(fact, self.order, version))

    def change(self, bet: str, change: Change) -> None:
        """Keep a change with its bet, or apart where no such bet was put down."""
        known = self.bets.get(bet)
        if known is None:
            self.orphans = (*self.orphans, (bet, change.version))
        else:
            known.change(change)

    def placed(self, bet: str) -> PlacedBet | None:
        """The bet as it was put down, or None where none was."""
        return self.bets.get(bet)
