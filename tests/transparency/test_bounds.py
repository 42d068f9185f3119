"""Entries lie between the cosignatures around them; a log that is slow within the tolerance is not refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.transparency.bounds import TOLERANCE, Bounds, Seen, seen
from casino.transparency.cosigning import Verified
from casino.transparency.notes import ED25519, ED25519_COSIGNATURE, Vkey

NOON = datetime(2026, 6, 13, 12, tzinfo=UTC)
HEADS = [Seen(10, NOON), Seen(20, NOON + timedelta(hours=1)), Seen(30, NOON + timedelta(hours=2))]
SECOND = timedelta(seconds=1)


@pytest.mark.parametrize(
    ("position", "earliest", "latest"),
    [(1, None, 0), (10, None, 0), (11, 0, 1), (20, 0, 1), (21, 1, 2), (30, 1, 2), (31, 2, None)],
)
def test_by_the_newest_head_below_and_the_next_above(position: int, earliest: int | None, latest: int | None) -> None:
    wanted = (
        None if earliest is None else HEADS[earliest].at - TOLERANCE,
        None if latest is None else HEADS[latest].at + TOLERANCE,
    )
    bounds = Bounds(HEADS)
    assert bounds.of(position) == wanted
    low, high = wanted
    for moment, held in ((low, True), (high, True)):
        assert moment is None or bounds.holds(position, moment) is held
    assert low is None or not bounds.holds(position, low - SECOND)
    assert high is None or not bounds.holds(position, high + SECOND)


def test_a_head_that_was_cosigned_again_later_bounds_by_both_times() -> None:
    bounds = Bounds([Seen(10, NOON), Seen(10, NOON + timedelta(hours=3))])
    assert bounds.of(10) == (None, NOON + TOLERANCE)
    assert bounds.of(11) == (NOON + timedelta(hours=3) - TOLERANCE, None)


def test_without_a_head_nothing_is_bound() -> None:
    assert not Bounds([])
    assert Bounds([]).of(7) == (None, None)


def test_the_logs_own_signatures_say_nothing_of_the_time() -> None:
    own, other = Vkey("log.example/x", ED25519, bytes(32)), Vkey("w.example/1", ED25519_COSIGNATURE, bytes(32))
    made = [Verified(own, 5), Verified(own, None), Verified(other, 0), Verified(other, 1_800_000_000)]
    assert seen("log.example/x", 4, made) == [Seen(4, datetime.fromtimestamp(1_800_000_000, UTC))]


@given(
    steps=st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3_000), st.integers(0, 599)), min_size=1, max_size=30)
)
def test_an_honest_log_is_never_refused(steps: list[tuple[int, int, int]]) -> None:
    """Some entries, each recorded some time after the one before, then a head that waits less than the tolerance."""
    now, recorded, heads = NOON, [], []
    for entries, pause, waits in steps:
        for _ in range(entries):
            now += timedelta(seconds=pause)
            recorded.append(now)
        heads.append(Seen(len(recorded), now + timedelta(seconds=waits)))
    bounds = Bounds(heads)
    assert all(bounds.holds(position, moment) for position, moment in enumerate(recorded, 1))
