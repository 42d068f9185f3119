"""Whom the record has erased: only that makes a person erased, whatever their row or the folder of keys says.

A row that says so without an event would switch off, for whoever checks, what was sealed for that person. Rooms say
which of their events erase (:data:`ERASES`). Proved by ``tests/detectors/test_detectors.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from casino.core.seams import Seam
from casino.ledger.application import get_ledger
from casino.vault.models import SealedContent

ERASES: Final[Seam[str, Callable[[Any], Iterable[str]]]] = Seam(
    "Types of events that erase persons: whom each does, of its fact."
)


def sealed_for(ref: Any) -> Iterable[str]:
    """The persons under whose keys something was sealed."""
    return next(iter(SealedContent._base_manager.filter(ref=ref).values_list("persons", flat=True)), ())


def erased(property_code: str) -> dict[str, datetime]:
    """Each person whom the record says to be erased, and since when."""
    ledger = get_ledger(property_code)
    found: dict[str, datetime] = {}
    for event in map(ledger.decode, ledger.scan(types=list(ERASES))):
        for person in ERASES[event.type](event.data):
            found.setdefault(person, event.occurred_at or event.recorded_at)
    return found
