"""Which game a table plays and which devices may send for it, at once: read from the table's own stream.

A read model would lag behind a binding or, worse, behind its end. The stream is read once and afterwards only from the
version known, which is one look-up in an index a table and batch. Of a batch that is recorded at once, that look-up is
made under the lock of the log (:attr:`TableRegister.assumed`). What a batch itself says of a table holds for what comes
after it in the batch. Proved by ``tests/ingest/test_service.py`` and ``test_at_once.py``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final
from uuid import UUID

import msgspec
from django.db import connections

from casino.core.events import Fact, NewEvent
from casino.ledger.application import Ledger
from casino.ledger.recorder import StoredRow
from casino.ledger.rows import Appended
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
    """The tables of one property, for one batch. ``assuming``: tables that this process knows are taken to be as it
    knows them, and whoever records or refuses anything by that asks the record whether they are."""

    def __init__(self, ledger: Ledger, *, assuming: bool = False) -> None:
        self._ledger = ledger
        self._assuming = assuming
        self.assumed: dict[str, KnownTable] = {}
        """What was taken to be so, by table."""
        self.passed: set[Hashable] = set()
        """What was found right by how the tables stand now; whoever asks says it in its own way."""
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
        self.passed.clear()
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
        key = self._key(table)
        known = _known.get(key, _UNKNOWN)
        if self._assuming and known.game is not None:
            self.assumed[table] = known
            return known
        found = self._after(table, known)
        if found.game is not None:
            _known[key] = found
        return found

    def is_confirmed(self) -> bool:
        """Whether what was assumed is what the record says. From now on nothing is assumed."""
        self._assuming = False
        self.passed.clear()
        return all(self._load(table) == known for table, known in self.assumed.items())

    def recorded(self, answers: Iterable[tuple[NewEvent, Appended]]) -> None:
        """What was assumed held under the lock of the log, and these events came next: so the tables stand now."""
        for event, answer in answers:
            kind, _, table = event.stream.partition("/")
            if kind == "table" and table in self.assumed:
                _known[self._key(table)] = msgspec.structs.replace(self._batch[table], version=answer.version)

    def _key(self, table: str) -> tuple[str, str, str]:
        database = connections[self._ledger.using].settings_dict["NAME"]
        return str(database), self._ledger.property_code, table

    def _after(self, table: str, known: KnownTable) -> KnownTable:
        """The table after whatever its stream holds beyond what is known."""
        version, found = known.version, known
        for stored in self._ledger.recorder.select_events(f"table/{table}", gt=version or None):
            version = stored.originator_version
            if stored.topic not in _TYPES or not isinstance(stored, StoredRow):
                continue
            found = found.after(self._ledger.decode(stored.row).data)
        return known if version == known.version else msgspec.structs.replace(found, version=version)
