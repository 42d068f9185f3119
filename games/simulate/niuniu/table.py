"""A simulated niu niu table: boxes, the deal, arranged hands, and what dealer and devices send about them.

The table remembers packs that had to leave it and players who may not arrange. Faults stand in
``games.simulate.niuniu.faults``. Proved by ``tests/simulate/test_audit_finds_niuniu.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final

from games.simulate.niuniu import felt
from games.simulate.play import LOST, OPEN, PUSH, VOID, WON, Bet, Due, GameTable, Plan, Planted, Player, net_of
from games.simulate.wire import Sent

LIMITS: Final = {"ante": (100_000, 5_000_000), "double": (200_000, 10_000_000), "additional": (400_000, 20_000_000)}
"""(least, most) of each kind of bet in VND."""

ANTES: Final = (100_000, 200_000, 500_000, 1_000_000)
BOXES: Final = 7
UNITS: Final = {"ante": 1, "double": 2, "additional": 4}


@dataclass(slots=True)
class Dealt:
    """Cards put before hands, and taken back afterwards where ``taken``; None for faces that nobody read."""

    hands: list[tuple[str, list[str | None]]]
    taken: bool = False
    in_order: bool | None = None


@dataclass(slots=True, kw_only=True)
class Deal(Plan):
    """The plan of one round. ``cards`` are the faces by hand, as they settle it."""

    cards: dict[str, list[str]]
    players: list[Player]
    spare: list[str]
    """The cards left in the pack."""
    barred: frozenset[str]
    dealer_shown: bool = True
    deals: list[Dealt] = field(default_factory=list)
    """What is dealt in place of all hands in their order."""
    exposed: dict[str, list[str]] = field(default_factory=dict)
    faces_read: bool = True
    shown: dict[str, list[str]] = field(default_factory=dict)
    """Hands as they lie open; with unread faces all."""
    arranged_by: dict[str, str] = field(default_factory=dict)
    """Who arranges a hand other than the one who should."""
    arrangements: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)
    early: bool = False
    """Players arrange before anybody notices anything."""
    arranges: bool = True
    compares: bool = True
    announced: dict[str, str] = field(default_factory=dict)
    """The winner as announced, by box, where that is not so."""
    upwards: bool = False
    """Compared from the lowest box to the highest."""
    void_boxes: set[str] = field(default_factory=set)
    removes_pack: bool = False
    keeps_pack: bool = False
    bars: set[str] = field(default_factory=set)
    allows: set[str] = field(default_factory=set)

    @property
    def boxes(self) -> dict[str, list[Bet]]:
        """Bets by box, lowest box first, without those taken back in time."""
        found: dict[str, list[Bet]] = {}
        for bet in sorted(self.bets, key=lambda bet: int(bet.lies_on[3:])):
            if not bet.gone:
                found.setdefault(bet.lies_on, []).append(bet)
        return found

    @property
    def start(self) -> int:
        """When the first card is dealt."""
        return (self.called or 40_000) + 2_000

    @property
    def shows(self) -> int | None:
        return self.start

    @property
    def claimable(self) -> list[Bet]:
        """An Ante alone on its box: without it the others there would be wrong."""
        return [bets[0] for bets in self.boxes.values() if len(bets) == 1]

    @property
    def arranging(self) -> int:
        return self.start + 40_000

    def owner(self, box: str) -> Player:
        return self.boxes[box][0].player


class NiuNiuTable(GameTable):
    """One niu niu table of seven boxes."""

    game: ClassVar[str] = "niuniu"
    parts: ClassVar = {"shuffler": "SHUFFLER", "tablet": "TABLET", "reader": "CHIPS"}
    seats: ClassVar[int] = BOXES
    fewest: ClassVar[int] = 2

    def __init__(self, code: str, rng: random.Random, *, bets_a_player: tuple[int, int] = (1, 2)) -> None:
        super().__init__(code, rng, bets_a_player=bets_a_player)
        self._packs = 0
        self._replace = True
        self._kept = False
        self._barred: set[str] = set()

    def players_come_and_go(self, at: datetime) -> list[Sent]:
        super().players_come_and_go(at)
        if not self._replace:
            return []
        self._packs += 1
        self._replace = self._kept = False
        loaded = {"shoe": f"{self.code}-{at:%m%d}-P{self._packs}", "shuffled": True}
        return [self.write("table.shoe_loaded", at, "shuffler", loaded)]

    def plan(self, code: str, number: int) -> Deal:
        rng = self.rng
        called = rng.randrange(20_000, 30_000)
        pack = list(felt.PACK)
        rng.shuffle(pack)
        deal = Deal(
            table=self.code,
            code=code,
            number=number,
            dealer=self.dealer,
            supervisor=self.supervisor,
            called=called,
            over=0,
            spot_field="box",
            cards={},
            players=list(self.players),
            spare=pack,
            barred=frozenset(self._barred),
        )
        if self._kept:
            deal.follows.append(Planted(code, "pack_not_replaced", ""))
            self._replace = True
        free = [n for n in range(1, BOXES + 1) if n not in {player.seat for player in self.players}]
        for player in self.players:
            boxes = [player.seat]
            if free and rng.randint(*self.bets_a_player) > 1 and rng.random() < 0.4:
                boxes.append(free.pop(rng.randrange(len(free))))
            for box in boxes:
                self.bets_on(deal, f"box{box}", player, rng.choice(ANTES), rng.randrange(2_000, called - 3_000))
        for hand in (*deal.boxes, "dealer"):
            deal.cards[hand] = [pack.pop() for _ in range(5)]
        deal.over = deal.arranging + 60_000
        return deal

    def bets_on(self, deal: Deal, box: str, player: Player, ante: int, at: int) -> None:
        kinds = ("ante", "double", "additional") if self.rng.random() < 0.6 else ("ante",)
        for place, kind in enumerate(kinds):
            deal.bets.append(self.next_bet(box, ante * UNITS[kind], player, at + 400 * place, kind=kind))

    def placed(self, plan: Plan, bet: Bet) -> dict[str, Any]:
        said = {"bet": bet.id, "box": bet.spot, "stake_minor": bet.stake_minor, "player": bet.player.ref}
        return {**said, **bet.more}

    # --- what is sent

    def finish(self, plan: Deal) -> None:
        at = plan.start
        for deal in plan.deals or [Dealt([(hand, list(cards)) for hand, cards in plan.cards.items()])]:
            for hand, cards in deal.hands:
                said = {"to": hand, "cards": cards if plan.faces_read else [None] * len(cards)}
                exposed = plan.exposed.get(hand)
                plan.says(at, "cards_dealt", "shuffler", **said, **({"exposed": exposed} if exposed else {}))
                at += 900
            if deal.taken:
                in_order = {} if deal.in_order is None else {"in_order": deal.in_order}
                plan.says(at + 3_000, "cards_taken_back", **in_order)
                at += 4_000
        if plan.arranges:
            self._arrange(plan)
        shown = plan.shown if plan.faces_read else {**plan.cards, **plan.shown}
        for place, (hand, open_cards) in enumerate(shown.items()):
            plan.says(plan.arranging + 30_000 + 300 * place, "hand_shown", hand=hand, cards=open_cards)
        if plan.compares:
            self._compare(plan)

    def owed(self, plan: Deal) -> dict[str, Due]:
        return {bet.id: self._due(plan, bet) for bet in plan.bets if not bet.gone}

    def _moved_by(self, plan: Deal, bet: Any) -> int | None:
        """Where one bet of a box is not as it must be all of the box go back; so they do for a second of a kind."""
        dues = self.owed(plan)
        box = [dues[each.id] for each in plan.bets if each.spot == bet.spot and each.id in dues]
        if not any(net_of({"": due}) for due in box):
            return None
        net = sum(net_of({"": due}) for due in box)
        return -net if bet in plan.past else net

    def _arrange(self, plan: Deal) -> None:
        """Each player arranges one box, the house the others and its own (4.5.5)."""
        busy: set[str] = set()
        for place, hand in enumerate(plan.cards):
            if hand in plan.void_boxes:
                continue
            by = "house"
            if hand != "dealer":
                ref = plan.owner(hand).ref
                if ref not in busy and ref not in plan.barred:
                    by = "player"
                    busy.add(ref)
            by = plan.arranged_by.get(hand, by)
            value = felt.look(plan.shown.get(hand, plan.cards[hand]))
            three, two = plan.arrangements.get(hand, (list(value.three), list(value.two)))
            told = hand in plan.arrangements or self.rng.random() < 0.8
            more = {"three": three, "two": two} if told and len(three) == 3 else {}
            plan.says(plan.arranging + 800 * place, "hand_arranged", hand=hand, by=by, **more)

    def _compare(self, plan: Deal) -> None:
        dealer = felt.look(plan.shown.get("dealer", plan.cards["dealer"]))
        boxes = [box for box in plan.boxes if box in plan.cards and box not in plan.void_boxes]
        for place, box in enumerate(boxes if plan.upwards else reversed(boxes)):
            hand = felt.look(plan.shown.get(box, plan.cards[box]))
            winner = plan.announced.get(box, "player" if felt.wins(hand, dealer) else "dealer")
            said = {"box": box, "winner": winner, "box_class": hand.name, "dealer_class": dealer.name}
            plan.says(plan.arranging + 40_000 + 1_000 * place, "hands_compared", **said)

    def _due(self, plan: Deal, bet: Bet) -> Due:
        stake, kind = bet.counts_minor, bet.more["kind"]
        if bet.back:
            return Due(bet.back, stake)
        if plan.void or bet.lies_on in plan.void_boxes:
            return Due(VOID, stake)
        if plan.unsettled:
            return Due(OPEN, stake)
        hand = felt.look(plan.shown.get(bet.lies_on, plan.cards[bet.lies_on]))
        dealer = felt.look(plan.shown.get("dealer", plan.cards["dealer"]))
        if hand.strength == dealer.strength:  # only where a card lies twice
            return Due(PUSH, stake)
        plays = min(stake, LIMITS[kind][1])
        if felt.wins(hand, dealer):
            if kind == "additional":
                return Due(PUSH, stake)
            won = plays * (1 if kind == "ante" else felt.UNITS_WON[hand.name])
            return Due(WON, stake, won * 95 // 100 if hand.place >= 7 else won)
        if kind != "additional":
            return Due(LOST, stake, 0, plays)
        halves = felt.ADDITIONAL_TAKEN[dealer.name]
        return Due(LOST, stake, 0, plays * halves // 2) if halves else Due(PUSH, stake)

    def order_moves(self, plan: Deal) -> None:
        """Boxes are settled from right to left (6.3)."""
        box = {bet.id: int(bet.lies_on[3:]) for bet in plan.bets}
        plan.moves.sort(key=lambda move: -box.get(move.bet, 99))

    def remember(self, plan: Deal) -> None:
        self._kept = plan.removes_pack and plan.keeps_pack
        self._replace = self._replace or (plan.removes_pack and not plan.keeps_pack)
        self._barred = (self._barred | plan.bars) - plan.allows


__all__ = ["LIMITS", "Deal", "Dealt", "NiuNiuTable"]
