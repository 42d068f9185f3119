"""The evidence of one watch over time: bets begun anew at weighted times, small, stored, and replayed from outcomes.

A long fair past makes a bet poor, and hides a later defect. So a further bet starts with each ``start_every`` outcomes;
the k-th has the weight 1/(k(k+1)), and a stake not yet begun counts as 1. The whole is one martingale with one bound.
At most :data:`KEPT` bets run: the first for life and the latest; the oldest but one is cashed (a stopped martingale is
one), and its winnings stay. So the state is bounded however long a table lives. Pure. Proved by
``tests/fairness/test_evidence.py``.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import Any

import msgspec

from games.fairness.levels import of_place
from games.fairness.martingales import log_sum
from games.fairness.model import Driver, Model, Tally

KEPT = 16


class Start(msgspec.Struct):
    """A bet that runs: the ``place``-th, begun after the first ``after`` outcomes."""

    place: int
    after: int
    tally: Tally


class Evidence(msgspec.Struct):
    """The state of a watch: outcomes taken, the running bets, and what was cashed (a logarithm; None: nothing)."""

    taken: int = 0
    starts: list[Start] = []
    cashed: float | None = None
    context: Tally | None = None

    @property
    def begun(self) -> int:
        """How many bets have begun."""
        return self.starts[-1].place if self.starts else 0

    def take(self, model: Model, outcome: Any) -> bool:
        """Take one outcome. Whether it is time to look: of what is between two looks nothing is said."""
        if self.context is None:
            self.context = model.context()
        if self.taken % model.start_every == 0:
            self._start(model)
        model.take(self.context, [start.tally for start in self.starts], outcome)
        self.taken += 1
        return self.taken % model.every == 0

    def _start(self, model: Model) -> None:
        self.starts.append(Start(self.begun + 1, self.taken, model.empty()))
        if len(self.starts) > KEPT:
            oldest = self.starts.pop(1)
            worth = model.value(oldest.tally) + log(of_place(oldest.place))
            self.cashed = log_sum([worth, -inf if self.cashed is None else self.cashed])

    def value(self, model: Model) -> float:
        """The logarithm of the evidence: Σ weight · bet + what was cashed + the stakes not yet begun."""
        terms = [log(of_place(start.place)) + model.value(start.tally) for start in self.starts]
        if self.cashed is not None:
            terms.append(self.cashed)
        terms.append(-log(self.begun + 1))
        return log_sum(terms)

    def strongest(self, model: Model) -> tuple[Start, list[Driver]] | None:
        """The running bet that is worth most with its weight, and what drives it; None before the first outcome."""
        if not self.starts:
            return None
        best = max(self.starts, key=lambda start: log(of_place(start.place)) + model.value(start.tally))
        return best, model.drivers(best.tally)


def value_of(logarithm: float) -> float:
    """E itself, for people; what is beyond 10^300 is that."""
    return exp(min(logarithm, 690.0))
