"""Between which moments an entry was recorded, by the cosignatures that stand around it.

Whoever cosigns a head of ``size`` entries at a moment has seen that these were there, and that the log had no more to
show. So an entry at or below that size was not recorded later, and one behind it not earlier, but for
:data:`TOLERANCE`: the clocks of log and witness differ a little, and an entry waits for its checkpoint. A log that is
honest and slow is so not refused; one that dates its entries by more is found, whatever the house says of its clock.
Proved by ``tests/transparency/test_bounds.py``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from casino.transparency.cosigning import Verified

TOLERANCE: Final = timedelta(minutes=10)


class Seen(NamedTuple):
    """A head of ``size`` entries, cosigned at ``at`` by somebody who is not the log."""

    size: int
    at: datetime


def seen(origin: str, size: int, verified: Iterable[Verified]) -> list[Seen]:
    """What verified signatures on a head of the log ``origin`` say of the time; its own say nothing here."""
    times = [each.time_s for each in verified if each.vkey.name != origin and each.time_s]
    return [Seen(size, datetime.fromtimestamp(each, UTC)) for each in times]


class Bounds:
    """The bounds that some heads give."""

    def __init__(self, heads: Iterable[Seen]) -> None:
        ordered = sorted(set(heads))
        self._sizes = [each.size for each in ordered]
        self._no_earlier: list[datetime] = []  # behind this head and all before it
        for each in ordered:
            before = self._no_earlier[-1] if self._no_earlier else each.at
            self._no_earlier.append(max(before, each.at))
        self._no_later: list[datetime] = []  # at or below this head and all behind it
        for each in reversed(ordered):
            behind = self._no_later[-1] if self._no_later else each.at
            self._no_later.append(min(behind, each.at))
        self._no_later.reverse()

    def __bool__(self) -> bool:
        return bool(self._sizes)

    def until(self, position: int) -> int | None:
        """The last position with the bounds of this one; None where none behind it has others."""
        at = bisect_left(self._sizes, position)
        return self._sizes[at] if at < len(self._sizes) else None

    def of(self, position: int) -> tuple[datetime | None, datetime | None]:
        """Not before, and not after; None where no head stands there."""
        at = bisect_left(self._sizes, position)
        earliest = self._no_earlier[at - 1] - TOLERANCE if at else None
        latest = self._no_later[at] + TOLERANCE if at < len(self._sizes) else None
        return earliest, latest

    def holds(self, position: int, recorded_at: datetime) -> bool:
        earliest, latest = self.of(position)
        return (earliest is None or recorded_at >= earliest) and (latest is None or recorded_at <= latest)
