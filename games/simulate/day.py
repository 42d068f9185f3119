"""One simulated gaming day of a demonstration property: its tables, their staff, devices and players.

Every fault of roulette happens once in the day, at a spin chosen by the seed, and at the tables of the other games a
draw of theirs; besides, a chip reader loses messages, the clock of another is off, and a tablet sends what cannot be
accepted. When a table has closed, people confirm what it reported of them. What is sent comes as deliveries, in the
order in which they reach the server. Proved by ``tests/simulate/test_day.py``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from itertools import groupby
from typing import Final, Literal, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from games.simulate import staff
from games.simulate.arrival import received_late
from games.simulate.baccarat.game import GAME as BACCARAT
from games.simulate.baccarat.game import NO_COMMISSION
from games.simulate.confirming import confirmed, decided_by
from games.simulate.kinds import Dealing, Game
from games.simulate.maubinh.game import GAME as MAUBINH
from games.simulate.niuniu.game import GAME as NIUNIU
from games.simulate.play import Fault, Planted
from games.simulate.play_time import past_posted_by_silent_tablet
from games.simulate.roulette.faults import FAULTS
from games.simulate.roulette.game import GAME as ROULETTE
from games.simulate.roulette.table import LIMITS
from games.simulate.sicbo.game import GAME as SICBO
from games.simulate.tables import founding, limits_set
from games.simulate.wire import Sent

DOCUMENT: Final = "roulette.2020-06-13"
TABLES: Final = (
    ("RL01", "Roulette 1", time(10, 0)),
    ("RL02", "Roulette 2", time(14, 30)),
    ("RL03", "Roulette 3", time(22, 30)),
)
"""Code, name and local opening time of each roulette table. The third plays past midnight, into the next day."""

OTHERS: Final = (
    ("sicbo", SICBO, "Sic bo 1", time(11, 0)),
    ("baccarat", BACCARAT, "Baccarat 1", time(11, 30)),
    ("baccarat", NO_COMMISSION, "Baccarat 2 (no commission)", time(13, 0)),
    ("niuniu", NIUNIU, "Niu niu 1", time(15, 0)),
    ("maubinh", MAUBINH, "Mậu binh 1", time(16, 0)),
)
"""Game, how it is dealt, name and local opening time of each other table."""

OTHER_ROUNDS: Final = 30
FAULTY: Final = 0.4
"""Share of their rounds with an irregularity."""

MachineKind = Literal["sensor", "tablet", "chip_reader", "shoe"]
KINDS: Final[dict[str, MachineKind]] = {
    "SENSOR": "sensor",
    "TABLET": "tablet",
    "CHIPS": "chip_reader",
    "SHOE": "shoe",
    "SHUFFLER": "shoe",
}
MORNING_LIMITS: Final = {bet: (least, most // 2) for bet, (least, most) in LIMITS.items()}
CLOCK_OFF: Final = ("RL03-CHIPS", 45_000)
"""A device and its clock error: the server's clock less the device's, in milliseconds."""

SLIGHTLY_OFF_MS: Final = 900
"""The same on a day without faults: as clocks are."""

SILENT: Final = "RL02-CHIPS"
DEALER_SPINS: Final = 20
"""Spins after which the dealers change."""


class Delivery(NamedTuple):
    """What one sender sends at once, and when it arrives."""

    arrives_at: datetime
    device: str | None
    person: str | None
    events: list[Sent]
    clock_skew_ms: int | None = None

    @property
    def sender(self) -> str:
        """As the actor of its events: ``device:RL01-CHIPS``, ``person:PM-401``."""
        return f"device:{self.device}" if self.device is not None else f"person:{self.person}"


class Machine(NamedTuple):
    code: str
    kind: MachineKind
    table: str


class Day(NamedTuple):
    """A simulated day. ``refused`` are ids of events that the server must not accept, ``silent`` the (device, first,
    last) numbers that never arrive."""

    machines: list[Machine]
    deliveries: list[Delivery]
    planted: list[tuple[str, Planted]]
    rounds: int
    refused: list[str]
    silent: tuple[str, int, int]


def simulated_day(seed: int, day: date, *, zone: ZoneInfo, spins: int = 90, faults: bool = True) -> Day:
    """The gaming day that begins on this date in this zone, the same for the same seed and date. ``spins`` a table.
    Without ``faults`` everything goes by the book."""
    rng = random.Random(f"{seed}:{day.isoformat()}")  # noqa: S311 - reproducible on purpose, no secret
    names = sorted(FAULTS)
    rng.shuffle(names)
    floor = Floor(rng, faults=faults)
    for index, (code, name, opens) in enumerate(TABLES):
        opened_at = datetime.combine(day, opens, zone)
        mine = names[index :: len(TABLES)]
        at_spins = rng.sample(range(spins), k=min(len(mine), spins))
        drawn = {n: FAULTS[fault] for n, fault in zip(at_spins, mine, strict=False) if faults}
        floor.play("roulette", ROULETTE._replace(table=code), name, opened_at, drawn, spins)
    rounds = min(spins, OTHER_ROUNDS)
    for game, dealt, name, opens in OTHERS:
        others = sorted(dealt.faults)
        irregular = rng.sample(range(rounds), k=int(rounds * FAULTY)) if faults else []
        drawn = {n: dealt.faults[rng.choice(others)] for n in irregular}
        floor.play(game, dealt, name, datetime.combine(day, opens, zone), drawn, rounds)
    floor.deliveries.sort(key=lambda delivery: delivery.arrives_at)
    dealt_in_all = spins * len(TABLES) + rounds * len(OTHERS)
    return Day(floor.machines, floor.deliveries, floor.planted, dealt_in_all, floor.refused, floor.silent)


def late_and_out_of_order(day: Day, seed: int) -> Day:
    """The same day over a bad line: each device keeps what it sees and sends it in batches, up to twenty minutes late
    and one overtaking the other, with the messages of a batch in any order."""
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose, no secret
    kept: dict[str, list[Delivery]] = {}
    again = [delivery for delivery in day.deliveries if delivery.device is None]
    for delivery in day.deliveries:
        if delivery.device is not None:
            kept.setdefault(delivery.device, []).append(delivery)
    for deliveries in kept.values():
        while deliveries:
            count = rng.randint(1, 12)
            batch, deliveries[:count] = deliveries[:count], []
            events = [event for delivery in batch for event in delivery.events]
            rng.shuffle(events)
            arrives_at = batch[-1].arrives_at + timedelta(seconds=rng.choice((0, rng.randrange(1_200))))
            again.append(batch[-1]._replace(arrives_at=arrives_at, events=events))
    again.sort(key=lambda delivery: delivery.arrives_at)
    received = [(event, delivery.clock_skew_ms or 0) for delivery in again for event in delivery.events]
    late = [(table, Planted(code, "claim_buffered", bet)) for table, code, bet in received_late(received)]
    return day._replace(deliveries=again, planted=[*day.planted, *late])


class Floor:
    """The pit while the day is being made up."""

    def __init__(self, rng: random.Random, *, faults: bool) -> None:
        self.rng = rng
        self.faults = faults
        self.machines: list[Machine] = []
        self.deliveries: list[Delivery] = []
        self.planted: list[tuple[str, Planted]] = []
        self.refused: list[str] = []
        self.silent = ("", 0, 0)

    def play(
        self, game: str, dealt: Game, name: str, opened_at: datetime, faults: dict[int, Fault], spins: int
    ) -> None:
        """One table from its registration in the morning to its closing."""
        code = dealt.table
        table = dealt.make(code, self.rng)
        self.machines += [Machine(device, KINDS[device.rpartition("-")[2]], code) for device in table.devices]
        manager = staff.person("pit_manager")
        registered_at = opened_at.replace(hour=8, minute=0)
        for entered in founding(
            table.pen,
            table=code,
            at=registered_at,
            game=game,
            document=dealt.document,
            name=name,
            limits=MORNING_LIMITS if game == "roulette" else dealt.limits,
            devices=table.devices,
            set_by=manager,
            variant=dealt.variant,
        ):
            self._deliver([entered])  # one after the other: nothing can be said of a table that is not yet known
        before = opened_at - timedelta(minutes=10)
        for entered in table.settings(before - timedelta(minutes=10)):
            self._deliver([entered])
        self._deliver([limits_set(table.pen, table=code, at=before, limits=dealt.limits, set_by=manager)])
        self._open(table, opened_at)
        moment = opened_at + timedelta(minutes=2)
        reported: list[Sent] = []
        for number in range(1, spins + 1):
            if number % DEALER_SPINS == 0:
                self._change_dealer(table, number // DEALER_SPINS, moment)
            if number == spins // 2:
                self._change_supervisor(table, moment)
                if self.faults:
                    self._break_something(table, moment)
            self._deliver(table.players_come_and_go(moment))
            starts = moment + timedelta(seconds=self.rng.randrange(12, 25))
            spin_code = f"{opened_at:%Y%m%d}-{number:04d}"
            sent, planted, moment = table.deal(starts, spin_code, number, faults.get(number - 1))
            ended = moment + timedelta(seconds=1)
            self._deliver([event for event in sent if event.occurred_at is None or event.occurred_at < ended])
            self._deliver([event for event in sent if event.occurred_at is not None and event.occurred_at >= ended])
            self.planted += [(code, _handed_in_at_once(each, faults.get(number - 1))) for each in planted]
            reported += [event for event in sent if decided_by(event) is not None]
            moment += timedelta(seconds=6)
        while table.players:
            self._deliver(table.stand_up(moment))
            moment += timedelta(seconds=20)
        closed_by = {"closed_by": staff.person("pit_supervisor", table.supervisor)}
        closed_at = moment + timedelta(minutes=1)
        self._deliver([table.write("table.closed", closed_at, "tablet", closed_by)])
        for said in confirmed(reported, closed_at):
            self._deliver(said)

    def _open(self, table: Dealing, at: datetime) -> None:
        supervisor = staff.person("pit_supervisor", table.supervisor)
        dealer = staff.person("dealer", table.dealer)
        self._deliver(
            [
                table.write("table.opened", at, "tablet", {"opened_by": supervisor}),
                table.write("table.staff_assigned", at, "tablet", {"person": supervisor}),
                table.write("table.staff_assigned", at, "tablet", {"person": dealer}),
            ]
        )

    def _change_dealer(self, table: Dealing, turn: int, at: datetime) -> None:
        leaving, table.dealer = table.dealer, staff.DEALERS[turn % len(staff.DEALERS)]
        self._relieve(table, at, staff.person("dealer", leaving), staff.person("dealer", table.dealer))

    def _change_supervisor(self, table: Dealing, at: datetime) -> None:
        leaving, table.supervisor = table.supervisor, staff.SUPERVISORS[1]
        self._relieve(table, at, staff.person("pit_supervisor", leaving), staff.person("pit_supervisor", "PS-302"))

    def _relieve(self, table: Dealing, at: datetime, leaving: dict[str, str], coming: dict[str, str]) -> None:
        self._deliver(
            [
                table.write("table.staff_relieved", at, "tablet", {"person": leaving}),
                table.write("table.staff_assigned", at + timedelta(seconds=4), "tablet", {"person": coming}),
            ]
        )

    def _break_something(self, table: Dealing, at: datetime) -> None:
        """A device loses three messages; a tablet says a field wrongly, and speaks for a table that is not its own."""
        if table.reader == SILENT:
            self.silent = (SILENT, *table.pen.skip(SILENT, 3))
        if table.code == "RL01":
            bad = {"bet": "B0", "spot": "somewhere", "stake_minor": -50_000}
            wrong = table.write("roulette.bet_placed", at, "reader", bad, f"{at:%Y%m%d}-9999")
            strange = table.write("table.noted", at, "tablet", {"note": "Ball changed after inspection."})
            strange = msgspec.structs.replace(strange, table="RL02")
            self.refused += [str(wrong.id), str(strange.id)]
            self._deliver([wrong, strange])

    def _deliver(self, sent: list[Sent]) -> None:
        """Hand in events, if any: each sender's apart, a second after the last happened, what was buffered last."""
        for (device, person), events in _by_sender(sent):
            last = max(event.occurred_at for event in sent if event.occurred_at is not None)
            skew_ms = None if device is None else 0
            if device == CLOCK_OFF[0]:
                skew_ms = CLOCK_OFF[1] if self.faults else SLIGHTLY_OFF_MS
                events = [_by_its_own_clock(event, skew_ms) for event in events]
            self.deliveries.append(Delivery(last + timedelta(seconds=1), device, person, events, skew_ms))


def _handed_in_at_once(planted: Planted, fault: Fault | None) -> Planted:
    """What is found of a fault where a sender hands in a round at once. A chip that its tablet dated back looks then as
    if the tablet had been off line, so that a remark says what it moves."""
    silent = fault is not None and fault.name == past_posted_by_silent_tablet.__name__
    return planted._replace(kind="claim_buffered") if silent and planted.kind == "claim_unsupported" else planted


def _by_sender(sent: list[Sent]) -> Iterator[tuple[tuple[str | None, str | None], list[Sent]]]:
    """Events by sender, devices in the order of their last event, then what people entered. Chips are told as they are
    put down: what is taken back much later does not hold that up."""
    order: dict[tuple[str | None, str | None], int] = {}
    for place, event in enumerate(sent):
        sender = (event.device, event.person)
        if sender not in order or not event.type.endswith(".bet_withdrawn.v1"):
            order[sender] = place
    ranked = sorted(sent, key=lambda event: (event.device is None, order[event.device, event.person]))
    for sender, events in groupby(ranked, key=lambda event: (event.device, event.person)):
        yield sender, list(events)


def _by_its_own_clock(event: Sent, skew_ms: int) -> Sent:
    if event.occurred_at is None:
        return event
    return msgspec.structs.replace(event, occurred_at=event.occurred_at - timedelta(milliseconds=skew_ms))
