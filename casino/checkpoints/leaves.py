"""The ledger's entries in the order of positions, made again from what is stored, each held against its leaf hash."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from casino.checkpoints.faults import Fault
from casino.ledger.entries import log_entries
from casino.transparency.merkle import leaf_hash

PAGE: Final = 1_000


def entries(property_id: int, after: int, upto: int) -> Iterator[bytes]:
    """The entries of positions ``after`` + 1 to ``upto``. Raises :class:`Fault` at the first that is not there or is
    not that of its stored leaf hash; those before it have been given."""
    for first in range(after + 1, upto + 1, PAGE):
        positions = range(first, min(first + PAGE, upto + 1))
        found = log_entries(property_id, positions)
        for position in positions:
            made = found.get(position)
            if made is None or made.entry is None or leaf_hash(made.entry) != made.leaf_hash:
                raise Fault("leaf_differs", f"position {position}")
            yield made.entry
