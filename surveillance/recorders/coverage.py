"""What lacks of an interval: before the first frame, after the last, and between two. Pure arithmetic on the frames'
times; ``tests/surveillance/recorders/test_coverage.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec


class Gap(msgspec.Struct, frozen=True):
    """Two neighbouring frames (recorder's time, microseconds since 1970) with nothing between them for long."""

    from_us: int
    until_us: int


class Coverage(msgspec.Struct, frozen=True):
    """``inside`` counts the frames within the interval. What lacks is zero up to one and a half times the usual
    distance of two frames: an interval begins and ends between frames."""

    inside: int
    missing_before_ms: int
    missing_after_ms: int
    gaps: tuple[Gap, ...]

    @property
    def missing_ms(self) -> int:
        return (
            self.missing_before_ms
            + self.missing_after_ms
            + sum((gap.until_us - gap.from_us) // 1000 for gap in self.gaps)
        )


def coverage(times_us: Sequence[int], *, start_us: int, end_us: int, gap_ms: int) -> Coverage:
    """How an interval is covered by frames at these times, in any order. A gap is a distance above ``gap_ms`` and above
    four times the usual one (a recorder that keeps two frames a second has none)."""
    whole_ms = _ms(end_us - start_us)
    times = sorted(times_us)
    inside = sum(start_us <= each <= end_us for each in times)
    before = [each for each in times if each <= end_us]
    if not before or before[-1] < start_us:
        return Coverage(inside, whole_ms, 0, ())
    distances = sorted(later - earlier for earlier, later in pairwise(times) if later > earlier)
    usual = distances[len(distances) // 2] if distances else 0
    edge = usual + usual // 2
    least = max(gap_ms * 1000, 4 * usual)
    gaps = tuple(
        Gap(max(earlier, start_us), min(later, end_us))
        for earlier, later in pairwise(times)
        if later - earlier > least and later > start_us and earlier < end_us
    )
    missing_before = max(0, times[0] - start_us)
    missing_after = max(0, end_us - times[-1])
    return Coverage(
        inside,
        _ms(missing_before) if missing_before > edge else 0,
        _ms(missing_after) if missing_after > edge else 0,
        gaps,
    )


def _ms(us: int) -> int:
    return -(-us // 1000)
