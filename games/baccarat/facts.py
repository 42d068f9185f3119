"""Baccarat: the facts of a round and the state they make (document 04/01.10.2024, clauses 2, 4, 6 and 7).

Cards are recorded in the order in which they left the shoe, each with the place where the dealer put it. Which hand a
card belongs to by the rules is for the judgement to say: whatever can go wrong with the cards (7.1 to 7.16) is a fact
here, and refuses nothing. Proved by ``tests/baccarat/test_facts.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from casino.core.cards import Card
from casino.core.events import Fact, register
from games.engine.betting import BettingRound, Change, PlacedBet
from games.engine.document import RuleBook
from games.engine.facts import BetKindCode, ClauseNumber, Code, Note, Person, PositiveMinor, register_shared
from games.engine.fold import register_game
from games.engine.state import Movement

Side = Literal["player", "banker"]
Winner = Literal["player", "banker", "tie"]
Stage = Literal["first_deal", "third_card"]
Seat = Annotated[int, msgspec.Meta(ge=1, le=20)]
Points = Annotated[int, msgspec.Meta(ge=0, le=9, description="The total of a hand, 0 to 9.")]
OddsText = Annotated[
    str, msgspec.Meta(pattern=r"^1:[0-9]{1,3}(\.[0-9]{1,2})?$(?!\n)", description="Odds as printed: 1:1.5")
]
Trouble = Literal[
    "extra_cards",
    "missing_cards",
    "foreign_cards",
    "unshuffled",
    "not_enough_cards",
    "order_lost",
    "face_up_in_shoe",
    "next_card_exposed",
    "dealt_out_of_order",
    "wrong_delivery",
    "missed_burn",
    "holder_absent",
    "not_passed",
    "other",
]


class BetPlaced(Fact, frozen=True):
    """Chips in a betting area. ``kind`` is a code of the document (``[[bets]]``); one that it does not have is recorded
    all the same, and was never accepted. ``stake_minor`` is their whole value. ``with_chips`` false: what lay there was
    no chips (4.2)."""

    bet: Code
    kind: BetKindCode
    stake_minor: PositiveMinor
    player: Code | None = None
    seat: Seat | None = None
    with_chips: bool | None = None


class BetChanged(Fact, frozen=True):
    """The bet as it lies after a change of area or stake."""

    bet: Code
    kind: BetKindCode | None = None
    stake_minor: PositiveMinor | None = None


class BetWithdrawn(Fact, frozen=True):
    """The chips of a bet were taken back. After the call: the clause under which, and who allowed it."""

    bet: Code
    clause: ClauseNumber | None = None
    allowed_by: Person | None = None


class CardDealt(Fact, frozen=True):
    """A card left the shoe. ``to`` is where the dealer put it (``next``: aside, or exposed for the next round),
    ``exposed`` whether its face was seen there, ``face_up`` whether it already lay face up in the shoe (7.4, 7.5).
    A card carried over from the round before (7.8) is recorded again, in its place in this one."""

    card: Card
    to: Literal["player", "banker", "burn", "next"]
    exposed: bool | None = None
    face_up: bool | None = None


class CardsDrawnTogether(Fact, frozen=True):
    """``count`` cards, from the ``first``-th card of the round on, left the shoe at one time (7.12, 7.13)."""

    first: Annotated[int, msgspec.Meta(ge=1, le=20)]
    count: Annotated[int, msgspec.Meta(ge=2, le=6)]
    order_known: bool


class CardsPutInOrder(Fact, frozen=True):
    """The cards were put in order, under a clause. ``cards`` gives all cards of the round in the order decided, where
    somebody decided it (7.13)."""

    clause: ClauseNumber
    cards: tuple[Card, ...] = ()
    ordered_by: Person | None = None


class CardsTakenBack(Fact, frozen=True):
    """All cards of the round so far were taken back and burned (7.11.1)."""

    taken_by: Person | None = None


class CardsBurned(Fact, frozen=True):
    """Cards put into the discard holder during the round (2.2.3)."""

    count: Annotated[int, msgspec.Meta(ge=1, le=60)]
    shown: Card | None = None


class IrregularitySeen(Fact, frozen=True):
    """Something of section 7 was seen. ``card`` where one card is meant (a foreign one, the one exposed). ``open``: a
    matter that no clause names (``other``) is put before the post of 7.22, and the round waits for it."""

    kind: Trouble
    card: Card | None = None
    seen_by: Person | None = None
    note: Note | None = None
    open: bool | None = None


class RoundVoided(Fact, frozen=True):
    """The round was announced void. ``ground`` is the clause it rests on, where one was given."""

    called_by: Person
    ground: ClauseNumber | None = None


class NoBetAnnounced(Fact, frozen=True):
    """The round is announced as one without bets (2.2.5, 7.8), perhaps as the last of the shoe (7.8.1)."""

    announced_by: Person | None = None
    ground: ClauseNumber | None = None
    last_of_shoe: bool | None = None


class TotalsAnnounced(Fact, frozen=True):
    """The totals of the first four cards as the dealer announced them (4.11)."""

    player_points: Points
    banker_points: Points


class ResultAnnounced(Fact, frozen=True):
    """The result as the dealer announced it (4.18)."""

    winner: Winner
    player_points: Points | None = None
    banker_points: Points | None = None
    announced_by: Person | None = None


class ResultDisplayed(Fact, frozen=True):
    """What the shoe's lights or the score board showed as the result (3.2.1, 3.2.2)."""

    winner: Winner
    source: Literal["shoe", "board"] | None = None


class InsuranceOffered(Fact, frozen=True):
    """The dealer put up the insurance marker with its odds (4.10): to one player, or to all."""

    side: Side
    stage: Stage
    odds: OddsText | None = None
    player: Code | None = None
    seat: Seat | None = None


class InsurancePlaced(Fact, frozen=True):
    """Insurance on a side. ``allowed_by`` where a post let it be made although it had not been offered (7.21)."""

    bet: Code
    side: Side
    stage: Stage
    stake_minor: PositiveMinor
    odds: OddsText | None = None
    player: Code | None = None
    seat: Seat | None = None
    allowed_by: Person | None = None


class InsuranceDeclined(Fact, frozen=True):
    """A player did not take the insurance offered (7.20)."""

    player: Code | None = None
    seat: Seat | None = None


class InsuranceWaived(Fact, frozen=True):
    """The house agreed to open Banker's third card first at a player's request, who thereby waives (6.4.4)."""

    player: Code | None = None
    seat: Seat | None = None
    agreed_by: Person | None = None


class SqueezeRequested(Fact, frozen=True):
    """A player asks to squeeze the cards of a side (4.7)."""

    side: Side
    player: Code | None = None
    seat: Seat | None = None


class SqueezeRestricted(Fact, frozen=True):
    """A post restricts squeezing in this round, for a player or for all (4.8)."""

    restricted_by: Person
    player: Code | None = None
    seat: Seat | None = None


class CardsPassed(Fact, frozen=True):
    """The cards of a side were handed to a player to squeeze."""

    side: Side
    player: Code | None = None
    seat: Seat | None = None


class PackDecided(Fact, frozen=True):
    """What the players chose about the pack after the hand was completed (7.11.2.1)."""

    choice: Literal["keep", "replace", "reshuffle"]


class CommissionCollected(Fact, frozen=True):
    """Commission taken from a player by itself, where it was not deducted from the payout (2.2.4)."""

    bet: Code
    amount_minor: PositiveMinor


_FACTS: dict[str, type[Fact]] = {
    "bet_placed": BetPlaced,
    "bet_changed": BetChanged,
    "bet_withdrawn": BetWithdrawn,
    "card_dealt": CardDealt,
    "cards_drawn_together": CardsDrawnTogether,
    "cards_put_in_order": CardsPutInOrder,
    "cards_taken_back": CardsTakenBack,
    "cards_burned": CardsBurned,
    "irregularity_seen": IrregularitySeen,
    "round_voided": RoundVoided,
    "no_bet_announced": NoBetAnnounced,
    "totals_announced": TotalsAnnounced,
    "result_announced": ResultAnnounced,
    "result_displayed": ResultDisplayed,
    "insurance_offered": InsuranceOffered,
    "insurance_placed": InsurancePlaced,
    "insurance_declined": InsuranceDeclined,
    "insurance_waived": InsuranceWaived,
    "squeeze_requested": SqueezeRequested,
    "squeeze_restricted": SqueezeRestricted,
    "cards_passed": CardsPassed,
    "pack_decided": PackDecided,
    "commission_collected": CommissionCollected,
}

register_shared("baccarat")
for _name, _fact in _FACTS.items():
    register(f"baccarat.{_name}", _fact, stream_kind="round")


class Noted(msgspec.Struct, frozen=True, gc=False):
    """A fact with its place in the order and its stream version."""

    fact: Any
    order: int
    version: int


class DealtCard(msgspec.Struct, frozen=True, gc=False):
    """A card as it left the shoe, with its place in the order and its stream version."""

    card: str
    to: str
    exposed: bool | None
    face_up: bool | None
    order: int
    version: int


@register_game
class BaccaratRound(BettingRound):
    """A round. Facts of a kind that can come more than once stand in lists, in their order."""

    game = "baccarat"
    outcome = frozenset(("card_dealt", "cards_drawn_together", "cards_put_in_order"))
    result = outcome | {"cards_taken_back", "result_announced", "round_voided"}
    stakes = frozenset((*BettingRound.stakes, "insurance_placed"))
    untimed = frozenset((*BettingRound.untimed, "commission_collected"))
    decisions = {
        **BettingRound.decisions,
        "bet_withdrawn": "allowed_by",
        "cards_put_in_order": "ordered_by",
        "insurance_placed": "allowed_by",
    }
    leaves = frozenset(("bet_withdrawn",))
    decide_rounds = frozenset(("7.13",))
    counts_after = frozenset(
        (
            *BettingRound.counts_after,
            "commission_collected",
            "irregularity_seen",
            "round_voided",
            "no_bet_announced",
            "pack_decided",
            "result_announced",
            "totals_announced",
        )
    )
    placeless = BettingRound.placeless | {
        "cards_passed",
        "result_displayed",
        "squeeze_requested",
        "squeeze_restricted",
        "totals_announced",
    }
    ends = "all_answered"
    calls_off = frozenset(("no_bet_announced", "round_voided"))

    __slots__ = (
        "announced",
        "burned",
        "cards",
        "displayed",
        "drawn",
        "insurances",
        "no_bets",
        "offers",
        "ordered",
        "pack_choices",
        "passed",
        "renounced",
        "restrictions",
        "squeezes",
        "taken_back",
        "together",
        "totals",
        "troubles",
        "voided",
    )

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.cards: list[DealtCard] = []
        self.drawn: list[DealtCard] = []
        """The cards drawn for the round, in their order: one that was burned is of no round (2.2.3)."""
        self.insurances: dict[str, PlacedBet] = {}
        self.together: Sequence[Noted] = ()
        self.ordered: Sequence[Noted] = ()
        self.taken_back: Sequence[Noted] = ()
        self.burned: Sequence[Noted] = ()
        self.troubles: Sequence[Noted] = ()
        self.voided: Sequence[Noted] = ()
        self.no_bets: Sequence[Noted] = ()
        self.totals: Sequence[Noted] = ()
        self.announced: Sequence[Noted] = ()
        self.displayed: Sequence[Noted] = ()
        self.offers: Sequence[Noted] = ()
        self.renounced: Sequence[Noted] = ()
        """Insurance declined or waived."""
        self.squeezes: Sequence[Noted] = ()
        self.restrictions: Sequence[Noted] = ()
        self.passed: Sequence[Noted] = ()
        self.pack_choices: Sequence[Noted] = ()

    @property
    def first_card(self) -> DealtCard | None:
        """The card with which the round began (2.2.12)."""
        return self.drawn[0] if self.drawn else None

    @property
    def result_said(self) -> bool:
        """Whether the result was announced, or that there is none (2.2.12)."""
        return bool(self.announced or self.voided)

    def placed(self, bet: str) -> PlacedBet | None:
        return self.insurances.get(bet) or self.bets.get(bet)

    def change(self, bet: str, change: Change) -> None:
        insurance = self.insurances.get(bet)
        if insurance is None:
            super().change(bet, change)
        else:
            insurance.change(change)

    def bet_placed(self, fact: BetPlaced, version: int) -> None:
        insurance = self.insurances.get(fact.bet)
        if insurance is None:
            super().bet_placed(fact, version)
        else:
            insurance.lay_again(version)

    @property
    def speaks(self) -> bool:
        return bool(self.voided or self.troubles or self.rulings)

    def bet_changed(self, fact: BetChanged, version: int) -> None:
        self.change(fact.bet, Change(fact.kind, fact.stake_minor, False, self.order, version))

    def bet_withdrawn(self, fact: BetWithdrawn, version: int) -> None:
        self.change(fact.bet, Change(None, None, True, self.order, version, fact))

    def card_dealt(self, fact: CardDealt, version: int) -> None:
        card = DealtCard(fact.card, fact.to, fact.exposed, fact.face_up, self.order, version)
        self.cards.append(card)
        if fact.to != "burn":
            self.drawn.append(card)

    def insurance_placed(self, fact: InsurancePlaced, version: int) -> None:
        known = self.insurances.get(fact.bet)
        main = self.bets.get(fact.bet)
        if known is not None:
            known.lay_again(version, PlacedBet(fact, self.order, version))
        elif main is not None:
            main.lay_again(version)
        else:
            self.insurances[fact.bet] = PlacedBet(fact, self.order, version)

    def cards_drawn_together(self, fact: CardsDrawnTogether, version: int) -> None:
        self.together = (*self.together, Noted(fact, self.order, version))

    def settles_a_matter(self, fact: Any, book: RuleBook) -> bool:
        """7.13: an order of cards drawn together decides as a ruling does. Where none were, and where cards are put
        back in the order of the shoe (7.9, 7.12), it is a fact of the table like any other."""
        if not isinstance(fact, CardsPutInOrder) or not self.together:
            return False
        return book.cited_as(fact.clause).startswith("7.13")

    def cards_put_in_order(self, fact: CardsPutInOrder, version: int) -> None:
        self.ordered = (*self.ordered, Noted(fact, self.order, version))

    def cards_taken_back(self, fact: CardsTakenBack, version: int) -> None:
        self.taken_back = (*self.taken_back, Noted(fact, self.order, version))

    def cards_burned(self, fact: CardsBurned, version: int) -> None:
        self.burned = (*self.burned, Noted(fact, self.order, version))

    def irregularity_seen(self, fact: IrregularitySeen, version: int) -> None:
        self.troubles = (*self.troubles, Noted(fact, self.order, version))

    def round_voided(self, fact: RoundVoided, version: int) -> None:
        self.voided = (*self.voided, Noted(fact, self.order, version))

    def no_bet_announced(self, fact: NoBetAnnounced, version: int) -> None:
        self.no_bets = (*self.no_bets, Noted(fact, self.order, version))

    def totals_announced(self, fact: TotalsAnnounced, version: int) -> None:
        self.totals = (*self.totals, Noted(fact, self.order, version))

    def result_announced(self, fact: ResultAnnounced, version: int) -> None:
        self.announced = (*self.announced, Noted(fact, self.order, version))

    def result_displayed(self, fact: ResultDisplayed, version: int) -> None:
        self.displayed = (*self.displayed, Noted(fact, self.order, version))

    def insurance_offered(self, fact: InsuranceOffered, version: int) -> None:
        self.offers = (*self.offers, Noted(fact, self.order, version))

    def insurance_declined(self, fact: InsuranceDeclined, version: int) -> None:
        self.renounced = (*self.renounced, Noted(fact, self.order, version))

    def insurance_waived(self, fact: InsuranceWaived, version: int) -> None:
        self.renounced = (*self.renounced, Noted(fact, self.order, version))

    def squeeze_requested(self, fact: SqueezeRequested, version: int) -> None:
        self.squeezes = (*self.squeezes, Noted(fact, self.order, version))

    def squeeze_restricted(self, fact: SqueezeRestricted, version: int) -> None:
        self.restrictions = (*self.restrictions, Noted(fact, self.order, version))

    def cards_passed(self, fact: CardsPassed, version: int) -> None:
        self.passed = (*self.passed, Noted(fact, self.order, version))

    def pack_decided(self, fact: PackDecided, version: int) -> None:
        self.pack_choices = (*self.pack_choices, Noted(fact, self.order, version))

    def commission_collected(self, fact: CommissionCollected, version: int) -> None:
        self.movements.append(Movement("paid", fact.bet, -fact.amount_minor, self.order, version))
