"""Reads of what people wrote: told by the pages of any room to whoever keeps them.

A lower room shows a sealed reason and knows nothing of the list of reads; the room that keeps it registers itself here
when it starts (``disputes.reads.log``). Proved by ``tests/disputes/test_reads.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.ledger.models import Property

Keep = Callable[[Any, Property, str], None]
"""(request, property, what was read): note that the person of the request read a sealed reason."""
_KEEPERS: Final[dict[str, Keep]] = {}


def kept_by(name: str, keep: Keep) -> None:
    """From here on every read is told to this; under the same name the one before is replaced."""
    _KEEPERS[name] = keep


def reason(request: Any, owner: Property, about: str) -> None:
    """A page shows the person of this request a reason that lies sealed. ``about`` is the stream of the fact that holds
    it, with its position where one alone is shown."""
    for keep in _KEEPERS.values():
        keep(request, owner, about)
