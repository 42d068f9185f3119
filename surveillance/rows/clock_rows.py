"""The readings of a recorder's clock as they stand in rows, handed to the fit (:mod:`surveillance.clocks.offsets`).

There is one way from a shown moment to the server's time: every page, link, hold, fetch and export asks
:func:`clock_of`. What it answers holds for the moment that is asked about: offset, drift and uncertainty are those of
then. Nothing that was recorded with an earlier answer changes: a link keeps its moments and its uncertainty. A clock
that nobody has read is doubted by ``house.UNREAD_CLOCK``. Proved by ``tests/surveillance/test_clock_rows.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, cast

import msgspec

from casino.database import together
from surveillance.clocks import How, offsets
from surveillance.clocks.offsets import (
    EARLIEST_MS,
    LATEST_MS,
    MOST_READINGS,
    MOST_UNCERTAIN_MS,
    Converted,
    Reading,
)
from surveillance.rows.house import UNREAD_CLOCK
from surveillance.rows.models import ClockReading

MILLISECOND: Final = timedelta(milliseconds=1)
SAID_TO_MS: Final = 60_000
"""Who says when a clock was set says it to the minute."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class RecorderClock(msgspec.Struct, frozen=True):
    """The clock of one recorder: the readings that stand, when somebody set it, and what the fit makes of them."""

    readings: tuple[Reading, ...]
    fitted: offsets.Clock
    set_at_ms: tuple[int, ...] = ()

    def is_unread(self, server: datetime) -> bool:
        """Whether nothing is known of it at a moment: it was never read, or not since somebody set it."""
        return self.fitted.to_footage(_ms_of(server)[0]).uncertainty_ms is None

    def server_time(self, shown: datetime) -> tuple[datetime, timedelta]:
        """The server's time of a shown moment, and to within what (half-width, about 95 %). A moment that was shown
        more than once, since the clock was set back, is doubted by as much as lies between."""
        ms, rest = _ms_of(shown)
        found = self.fitted.to_server(ms)
        doubt = _doubt_of(found)
        for other in found.others_ms:
            doubt = max(doubt, abs(found.at_ms - other) * MILLISECOND)
        return _moment_of(found.at_ms) + rest, self._around_a_setting(found.at_ms, doubt)

    def at(self, shown_from: datetime, offset_ms: int) -> tuple[datetime, timedelta]:
        """The server's time so many milliseconds after a shown moment, and to within what."""
        return self.server_time(shown_from + offset_ms * MILLISECOND)

    def shown_time(self, server: datetime) -> tuple[datetime, timedelta]:
        """What the recorder showed at a moment of the server's clock, and to within what."""
        ms, rest = _ms_of(server)
        found = self.fitted.to_footage(ms)
        return _moment_of(found.at_ms) + rest, self._around_a_setting(ms, _doubt_of(found))

    def _around_a_setting(self, server_ms: int, doubt: timedelta) -> timedelta:
        """The doubt, and within a minute of a setting by as much as the clock was moved there."""
        for at in self.set_at_ms:
            if abs(at - server_ms) <= SAID_TO_MS:
                before, after = self.fitted.to_footage(at - 1), self.fitted.to_footage(at)
                moved = abs(after.at_ms - before.at_ms - 1) * MILLISECOND
                doubt = max(doubt, moved, _doubt_of(before), _doubt_of(after))
        return doubt


def clock_of(recorder: int | None) -> RecorderClock:
    """The clock of a recorder (by its key), by the readings that stand."""
    return clocks_of([recorder])[recorder]


def clocks_of(recorders: Iterable[int | None]) -> dict[int | None, RecorderClock]:
    """The same of several, asked at once."""
    # Of more readings than are fitted the newest count.
    rows = {
        recorder: ClockReading.objects.filter(recorder_id=recorder, withdrawn=False).order_by("-server_at", "-pk")[
            :MOST_READINGS
        ]
        for recorder in recorders
        if recorder is not None
    }
    together.fetch(*rows.values())
    return {None: clock_by(()), **{recorder: clock_by(theirs) for recorder, theirs in rows.items()}}


def clock_by(rows: Iterable[ClockReading]) -> RecorderClock:
    """The clock that these readings tell of."""
    kept = list(rows)
    made = [_reading(row, row.shown_at) for row in kept if row.shown_at is not None]
    settings = [_ms_of(row.server_at)[0] for row in kept if row.how == "set"]
    return clock_from([each for each in made if _fits(each)], settings)


def clock_from(readings: Sequence[Reading], set_at_ms: Sequence[int] = ()) -> RecorderClock:
    """The same of readings that are no rows, and of the moments at which the clock was set."""
    ordered = tuple(sorted(readings, key=lambda each: (each.server_ms, each.shown_ms, each.name)))
    settings = tuple(sorted(set(set_at_ms)))
    return RecorderClock(ordered, _fitted(ordered, settings), settings)


@lru_cache(maxsize=256)
def _fitted(readings: tuple[Reading, ...], set_at_ms: tuple[int, ...]) -> offsets.Clock:
    """A page asks for the same clock many times; the same readings always come to the same."""
    return offsets.fit(readings, set_at_ms=set_at_ms)


def _reading(row: ClockReading, shown_at: datetime) -> Reading:
    return Reading(
        server_ms=_ms_of(row.server_at)[0],
        shown_ms=_ms_of(shown_at)[0],
        how=cast(How, row.how),
        uncertainty_ms=min(max(1, row.uncertainty_ms), MOST_UNCERTAIN_MS),
        name=row.reading,
    )


def _fits(reading: Reading) -> bool:
    """A clock that was never set (1970) is off by more than any fit says something of: commands refuse such readings,
    and a device's event may be the other half of one."""
    return all(EARLIEST_MS <= each < LATEST_MS for each in (reading.server_ms, reading.shown_ms))


def _ms_of(moment: datetime) -> tuple[int, timedelta]:
    """Whole milliseconds since 1970, and what is left."""
    return divmod(moment - _EPOCH, MILLISECOND)


def _moment_of(ms: int) -> datetime:
    return _EPOCH + ms * MILLISECOND


def _doubt_of(found: Converted) -> timedelta:
    return UNREAD_CLOCK if found.uncertainty_ms is None else found.uncertainty_ms * MILLISECOND
