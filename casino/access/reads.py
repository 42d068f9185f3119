"""Reads of what people wrote: told by the pages of any room to whoever keeps them.

A lower room shows a sealed reason and knows nothing of the list of reads; the room that keeps it is a keeper
(``disputes.reads.log``). Proved by ``tests/disputes/test_reads.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.seams import Seam
from casino.ledger.models import Property

Keep = Callable[[Any, Property, str], None]
"""(request, property, what was read): note that the person of the request read a sealed reason."""
KEEPERS: Final[Seam[str, Keep]] = Seam("Who is told of every read of a sealed reason.")


def reason(request: Any, owner: Property, about: str) -> None:
    """A page shows the person of this request a reason that lies sealed. ``about`` is the stream of the fact that holds
    it, with its position where one alone is shown."""
    for keep in KEEPERS.values():
        keep(request, owner, about)
