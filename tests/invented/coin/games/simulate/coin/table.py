"""A simulated table of the coin toss, with its prices in plain numbers of its own. Proved by ``tests/coin``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from games.simulate.play import LOST, OPEN, VOID, WON, Bet, Due, GameTable, Plan

LIMITS: Final = {"*": (50_000, 5_000_000)}
"""(least, most) of either face in VND."""
FACES: Final = ("heads", "tails")


@dataclass(slots=True, kw_only=True)
class Toss(Plan):
    """The plan of one toss."""

    face: str
    turns: int
    dropped: bool = False

    def due(self, bet: Bet) -> Due:
        if bet.back:
            return Due(bet.back, bet.stake_minor)
        if self.void or self.unsettled:
            return Due(VOID if self.void else OPEN, bet.stake_minor)
        if bet.spot == self.face:
            return Due(WON, bet.stake_minor, bet.stake_minor)
        return Due(LOST, bet.stake_minor, 0, bet.stake_minor)


class CoinTable(GameTable):
    """One table of the coin toss."""

    game: ClassVar[str] = "coin"

    def plan(self, code: str, number: int) -> Toss:
        called = self.rng.randrange(20_000, 30_000)
        toss = Toss(
            table=self.code,
            code=code,
            number=number,
            dealer=self.dealer,
            supervisor=self.supervisor,
            called=called,
            over=called + 5_000,
            face=self.rng.choice(FACES),
            turns=self.rng.randrange(5, 12),
        )
        for player in self.players:
            for _ in range(self.rng.randint(*self.bets_a_player)):
                stake = self.rng.choice((100_000, 200_000, 500_000))
                at = self.rng.randrange(2_000, called - 1_000)
                toss.bets.append(self.next_bet(self.rng.choice(FACES), stake, player, at))
        return toss

    def finish(self, plan: Toss) -> None:
        called = plan.called or 30_000
        plan.says(called + 2_000, "coin_tossed", "sensor", turns=plan.turns)
        plan.says(called + 4_000, "coin_shown", "sensor", coin_face=plan.face)

    def owed(self, plan: Toss) -> dict[str, Due]:
        return {bet.id: plan.due(bet) for bet in plan.bets}
