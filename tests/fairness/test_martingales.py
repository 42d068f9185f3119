"""Each bet is a martingale with mean 1 while all is fair: exactly, over every sequence; and scipy's figures agree."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, isclose, log, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logsumexp
from scipy.stats import beta, binom, dirichlet_multinomial, multinomial

from games.fairness.dice import FAIR_FACES, FAIR_TOTALS, DiceModel
from games.fairness.martingales import SetBets, at_times, dirichlet, dirichlet_mixture, log_mean, log_sum
from games.fairness.model import Model
from games.fairness.wheel import SpinnerModel, WheelModel

SHARES = ([0.25] * 4, [0.5, 0.3, 0.2], [1 / 2, 1 / 2])


@pytest.mark.parametrize("fair", SHARES, ids=["even", "uneven", "coin"])
@pytest.mark.parametrize("length", [1, 3, 5])
def test_the_mean_of_a_dirichlet_bet_over_all_sequences_is_one(fair: list[float], length: int) -> None:
    mean = 0.0
    for sequence in product(range(len(fair)), repeat=length):
        counts = [sequence.count(each) for each in range(len(fair))]
        mean += prod(fair[each] for each in sequence) * exp(dirichlet_mixture(counts, fair))
    assert isclose(mean, 1, abs_tol=1e-9)


@given(
    counts=st.lists(st.integers(0, 400), min_size=3, max_size=3).filter(lambda each: sum(each) > 0),
    concentration=st.sampled_from([3.0, 24.0, 600.0]),
)
def test_a_dirichlet_bet_is_what_scipy_makes_of_two_distributions(counts: list[int], concentration: float) -> None:
    fair = [0.5, 0.3, 0.2]
    alpha = [concentration * share for share in fair]
    known = dirichlet_multinomial.logpmf(counts, alpha, sum(counts)) - multinomial.logpmf(counts, sum(counts), fair)
    assert isclose(dirichlet(counts, fair, concentration), known, rel_tol=1e-7, abs_tol=1e-6)


@given(total=st.integers(1, 2000), share=st.sampled_from([1 / 37, 5 / 37, 18 / 37]), data=st.data())
def test_a_set_bet_is_the_likelihood_ratio_of_two_binomials(total: int, share: float, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, total))
    known = binom.logpmf(hits, total, 1.2 * share) - binom.logpmf(hits, total, share)
    assert isclose(at_times(hits, total, share, 1.2), known, rel_tol=1e-7, abs_tol=1e-6)


def test_a_set_that_cannot_come_so_often_is_no_bet() -> None:
    with pytest.raises(ValueError, match="cannot come"):
        at_times(1, 2, 0.5, 2.5)
    assert len(SetBets(0.9).each([0], 1)) == 3, "1.1 times nine in ten is one at most: only 0.8, 0.9 and 1.1 remain"


@given(terms=st.lists(st.floats(-800, 800), min_size=1, max_size=20))
def test_sums_of_logarithms_are_scipys(terms: list[float]) -> None:
    assert isclose(log_sum(terms), float(logsumexp(terms)), abs_tol=1e-9)
    assert isclose(log_mean(terms), float(logsumexp(terms)) - log(len(terms)), abs_tol=1e-9)
    assert log_sum([]) == float("-inf")


# A tiny wheel: everything that a sequence can be is gone through.
TINY = WheelModel(tuple(range(10)), {"red": (1, 3, 5, 7), "black": (2, 4, 6, 8)})


def worth(model: Model, outcomes: list[object]) -> float:
    context, tally = model.context(), model.empty()
    for outcome in outcomes:
        model.take(context, [tally], outcome)
    return exp(model.value(tally))


def test_the_mean_of_a_wheels_bets_is_one() -> None:
    mean = sum(worth(TINY, list(each)) for each in product(range(10), repeat=4)) / 10**4
    assert isclose(mean, 1, abs_tol=1e-9)


def test_the_mean_of_a_spinners_bets_is_one() -> None:
    model = SpinnerModel(TINY)
    told = ([("A", one), ("B", two), ("A", three)] for one, two, three in product(range(10), repeat=3))
    mean = sum(worth(model, list(each)) for each in told) / 10**3
    assert isclose(mean, 1, abs_tol=1e-9)


def test_the_mean_of_the_dices_bets_is_one() -> None:
    model = DiceModel()
    throws = list(product(range(1, 7), repeat=3))
    mean = sum(worth(model, [throw]) for throw in throws) / 216
    assert isclose(mean, 1, abs_tol=1e-9)
    few = throws[::7]
    assert len(few) == 31
    after = sum(worth(model, [few[5], throw]) for throw in throws) / 216
    assert isclose(after, worth(model, [few[5]]), rel_tol=1e-9), "and whatever came before"


def test_the_chances_of_totals_are_those_of_three_dice() -> None:
    exact = [Fraction(n, 216) for n in (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1)]
    assert [float(each) for each in exact] == FAIR_TOTALS
    assert isclose(sum(FAIR_FACES), 1)


def test_a_prior_of_two_sides_is_scipys_beta() -> None:
    """The beta's normalising constant: ∫ p^3 (1−p)^2 dBeta(8, 8), over (1/2)^5."""
    moment = beta(8, 8).expect(lambda p: p**3 * (1 - p) ** 2)
    assert isclose(exp(dirichlet([3, 2], [0.5, 0.5], 16)), moment / 0.5**5, rel_tol=1e-9)
