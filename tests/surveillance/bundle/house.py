"""A house without a server: events recorded, signed by their devices, in a log with signed checkpoints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey
from msgspec.structs import replace

from casino.core.canonical import encode_sorted
from casino.core.events import TYPE_NAME, Fact, NewEvent
from casino.core.log_entry import Entry, general_entry_bytes, time_text
from casino.core.origin import Event as Hashed
from casino.core.origin import SignedBatch, event_hash, key_id, signed_list
from casino.core.passkey import SignedCommand
from casino.ledger.prepare import prepare
from casino.transparency.building import TreeBuilder
from casino.transparency.checkpoints import Checkpoint
from casino.transparency.cosigning import Signer
from casino.transparency.notes import ED25519, ED25519_COSIGNATURE, MLDSA44_COSIGNATURE, Note, Signature
from casino.transparency.proving import TileReader
from casino.transparency.store import MemoryStore
from casino.transparency.wire import encode_base64
from games.engine.device import DeviceKeyRegistered
from games.simulate.day import Day
from surveillance.bundle import layout
from surveillance.bundle.layout import Asked, Made, Recorded
from surveillance.bundle.selection import Selection
from surveillance.bundle.writing import Given, Writer
from tests.benchmarks.bulk import STARTS, typical_mix

NAMESPACE = UUID("2f6e1c1e-6a4c-5a57-9b7e-4a6a2d7c3b10")
ORIGIN = "log.example/HOI"
HOUSE = layout.House(
    code="HOI",
    name_vi="Hội An",
    name_en="Hoi An",
    time_zone="Asia/Ho_Chi_Minh",
    gaming_day_starts=6,
    currency="VND",
)


class EdKey:
    """A key of files, made of a seed."""

    def __init__(self, seed: int) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class MlKey:
    def __init__(self, seed: int) -> None:
        self._key = MLDSA44PrivateKey.from_seed_bytes(bytes([seed]) * 32)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


LOG = Signer(ORIGIN, ED25519, EdKey(1))
OPERATOR = Signer(ORIGIN, MLDSA44_COSIGNATURE, MlKey(2))
WITNESS = Signer("witness.example/w1", ED25519_COSIGNATURE, EdKey(3))
REPORT = Signer("reports.example/HOI", ED25519, EdKey(4))
STRANGER = Signer(ORIGIN, ED25519, EdKey(9))
POLICY = (
    f"log {LOG.vkey}\nwitness house {OPERATOR.vkey}\nwitness outside {WITNESS.vkey}\n"
    "group both all house outside\nquorum both\n"
).encode()


CLOSED: Final = datetime(2027, 1, 15, 8, tzinfo=UTC)
"""When checkpoints are cosigned where nothing else is said."""


class House:
    """Records events in one log. Devices named in ``signing`` sign what they send, a batch for each call."""

    def __init__(self, *, signing: bool = True) -> None:
        self.rows: list[tuple[Entry, Recorded]] = []
        self.streams: dict[str, list[int]] = defaultdict(list)
        self.signed: dict[str, SignedBatch | SignedCommand] = {}
        self.store = MemoryStore()
        self._builder = TreeBuilder(self.store)
        self._signing = signing
        self._clock = STARTS - timedelta(days=1)
        self._keys: dict[str, Ed25519PrivateKey] = {}

    def record(
        self,
        stream: str,
        type_name: str,
        fact: Fact,
        *,
        actor: str = "system:test",
        sign: Callable[[UUID], SignedCommand] | None = None,
    ) -> Recorded:
        """One event of the house itself; ``sign`` signs the command that names the event's id."""
        event = NewEvent(
            id=uuid5(NAMESPACE, str(len(self.rows))),
            stream=stream,
            type=type_name,
            data=fact,
            actor=actor,
            occurred_at=None,
        )
        signed = None if sign is None else sign(event.id)
        if signed is not None:
            self.signed[signed.digest] = signed
        return self._add(event, None if signed is None else signed.digest)

    def deal(self, rounds: int) -> None:
        """Rounds of all five games in turn."""
        for events in typical_mix(rounds, 7):
            self.take(events)

    def take(self, events: Sequence[NewEvent], *, at: datetime | None = None) -> list[Recorded]:
        """A batch, received at a moment (None: as things happen); each device signs its own part of it."""
        origins = self._sign(events) if self._signing else {}
        return [self._add(event, origins.get(number), at) for number, event in enumerate(events)]

    def take_day(self, day: Day) -> None:
        """A simulated day, each delivery when it arrives, but for what a server refuses."""
        for delivery in day.deliveries:
            heard = [event.new_event() for event in delivery.events if str(event.id) not in day.refused]
            skew_ms = delivery.clock_skew_ms
            self.take([replace(each, clock_skew_ms=skew_ms) for each in heard], at=delivery.arrives_at)

    def _sign(self, events: Sequence[NewEvent]) -> dict[int, str]:
        of: dict[str, list[int]] = defaultdict(list)
        for number, event in enumerate(events):
            if event.actor.startswith("device:") and event.stream.startswith(("round/", "table/")):
                of[event.actor.removeprefix("device:")].append(number)
        origins: dict[int, str] = {}
        for device, numbers in of.items():
            key = self._key_of(device)
            batch = signed_list(
                b"".join(_hash_of(events[number]) for number in numbers),
                property_code=HOUSE.code,
                device=device,
                key=key_id(key.public_key().public_bytes_raw()),
                sign_with=key.sign,
            )
            self.signed[batch.digest] = batch
            origins |= dict.fromkeys(numbers, batch.digest)
        return origins

    def _key_of(self, device: str) -> Ed25519PrivateKey:
        if device not in self._keys:
            self._keys[device] = Ed25519PrivateKey.from_private_bytes(sha256(device.encode()).digest())
            public = self._keys[device].public_key().public_bytes_raw()
            self.record(
                f"device/{device}",
                "device.key_registered.v1",
                DeviceKeyRegistered(device=device, public_key=encode_base64(public)),
            )
        return self._keys[device]

    def _add(self, event: NewEvent, origin: str | None, at: datetime | None = None) -> Recorded:
        made = prepare(event)
        position, before = len(self.rows) + 1, self.streams[event.stream]
        found = TYPE_NAME.fullmatch(event.type)
        assert found is not None
        self._clock = max(self._clock, at or (event.occurred_at or STARTS) + timedelta(milliseconds=40))
        entry = Entry(
            actor=event.actor,
            body_sha256=made.body_sha256,
            occurred_at=made.occurred_text,
            position=position,
            previous=before[-1] if before else None,
            recorded_at=time_text(self._clock),
            stream=event.stream,
            type=found[1],
            type_version=int(found[2]),
            version=len(before) + 1,
            origin=origin,
        )
        recorded = Recorded(general_entry_bytes(entry), made.body)
        self.rows.append((entry, recorded))
        before.append(position)
        self._builder.add_leaf(sha256(b"\0" + recorded.entry).digest())
        return recorded

    def wait(self, duration: timedelta) -> None:
        """The server's clock goes on; a crooked one also back."""
        self._clock += duration

    @property
    def size(self) -> int:
        return len(self.rows)

    def stream(self, name: str) -> list[Recorded]:
        return [self.rows[position - 1][1] for position in self.streams[name]]

    def kind(self, kind: str) -> Iterator[Recorded]:
        for name in sorted(self.streams):
            if name.startswith(f"{kind}/"):
                yield from self.stream(name)

    def kinds(self) -> list[str]:
        return sorted({name.partition("/")[0] for name in self.streams} - {"round"})

    def tables(self) -> list[str]:
        return sorted({name.split("/")[1] for name in self.streams if name.startswith("round/")})

    def rounds(self, table: str) -> list[str]:
        """In the order in which they were dealt: simulated tables open them in that order."""
        names = [name for name in self.streams if name.startswith(f"round/{table}/")]
        return sorted(names, key=lambda name: self.streams[name][0])

    def origins_of(self, streams: Iterable[str]) -> list[SignedBatch | SignedCommand]:
        named = (self.rows[position - 1][0].origin for name in streams for position in self.streams[name])
        return [self.signed[origin] for origin in named if isinstance(origin, str)]

    def tree(self) -> TileReader:
        self._builder.publish()
        return TileReader(self.store, self.size)

    def note(self, *signers: Signer, size: int | None = None, at: datetime = CLOSED) -> bytes:
        """The checkpoint of the whole log, or of its first entries, cosigned at a moment."""
        of = self.size if size is None else size
        head = Checkpoint(ORIGIN, of, self.tree().hash_of(0, of))
        signed = (each.sign(head, int(at.timestamp())) for each in signers or (LOG, OPERATOR, WITNESS))
        return Note(head.text, tuple(signed)).encode()

    def entries(self, after: int, upto: int) -> Iterator[bytes]:
        return (recorded.entry for _entry, recorded in self.rows[after:upto])


def _hash_of(event: NewEvent) -> bytes:
    _kind, table, *rest = event.stream.split("/")
    data = msgspec.json.decode(encode_sorted(event.data))
    return event_hash(
        Hashed(
            type=event.type,
            table=table,
            id=event.id,
            occurred_at=None if event.occurred_at is None else time_text(event.occurred_at),
            data=data,
            round=rest[0] if rest else None,
            sequence=event.sequence,
            correlation=event.correlation,
        )
    )


def a_house(rounds: int = 12, *, signing: bool = True) -> House:
    """Some rounds of all five games."""
    house = House(signing=signing)
    house.deal(rounds)
    return house


DAY = date(2026, 6, 13)
"""The gaming day of all these rounds."""


def request(house: House, about: Any = "gaming_day", **what: Any) -> dict[str, Any]:
    """What a regulator asked for; without more, the day."""
    fields = what or {"from_day": DAY, "to_day": DAY}
    said = msgspec.to_builtins(Selection(about=about, **fields))
    return {"by": "REG-001", "at": "2026-06-14T01:00:00.000000Z", "position": house.size, "what": said}


MADE = Made(at=time_text(datetime(2026, 6, 14, 1, tzinfo=UTC)), program="0" * 16)


def sign_report(text: str) -> tuple[Signature, ...]:
    """As the house's report key signs manifests."""
    return (Signature(REPORT.name, REPORT.vkey.key_id, REPORT.key.sign(text.encode())),)


def write_all(house: House, folder: Path, target: Path, *, entries: bool = True) -> Path:
    """A bundle of everything: every table, every stream."""
    writer = Writer(folder, house=HOUSE, as_of=house.size)
    for kind in house.kinds() + ["rules"] * ("rules" not in house.kinds()):
        writer.streams(kind, house.kind(kind))
    for table in house.tables():
        unit = writer.rounds(table, (Given(house.stream(name)) for name in house.rounds(table)))
        writer.origins(unit.number, house.origins_of(house.rounds(table)))
    others = [name for name in house.streams if not name.startswith("round/")]
    writer.origins(0, house.origins_of(others))
    writer.log(
        house.note(),
        house.tree(),
        keys=[str(LOG.vkey), str(OPERATOR.vkey), str(WITNESS.vkey)],
        intervals=[(1, house.size)],
        entries=house.entries if entries else None,
    )
    writer.finish(
        target,
        operator="Hội An Resort",
        made=MADE,
        request=request(house),
        asked=Asked(first=1, last=house.size, tables=tuple(house.tables())),
        sign=sign_report,
    )
    return target
