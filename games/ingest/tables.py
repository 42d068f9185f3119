"""Which game a table plays and which devices may send for it, at once: read from the table's own stream.

A read model would lag behind a binding or, worse, behind its end. The stream is read once and afterwards only from the
version known, which is one look-up in an index a table and batch. Proved by ``tests/ingest/test_service.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec
from django.db import connections

from casino.ledger.application import Ledger
from casino.ledger.recorder import StoredRow
from games.rounds.table import DeviceBound, DeviceUnbound, TableRegistered

_TYPES: Final = ("table.registered.v1", "table.device_bound.v1", "table.device_unbound.v1")


class KnownTable(msgspec.Struct, frozen=True):
    """A table as far as taking events in needs it, after ``version`` events of its stream."""

    version: int = 0
    game: str | None = None
    devices: frozenset[str] = frozenset()


_UNKNOWN: Final = KnownTable()
_known: dict[tuple[str, str, str], KnownTable] = {}
"""By database, property and table. Entries are replaced, never changed, so threads may share them."""


class TableRegister:
    """The tables of one property, for one batch."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._batch: dict[str, KnownTable] = {}

    def find(self, table: str) -> KnownTable:
        """The table; its ``game`` is None where no such table is registered."""
        found = self._batch.get(table)
        if found is None:
            found = self._batch[table] = self._load(table)
        return found

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
        version, game, devices = known.version, known.game, known.devices
        for stored in self._ledger.recorder.select_events(f"table/{table}", gt=version or None):
            version = stored.originator_version
            if stored.topic not in _TYPES or not isinstance(stored, StoredRow):
                continue
            fact = self._ledger.decode(stored.row).data
            if isinstance(fact, TableRegistered):
                game = fact.game
            elif isinstance(fact, DeviceBound):
                devices |= {fact.device}
            elif isinstance(fact, DeviceUnbound):
                devices -= {fact.device}
        return known if version == known.version else KnownTable(version, game, devices)
