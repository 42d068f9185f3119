"""The watch over a wheel: any pocket, any run of neighbouring pockets, the colours; and over who spins it.

Weights of the bets on a wheel: 0.40 the Dirichlet mixture over the pockets, 0.13 each all windows of 1, 3, 5 and 9
neighbouring pockets in the order of the wheel, wrapping round, 0.08 the two colours.

A dealer is watched over all wheels that they spin, half by the pockets that came and half by the distance, in pockets
in the order of the wheel, from where the ball lay at their last spin there: what a hand that always throws alike would
show, and a wheel's defect hides. On a fair wheel that distance is as even as the pockets. Pure. Proved by
``tests/fairness/test_martingales.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Any, Final

from games.fairness.martingales import SetBets, dirichlet_mixture, likeliest, log_sum
from games.fairness.model import Counted, Counts, Driver, Tally, evenly, strongest

WIDTHS: Final = (1, 3, 5, 9)
OF_POCKETS: Final = 0.40
OF_WINDOW: Final = 0.13
OF_COLOURS: Final = 0.08


class Ring:
    """The bets on outcomes that lie round a circle, each equally likely, and on further sets of them (colours)."""

    def __init__(self, size: int, sets: Mapping[str, Sequence[int]] | None = None) -> None:
        """``sets`` of one size, by their names; ValueError where their sizes differ."""
        self.size = size
        self.sets = dict(sets or {})
        self.fair = [1 / size] * size
        self.windows = {width: SetBets(width / size) for width in WIDTHS}
        lengths = {len(places) for places in self.sets.values()}
        if len(lengths) > 1:
            raise ValueError("sets are of one size")
        self.of_sets = SetBets(lengths.pop() / size) if lengths else None

    def hits(self, counts: Sequence[int], width: int) -> list[int]:
        """How often each window came, by its first place."""
        size = self.size
        found, current = [], sum(counts[:width])
        for place in range(size):
            found.append(current)
            current += counts[(place + width) % size] - counts[place]
        return found

    def value(self, counts: Sequence[int]) -> float:
        """The logarithm of the mixture. Without further sets their weight is the Dirichlet mixture's."""
        total = sum(counts)
        terms = [log(OF_WINDOW) + bets.value(self.hits(counts, width), total) for width, bets in self.windows.items()]
        of_pockets = OF_POCKETS
        if self.of_sets is None:
            of_pockets += OF_COLOURS
        else:
            hits = [sum(counts[place] for place in places) for places in self.sets.values()]
            terms.append(log(OF_COLOURS) + self.of_sets.value(hits, total))
        terms.append(log(of_pockets) + dirichlet_mixture(counts, self.fair))
        return log_sum(terms)

    def drivers(self, counts: Sequence[int], name: Any, kinds: tuple[str, str] = ("pocket", "sector")) -> list[Driver]:
        """What single windows and sets show; ``name`` puts a place into words."""
        total = sum(counts)
        found = []
        for width in self.windows:
            for place, count in enumerate(self.hits(counts, width)):
                places = [name((place + step) % self.size) for step in range(width)]
                found.append(
                    Driver(
                        kinds[0] if width == 1 else kinds[1],
                        " ".join(places),
                        count,
                        round(total * width / self.size, 1),
                        round(likeliest(count, total, width / self.size), 2),
                    )
                )
        for called, members in self.sets.items():
            count = sum(counts[place] for place in members)
            best = round(likeliest(count, total, len(members) / self.size), 2)
            found.append(Driver("colour", called, count, round(total * len(members) / self.size, 1), best))
        return found


class WheelModel:
    """A wheel. An outcome is a pocket's number."""

    every = 50
    start_every = 10_000

    def __init__(self, order: Sequence[int], colours: Mapping[str, Sequence[int]]) -> None:
        """``order`` are the pockets in the order of the wheel."""
        self.order = tuple(order)
        self.place = {pocket: place for place, pocket in enumerate(order)}
        self.ring = Ring(len(order), {name: [self.place[p] for p in pockets] for name, pockets in colours.items()})

    def context(self) -> Tally:
        return []

    def empty(self) -> Tally:
        return [0] * len(self.order)

    def take(self, context: Tally, tallies: list[Tally], outcome: int) -> None:
        place = self.place[outcome]
        for tally in tallies:
            tally[place] += 1

    def value(self, tally: Tally) -> float:
        return self.ring.value(tally)

    def drivers(self, tally: Tally) -> list[Driver]:
        return strongest(self.ring.drivers(tally, self._pocket))

    def counts(self, tally: Tally) -> list[Counts]:
        colours = {place: name for name, places in self.ring.sets.items() for place in places}
        mean = sum(tally) / len(tally)
        each = enumerate(tally)
        parts = (Counted(self._pocket(place), count, mean, colours.get(place, "green")) for place, count in each)
        return [Counts("pocket", tuple(parts))]

    def _pocket(self, place: int) -> str:
        return str(self.order[place])


class SpinnerModel:
    """Who spins wheels. An outcome is (table, pocket); distances are from the pocket at this hand's last spin there."""

    every = 50
    start_every = 10_000

    def __init__(self, wheel: WheelModel) -> None:
        self.wheel = wheel
        self.distances = Ring(len(wheel.order))

    def context(self) -> Tally:
        """By table, where the ball lay when this hand last spun there."""
        return [{}]

    def empty(self) -> Tally:
        return [self.wheel.empty(), [0] * len(self.wheel.order)]

    def take(self, context: Tally, tallies: list[Tally], outcome: tuple[str, int]) -> None:
        table, pocket = outcome
        before = context[0].get(table)
        self.wheel.take([], [tally[0] for tally in tallies], pocket)
        if before is not None:
            distance = (self.wheel.place[pocket] - self.wheel.place[before]) % len(self.wheel.order)
            for tally in tallies:
                tally[1][distance] += 1
        context[0][table] = pocket

    def value(self, tally: Tally) -> float:
        return log_sum([self.wheel.value(tally[0]) - log(2), self.distances.value(tally[1]) - log(2)])

    def drivers(self, tally: Tally) -> list[Driver]:
        distances = self.distances.drivers(tally[1], str, ("distance", "distances"))
        return strongest(self.wheel.drivers(tally[0]) + distances)

    def counts(self, tally: Tally) -> list[Counts]:
        distances = evenly("distance", [str(distance) for distance in range(self.distances.size)], tally[1])
        return [*self.wheel.counts(tally[0]), distances]
