"""Signatures as they are kept: the batch or the command that an entry names. Proved by
``tests/checkpoints/test_event_proofs.py``."""

from __future__ import annotations

from typing import Final

from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.ledger import reading

_BATCH: Final = """
SELECT device, key, events, signature FROM ledger_batch
WHERE property_id = (SELECT id FROM ledger_property WHERE code = %s) AND digest = %s
"""
_COMMAND: Final = """
SELECT command, credential, authenticator, client, signature FROM ledger_assertion
WHERE property_id = (SELECT id FROM ledger_property WHERE code = %s) AND digest = %s
"""


def find(property_code: str, digest: bytes, *, using: str = "default") -> SignedBatch | SignedCommand | None:
    """What is kept under this digest."""
    with reading.cursor(using) as cursor:
        row = cursor.execute(_BATCH, [property_code, digest]).fetchone()
        if row is not None:
            device, key, events, signature = row
            return SignedBatch(property_code, device, bytes(key).hex(), bytes(events), bytes(signature))
        row = cursor.execute(_COMMAND, [property_code, digest]).fetchone()
    return None if row is None else SignedCommand(*map(bytes, row))
