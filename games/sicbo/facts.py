"""Sic bo: the facts of a throw and the state they make (document 01/13.06.2020 of sic bo, clauses 2, 4, 6 and 7).

A round's record opens with its betting, so that dice exposed before the call (7.3) are part of it. A bet's place is
written ``small``, ``big``, ``any_triple``, ``specific_triple:6``, ``specific_double:2``, ``total:9``, ``pair:1-2`` or
``single:3``: which kinds there are stands in the document of the round, and whether a place exists is for the judgement
to say. Proved by ``tests/sicbo/test_throw.py`` and the golden rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact, register
from games.engine.betting import BettingRound, Change
from games.engine.facts import ClauseNumber, Code, Note, Person, PositiveMinor, register_shared
from games.engine.fold import register_game

Spot = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z0-9_]{0,30}(:[0-9a-z_-]{1,32})?$(?!\n)",
        description="Where the chips lie: kind, and what tells its areas apart (total:9, pair:1-2, small).",
    ),
]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = tuple[Die, Die, Die]


class BetPlaced(Fact, frozen=True):
    """Chips on a spot. ``verbal`` says whether the bet was called and if chips came with it in time (4.2)."""

    bet: Code
    spot: Spot
    stake_minor: PositiveMinor
    player: Code | None = None
    seat: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    placed_by: Literal["player", "dealer"] | None = None
    verbal: Literal["with_chips", "without_chips"] | None = None


class BetChanged(Fact, frozen=True):
    """The bet as it lies after a change of spot or stake."""

    bet: Code
    spot: Spot | None = None
    stake_minor: PositiveMinor | None = None


class BetWithdrawn(Fact, frozen=True):
    """The chips of a bet were taken back by the player."""

    bet: Code


class DiceShaken(Fact, frozen=True):
    """The shaker was set off and shook the dice this many times (7.2)."""

    times: Annotated[int, msgspec.Meta(ge=0, le=100)]


class DiceShown(Fact, frozen=True):
    """The dice as they lie under the lifted dome: the physical result."""

    dice: Dice
    source: Literal["sensor", "dealer"] | None = None


class ResultEntered(Fact, frozen=True):
    """The numbers keyed into the input device (4.7)."""

    dice: Dice


class AreasLit(Fact, frozen=True):
    """The areas that the layout lit as winning (3.2, 4.8)."""

    spots: tuple[Spot, ...] = ()


class DeviceFailed(Fact, frozen=True):
    """The electronic device of the table failed (7.1): play may go on only when the head of operations approves."""

    note: Note | None = None


class PitManagerInformed(Fact, frozen=True):
    """The pit manager was told of the failure (7.1)."""

    person: Person


class IrregularitySeen(Fact, frozen=True):
    """Something of clauses 7.2 to 7.6 was seen: too few shakes, dice exposed, not flat, damaged, or a broken dome."""

    ground: ClauseNumber
    seen_by: Person | None = None
    note: Note | None = None


class VoidAnnounced(Fact, frozen=True):
    """The round was announced to be void, on the ground of a clause where one was given."""

    announced_by: Person
    ground: ClauseNumber | None = None


_FACTS: dict[str, type[Fact]] = {
    "bet_placed": BetPlaced,
    "bet_changed": BetChanged,
    "bet_withdrawn": BetWithdrawn,
    "dice_shaken": DiceShaken,
    "dice_shown": DiceShown,
    "result_entered": ResultEntered,
    "areas_lit": AreasLit,
    "device_failed": DeviceFailed,
    "pit_manager_informed": PitManagerInformed,
    "irregularity_seen": IrregularitySeen,
    "void_announced": VoidAnnounced,
}

register_shared("sicbo")
for _name, _fact in _FACTS.items():
    register(f"sicbo.{_name}", _fact, stream_kind="round")


class Cause(msgspec.Struct, frozen=True, gc=False):
    """A ground of 7.2 to 7.6, seen or announced (``by`` and ``announced``), at a place in the order."""

    ground: str | None
    by: Person | None
    announced: bool
    order: int
    version: int


@register_game
class SicBoRound(BettingRound):
    """A throw."""

    game = "sicbo"
    outcome = frozenset(("dice_shown", "result_entered", "areas_lit"))
    counts_after = frozenset(
        (
            *BettingRound.counts_after,
            "device_failed",
            "pit_manager_informed",
            "irregularity_seen",
            "void_announced",
        )
    )
    placeless = BettingRound.placeless | {"areas_lit"}
    ends = "winners_paid"
    calls_off = frozenset(("void_announced",))

    __slots__ = (
        "causes",
        "dice",
        "entered",
        "failed",
        "further_dice",
        "informed",
        "lit",
        "shaken",
        "shown",
        "shown_version",
    )

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.shaken: Sequence[tuple[int, int, int]] = ()
        """(times, place in the order, version) of each shake."""
        self.dice: tuple[int, int, int] | None = None
        self.shown: int | None = None
        self.shown_version = 0
        self.further_dice: Sequence[tuple[tuple[int, int, int], int]] = ()
        self.entered: Sequence[tuple[tuple[int, int, int], int, int]] = ()
        """(dice, place in the order, version) of each entry."""
        self.lit: Sequence[tuple[tuple[str, ...], int]] = ()
        self.failed: Sequence[tuple[int, int]] = ()
        """(order, version) of each device failure."""
        self.informed: Sequence[tuple[Person, int, int]] = ()
        """(who was told of a failure, place in the order, version)."""
        self.causes: Sequence[Cause] = ()

    @property
    def speaks(self) -> bool:
        return bool(self.causes or self.rulings)

    def bet_changed(self, fact: BetChanged, version: int) -> None:
        self.change(fact.bet, Change(fact.spot, fact.stake_minor, False, self.order, version))

    def bet_withdrawn(self, fact: BetWithdrawn, version: int) -> None:
        self.change(fact.bet, Change(None, None, True, self.order, version))

    def dice_shaken(self, fact: DiceShaken, version: int) -> None:
        self.shaken = (*self.shaken, (fact.times, self.order, version))

    def dice_shown(self, fact: DiceShown, version: int) -> None:
        if self.dice is None:
            self.dice = fact.dice
            self.shown = self.order
            self.shown_version = version
        else:
            self.further_dice = (*self.further_dice, (fact.dice, version))

    def result_entered(self, fact: ResultEntered, version: int) -> None:
        self.entered = (*self.entered, (fact.dice, self.order, version))

    def areas_lit(self, fact: AreasLit, version: int) -> None:
        self.lit = (*self.lit, (fact.spots, version))

    def device_failed(self, fact: DeviceFailed, version: int) -> None:
        self.failed = (*self.failed, (self.order, version))

    def pit_manager_informed(self, fact: PitManagerInformed, version: int) -> None:
        self.informed = (*self.informed, (fact.person, self.order, version))

    def irregularity_seen(self, fact: IrregularitySeen, version: int) -> None:
        self.causes = (*self.causes, Cause(fact.ground, fact.seen_by, False, self.order, version))

    def void_announced(self, fact: VoidAnnounced, version: int) -> None:
        self.causes = (*self.causes, Cause(fact.ground, fact.announced_by, True, self.order, version))
