"""A simulated sic bo table: bets, shakes, throws, and what dealer and devices send about them.

Faults stand in ``games.simulate.sicbo.faults``. Proved by ``tests/simulate/test_audit_finds_sicbo.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from games.simulate import staff
from games.simulate.play import LOST, OPEN, REFUSED, VOID, WON, Act, Due, GameTable, Plan, Planted, Player
from games.simulate.play import Bet as Bet
from games.simulate.sicbo import felt

LIMITS: Final = {
    "small": (200_000, 100_000_000),
    "big": (200_000, 100_000_000),
    "single": (100_000, 20_000_000),
    "pair": (100_000, 10_000_000),
    "total": (100_000, 10_000_000),
    "*": (50_000, 2_000_000),
}
"""(least, most) of each kind of bet in VND; ``*`` is every kind of double and triple."""

CHIPS: Final = (100_000, 200_000, 500_000)
BIG_CHIPS: Final = (200_000, 500_000, 1_000_000, 5_000_000)
KINDS: Final = ("small",) * 3 + ("big",) * 3 + ("single", "single", "pair", "pair", "total", "total") + felt.AREAS[2:3]
RARE: Final = ("specific_double", "specific_triple")


@dataclass(slots=True, kw_only=True)
class Throw(Plan):
    """The plan of one throw. None: it is not recorded."""

    dice: felt.Dice
    shaken: int | None
    shown: bool = True
    entered: felt.Dice | None
    lit: list[str] | None
    holds: bool | None = None
    """What the round leaves: the table held (True) or released (False); None: as it was."""

    @property
    def shows(self) -> int | None:
        return None if not self.shown else (self.called or 40_000) + 6_000

    def due(self, bet: Bet) -> Due:
        if bet.back:
            return Due(bet.back, bet.counts_minor)
        if self.void:
            return Due(VOID, bet.counts_minor)
        if self.unsettled:
            return Due(OPEN, bet.counts_minor)
        won = felt.pays(bet.lies_on, self.dice) * bet.counts_minor
        return Due(WON, bet.counts_minor, won) if won else Due(LOST, bet.counts_minor, 0, bet.counts_minor)


class SicBoTable(GameTable):
    """One sic bo table. A failed device holds it until it is released (7.1), from one round to the next."""

    game: ClassVar[str] = "sicbo"
    held = False

    def plan(self, code: str, number: int) -> Throw:
        rng = self.rng
        called = rng.randrange(25_000, 40_000)
        dice = (rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6))
        throw = Throw(
            table=self.code,
            code=code,
            number=number,
            dealer=self.dealer,
            supervisor=self.supervisor,
            called=called,
            over=called + 9_000,
            dice=dice,
            shaken=rng.choice((3, 3, 3, 4, 5)),
            entered=dice,
            lit=felt.lit(dice),
        )
        if self.held:
            throw.follows.append(Planted(code, "played_while_held", ""))
        for player in self.players:
            for _ in range(rng.randint(*self.bets_a_player)):
                throw.bets.append(self.bet(player, rng.randrange(2_000, called - 1_000)))
        return throw

    def bet(self, player: Player, at: int) -> Bet:
        rng = self.rng
        kind = rng.choice(KINDS if rng.random() < 0.85 else RARE)
        area = rng.choice([area for area in felt.AREAS if felt.kind_of(area) == kind])
        stake = rng.choice(BIG_CHIPS if kind in ("small", "big") else CHIPS)
        bet = self.next_bet(area, stake, player, at)
        if rng.random() < 0.15:
            bet.more["placed_by"] = "dealer"
            if rng.random() < 0.4:
                bet.more["verbal"] = "with_chips"
        return bet

    def finish(self, plan: Throw) -> None:
        called = plan.called or 40_000
        if plan.shaken is not None:
            plan.says(self.rng.choice((1_500, called + 2_000)), "dice_shaken", "sensor", times=plan.shaken)
        if plan.shown:
            plan.says(called + 6_000, "dice_shown", "sensor", dice=list(plan.dice), source="sensor")
        if plan.entered is not None:
            plan.says(called + 7_500, "result_entered", "tablet", dice=list(plan.entered))
        if plan.lit is not None:
            # A device signs its data as the record keeps them: an empty list that may be left out is left out.
            plan.says(called + 8_000, "areas_lit", "sensor", spots=plan.lit or None)
        if self.held and plan.holds is None and self.rng.random() < 0.35:
            self._release(plan)

    def owed(self, plan: Throw) -> dict[str, Due]:
        return {bet.id: plan.due(bet) for bet in plan.bets if not bet.gone}

    def _release(self, plan: Throw) -> None:
        made_by = staff.person("head_of_operations")
        data = {"clause": "7.1", "made_by": made_by, "choice": "release", "reason": "Repaired and tried."}
        plan.afterwards.append(Act(60_000, "tablet", "ruling_made", data))
        plan.holds = False

    def remember(self, plan: Throw) -> None:
        if plan.holds is not None:
            self.held = plan.holds


__all__ = ["LIMITS", "REFUSED", "Bet", "SicBoTable", "Throw"]
