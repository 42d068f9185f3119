"""Bets against a fair device whose winnings are the evidence: each is a martingale with mean 1 while it is fair.

A bet is a probability for each sequence of outcomes; its value after n of them is that probability over the fair one.
By Ville's inequality (Ville 1939) the chance that a fair device ever lets it reach 1/α is at most α, however often, and
for however long, it is looked at. An average of bets, with weights fixed beforehand, is one again. Two kinds stand
here:

- the Dirichlet mixture over all probabilities of the outcomes (Robbins 1970; Lindon & Malek, NeurIPS 2022), which finds
  any lasting difference;
- a set of outcomes that comes λ times as often as it should, which finds that one sooner.

Everything is kept as natural logarithms. Pure, and of the standard library alone. Proved by
``tests/fairness/test_martingales.py``: the mean over all sequences, exactly, and scipy's functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, inf, lgamma, log, log1p
from typing import Final

CONCENTRATIONS: Final = (8, 50, 400)
"""Prior weight of the Dirichlet mixtures, in outcomes for each possible one: broad, middling and close to fair."""
TIMES: Final = (0.8, 0.9, 1.1, 1.2, 1.35, 1.5)
"""How many times as often as it should a set is supposed to come."""


def log_sum(terms: Iterable[float]) -> float:
    """The logarithm of a sum, from the logarithms of its terms; minus infinity for nothing."""
    known = list(terms)
    top = max(known, default=-inf)
    if top == -inf:
        return -inf
    return top + log(sum(exp(term - top) for term in known))


def log_mean(terms: Sequence[float]) -> float:
    """The logarithm of a mean with equal weights."""
    return log_sum(terms) - log(len(terms))


def dirichlet(counts: Sequence[int], fair: Sequence[float], concentration: float) -> float:
    """The logarithm of the mixture's value: of Γ(c)/Γ(c+n) Π Γ(c·p+N)/Γ(c·p) / p^N, with counts N of n outcomes that
    are p each where all is fair, and the prior Dirichlet(c·p)."""
    total = sum(counts)
    value = lgamma(concentration) - lgamma(concentration + total)
    for count, share in zip(counts, fair, strict=True):
        if count:
            prior = concentration * share
            value += lgamma(prior + count) - lgamma(prior) - count * log(share)
    return value


def dirichlet_mixture(counts: Sequence[int], fair: Sequence[float]) -> float:
    """The mean of three mixtures, broad to close."""
    return log_mean([dirichlet(counts, fair, each * len(fair)) for each in CONCENTRATIONS])


def at_times(hits: int, total: int, share: float, times: float) -> float:
    """The logarithm of the bet that a set of probability ``share`` comes ``times`` as often:
    λ^hits ((1−λq)/(1−q))^(total−hits). ValueError where that is no probability."""
    other = (1 - times * share) / (1 - share)
    if other <= 0:
        raise ValueError("a set cannot come that often")
    return hits * log(times) + (total - hits) * log(other)


def likeliest(hits: int, total: int, share: float) -> float:
    """The logarithm of the likelihood of these hits at their own frequency over that of a fair set: what a set shows by
    itself, to name what drives the evidence. No bet: whoever chooses afterwards always finds something."""
    value = 0.0
    for count, chance in ((hits, share), (total - hits, 1 - share)):
        if count:
            value += count * (log(count / total) - log(chance))
    return value


class SetBets:
    """The mean of :func:`at_times` over sets of one probability and all of :data:`TIMES` that are possible."""

    def __init__(self, share: float) -> None:
        self.share = share
        self._times = [(log(times), log1p(-times * share) - log1p(-share)) for times in TIMES if times * share < 1]

    def each(self, hits: Sequence[int], total: int) -> list[float]:
        """The logarithm of every bet, set by set, each with all times."""
        return [count * up + (total - count) * down for count in hits for up, down in self._times]

    def value(self, hits: Sequence[int], total: int) -> float:
        """The logarithm of their mean."""
        return log_mean(self.each(hits, total))
