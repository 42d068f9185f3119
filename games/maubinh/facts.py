"""Mậu binh: the facts of a deal and the state they make (parts G, A, B and C of the document of mậu binh).

A seat's bet is its Ante, put down before the cards (``bet_placed``). A hand is dealt as one fact a seat; every
arrangement of it is a fact of its own, with who made it: the player, the system on the player's hint, or the system
when the time had run out (B.2 to B.4). Proved by ``tests/engine/test_maubinh*.py`` and the golden rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from casino.core.cards import Card
from casino.core.events import Fact, register
from games.engine.betting import BettingRound, Change
from games.engine.facts import Code, Note, Person, PositiveMinor, register_shared
from games.engine.fold import register_game

Seat = Annotated[int, msgspec.Meta(ge=1, le=20, description="The seat's number at the table.")]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=52)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=86_400_000, description="Milliseconds since the cards were dealt.")]
Multiple = Annotated[
    int, msgspec.Meta(ge=-10_000, le=10_000, description="How many times the Ante, from the seat's side.")
]
Special = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,39}$(?!\n)", description="A special hand of A.3.")]


class BetPlaced(Fact):
    """The Ante of a seat."""

    bet: Code
    seat: Seat
    stake_minor: PositiveMinor
    player: Code | None = None


class BetChanged(Fact):
    """The Ante of a seat as it is after a change."""

    bet: Code
    stake_minor: PositiveMinor


class BetWithdrawn(Fact):
    """The player of a seat took the Ante back and does not play."""

    bet: Code


class HandDealt(Fact):
    """The cards that a seat received (B.1)."""

    seat: Seat
    cards: Cards


class HandArranged(Fact):
    """A seat's cards in three lanes (G.2, B.2): by the player, by the system at the player's hint (B.3), or by the
    system because the time had run out (B.4). ``after_ms`` is how long after the deal, where it was measured."""

    seat: Seat
    front: Cards
    middle: Cards
    back: Cards
    arranged_by: Literal["player", "hint", "system"]
    after_ms: Milliseconds | None = None


class TimeRanOut(Fact):
    """The time for arranging was over (B.2, B.4)."""


class LaneCompared(Fact):
    """Two seats were shown against each other in a lane, with the multiple that the first one won or lost in it and
    how long it was shown (B.5, B.6)."""

    seat: Seat
    against: Seat
    lane: Literal["front", "middle", "back"]
    multiple: Multiple
    shown_ms: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)] | None = None


class SpecialAnnounced(Fact):
    """A seat was announced to hold a special hand (B.7)."""

    seat: Seat
    special: Special


class ShotWaived(Fact):
    """The player of a seat that won all three lanes from another let that seat go unshot (C.3 says "may")."""

    seat: Seat
    against: Seat


class ResultAnnounced(Fact):
    """The sum of multiples that a seat was announced to have won or lost in the round (C.9)."""

    seat: Seat
    multiple: Multiple


class VoidAnnounced(Fact):
    """The round was announced to be void. No clause of the document gives anybody that right."""

    announced_by: Person
    note: Note | None = None


_FACTS: dict[str, type[Fact]] = {
    "bet_placed": BetPlaced,
    "bet_changed": BetChanged,
    "bet_withdrawn": BetWithdrawn,
    "hand_dealt": HandDealt,
    "hand_arranged": HandArranged,
    "time_ran_out": TimeRanOut,
    "lane_compared": LaneCompared,
    "special_announced": SpecialAnnounced,
    "shot_waived": ShotWaived,
    "result_announced": ResultAnnounced,
    "void_announced": VoidAnnounced,
}

register_shared("maubinh")
for _name, _fact in _FACTS.items():
    register(f"maubinh.{_name}", _fact, stream_kind="round")


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """Cards as a seat received them."""

    cards: tuple[str, ...]
    order: int
    version: int


class Arranged(msgspec.Struct, frozen=True, gc=False):
    """An arrangement as it was made."""

    fact: HandArranged
    order: int
    version: int


@register_game
class MauBinhRound(BettingRound):
    """A deal of mậu binh."""

    game = "maubinh"
    outcome = frozenset(("hand_dealt",))
    result = outcome | {"void_announced"}
    counts_after = frozenset((*BettingRound.counts_after, "void_announced"))
    calls_off = frozenset(("void_announced",))

    __slots__ = ("announced", "arranged", "compared", "dealt", "hands", "specials", "time_out", "voids", "waived")

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.dealt: tuple[int, int] | None = None
        """(order, version) of the first hand dealt."""
        self.hands: dict[int, list[Dealt]] = {}
        """By seat; more than one where the record says twice what a seat received."""
        self.arranged: dict[int, list[Arranged]] = {}
        self.time_out: tuple[int, int] | None = None
        """(order, version) of the moment at which the time had run out."""
        self.compared: list[tuple[LaneCompared, int, int]] = []
        """(fact, order, version)"""
        self.specials: Sequence[tuple[SpecialAnnounced, int]] = ()
        self.waived: Sequence[tuple[ShotWaived, int]] = ()
        self.announced: list[tuple[ResultAnnounced, int]] = []
        self.voids: Sequence[tuple[VoidAnnounced, int]] = ()

    def order_of(self, version: int) -> int:
        """The place in the order of the fact of this version."""
        return next(place for place, item in enumerate(self.folded, start=1) if item[2] == version)

    def bet_changed(self, fact: BetChanged, version: int) -> None:
        self.change(fact.bet, Change(None, fact.stake_minor, False, self.order, version))

    def bet_withdrawn(self, fact: BetWithdrawn, version: int) -> None:
        self.change(fact.bet, Change(None, None, True, self.order, version))

    def hand_dealt(self, fact: HandDealt, version: int) -> None:
        if self.dealt is None:
            self.dealt = (self.order, version)
        self.hands.setdefault(fact.seat, []).append(Dealt(fact.cards, self.order, version))

    def hand_arranged(self, fact: HandArranged, version: int) -> None:
        self.arranged.setdefault(fact.seat, []).append(Arranged(fact, self.order, version))

    def time_ran_out(self, fact: TimeRanOut, version: int) -> None:
        if self.time_out is None:
            self.time_out = (self.order, version)

    def lane_compared(self, fact: LaneCompared, version: int) -> None:
        self.compared.append((fact, self.order, version))

    def special_announced(self, fact: SpecialAnnounced, version: int) -> None:
        self.specials = (*self.specials, (fact, version))

    def shot_waived(self, fact: ShotWaived, version: int) -> None:
        self.waived = (*self.waived, (fact, version))

    def result_announced(self, fact: ResultAnnounced, version: int) -> None:
        self.announced.append((fact, version))

    def void_announced(self, fact: VoidAnnounced, version: int) -> None:
        self.voids = (*self.voids, (fact, version))
