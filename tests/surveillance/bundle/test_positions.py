"""Positions are kept a bit each and given back as runs."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from surveillance.bundle.positions import Positions


@pytest.mark.parametrize("seed", range(20))
def test_runs_are_those_of_the_positions(seed: int) -> None:
    rng = random.Random(seed)
    last = rng.choice([1, 7, 8, 9, 200, 5_000])
    wanted = {p for p in range(1, last + 1) if rng.random() < rng.choice([0.02, 0.5, 0.98])}
    wanted |= set(range(last // 3 + 1, last // 2 + 1))
    found = Positions(last)
    assert all(found.add(position) for position in wanted)
    assert not any(found.add(position) for position in wanted)
    runs = list(found.runs())
    assert {p for first, end in runs for p in range(first, end + 1)} == wanted
    assert all(before[1] + 1 < after[0] for before, after in pairwise(runs))
    assert all((position in found) == (position in wanted) for position in range(-1, last + 20))


def test_positions_outside_are_refused() -> None:
    for position in (0, 9, -1):
        with pytest.raises(ValueError, match="position"):
            Positions(8).add(position)
