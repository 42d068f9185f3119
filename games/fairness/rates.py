"""Rates that may be looked at for ever (mispayments), and many tables at once, at one stated position.

- :func:`rate_interval`: every rate that a beta mixture (a = b = ½) does not speak against with 1/α: the true rate is in
  all of the intervals, however often they are drawn, with probability 1−α (Robbins 1970; Ville 1939).
- :func:`e_bh`: the tables whose evidence stands when many are looked at together; at most a share α of them is named
  wrongly on average (Wang & Ramdas, JRSSB 2022). It holds for values at one position, not for the highest so far.

Pure. Proved by ``tests/fairness/test_rates.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, lgamma, log, log1p
from typing import Final, NamedTuple

PRIOR: Final = 0.5
SMALL: Final = 5
"""Fewer cases than this, or fewer on the other side, are said to be small numbers."""


class Rate(NamedTuple):
    """``cases`` of ``total``, and from where to where their rate lies."""

    cases: int
    total: int
    low: float
    high: float

    @property
    def small(self) -> bool:
        """Whether so few happened that the interval is all there is to say."""
        return self.cases < SMALL or self.total - self.cases < SMALL


def rate_interval(cases: int, total: int, level: float = 0.01) -> Rate:
    """The interval for a rate, anytime-valid at 1−level. ValueError for more cases than there were."""
    if not 0 <= cases <= total:
        raise ValueError("there are at most as many cases as there were chances")
    if total == 0:
        return Rate(0, 0, 0.0, 1.0)
    seen = cases / total
    low = 0.0 if cases == 0 else _edge(cases, total, level, 0.0, seen)
    high = 1.0 if cases == total else _edge(cases, total, level, 1.0, seen)
    return Rate(cases, total, low, high)


def evidence_against(rate: float, cases: int, total: int) -> float:
    """The logarithm of the mixture's value if the true rate were this."""
    against = _beta(PRIOR + cases, PRIOR + total - cases) - _beta(PRIOR, PRIOR)
    for count, chance in ((cases, rate), (total - cases, 1 - rate)):
        if count:
            if chance <= 0:
                return inf
            against -= count * (log1p(-rate) if chance == 1 - rate else log(rate))
    return against


def _edge(cases: int, total: int, level: float, outside: float, inside: float) -> float:
    """Where the evidence crosses 1/α between a rate that is out and one that is in, by bisection."""
    bar = -log(level)
    for _ in range(100):
        middle = (outside + inside) / 2
        if evidence_against(middle, cases, total) < bar:
            inside = middle
        else:
            outside = middle
    return outside


def _beta(one: float, other: float) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


def e_bh(logarithms: Mapping[str, float], level: float) -> set[str]:
    """The names whose evidence stands together: the k greatest where the k-th is at least K/(k·α), for the largest such
    k."""
    ordered = sorted(logarithms.items(), key=lambda item: (-item[1], item[0]))
    most = 0
    for place, (_name, logarithm) in enumerate(ordered, start=1):
        if logarithm >= log(len(ordered) / (place * level)):
            most = place
    return {name for name, _logarithm in ordered[:most]}
