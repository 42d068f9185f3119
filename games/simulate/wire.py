"""What a simulated table sends, in the wire form of ``docs/api.md``, and the pen that writes it.

A :class:`Pen` gives ids from the seed and numbers what each device sends, as the equipment does. Proved by
``tests/simulate/test_wire.py``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.core import events, origin
from casino.core.events import NewEvent


class Sent(msgspec.Struct, frozen=True, kw_only=True):
    """One event as it leaves the table. ``device`` is None for what a person of the house enters (``person``)."""

    id: UUID
    type: str
    table: str
    round: str | None
    occurred_at: datetime | None
    device: str | None
    sequence: int | None
    data: dict[str, Any]
    person: str | None = None

    @property
    def stream(self) -> str:
        return f"table/{self.table}" if self.round is None else f"round/{self.table}/{self.round}"

    @property
    def actor(self) -> str:
        return f"device:{self.device}" if self.device is not None else f"person:{self.person}"

    def wire(self) -> dict[str, Any]:
        """The JSON object of the wire form. Fields that do not apply are left out."""
        said: dict[str, Any] = {"id": str(self.id), "type": self.type, "table": self.table}
        if self.round is not None:
            said["round"] = self.round
        said["occurred_at"] = None if self.occurred_at is None else rfc3339(self.occurred_at)
        if self.sequence is not None:
            said["sequence"] = self.sequence
        if self.device is not None:
            said["device"] = self.device
        said["data"] = self.data
        return said

    def line(self) -> str:
        """One line of NDJSON, without its end."""
        return json.dumps(self.wire(), ensure_ascii=False, separators=(",", ":"))

    def new_event(self) -> NewEvent:
        """The event for the ledger, past the API (benchmarks, tests). ValidationError if its data is unfit."""
        event_type = events.find(self.type)
        if event_type is None:
            raise LookupError(f"no event type {self.type}")
        return NewEvent(
            id=self.id,
            stream=self.stream,
            type=self.type,
            data=msgspec.convert(self.data, event_type.fact),
            actor=self.actor,
            occurred_at=self.occurred_at,
            sequence=self.sequence,
        )


def rfc3339(moment: datetime) -> str:
    """A moment in UTC to the millisecond: 2026-06-13T06:00:12.345Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def signed_lines(events: Sequence[Sent], *, property_code: str, private_key: Ed25519PrivateKey) -> list[str]:
    """A batch of one device as lines of NDJSON, the last of which says what it signed (``docs/origin.md``)."""
    (device,) = {event.device or "" for event in events}
    batch = origin.sign(
        [event.wire() for event in events], property_code=property_code, device=device, private_key=private_key
    )
    return [*(event.line() for event in events), json.dumps({"signed": batch.sent()})]


class Pen:
    """Writes events: ids from the seed's generator, one running number a device."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._numbers: Counter[str] = Counter()

    def skip(self, device: str, count: int) -> tuple[int, int]:
        """Lose this many messages of a device for good; the (first, last) numbers that nobody will see."""
        first = self._numbers[device] + 1
        self._numbers[device] += count
        return first, first + count - 1

    def write(
        self,
        kind: str,
        *,
        table: str,
        occurred_at: datetime | None,
        device: str | None,
        data: Mapping[str, Any],
        round_code: str | None = None,
        person: str | None = None,
    ) -> Sent:
        """An event of a type ``kind`` (``roulette.bet_placed``), version 1. None values of data are left out."""
        sequence = None
        if device is not None:
            self._numbers[device] += 1
            sequence = self._numbers[device]
        return Sent(
            id=UUID(int=self._rng.getrandbits(128), version=4),
            type=f"{kind}.v1",
            table=table,
            round=round_code,
            occurred_at=occurred_at,
            device=device,
            sequence=sequence,
            data={key: value for key, value in data.items() if value is not None},
            person=person,
        )
