"""Gaming days where hour or zone of their start change: no hour twice, none lost, and what was before stays."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.gaming_days import SHIFTS, GamingDays, Hours, always

HANOI = "Asia/Ho_Chi_Minh"
DAY = date(2026, 12, 1)


def at(day: int, hour: int, minute: int = 0, zone: str = HANOI, month: int = 12) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo(zone))


def changed(since: datetime, *, before: int = 6, after: int = 8, zone: str = HANOI, to: str = HANOI) -> GamingDays:
    return GamingDays([Hours(since, to, after), Hours(None, zone, before)])


def lasts(days: GamingDays, day: date) -> timedelta:
    begins, ends = days.bounds(day)
    return ends - begins


def test_days_that_never_change_are_those_of_the_clock() -> None:
    days = always(HANOI, 6)
    assert days.day(at(1, 5, 59)) == date(2026, 11, 30)
    assert days.day(at(1, 6)) == DAY
    assert days.bounds(DAY) == (at(1, 6), at(2, 6))
    assert [days.shift_hours(DAY, n) for n in range(SHIFTS)] == ["06:00–14:00", "14:00–22:00", "22:00–06:00"]


@pytest.mark.parametrize(
    ("since", "begins", "of_the_day_before"),
    [
        (at(1, 0), at(1, 8), 26),
        (at(1, 6), at(1, 8), 26),  # the day before goes on to the new hour
        (at(1, 7), at(1, 6), 24),  # it had begun at the old one, and is not left again
        (at(1, 12), at(1, 6), 24),
    ],
)
def test_a_later_start_makes_one_day_longer(since: datetime, begins: datetime, of_the_day_before: int) -> None:
    days = changed(since)
    assert days.begins(DAY) == begins
    assert lasts(days, date(2026, 11, 30)) == timedelta(hours=of_the_day_before)
    assert lasts(days, date(2026, 11, 30)) + lasts(days, DAY) == timedelta(hours=50)
    assert days.bounds(date(2026, 11, 29)) == (at(29, 6, month=11), at(30, 6, month=11)), "what was before stays"
    assert days.bounds(date(2026, 12, 2)) == (at(2, 8), at(3, 8))
    assert days.day(at(1, 7, 30)) == (DAY if begins == at(1, 6) else date(2026, 11, 30))


@pytest.mark.parametrize(
    ("since", "begins"),
    [(at(1, 0), at(1, 6)), (at(1, 7, 30), at(1, 7, 30)), (at(1, 8), at(1, 8)), (at(1, 9), at(1, 8))],
)
def test_an_earlier_start_makes_one_day_shorter(since: datetime, begins: datetime) -> None:
    days = changed(since, before=8, after=6)
    assert days.begins(DAY) == begins
    assert lasts(days, date(2026, 11, 30)) + lasts(days, DAY) == timedelta(hours=46)


def test_the_last_shift_of_a_longer_day_goes_on_and_that_of_a_shorter_one_ends_early() -> None:
    longer, shorter = changed(at(1, 0)), changed(at(1, 0), before=8, after=6)
    before = date(2026, 11, 30)
    assert [longer.shift_hours(before, n) for n in range(3)] == ["06:00–14:00", "14:00–22:00", "22:00–08:00"]
    assert [shorter.shift_hours(before, n) for n in range(3)] == ["08:00–16:00", "16:00–00:00", "00:00–06:00"]
    assert longer.shift(at(1, 7, 59)) == 2
    assert longer.shift(at(1, 8)) == 0


ZONES = st.sampled_from([HANOI, "UTC", "America/New_York", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
YEAR = datetime(2026, 1, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 365 * 24 * 60).map(lambda minutes: YEAR + timedelta(minutes=minutes))
HOURS = st.builds(Hours, MOMENTS, ZONES, st.integers(0, 23))


@given(
    st.builds(Hours, st.none(), ZONES, st.integers(0, 23)),
    st.lists(HOURS, max_size=3, unique_by=lambda each: each.since),
    MOMENTS,
    st.timedeltas(timedelta(0), timedelta(days=3)),
)
def test_each_moment_lies_in_one_day_and_one_shift_of_it(
    first: Hours, later: list[Hours], moment: datetime, on: timedelta
) -> None:
    days = GamingDays([*later, first])
    day = days.day(moment)
    begins, ends = days.bounds(day)
    assert begins <= moment < ends
    assert days.day(moment + on) >= day, "time never goes back to an earlier day"
    shifts = [days.shift_bounds(day, n) for n in range(SHIFTS)]
    assert [begins, *(end for _start, end in shifts)] == [*(start for start, _end in shifts), ends]
    assert [n for n, (start, end) in enumerate(shifts) if start <= moment < end] == [days.shift(moment)]
