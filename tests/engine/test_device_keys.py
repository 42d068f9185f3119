"""A device's keys as its page shows them: since when, by whom, and what ended them."""

from __future__ import annotations

import base64
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from casino.core.events import Fact, RecordedEvent
from casino.core.origin import key_id
from games.engine.device import ClockOff, DeviceKeyRegistered, DeviceRevoked
from games.engine.facts import Person
from games.pages.device_keys import keys_of

NOW: Final = datetime(2026, 11, 20, tzinfo=UTC)
KEYS: Final = [base64.b64encode(bytes([number] * 32)).decode() for number in (1, 2)]


def recorded(*facts: Fact) -> list[RecordedEvent]:
    def event(number: int, fact: Any) -> RecordedEvent:
        at = NOW + timedelta(hours=number)
        return RecordedEvent(
            position=number,
            stream="device/K1",
            version=number,
            type="x",
            stored_type="x",
            occurred_at=None,
            recorded_at=at,
            actor="person:P1",
            id=uuid4(),
            data=fact,
        )

    return [event(number, fact) for number, fact in enumerate(facts, 1)]


def test_a_key_is_in_force_until_the_device_is_revoked() -> None:
    manager = Person(post="pit_manager", staff="P2")
    events = recorded(
        DeviceKeyRegistered(device="K1", public_key=KEYS[0], by=manager),
        ClockOff(device="K1", skew_ms=9_000),
        DeviceRevoked(device="K1"),
        DeviceKeyRegistered(device="K1", public_key=KEYS[1]),
    )
    first, second = keys_of(events)
    assert (first.public_key, first.name) == (KEYS[0], key_id(bytes([1] * 32)))
    assert (first.since, first.position, first.by.en) == (NOW + timedelta(hours=1), 1, "staff P2")
    assert first.ended_by is not None
    assert (first.until, first.ended_at, first.ended_by.en) == (NOW + timedelta(hours=3), 3, "staff P1")
    assert (second.by.en, second.until, second.ended_by) == ("staff P1", None, None)
    assert keys_of([]) == []
