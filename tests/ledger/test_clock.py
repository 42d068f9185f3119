"""The server's clock: what it may do to the moment of recording, and which jumps are told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from casino.ledger.clock import JUMP, Jump, Seen, Steadiness, jumps, recording_time

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("now", "last", "recorded"),
    [
        (NOON, None, NOON),
        (NOON, NOON - DAY, NOON),
        (NOON, NOON + SECOND, NOON + SECOND),
        (NOON, NOON + JUMP, NOON + JUMP),
        (NOON, NOON + JUMP + SECOND, NOON),
        (NOON, NOON + 2 * DAY, NOON),
    ],
)
def test_the_moment_of_recording_goes_back_only_from_a_clock_that_was_ahead(
    now: datetime, last: datetime | None, recorded: datetime
) -> None:
    assert recording_time(now, last) == recorded


def test_one_event_ahead_is_told_once_and_its_end_is_no_other_jump() -> None:
    seen = [Seen(7, NOON + 2 * DAY, NOON), Seen(8, NOON + SECOND, NOON + 2 * DAY)]
    [told] = jumps(seen, NOON)
    assert (told.kind, told.position, told.step_ms) == ("ahead", 7, 172_800_000)
    assert jumps(seen[1:], NOON + SECOND, [told]) == []


def test_a_clock_that_stays_ahead_is_told_once() -> None:
    seen = [Seen(n, NOON + DAY + n * SECOND, NOON + DAY + (n - 1) * SECOND) for n in range(2, 50)]
    assert [jump.position for jump in jumps([Seen(1, NOON + DAY + SECOND, NOON), *seen], NOON)] == [1]


def test_a_clock_that_goes_further_ahead_is_told_again() -> None:
    seen = [Seen(1, NOON + DAY, NOON), Seen(2, NOON + 3 * DAY, NOON + DAY)]
    assert [jump.position for jump in jumps(seen, NOON)] == [1, 2]


def test_a_jump_back_is_told_by_how_far() -> None:
    """Also where the clock was ahead before anybody could see it: the database's was wrong as well."""
    [told] = jumps([Seen(9, NOON - 2 * DAY, NOON)], NOON + DAY)
    assert (told.kind, told.position, told.step_ms) == ("back", 9, -172_800_000)


def test_two_servers_that_take_turns_are_told_once_an_hour() -> None:
    """The second is an hour behind; each of its events lies before the first's."""
    seen = [Seen(2 * n, NOON + n * SECOND - timedelta(hours=1), NOON + n * SECOND) for n in range(1, 100)]
    told = jumps(seen, NOON + 200 * SECOND)
    assert [jump.position for jump in told] == [2]
    later = timedelta(minutes=61)
    again = [
        Seen(each.position + 500, each.recorded_at + later, NOON + n * SECOND + later) for n, each in enumerate(seen, 1)
    ]
    assert len(jumps(again, NOON + 2 * later, told)) == 1


def test_the_first_event_of_a_log_can_be_ahead() -> None:
    assert [jump.kind for jump in jumps([Seen(1, NOON + DAY, None)], NOON)] == ["ahead"]


def test_what_was_told_before_is_known() -> None:
    known = [Jump("ahead", 3, NOON + DAY, NOON)]
    assert jumps([Seen(5, NOON + DAY + SECOND, NOON + SECOND)], NOON + SECOND, known) == []


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize("step", [172_800, -3_600])
def test_a_clock_that_was_set_while_the_process_runs_is_doubted_for_an_hour(step: float) -> None:
    wall, steady = Clock(), Clock()
    steadiness = Steadiness(wall, steady)
    for clock in (wall, steady):
        clock.seconds += 60
    assert not steadiness.jumped_lately()
    wall.seconds += step
    assert steadiness.jumped_lately()
    for clock in (wall, steady):
        clock.seconds += 3_599
    assert steadiness.jumped_lately()
    for clock in (wall, steady):
        clock.seconds += 2
    assert not steadiness.jumped_lately()


def test_slow_corrections_are_no_jump() -> None:
    wall, steady = Clock(), Clock()
    steadiness = Steadiness(wall, steady)
    for _ in range(100):
        steady.seconds += 60
        wall.seconds += 60.5
        assert not steadiness.jumped_lately()
