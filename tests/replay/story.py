"""A small casino with something in its books: a table, spins with every kind of fault, rounds never closed, late facts.

Used by the tests of replay, read models and audit. Nothing here judges anything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec

from casino.core import events
from casino.core.events import NewEvent
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from casino.ledger.rows import Appended
from games.engine.facts import Person
from games.simulate import staff
from games.simulate.play import Planted
from games.simulate.roulette.faults import FAULTS
from games.simulate.roulette.table import LIMITS, Table
from games.simulate.tables import founding

CODE = "TST"
STARTS = datetime(2026, 6, 13, 3, tzinfo=UTC)
_IDS = UUID(int=7)

SUPERVISOR = Person(post="pit_supervisor", staff="S-200")
ACTING = Person(post="acting_pit_supervisor", staff="S-150")
PIT_MANAGER = Person(post="pit_manager", staff="S-300")
SHIFT_MANAGER = Person(post="shift_manager", staff="S-400")


class Story:
    """Writes facts into the ledger of the property ``TST``; each takes a second of the server's clock, which is never
    behind what happened."""

    def __init__(self, starts: datetime = STARTS, count: int = 0) -> None:
        Property.objects.get_or_create(code=CODE, defaults={"name_vi": "Thử", "name_en": "Test"})
        self.now = starts
        self.ledger = Ledger(CODE, clock=self._clock)
        self.count = count

    def _clock(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def tell(
        self, stream: str, name: str, at: datetime | None = None, /, actor: str = "system:test", **data: Any
    ) -> Appended:
        """Record one fact; ``name`` without its version."""
        [appended] = self.append([self.event(stream, name, at, actor, **data)])
        return appended

    def append(self, told: list[NewEvent]) -> list[Appended]:
        """Record what has happened by now."""
        self.now = max([self.now, *(event.occurred_at for event in told if event.occurred_at is not None)])
        return self.ledger.append(told)

    def event(
        self, stream: str, name: str, at: datetime | None = None, /, actor: str = "system:test", **data: Any
    ) -> NewEvent:
        """One fact, not recorded yet."""
        event_type = events.find(f"{name}.v1")
        assert event_type is not None
        self.count += 1
        return NewEvent(
            id=uuid5(_IDS, str(self.count)),
            stream=stream,
            type=event_type.full_name,
            data=msgspec.convert(data, event_type.fact),
            actor=actor,
            occurred_at=at,
        )

    def table(self, code: str = "RL01", at: datetime | None = None, currency: str = "VND") -> None:
        stream = f"table/{code}"
        at = at or self.now
        self.tell(stream, "table.registered", at, game="roulette", currency=currency, name=f"Roulette {code}")
        self.tell(
            stream,
            "table.limits_set",
            at,
            limits=[{"bet": "*", "minimum_minor": 10_000, "maximum_minor": 50_000_000}],
        )

    def spin(
        self,
        code: str,
        at: datetime,
        *,
        table: str = "RL01",
        pocket: int = 17,
        spot: str = "straight:17",
        stake_minor: int = 100_000,
        paid_minor: int | None = 3_500_000,
        close: bool = True,
        no_spin: bool = False,
        opened_by: str = "system:test",
    ) -> str:
        """One spin with one bet of player P-1; by default a straight up that wins and is paid rightly. With ``no_spin``
        the dealer calls so (7.1) before the ball rests, and the wheel has seen why."""
        stream = f"round/{table}/{code}"

        def after(seconds: int) -> datetime:
            return at + timedelta(seconds=seconds)

        self.tell(stream, "roulette.round_opened", at, opened_by, number=1)
        self.tell(stream, "roulette.bet_placed", after(5), bet="b1", spot=spot, stake_minor=stake_minor, player="P-1")
        self.tell(stream, "roulette.ball_spun", after(10))
        self.tell(stream, "roulette.betting_closed", after(15), called_by={"post": "dealer", "staff": "S-101"})
        if no_spin:
            dealer = {"post": "dealer", "staff": "S-101"}
            self.tell(stream, "roulette.irregularity_seen", after(18), "device:wheel", ground="7.1")
            self.tell(stream, "roulette.no_spin_called", after(20), called_by=dealer, ground="7.1")
        self.tell(stream, "roulette.ball_dropped", after(25), pocket=pocket)
        if paid_minor is not None:
            self.tell(stream, "roulette.payout_made", after(35), bet="b1", amount_minor=paid_minor)
        if close:
            self.tell(stream, "roulette.round_closed", after(45))
        return stream

    def matter(self, stream: str, *, seen_by: str | None = "S-031") -> Appended:
        """The dealer (None: a device alone) records something that no clause names: the round waits for the post of the
        last clause."""
        who: dict[str, Any] = {} if seen_by is None else {"seen_by": {"post": "dealer", "staff": seen_by}}
        return self.tell(stream, "roulette.matter_opened", note="Players disagree about the spin.", **who)

    def day(self, seed: int, spins: int, table: str = "RL01") -> list[Planted]:
        """A table with that many spins, every third with a fault of the catalogue, in batches as devices send them;
        their clocks are right, and known to be."""
        planted: list[Planted] = []
        for batch, some in dealt(seed, spins, table, self.now + timedelta(hours=1)):
            self.append([msgspec.structs.replace(event, clock_skew_ms=0) for event in batch])
            planted += some
        return planted


def dealt(seed: int, spins: int, table: str, starts: datetime) -> Iterator[tuple[list[NewEvent], list[Planted]]]:
    """The table's own facts, then a batch a spin."""
    rng = random.Random(seed)
    floor = Table(table, rng, bets_a_player=(1, 2))
    yield (
        [
            sent.new_event()
            for sent in founding(
                floor.pen,
                table=table,
                at=starts - timedelta(hours=1),
                game="roulette",
                document="roulette.2020-06-13",
                name=table,
                limits=LIMITS,
                devices=floor.devices,
                set_by=staff.person("pit_manager"),
            )
        ],
        [],
    )
    names = sorted(FAULTS)
    moment = starts
    for number in range(1, spins + 1):
        fault = FAULTS[names[(number // 3) % len(names)]] if number % 3 == 0 else None
        before = [sent.new_event() for sent in floor.players_come_and_go(moment)]
        sent, planted, over_at = floor.deal(moment + timedelta(seconds=20), f"{number:04d}", number, fault)
        yield before + [event.new_event() for event in sent], planted
        moment = over_at + timedelta(seconds=5)
