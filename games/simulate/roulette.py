"""A simulated roulette table: players, chips, spins, and what dealer and devices send about them.

A spin is planned first (:class:`Spin`), so that a fault can be put into the plan; then settled by the plain tables of
``games.simulate.felt``; then written as events in the order of time. The faults stand in
``games.simulate.roulette_faults``. Proved by ``tests/simulate/test_roulette.py`` and
``tests/simulate/test_audit_finds_what_was_planted.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from games.simulate import felt, staff
from games.simulate.play import Act, Correction, Fault, Move, Planted
from games.simulate.wire import Pen, Sent

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


@dataclass(slots=True)
class Player:
    ref: str
    seat: int
    colour: str | None = None
    value_minor: int = 0


@dataclass(slots=True)
class Bet:
    """A bet as planned. ``back`` says that the stake goes back whatever falls, ``unsettled`` that nobody may touch it
    until a named post has decided, ``unpaid`` that winning brings no more than the stake back. ``lies_on`` and
    ``counts_minor`` are the spot and stake that settle it."""

    id: str
    spot: str
    stake_minor: int
    player: Player
    at: int
    chips: dict[str, Any] | None = None
    placed_by: str | None = None
    verbal: str | None = None
    unclear: bool | None = None
    back: bool = False
    unsettled: bool = False
    unpaid: bool = False
    lies_on: str = ""
    counts_minor: int = 0

    def __post_init__(self) -> None:
        self.lies_on = self.lies_on or self.spot
        self.counts_minor = self.counts_minor or self.stake_minor


@dataclass(slots=True)
class Spin:
    """The plan of one spin. Times are ms from the opening; None: it does not happen."""

    table: str
    code: str
    number: int
    pocket: int
    dealer: str
    supervisor: str
    spun: int | None
    called: int | None
    dropped: int | None
    shown: int | None
    bets: list[Bet] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    afterwards: list[Act] = field(default_factory=list)
    """Acts when all chips have been moved; ``at`` counts from then."""
    moves: list[Move] = field(default_factory=list)
    instead: dict[str, list[Move]] = field(default_factory=dict)
    """What the dealer does with a bet in place of what is right."""
    corrections: list[Correction] = field(default_factory=list)
    second_colour: tuple[Player, dict[str, str] | None] | None = None
    """A player who holds another colour during this spin, and who allowed it."""
    buffered: bool = False
    """The chip reader sends what it saw only after the round."""
    void: bool = False
    unsettled: bool = False
    closes: bool = True

    def winners(self) -> list[Bet]:
        return [b for b in self.bets if self.settles(b) and not b.unpaid and felt.wins(b.lies_on, self.pocket)]

    def losers(self) -> list[Bet]:
        return [b for b in self.bets if self.settles(b) and not felt.wins(b.lies_on, self.pocket)]

    def settles(self, bet: Bet) -> bool:
        """Does the pocket decide this bet?"""
        return not (self.void or self.unsettled or bet.back or bet.unsettled)

    def result_at(self) -> int:
        """When the result, or that there is none, is known."""
        known = [at for at in (self.called, self.dropped) if at is not None]
        known += [act.at for act in self.acts if act.kind == "no_spin_called"]
        return max(known, default=45_000)


def settle(spin: Spin) -> None:
    """Plan the movements: losers collected, winners paid in order (6.3, 6.5), the rest handed back or left alone; for
    some bets what the dealer does instead."""
    moves = [Move("stake_collected", bet.id, bet.counts_minor) for bet in spin.losers()]
    moves += [Move("payout_made", bet.id, felt.winnings(bet.lies_on, bet.counts_minor)) for bet in spin.winners()]
    if not spin.void and not spin.unsettled:
        moves += [Move("stake_returned", bet.id, bet.stake_minor) for bet in spin.bets if bet.back]
    moves = [move for move in moves if move.bet not in spin.instead]
    moves += [move for instead in spin.instead.values() for move in instead]
    place = {bet.id: felt.paid_place(bet.lies_on, spin.pocket) for bet in spin.bets if bet.lies_on in felt.COVERS}
    kinds = ("stake_collected", "payout_made", "stake_returned")
    spin.moves = sorted(
        moves, key=lambda move: (kinds.index(move.kind), place.get(move.bet, 0) if move.kind == "payout_made" else 0)
    )


class Table:
    """One roulette table with its players and devices, dealing spin after spin from a seed."""

    def __init__(self, code: str, rng: random.Random, *, bets_a_player: tuple[int, int] = (1, 4)) -> None:
        self.code = code
        self.rng = rng
        self.pen = Pen(rng)
        self.bets_a_player = bets_a_player
        self.players: list[Player] = []
        self.dealer = staff.DEALERS[0]
        self.supervisor = staff.SUPERVISORS[0]
        self._bet_number = 0
        self.sensor, self.tablet, self.reader = (f"{code}-{part}" for part in ("SENSOR", "TABLET", "CHIPS"))

    @property
    def devices(self) -> tuple[str, str, str]:
        return self.sensor, self.tablet, self.reader

    # --- the table's own stream

    def write(self, kind: str, at: datetime, source: str, data: dict[str, Any], round_code: str | None = None) -> Sent:
        """One event; ``source`` is ``sensor``, ``tablet``, ``reader`` or the staff code of a person."""
        device = {"sensor": self.sensor, "tablet": self.tablet, "reader": self.reader}.get(source)
        return self.pen.write(
            kind,
            table=self.code,
            occurred_at=at,
            device=device,
            data=data,
            round_code=round_code,
            person=None if device else source,
        )

    def sit_down(self, at: datetime) -> Iterator[Sent]:
        """A new player takes a free seat, two in three with colour chips of an own colour (4.7.2)."""
        seat = self.rng.choice([s for s in range(1, 9) if s not in {p.seat for p in self.players}])
        refs = {p.ref for p in self.players}
        ref = self.rng.choice([r for r in (f"P-{n}" for n in range(1001, 1081)) if r not in refs])
        player = Player(ref, seat)
        free = [c for c in COLOURS if c not in {p.colour for p in self.players}]
        if free and self.rng.random() < 2 / 3:
            player.colour = self.rng.choice(free)
            player.value_minor = self.rng.choice(CHIP_VALUES)
            issued = {"player": ref, "colour": player.colour, "value_minor": player.value_minor}
            yield self.write("table.colour_chips_issued", at, "tablet", issued)
        self.players.append(player)

    def settings(self, at: datetime) -> list[Sent]:
        """A roulette table has nothing to be set besides its registration."""
        return []

    def stand_up(self, at: datetime) -> list[Sent]:
        """A player leaves and hands the colour chips back."""
        player = self.players.pop(self.rng.randrange(len(self.players)))
        if player.colour is None:
            return []
        redeemed = {"player": player.ref, "colour": player.colour}
        return [self.write("table.colour_chips_redeemed", at, "tablet", redeemed)]

    def players_come_and_go(self, at: datetime) -> list[Sent]:
        sent: list[Sent] = []
        if len(self.players) > 3 and self.rng.random() < 0.08:
            sent += self.stand_up(at)
        while len(self.players) < 3 or (len(self.players) < 7 and self.rng.random() < 0.06):
            sent += self.sit_down(at + timedelta(milliseconds=1500 * (len(sent) + 1)))
        return sent

    # --- a spin

    def plan(self, code: str, number: int) -> Spin:
        """A spin in which everything goes by the book."""
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
        )
        for player in self.players:
            for _ in range(rng.randint(*self.bets_a_player)):
                spin.bets.append(self.bet(player, rng.randrange(2_000, called - 1_000)))
        return spin

    def bet(self, player: Player, at: int) -> Bet:
        """A bet within the table's limits, in cash chips or the player's colour."""
        rng = self.rng
        spot = rng.choice(ZERO_SPOTS) if rng.random() < 0.06 else rng.choice(felt.BY_KIND[rng.choice(KINDS)])
        kind = felt.kind_of(spot)
        stake = rng.choice(OUTSIDE_CHIPS if kind in felt.OUTSIDE else INSIDE_CHIPS) * rng.choice((1, 1, 1, 2, 3))
        self._bet_number += 1
        bet = Bet(f"B{self._bet_number}", spot, stake, player, at)
        least = LIMITS.get(kind, LIMITS["*"])[0]
        if player.colour is not None and rng.random() < 0.8:
            count = max(rng.choice((1, 1, 2, 3, 5)), -(-least // player.value_minor))
            bet.stake_minor = bet.counts_minor = count * player.value_minor
            bet.chips = {"colour": player.colour, "count": count, "value_minor": player.value_minor}
            if rng.random() < 0.3:
                bet.chips["issued_at"] = self.code
        if rng.random() < 0.12:
            bet.placed_by = "dealer"
            bet.verbal = "with_chips" if rng.random() < 0.4 else None
        elif rng.random() < 0.3:
            bet.placed_by = "player"
        return bet

    def deal(
        self, opened_at: datetime, code: str, number: int, fault: Fault | None = None
    ) -> tuple[list[Sent], list[Planted], datetime]:
        """Play one spin: its events in the order of time, the faults planted, and the moment at which it is over."""
        spin = self.plan(code, number)
        planted = fault.plan(spin, self.rng) if fault is not None and fault.plan is not None else []
        settle(spin)
        if planted is not None and fault is not None and fault.pay is not None:
            more = fault.pay(spin, self.rng)
            planted = None if more is None else planted + more
        sent, over_at = self._written(spin, opened_at)
        return sent, planted or [], over_at

    def _written(self, spin: Spin, opened_at: datetime) -> tuple[list[Sent], datetime]:
        acts = self._acts(spin)
        at = max(act.at for act in acts) + 2_000
        for move in spin.moves:
            at += self.rng.randrange(700, 1_600) if move.kind == "stake_collected" else self.rng.randrange(2_500, 6_000)
            acts.append(Act(at, "tablet", move.kind, {"bet": move.bet, "amount_minor": move.amount_minor}))
        acts += [Act(at + act.at, act.source, act.kind, act.data) for act in spin.afterwards]
        acts.sort(key=lambda act: act.at)
        if spin.closes:
            acts.append(Act(acts[-1].at + 1_500, "tablet", "round_closed", {}))
        sent = [
            self.write(f"roulette.{a.kind}", opened_at + timedelta(milliseconds=a.at), a.source, a.data, spin.code)
            for a in acts
        ]
        over_at = opened_at + timedelta(milliseconds=acts[-1].at)
        sent += [self._corrected(spin, sent, wanted, over_at) for wanted in spin.corrections]
        if spin.buffered:
            sent.sort(key=lambda event: event.device == self.reader)
        if spin.second_colour is not None:
            sent = self._with_second_colour(spin.second_colour, sent, opened_at, over_at)
        return sent, over_at

    def _corrected(self, spin: Spin, sent: list[Sent], wanted: Correction, over_at: datetime) -> Sent:
        """The correction of a fact, entered by the pit manager a little after the round."""
        target = next(
            e for e in sent if e.type == f"roulette.{wanted.kind}.v1" and wanted.bet in ("", e.data.get("bet", ""))
        )
        data = {
            "target": str(target.id),
            "before": target.data if wanted.before is None else wanted.before,
            "after": target.data | wanted.change,
            "corrected_by": staff.person("pit_supervisor", spin.supervisor),
            "authorised_by": staff.person("pit_manager"),
            "reason": "Entered wrongly at the table; seen on the layout.",
        }
        at = over_at + timedelta(milliseconds=900)
        return self.write("roulette.fact_corrected", at, staff.CODES["pit_manager"], data, spin.code)

    def _with_second_colour(
        self, holder: tuple[Player, dict[str, str] | None], sent: list[Sent], opened_at: datetime, over_at: datetime
    ) -> list[Sent]:
        player, allowed_by = holder
        chips = {"player": player.ref, "colour": SPARE_COLOUR}
        issued = chips | {"value_minor": player.value_minor, "authorised_by": allowed_by}
        before = self.write("table.colour_chips_issued", opened_at - timedelta(seconds=1), "tablet", issued)
        after = self.write("table.colour_chips_redeemed", over_at + timedelta(seconds=1), "tablet", chips)
        return [before, *sent, after]

    def _acts(self, spin: Spin) -> list[Act]:
        opening = {
            "number": spin.number,
            "dealer": spin.dealer,
            "supervisor": spin.supervisor,
            "source": "simulated",
        }
        acts = [Act(0, "tablet", "round_opened", opening), *spin.acts]
        acts += [Act(bet.at, "reader", "bet_placed", _placed(bet)) for bet in spin.bets]
        if spin.spun is not None:
            acts.append(Act(spin.spun, "sensor", "ball_spun", {}))
        if spin.called is not None:
            called_by = {"called_by": staff.person("dealer", spin.dealer)}
            acts.append(Act(spin.called, "tablet", "betting_closed", called_by))
        if spin.dropped is not None:
            acts.append(Act(spin.dropped, "sensor", "ball_dropped", {"pocket": spin.pocket, "source": "sensor"}))
            if spin.shown is not None:
                acts.append(Act(spin.shown, "sensor", "result_displayed", {"pocket": spin.pocket}))
        return acts


def _placed(bet: Bet) -> dict[str, Any]:
    return {
        "bet": bet.id,
        "spot": bet.spot,
        "stake_minor": bet.stake_minor,
        "player": bet.player.ref,
        "seat": bet.player.seat,
        "chips": bet.chips,
        "placed_by": bet.placed_by,
        "verbal": bet.verbal,
        "unclear": bet.unclear,
    }
