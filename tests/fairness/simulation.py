"""Many tables at once, by counts alone: the watch's formulas over arrays, checked against the product's on samples.

``python -m tests.fairness.simulation`` prints the figures of ``docs/fairness.md`` for what is not fair; ``make
nightly`` runs it after the hundred years of what is (``test_simulated.py``), which print theirs. numpy comes with
scipy; the product itself has neither in its watch.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from scipy.special import gammaln
from scipy.stats import chi2

from games.fairness.dice import FAIR_FACES, FAIR_TOTALS, OF_FACES, OF_SETS, OF_TOTALS, PAIRS
from games.fairness.evidence import KEPT
from games.fairness.levels import bar, of_place, of_table
from games.fairness.martingales import CONCENTRATIONS, TIMES
from games.fairness.wheel import OF_COLOURS, OF_POCKETS, OF_WINDOW, WIDTHS
from games.roulette.layout import BLACK, RED, WHEEL
from tests.fairness import shoe_simulation as shoes
from tests.fairness.arrays import log_sum

Array = Any
LOOK = 50
START = 10_000
WHEEL_A_DAY = 800
MONTH = 30 * WHEEL_A_DAY
FIRST_TABLE = bar(of_table(1, 1))
PLACE = {pocket: place for place, pocket in enumerate(WHEEL)}
COLOURS = [[PLACE[pocket] for pocket in sorted(pockets)] for pockets in (RED, BLACK)]


@cache
def _rising(prior: float, fair: float, size: int) -> Array:
    """ln Γ(prior + N) − ln Γ(prior) − N ln fair for every N below ``size``."""
    counts = np.arange(size)
    return gammaln(prior + counts) - gammaln(prior) - counts * np.log(fair)


def dirichlet(counts: Array, fair: Array) -> Array:
    """The mean over the concentrations; results along the last axis. Looked up: every count is a whole number."""
    total = counts.sum(-1)
    size = 1 << int(counts.max()).bit_length()
    values = []
    for each in CONCENTRATIONS:
        prior = each * fair.size * fair
        whole = float(prior.sum())
        value = gammaln(whole) - gammaln(whole + total)
        if np.ptp(fair) == 0:
            value = value + _rising(float(prior[0]), float(fair[0]), size)[counts].sum(-1)
        else:
            for place in range(fair.size):
                value = value + _rising(float(prior[place]), float(fair[place]), size)[counts[..., place]]
        values.append(value)
    return log_sum(np.stack(values)) - np.log(len(values))


def sets(hits: Array, total: Array, share: float) -> Array:
    """The mean over sets (last axis) and times. A bet grows with its hits, or falls: so the largest is known."""
    most, least = hits.max(-1), hits.min(-1)
    values = []
    for times in TIMES:
        other = np.log1p(-times * share) - np.log1p(-share)
        each = np.log(times) - other
        top = most if each > 0 else least
        rest = np.exp((hits - top[..., None]) * each).sum(-1)
        values.append(top * each + total * other + np.log(rest))
    return log_sum(np.stack(values)) - np.log(len(TIMES) * hits.shape[-1])


def wheel(counts: Array) -> Array:
    """The wheel's mixture; pockets along the last axis in the order of the wheel."""
    size, total = counts.shape[-1], counts.sum(-1)
    terms = [np.log(OF_POCKETS) + dirichlet(counts, np.full(size, 1 / size))]
    round_about = np.zeros((*counts.shape[:-1], size + max(WIDTHS) + 1), dtype=counts.dtype)
    np.cumsum(np.concatenate([counts, counts[..., : max(WIDTHS)]], -1), axis=-1, out=round_about[..., 1:])
    for width in WIDTHS:
        terms.append(
            np.log(OF_WINDOW)
            + sets(round_about[..., width : width + size] - round_about[..., :size], total, width / size)
        )
    hits = np.stack([counts[..., places].sum(-1) for places in COLOURS], -1)
    terms.append(np.log(OF_COLOURS) + sets(hits, total, len(COLOURS[0]) / size))
    return log_sum(np.stack(terms))


def dice(counts: Array) -> Array:
    """The shaker's mixture; the last axis has six faces and sixteen totals."""
    faces, totals = counts[..., :6], counts[..., 6:]
    thrown = faces.sum(-1)
    pairs = np.stack([faces[..., one] + faces[..., other] for one, other in PAIRS], -1)
    both = [sets(faces, thrown, 1 / 6), sets(pairs, thrown, 1 / 3)]
    terms = [
        np.log(OF_FACES) + dirichlet(faces, np.array(FAIR_FACES)),
        np.log(OF_SETS) + log_sum(np.stack(both)) - np.log(2),
        np.log(OF_TOTALS) + dirichlet(totals, np.array(FAIR_TOTALS)),
    ]
    return log_sum(np.stack(terms))


def spins(chances: Array) -> Callable[[np.random.Generator, int, int], Array]:
    """Counts of so many spins at so many wheels."""
    return lambda rng, tables, size: rng.multinomial(size, chances, size=tables)


def throws(first: Array) -> Callable[[np.random.Generator, int, int], Array]:
    """Counts of faces and totals of throws with one die of these chances and two fair ones."""

    def drawn(rng: np.random.Generator, tables: int, size: int) -> Array:
        loaded = rng.choice(6, p=first, size=(tables, size, 1))
        fair = rng.integers(0, 6, size=(tables, size, 2))
        thrown = np.concatenate([loaded, fair], axis=-1)
        faces = np.stack([(thrown == face).sum((1, 2)) for face in range(6)], -1)
        totals = thrown.sum(-1)
        return np.concatenate([faces, np.stack([(totals == total).sum(1) for total in range(16)], -1)], -1)

    return drawn


class Run(NamedTuple):
    """The highest evidence of each table, and after how many results it first reached each bar (0: never)."""

    highest: Array
    reached: dict[float, Array]
    monthly: dict[float, Array]
    """By level of a chi-square test at the end of each month: after how many results it first fell below."""


def run(
    draw: Callable[[np.random.Generator, int, int], Array],
    value: Callable[[Array], Array],
    *,
    tables: int,
    results: int,
    seed: int,
    bars: tuple[float, ...] = (FIRST_TABLE,),
    change_at: int = 0,
    before: Callable[[np.random.Generator, int, int], Array] | None = None,
    tests: tuple[float, ...] = (),
    month: int = MONTH,
    faces: Array = None,
    look: int = LOOK,
) -> Run:
    """Follow tables for so many results; until ``change_at`` they are drawn by ``before``. ``tests`` are the levels of
    the monthly chi-square over ``faces`` (the first so many counts, with fair chances). Stops when all have reached
    every bar and test."""
    rng = np.random.default_rng(seed)
    live: list[tuple[int, Array]] = []
    cashed = np.full(tables, -np.inf)
    highest = np.zeros(tables)
    reached = {each: np.zeros(tables, dtype=int) for each in bars}
    monthly = {each: np.zeros(tables, dtype=int) for each in tests}
    of_month: Array = None
    begun = 0
    for done in range(0, results, look):
        if done % START == 0:
            begun += 1
            live.append((begun, None))
            if len(live) > KEPT:
                place, counts = live.pop(1)
                cashed = np.logaddexp(cashed, np.log(of_place(place)) + value(counts))
        drawn = (before if before is not None and done < change_at else draw)(rng, tables, look)
        live = [(place, drawn if counts is None else counts + drawn) for place, counts in live]
        stacked = np.stack([counts for _place, counts in live])
        weights = np.log([of_place(place) for place, _counts in live])[:, None]
        rest = np.full((1, tables), -np.log(begun + 1))
        now = log_sum(np.concatenate([weights + value(stacked), cashed[None], rest]))
        highest = np.maximum(highest, now)
        for each, first in reached.items():
            first[(first == 0) & (now >= each)] = done + look
        if tests and done >= change_at:
            of_month = drawn if of_month is None else of_month + drawn
            if (done + look - change_at) % month == 0:
                observed = of_month[:, : len(faces)]
                expected = observed.sum(-1, keepdims=True) * faces
                p = chi2.sf(((observed - expected) ** 2 / expected).sum(-1), len(faces) - 1)
                for level, first in monthly.items():
                    first[(first == 0) & (p < level)] = done + look
                of_month = None
        if all((first > 0).all() for first in (*reached.values(), *monthly.values())) and (reached or monthly):
            break
    return Run(highest, reached, monthly)


def one_pocket(times: float) -> Array:
    """Chances of a wheel of which one pocket comes so many times as often."""
    return sector(1, times)


def sector(width: int, times: float) -> Array:
    """Chances of a wheel of which so many neighbours come so many times as often."""
    chances = np.full(37, (1 - times * width / 37) / (37 - width))
    chances[:width] = times / 37
    return chances


def loaded(times: float) -> Array:
    """Chances of a die of which one face comes so many times as often, at the cost of the opposite one."""
    return np.array([2 - times, 1, 1, 1, 1, times]) / 6


FAIR_WHEEL = np.full(37, 1 / 37)
FAIR_DIE = np.full(6, 1 / 6)


def quantiles(first: Array, change_at: int = 0) -> str:
    """Ten, fifty and ninety in a hundred, in results since the change; how many never."""
    found = np.where(first == 0, 10**9, first - change_at)
    said = [f"{each / 1000:.1f} k" if each < 10**8 else "not found" for each in np.quantile(found, (0.1, 0.5, 0.9))]
    return " / ".join(said)


LONG = FIRST_TABLE
LEVEL = float(np.exp(-FIRST_TABLE))
NAIVE = 0.001
SAME = LEVEL / 120
"""A chi-square each month for ten years with the watch's own chance of a false alarm, by the union bound."""


TABLES = 100
YEAR = 365 * WHEEL_A_DAY
CASES: tuple[tuple[str, Callable[[np.random.Generator, int, int], Array], Callable[[Array], Array], Array], ...] = (
    ("one pocket x1.2", spins(one_pocket(1.2)), wheel, FAIR_WHEEL),
    ("five neighbours x1.1", spins(sector(5, 1.1)), wheel, FAIR_WHEEL),
    ("nine neighbours x1.1", spins(sector(9, 1.1)), wheel, FAIR_WHEEL),
    ("one pocket x1.5", spins(one_pocket(1.5)), wheel, FAIR_WHEEL),
    ("one die, face x1.2", throws(loaded(1.2)), dice, FAIR_DIE),
    ("one die, face x1.1", throws(loaded(1.1)), dice, FAIR_DIE),
)
SHOES: tuple[tuple[str, shoes.Shoes, int], ...] = (
    ("cards taken up, cut, not shuffled", shoes.taken_up(0), 1_400),
    ("cards riffled once, cut", shoes.taken_up(1), 1_400),
    ("eight of 32 nines lacking", shoes.shuffled(shoes.fewer(8, 8)), 3_500),
    ("four of 32 nines lacking", shoes.shuffled(shoes.fewer(8, 4)), 3_500),
)
SHOES_A_YEAR = YEAR // shoes.ROUNDS
SHOES_A_MONTH = MONTH // shoes.ROUNDS
LATE = 100_000


def said(line: str) -> None:
    """A line of figures, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def of_fair(name: str, highest: Array) -> None:
    """How many of the fair tables ever reached each of three bars, how high they came, how many alarms there were."""
    shares = {each: int((highest >= np.log(each)).sum()) for each in (10, 20, 100)}
    alarms = int((highest >= FIRST_TABLE).sum())
    said(f"fair {name}, {len(highest)} tables: reached {shares}, highest {highest.max():.2f}, alarms {alarms}")


def of_biased(name: str, reached: Array, monthly: dict[float, Array]) -> None:
    """How long it took, beside the chi-squares."""
    said(f"{name} | " + " | ".join(quantiles(each) for each in (reached, *monthly.values())))


def fair_years(device: str, seed: int) -> Run | shoes.Found:
    """A hundred tables, a year of each: a hundred years."""
    if device == "shoe":
        return shoes.run(shoes.shuffled(), tables=TABLES, shoes=SHOES_A_YEAR, seed=seed, bar=FIRST_TABLE)
    draw, value = (spins(FAIR_WHEEL), wheel) if device == "wheel" else (throws(FAIR_DIE), dice)
    return run(draw, value, tables=TABLES, results=YEAR, seed=seed)


def ten_years(seed: int) -> Run:
    """Ten wheels, ten years of each: bets are cashed all along, which a year hardly shows."""
    return run(spins(FAIR_WHEEL), wheel, tables=10, results=10 * YEAR, seed=seed)


def figures() -> None:
    """Print the tables of the page."""
    said(f"bar {FIRST_TABLE:.2f}, level {LEVEL:.2e}")
    for name, draw, value, faces in CASES:
        found = run(draw, value, tables=60, results=480_000, seed=1, tests=(NAIVE, SAME), faces=faces, look=200)
        of_biased(name, found.reached[FIRST_TABLE], found.monthly)
    for name, deal, most in SHOES:
        dealt = shoes.run(
            deal, tables=60, shoes=most, seed=1, bar=FIRST_TABLE, tests=(NAIVE, SAME), month=SHOES_A_MONTH
        )
        of_biased(name, dealt.reached, dealt.monthly)
    late = run(
        spins(one_pocket(1.2)),
        wheel,
        tables=60,
        results=400_000,
        seed=2,
        change_at=LATE,
        before=spins(FAIR_WHEEL),
        look=200,
    )
    said(f"one pocket x1.2 after 100 k fair | {quantiles(late.reached[FIRST_TABLE], LATE)}")


if __name__ == "__main__":
    figures()
