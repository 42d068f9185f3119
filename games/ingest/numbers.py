"""Counting what a device numbered: which numbers came, which are missing. Pure arithmetic on intervals.

Proved by ``tests/ingest/test_numbers.py``, among them a comparison with plain sets of numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec

from games.engine.device import Interval

FARTHEST: Final = 1_000_000
"""Numbers that can be missing in a row: a device that sends ten a second is silent for more than a day. A greater leap
is a counter that was lost or made up, and would leave a hole that nothing can ever close."""


class Hole(msgspec.Struct, frozen=True):
    """Missing numbers, both ends included, since when, and whether that is recorded."""

    first: int
    last: int
    noticed_at: datetime
    found_at: datetime | None = None


class Counted(msgspec.Struct, frozen=True):
    """The numbers of a device after some more have come. ``filled`` are runs that had been recorded as missing,
    ``too_far`` is the first number that was not counted because it leaps over more than :data:`FARTHEST`."""

    highest: int
    holes: tuple[Hole, ...]
    filled: tuple[Interval, ...] = ()
    too_far: int | None = None


def runs(numbers: Iterable[int]) -> list[Interval]:
    """The numbers as disjoint intervals in order."""
    found: list[Interval] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def count(highest: int, holes: Iterable[Hole], numbers: Iterable[int], now: datetime) -> Counted:
    """Count numbers that came. ``highest`` is the highest seen so far (the number before the first, if none was)."""
    left = list(holes)
    filled: list[Interval] = []
    for first, last in runs(numbers):
        if first <= highest:
            left, recorded = _take_out(left, first, min(last, highest))
            filled.extend(recorded)
        if first > highest + 1 + FARTHEST:
            return Counted(highest, tuple(left), tuple(filled), first)
        if last > highest:
            if first > highest + 1:
                left.append(Hole(highest + 1, first - 1, now))
            highest = last
    return Counted(highest, tuple(left), tuple(filled))


def counted_before(first: int, highest: int, holes: Iterable[Hole], numbers: Iterable[int]) -> set[int]:
    """Those of the numbers that came before, of all since the device's ``first`` one."""
    missing = list(holes)
    return {
        number
        for number in numbers
        if first <= number <= highest and not any(hole.first <= number <= hole.last for hole in missing)
    }


def _take_out(holes: list[Hole], first: int, last: int) -> tuple[list[Hole], list[Interval]]:
    """The holes without these numbers, and the parts taken out that had been recorded as missing."""
    left: list[Hole] = []
    recorded: list[Interval] = []
    for hole in holes:
        if hole.last < first or last < hole.first:
            left.append(hole)
            continue
        if hole.found_at is not None:
            recorded.append((max(first, hole.first), min(last, hole.last)))
        if hole.first < first:
            left.append(Hole(hole.first, first - 1, hole.noticed_at, hole.found_at))
        if last < hole.last:
            left.append(Hole(last + 1, hole.last, hole.noticed_at, hole.found_at))
    return left, recorded
