"""Many shoes at once: the formulas of ``games/fairness/shoe.py`` over arrays, checked against the product's own on
samples (``test_simulated.py``).

Every table deals shoes of eight packs alike: 70 rounds of five cards, the other 66 stay behind the cut card. What the
bets say of a card depends on the shoe alone and not on when a bet began, so each block of ten rounds is worked out once
and added to every running bet. Lines of figures come from :func:`tests.fairness.simulation.figures`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import gammaln
from scipy.stats import chi2

from games.fairness.evidence import KEPT
from games.fairness.levels import of_place
from games.fairness.shoe import EXTRA, KINDS, OF_SHOE, SUITS, WEIGHTS, ShoeModel
from tests.fairness.arrays import log_sum

Array = Any
PACKS = 8
FULL = SUITS * PACKS
SIZE = KINDS * FULL
A_ROUND = 5
ROUNDS = 70
LOOK = ShoeModel.every
BLOCK = LOOK * A_ROUND
BLOCKS = ROUNDS // LOOK
SEEN = ROUNDS * A_ROUND
START = ShoeModel.start_every
ORDERED = np.repeat(np.arange(KINDS), FULL)
Shoes = Callable[[np.random.Generator, Array], Array]
"""(chance, the cards of each table's last shoe in their order, or None) -> those of the next one."""


def shuffled(cards: Array = ORDERED) -> Shoes:
    """Well shuffled shoes of these cards."""
    return lambda rng, before: rng.permuted(np.broadcast_to(cards, before.shape[:1] + cards.shape), axis=1)


def fewer(rank: int, count: int) -> Array:
    """A shoe that lacks so many cards of a rank, with others in their place, so that it is as thick as any."""
    cards = ORDERED.copy()
    places = np.flatnonzero(cards == rank)[:count]
    cards[places] = (rank + 1 + np.arange(count)) % KINDS
    return cards


def taken_up(riffles: int) -> Shoes:
    """Cards taken up as they lay, riffled so often (each card from either half alike: Gilbert, Shannon and Reeds), and
    cut anywhere."""

    def follow(rng: np.random.Generator, before: Array) -> Array:
        cards = before
        for _ in range(riffles):
            halves = rng.integers(0, 2, cards.shape)
            places = np.argsort(halves, axis=1, kind="stable")
            riffled = np.empty_like(cards)
            np.put_along_axis(riffled, places, cards, axis=1)
            cards = riffled
        cut = rng.integers(0, SIZE, (len(cards), 1))
        return np.take_along_axis(cards, (np.arange(SIZE) + cut) % SIZE, axis=1)

    return follow


class Blocks(NamedTuple):
    """What each block of ten rounds of a shoe adds to the logarithms of all bets, the blocks along the first axis."""

    ranks: Array
    steps: Array
    ways: Array


def gains(cards: Array, before: Array | None) -> Blocks:
    """Of the cards seen of a shoe (tables by cards), after those seen of the one before (None: the first)."""
    tables = len(cards)
    one_hot = cards[:, :, None] == np.arange(KINDS)
    unseen = FULL - (np.cumsum(one_hot, axis=1) - one_hot)
    left = SIZE - np.arange(SEEN)
    ends = np.arange(BLOCK, SEEN + 1, BLOCK)
    return Blocks(
        _ranks(one_hot, ends),
        _drawn(_predicted_steps(cards), cards, unseen, left, tables),
        _drawn(_predicted_ways(cards, before), cards, unseen, left, tables),
    )


def _ranks(one_hot: Array, ends: Array) -> Array:
    """The closed ratio at the end of each block, less the one before; minus infinity once there were too many."""
    counts = np.cumsum(one_hot, axis=1)[:, ends - 1]
    changes = np.array(OF_SHOE)
    known = gammaln(FULL + changes + 1) - gammaln(FULL + 1)
    k = counts[..., None]
    room = FULL + changes - k
    worth = known + gammaln(FULL - k + 1) - gammaln(np.maximum(room, 0) + 1)
    drawn = ends[:, None, None]
    whole = gammaln(SIZE + 1) - gammaln(SIZE - drawn + 1) - gammaln(SIZE + changes + 1)
    worth = worth + whole + gammaln(SIZE + changes - drawn + 1)
    with np.errstate(invalid="ignore"):  # infinite less infinite, where there were too many: not looked at below
        gained = np.diff(worth, axis=1, prepend=0.0)
    return np.moveaxis(np.where(room < 0, -np.inf, gained), 1, 0)


def _predicted_steps(cards: Array) -> Array:
    """For each card and step the rank that it should be (-1: nothing is said of the first)."""
    predicted = (np.roll(cards, 1, axis=1)[..., None] + np.arange(KINDS)) % KINDS
    predicted[:, 0] = -1
    return predicted


def _predicted_ways(cards: Array, before: Array | None) -> Array:
    """For each card and way what followed the last two ranks where they last stood together in the shoe before."""
    predicted = np.full((*cards.shape, 2), -1)
    if before is None:
        return predicted
    table = np.arange(len(cards))[:, None]
    for way, sequence in enumerate((before, before[:, ::-1])):
        after = np.full((len(cards), KINDS, KINDS), -1)
        for place in range(SEEN - 2):
            after[table[:, 0], sequence[:, place], sequence[:, place + 1]] = sequence[:, place + 2]
        predicted[:, 2:, way] = after[table, cards[:, :-2], cards[:, 1:-1]]
    return predicted


def _drawn(predicted: Array, cards: Array, unseen: Array, left: Array, tables: int) -> Array:
    """The gain of each prediction by how much more often it is supposed to come true."""
    chance = np.take_along_axis(unseen, np.maximum(predicted, 0), axis=2) / left[:, None]
    bet = (predicted >= 0) & (chance > 0)
    came = bet & (predicted == cards[..., None])
    found = []
    for extra in EXTRA:
        gained = np.where(bet, np.log1p(-extra), 0.0)
        gained[came] = np.log(1 - extra + extra / chance[came])
        found.append(gained.reshape(tables, BLOCKS, BLOCK, -1).sum(2))
    return np.moveaxis(np.stack(found, -1), 1, 0)


def worth(tally: list[Array]) -> Array:
    """The mixture of bets; tallies by table, bet, and change or extra."""
    parts = []
    for weight, bets in zip(WEIGHTS, tally, strict=True):
        flat = bets.reshape(*bets.shape[:-2], -1)
        parts.append(np.log(weight) + log_sum(flat, axis=-1) - np.log(flat.shape[-1]))
    return log_sum(np.stack(parts))


class Found(NamedTuple):
    """The highest evidence of each table; rounds until the bar and until each chi-square (0: never)."""

    highest: Array
    reached: Array
    monthly: dict[float, Array]


def run(
    deal: Shoes,
    *,
    tables: int,
    shoes: int,
    seed: int,
    bar: float,
    tests: tuple[float, ...] = (),
    month: int = 0,
    seen: Callable[[Array], None] = lambda cards: None,
) -> Found:
    """Follow tables for so many shoes, the first one well shuffled of the full packs. ``tests`` are the levels of a
    chi-square over the ranks that were seen, at the end of each ``month`` of so many shoes. ``seen`` gets the cards of
    each shoe."""
    rng = np.random.default_rng(seed)
    cards = shuffled()(rng, np.zeros((tables, SIZE)))
    deal_now: Shoes = deal
    before = None
    live: list[tuple[int, list[Array]]] = []
    cashed = np.full(tables, -np.inf)
    highest, reached = np.zeros(tables), np.zeros(tables, dtype=int)
    monthly = {each: np.zeros(tables, dtype=int) for each in tests}
    of_month = np.zeros((tables, KINDS), dtype=int)
    done = begun = 0
    for number in range(1, shoes + 1):
        cards = deal_now(rng, cards)
        now = cards[:, :SEEN]
        seen(now)
        added = gains(now, before)
        before = now
        for block in range(BLOCKS):
            if done % START == 0:
                begun += 1
                live.append((begun, [np.zeros_like(part[0]) for part in added]))
                if len(live) > KEPT:
                    place, tally = live.pop(1)
                    cashed = np.logaddexp(cashed, np.log(of_place(place)) + worth(tally))
            for _place, tally in live:
                for kept, part in zip(tally, added, strict=True):
                    kept += part[block]
            done += LOOK
            terms = [np.log(of_place(place)) + worth(tally) for place, tally in live]
            value = log_sum(np.stack([*terms, cashed, np.full(tables, -np.log(begun + 1))]))
            highest = np.maximum(highest, value)
            reached[(reached == 0) & (value >= bar)] = done
        if tests:
            of_month += (now[:, :, None] == np.arange(KINDS)).sum(1)
            if number % month == 0:
                expected = of_month.sum(1, keepdims=True) / KINDS
                p = chi2.sf(((of_month - expected) ** 2 / expected).sum(1), KINDS - 1)
                for level, first in monthly.items():
                    first[(first == 0) & (p < level)] = done
                of_month[:] = 0
        if (tests or np.isfinite(bar)) and all((first > 0).all() for first in (reached, *monthly.values())):
            break
    return Found(highest, reached, monthly)
