"""The evidence over time: one martingale however often it starts anew, small, and the same when it is replayed."""

from __future__ import annotations

import random
from itertools import product
from math import exp, isclose

import msgspec
import pytest

from games.fairness.evidence import KEPT, Evidence
from games.fairness.wheel import WheelModel
from games.roulette.layout import BLACK, RED, WHEEL

pytestmark = pytest.mark.slow

TINY = WheelModel(tuple(range(10)), {"red": (1, 3, 5, 7), "black": (2, 4, 6, 8)})
REAL = WheelModel(WHEEL, {"red": sorted(RED), "black": sorted(BLACK)})


class Hasty(WheelModel):
    """Starts anew with every second outcome."""

    start_every = 2
    every = 1


HASTY = Hasty(tuple(range(10)), {"red": (1, 3, 5, 7), "black": (2, 4, 6, 8)})


def after(outcomes: tuple[int, ...], evidence: Evidence | None = None) -> Evidence:
    evidence = evidence or Evidence()
    for outcome in outcomes:
        evidence.take(HASTY, outcome)
    return evidence


def test_nothing_has_been_seen_at_the_beginning() -> None:
    assert Evidence().value(HASTY) == 0
    assert Evidence().strongest(HASTY) is None


def test_with_new_starts_the_mean_over_all_sequences_is_still_one() -> None:
    mean = sum(exp(after(each).value(HASTY)) for each in product(range(10), repeat=4)) / 10**4
    assert isclose(mean, 1, abs_tol=1e-9)


def test_cashing_a_bet_keeps_the_mean_of_what_comes_next() -> None:
    """Whatever happened, the mean over the next outcome is what stands now: also where a bet is cashed."""
    past = after(tuple(random.Random(4).choices(range(10), k=2 * KEPT)))
    assert len(past.starts) == KEPT
    before = past.cashed
    assert before is None
    raw = msgspec.json.encode(past)
    for _ in range(3):
        now = exp(past.value(HASTY))
        nexts = []
        for pocket in range(10):
            copy = msgspec.json.decode(raw, type=Evidence)
            copy.take(HASTY, pocket)
            nexts.append(exp(copy.value(HASTY)))
        assert isclose(sum(nexts) / 10, now, rel_tol=1e-9)
        past.take(HASTY, 3)
        raw = msgspec.json.encode(past)
    assert past.cashed is not None
    assert (past.starts[0].place, past.starts[1].place, past.begun) == (1, 4, KEPT + 2)


def test_what_is_stored_goes_on_as_if_it_had_never_been() -> None:
    chance = random.Random(9)
    spins = [chance.randrange(37) for _ in range(700)]
    whole = Evidence()
    parts = Evidence()
    for place, spin in enumerate(spins):
        whole.take(REAL, spin)
        parts.take(REAL, spin)
        if place % 97 == 0:
            parts = msgspec.json.decode(msgspec.json.encode(parts), type=Evidence)
    assert parts == whole
    assert parts.value(REAL) == whole.value(REAL)


def test_it_says_when_to_look() -> None:
    evidence = Evidence()
    looks = [place for place in range(1, 201) if evidence.take(REAL, place % 37)]
    assert looks == [50, 100, 150, 200]


def test_a_pocket_that_comes_far_too_often_is_found_and_named() -> None:
    chance = random.Random(2)
    evidence = Evidence()
    for _ in range(6000):
        evidence.take(REAL, 17 if chance.random() < 0.02 else chance.randrange(37))
    found = evidence.strongest(REAL)
    assert found is not None
    start, drivers = found
    assert start.after == 0
    assert drivers[0].kind in {"pocket", "sector"}
    assert "17" in drivers[0].about.split()
    assert drivers[0].count > drivers[0].expected
    assert evidence.value(REAL) > 8
