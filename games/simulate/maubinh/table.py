"""A simulated mậu binh table: four seats, thirteen cards each, arranged and compared, and what the devices send.

Faults stand in ``games.simulate.maubinh.faults``. Proved by ``tests/simulate/test_audit_finds_maubinh.py``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar, Final

from games.simulate.maubinh import felt
from games.simulate.play import LOST, OPEN, PUSH, VOID, WON, Bet, Due, GameTable, Plan, Player

LIMITS: Final = {"ante": (50_000, 5_000_000)}
"""(least, most) of the Ante in VND."""

ANTES: Final = (50_000, 100_000, 200_000, 500_000)
SEATS: Final = 4
TIME_MS: Final = 90_000


@dataclass(slots=True)
class Arranging:
    """One arrangement of a seat: how long after the deal, and by whom."""

    seat: int
    hand: felt.Hand
    after_ms: int
    by: str = "player"


@dataclass(slots=True, kw_only=True)
class Round(Plan):
    """The plan of one deal. ``cards`` are by seat, ``arranging`` all arrangements made, ``hands`` those that count."""

    cards: dict[int, list[str]]
    spare: list[str]
    arranging: list[Arranging] = field(default_factory=list)
    hands: dict[int, felt.Hand | None] = field(default_factory=dict)
    recorded: dict[int, list[str]] = field(default_factory=dict)
    """Cards of a seat as recorded, where that is not what it holds; empty: not recorded."""
    compares: bool = True
    wrong_lane: tuple[int, int] | None = None
    """A comparison that is shown wrongly: the duel's place and its lane's."""
    brief: int | None = None
    """The duel whose comparison is shown too briefly."""
    wrong_special: int | None = None
    wrong_sum: int | None = None
    """The seat whose special hand, or sum, is announced wrongly."""

    @property
    def start(self) -> int:
        return (self.called or 15_000) + 2_000

    @property
    def shows(self) -> int | None:
        return self.start

    @property
    def seats(self) -> list[int]:
        """The seats that play."""
        return sorted({int(bet.spot) for bet in self.bets if not bet.gone and not bet.back})

    def bet_at(self, seat: int) -> Bet:
        return next(bet for bet in self.bets if bet.spot == str(seat) and not bet.gone and not bet.back)


def arranged(cards: Sequence[str], rng: random.Random) -> felt.Hand:
    """The best of some random ways to lay the cards that are no foul."""
    best: tuple[felt.Value, felt.Value, felt.Hand] | None = None
    drawn = list(cards)
    for tries in range(200):
        rng.shuffle(drawn)
        low, high = sorted((felt.value(drawn[3:8]), felt.value(drawn[8:])))
        if felt.value(drawn[:3]) < low < high and (best is None or (high, low) > best[:2]):
            middle, back = sorted((tuple(drawn[3:8]), tuple(drawn[8:])), key=felt.value)
            best = high, low, felt.Hand(tuple(drawn[:3]), middle, back)
        if best is not None and tries >= 7:
            return best[2]
    return _sorted(cards)


def _sorted(cards: Sequence[str]) -> felt.Hand:
    """The strongest five behind, then the strongest of the rest: always in order."""
    back = max(combinations(cards, 5), key=felt.value)
    rest = [card for card in cards if card not in back]
    middle = max(combinations(rest, 5), key=felt.value)
    return felt.Hand(tuple(card for card in rest if card not in middle), middle, back)


def foul(hand: felt.Hand) -> felt.Hand:
    """The same cards with middle and back exchanged."""
    return felt.Hand(hand.front, hand.back, hand.middle)


class MauBinhTable(GameTable):
    """One mậu binh table of four seats."""

    game: ClassVar[str] = "maubinh"
    parts: ClassVar = {"shuffler": "SHUFFLER", "tablet": "TABLET", "reader": "CHIPS"}
    seats: ClassVar[int] = SEATS
    fewest: ClassVar[int] = 3

    def players_come_and_go(self, at: Any) -> list[Any]:
        super().players_come_and_go(at)
        if len(self.players) == 3 and self.rng.random() < 0.7:
            seat = ({1, 2, 3, 4} - {player.seat for player in self.players}).pop()
            taken = {player.ref for player in self.players}
            self.players.append(Player(next(f"P-{n}" for n in range(1001, 1081) if f"P-{n}" not in taken), seat))
        return []

    def plan(self, code: str, number: int) -> Round:
        rng = self.rng
        called = rng.randrange(10_000, 15_000)
        pack = list(felt.PACK)
        rng.shuffle(pack)
        cards: dict[int, list[str]] = {}
        deal = Round(
            table=self.code,
            code=code,
            number=number,
            dealer=self.dealer,
            supervisor=self.supervisor,
            called=called,
            over=0,
            spot_field="seat",
            cards=cards,
            spare=pack,
        )
        ante = rng.choice(ANTES)
        for player in sorted(self.players, key=lambda player: player.seat):
            deal.bets.append(self.next_bet(str(player.seat), ante, player, rng.randrange(1_500, called - 1_500)))
            cards[player.seat] = [pack.pop() for _ in range(13)]
        deal.over = deal.start + 240_000
        self.lay(deal)
        return deal

    def lay(self, deal: Round) -> None:
        """Every seat arranges its cards in time, most of them well; a special hand sometimes not at all."""
        rng = self.rng
        deal.arranging, deal.hands = [], {}
        for seat, cards in deal.cards.items():
            hand = arranged(cards, rng)
            by, after = "player", rng.randrange(20_000, 85_000)
            if felt.special(cards) is not None and rng.random() < 0.5:
                deal.hands[seat] = None
                continue
            dice = rng.random()
            if dice < 0.04:
                hand = foul(hand)
            elif dice < 0.12:
                by = "hint"
            elif dice < 0.18:
                by, after = "system", TIME_MS + 50
            deal.hands[seat] = hand
            deal.arranging.append(Arranging(seat, hand, after, by))

    def placed(self, plan: Plan, bet: Bet) -> dict[str, Any]:
        return {"bet": bet.id, "seat": int(bet.spot), "stake_minor": bet.stake_minor, "player": bet.player.ref}

    def finish(self, plan: Round) -> None:
        for place, (seat, cards) in enumerate(plan.cards.items()):
            said = plan.recorded.get(seat, cards)
            if said:
                plan.says(plan.start + 1_000 * place, "hand_dealt", "shuffler", seat=seat, cards=said)
        for each in plan.arranging:
            lanes = {lane: list(cards) for lane, cards in zip(felt.LANES, each.hand, strict=True)}
            made = {"seat": each.seat, **lanes, "arranged_by": each.by, "after_ms": each.after_ms}
            plan.says(plan.start + 4_000 + each.after_ms, "hand_arranged", **made)
        if plan.compares and not plan.void and not plan.unsettled:
            self._compare(plan, self._specials(plan), self._sums(plan))

    def _specials(self, plan: Round) -> dict[int, str | None]:
        return {seat: felt.special(plan.cards[seat]) for seat in plan.seats if seat in plan.cards}

    def _sums(self, plan: Round) -> dict[int, int]:
        if plan.void or plan.unsettled:
            return dict.fromkeys(plan.seats, 0)
        return felt.sums(plan.hands, self._specials(plan))

    def owed(self, plan: Round) -> dict[str, Due]:
        sums = self._sums(plan)
        return {bet.id: self._due(plan, bet, sums) for bet in plan.bets if not bet.gone}

    def _moved_by(self, plan: Round, bet: Any) -> int | None:
        """A second Ante on a seat goes back, late or not."""
        return None if bet in plan.past else super()._moved_by(plan, bet)

    def _compare(self, plan: Round, specials: dict[int, str | None], sums: dict[int, int]) -> None:
        at = plan.start + 110_000
        ordinary = [seat for seat, name in specials.items() if name is None]
        for duel, (one, other) in enumerate(combinations(ordinary, 2)):
            ours, theirs = plan.hands[one], plan.hands[other]
            if ours is None or theirs is None:
                continue
            for place, multiple in enumerate(felt.lane_wins(ours, theirs)):
                shown = multiple + ((duel, place) == plan.wrong_lane)
                said = {"seat": one, "against": other, "lane": felt.LANES[place], "multiple": shown}
                shown_ms = 4_000 if plan.brief == duel and not place else 5_000
                plan.says(at, "lane_compared", **said, shown_ms=shown_ms)
                at += 5_100
        for seat, name in specials.items():
            if seat == plan.wrong_special:
                name = "six_pairs" if name != "six_pairs" else "three_flushes"
            if name is not None:
                plan.says(at, "special_announced", seat=seat, special=name)
            wrong = int(seat == plan.wrong_sum)
            plan.says(at + 500, "result_announced", seat=seat, multiple=sums[seat] + wrong)
            at += 1_000

    def _due(self, plan: Round, bet: Bet, sums: dict[int, int]) -> Due:
        stake = bet.counts_minor
        if bet.back or plan.void or plan.unsettled:
            return Due(bet.back or (VOID if plan.void else OPEN), stake)
        amount = sums[int(bet.spot)] * stake
        if amount > 0:
            return Due(WON, stake, amount * 95 // 100)
        return Due(LOST, -amount, 0, -amount) if amount else Due(PUSH, stake)


__all__ = ["LIMITS", "Arranging", "MauBinhTable", "Round", "arranged", "foul"]
