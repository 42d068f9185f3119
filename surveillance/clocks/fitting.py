"""The arithmetic of :mod:`surveillance.clocks.offsets`: a robust line through offsets, and where the clock was set
anew.

Plain numbers in, plain numbers out: ``times`` in milliseconds in their order, ``offsets`` and ``sigmas`` (standard
uncertainties) in milliseconds. Sources and constants are said there. Proved by
``tests/surveillance/clocks/test_offsets.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

MOST_DRIFT: Final = 500e-6
"""Above this no quartz drifts: a step. (Watch crystals keep 20 ppm, poor oscillators 100 ppm.)"""
USUAL_DRIFT: Final = 100e-6
OUTLIER: Final = 3.5
_MAD: Final = 1.4826
"""Median absolute deviation to standard deviation, of a normal distribution."""
_PENALTY: Final = 1.9
"""A new piece must explain more than this many outliers: two readings that agree, not one."""
_SLOPES_OF: Final = 200
_PAIRS_OF: Final = 24
_CANDIDATES: Final = 10
_ROUNDS: Final = 10


class Line(msgspec.Struct, frozen=True):
    """offset + drift * (t - middle), its covariance, and which readings were used."""

    middle: float
    offset: float
    drift: float
    var_offset: float
    cov: float
    var_drift: float
    used: tuple[bool, ...]


def robust(times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray) -> tuple[float, float]:
    """(slope, intercept) that a third of the readings cannot spoil: of Theil-Sen's slope, of none at all, and of those
    between two readings, within what a clock can drift, the one beside which least is left, no reading counting for
    more than an outlier does (MSAC: Torr and Zisserman 2000, over all pairs instead of drawn ones)."""
    if len(times) < 2 or times[-1] == times[0]:
        return 0.0, float(np.median(offsets))
    some = _even(len(times), _SLOPES_OF)
    few = _even(len(times), _PAIRS_OF)
    theil_sen = np.median(_slopes(times[some], offsets[some]))
    slopes = np.concatenate([[0.0, theil_sen], _slopes(times[few], offsets[few])])
    slopes = slopes[np.abs(slopes) <= MOST_DRIFT]
    left = offsets[some] - slopes[:, None] * times[some]
    left = np.abs(left - np.median(left, axis=1)[:, None])
    # How far apart readings lie beside the best of the lines, if they say less themselves.
    deviation = np.maximum(sigmas[some], _MAD * np.median(left, axis=1).min() if len(some) >= 5 else 0.0)
    costs = np.minimum((left / deviation) ** 2, OUTLIER**2).sum(axis=1) + (slopes / USUAL_DRIFT) ** 2
    slope = float(slopes[int(np.argmin(costs))])
    return _refined(times, offsets, sigmas, slope, float(np.median(offsets - slope * times)))


def _slopes(times: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """Of the lines through every two readings that lie apart. Their median is Theil and Sen's slope, for which SciPy
    would have to be loaded by every process of the house, a quarter of what its start takes."""
    first, second = np.triu_indices(len(times), 1)
    apart = times[second] > times[first]
    first, second = first[apart], second[apart]
    slopes: np.ndarray = (offsets[second] - offsets[first]) / (times[second] - times[first])
    return slopes


def _refined(
    times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray, slope: float, intercept: float
) -> tuple[float, float]:
    """The same by least squares of what lies near, until what lies near stays the same."""
    near = np.zeros(len(times), dtype=bool)
    for _ in range(_ROUNDS):
        left = offsets - intercept - slope * times
        deviation = np.maximum(sigmas, _MAD * np.median(np.abs(left)))
        now = np.abs(left) <= OUTLIER * deviation
        if (now == near).all() or not now.any():
            break
        near = now
        middle, offset, slope, _, _, _ = _squares(times[near], offsets[near], sigmas[near])
        slope = min(max(slope, -MOST_DRIFT), MOST_DRIFT)
        intercept = offset - slope * middle
    return slope, intercept


def _squares(
    times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray
) -> tuple[float, float, float, float, float, float]:
    """Weighted least squares with the drift known beforehand: middle, offset there, drift, and for the covariance the
    sum of the weights, their spread, and chi squared. At the weighted middle offset and drift are independent."""
    weights = 1 / sigmas**2
    total = float(weights.sum())
    middle = float((weights * times).sum()) / total
    away = times - middle
    spread = float((weights * away**2).sum()) + USUAL_DRIFT**-2
    offset = float((weights * offsets).sum()) / total
    drift = float((weights * away * (offsets - offset)).sum()) / spread
    return middle, offset, drift, total, spread, float((weights * (offsets - offset - drift * away) ** 2).sum())


def _even(count: int, most: int) -> np.ndarray:
    """At most so many indices, evenly spread, the first and the last among them."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(int))


def _scale(residuals: np.ndarray) -> float:
    """Robust deviation of what is left beside the line; of fewer than five readings nothing is said."""
    return _MAD * float(np.median(np.abs(residuals))) if len(residuals) >= 5 else 0.0


def _residuals(times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray) -> tuple[np.ndarray, float]:
    """What is left beside the robust line, and what its drift costs: one that no good clock has explains nothing for
    free."""
    slope, intercept = robust(times, offsets, sigmas)
    return offsets - intercept - slope * times, (slope / USUAL_DRIFT) ** 2


def fit_line(times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray) -> Line:
    """Outliers out by Theil-Sen, then weighted least squares with the drift known beforehand."""
    residuals, _ = _residuals(times, offsets, sigmas)
    deviation = np.maximum(sigmas, _scale(residuals))
    used = np.abs(residuals) <= OUTLIER * deviation
    if not used.any():  # two readings that no line joins, as apart from each other as from it
        used[int(np.argmin(np.abs(residuals) / deviation))] = True
    middle, offset, drift, total, spread, chi = _squares(times[used], offsets[used], sigmas[used])
    count = int(used.sum())
    birge = max(1.0, chi / (count - 2)) if count > 2 else 1.0
    return Line(middle, offset, drift, birge / total, 0.0, birge / spread, tuple(bool(each) for each in used))


def _cost(residuals: np.ndarray, deviation: np.ndarray) -> float:
    """Squares, cut off where a reading is an outlier (a truncated quadratic: one wrong reading costs no more than
    that)."""
    return float(np.minimum((residuals / deviation) ** 2, OUTLIER**2).sum())


def split(times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray) -> list[tuple[int, int]]:
    """Where the clock was set anew: (first, behind the last) of each piece. The best cut is taken where it explains
    more than it costs, and both sides are looked at again."""
    done: list[tuple[int, int]] = []
    waiting = [(0, len(times))]
    while waiting:
        low, high = waiting.pop()
        at = _cut(times[low:high], offsets[low:high], sigmas[low:high])
        if at is None:
            done.append((low, high))
        else:
            waiting += [(low, low + at), (low + at, high)]
    return sorted(done)


def _cut(times: np.ndarray, offsets: np.ndarray, sigmas: np.ndarray) -> int | None:
    count = len(times)
    if count < 2:
        return None
    if count == 2:
        slack = OUTLIER * float(np.hypot(*sigmas)) + MOST_DRIFT * float(times[1] - times[0])
        return 1 if abs(float(offsets[1] - offsets[0])) > slack else None
    whole, cost = _residuals(times, offsets, sigmas)
    best, gain = None, 0.0
    for at in _candidates(times, offsets):
        before, first = _residuals(times[:at], offsets[:at], sigmas[:at])
        behind, second = _residuals(times[at:], offsets[at:], sigmas[at:])
        parts = np.concatenate([before, behind])
        deviation = np.maximum(sigmas, _scale(parts))
        won = _cost(whole, deviation) + cost - _cost(parts, deviation) - first - second
        if won > gain:
            best, gain = at, won
    return best if gain > _PENALTY * OUTLIER**2 else None


def _candidates(times: np.ndarray, offsets: np.ndarray) -> list[int]:
    """Where a cut is worth trying: everywhere among few readings, else where medians before and behind differ most. A
    single reading is no piece of its own: whether it is wrong or the first of a new setting, only another can tell."""
    count = len(times)
    if count <= 2 * _CANDIDATES:
        return list(range(2, count - 1))
    steps = np.zeros(count)
    for at in range(2, count - 1):
        steps[at] = abs(np.median(offsets[max(0, at - 5) : at]) - np.median(offsets[at : at + 5]))
    return sorted(int(each) for each in np.argsort(steps)[-2 * _CANDIDATES :] if 1 < each < count - 1)
