"""The watch over a shaker with three dice: faces, any face or pair of faces that comes too often, and the totals.

The record does not tell the dice apart, so a face is counted over all three. Weights: 0.35 the Dirichlet mixture over
faces, 0.35 sets of one face and of two, 0.30 the Dirichlet mixture over the totals 3 to 18. The bet on faces treats
each die as an outcome of its own, which fair dice are. Pure. Proved by ``tests/fairness/test_martingales.py``.
"""

from __future__ import annotations

from itertools import combinations, product
from math import log
from typing import Any, Final

from games.fairness.martingales import SetBets, dirichlet_mixture, likeliest, log_mean, log_sum
from games.fairness.model import Counted, Counts, Driver, Tally, evenly, strongest

FACES: Final = 6
TOTALS: Final = tuple(range(3, 19))
FAIR_FACES: Final = [1 / FACES] * FACES
FAIR_TOTALS: Final = [
    sum(1 for dice in product(range(1, 7), repeat=3) if sum(dice) == total) / FACES**3 for total in TOTALS
]
PAIRS: Final = tuple(combinations(range(FACES), 2))
ONE: Final = SetBets(1 / FACES)
TWO: Final = SetBets(2 / FACES)
OF_FACES: Final = 0.35
OF_SETS: Final = 0.35
OF_TOTALS: Final = 0.30


class DiceModel:
    """Three dice in a shaker. An outcome is the three faces, in any order."""

    every = 50
    start_every = 10_000

    def context(self) -> Tally:
        return []

    def empty(self) -> Tally:
        return [[0] * FACES, [0] * len(TOTALS)]

    def take(self, context: Tally, tallies: list[Tally], outcome: Any) -> None:
        total = sum(outcome) - TOTALS[0]
        for faces, totals in tallies:
            for face in outcome:
                faces[face - 1] += 1
            totals[total] += 1

    def value(self, tally: Tally) -> float:
        faces, totals = tally
        thrown = sum(faces)
        pairs = [faces[one] + faces[other] for one, other in PAIRS]
        sets = log_mean([ONE.value(faces, thrown), TWO.value(pairs, thrown)])
        return log_sum(
            [
                log(OF_FACES) + dirichlet_mixture(faces, FAIR_FACES),
                log(OF_SETS) + sets,
                log(OF_TOTALS) + dirichlet_mixture(totals, FAIR_TOTALS),
            ]
        )

    def drivers(self, tally: Tally) -> list[Driver]:
        faces, totals = tally
        thrown, throws = sum(faces), sum(totals)
        found = [
            Driver(
                "face", str(face + 1), count, round(thrown / FACES, 1), round(likeliest(count, thrown, 1 / FACES), 2)
            )
            for face, count in enumerate(faces)
        ]
        for one, other in PAIRS:
            count = faces[one] + faces[other]
            best = round(likeliest(count, thrown, 2 / FACES), 2)
            found.append(Driver("faces", f"{one + 1} {other + 1}", count, round(thrown / 3, 1), best))
        for total, count, fair in zip(TOTALS, totals, FAIR_TOTALS, strict=True):
            best = likeliest(count, throws, fair)
            found.append(Driver("total", str(total), count, round(throws * fair, 1), round(best, 2)))
        return strongest(found)

    def counts(self, tally: Tally) -> list[Counts]:
        faces, totals = tally
        throws = sum(totals)
        each = zip(TOTALS, totals, FAIR_TOTALS, strict=True)
        return [
            evenly("face", [str(face + 1) for face in range(FACES)], faces),
            Counts("total", tuple(Counted(str(total), count, throws * fair) for total, count, fair in each)),
        ]


class ThrowerModel(DiceModel):
    """Who sets shakers off. An outcome is (table, three faces)."""

    def take(self, context: Tally, tallies: list[Tally], outcome: Any) -> None:
        super().take(context, tallies, outcome[1])
