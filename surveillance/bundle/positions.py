"""A set of positions of a log, a bit each. Proved by ``tests/surveillance/bundle/test_positions.py``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

_RUN: Final = re.compile(rb"\x00+|\xff+|[^\x00\xff]", re.DOTALL)


class Positions:
    """Positions from 1 to ``last``."""

    def __init__(self, last: int) -> None:
        self.last = last
        self._bits = bytearray((last >> 3) + 1)

    def add(self, position: int) -> bool:
        """Whether it is new. Raises ValueError for a position outside."""
        if not 1 <= position <= self.last:
            raise ValueError(f"position {position} of {self.last}")
        at, bit = position >> 3, 1 << (position & 7)
        new = not self._bits[at] & bit
        self._bits[at] |= bit
        return new

    def copy(self) -> Positions:
        made = Positions(0)
        made.last, made._bits = self.last, bytearray(self._bits)
        return made

    def update(self, positions: Iterable[int]) -> None:
        for position in positions:
            self.add(position)

    def __contains__(self, position: int) -> bool:
        return 0 <= position <= self.last and bool(self._bits[position >> 3] & 1 << (position & 7))

    def count(self, first: int, last: int) -> int:
        """How many positions from one to another, both included, are in it."""
        if last < first:
            return 0
        low, high = first >> 3, last >> 3
        bits = int.from_bytes(self._bits[low : high + 1], "little")
        bits >>= first & 7
        return (bits & ((1 << (last - first + 1)) - 1)).bit_count()

    def runs(self) -> Iterator[tuple[int, int]]:
        """First and last of each run of positions, in order."""
        first = None
        for found in _RUN.finditer(self._bits):
            value = found[0][0]
            if value in (0x00, 0xFF):
                at = found.start() << 3
                if value and first is None:
                    first = at
                elif not value and first is not None:
                    yield first, at - 1
                    first = None
                continue
            for bit in range(8):
                at = (found.start() << 3) + bit
                if value & 1 << bit:
                    first = at if first is None else first
                elif first is not None:
                    yield first, at - 1
                    first = None
        if first is not None:
            yield first, (len(self._bits) << 3) - 1
