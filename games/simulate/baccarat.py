"""A simulated baccarat table: shoes, cards as they leave them, bets, insurance, and what the devices send of them.

The table remembers what a round leaves to the next one: cards that open it, a round without bets, players who bet below
the minimum before, a shoe that must be replaced. Faults stand in ``games.simulate.baccarat_faults``. Proved by
``tests/simulate/test_audit_finds_baccarat.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, ClassVar, Final

from games.simulate import baccarat_felt as felt
from games.simulate import staff
from games.simulate.baccarat_money import DIFFERENTIAL, LIMITS, Insurance, in_play, insurance_most, least_of, settle
from games.simulate.play import Bet, GameTable, Plan, Planted, Player
from games.simulate.wire import Sent

STAKES: Final = (200_000, 300_000, 500_000, 1_000_000, 2_000_000)
SIDE_STAKES: Final = (100_000, 200_000, 500_000)
KINDS: Final = ("player", "banker") * 5 + ("tie", "player_pair", "banker_pair", "lucky6")
CHIP: Final = 50_000
DECKS: Final = 8
MOMENTS: Final = (0, 3_000, 6_000, 9_000, 24_000, 39_000)
"""When each card leaves the shoe, in ms from the first."""

RESULT_AT: Final = 52_000


@dataclass(slots=True, kw_only=True)
class Coup(Plan):
    """The plan of one round. ``start`` is when the first card is drawn."""

    start: int
    cards: list[str]
    """The next cards of the shoe, in their order."""
    commission: bool
    insurance: bool
    memory: frozenset[str]
    """Players who bet below the minimum before today."""
    players: list[Player]
    free: bool = False
    """Dealt without bets."""
    free_announced: bool = True
    free_more: dict[str, Any] = field(default_factory=dict)
    opens: int = 0
    """How many cards were carried over from the round before."""
    in_use: bool = False
    """The round before was dealt from the same shoe."""
    stop: int | None = None
    """Dealing stops after this many cards; ``short``: and the dealer announces a result all the same."""
    short: bool = False
    false_start: list[bool | None] = field(default_factory=list)
    """Cards drawn before the round and taken back: whether each was exposed; and which, where that matters."""
    false_cards: list[str] = field(default_factory=list)
    recorded: list[str] | None = None
    """The first four cards in the order in which they were recorded, where that is not theirs."""
    places: dict[int, str] = field(default_factory=dict)
    """Where the dealer put cards, by their place in the order, where that is not theirs."""
    card_more: dict[int, dict[str, Any]] = field(default_factory=dict)
    extras: list[tuple[str, str, bool | None]] = field(default_factory=list)
    """(card, to, exposed) drawn after the last card of the hands."""
    leaves: tuple[str, ...] = ()
    """Cards that open the next round."""
    leaves_free: bool = False
    new_pack: bool = False
    """The shoe must be replaced after the round; ``keeps_pack``: it is not."""
    keeps_pack: bool = False
    announced: dict[str, Any] | None = field(default_factory=dict)
    """What the dealer announces otherwise than it is; None: nothing is announced."""
    squeezes: bool = True
    buyers: bool = True
    """Players take insurance of their own accord."""
    insured: list[Insurance] = field(default_factory=list)
    silent: set[tuple[str, str]] = field(default_factory=set)
    """(side, stage) at which the dealer does not offer insurance."""
    offered_odds: str | None = None
    forgone: set[str] = field(default_factory=set)
    """Players who may not insure any more in this round."""
    unshuffled: bool = False

    def moment(self, card: int) -> int:
        return self.start + MOMENTS[card]

    @property
    def hands(self) -> felt.Hands:
        """The hands as far as they are dealt."""
        whole = felt.play(self.cards)
        return whole if self.stop is None else whole.cut(self.stop)

    @property
    def announced_at(self) -> int:
        return self.start + RESULT_AT

    def on(self, *areas: str) -> list[Bet]:
        return [bet for bet in self.bets if bet.spot in areas]


class BaccaratTable(GameTable):
    """One baccarat table, with commission or without, with insurance or without."""

    game: ClassVar[str] = "baccarat"
    parts: ClassVar = {"shoe": "SHOE", "tablet": "TABLET", "reader": "CHIPS"}
    seats: ClassVar[int] = 7

    def __init__(
        self,
        code: str,
        rng: random.Random,
        *,
        bets_a_player: tuple[int, int] = (1, 2),
        commission: bool = True,
        insurance: bool = True,
        sign_by: str = "shift_manager",
    ) -> None:
        super().__init__(code, rng, bets_a_player=bets_a_player)
        self.commission = commission
        self.insurance = insurance
        self.sign_by = sign_by
        self.variant = "commission" if commission else "no_commission"
        self._shoe: list[str] = []
        self._shoes = 0
        self._carried: tuple[str, ...] = ()
        self._free = False
        self._replace = True
        self._in_use = False
        self._kept = False
        self._unshuffled = False
        self._memory: set[str] = set()

    # --- the table's own stream

    def settings(self, at: datetime) -> list[Sent]:
        manager = staff.person("shift_manager")
        said: list[tuple[str, dict[str, Any]]] = [
            ("table.game_settings_set", {"decks": DECKS, "seats": self.seats, "set_by": manager}),
            ("table.differential_set", {"differential_minor": DIFFERENTIAL, "set_by": manager}),
            ("table.insurance_set", {"offered": self.insurance, "set_by": staff.person(self.sign_by)}),
        ]
        return [self.write(kind, at, manager["staff"], data) for kind, data in said]

    def players_come_and_go(self, at: datetime) -> list[Sent]:
        super().players_come_and_go(at)
        if not self._replace and (len(self._shoe) > 30 or self._free or self._carried or self._kept):
            return []
        return [self._load_shoe(at)]

    def _load_shoe(self, at: datetime) -> Sent:
        self._shoes += 1
        self._shoe = list(felt.CARDS) * DECKS
        self.rng.shuffle(self._shoe)
        self._carried, self._free, self._replace, self._kept, self._unshuffled = (), False, False, False, False
        self._in_use = False
        loaded = {"shoe": f"{self.code}-{at:%m%d}-{self._shoes}", "shuffled": True}
        return self.write("table.shoe_loaded", at, "shoe", loaded)

    # --- a round

    def plan(self, code: str, number: int) -> Coup:
        rng = self.rng
        called = rng.randrange(20_000, 35_000)
        self._shoe += [rng.choice(felt.CARDS) for _ in range(12 - len(self._shoe))]
        coup = Coup(
            table=self.code,
            code=code,
            number=number,
            dealer=self.dealer,
            supervisor=self.supervisor,
            called=called,
            start=called + 2_000,
            over=called + 2_000 + RESULT_AT + 1_000,
            spot_field="kind",
            cards=[*self._carried, *self._shoe[:12]],
            commission=self.commission,
            insurance=self.insurance,
            memory=frozenset(self._memory),
            players=list(self.players),
            free=self._free,
            opens=len(self._carried),
            in_use=self._in_use,
        )
        if self._kept:
            coup.follows.append(Planted(code, "pack_not_replaced", ""))
        if not self.insurance and self.sign_by == "surveillance":
            coup.follows.append(Planted(code, "post_not_competent", "insurance"))
        if self._unshuffled:
            coup.follows.append(Planted(code, "shoe_not_shuffled", ""))
        self._kept = False
        if self._free:
            coup.called = None
            return coup
        for player in self.players:
            for kind in self._kinds(rng.randint(*self.bets_a_player)):
                stake = rng.choice(STAKES if kind in felt.SIDES else SIDE_STAKES)
                coup.bets.append(self.next_bet(kind, stake, player, rng.randrange(2_000, called - 1_000)))
        return coup

    def _kinds(self, count: int) -> list[str]:
        """Different areas of one player, never both sides."""
        drawn: list[str] = []
        while len(drawn) < count:
            kind = self.rng.choice(KINDS)
            if kind not in drawn and not (kind in felt.SIDES and set(drawn) & set(felt.SIDES)):
                drawn.append(kind)
        return drawn

    def finish(self, plan: Coup) -> None:
        self._deal_cards(plan)
        if plan.free and plan.free_announced:
            by = staff.person("dealer", plan.dealer)
            plan.says(plan.start - 1_000, "no_bet_announced", announced_by=by, **plan.free_more)
        if plan.squeezes and not plan.free and self.rng.random() < 0.3:
            self._squeeze(plan)
        if plan.insurance and not plan.free:
            self._insure(plan)
        for each in plan.insured:
            plan.says(each.at, "insurance_placed", "reader", **each.data())
        self._announce(plan)
        settle(plan)

    def _deal_cards(self, plan: Coup) -> None:
        hands = plan.hands
        for index, exposed in enumerate(plan.false_start):
            at = plan.start - 9_000 + 1_500 * index
            card = plan.false_cards[index] if plan.false_cards else self._shoe.pop()
            data = {"card": card, "to": felt.SIDES[index % 2], "exposed": exposed}
            plan.says(at, "card_dealt", "shoe", **data)
        if plan.false_start:
            plan.says(plan.start - 2_500, "cards_taken_back", taken_by=staff.person("dealer", plan.dealer))
        cards = [*(plan.recorded or plan.cards[:4]), *plan.cards[4:]]
        for index, place in enumerate(hands.places):
            to = plan.places.get(index, place)
            more = plan.card_more.get(index, {})
            plan.says(plan.moment(index), "card_dealt", "shoe", card=cards[index], to=to, **more)
        for index, (card, to, exposed) in enumerate(plan.extras):
            at = plan.start + 45_000 + 700 * index
            data = {"card": card, "to": to, "exposed": exposed}
            plan.says(at, "card_dealt", "shoe", **data)

    def _squeeze(self, plan: Coup) -> None:
        """The largest bet on a side asks in time, and gets the cards (4.7)."""
        side = self.rng.choice(felt.SIDES)
        totals: dict[Player, int] = {}
        for bet in plan.bets:
            if bet.spot == side and not bet.back and not bet.gone:
                totals[bet.player] = totals.get(bet.player, 0) + bet.counts_minor
        if totals:
            player = max(totals, key=lambda one: totals[one])
            who = {"side": side, "player": player.ref, "seat": player.seat}
            plan.says(plan.start - 1_500, "squeeze_requested", **who)
            plan.says(plan.moment(3) + 600, "cards_passed", **who)

    def _insure(self, plan: Coup) -> None:
        """Offer insurance wherever it is due; some take it, some decline, some say nothing (7.20)."""
        hands = felt.play(plan.cards)
        mains = in_play(plan).mains
        covered: dict[tuple[str, str], Fraction] = {}
        for stage, last in (("first_deal", 3), ("third_card", 4)):
            for side in felt.SIDES:
                odds = felt.insured_at(side, stage, hands)
                holders = [player for player, on in mains if on == side]
                if odds is None or not holders or (plan.stop is not None and plan.stop <= last):
                    continue
                if (side, stage) not in plan.silent:
                    offer = {"side": side, "stage": stage, "odds": plan.offered_odds or odds}
                    plan.says(plan.moment(last) + 4_000, "insurance_offered", **offer)
                if plan.buyers:
                    for player in holders:
                        self._answer(plan, player, side, stage, odds, mains[player, side], covered)

    def _answer(
        self,
        plan: Coup,
        player: Player,
        side: str,
        stage: str,
        odds: str,
        main: Fraction,
        covered: dict[tuple[str, str], Fraction],
    ) -> None:
        rng = self.rng
        at = plan.moment(3 if stage == "first_deal" else 4) + rng.randrange(5_000, 8_000)
        most = (main - covered.get((player.ref, side), Fraction(0))) / felt.times(odds)
        most = min(most, Fraction(insurance_most(odds)))
        chips = int(most // CHIP)
        if player.ref in plan.forgone or (side, stage) in plan.silent:
            return
        if chips and rng.random() < 0.45:
            stake = rng.randint(1, chips) * CHIP
            covered[player.ref, side] = covered.get((player.ref, side), Fraction(0)) + stake * felt.times(odds)
            plan.insured.append(self.insures(player, side, stage, stake, at, odds))
            return
        if rng.random() < 0.4:
            plan.says(at, "insurance_declined", player=player.ref, seat=player.seat)
            plan.forgone.add(player.ref)
        elif stage == "first_deal":
            plan.forgone.add(player.ref)

    def insures(self, player: Player, side: str, stage: str, stake: int, at: int, odds: str | None) -> Insurance:
        self._bet_number += 1
        return Insurance(f"I{self._bet_number}", player, side, stage, stake, at, odds)

    def _announce(self, plan: Coup) -> None:
        hands = plan.hands
        if len(hands.places) >= 4 and plan.announced is not None:
            first = {"player_points": felt.total(hands.player[:2]), "banker_points": felt.total(hands.banker[:2])}
            said = {key.removeprefix("first_"): n for key, n in plan.announced.items() if key.startswith("first_")}
            plan.says(plan.moment(3) + 2_500, "totals_announced", **(first | said))
        if (plan.stop is None or plan.short) and plan.announced is not None:
            result = {
                "winner": hands.winner,
                "player_points": felt.total(hands.player),
                "banker_points": felt.total(hands.banker),
            }
            said = {key: n for key, n in plan.announced.items() if key in result}
            plan.says(plan.announced_at, "result_announced", **(result | said))
            shown = plan.announced.get("shown", hands.winner)
            plan.says(plan.announced_at + 400, "result_displayed", "shoe", winner=shown, source="shoe")

    def remember(self, plan: Coup) -> None:
        used = max(len(plan.hands.places) - plan.opens, 0) + len(plan.extras)
        del self._shoe[:used]
        self._carried, self._free = plan.leaves, plan.leaves_free
        self._replace = plan.new_pack and not plan.keeps_pack
        self._kept = plan.new_pack and plan.keeps_pack
        self._in_use = True
        self._unshuffled = self._unshuffled or plan.unshuffled
        for bet in plan.bets:
            below = bet.counts_minor < least_of(bet.lies_on)
            if below and bet.id in plan.dues and plan.dues[bet.id].outcome in ("won", "lost"):
                self._memory.add(bet.player.ref)


__all__ = ["LIMITS", "BaccaratTable", "Coup"]
