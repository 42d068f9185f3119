"""Counting what a device numbered: which numbers came, which are missing, and the latest moment that was dated under
lower ones. Pure arithmetic on intervals.

A number says that what it stands for was sensed after everything under a lower one. Which moments a device gave under
lower numbers is therefore kept with its highest number and with each hole, over all rounds and tables of the device:
what is dated before them contradicts its own numbers (ADR 136). Proved by ``tests/ingest/test_numbers.py``, among it
comparisons with plain sets and lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import reduce
from types import MappingProxyType
from typing import Final

import msgspec

from casino.core.stored import BEFORE_ALL
from games.engine.device import Interval

FARTHEST: Final = 1_000_000
"""Numbers that can be missing in a row: a device that sends ten a second is silent for more than a day. A greater leap
is a counter that was lost or made up, and would leave a hole that nothing can ever close."""


AHEAD: Final = timedelta(seconds=60)
"""A moment further in the future than this is no moment of a measured clock, and nothing is held against it."""
FARTHEST_AHEAD: Final = timedelta(days=1)
"""The same of a clock that nobody measured: a mistyped date must not stand against all that follows."""
LEAST_BACK: Final = timedelta(seconds=30)
"""Clocks are measured no better than this: what is dated back by less is not told."""
_MILLISECOND: Final = timedelta(milliseconds=1)


class Dated(msgspec.Struct, frozen=True):
    """The latest moments of some of a device's numbers: ``measured`` where the difference of its clock was measured
    with the request, and moved by that; ``shown`` by its own clock, whether measured or not. Each is compared with its
    like alone, so that a clock that is told now and then contradicts nothing. None: no such moment was given."""

    measured: datetime | None = None
    shown: datetime | None = None

    def and_(self, other: Dated) -> Dated:
        """The latest of both."""
        return Dated(_latest(self.measured, other.measured), _latest(self.shown, other.shown))

    def back_from(self, lower: Dated) -> int | None:
        """By how many milliseconds this is dated before what lower numbers say; None where clocks alone may do that."""
        mine, theirs = (self.measured, lower.measured) if self.measured else (self.shown, lower.shown)
        if mine is None or theirs is None or theirs - mine <= LEAST_BACK:
            return None
        return round((theirs - mine) / _MILLISECOND)


NOT_DATED: Final = Dated()
NO_MOMENTS: Final[Mapping[int, Dated]] = MappingProxyType({})


def dated(occurred_at: datetime | None, skew_ms: int | None, received_at: datetime) -> Dated:
    """What the moment of one event says. ``skew_ms`` is the difference of its sender's clock as it was measured (server
    minus device), None where it was not, or was estimated."""
    if occurred_at is None:
        return NOT_DATED
    moved = None if skew_ms is None else occurred_at + skew_ms * _MILLISECOND
    return Dated(
        moved if moved is not None and moved - received_at <= AHEAD else None,
        occurred_at if occurred_at - received_at <= FARTHEST_AHEAD else None,
    )


def _latest(one: datetime | None, other: datetime | None) -> datetime | None:
    return max(one or BEFORE_ALL, other or BEFORE_ALL) if one or other else None


class Hole(msgspec.Struct, frozen=True):
    """Missing numbers, both ends included, since when, whether that is recorded, and the latest moments of the numbers
    below them."""

    first: int
    last: int
    noticed_at: datetime
    found_at: datetime | None = None
    below: Dated = NOT_DATED


class Counted(msgspec.Struct, frozen=True):
    """The numbers of a device after some more have come. ``filled`` are runs that had been recorded as missing,
    ``too_far`` is the first number that was not counted because it leaps over more than :data:`FARTHEST`, ``latest``
    are the latest moments of all that were counted."""

    highest: int
    holes: tuple[Hole, ...]
    filled: tuple[Interval, ...] = ()
    too_far: int | None = None
    latest: Dated = NOT_DATED


def runs(numbers: Iterable[int]) -> list[Interval]:
    """The numbers as disjoint intervals in order."""
    found: list[Interval] = []
    for number in sorted(set(numbers)):
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found


def count(
    highest: int,
    holes: Iterable[Hole],
    numbers: Iterable[int],
    now: datetime,
    *,
    moments: Mapping[int, Dated] = NO_MOMENTS,
    latest: Dated = NOT_DATED,
) -> Counted:
    """Count numbers that came. ``highest`` is the highest seen so far (the number before the first, if none was), and
    ``latest`` the latest moments of all so far; ``moments`` are those of the numbers that came, where they gave any. Of
    a number that came before nothing more is learnt."""
    left = list(holes)
    filled: list[Interval] = []
    for first, last in runs(numbers):
        fresh = [(n, moments[n]) for n in range(first, last + 1) if n in moments and (n > highest or _of(left, n))]
        if first <= highest:
            left, recorded = _take_out(left, first, min(last, highest))
            left = [_raised(hole, fresh) for hole in left]
            filled.extend(recorded)
        if first > highest + 1 + FARTHEST:
            return Counted(highest, tuple(left), tuple(filled), first, latest)
        if last > highest:
            if first > highest + 1:
                left.append(Hole(highest + 1, first - 1, now, None, latest))
            highest = last
        latest = reduce(Dated.and_, (moment for _number, moment in fresh), latest)
    return Counted(highest, tuple(left), tuple(filled), None, latest)


def _raised(hole: Hole, came: Iterable[tuple[int, Dated]]) -> Hole:
    """The hole, with the moments of the numbers below it that came."""
    below = reduce(Dated.and_, (moment for number, moment in came if number < hole.first), hole.below)
    return hole if below == hole.below else msgspec.structs.replace(hole, below=below)


def below_each(
    highest: int, latest: Dated, holes: Iterable[Hole], moments: Mapping[int, Dated]
) -> Iterator[tuple[int, Dated]]:
    """Each of the numbers that came, with the latest moments under lower ones, those that came with it among them. One
    that came before is left out: what stood below it then is no longer known."""
    missing, so_far = list(holes), NOT_DATED
    for number in sorted(moments):
        hole = _of(missing, number)
        if number <= highest and hole is None:
            continue
        yield number, (latest if hole is None else hole.below).and_(so_far)
        so_far = so_far.and_(moments[number])


def earliest(moments: Mapping[int, Dated]) -> Dated | None:
    """The earliest moments of numbers that follow on each other, by which they are compared with what came before; None
    where one of them is dated back from another."""
    if any(moments[number].back_from(lower) for number, lower in below_each(-1, NOT_DATED, (), moments)):
        return None
    measured = [moment.measured for moment in moments.values() if moment.measured]
    shown = [moment.shown for moment in moments.values() if moment.shown and not moment.measured]
    return Dated(min(measured, default=None), min(shown, default=None))


def _of(holes: Iterable[Hole], number: int) -> Hole | None:
    return next((hole for hole in holes if hole.first <= number <= hole.last), None)


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
            left.append(msgspec.structs.replace(hole, last=first - 1))
        if last < hole.last:
            left.append(msgspec.structs.replace(hole, first=last + 1))
    return left, recorded
