"""Counting by intervals equals counting by sets; and reads as one expects."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ingest.numbers import FARTHEST, Counted, Dated, Hole, below_each, count, counted_before, runs

NOW = datetime(2026, 6, 13, tzinfo=UTC)
LATER = datetime(2026, 6, 14, tzinfo=UTC)


def test_numbers_in_a_row_leave_no_hole() -> None:
    assert count(0, [], {1, 2, 3}, NOW) == Counted(3, ())


def test_a_jump_leaves_a_hole_and_its_numbers_close_it() -> None:
    jumped = count(3, [], {9}, NOW)
    assert jumped == Counted(9, (Hole(4, 8, NOW),))
    split = count(9, jumped.holes, {6}, LATER)
    assert split == Counted(9, (Hole(4, 5, NOW), Hole(7, 8, NOW)))
    assert count(9, split.holes, {4, 5, 7, 8}, LATER) == Counted(9, ())


def test_numbers_reported_missing_are_named_when_they_come() -> None:
    holes = [Hole(4, 8, NOW, found_at=LATER), Hole(20, 21, NOW)]
    counted = count(30, holes, {5, 6, 20, 31}, LATER)
    assert counted.filled == ((5, 6),)
    assert counted.holes == (Hole(4, 4, NOW, LATER), Hole(7, 8, NOW, LATER), Hole(21, 21, NOW))


@pytest.mark.parametrize("leap", [FARTHEST + 6, 2**53 - 2])
def test_a_number_that_leaps_too_far_opens_no_hole(leap: int) -> None:
    """What can be counted beside it is."""
    assert count(3, [Hole(2, 2, NOW)], {2, 4, leap, leap + 1}, NOW) == Counted(4, (), (), leap)


def test_the_farthest_leap_leaves_a_hole_that_can_close() -> None:
    assert count(0, [], {FARTHEST + 1}, NOW) == Counted(FARTHEST + 1, (Hole(1, FARTHEST, NOW),))


def test_what_came_before_is_neither_missing_nor_older_than_the_device() -> None:
    assert counted_before(5, 9, [Hole(7, 8, NOW)], {1, 4, 5, 6, 7, 8, 9, 10}) == {5, 6, 9}


@given(st.lists(st.sets(st.integers(1, 60), max_size=12), max_size=8), st.integers(0, 5))
def test_it_equals_plain_sets_of_numbers(batches: list[set[int]], start: int) -> None:
    counted = Counted(start, ())
    seen: set[int] = set()
    for batch in batches:
        counted = count(counted.highest, counted.holes, batch, NOW)
        seen |= batch
    highest = max([start, *seen])
    missing = set(range(start + 1, highest + 1)) - seen
    assert counted.highest == highest
    assert {n for hole in counted.holes for n in range(hole.first, hole.last + 1)} == missing
    assert sum(hole.last - hole.first + 1 for hole in counted.holes) == len(missing), "holes do not overlap"


@given(st.sets(st.integers(1, 100)))
def test_runs_hold_every_number_once(numbers: set[int]) -> None:
    found = [n for first, last in runs(numbers) for n in range(first, last + 1)]
    assert found == sorted(numbers)


# --- Moments under lower numbers --------------------------------------------------------------------------------------

batches_of_moments = st.lists(
    st.dictionaries(st.integers(1, 30), st.integers(0, 100).map(lambda s: Dated(None, NOW + timedelta(seconds=s)))),
    max_size=8,
)


@given(batches_of_moments)
def test_what_stands_below_a_number_is_the_latest_of_all_lower_ones(batches: list[dict[int, Dated]]) -> None:
    """Held against a list of all that came: of a number that came twice the first moment counts."""
    counted = Counted(0, ())
    seen: dict[int, Dated] = {}
    for batch in batches:
        fresh = {number: moment for number, moment in batch.items() if number not in seen}
        below = dict(below_each(counted.highest, counted.latest, counted.holes, batch))
        assert set(below) == set(fresh)
        counted = count(counted.highest, counted.holes, batch, NOW, moments=batch, latest=counted.latest)
        # What lower numbers said before, and those that came with it: a lower one that comes later says nothing of it.
        lower = {n: [m.shown for k, m in (seen | fresh).items() if k < n and m.shown] for n in fresh}
        assert {n: each.shown for n, each in below.items()} == {n: max(m, default=None) for n, m in lower.items()}
        seen |= fresh
    assert counted.latest.shown == max((m.shown for m in seen.values() if m.shown), default=None)


@given(batches_of_moments)
def test_one_by_one_comes_to_the_same_as_together(batches: list[dict[int, Dated]]) -> None:
    together = alone = Counted(0, ())
    for batch in batches:
        together = count(together.highest, together.holes, batch, NOW, moments=batch, latest=together.latest)
        for number in batch:  # in any order
            alone = count(alone.highest, alone.holes, [number], NOW, moments=batch, latest=alone.latest)
    assert alone == together
