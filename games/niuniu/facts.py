"""Niu niu: the facts of a round and the state they make (document 02/09.07.2024, clauses 2, 4, 6 and 7).

A hand is that of a box (``box1``, ``box2``, …) or of the ``dealer``. Cards are recorded as they were put before a hand,
one or several at a time; a card that nobody could read is null until the hand lies open. Whatever can go wrong with the
deal (7.1 to 7.9) is a fact here, and refuses nothing. Proved by ``tests/niuniu/test_facts.py`` and the golden rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from casino.core.cards import Card
from casino.core.events import Fact, register
from games.engine.betting import BettingRound, Change
from games.engine.facts import ClauseNumber, Code, Note, Person, PositiveMinor, register_shared
from games.engine.fold import register_game

Kind = Literal["ante", "double", "additional"]
Box = Annotated[
    str, msgspec.Meta(pattern=r"^box[1-9][0-9]?$(?!\n)", description="A box of the layout: box1, box2, and so on.")
]
Hand = Annotated[
    str, msgspec.Meta(pattern=r"^(dealer|box[1-9][0-9]?)$(?!\n)", description="A hand: of a box, or the dealer's.")
]
Class = Literal[
    "hoiana",
    "toi_thuong",
    "ngau_ham",
    "ngau_9",
    "ngau_8",
    "ngau_7",
    "ngau_6",
    "ngau_5",
    "ngau_4",
    "ngau_3",
    "ngau_2",
    "ngau_1",
    "khong_ngau",
]
Pile = Annotated[tuple[Card, ...], msgspec.Meta(max_length=20)]
"""The three cards of a hand or its two, as they lay: how many there were is for the judgement (4.9, 7.9)."""


class BetPlaced(Fact, frozen=True):
    """Chips on the Ante, Double or Additional area of a box. ``with_chips`` false: what lay there was no chips (4.4).
    A bet without a player is taken to be of whoever else bets on the box."""

    bet: Code
    box: Box
    kind: Kind
    stake_minor: PositiveMinor
    player: Code | None = None
    with_chips: bool | None = None


class BetChanged(Fact, frozen=True):
    """The bet as it lies after a change of box or stake."""

    bet: Code
    box: Box | None = None
    stake_minor: PositiveMinor | None = None


class BetWithdrawn(Fact, frozen=True):
    """The chips of a bet were taken back by the player."""

    bet: Code


class CardsDealt(Fact, frozen=True):
    """Cards put before a hand, in their order; null for one whose face nobody read. ``exposed`` names those whose face
    was seen while dealing (7.3)."""

    to: Hand
    cards: Annotated[tuple[Card | None, ...], msgspec.Meta(min_length=1, max_length=20)]
    exposed: tuple[Card, ...] = ()


class CardsTakenBack(Fact, frozen=True):
    """All cards of the round so far were taken back to be dealt again (7.7, 7.8). ``in_order`` false: not in their
    order."""

    taken_by: Person | None = None
    in_order: bool | None = None


class CardsNotRetrieved(Fact, frozen=True):
    """The cards of the round cannot be taken back any more (7.8.1)."""

    seen_by: Person | None = None
    note: Note | None = None


class HandArranged(Fact, frozen=True):
    """A hand was arranged into ``three`` and ``two`` cards: by its player, by the dealer (4.9), or by the house for a
    player's second box (4.5.5). Both stay empty where only the moment is known."""

    hand: Hand
    by: Literal["player", "dealer", "house"]
    three: Pile = ()
    two: Pile = ()


class HandRearranged(Fact, frozen=True):
    """A hand that was arranged wrongly was arranged again (7.9)."""

    hand: Hand
    three: Pile = ()
    two: Pile = ()
    by: Person | None = None


class HandShown(Fact, frozen=True):
    """The faces of a hand as it lies open on the table."""

    hand: Hand
    cards: Annotated[tuple[Card, ...], msgspec.Meta(min_length=1, max_length=20)]


class HandsCompared(Fact, frozen=True):
    """The result of a box as the dealer announced it (2.2.5, 4.11, 6.3)."""

    box: Box
    winner: Literal["player", "dealer"]
    box_class: Class | None = None
    dealer_class: Class | None = None


class IrregularitySeen(Fact, frozen=True):
    """Something was seen that a clause of section 7, or 4.10, speaks of."""

    ground: ClauseNumber
    hand: Hand | None = None
    card: Card | None = None
    seen_by: Person | None = None
    note: Note | None = None


class RoundVoided(Fact, frozen=True):
    """The round was declared void: the house's decision under 7.1, or the announcement of a void under 7.4 or 7.5."""

    voided_by: Person
    ground: ClauseNumber | None = None
    reason: Note | None = None


class ArrangingBarred(Fact, frozen=True):
    """A player may not arrange cards any more (7.10)."""

    player: Code
    barred_by: Person
    reason: Note


class ArrangingAllowed(Fact, frozen=True):
    """A player who was barred may arrange cards again."""

    player: Code
    allowed_by: Person


_FACTS: dict[str, type[Fact]] = {
    "bet_placed": BetPlaced,
    "bet_changed": BetChanged,
    "bet_withdrawn": BetWithdrawn,
    "cards_dealt": CardsDealt,
    "cards_taken_back": CardsTakenBack,
    "cards_not_retrieved": CardsNotRetrieved,
    "hand_arranged": HandArranged,
    "hand_rearranged": HandRearranged,
    "hand_shown": HandShown,
    "hands_compared": HandsCompared,
    "irregularity_seen": IrregularitySeen,
    "round_voided": RoundVoided,
    "arranging_barred": ArrangingBarred,
    "arranging_allowed": ArrangingAllowed,
}

register_shared("niuniu")
for _name, _fact in _FACTS.items():
    register(f"niuniu.{_name}", _fact, stream_kind="round")


class Noted(msgspec.Struct, frozen=True, gc=False):
    """A fact with its place in the order and its stream version."""

    fact: Any
    order: int
    version: int


@register_game
class NiuNiuRound(BettingRound):
    """A round. Facts of a kind that can come more than once stand in lists, in their order."""

    game = "niuniu"
    outcome = frozenset(("cards_dealt", "hand_shown"))
    result = outcome | {"hands_compared", "round_voided"}
    decisions = {**BettingRound.decisions, "arranging_allowed": "allowed_by"}
    counts_after = frozenset(
        (
            *BettingRound.counts_after,
            "irregularity_seen",
            "round_voided",
            "arranging_barred",
            "arranging_allowed",
        )
    )
    ends = "all_answered"
    calls_off = frozenset(("round_voided",))
    boxes = True

    __slots__ = (
        "arranged",
        "barring",
        "compared",
        "dealt",
        "not_retrieved",
        "rearranged",
        "shown",
        "taken_back",
        "troubles",
        "voided",
    )

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.dealt: list[Noted] = []
        self.taken_back: Sequence[Noted] = ()
        self.not_retrieved: Sequence[Noted] = ()
        self.arranged: list[Noted] = []
        self.rearranged: Sequence[Noted] = ()
        self.shown: Sequence[Noted] = ()
        self.compared: list[Noted] = []
        self.troubles: Sequence[Noted] = ()
        self.voided: Sequence[Noted] = ()
        self.barring: Sequence[Noted] = ()
        """Players barred from arranging, and allowed again."""

    @property
    def result_said(self) -> bool:
        """Whether the result was announced (2.2.5): where announcements are on record at all, that of every box that
        was dealt to and bet on."""
        if self.voided or not self.compared:
            return True
        dealt = {noted.fact.to for noted in self.dealt}
        announced = {noted.fact.box for noted in self.compared}
        return all(placed.fact.box in announced for placed in self.bets.values() if placed.fact.box in dealt)

    def shows_the_result_of(self, bet: str, fact: Any) -> bool:
        """A box is decided by its own cards and the dealer's."""
        hand = getattr(fact, "to", None) or getattr(fact, "hand", None) or getattr(fact, "box", None)
        placed = self.bets.get(bet)
        if hand is None or placed is None:
            return True
        return hand in ("dealer", placed.fact.box, *(change.spot for change in placed.changes))

    @property
    def speaks(self) -> bool:
        return bool(self.voided or self.troubles or self.rulings)

    def bet_changed(self, fact: BetChanged, version: int) -> None:
        self.change(fact.bet, Change(fact.box, fact.stake_minor, False, self.order, version))

    def bet_withdrawn(self, fact: BetWithdrawn, version: int) -> None:
        self.change(fact.bet, Change(None, None, True, self.order, version))

    def cards_dealt(self, fact: CardsDealt, version: int) -> None:
        self.dealt.append(Noted(fact, self.order, version))

    def cards_taken_back(self, fact: CardsTakenBack, version: int) -> None:
        self.taken_back = (*self.taken_back, Noted(fact, self.order, version))

    def cards_not_retrieved(self, fact: CardsNotRetrieved, version: int) -> None:
        self.not_retrieved = (*self.not_retrieved, Noted(fact, self.order, version))

    def hand_arranged(self, fact: HandArranged, version: int) -> None:
        self.arranged.append(Noted(fact, self.order, version))

    def hand_rearranged(self, fact: HandRearranged, version: int) -> None:
        self.rearranged = (*self.rearranged, Noted(fact, self.order, version))

    def hand_shown(self, fact: HandShown, version: int) -> None:
        self.shown = (*self.shown, Noted(fact, self.order, version))

    def hands_compared(self, fact: HandsCompared, version: int) -> None:
        self.compared.append(Noted(fact, self.order, version))

    def irregularity_seen(self, fact: IrregularitySeen, version: int) -> None:
        self.troubles = (*self.troubles, Noted(fact, self.order, version))

    def round_voided(self, fact: RoundVoided, version: int) -> None:
        self.voided = (*self.voided, Noted(fact, self.order, version))

    def arranging_barred(self, fact: ArrangingBarred, version: int) -> None:
        self.barring = (*self.barring, Noted(fact, self.order, version))

    def arranging_allowed(self, fact: ArrangingAllowed, version: int) -> None:
        self.barring = (*self.barring, Noted(fact, self.order, version))
