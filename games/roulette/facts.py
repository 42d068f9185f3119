"""Roulette: the facts of a spin and the state they make (document 01/13.06.2020, clauses 2, 4, 6 and 7).

A bet's place on the layout is a *spot*, written as ``straight:17``, ``split:14-17``, ``street:13-14-15``,
``corner:1-2-4-5``, ``six_line:1-2-3-4-5-6``, ``column:2``, ``dozen:3`` or a plain ``red``: which kinds there are
stands in the document of the round. Any spot that can be written is recorded, also one that the layout does not have
(``voisins``): whether it exists is for the judgement to say. Proved by ``tests/roulette/test_spin.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact, register
from games.engine.betting import BettingRound, Change
from games.engine.document import RuleBook
from games.engine.facts import ClauseNumber, Code, Note, Person, PositiveMinor, RulingMade, register_shared
from games.engine.fold import register_game

Spot = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[a-z][a-z0-9_]{0,30}(:[0-9a-z_-]{1,64})?$(?!\n)",
        description="Where the chips lie: kind, and what tells its positions apart (split:14-17, column:2, red).",
    ),
]
Pocket = Annotated[int, msgspec.Meta(ge=0, le=36, description="A pocket of the single-zero wheel, 0 to 36.")]


class Chips(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, gc=False):
    """Colour chips of a bet (4.7): their colour, how many, the value of one, and the table that issued them."""

    colour: Code
    count: Annotated[int, msgspec.Meta(ge=1, le=100_000)]
    value_minor: PositiveMinor
    issued_at: Code | None = None


class BetPlaced(Fact, frozen=True):
    """Chips on a spot. ``stake_minor`` is their whole value. ``placed_by`` says who put them there (2.5), ``verbal``
    whether the bet was called and if chips came with it in time (4.3), ``unclear`` that the spot cannot be made out
    (6.6)."""

    bet: Code
    spot: Spot
    stake_minor: PositiveMinor
    player: Code | None = None
    seat: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None
    chips: Chips | None = None
    placed_by: Literal["player", "dealer"] | None = None
    verbal: Literal["with_chips", "without_chips"] | None = None
    unclear: bool | None = None


class BetChanged(Fact, frozen=True):
    """The bet as it lies after a change of spot or stake."""

    bet: Code
    spot: Spot | None = None
    stake_minor: PositiveMinor | None = None


class BetWithdrawn(Fact, frozen=True):
    """The chips of a bet were taken back by the player."""

    bet: Code


class BallSpun(Fact, frozen=True):
    """The ball is set in motion; the spin of clause 2.2 begins."""


class BallDropped(Fact, frozen=True):
    """The ball rests in a pocket: the physical result."""

    pocket: Pocket
    source: Literal["sensor", "dealer"] | None = None


class ResultDisplayed(Fact, frozen=True):
    """What the display at the table showed as the result (3.2.1)."""

    pocket: Pocket


class RevolutionsCounted(Fact, frozen=True):
    """How often the ball went round the wheel (2.3, 7.2)."""

    count: Annotated[int, msgspec.Meta(ge=0, le=100)]


class BallTakenOut(Fact, frozen=True):
    """The ball was taken out of the wheel (7.1 to 7.4.1, 7.9)."""

    taken_by: Person | None = None


class BallExamined(Fact, frozen=True):
    """The ball that had left the wheel was looked at (7.5)."""

    examined_by: Person
    sound: bool | None = None


class BallPutBack(Fact, frozen=True):
    """After a call of no spin the ball was put into a pocket, to be spun anew (7.9.1)."""

    pocket: Pocket


class NoSpinCalled(Fact, frozen=True):
    """ "No spin" was called. ``ground`` is the clause it rests on, where one was given."""

    called_by: Person
    ground: ClauseNumber | None = None


class IrregularitySeen(Fact, frozen=True):
    """Something of clauses 7.1 to 7.8 was seen, called or not."""

    ground: ClauseNumber
    seen_by: Person | None = None
    note: Note | None = None


_FACTS: dict[str, type[Fact]] = {
    "bet_placed": BetPlaced,
    "bet_changed": BetChanged,
    "bet_withdrawn": BetWithdrawn,
    "ball_spun": BallSpun,
    "ball_dropped": BallDropped,
    "result_displayed": ResultDisplayed,
    "revolutions_counted": RevolutionsCounted,
    "ball_taken_out": BallTakenOut,
    "ball_examined": BallExamined,
    "ball_put_back": BallPutBack,
    "no_spin_called": NoSpinCalled,
    "irregularity_seen": IrregularitySeen,
}

register_shared("roulette")
for _name, _fact in _FACTS.items():
    register(f"roulette.{_name}", _fact, stream_kind="round")


class Call(msgspec.Struct, frozen=True, gc=False):
    """A call of no spin, or a cause seen without one (``called_by`` None)."""

    ground: str | None
    called_by: Person | None
    order: int
    version: int


@register_game
class RouletteRound(BettingRound):
    """A spin."""

    game = "roulette"
    outcome = frozenset(("ball_dropped", "result_displayed"))
    result = outcome | {"no_spin_called"}
    counts_after = frozenset((*BettingRound.counts_after, "no_spin_called"))
    placeless = BettingRound.placeless | {"ball_spun"}
    ends = "winners_paid"
    calls_off = frozenset(("no_spin_called",))

    __slots__ = (
        "calls",
        "causes",
        "displayed",
        "dropped",
        "dropped_version",
        "examined",
        "further_pockets",
        "pocket",
        "put_back",
        "revolutions",
        "spun",
        "taken_out",
    )

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.spun: int | None = None
        self.dropped: int | None = None
        self.dropped_version = 0
        self.pocket: int | None = None
        self.further_pockets: Sequence[tuple[int, int]] = ()
        """(pocket, version) of results recorded after the first."""
        self.displayed: Sequence[tuple[int, int]] = ()
        self.revolutions: Sequence[tuple[int, int, int]] = ()
        """(count, place in the order, version)"""
        self.taken_out: Sequence[tuple[int, int]] = ()
        """(place in the order, version)"""
        self.examined: Sequence[tuple[Person, int]] = ()
        """(who looked at the ball, version)"""
        self.put_back: Sequence[tuple[int, int]] = ()
        """(pocket, version)"""
        self.calls: Sequence[Call] = ()
        self.causes: Sequence[Call] = ()

    @property
    def other_tables(self) -> frozenset[str]:
        """The tables whose colour chips were laid here (4.7.4, 7.11)."""
        found = set()
        for placed in self.bets.values():
            for each in (placed, *placed.later):
                chips = each.fact.chips
                if chips is not None and chips.issued_at is not None:
                    found.add(chips.issued_at)
        return frozenset(found - {self.table}) if found else frozenset()

    @property
    def speaks(self) -> bool:
        return bool(self.calls or self.rulings)

    def bet_changed(self, fact: BetChanged, version: int) -> None:
        self.change(fact.bet, Change(fact.spot, fact.stake_minor, False, self.order, version))

    def bet_withdrawn(self, fact: BetWithdrawn, version: int) -> None:
        self.change(fact.bet, Change(None, None, True, self.order, version))

    def ball_spun(self, fact: BallSpun, version: int) -> None:
        if self.spun is None:
            self.spun = self.order

    def ball_dropped(self, fact: BallDropped, version: int) -> None:
        if self.dropped is None:
            self.dropped = self.order
            self.dropped_version = version
            self.pocket = fact.pocket
        else:
            self.further_pockets = (*self.further_pockets, (fact.pocket, version))

    def result_displayed(self, fact: ResultDisplayed, version: int) -> None:
        self.displayed = (*self.displayed, (fact.pocket, version))

    def revolutions_counted(self, fact: RevolutionsCounted, version: int) -> None:
        self.revolutions = (*self.revolutions, (fact.count, self.order, version))

    def ball_taken_out(self, fact: BallTakenOut, version: int) -> None:
        self.taken_out = (*self.taken_out, (self.order, version))

    def ball_examined(self, fact: BallExamined, version: int) -> None:
        self.examined = (*self.examined, (fact.examined_by, version))

    def ball_put_back(self, fact: BallPutBack, version: int) -> None:
        self.put_back = (*self.put_back, (fact.pocket, version))

    def no_spin_called(self, fact: NoSpinCalled, version: int) -> None:
        self.calls = (*self.calls, Call(fact.ground, fact.called_by, self.order, version))

    def irregularity_seen(self, fact: IrregularitySeen, version: int) -> None:
        self.causes = (*self.causes, Call(fact.ground, fact.seen_by, self.order, version))

    def asks_for_a_second(self, fact: RulingMade, book: RuleBook) -> bool:
        """6.6 on a bet that nobody had called unclear before the number was known."""
        placed = [self.bets.get(bet) for bet in fact.bets]
        unflagged = any(each is not None and not each.fact.unclear for each in placed)
        return unflagged and book.cited_as(fact.clause) == "6.6"
