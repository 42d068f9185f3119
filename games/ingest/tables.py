"""Which game a table plays and which devices may send for it, at once: read from the table's own stream.

A read model would lag behind a binding or, worse, behind its end. The stream is read once and afterwards only from the
version known, which is one look-up in an index a table and batch. What a batch itself says of a table holds for what
comes after it in the batch. Proved by ``tests/ingest/test_service.py``.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

import msgspec
from django.db import connections

from casino.core.events import Fact, NewEvent
from casino.ledger.application import Ledger
from casino.ledger.recorder import StoredRow
from games.engine.table import DeviceBound, DeviceUnbound, TableRegistered

_TYPES: Final = ("table.registered.v1", "table.device_bound.v1", "table.device_unbound.v1")


class KnownTable(msgspec.Struct, frozen=True):
    """A table as far as taking events in needs it, after ``version`` events of its stream."""

    version: int = 0
    game: str | None = None
    devices: frozenset[str] = frozenset()

    def after(self, fact: Fact) -> KnownTable:
        """The table after one more fact of it."""
        if isinstance(fact, TableRegistered):
            return msgspec.structs.replace(self, game=fact.game)
        if isinstance(fact, DeviceBound):
            return msgspec.structs.replace(self, devices=self.devices | {fact.device})
        if isinstance(fact, DeviceUnbound):
            return msgspec.structs.replace(self, devices=self.devices - {fact.device})
        return self


_UNKNOWN: Final = KnownTable()
_known: dict[tuple[str, str, str], KnownTable] = {}
"""By database, property and table. Entries are replaced, never changed, so threads may share them."""


class TableRegister:
    """The tables of one property, for one batch."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._batch: dict[str, KnownTable] = {}
        self._told: set[UUID] = set()

    def find(self, table: str) -> KnownTable:
        """The table; its ``game`` is None where no such table is registered."""
        found = self._batch.get(table)
        if found is None:
            found = self._batch[table] = self._load(table)
        return found

    def told(self, event: NewEvent) -> None:
        """The batch says this, and the rest of it is judged by it. An id that came before adds nothing to the record,
        and so nothing here."""
        if event.type not in _TYPES or event.id in self._told or self.has(event.id):
            return
        self._told.add(event.id)
        table = event.stream.partition("/")[2]
        self._batch[table] = self.find(table).after(event.data)

    def has(self, event_id: UUID) -> bool:
        """Whether an event of this id is recorded."""
        return self._ledger.find(event_id) is not None

    def _load(self, table: str) -> KnownTable:
        connection = connections[self._ledger.using]
        if connection.in_atomic_block:
            # What an open transaction sees may be rolled back: nothing to remember.
            return self._after(table, _UNKNOWN)
        key = (str(connection.settings_dict["NAME"]), self._ledger.property_code, table)
        found = self._after(table, _known.get(key, _UNKNOWN))
        if found.game is not None:
            _known[key] = found
        return found

    def _after(self, table: str, known: KnownTable) -> KnownTable:
        """The table after whatever its stream holds beyond what is known."""
        version, found = known.version, known
        for stored in self._ledger.recorder.select_events(f"table/{table}", gt=version or None):
            version = stored.originator_version
            if stored.topic not in _TYPES or not isinstance(stored, StoredRow):
                continue
            found = found.after(self._ledger.decode(stored.row).data)
        return known if version == known.version else msgspec.structs.replace(found, version=version)
