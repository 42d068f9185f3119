"""The keys of a device as its page shows them: registered when and by whom, revoked when and by whom. Pure; from the
events of its own stream alone. Proved by ``tests/engine/test_device_keys.py`` and ``tests/admin/test_pages.py``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from datetime import datetime

import msgspec

from casino.core.events import RecordedEvent
from casino.core.origin import key_id
from casino.core.text import Text
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from games.pages.timeline import actor_words


class DeviceKey(msgspec.Struct, frozen=True):
    """``public_key`` in base64, ``name`` its SHA-256 as statements have it. ``by`` and ``ended_by`` in words; None
    where the key is in force."""

    public_key: str
    name: str
    since: datetime
    position: int
    by: Text
    until: datetime | None = None
    ended_at: int | None = None
    ended_by: Text | None = None


def keys_of(events: Iterable[RecordedEvent]) -> list[DeviceKey]:
    """In the order in which they were registered."""
    keys: list[DeviceKey] = []
    for event in events:
        if isinstance(event.data, DeviceKeyRegistered):
            name = key_id(base64.b64decode(event.data.public_key))
            by = _who(event)
            keys.append(DeviceKey(event.data.public_key, name, event.recorded_at, event.position, by))
        elif isinstance(event.data, DeviceRevoked):
            keys = [each if each.until is not None else _ended(each, event) for each in keys]
    return keys


def _ended(key: DeviceKey, event: RecordedEvent) -> DeviceKey:
    return msgspec.structs.replace(key, until=event.recorded_at, ended_at=event.position, ended_by=_who(event))


def _who(event: RecordedEvent) -> Text:
    """Who decided it, where the event names somebody; else whoever recorded it."""
    by = getattr(event.data, "by", None)
    return actor_words(event.actor if by is None else f"person:{by.staff}")
