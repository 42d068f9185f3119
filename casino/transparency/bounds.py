"""Between which moments an entry was recorded, by the cosignatures that stand around it.

Whoever cosigns a head of ``size`` entries at a moment has seen that these were there, and that the log had no more to
show. So an entry at or below that size was not recorded later, and one behind it not earlier, but for
:data:`TOLERANCE`: the clocks of log and witness differ a little, and an entry waits for its checkpoint. A log that is
honest and slow is so not refused; one that dates its entries by more is found, whatever the house says of its clock.
Proved by ``tests/transparency/test_bounds.py``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from casino.transparency.cosigning import Verified
from casino.transparency.wire import Malformed

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


JUMP: Final = "server.clock_jumped"
"""The type of the event by which a house says that its own clock jumped."""


AGAIN: Final = timedelta(hours=1)
"""In this time the same jump is said once (``jumps.AGAIN``)."""
MOST: Final = 64
"""With so many of the newest runs that are explained a further one may go."""
_ANY: Final = timedelta(days=9_999_999)


def length(of: timedelta) -> str:
    """Hours, minutes, seconds: ``7200:00:00``."""
    seconds = abs(of) // timedelta(seconds=1)
    return f"{seconds // 3_600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Outside(NamedTuple):
    """A run of entries recorded at moments that the heads do not allow, by a clock that was off by one step; or, in
    between them, (``back``) an entry before the one in front of it. ``at`` is the first one's moment, ``least`` and
    ``most`` are what the step can have been, ``by`` how far they lie outside or back at most."""

    first: int
    last: int
    back: bool
    at: datetime
    least: timedelta
    most: timedelta
    by: timedelta


class _Recorded(msgspec.Struct, frozen=True):
    """What is read of an entry here (``docs/log-entry.md``)."""

    position: int
    recorded_at: datetime
    type: str


class Moments:
    """Reads entries in the order of their positions, and keeps those that are dated wrongly. ``jumps`` are the
    positions at which the house says that its clock jumped: which entry it means, and how far, is in no entry."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._before: datetime | None = None
        self.outside: list[Outside] = []
        self.jumps: list[int] = []

    def take(self, position: int, entry: bytes) -> None:
        """Raises :class:`Malformed` for what is no entry of this position."""
        try:
            read = msgspec.json.decode(entry, type=_Recorded)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Malformed(f"entry {position}: {error}") from error
        if read.position != position or read.recorded_at.tzinfo is None:
            raise Malformed(f"entry {position} says that it is entry {read.position}")
        back = timedelta() if self._before is None else self._before - read.recorded_at
        outside = not self._bounds.holds(position, read.recorded_at)
        if outside or back > timedelta():
            self._wrong(position, read.recorded_at, back, outside)
        self._before = read.recorded_at
        if read.type == JUMP:
            self.jumps.append(position)

    def _wrong(self, position: int, at: datetime, back: timedelta, outside: bool) -> None:
        earliest, latest = self._bounds.of(position)
        least = -_ANY if latest is None else at - latest
        most = _ANY if earliest is None else at - earliest
        by = max(least, -most) if outside else back
        last = self.outside[-1] if self.outside else None
        if (
            last is not None
            and outside
            and back <= timedelta()
            and (last.last, last.back) == (position - 1, False)
            and max(last.least, least) <= min(last.most, most)
        ):
            self.outside[-1] = last._replace(
                last=position, least=max(last.least, least), most=min(last.most, most), by=max(last.by, by)
            )
        else:
            self.outside.append(Outside(position, position, not outside, at, least, most, by))

    def told(self) -> list[tuple[Outside, bool]]:
        """Each run, and whether a jump that the house has said explains it. One explains one run: the newest that began
        before it. With it goes what the same clock wrote within the hour, and the way back from a run."""
        waiting: list[int] = []
        explained: set[int] = set()
        coming = 0
        for jump in self.jumps:
            while coming < len(self.outside) and self.outside[coming].first < jump:
                waiting.append(coming)
                coming += 1
            if waiting:
                explained.add(waiting.pop())
        named: deque[Outside] = deque(maxlen=MOST)
        found = []
        for number, run in enumerate(self.outside):
            told = number in explained or any(_goes_with(run, each) for each in named)
            if told:
                named.append(run)
            found.append((run, told))
        return found


def _goes_with(run: Outside, told: Outside) -> bool:
    if run.back:
        return run.first == told.last + 1
    same = not told.back and max(run.least, told.least) <= min(run.most, told.most)
    return same and abs(run.at - told.at) <= AGAIN
