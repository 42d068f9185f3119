"""A simulated roulette table: players, chips, spins, and what dealer and devices send about them.

A spin is planned first (:class:`Spin`), so that a fault can be put into the plan; then settled by the plain tables of
``games.simulate.felt``; then written as events in the order of time. The faults stand in
``games.simulate.roulette.faults``. Proved by ``tests/simulate/test_roulette.py`` and
``tests/simulate/test_audit_finds_what_was_planted.py``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final

from games.simulate import felt
from games.simulate.play import LOST, OPEN, PUSH, REFS, VOID, WON, Bet, Due, GameTable, Move, Plan, Player, settle_moves
from games.simulate.wire import Sent

LIMITS: Final = {
    "straight": (50_000, 5_000_000),
    "split": (50_000, 10_000_000),
    "street": (50_000, 15_000_000),
    "corner": (50_000, 20_000_000),
    "six_line": (50_000, 30_000_000),
    "column": (200_000, 50_000_000),
    "dozen": (200_000, 50_000_000),
    "*": (200_000, 100_000_000),
}
"""(least, most) of each kind of bet in VND; ``*`` is every even chance."""

COLOURS: Final = ("blue", "yellow", "green", "orange", "purple", "brown", "pink")
SPARE_COLOUR: Final = "white"
"""Given out as a second colour only."""

CHIP_VALUES: Final = (50_000, 50_000, 100_000, 200_000)
"""Values at which colour chips are issued."""

INSIDE_CHIPS: Final = (50_000, 50_000, 100_000, 100_000, 200_000, 500_000)
OUTSIDE_CHIPS: Final = (200_000, 300_000, 500_000, 1_000_000, 2_000_000)
KINDS: Final = (
    ("straight",) * 7
    + ("split",) * 5
    + ("street", "corner", "corner", "six_line", "column", "dozen")
    + (felt.EVEN_CHANCES)
)
ZERO_SPOTS: Final = tuple(spot for spot, pockets in felt.COVERS.items() if 0 in pockets)


@dataclass(slots=True, kw_only=True)
class Spin(Plan):
    """The plan of one spin. ``spun``, ``dropped`` and ``shown`` None: it does not happen."""

    pocket: int
    spun: int | None
    dropped: int | None
    shown: int | None
    unpaid: set[str] = field(default_factory=set)
    """Bets that get no more than their stake back when they win (7.11.1)."""
    redeemed: dict[str, Any] | None = None
    """Colour chips handed back after the spin."""

    @property
    def shows(self) -> int | None:
        return self.dropped

    def lands_on(self, bet: Bet, rng: random.Random) -> None:
        self.pocket = rng.choice(sorted(felt.COVERS[bet.lies_on]))

    def misses(self, bet: Bet, rng: random.Random) -> None:
        self.pocket = rng.choice([n for n in range(37) if n not in felt.COVERS[bet.lies_on]])

    def due(self, bet: Bet) -> Due:
        stake = bet.counts_minor
        if self.void or self.unsettled:
            return Due(VOID if self.void else OPEN, stake)
        if bet.back:
            return Due(bet.back, stake)
        if not felt.wins(bet.lies_on, self.pocket):
            return Due(LOST, stake, 0, stake)
        return Due(PUSH, stake) if bet.id in self.unpaid else Due(WON, stake, felt.winnings(bet.lies_on, stake))


class Table(GameTable):
    """One roulette table with its players and devices, dealing spin after spin from a seed."""

    game: ClassVar[str] = "roulette"

    def __init__(self, code: str, rng: random.Random, *, bets_a_player: tuple[int, int] = (1, 4)) -> None:
        super().__init__(code, rng, bets_a_player=bets_a_player)

    # --- the table's own stream

    def _sit_down(self, at: datetime) -> list[Sent]:
        """A new player takes a free seat, two in three with colour chips of an own colour (4.7.2)."""
        seat = self.rng.choice([s for s in range(1, self.seats + 1) if s not in {p.seat for p in self.players}])
        refs = {player.ref for player in self.players}
        ref = self.rng.choice([ref for ref in REFS if ref not in refs])
        free = [colour for colour in COLOURS if colour not in {player.colour for player in self.players}]
        if not free or self.rng.random() >= 2 / 3:
            self.players.append(Player(ref, seat))
            return []
        player = Player(ref, seat, self.rng.choice(free), self.rng.choice(CHIP_VALUES))
        self.players.append(player)
        issued = {"player": ref, "colour": player.colour, "value_minor": player.value_minor}
        return [self.write("table.colour_chips_issued", at, "tablet", issued)]

    def stand_up(self, at: datetime) -> list[Sent]:
        """A player leaves and hands the colour chips back."""
        player = self.players.pop(self.rng.randrange(len(self.players)))
        if player.colour is None:
            return []
        redeemed = {"player": player.ref, "colour": player.colour}
        return [self.write("table.colour_chips_redeemed", at, "tablet", redeemed)]

    def players_come_and_go(self, at: datetime) -> list[Sent]:
        sent: list[Sent] = []
        if len(self.players) > self.fewest and self.rng.random() < 0.08:
            sent += self.stand_up(at)
        while len(self.players) < self.fewest or (len(self.players) < self.seats - 1 and self.rng.random() < 0.06):
            sent += self._sit_down(at + timedelta(milliseconds=1500 * (len(sent) + 1)))
        return sent

    # --- a spin

    def plan(self, code: str, number: int) -> Spin:
        rng = self.rng
        spun = rng.randrange(24_000, 34_000)
        called = spun + rng.randrange(8_000, 14_000)
        dropped = called + rng.randrange(6_000, 11_000)
        spin = Spin(
            table=self.code,
            code=code,
            number=number,
            pocket=rng.randrange(37),
            dealer=self.dealer,
            supervisor=self.supervisor,
            spun=spun,
            called=called,
            dropped=dropped,
            shown=dropped + rng.randrange(150, 600),
            over=dropped + 1_000,
        )
        for player in self.players:
            for _ in range(rng.randint(*self.bets_a_player)):
                spin.bets.append(self._bet(player, rng.randrange(2_000, called - 1_000)))
        return spin

    def _bet(self, player: Player, at: int) -> Bet:
        """A bet within the table's limits, in cash chips or the player's colour."""
        rng = self.rng
        spot = rng.choice(ZERO_SPOTS) if rng.random() < 0.06 else rng.choice(felt.BY_KIND[rng.choice(KINDS)])
        kind = felt.kind_of(spot)
        stake = rng.choice(OUTSIDE_CHIPS if kind in felt.OUTSIDE else INSIDE_CHIPS) * rng.choice((1, 1, 1, 2, 3))
        bet = self.next_bet(spot, stake, player, at, seat=player.seat)
        least = LIMITS.get(kind, LIMITS["*"])[0]
        if player.colour is not None and rng.random() < 0.8:
            count = max(rng.choice((1, 1, 2, 3, 5)), -(-least // player.value_minor))
            bet.stake_minor = bet.counts_minor = count * player.value_minor
            chips = {"colour": player.colour, "count": count, "value_minor": player.value_minor}
            bet.more["chips"] = {**chips, "issued_at": self.code} if rng.random() < 0.3 else chips
        if rng.random() < 0.12:
            bet.more["placed_by"] = "dealer"
            if rng.random() < 0.4:
                bet.more["verbal"] = "with_chips"
        elif rng.random() < 0.3:
            bet.more["placed_by"] = "player"
        return bet

    def finish(self, plan: Spin) -> None:
        if plan.spun is not None:
            plan.says(plan.spun, "ball_spun", "sensor")
        if plan.dropped is not None:
            plan.says(plan.dropped, "ball_dropped", "sensor", pocket=plan.pocket, source="sensor")
            if plan.shown is not None:
                plan.says(plan.shown, "result_displayed", "sensor", pocket=plan.pocket)

    def owed(self, plan: Spin) -> dict[str, Due]:
        return {bet.id: plan.due(bet) for bet in plan.bets if not bet.gone}

    def moves(self, plan: Spin) -> list[Move]:
        """Losers are collected, winners paid in order (6.3, 6.5), the rest handed back."""
        place = {bet.id: felt.paid_place(bet.lies_on, plan.pocket) for bet in plan.bets if bet.lies_on in felt.COVERS}
        kinds = ("stake_collected", "payout_made", "stake_returned")

        def in_order(move: Move) -> tuple[int, int]:
            return kinds.index(move.kind), place.get(move.bet, 0) if move.kind == "payout_made" else 0

        return sorted(settle_moves(plan), key=in_order)

    def _written(self, plan: Any, opened_at: datetime) -> tuple[list[Sent], datetime]:
        sent, over_at = super()._written(plan, opened_at)
        if plan.redeemed is not None:
            at = over_at + timedelta(seconds=1)
            sent.append(self.write("table.colour_chips_redeemed", at, "tablet", plan.redeemed))
        return sent, over_at
