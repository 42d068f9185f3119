"""A simulated baccarat table: shoes, cards as they leave them, bets, insurance, and what the devices send of them.

The table remembers what a round leaves to the next one: cards that open it, a round without bets, players who bet below
the minimum before, a shoe that must be replaced. Faults stand in ``games.simulate.baccarat.faults``. Proved by
``tests/simulate/test_audit_finds_baccarat.py``.
"""

from __future__ import annotations

import random
from datetime import datetime
from fractions import Fraction
from typing import Any, ClassVar, Final

from games.simulate import staff
from games.simulate.baccarat import felt
from games.simulate.baccarat.coup import RESULT_AT, Coup, Insurance
from games.simulate.baccarat.money import DIFFERENTIAL, LIMITS, in_play, insurance_most, least_of, owed
from games.simulate.play import Due, GameTable, Planted, Player, no_more_bets
from games.simulate.wire import Sent

STAKES: Final = (200_000, 300_000, 500_000, 1_000_000, 2_000_000)
SIDE_STAKES: Final = (100_000, 200_000, 500_000)
KINDS: Final = ("player", "banker") * 5 + ("tie", "player_pair", "banker_pair", "lucky6")
CHIP: Final = 50_000
DECKS: Final = 8


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
        for stage, following in (("first_deal", 4), ("third_card", 5)):
            answered = plan.moment(following) - 2_000
            if any(each.stage == stage and each.at < answered for each in plan.insured):
                plan.acts.append(no_more_bets(plan.dealer, answered))  # and so before the next card, for insurance
        self._announce(plan)

    def owed(self, plan: Coup) -> dict[str, Due]:
        return owed(plan)

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
