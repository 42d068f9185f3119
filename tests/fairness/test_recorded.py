"""Recorded wheels (``games/data/README.md``): what the watch and the fixed test say of ten runs of real results."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

from scipy.stats import chisquare

import games
from games.fairness.evidence import Evidence
from games.fairness.levels import bar, of_table
from games.roulette.chance import MODEL


def runs() -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    with (Path(games.__file__).parent / "data" / "roulette_outcomes.csv").open() as file:
        for row in csv.DictReader(file):
            found[int(row["run"])].append(int(row["pocket"]))
    return found


def test_no_recorded_run_passes_the_bar_of_its_table() -> None:
    """None of them is long enough to show a small defect, and none has a gross one."""
    recorded = runs()
    assert len(recorded) == 10
    for number, spun in recorded.items():
        evidence, highest = Evidence(), 0.0
        for pocket in spun:
            if evidence.take(MODEL, pocket):
                highest = max(highest, evidence.value(MODEL))
        assert highest < bar(of_table(number, 1)), number


def test_the_order_does_not_matter_within_one_start_but_the_counts_do() -> None:
    for spun in runs().values():
        forwards, backwards = Evidence(), Evidence()
        for one, other in zip(spun, reversed(spun), strict=True):
            forwards.take(MODEL, one)
            backwards.take(MODEL, other)
        assert forwards.value(MODEL) == backwards.value(MODEL)
        assert 0 <= float(chisquare([spun.count(pocket) for pocket in range(37)]).pvalue) <= 1
