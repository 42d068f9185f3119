"""Which entries that are dated wrongly a recorded jump of the log's own clock explains: its own, and no others.

A house says that its clock jumped: at which position, and how far. That is its own word, so it excuses only what a
clock that was off by just so much from there on would have written: an entry's moment less the step lies between the
heads around it. The jump holds from its position to that of the next one, and no longer than to the first entry that a
clock so far off would not have written. Two servers that take turns are told once an hour: so long it begins again.
Where the entry in front of it is known, it has to be seen there: a step back, or one ahead of at least its size.
Moments and steps are microseconds. ``docs/bundle.md``, "The time". Proved by ``tests/transparency/test_jumps.py``
and ``tests/checkpoints/test_jumps_told.py``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

SMOOTHED: Final = 5_000_000
"""By which servers' clocks differ without its being a jump."""
AGAIN: Final = 3_600_000_000
"""The same jump is told once in this time, and so long it begins again."""
MOST: Final = 64
"""So many of the newest jumps begin again."""


class Jump(NamedTuple):
    """The entry at ``position`` was recorded ``step`` later (below 0: earlier) than it was."""

    position: int
    step: int


class _Taken(NamedTuple):
    """An entry that was taken, and the jump that has held since."""

    position: int
    moment: int
    low: int
    high: int
    lasting: Jump | None


class Jumps:
    """Takes the entries that are known in the order of their positions."""

    def __init__(self, jumps: Iterable[Jump]) -> None:
        self._jumps = sorted(jumps)
        self._next = 0
        self._begun: deque[tuple[Jump, int]] = deque(maxlen=MOST)
        self._before: _Taken | None = None

    def take(self, position: int, moment: int, low: int, high: int) -> tuple[Jump | None, Jump | None]:
        """The jump that explains an entry outside of ``low`` to ``high``, and the one that explains that it lies before
        the entry in front of it; None where none does."""
        if not self._jumps:
            return None, None
        before = self._before
        lasting = None if before is None else before.lasting
        while self._next < len(self._jumps) and self._jumps[self._next].position <= position:
            jump = self._jumps[self._next]
            self._next += 1
            if jump.position == position:
                if before is not None and not _begins(jump, before, moment):
                    continue
                self._begun.append((jump, moment))
            lasting = jump
        back = 0 if before is None else before.moment - moment
        now = _Taken(position, moment, low, high, lasting)
        if lasting is not None and (not _fits(lasting, now) or (back > SMOOTHED and lasting.position != position)):
            now = now._replace(lasting=None)
        self._before = now
        if low <= moment <= high and back <= 0:
            return None, None
        holding = list(self._holding(now))
        if holding and not low <= moment <= high:
            self._before = now._replace(lasting=holding[0])
        steps = [each for each in holding if each.step < 0 and back <= SMOOTHED - each.step]
        if before is not None and back > 0:
            steps += [each for each in self._holding(before) if each.step > 0 and back <= SMOOTHED + each.step]
        return next(iter(holding), None), next(iter(steps), None)

    def _holding(self, entry: _Taken) -> Iterator[Jump]:
        if entry.lasting is not None:
            yield entry.lasting
        for jump, begun in self._begun:
            if abs(entry.moment - begun) <= AGAIN and _fits(jump, entry):
                yield jump


def _begins(jump: Jump, before: _Taken, moment: int) -> bool:
    """Whether it is seen in the moments of its entry and the one in front; one told again, which goes on, need not."""
    if before.position != jump.position - 1:
        return True
    apart = moment - before.moment
    return apart < 0 if jump.step < 0 else before.lasting is not None or apart >= jump.step - SMOOTHED


def _fits(jump: Jump, entry: _Taken) -> bool:
    """Whether a clock that is off by the step would have written this."""
    return entry.low - SMOOTHED <= entry.moment - jump.step <= entry.high + SMOOTHED
