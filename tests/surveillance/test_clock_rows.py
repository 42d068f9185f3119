"""A recorder's clock against the server's, from the readings in rows: the fit of ``clocks.offsets`` and no other, valid
at the moment that is asked for; what was recorded with an earlier fit stays."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.errors import Problem
from surveillance.clocks.offsets import Reading
from surveillance.record import equipment as e
from surveillance.record.fields import Stretched
from surveillance.record.parts import Subject
from surveillance.record.showing import LinkFootage
from surveillance.rows.clock_rows import RecorderClock, clock_from, clock_of
from surveillance.rows.house import UNREAD_CLOCK
from surveillance.rows.models import ClockReading, Link, Recorder
from tests.replay.story import STARTS
from tests.surveillance.watch import AT as ROUND_AT
from tests.surveillance.watch import ROUND, Watch

AT = datetime(2026, 11, 22, 20, tzinfo=UTC)
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


def clock(*ahead: tuple[int, float], doubt_ms: int = 100) -> RecorderClock:
    """A clock that was read at these hours, so many seconds ahead."""
    made = []
    for hour, seconds in ahead:
        server_ms = round((AT + hour * HOUR).timestamp() * 1000)
        made.append(Reading(server_ms, server_ms + round(seconds * 1000), "compared", doubt_ms))
    return clock_from(made)


def test_a_clock_that_nobody_has_read_is_doubted() -> None:
    assert clock_of(None).server_time(AT) == (AT, UNREAD_CLOCK)
    assert clock_of(None).shown_time(AT) == (AT, UNREAD_CLOCK)


def test_a_drift_goes_on_between_and_beyond_the_readings() -> None:
    """20 parts in a million: 72 ms an hour."""
    read = clock((0, 10), (50, 13.6), (100, 17.2))
    for hour, ahead in ((25, 11.8), (75, 15.4), (110, 17.92)):
        found, doubt = read.server_time(AT + hour * HOUR + timedelta(seconds=ahead))
        assert abs(found - (AT + hour * HOUR)) < doubt < 3 * SECOND


def test_beyond_the_readings_the_doubt_grows() -> None:
    read = clock((0, 10))
    near, far = read.server_time(AT + HOUR), read.server_time(AT + 100 * HOUR)
    assert abs(near[0] - (AT + HOUR - 10 * SECOND)) < SECOND / 100
    assert timedelta(milliseconds=100) < near[1] < far[1]
    before = read.server_time(AT - HOUR)
    assert before[1] > SECOND / 10


def test_one_wrong_reading_moves_nothing() -> None:
    right = [(hour, 10.0) for hour in range(0, 60, 10)]
    asked = AT + 35 * HOUR + 10 * SECOND
    there, _doubt = clock(*right, (33, 610.0)).server_time(asked)
    assert abs(there - clock(*right).server_time(asked)[0]) < SECOND / 20
    [rejected] = clock(*right, (33, 610.0)).fitted.rejected
    assert abs(rejected.off_ms - 600_000) < 100


def test_a_clock_that_was_set_is_two_clocks() -> None:
    """An hour back between the fourth and the fifth reading: before it counts what was read before."""
    read = clock(*((hour, 3_600.0) for hour in range(4)), *((hour, 0.0) for hour in range(4, 8)))
    assert len(read.fitted.pieces) == 2
    assert abs(read.server_time(AT + HOUR + 3_600 * SECOND)[0] - (AT + HOUR)) < SECOND
    assert abs(read.server_time(AT + 7 * HOUR)[0] - (AT + 7 * HOUR)) < SECOND


def test_a_moment_that_was_shown_twice_is_doubted_by_what_lies_between() -> None:
    """Set an hour back at about 3:30: half past three was shown at half past two and at half past three."""
    read = clock(*((hour, 3_600.0) for hour in range(4)), *((hour, 0.0) for hour in range(4, 8)))
    shown = AT + 4 * HOUR
    found, doubt = read.server_time(shown)
    assert abs(found - shown) < SECOND
    assert doubt >= 59 * timedelta(minutes=1)


@settings(max_examples=60, deadline=None)
@given(st.integers(-3_600, 3_600), st.integers(-80, 80), st.integers(-50, 250))
def test_there_and_back_is_the_same_moment(ahead: int, ppm: int, hour: int) -> None:
    read = clock(*((each, ahead + each * 3_600 * ppm * 1e-6) for each in (0, 20, 60, 140, 200)))
    server = AT + hour * HOUR + timedelta(microseconds=123_456)
    there, _doubt = read.shown_time(server)
    back, _doubt = read.server_time(there)
    assert abs(back - server) <= timedelta(milliseconds=2)


def test_a_reading_that_was_withdrawn_counts_no_more(watch: Watch) -> None:
    watch.recorder().read_clock(3_600_000)
    row = Recorder.objects.get()
    assert clock_of(row.pk).server_time(STARTS + HOUR)[0] == STARTS
    reading = ClockReading.objects.get().reading
    watch.do(e.WithdrawReading(reading=reading, reason="Đọc nhầm ngày giờ."), "NVR-1")
    assert clock_of(row.pk).readings == ()
    assert ClockReading.objects.get().withdrawn_by


def test_a_clock_that_was_never_set_is_no_reading(watch: Watch) -> None:
    """1970: nothing can be fitted to it, and every page that asks for the clock would have to say so."""
    watch.recorder()
    long_ago = datetime(1970, 1, 1, 4, tzinfo=UTC)
    with pytest.raises(Problem) as raised:
        watch.do(e.CompareClock(server_at=long_ago, shown_at=long_ago), "NVR-1")
    assert raised.value.code == "clock_reading"


def test_what_a_link_keeps_stays_as_it_was_recorded(watch: Watch) -> None:
    """A later reading moves what pages work out from then on, and no link that stands."""
    watch.set_up()
    subject = Subject(kind="round", stream=ROUND)
    stretch = Stretched(recording="REC-1", from_ms=120_000, to_ms=130_000)
    watch.do(LinkFootage(subject=subject, stretch=stretch))
    before = Link.objects.get()
    watch.read_clock(30_000, at=ROUND_AT).read_clock(30_000, at=ROUND_AT + timedelta(minutes=1))
    after = Link.objects.get()
    assert (after.begins_at, after.uncertainty_ms) == (before.begins_at, before.uncertainty_ms)
    recorder = Recorder.objects.get()
    shown = ROUND_AT + timedelta(seconds=30)
    assert abs(clock_of(recorder.pk).server_time(shown)[0] - ROUND_AT) < SECOND


def test_a_clock_that_was_set_begins_anew(watch: Watch) -> None:
    """Three readings, set by an hour, and one reading after it: to the fit alone that one would be a mistake."""
    watch.recorder()
    for hours in (6, 5, 4):
        watch.read_clock(3_000, at=STARTS - hours * HOUR)
    watch.read_clock(3_603_000, at=STARTS)
    key = Recorder.objects.get().pk
    at = STARTS - 2 * HOUR
    assert abs(clock_of(key).shown_time(at)[0] - at) < timedelta(minutes=1)
    watch.do(e.SetClock(server_at=STARTS - 3 * HOUR), "NVR-1")
    shown, doubt = clock_of(key).shown_time(at)
    assert abs(shown - at - timedelta(seconds=3_603)) < 2 * SECOND
    assert doubt < timedelta(seconds=10)
    before = STARTS - 4 * HOUR
    assert abs(clock_of(key).shown_time(before)[0] - before - 3 * SECOND) < SECOND
    # Who says when says it to the minute: around it both may hold.
    assert clock_of(key).shown_time(STARTS - 3 * HOUR - 30 * SECOND)[1] >= timedelta(minutes=59)
    row = ClockReading.objects.get(how="set")
    assert row.shown_at is None
    watch.do(e.WithdrawReading(reading=row.reading, reason="Không ai chỉnh."), "NVR-1")
    assert clock_of(key).set_at_ms == ()


def test_set_and_not_read_since_is_a_clock_of_which_nothing_is_known(watch: Watch) -> None:
    watch.recorder().read_clock(3_000, at=STARTS - HOUR)
    watch.do(e.SetClock(server_at=STARTS), "NVR-1")
    clock = clock_of(Recorder.objects.get().pk)
    assert clock.shown_time(STARTS + HOUR) == (STARTS + HOUR, UNREAD_CLOCK)
    assert clock.is_unread(STARTS + HOUR)
    assert not clock.is_unread(STARTS - HOUR)
    with pytest.raises(Problem) as raised:
        watch.do(e.SetClock(server_at=STARTS), "NVR-1")
    assert raised.value.code == "footage_changes_nothing"
    with pytest.raises(Problem):
        watch.do(e.SetClock(server_at=watch.now + HOUR), "NVR-1")
