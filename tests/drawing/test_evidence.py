"""The plot of evidence: a line on a logarithmic scale, the bar, and no more points than a page can show."""

from __future__ import annotations

import re
from itertools import pairwise
from math import log
from typing import Any

import pytest

from games.drawing import evidence
from games.drawing.evidence import Look, plot

WORDS: dict[str, Any] = {"title": "Evidence <1>", "bar_words": "bar", "results_words": "9 results"}


def heights(drawn: str) -> list[float]:
    found = re.search(r'points="([^"]+)"', drawn)
    assert found is not None
    return [float(pair.split(",")[1]) for pair in found[1].split()]


def test_each_tenfold_is_one_step_and_what_is_over_the_bar_is_marked() -> None:
    looks = [Look(50 * n, n * log(10), f"look {n}") for n in range(1, 5)]
    drawn = plot(looks, 2.5 * log(10), **WORDS)
    ys = heights(drawn)
    steps = [one - other for one, other in pairwise(ys)]
    assert len(ys) == 5
    assert max(steps) - min(steps) < 0.05
    assert drawn.count("<circle") == 2, "the third and the fourth"
    assert "Evidence &lt;1&gt;" in drawn


def test_of_many_looks_the_highest_of_each_stretch_is_kept() -> None:
    looks = [Look(n, 9.0 if n == 4_321 else 0.0, "") for n in range(1, 10_001)]
    kept = evidence._thinned(looks)
    assert len(kept) <= evidence.MOST + 1
    assert max(look.value for look in kept) == 9.0
    assert kept[-1] is looks[-1]


@pytest.mark.parametrize("tens", [3.1, 3.4, 3.6, 3.81, 3.95])
@pytest.mark.parametrize("narrow", [False, True])
def test_no_line_of_the_scale_runs_through_the_words_of_the_bar(tens: float, narrow: bool) -> None:
    drawn = plot([], tens * log(10), **WORDS, narrow=narrow)
    found = re.search(r'<text [^>]*\by="([\d.]+)"[^>]*>bar<', drawn)
    assert found is not None
    baseline = float(found[1])
    lines = [float(each) for each in re.findall(r'<line [^>]*\by1="([\d.]+)"', drawn)]
    assert len(lines) > 4
    assert not [line for line in lines if baseline - 10 < line < baseline + 2]


def test_without_looks_there_is_a_scale_and_a_bar() -> None:
    drawn = plot([], 8.76, **WORDS, narrow=True)
    assert "stroke-dasharray" in drawn
    assert "<circle" not in drawn
