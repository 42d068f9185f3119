"""What the simulated tables of every game share: a round as planned, the chips moved for it, and its events in order.

A round is planned first (:class:`Plan`), so that a fault can be put into the plan; then each bet's :class:`Due` is
stated by the game's own plain tables; then the moves follow, and all is written as events in the order of time.
Proved by ``tests/simulate/test_audit_finds_what_was_planted.py`` and the tests of each game beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final, NamedTuple

from games.simulate import staff
from games.simulate.arrival import received_late
from games.simulate.wire import Pen, Sent


class Planted(NamedTuple):
    """A fault put in on purpose: what the audit must find. ``amount_minor`` is recorded less due, as the player has it;
    ``subject`` a bet, or empty for the round."""

    round: str
    kind: str
    subject: str
    amount_minor: int = 0


@dataclass(slots=True)
class Move:
    """Chips that the dealer moves for a bet."""

    kind: str
    bet: str
    amount_minor: int


@dataclass(slots=True)
class Act:
    """Any further fact of the round, at a time in ms from its opening, sent by ``source``: a kind of device
    (``tablet``) or a staff code. ``told`` is when it is sent, and takes its number, where that is later than it says
    it happened."""

    at: int
    source: str
    kind: str
    data: dict[str, Any]
    told: int | None = None

    @property
    def sent(self) -> int:
        return self.at if self.told is None else self.told


class Correction(NamedTuple):
    """A fact of this kind and bet is corrected after the round; ``before`` None: as it was recorded."""

    kind: str
    bet: str
    change: dict[str, Any]
    before: dict[str, Any] | None = None


class Player(NamedTuple):
    """Somebody at the table; at roulette with chips of an own colour and value."""

    ref: str
    seat: int
    colour: str | None = None
    value_minor: int = 0


@dataclass(slots=True)
class Bet:
    """A bet as planned, on a ``spot`` (an area, a box, a side). ``lies_on`` and ``counts_minor`` are what settles it:
    the spot and stake when betting ended. ``back`` says that it is owed its stake whatever happens, and as what
    (``refused``, ``void``); ``gone`` that it was taken back in time. ``more`` stands in its event besides. ``told`` is
    when ``source`` sends it, where that is later than it says."""

    id: str
    spot: str
    stake_minor: int
    player: Player
    at: int
    more: dict[str, Any] = field(default_factory=dict)
    back: str = ""
    gone: bool = False
    lies_on: str = ""
    counts_minor: int = 0
    source: str = "reader"
    told: int | None = None

    def __post_init__(self) -> None:
        self.lies_on = self.lies_on or self.spot
        self.counts_minor = self.counts_minor or self.stake_minor


WON: Final = "won"
LOST: Final = "lost"
PUSH: Final = "push"
VOID: Final = "void"
REFUSED: Final = "refused"
OPEN: Final = "open"
"""Nobody may touch the chips before a named post has decided."""


class Due(NamedTuple):
    """What a bet is owed: the winnings besides the stake, and the part of the stake that the house takes."""

    outcome: str
    stake_minor: int
    won_minor: int = 0
    taken_minor: int = 0


@dataclass(slots=True, kw_only=True)
class Plan:
    """The plan of one round; games add to it. Times are ms from the opening; ``called`` None: no call for no more bets.
    ``over`` is when the result is known and chips may move."""

    table: str
    code: str
    number: int
    dealer: str
    supervisor: str
    called: int | None
    over: int
    spot_field: str = "spot"
    """The field of a bet's event that says where it lies."""
    follows: list[Planted] = field(default_factory=list)
    """What must be found because of a round before this one."""
    bets: list[Bet] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    afterwards: list[Act] = field(default_factory=list)
    """Acts when all chips have been moved; ``at`` counts from then."""
    before: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Facts of the table that a device says just before the round."""
    claimed: list[Act] = field(default_factory=list)
    """Facts sent when all chips have been moved (``told`` counts from then), that say they happened long before."""
    past: list[Bet] = field(default_factory=list)
    """The bets among them."""
    later: list[Act] = field(default_factory=list)
    """Facts after the round was closed; ``at`` counts from then."""
    dues: dict[str, Due] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)
    void: bool = False
    unsettled: bool = False
    """A named post has to decide, and has not: nothing is due yet."""
    hands_back: bool = False
    """Of a void round every stake is handed to its player; else chips stay where they lie."""
    supervisor_calls: bool = False
    """No more bets is called by the pit supervisor."""
    buffered: bool = False
    """The chip reader sends what it saw only after the round."""
    closes: bool = True
    squeezes: bool = True
    """Players ask to squeeze cards, in games in which they may."""

    @property
    def shows(self) -> int | None:
        """When something of the outcome is shown first; None: not at all."""
        return self.over

    @property
    def laid(self) -> dict[str, Any]:
        """All that is bet, and claimed to have been, by its id."""
        return {bet.id: bet for bet in (*self.bets, *self.past)}

    @property
    def claimable(self) -> list[Bet]:
        """Bets that can be there or not without a word about the others."""
        return self.bets

    def bet_of(self, bet_id: str) -> Bet:
        return next(bet for bet in self.bets if bet.id == bet_id)

    def with_outcome(self, *outcomes: str) -> list[str]:
        """The ids of bets with one of these outcomes."""
        return [bet for bet, due in self.dues.items() if due.outcome in outcomes]

    def says(self, at: int, kind: str, source: str = "tablet", /, **data: Any) -> None:
        """One more fact; None values are left out when it is written."""
        self.acts.append(Act(at, source, kind, data))

    def rules(self, clause: str, post: str, choice: str, bets: tuple[str, ...] = (), delay: int = 20_000) -> None:
        """A post decides, after the result would have been known; the chips wait until then."""
        self.over += delay
        made_by = staff.person(post)
        reason = "Decided at the table after hearing dealer and player."
        given = {"bets": list(bets)} if bets else {}
        self.says(self.over, "ruling_made", clause=clause, made_by=made_by, choice=choice, reason=reason, **given)


Tamper = Callable[[Any, random.Random], list[Planted] | None]
"""Put a fault into a plan; None where the plan has no room for it (and the plan is left as it was)."""


class Fault(NamedTuple):
    """A fault of one name: ``plan`` acts before what is due is stated, ``pay`` on the moves planned."""

    name: str
    plan: Tamper | None = None
    pay: Tamper | None = None


def net_of(dues: Mapping[str, Due]) -> int:
    """What the players gain together."""
    return sum(due.won_minor - due.taken_minor for due in dues.values())


def no_more_bets(dealer: str, at: int) -> Act:
    """The call, as the chip reader says it, which locks the layout then: so its last bet has a number behind it."""
    return Act(at, "reader", "betting_closed", {"called_by": staff.person("dealer", dealer)})


def settle_moves(plan: Plan) -> list[Move]:
    """The moves that are right: losers collected, winners paid, refused bets handed back."""
    taken = [Move("stake_collected", bet, due.taken_minor) for bet, due in plan.dues.items() if due.taken_minor]
    paid = [Move("payout_made", bet, due.won_minor) for bet, due in plan.dues.items() if due.won_minor]
    back = [
        Move("stake_returned", bet, due.stake_minor - due.taken_minor)
        for bet, due in plan.dues.items()
        if due.outcome == REFUSED
        or (due.outcome == LOST and due.taken_minor < due.stake_minor)
        or (due.outcome == VOID and plan.hands_back)
    ]
    return taken + paid + [move for move in back if move.amount_minor]


class GameTable:
    """One table of a game with its players and devices, dealing round after round from a seed."""

    game: ClassVar[str]
    parts: ClassVar[Mapping[str, str]] = {"sensor": "SENSOR", "tablet": "TABLET", "reader": "CHIPS"}
    seats: ClassVar[int] = 8
    fewest: ClassVar[int] = 3

    def __init__(self, code: str, rng: random.Random, *, bets_a_player: tuple[int, int] = (1, 3)) -> None:
        self.code = code
        self.rng = rng
        self.pen = Pen(rng)
        self.bets_a_player = bets_a_player
        self.players: list[Player] = []
        self.dealer = staff.DEALERS[0]
        self.supervisor = staff.SUPERVISORS[0]
        self._machines = {source: f"{code}-{part}" for source, part in self.parts.items()}
        self._bet_number = 0

    @property
    def devices(self) -> tuple[str, ...]:
        return tuple(self._machines.values())

    @property
    def reader(self) -> str:
        return self._machines["reader"]

    # --- what each game says for itself

    def settings(self, at: datetime) -> list[Sent]:
        """What the house says of the table besides its registration: nothing, unless the game needs it."""
        return []

    def plan(self, code: str, number: int) -> Any:
        """A round in which everything goes by the book."""
        raise NotImplementedError

    def finish(self, plan: Any) -> None:
        """Make the facts of the plan into acts."""
        raise NotImplementedError

    def owed(self, plan: Any) -> dict[str, Due]:
        """What each bet of the plan is owed."""
        raise NotImplementedError

    def moves(self, plan: Any) -> list[Move]:
        """The moves that are right."""
        return settle_moves(plan)

    def order_moves(self, plan: Any) -> None:
        """Put the moves planned into the order of the game, where it has one of its own."""

    def remember(self, plan: Any) -> None:
        """What the next round has to know of this one: nothing, unless the game needs it."""

    # --- the table's own stream

    def write(self, kind: str, at: datetime, source: str, data: dict[str, Any], round_code: str | None = None) -> Sent:
        """One event; ``source`` is a kind of device or the staff code of a person."""
        device = self._machines.get(source)
        return self.pen.write(
            kind,
            table=self.code,
            occurred_at=at,
            device=device,
            data=data,
            round_code=round_code,
            person=None if device else source,
        )

    def players_come_and_go(self, at: datetime) -> list[Sent]:
        """Change who sits at the table; what has to be said of it (nothing: chips are cash)."""
        if len(self.players) > self.fewest and self.rng.random() < 0.08:
            self.players.pop(self.rng.randrange(len(self.players)))
        while len(self.players) < self.fewest or (len(self.players) < self.seats - 1 and self.rng.random() < 0.06):
            seat = self.rng.choice([s for s in range(1, self.seats + 1) if s not in {p.seat for p in self.players}])
            refs = {player.ref for player in self.players}
            self.players.append(Player(self.rng.choice([r for r in REFS if r not in refs]), seat))
        return []

    def stand_up(self, at: datetime) -> list[Sent]:
        """The last player leaves."""
        self.players.pop()
        return []

    # --- a round

    def next_bet(self, spot: str, stake_minor: int, player: Player, at: int, **more: Any) -> Bet:
        self._bet_number += 1
        return Bet(f"B{self._bet_number}", spot, stake_minor, player, at, more)

    def deal(
        self, opened_at: datetime, code: str, number: int, fault: Fault | None = None
    ) -> tuple[list[Sent], list[Planted], datetime]:
        """Play one round: its events in the order of time, the faults planted, and the moment at which it is over."""
        plan = self.plan(code, number)
        planted = fault.plan(plan, self.rng) if fault is not None and fault.plan is not None else []
        self.finish(plan)
        plan.dues = self.owed(plan)
        planted = self._weighed(plan, planted)
        plan.moves = self.moves(plan)
        if planted is not None and fault is not None and fault.pay is not None:
            more = fault.pay(plan, self.rng)
            planted = planted if more is None else planted + more
        self.order_moves(plan)
        sent, over_at = self._written(plan, opened_at)
        self.remember(plan)
        remarks = []
        if plan.buffered:
            late = [bet for _table, _round, bet in received_late((event, 0) for event in sent)]
            moved = [(bet, self._moved_by(plan, plan.laid[bet])) for bet in late]
            remarks = [Planted(code, "claim_buffered", bet, amount) for bet, amount in moved if amount is not None]
        return sent, plan.follows + (planted or []) + remarks, over_at

    def _weighed(self, plan: Plan, planted: list[Planted] | None) -> list[Planted] | None:
        """Each claim with what it moves: what all are owed with that bet, less without it. One that moves nothing is
        not found."""
        if planted is None:
            return None
        weighed = []
        for each in planted:
            if each.kind in ("claim_unsupported", "claim_numbered_late"):
                amount = self._moved_by(plan, plan.laid[each.subject])
                if amount is None:
                    continue
                each = each._replace(amount_minor=amount)
            weighed.append(each)
        return weighed

    def _moved_by(self, plan: Any, bet: Any) -> int | None:
        """What a bet moves: what all are owed with it, less without it; None where each is owed the same."""
        lain, back = plan.bets, bet.back
        try:
            plan.bets = lain if bet not in plan.past else [*lain, bet]
            with_it = self.owed(plan)
            bet.back = back or REFUSED
            without = self.owed(plan)
        finally:
            plan.bets, bet.back = lain, back
        nets = [
            {name: net for name, due in dues.items() if (net := net_of({name: due}))} for dues in (with_it, without)
        ]
        return None if nets[0] == nets[1] else net_of(with_it) - net_of(without)

    def _written(self, plan: Any, opened_at: datetime) -> tuple[list[Sent], datetime]:
        acts = [*self._opening(plan), *plan.acts]
        at = max(plan.over, *(act.sent for act in acts)) + 2_000
        for move in plan.moves:
            at += self.rng.randrange(700, 1_600) if move.kind == "stake_collected" else self.rng.randrange(2_500, 6_000)
            acts.append(Act(at, "tablet", move.kind, {"bet": move.bet, "amount_minor": move.amount_minor}))
        acts += [Act(at + act.at, act.source, act.kind, act.data) for act in plan.afterwards]
        acts += [Act(act.at, act.source, act.kind, act.data, at + act.sent) for act in plan.claimed]
        acts.sort(key=lambda act: act.sent)
        if plan.closes:
            acts.append(Act(acts[-1].sent + 1_500, "tablet", "round_closed", {}))
        sent = [
            self.write(f"{self.game}.{a.kind}", opened_at + timedelta(milliseconds=a.at), a.source, a.data, plan.code)
            for a in acts
        ]
        over_at = opened_at + timedelta(milliseconds=acts[-1].sent)
        sent += [self._corrected(plan, sent, wanted, over_at) for wanted in plan.corrections]
        if plan.buffered:
            sent.sort(key=lambda event: event.device == self.reader)
        for act in plan.later:
            at_last = over_at + timedelta(milliseconds=act.at)
            sent.append(self.write(f"{self.game}.{act.kind}", at_last, act.source, act.data, plan.code))
        before = [self.write(kind, opened_at - timedelta(seconds=1), "tablet", data) for kind, data in plan.before]
        return [*before, *sent], over_at

    def _opening(self, plan: Plan) -> list[Act]:
        opening = {"number": plan.number, "dealer": plan.dealer, "supervisor": plan.supervisor, "source": "simulated"}
        acts = [Act(0, "tablet", "round_opened", opening)]
        acts += [Act(bet.at, bet.source, "bet_placed", self.placed(plan, bet), bet.told) for bet in plan.bets]
        if plan.called is not None:
            acts.append(no_more_bets(plan.dealer, plan.called))
            if plan.supervisor_calls:
                acts[-1].data = {"called_by": staff.person("pit_supervisor", plan.supervisor)}
        return acts

    def placed(self, plan: Plan, bet: Bet) -> dict[str, Any]:
        """The data of a bet's event."""
        said = {"bet": bet.id, plan.spot_field: bet.spot, "stake_minor": bet.stake_minor, "player": bet.player.ref}
        return {**said, "seat": bet.player.seat, **bet.more}

    def _corrected(self, plan: Plan, sent: list[Sent], wanted: Correction, over_at: datetime) -> Sent:
        """The correction of a fact, entered by the pit manager a little after the round."""
        kind = f"{self.game}.{wanted.kind}.v1"
        target = next(e for e in sent if e.type == kind and wanted.bet in ("", e.data.get("bet", "")))
        data = {
            "target": str(target.id),
            "before": target.data if wanted.before is None else wanted.before,
            "after": target.data | wanted.change,
            "corrected_by": staff.person("pit_supervisor", plan.supervisor),
            "authorised_by": staff.person("pit_manager"),
            "reason": "Entered wrongly at the table; seen on the layout.",
        }
        at = over_at + timedelta(milliseconds=900)
        return self.write(f"{self.game}.fact_corrected", at, staff.CODES["pit_manager"], data, plan.code)


REFS: Final = tuple(f"P-{number}" for number in range(1001, 1081))
"""The players of the house, by reference."""
