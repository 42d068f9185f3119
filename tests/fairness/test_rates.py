"""Intervals for rates that hold however often they are drawn, and many tables at one position (scipy as the judge)."""

from __future__ import annotations

import random
from math import exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import betabinom, binom

from games.fairness.rates import e_bh, evidence_against, rate_interval


@given(total=st.integers(1, 5000), rate=st.sampled_from([0.0005, 0.01, 0.3, 0.9]), data=st.data())
def test_the_evidence_is_the_ratio_of_two_distributions_of_scipy(total: int, rate: float, data: st.DataObject) -> None:
    cases = data.draw(st.integers(0, total))
    known = betabinom.logpmf(cases, total, 0.5, 0.5) - binom.logpmf(cases, total, rate)
    assert isclose(evidence_against(rate, cases, total), known, rel_tol=1e-6, abs_tol=1e-5)


def test_the_mean_of_the_evidence_is_one() -> None:
    mean = sum(binom.pmf(cases, 60, 0.1) * exp(evidence_against(0.1, cases, 60)) for cases in range(61))
    assert isclose(mean, 1, rel_tol=1e-9)


def test_five_of_ten_thousand() -> None:
    """The figures of the trial, at 99 %: 0.003 to 0.22 %."""
    found = rate_interval(5, 10_000)
    assert (round(100 * found.low, 3), round(100 * found.high, 2)) == (0.003, 0.22)
    assert not found.small


@given(total=st.integers(1, 3000), data=st.data())
def test_the_ends_are_where_the_evidence_crosses(total: int, data: st.DataObject) -> None:
    cases = data.draw(st.integers(0, total))
    found = rate_interval(cases, total, 0.05)
    assert 0 <= found.low <= cases / total <= found.high <= 1
    if cases:
        assert isclose(evidence_against(found.low, cases, total), log(20), abs_tol=1e-3)
    if cases < total:
        assert isclose(evidence_against(found.high, cases, total), log(20), abs_tol=1e-3)


def test_nothing_seen_says_nothing_and_small_numbers_say_so() -> None:
    assert rate_interval(0, 0)[2:] == (0.0, 1.0)
    assert rate_interval(0, 0).small
    assert rate_interval(2, 4000).small
    with pytest.raises(ValueError, match="at most"):
        rate_interval(2, 1)


def test_the_true_rate_is_hardly_ever_missed_though_it_is_looked_at_all_the_time() -> None:
    """At 80 %, so that the test could fail: at most one run in five may ever miss; with every look a usual interval of
    80 % misses in nearly all."""
    missed = 0
    for run in range(200):
        chance, cases = random.Random(run), 0
        for total in range(1, 1501):
            cases += chance.random() < 0.05
            if total % 5 == 0 and evidence_against(0.05, cases, total) >= log(5):
                missed += 1
                break
    assert 1 <= missed <= 40


def test_tables_stand_together_where_one_alone_would_not() -> None:
    three = {"a": log(70), "b": log(69), "c": log(67), **{f"x{n}": 0.0 for n in range(7)}}
    assert e_bh(three, 0.05) == {"a", "b", "c"}
    assert e_bh({"a": log(199), **{f"x{n}": 0.0 for n in range(9)}}, 0.05) == set()
    assert e_bh({"a": log(200), **{f"x{n}": 0.0 for n in range(9)}}, 0.05) == {"a"}
    assert e_bh({}, 0.05) == set()
