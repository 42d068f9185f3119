"""Simulated tables: fair ones alarm no more often than promised, biased ones are found; in small here, whole at night.

The small runs go by levels at which they could fail: of a hundred fair tables, how many ever reach 20 and 10. The whole
(``make nightly``): a hundred years of wheels, of shakers and of shoes.
"""

from __future__ import annotations

import random
from math import log

import numpy as np
import pytest

from games.fairness.dice import DiceModel
from games.fairness.evidence import Evidence
from games.fairness.shoe import KINDS, Seen, ShoeModel
from games.roulette.chance import MODEL
from games.roulette.layout import WHEEL
from tests.fairness import shoe_simulation as shoes
from tests.fairness import simulation
from tests.fairness.simulation import FAIR_DIE, FAIR_WHEEL, FIRST_TABLE, run, spins, throws


def most(tables: int, level: float) -> int:
    """What a fair count stays under but for once in a thousand: at most ``level`` of the tables on average."""
    from scipy.stats import binom

    return int(binom.ppf(0.999, tables, level))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_formulas_over_arrays_are_the_products_own(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.multinomial(3000, FAIR_WHEEL, size=2)
    for row, value in zip(counts, simulation.wheel(counts), strict=True):
        assert MODEL.value(row.tolist()) == pytest.approx(float(value), abs=1e-8)
    drawn = throws(FAIR_DIE)(rng, 2, 500)
    for row, value in zip(drawn, simulation.dice(drawn), strict=True):
        assert DiceModel().value([row[:6].tolist(), row[6:].tolist()]) == pytest.approx(float(value), abs=1e-8)


def test_the_run_over_arrays_is_the_products_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """One table, with starts every 200 spins, so that bets are cashed too."""
    monkeypatch.setattr(simulation, "START", 200)
    monkeypatch.setattr(type(MODEL), "start_every", 200)
    drawn: list[np.ndarray] = []
    draw = spins(simulation.one_pocket(2))

    def kept(rng: np.random.Generator, tables: int, size: int) -> simulation.Array:
        counts = draw(rng, tables, size)
        drawn.append(counts[0])
        return counts

    found = run(kept, simulation.wheel, tables=1, results=4000, seed=4, bars=())
    evidence, highest = Evidence(), 0.0
    for counts in drawn:
        for place, count in enumerate(counts.tolist()):
            for _ in range(count):
                evidence.take(MODEL, WHEEL[place])
        highest = max(highest, evidence.value(MODEL))
    assert evidence.cashed is not None
    assert highest == pytest.approx(float(found.highest[0]), abs=1e-6)


def test_fair_wheels_reach_twenty_no_more_often_than_one_in_twenty() -> None:
    found = run(spins(FAIR_WHEEL), simulation.wheel, tables=150, results=20_000, seed=7, look=100)
    assert (found.highest >= log(20)).sum() <= most(150, 1 / 20)
    assert (found.highest >= log(3)).sum() >= 1, "the bets do move"
    assert not found.reached[FIRST_TABLE].any()


def test_fair_shakers_reach_twenty_no_more_often_than_one_in_twenty() -> None:
    found = run(throws(FAIR_DIE), simulation.dice, tables=150, results=20_000, seed=8, look=200)
    assert (found.highest >= log(20)).sum() <= most(150, 1 / 20)


def test_fair_shoes_reach_ten_no_more_often_than_one_in_ten() -> None:
    reached = 0
    for table in range(20):
        chance, evidence, highest = random.Random(table), Evidence(), 0.0
        for shoe in range(1, 5):
            cards = [rank for rank in range(KINDS) for _ in range(32)]
            chance.shuffle(cards)
            for place in range(0, 350, 5):
                if evidence.take(SHOES, Seen(shoe, 8, True, tuple(cards[place : place + 5]))):
                    highest = max(highest, evidence.value(SHOES))
        reached += highest >= log(10)
    assert reached <= most(20, 0.1)


SHOES = ShoeModel()


@pytest.mark.parametrize(
    ("chances", "within"),
    [(simulation.one_pocket(1.5), 10_000), (simulation.sector(9, 1.2), 10_000)],
    ids=["one-pocket", "nine-neighbours"],
)
def test_a_biased_wheel_is_found(chances: np.ndarray, within: int) -> None:
    found = run(spins(chances), simulation.wheel, tables=20, results=2 * within, seed=3, look=100)
    first = found.reached[FIRST_TABLE]
    assert (first > 0).all()
    assert np.median(first) <= within


def test_a_loaded_die_is_found() -> None:
    found = run(throws(simulation.loaded(1.3)), simulation.dice, tables=20, results=20_000, seed=3, look=200)
    assert (found.reached[FIRST_TABLE] > 0).all()


def test_a_long_fair_past_hides_no_defect_for_long() -> None:
    found = run(
        spins(simulation.one_pocket(1.5)),
        simulation.wheel,
        tables=10,
        results=80_000,
        seed=5,
        change_at=50_000,
        before=spins(FAIR_WHEEL),
        look=200,
    )
    since = found.reached[FIRST_TABLE] - 50_000
    assert (since > 0).all()
    assert np.median(since) <= 12_000


@pytest.mark.parametrize("deal", [shoes.shuffled(), shoes.taken_up(1)], ids=["shuffled", "riffled-once"])
def test_the_shoes_over_arrays_are_the_products_own(deal: shoes.Shoes, monkeypatch: pytest.MonkeyPatch) -> None:
    """With starts every 40 rounds, in the middle of shoes, so that bets are cashed too."""
    monkeypatch.setattr(shoes, "START", 40)
    monkeypatch.setattr(ShoeModel, "start_every", 40)
    dealt: list[np.ndarray] = []
    found = shoes.run(deal, tables=2, shoes=11, seed=1, bar=np.inf, seen=lambda cards: dealt.append(cards.copy()))
    for table in range(2):
        evidence, highest = Evidence(), 0.0
        for number, cards in enumerate(dealt, start=1):
            for place in range(0, shoes.SEEN, shoes.A_ROUND):
                ranks = cards[table, place : place + shoes.A_ROUND].tolist()
                if evidence.take(SHOES, Seen(number, shoes.PACKS, True, tuple(ranks))):
                    highest = max(highest, evidence.value(SHOES))
        assert evidence.cashed is not None
        assert highest == pytest.approx(float(found.highest[table]), abs=1e-6)


def test_cards_that_are_taken_up_and_not_shuffled_are_found_in_two_shoes() -> None:
    found = shoes.run(shoes.taken_up(0), tables=10, shoes=4, seed=2, bar=FIRST_TABLE)
    assert (found.reached > 0).all()
    assert np.median(found.reached) <= 2 * shoes.ROUNDS


def test_a_riffle_keeps_the_order_within_each_half() -> None:
    """One riffle leaves two rising runs, and a cut one more: three at most."""
    before = np.arange(shoes.SIZE)[None]
    after = shoes.taken_up(1)(np.random.default_rng(3), before)[0]
    assert sorted(after) == list(range(shoes.SIZE))
    places = np.argsort(after)
    assert (np.diff(places) < 0).sum() <= 2


@pytest.mark.nightly
@pytest.mark.parametrize("device", ["wheel", "shaker", "shoe"])
def test_a_hundred_years_of_fair_tables(device: str) -> None:
    held_to_its_promise(device, simulation.fair_years(device, seed=11).highest)


@pytest.mark.nightly
def test_ten_years_of_ten_fair_wheels() -> None:
    held_to_its_promise("wheel, ten years of each", simulation.ten_years(seed=12).highest)


def held_to_its_promise(name: str, highest: np.ndarray) -> None:
    """No alarm, and each lower bar no oftener than promised."""
    simulation.of_fair(name, highest)
    assert not (highest >= FIRST_TABLE).any()
    for bar in (10, 20, 100):
        assert (highest >= log(bar)).sum() <= most(len(highest), 1 / bar)
