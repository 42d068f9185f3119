"""Chi-square figures against published tables, and the warnings that belong to them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from casino.core.text import Text
from games.rows import statistics
from games.rows.statistics import Cell, chi_square_test, of_counts

OUTCOMES = Path(statistics.__file__).parent / "data" / "roulette_outcomes.csv"


def cells(observed: list[int], expected: list[float]) -> tuple[Cell, ...]:
    return tuple(Cell(str(i), Text("", ""), o, e) for i, (o, e) in enumerate(zip(observed, expected, strict=True)))


@pytest.mark.parametrize(
    ("degrees", "critical", "p"),
    # Upper critical values of chi-square, NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4.
    [(1, 3.841, 0.05), (2, 5.991, 0.05), (3, 7.815, 0.05), (36, 50.998, 0.05), (36, 58.619, 0.01), (2, 13.816, 0.001)],
)
def test_p_values_agree_with_the_printed_table(degrees: int, critical: float, p: float) -> None:
    # One cell carries the whole statistic: (observed - expected)^2 / expected = critical.
    expected = [1e6] * (degrees + 1)
    observed = [1_000_000] * (degrees + 1)
    observed[0] += round((critical * 1e6) ** 0.5)
    found = chi_square_test("t", Text("", ""), cells(observed, expected))
    assert found.degrees == degrees
    assert found.p_value == pytest.approx(p, rel=2e-2)


def test_an_even_wheel_shows_no_difference() -> None:
    found = of_counts(dict.fromkeys(range(37), 100))
    assert found.spins == 3700
    assert all(test.chi_square == pytest.approx(0) and test.p_value == pytest.approx(1) for test in found.tests)
    assert "fair wheel" in found.pockets.meaning.en


def test_groups_cover_every_pocket_once() -> None:
    for _code, _name, parts in statistics.GROUPINGS:
        pockets = [n for _, _, group in parts for n in group]
        assert sorted(pockets) == list(range(37))


def test_a_crooked_wheel_is_seen() -> None:
    counts = dict.fromkeys(range(37), 100)
    counts[17] = 300
    found = of_counts(counts)
    assert found.pockets.p_value is not None
    assert found.pockets.p_value < 1e-6
    assert "need a check" in found.pockets.meaning.en
    assert "hơn 1.000.000" in found.pockets.meaning.vi


def test_few_spins_are_said_to_be_too_few() -> None:
    found = of_counts({1: 3, 2: 1})
    assert not found.pockets.reliable
    assert "Too few" in found.pockets.meaning.en
    empty = of_counts({})
    assert empty.pockets.p_value is None
    assert "No spin" in empty.pockets.meaning.en


def test_many_tests_raise_false_alarms() -> None:
    assert of_counts({}).chance_of_a_false_alarm == pytest.approx(1 - 0.95**6)


def test_pockets_off_the_wheel_are_an_error() -> None:
    with pytest.raises(ValueError, match="0 to 36"):
        of_counts({37: 1})


def test_the_recorded_spins() -> None:
    if not OUTCOMES.exists():
        pytest.skip("the recorded outcomes are not in this checkout")
    with OUTCOMES.open(encoding="utf-8") as file:
        counts = Counter(int(row["pocket"]) for row in csv.DictReader(file))
    found = of_counts(counts)
    assert found.spins == 4798
    assert sum(cell.count for cell in found.pockets.cells) == 4798
    assert found.pockets.cells[0].expected == pytest.approx(4798 / 37)
    assert found.pockets.reliable
