"""A clock against the server's: offset and drift from readings, piece by piece, and times converted with their
uncertainty.

Within a piece (from one setting of the clock to the next)

    shown = server + offset + drift * (server - middle)

**Fit.** Theil-Sen and pairs (:mod:`surveillance.clocks.fitting`) find the line that wrong readings do not move; what
lies further from it than 3.5 robust deviations (Iglewicz and Hoaglin 1993) is left out, and named. The rest are fitted
by least squares, weighted by their uncertainty, with what is known of any quartz beforehand: a drift of 0 ± 100 ppm. A
clock that was set anew is seen by a step that no drift explains (above 500 ppm, or two readings that agree against the
piece).

**Uncertainty** is an expanded one with coverage factor 2, about 95 % (JCGM 100:2008, 6.2), as is that of each reading:

    U(t) = 2 * sqrt(var(offset) + 2 d cov(offset, drift) + d² var(drift) + (10 ppm * distance)²),   d = t - middle

with the covariance of the fit (JCGM 100:2008, H.3), enlarged by the Birge ratio sqrt(chi²/(n-2)) where the readings
scatter more than they say, and ``distance`` to the nearest reading used: temperature moves a quartz by some ppm.
Between two pieces the moment of setting is unknown: U covers both. Behind the last reading one that was left out may
be the first of a new setting: U covers it as well. Proved by ``tests/surveillance/clocks/test_offsets.py``.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
import numpy as np

from casino.core.errors import Problem
from surveillance.clocks import How
from surveillance.clocks import errors as _codes  # noqa: F401  (fills the error table)
from surveillance.clocks.fitting import Line, fit_line, split

EARLIEST_MS: Final = 946_684_800_000
LATEST_MS: Final = 4_102_444_800_000
MOST_UNCERTAIN_MS: Final = 86_400_000
MOST_READINGS: Final = 5000
WANDER: Final = 10e-6
"""What a quartz's drift changes by with temperature: about 0.035 ppm/K² from its turning point, 10 ppm at 17 K."""
COVERAGE: Final = 2


class Reading(msgspec.Struct, frozen=True):
    """At ``server_ms`` (milliseconds since 1970 by the server's clock) the other clock showed ``shown_ms`` (likewise,
    by its own); ``uncertainty_ms`` is half the width in which the truth lies with about 95 %. ``name`` is the
    caller's."""

    server_ms: int
    shown_ms: int
    how: How
    uncertainty_ms: int
    name: str = ""


class Rejected(msgspec.Struct, frozen=True):
    """A reading that was left out, and how far it lies from the clock as it was fitted (shown minus fitted)."""

    reading: Reading
    off_ms: int


class Piece(msgspec.Struct, frozen=True):
    """A stretch in which the clock was not set: ``offset_ms`` at ``middle_ms``, ``drift`` in seconds a second."""

    from_ms: int
    until_ms: int
    middle_ms: int
    offset_ms: float
    drift: float
    var_offset: float
    cov: float
    var_drift: float
    used: tuple[Reading, ...]

    @property
    def drift_ppm(self) -> float:
        return self.drift * 1e6


class Converted(msgspec.Struct, frozen=True):
    """A moment by the other clock. ``uncertainty_ms`` is None where nothing is known of the clock (the moment is then
    the same); ``between``: the clock was set anew somewhere around; ``others_ms``: it showed this time more than
    once."""

    at_ms: int
    uncertainty_ms: int | None
    between: bool = False
    others_ms: tuple[int, ...] = ()


class Clock(msgspec.Struct, frozen=True):
    """What the readings say of a clock. ``pieces`` in their order; ``resets_ms`` are the moments between them, as near
    as they are known (``exact`` where somebody said so); ``doubt`` is the last reading if it was left out and none
    came after it. In ``unknown_ms`` (server, from and until) it was set and never read."""

    pieces: tuple[Piece, ...]
    resets_ms: tuple[int, ...]
    exact: tuple[bool, ...]
    rejected: tuple[Rejected, ...]
    doubt: Rejected | None
    unknown_ms: tuple[tuple[int, int], ...] = ()

    def to_footage(self, server_ms: int) -> Converted:
        """What this clock showed at a moment of the server's."""
        if self._is_unknown(server_ms):
            return Converted(server_ms, None)
        index = bisect_right(self.resets_ms, server_ms)
        piece = self.pieces[index]
        shown = server_ms + _offset(piece, server_ms)
        spread, between = self._uncertainty(index, server_ms)
        return Converted(round(shown), math.ceil(spread), between)

    def to_server(self, shown_ms: int) -> Converted:
        """When, by the server's clock, this clock showed a moment. A time that was shown twice (the clock was set
        back) has the later one first; one that was skipped (set forward) gives the moment of the setting."""
        if not self.pieces:
            return Converted(shown_ms, None)
        found = [
            server
            for index, piece in enumerate(self.pieces)
            if index == bisect_right(self.resets_ms, server := round(_inverse(piece, shown_ms)))
        ]
        if not found:
            near = min(self.resets_ms, key=lambda each: abs(each + self._offset_at(each) - shown_ms))
            skipped = abs(near + self._offset_at(near) - shown_ms)
            spread, _ = self._uncertainty(bisect_right(self.resets_ms, near), near)
            return Converted(near, math.ceil(max(spread, skipped)), between=True)
        server = found[-1]
        if self._is_unknown(server):
            return Converted(shown_ms, None)
        spread, between = self._uncertainty(bisect_right(self.resets_ms, server), server)
        return Converted(server, math.ceil(spread), between, tuple(found[:-1]))

    def _is_unknown(self, server_ms: int) -> bool:
        return not self.pieces or any(low <= server_ms < high for low, high in self.unknown_ms)

    def _offset_at(self, server_ms: int) -> float:
        return _offset(self.pieces[bisect_right(self.resets_ms, server_ms)], server_ms)

    def _uncertainty(self, index: int, at_ms: int) -> tuple[float, bool]:
        """U in milliseconds, and whether the moment lies between the readings of two pieces."""
        piece = self.pieces[index]
        spread = _spread(piece, at_ms)
        other = None
        if at_ms < piece.used[0].server_ms and index > 0 and not self.exact[index - 1]:
            other = self.pieces[index - 1]
        elif at_ms > piece.used[-1].server_ms and index < len(self.exact) and not self.exact[index]:
            other = self.pieces[index + 1]
        here = _offset(piece, at_ms)
        if other is not None:
            spread = max(spread, abs(_offset(other, at_ms) - here) + _spread(other, at_ms))
        elif self.doubt is not None and index == len(self.pieces) - 1 and at_ms > piece.used[-1].server_ms:
            spread = max(spread, abs(self.doubt.off_ms) + self.doubt.reading.uncertainty_ms)
        return max(1.0, spread), other is not None


def fit(readings: Sequence[Reading], *, set_at_ms: Sequence[int] = ()) -> Clock:
    """The clock that these readings show; hand in those that were known at the moment one asks for. ``set_at_ms`` are
    moments (server) at which somebody is known to have set it. Without readings a clock of which nothing is known.

    Raises Problem ``clock_reading``."""
    _check(readings)
    ordered = sorted(readings, key=lambda each: (each.server_ms, each.shown_ms, each.how, each.name))
    known = sorted(set_at_ms)
    runs: list[list[Reading]] = []
    unknown: list[tuple[int, int]] = []
    for first, last in zip([None, *known], [*known, None], strict=True):
        low = 0 if first is None else bisect_left(ordered, first, key=lambda each: each.server_ms)
        high = len(ordered) if last is None else bisect_left(ordered, last, key=lambda each: each.server_ms)
        if low == high:
            unknown.append((EARLIEST_MS if first is None else first, LATEST_MS if last is None else last))
        else:
            runs += [ordered[low:high][start:end] for start, end in split(*_columns(ordered[low:high]))]
    lines = [fit_line(*_columns(run)) for run in runs]
    found = [_between(before[-1], after[0], known) for before, after in pairwise(runs)]
    resets, exact = tuple(each[0] for each in found), tuple(each[1] for each in found)
    edges = [EARLIEST_MS, *resets, LATEST_MS]
    pieces = tuple(
        _piece(run, line, edges[number], edges[number + 1])
        for number, (run, line) in enumerate(zip(runs, lines, strict=True))
    )
    rejected = tuple(
        Rejected(run[number], round(_off(piece, run[number])))
        for run, line, piece in zip(runs, lines, pieces, strict=True)
        for number in range(len(run))
        if not line.used[number]
    )
    doubt = next((each for each in rejected[-1:] if pieces[-1].used[-1].server_ms < each.reading.server_ms), None)
    return Clock(pieces, resets, exact, rejected, doubt, tuple(unknown))


def _check(readings: Sequence[Reading]) -> None:
    if len(readings) > MOST_READINGS:
        raise Problem("clock_reading", what=f"> {MOST_READINGS}")
    for reading in readings:
        if not all(EARLIEST_MS <= moment < LATEST_MS for moment in (reading.server_ms, reading.shown_ms)):
            raise Problem("clock_reading", "server_ms", what="2000-2100")
        if not 1 <= reading.uncertainty_ms <= MOST_UNCERTAIN_MS:
            raise Problem("clock_reading", "uncertainty_ms", what=f"{reading.uncertainty_ms} ms")


def _columns(run: Sequence[Reading]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Milliseconds since the first reading, offsets, and standard uncertainties."""
    first = run[0].server_ms
    times = np.array([each.server_ms - first for each in run], dtype=float)
    offsets = np.array([each.shown_ms - each.server_ms for each in run], dtype=float)
    return times, offsets, np.array([each.uncertainty_ms / COVERAGE for each in run], dtype=float)


def _piece(run: Sequence[Reading], line: Line, from_ms: int, until_ms: int) -> Piece:
    return Piece(
        from_ms,
        until_ms,
        run[0].server_ms + round(line.middle),
        line.offset + line.drift * (round(line.middle) - line.middle),
        line.drift,
        line.var_offset,
        line.cov,
        line.var_drift,
        tuple(reading for reading, used in zip(run, line.used, strict=True) if used),
    )


def _between(before: Reading, after: Reading, known: Sequence[int]) -> tuple[int, bool]:
    """When the clock was set between two readings: the moment that is known, else half-way; and which of both it is."""
    number = bisect_right(known, before.server_ms)
    if number < len(known) and known[number] <= after.server_ms:
        return known[number], True
    return (before.server_ms + after.server_ms + 1) // 2, False


def _offset(piece: Piece, server_ms: float) -> float:
    return piece.offset_ms + piece.drift * (server_ms - piece.middle_ms)


def _inverse(piece: Piece, shown_ms: int) -> float:
    return piece.middle_ms + (shown_ms - piece.middle_ms - piece.offset_ms) / (1 + piece.drift)


def _off(piece: Piece, reading: Reading) -> float:
    return reading.shown_ms - reading.server_ms - _offset(piece, reading.server_ms)


def _spread(piece: Piece, at_ms: int) -> float:
    """U(t) of the module's text, within one piece."""
    away = float(at_ms - piece.middle_ms)
    times = [each.server_ms for each in piece.used]
    place = bisect_left(times, at_ms)
    distance = min(abs(at_ms - each) for each in times[max(0, place - 1) : place + 1])
    variance = piece.var_offset + 2 * away * piece.cov + away * away * piece.var_drift + (WANDER * distance) ** 2
    return COVERAGE * math.sqrt(max(0.0, variance))
