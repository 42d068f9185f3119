"""What lacks of an interval, by frames at given times."""

from __future__ import annotations

import random

import pytest

from surveillance.recorders.coverage import Coverage, Gap, coverage

STEP = 40_000


def of(times: list[int], start: int = 0, end: int = 10_000_000) -> Coverage:
    return coverage(times, start_us=start, end_us=end, gap_ms=500)


def test_whole_in_whatever_order() -> None:
    times = list(range(0, 10_000_000, STEP))
    random.Random(1).shuffle(times)
    assert of(times) == Coverage(250, 0, 0, ())


@pytest.mark.parametrize(
    ("first", "last", "before", "after"),
    [(0, 9_960_000, 0, 0), (60_000, 9_940_000, 0, 0), (100_000, 9_900_000, 100, 100), (-200_000, 12_000_000, 0, 0)],
)
def test_the_ends_lie_between_frames(first: int, last: int, before: int, after: int) -> None:
    found = of(list(range(first, last + 1, STEP)))
    assert (found.missing_before_ms, found.missing_after_ms) == (before, after)


def test_gaps_and_slow_recorders() -> None:
    times = [each for each in range(0, 10_000_000, STEP) if not 3_000_000 < each < 4_000_000]
    assert of(times).gaps == (Gap(3_000_000, 4_000_000),)
    assert of(times).missing_ms == 1000
    assert of(list(range(0, 10_000_000, 1_000_000))).gaps == ()  # a frame a second is its way
    short = [each for each in range(0, 10_000_000, STEP) if not 3_000_000 < each < 3_400_000]
    assert of(short).gaps == ()


def test_a_gap_counts_within_the_interval_only() -> None:
    assert of([-5_000_000, *range(2_000_000, 10_000_000, STEP)]).gaps == (Gap(0, 2_000_000),)


@pytest.mark.parametrize("times", [[], [-3_000_000], [11_000_000], [-2_000_000, -1_000_000]])
def test_nothing_inside_is_all_missing(times: list[int]) -> None:
    assert of(times) == Coverage(0, 10_000, 0, ())
