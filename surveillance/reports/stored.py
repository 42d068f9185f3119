"""Events as a bundle holds them, out of the ledger: the entry made again and held against its leaf hash, the body as it
is stored. A page in memory at a time.

Proved by ``tests/surveillance/reports/test_making.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from casino.checkpoints.faults import Fault
from casino.core.log_entry import general_entry_bytes
from casino.core.origin import SignedBatch
from casino.core.passkey import SignedCommand
from casino.ledger import reading, signatures
from casino.ledger.entries import STORED, Stored, entry_of
from casino.ledger.models import Property
from casino.transparency.merkle import leaf_hash
from surveillance.bundle.layout import Recorded

PAGE: Final = 1_000
_AT: Final = f"{STORED} WHERE e.property_id = %s AND e.position = ANY(%s::bigint[])"
_OF_STREAMS: Final = """
SELECT stream, position FROM ledger_index
WHERE property_id = %s AND stream = ANY(%s::text[]) AND position <= %s ORDER BY stream COLLATE "C", version
"""
_ORIGINS: Final = """
SELECT DISTINCT origin FROM ledger_event WHERE property_id = %s AND position = ANY(%s::bigint[]) AND length(origin) > 0
"""
_SIGNED_IN: Final = """
SELECT DISTINCT e.origin
FROM ledger_index i JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = %s AND i.stream = ANY(%s::text[]) AND i.position <= %s AND length(e.origin) > 0
"""


def at(owner: Property, positions: Sequence[int]) -> dict[int, Recorded]:
    """The events at these positions. Raises :class:`Fault` where one is not that of its leaf hash."""
    with reading.cursor("default") as cursor:
        rows = cursor.execute(_AT, [owner.pk, list(positions)]).fetchall()
    found: dict[int, Recorded] = {}
    for row in rows:
        stored = Stored(*row)
        entry = general_entry_bytes(entry_of(stored))
        if leaf_hash(entry) != bytes(stored.leaf_hash):
            raise Fault("leaf_differs", f"position {stored.position}")
        found[stored.position] = Recorded(entry, bytes(stored.body))
    return found


def of_streams(owner: Property, streams: Iterable[str], upto: int) -> Iterator[tuple[str, list[Recorded]]]:
    """Each of these streams with its events up to a position, in the order asked; those without any are left out."""
    pending = iter(streams)
    while names := list(islice(pending, 100)):
        with reading.cursor("default") as cursor:
            rows = cursor.execute(_OF_STREAMS, [owner.pk, names, upto]).fetchall()
        places: dict[str, list[int]] = {}
        for stream, position in rows:
            places.setdefault(stream, []).append(position)
        held: dict[int, Recorded] = {}
        wanted = [position for name in names for position in places.get(name, ())]
        if len(wanted) <= 20 * PAGE:
            held = at(owner, wanted)
        for name in names:
            if name in places:
                yield name, [held.get(p) or at(owner, [p])[p] for p in places[name]]


def events(owner: Property, streams: Iterable[str], upto: int) -> Iterator[Recorded]:
    """The same, one event behind the other."""
    for _stream, found in of_streams(owner, streams, upto):
        yield from found


def origins(owner: Property, files: Iterable[Path]) -> Iterator[SignedBatch | SignedCommand]:
    """What was signed of the events at the positions that these files hold (8 bytes each), each once a page."""
    for path in files:
        with path.open("rb") as file:
            while raw := file.read(8 * PAGE):
                positions = [int.from_bytes(raw[n : n + 8], "big") for n in range(0, len(raw), 8)]
                with reading.cursor("default") as cursor:
                    rows = cursor.execute(_ORIGINS, [owner.pk, positions]).fetchall()
                yield from (_signed(owner, bytes(digest)) for (digest,) in rows)


def signed_in(owner: Property, streams: Sequence[str], upto: int) -> Iterator[SignedCommand]:
    """The commands that people signed in these streams, up to a position."""
    with reading.cursor("default") as cursor:
        rows = cursor.execute(_SIGNED_IN, [owner.pk, list(streams), upto]).fetchall()
    for (digest,) in rows:
        signed = _signed(owner, bytes(digest))
        if isinstance(signed, SignedCommand):
            yield signed


def _signed(owner: Property, digest: bytes) -> SignedBatch | SignedCommand:
    signed = signatures.find(owner.code, digest)
    if signed is None:
        raise Fault("leaf_differs", f"the signature {digest.hex()} is not kept")
    return signed
