"""A clock as a drawing: for each stretch between two settings the readings, the line through them, how sure it is.

Plain numbers for an SVG: x grows with the server's time, y falls with the offset (ahead is up). Each stretch has its
own scale, since a setting moves a clock by much more than it drifts; what was left out and lies outside the scale
stands at its edge. Proved by ``tests/surveillance/clocks/test_plotting.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

import msgspec

from surveillance.clocks.offsets import Clock, Converted, Piece, Reading

WIDTH: Final = 720
HEIGHT: Final = 220
LEFT, RIGHT, TOP, BOTTOM = 84, 12, 12, 30
STEPS: Final = 48
LEAST_SPAN_MS: Final = 200
"""The least that the axis of offsets spans: nobody sees a thousandth of a second."""
AROUND: Final = 0.05

Kind = Literal["used", "left_out", "beyond"]


class Dot(msgspec.Struct, frozen=True):
    """A reading: its place, the ends of its uncertainty, and what became of it; ``beyond``: left out, and drawn at the
    edge since it lies outside."""

    x: float
    y: float
    low: float
    high: float
    kind: Kind
    name: str


class Mark(msgspec.Struct, frozen=True):
    """A line of the grid: its place, and its value (server_ms, or offset_ms)."""

    at: float
    value: int


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """One stretch. ``line`` and ``band`` are the points of a polyline and of a polygon, as SVG writes them."""

    piece: Piece
    from_ms: int
    until_ms: int
    line: str
    band: str
    dots: tuple[Dot, ...]
    moments: tuple[Mark, ...]
    offsets: tuple[Mark, ...]


def plots(clock: Clock, *, until_ms: int) -> tuple[Plot, ...]:
    """A drawing of each stretch, the latest first; the last one reaches to ``until_ms`` (now)."""
    made = []
    for number, piece in enumerate(clock.pieces):
        left_out = [each.reading for each in clock.rejected if _is_in(clock, number, each.reading)]
        last = number == len(clock.pieces) - 1
        made.append(_plot(clock, piece, left_out, until_ms if last else piece.until_ms))
    return tuple(reversed(made))


def _is_in(clock: Clock, number: int, reading: Reading) -> bool:
    piece = clock.pieces[number]
    return piece.from_ms <= reading.server_ms < piece.until_ms


def _plot(clock: Clock, piece: Piece, left_out: Sequence[Reading], until_ms: int) -> Plot:
    readings = [*piece.used, *left_out]
    first = min(each.server_ms for each in readings)
    # Where it was set and nobody has read it since, nothing is drawn.
    until_ms = min([until_ms, *(low for low, _high in clock.unknown_ms if low > first)])
    last = max(until_ms, *(each.server_ms for each in readings))
    around = round(max(60_000, (last - first) * AROUND))
    # A stretch ends where the clock was set: what lies beyond belongs to another.
    low_ms, high_ms = max(first - around, piece.from_ms), min(last + around, piece.until_ms - 1)
    for low, high in clock.unknown_ms:
        low_ms, high_ms = (max(low_ms, high), high_ms) if high <= first else (low_ms, min(high_ms, low - 1))
    moments = [low_ms + round((high_ms - low_ms) * n / STEPS) for n in range(STEPS + 1)]
    course = [(at, clock.to_footage(at)) for at in moments]
    offsets = [_offset(at, found) for at, found in course]
    spread = [found.uncertainty_ms or 0 for _at, found in course]
    reach = [bound for each in piece.used for bound in _ends(each)]
    # Beyond the readings the doubt grows without an end: the scale is that of the readings, and some of the doubt.
    size = max(reach) - min(reach)
    bottom: float = min(*reach, *(max(o - s, min(reach) - size) for o, s in zip(offsets, spread, strict=True)))
    top: float = max(*reach, *(min(o + s, max(reach) + size) for o, s in zip(offsets, spread, strict=True)))
    if top - bottom < LEAST_SPAN_MS:
        middle = (top + bottom) / 2
        bottom, top = middle - LEAST_SPAN_MS / 2, middle + LEAST_SPAN_MS / 2

    def x(at: float) -> float:
        return round(LEFT + (at - low_ms) / max(1, high_ms - low_ms) * (WIDTH - LEFT - RIGHT), 1)

    def y(offset: float) -> float:
        held = min(max(offset, bottom), top)
        return round(HEIGHT - BOTTOM - (held - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM), 1)

    upper = [(x(at), y(o + s)) for at, o, s in zip(moments, offsets, spread, strict=True)]
    lower = [(x(at), y(o - s)) for at, o, s in zip(moments, offsets, spread, strict=True)]
    dots = []
    for each in sorted(readings, key=lambda each: each.server_ms):
        offset = each.shown_ms - each.server_ms
        inside = bottom <= offset <= top
        kind: Kind = "used" if each in piece.used else ("left_out" if inside else "beyond")
        low, high = _ends(each)
        dots.append(Dot(x(each.server_ms), y(offset), y(low), y(high), kind, each.name))
    return Plot(
        piece=piece,
        from_ms=low_ms,
        until_ms=high_ms,
        line=_points([(x(at), y(o)) for at, o in zip(moments, offsets, strict=True)]),
        band=_points([*upper, *reversed(lower)]),
        dots=tuple(dots),
        moments=tuple(Mark(x(at), at) for at in (low_ms, (low_ms + high_ms) // 2, high_ms)),
        offsets=tuple(Mark(y(each), each) for each in _round(bottom, top)),
    )


def _offset(at: int, found: Converted) -> int:
    return found.at_ms - at


def _ends(reading: Reading) -> tuple[int, int]:
    offset = reading.shown_ms - reading.server_ms
    return offset - reading.uncertainty_ms, offset + reading.uncertainty_ms


def _points(found: Sequence[tuple[float, float]]) -> str:
    """The same place once; a line needs two."""
    kept = [found[0], *(each for before, each in pairwise(found) if each != before)]
    return " ".join(f"{x},{y}" for x, y in kept)


def _round(low: float, high: float) -> list[int]:
    """Three to six round values between two (1, 2 or 5 times a power of ten)."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if (high - low) / step <= 5:
                first = -int(-low // step) * step
                return list(range(first, int(high) + 1, step))
        size *= 10
