"""On which gaming day, and in which shift of it, a moment lies, where hour and zone of the day's start change. Pure.

What the property has set for its gaming day counts from a moment on (``casino.core.house_settings``); what happened
before is counted as it was. Days follow one another without gap or overlap: a day that has begun is never left again
for the one before, and ends where the next begins. So the day across a change is longer or shorter by as much as the
start moved, and no hour is counted twice or lost. Shifts are eight hours each from the start of their day; the last
one ends with the day. Proved by ``tests/core/test_gaming_days.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property, lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from casino.core.moments import countable

SHIFT: Final = timedelta(hours=8)
SHIFTS: Final = 3
_DAY: Final = timedelta(days=1)
_JUST_BEFORE: Final = timedelta(microseconds=1)


class Hours(NamedTuple):
    """From a moment on (None: ever) gaming days start at this hour in this zone (IANA)."""

    since: datetime | None
    time_zone: str
    starts: int


class GamingDays:
    """The gaming days of a property. ValueError or KeyError for a zone that there is not."""

    def __init__(self, hours: Iterable[Hours]) -> None:
        self.hours = tuple(sorted(hours, key=lambda each: (each.since is not None, each.since)))
        self._rules = [_Rule(ZoneInfo(each.time_zone), timedelta(hours=each.starts)) for each in self.hours]
        self._since = [each.since for each in self.hours]

    @cached_property
    def _floors(self) -> list[date]:
        """For each of the hours, the day that had begun when they came into force."""
        found = [date.min]
        for n, since in enumerate(self._since[1:], start=1):
            assert since is not None
            found.append(max(found[-1], self._rules[n - 1].day(since - _JUST_BEFORE)))
        return found

    def _index(self, moment: datetime) -> int:
        index = len(self._since) - 1
        while index and moment < self._since[index]:  # type: ignore[operator]  # only the first has no moment
            index -= 1
        return index

    def at(self, moment: datetime) -> Hours:
        """The hours in force at a moment."""
        return self.hours[self._index(moment)]

    def zone_at(self, moment: datetime) -> ZoneInfo:
        """The time zone in which days are counted at a moment."""
        return self._rules[self._index(moment)].zone

    def day(self, moment: datetime) -> date:
        """The gaming day that a moment belongs to."""
        moment = countable(moment)
        if len(self._rules) == 1:
            return self._rules[0].day(moment)
        index = self._index(moment)
        return max(self._floors[index], self._rules[index].day(moment))

    def begins(self, day: date) -> datetime:
        """When a gaming day begins, which is when the one before ends; in UTC."""
        for n, rule in enumerate(self._rules):
            since, until = self._since[n], self._since[n + 1] if n + 1 < len(self._since) else None
            start = rule.begins(day)
            start = start if since is None else max(start, since)
            if until is None or start < until:
                return start
        raise AssertionError("the last hours have no end")

    def bounds(self, day: date) -> tuple[datetime, datetime]:
        """From when to before when a gaming day lasts, in UTC."""
        return self.begins(day), self.begins(day + _DAY)

    def shift_bounds(self, day: date, shift: int) -> tuple[datetime, datetime]:
        """From when to before when a shift (0, 1, 2) of a gaming day lasts, in UTC."""
        begins, ends = self.bounds(day)
        zone = self.zone_at(begins)
        local = begins.astimezone(zone).replace(tzinfo=None)
        starts = [(local + SHIFT * n).replace(tzinfo=zone).astimezone(UTC) for n in range(1, SHIFTS)]
        edges = [begins, *(min(each, ends) for each in starts), ends]
        return edges[shift], edges[shift + 1]

    def shift(self, moment: datetime) -> int:
        """Which shift of its gaming day a moment lies in: 0, 1 or 2."""
        moment = countable(moment)
        day = self.day(moment)
        return sum(moment >= self.shift_bounds(day, n)[0] for n in range(1, SHIFTS))

    def shift_hours(self, day: date, shift: int) -> str:
        """A shift by the clocks of the property, as ``06:00–14:00``."""
        begins, ends = self.shift_bounds(day, shift)
        return f"{begins.astimezone(self.zone_at(begins)):%H:%M}–{ends.astimezone(self.zone_at(ends)):%H:%M}"


class _Rule(NamedTuple):
    zone: ZoneInfo
    start: timedelta

    def day(self, moment: datetime) -> date:
        return (moment.astimezone(self.zone).replace(tzinfo=None) - self.start).date()

    def begins(self, day: date) -> datetime:
        return (datetime.combine(day, time()) + self.start).replace(tzinfo=self.zone).astimezone(UTC)


@lru_cache(maxsize=64)
def gaming_days(hours: tuple[Hours, ...]) -> GamingDays:
    """The same for the same hours: whoever reads a property's row asks often."""
    return GamingDays(hours)


def always(time_zone: str, starts: int) -> GamingDays:
    """Days that start at this hour in this zone, ever."""
    return gaming_days((Hours(None, time_zone, starts),))
