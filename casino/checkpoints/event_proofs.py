"""The proof of one event, to hand out: a C2SP tlog-proof of its entry in the newest checkpoint, which carries what its
device or person has signed (``casino.core.evidence``). Proved by ``tests/checkpoints/test_event_proofs.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from casino.checkpoints import places, publishing
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Log
from casino.core.evidence import along
from casino.core.log_entry import Entry
from casino.ledger import reading, signatures
from casino.ledger.entries import log_entries
from casino.transparency import checkpoints, merkle
from casino.transparency.proofs import Proof
from casino.transparency.proving import Missing, TileReader


class EventProof(NamedTuple):
    """The entry's bytes, the stored body whose hash it holds, and the proof that the entry stands in the log."""

    entry: bytes
    body: bytes
    proof: Proof


def prove(property_code: str, position: int) -> EventProof:
    """Raises LookupError where no checkpoint covers the position yet, :class:`Fault` where files are missing or the
    record is not that of its hashes."""
    log = Log.objects.filter(property__code=property_code).first()
    newest = None if log is None else publishing.newest(log)
    if log is None or newest is None or not 1 <= position <= newest.size:
        raise LookupError(f"no checkpoint covers position {position}")
    found = log_entries(log.property_id, [position]).get(position)
    rows = reading.rows("default", property_code, after=position - 1, limit=1, stop=position)
    if found is None or found.entry is None or not rows:
        raise Fault("leaf_differs", f"position {position}")
    note = checkpoints.parse(bytes(newest.note)).note
    try:
        hashes = TileReader(places.store(property_code), newest.size).inclusion_proof(position - 1)
    except Missing as error:
        raise Fault("tiles_missing", str(error)) from error
    leaf = merkle.leaf_hash(found.entry)
    merkle.verify_inclusion(position - 1, newest.size, leaf, hashes, bytes(newest.root))
    return EventProof(
        found.entry, bytes(rows[0][7]), Proof(position - 1, tuple(hashes), note, _extra(property_code, found.entry))
    )


def _extra(property_code: str, entry: bytes) -> bytes | None:
    """What was signed of the event; None where nobody but the house stands for it. Raises :class:`Fault`."""
    origin = msgspec.json.decode(entry, type=Entry).origin
    if not isinstance(origin, str):
        return None
    signed = signatures.find(property_code, bytes.fromhex(origin))
    if signed is None:
        raise Fault("leaf_differs", f"the signature {origin} is not kept")
    return along(signed)
