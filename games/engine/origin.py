"""Whose word a record has: which keys devices sign with, and where the house demands that they do.

Keys are registered and ended in the device's own stream, demands stand in the stream ``origin/demands``: what held at a
position of the log follows from the events before it and from nothing else. Pure. Proved by
``tests/engine/test_origin.py``.
"""

from __future__ import annotations

import base64
from typing import Final

import msgspec

from casino.core.events import Fact, register
from casino.core.origin import key_id
from games.engine.device import DeviceKeyRegistered, DeviceRevoked
from games.engine.facts import Code, Person

DEMANDS: Final = "origin/demands"
DEMAND: Final = "origin.demand_set.v1"


class DemandSet(Fact, frozen=True):
    """From here on what is sent in a device's name for this table must be signed by it, or need no longer be; without
    a ``table`` this holds for all, whatever was said before of single ones."""

    demanded: bool
    table: Code | None = None
    set_by: Person | None = None


register("origin.demand_set", DemandSet, stream_kind="origin", from_device=False)


class Keys:
    """The keys in force, as facts about devices go by in the order of the log."""

    def __init__(self) -> None:
        self._keys: dict[str, dict[str, bytes]] = {}

    def take(self, fact: Fact) -> None:
        if isinstance(fact, DeviceKeyRegistered):
            key = base64.b64decode(fact.public_key)
            self._keys.setdefault(fact.device, {})[key_id(key)] = key
        elif isinstance(fact, DeviceRevoked):
            self._keys.pop(fact.device, None)

    def find(self, device: str, key: str) -> bytes | None:
        """The public key of this name, if the device has it now."""
        return self._keys.get(device, {}).get(key)


KEY_TYPES: Final = frozenset({"device.key_registered.v1", "device.revoked.v1"})
"""The types of event by which keys begin and end."""


class Demands(msgspec.Struct, frozen=True):
    """Where signatures are demanded: of ``all`` tables but those that were named since."""

    all: bool = False
    tables: dict[str, bool] = {}

    def after(self, fact: Fact) -> Demands:
        """What is demanded after one more fact."""
        if not isinstance(fact, DemandSet):
            return self
        if fact.table is None:
            return Demands(fact.demanded)
        return Demands(self.all, {**self.tables, fact.table: fact.demanded})

    @property
    def any(self) -> bool:
        return self.all or any(self.tables.values())

    def of(self, table: str) -> bool:
        return self.tables.get(table, self.all)
