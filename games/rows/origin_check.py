"""Kept signatures of devices held against the entries that name them and the keys that were in force.

A watch beside the verification of the record (``casino.ledger.verify``): it sees the events in the order of the log, so
it knows from them alone which key a device had at each position. Proved by ``tests/checkpoints/test_origins.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from casino.core.events import find
from casino.core.log_entry import BadEntry
from casino.core.origin import NotSignable, SignedBatch, hash_of_entry
from casino.ledger import reading
from casino.ledger.entries import Stored, entry_of
from games.engine.origin import KEY_TYPES, Keys

_KEPT: Final = """
SELECT b.digest, b.device, b.key, b.events, b.signature FROM ledger_batch b
WHERE b.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND b.digest = ANY(%s::bytea[])
"""
_UNNAMED: Final = """
SELECT b.position, b.device FROM ledger_batch b
LEFT JOIN ledger_event e ON e.property_id = b.property_id AND e.position = b.position
WHERE b.property_id = (SELECT id FROM ledger_property WHERE code = %s) AND e.origin IS DISTINCT FROM b.digest
ORDER BY b.position LIMIT 1
"""


class OriginWatch:
    """Goes along with one verification of a property's record."""

    def __init__(self, property_code: str, using: str) -> None:
        self._property = property_code
        self._using = using
        self._keys = Keys()

    def look(self, events: Sequence[Stored]) -> tuple[int, str] | None:
        """The first of these events, which are those that follow on the last ones, whose origin is not what it says."""
        kept = self._kept({each.origin for each in events if each.origin and not each.actor.startswith("person:")})
        holding: dict[tuple[bytes, bytes], bool] = {}
        for stored in events:
            if stored.type in KEY_TYPES:
                self._take_key(stored)
            if stored.origin and not stored.actor.startswith("person:"):  # those: casino.accounts.signature_check
                fault = self._fault_of(stored, stored.origin, kept.get(stored.origin), holding)
                if fault is not None:
                    return stored.position, fault
        return None

    def totals(self) -> str | None:
        """A kept signature that no event names, if there is one."""
        with reading.cursor(self._using) as cursor:
            row = cursor.execute(_UNNAMED, [self._property]).fetchone()
        if row is None:
            return None
        return f"a signature of device {row[1]} is kept for position {row[0]}, whose entry does not name it"

    def _kept(self, digests: Iterable[bytes]) -> dict[bytes, SignedBatch]:
        wanted = list(digests)
        if not wanted:
            return {}
        with reading.cursor(self._using) as cursor:
            rows = cursor.execute(_KEPT, [self._property, wanted]).fetchall()
        return {
            digest: SignedBatch(self._property, device, key.hex(), events, signature)
            for digest, device, key, events, signature in rows
        }

    def _take_key(self, stored: Stored) -> None:
        event_type = find(stored.type)
        if event_type is not None:
            self._keys.take(event_type.decode(stored.body).data)

    def _fault_of(
        self, stored: Stored, origin: bytes, batch: SignedBatch | None, holding: dict[tuple[bytes, bytes], bool]
    ) -> str | None:
        if batch is None:
            return "the signature that its entry names is not kept"
        if batch.digest != origin.hex():
            return "the signature, list or key that is kept is not the one that its entry names"
        if stored.actor != f"device:{batch.device}":
            return f"it stands in the name of {stored.actor}, and was signed by device {batch.device}"
        key = self._keys.find(batch.device, batch.key)
        if key is None:
            return f"device {batch.device} did not have the key that signed it"
        if not holding.setdefault((origin, key), batch.is_signed_by(key)):
            return f"the kept signature of device {batch.device} does not hold"
        try:
            listed = batch.holds(hash_of_entry(entry_of(stored), stored.body))
        except (BadEntry, NotSignable) as error:
            return f"it cannot have been signed: {error}"
        return None if listed else f"it is not among the events that device {batch.device} signed"
