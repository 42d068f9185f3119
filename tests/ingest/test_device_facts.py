"""What is still missing of a device's numbers, from its facts alone."""

from __future__ import annotations

from casino.core.events import Fact
from games.engine.device import ClockOff, GapClosed, GapFound, open_gaps, without


def found(first: int, last: int) -> Fact:
    return GapFound(device="S1", first=first, last=last)


def closed(first: int, last: int) -> Fact:
    return GapClosed(device="S1", first=first, last=last)


def test_a_gap_stays_open_until_all_of_its_numbers_came() -> None:
    facts = [found(5, 9), ClockOff(device="S1", skew_ms=1), closed(6, 7)]
    assert open_gaps(facts) == [(5, 5), (8, 9)]
    assert open_gaps([*facts, closed(5, 5), closed(8, 9)]) == []


def test_a_gap_reported_twice_is_one_gap() -> None:
    assert open_gaps([found(5, 9), found(5, 9), found(1, 2)]) == [(1, 2), (5, 9)]


def test_taking_an_interval_out() -> None:
    assert without([(1, 3), (5, 9)], (3, 6)) == [(1, 2), (7, 9)]
    assert without([(1, 3)], (4, 9)) == [(1, 3)]
