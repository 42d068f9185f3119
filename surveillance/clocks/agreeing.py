"""What many readings of one burnt-in clock agree in: the arithmetic of :mod:`surveillance.clocks.ocr`, without
pictures.

Proved by ``tests/surveillance/clocks/test_agreeing.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from itertools import pairwise
from typing import Final

import msgspec

from casino.core.errors import Problem
from surveillance.clocks import errors as _codes  # noqa: F401  (fills the error table)
from surveillance.clocks.parsing import ORDERS, Order

LEAST_SHARE: Final = 0.5
_SECOND_MS: Final = 1000


class Seen(msgspec.Struct, frozen=True):
    """What a frame at ``at_ms`` showed, by the order of the date; empty where no clock was read."""

    at_ms: int
    moments: dict[Order, datetime]


class Agreed(msgspec.Struct, frozen=True):
    """clock - frame time in milliseconds, and which frames agree."""

    difference_ms: int
    uncertainty_ms: int
    order: Order
    changes_ms: tuple[int, ...]
    used: tuple[bool, ...]


def agree(seen: Sequence[Seen], *, zone: tzinfo, order: Order | None, near: datetime | None) -> Agreed:
    """The difference in which most frames agree, in the date's order that most speaks for.

    Problem ``ocr_unreadable`` where fewer than half of the frames agree or fewer than two; ``ocr_order`` where several
    orders of the date have equally many and ``near`` does not tell."""
    found = {each: _agree(seen, each, zone) for each in ((order,) if order else ORDERS)}
    most = max(sum(each.used) for each in found.values())
    if most < max(2, LEAST_SHARE * len(seen)):
        raise Problem("ocr_unreadable", agree=most, all=len(seen))
    best = {each.difference_ms: each for each in reversed(found.values()) if sum(each.used) == most}
    if len(best) == 1:
        return next(iter(best.values()))
    if near is None:
        raise Problem("ocr_order", "order")
    near_ms = round(near.timestamp() * 1000)
    middle = seen[len(seen) // 2].at_ms
    return min(best.values(), key=lambda each: abs(middle + each.difference_ms - near_ms))


def _agree(seen: Sequence[Seen], order: Order, zone: tzinfo) -> Agreed:
    shown = [_shown_ms(each.moments.get(order), zone) for each in seen]
    bounds = [
        (second - each.at_ms, second + _SECOND_MS - each.at_ms) if second is not None else None
        for each, second in zip(seen, shown, strict=True)
    ]
    low, high = _most_common([each for each in bounds if each is not None])
    used = tuple(each is not None and each[0] <= low and high <= each[1] for each in bounds)
    step = _usual_step([each.at_ms for each in seen])
    kept = [
        (each.at_ms, second) for each, second, one in zip(seen, shown, used, strict=True) if one and second is not None
    ]
    changes = tuple(at for (_, earlier), (at, later) in pairwise(kept) if later == earlier + _SECOND_MS)
    return Agreed((low + high) // 2, (high - low + 1) // 2 + step, order, changes, used)


def _shown_ms(moment: datetime | None, zone: tzinfo) -> int | None:
    return None if moment is None else int(moment.replace(tzinfo=zone).timestamp()) * 1000


def _most_common(bounds: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The stretch that lies within most of the bounds; the narrowest of several alike (more of them meet there), (0,
    0) of none. Bounds end where others begin: an end counts before a beginning."""
    edges = sorted([(low, 1) for low, _ in bounds] + [(high, -1) for _, high in bounds])
    best, depth, most = (0, 0), 0, 0
    for number, (at, step) in enumerate(edges[:-1]):
        depth += step
        stretch = (at, edges[number + 1][0])
        narrower = stretch[1] - stretch[0] < best[1] - best[0]
        if stretch[1] > stretch[0] and (depth > most or (depth == most and narrower)):
            best, most = stretch, depth
    return best


def _usual_step(times: Sequence[int]) -> int:
    steps = sorted(later - earlier for earlier, later in pairwise(times))
    return steps[len(steps) // 2] if steps else 0
