"""Moments at the ends of the calendar, with which nothing can be counted: they are moved to where it can.

What comes in is refused there; what was recorded stays recorded, and whoever reads it must not stumble over it: one
event that cannot be put into a time zone would stop a read model for good. Proved by ``tests/core/test_moments.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, TypeVar

import msgspec

FIRST: Final = datetime(1, 1, 10, tzinfo=UTC)
LAST: Final = datetime(9999, 12, 20, tzinfo=UTC)
"""Some days from either end: a time zone and an hour at which the gaming day begins still fit in between."""

S = TypeVar("S", bound=msgspec.Struct)


def countable(moment: datetime) -> datetime:
    """The moment itself, or the nearest one that every time zone has."""
    return min(max(moment, FIRST), LAST)


def with_countable(fact: S) -> S:
    """A fact with its own moments made countable; nearly always the same fact."""
    own = {name: getattr(fact, name) for name in fact.__struct_fields__}
    moved = {name: countable(at) for name, at in own.items() if isinstance(at, datetime) and countable(at) is not at}
    return msgspec.structs.replace(fact, **moved) if moved else fact
