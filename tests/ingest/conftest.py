"""A small casino for the tests: property TST, roulette table RL01, a sensor bound to it, and ways to write events."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from casino.core.events import Fact, NewEvent
from casino.core.origin import SignedBatch, sign
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.models import Property
from games.engine.table import TableRegistered
from games.ingest.devices import add_device
from games.ingest.models import Device

NOW = datetime(2026, 6, 13, 20, 15, tzinfo=UTC)


@dataclass
class House:
    """The property, its devices and their credentials."""

    code: str
    ledger: Ledger
    sensor: Device
    token: str
    signer: Device
    key: Ed25519PrivateKey
    _number: int = field(default=0)

    def table(self, table: str, game: str = "roulette") -> None:
        self.record(f"table/{table}", "table.registered.v1", TableRegistered(game=game, currency="VND"))

    def record(self, stream: str, type_name: str, fact: Fact) -> None:
        event = NewEvent(id=uuid4(), stream=stream, type=type_name, data=fact, actor="system:test", occurred_at=NOW)
        self.ledger.append([event])

    def event(self, type_name: str = "roulette.bet_placed.v1", **changes: Any) -> dict[str, Any]:
        """A good event of the sensor with the next number; ``changes`` replace fields, None in them takes one out."""
        self._number += 1
        said: dict[str, Any] = {
            "id": str(uuid4()),
            "type": type_name,
            "table": "RL01",
            "round": "20260613-0001",
            "occurred_at": "2026-06-13T20:15:00+00:00",
            "sequence": self._number,
            "data": {"bet": f"b{self._number}", "spot": "red", "stake_minor": 100_000},
        }
        said.update(changes)
        return {key: value for key, value in said.items() if value is not None or key == "occurred_at"}

    def raw(self, type_name: str = "roulette.bet_placed.v1", **changes: Any) -> bytes:
        return json.dumps(self.event(type_name, **changes)).encode()

    def signed(self, *events: dict[str, Any], device: str = "K1", key: Ed25519PrivateKey | None = None) -> SignedBatch:
        """These events as the signing device signs them."""
        return sign(events, property_code=self.code, device=device, private_key=key or self.key)

    def streams(self) -> list[str]:
        return list(self.ledger.stream_ids("round/"))

    def count(self) -> int:
        return self.ledger.head()[0]


def make_house() -> House:
    Property.objects.create(code="TST", name_vi="Thử", name_en="Test")
    ledger = get_ledger("TST")
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = base64.b64encode(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)).decode()
    table = NewEvent(
        id=uuid4(),
        stream="table/RL01",
        type="table.registered.v1",
        data=TableRegistered(game="roulette", currency="VND"),
        actor="system:test",
        occurred_at=NOW,
    )
    ledger.append([table])
    sensor, token = add_device(property_code="TST", code="S1", kind="sensor", tables=["RL01"])
    signer, _none = add_device(property_code="TST", code="K1", kind="tablet", public_key=public, tables=["RL01"])
    assert token is not None
    return House("TST", ledger, sensor, token, signer, key)


@pytest.fixture
def house(db: None) -> House:
    return make_house()


@pytest.fixture
def committed_house(fresh_database: object) -> House:
    """The same in a database of its own, for tests that commit."""
    return make_house()


Post = Callable[..., Any]
