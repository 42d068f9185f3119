"""A spot check can be drawn again by anybody: the rule is a hash and a sort, as a shell makes them."""

from __future__ import annotations

import random
import subprocess
from collections import Counter

from surveillance.record.sampling import place, sample

SEED = "ab" * 32
ROUNDS = [f"round/RL01/{number:04d}" for number in range(40)]


def test_the_place_of_a_round_is_what_sha256sum_prints() -> None:
    """Evidence from outside: coreutils, by the command that the module prints."""
    said = subprocess.run(
        ["sh", "-c", 'printf "%s\\n%s" "$0" "$1" | sha256sum', SEED, ROUNDS[0]], capture_output=True, check=True
    )
    assert place(SEED, ROUNDS[0]) == said.stdout.decode().split()[0]


def test_the_sample_is_the_same_in_whatever_order_the_rounds_come() -> None:
    drawn = sample(SEED, ROUNDS, 10)
    shuffled = list(ROUNDS)
    random.Random(5).shuffle(shuffled)
    assert sample(SEED, shuffled + shuffled, 10) == drawn
    assert len(set(drawn)) == 10
    assert sample(SEED, ROUNDS, 5) == drawn[:5]
    assert sample(SEED, ROUNDS, 100) == sample(SEED, ROUNDS, 40)
    assert sample("cd" * 32, ROUNDS, 10) != drawn
    assert sample(SEED, [], 10) == []


def test_no_round_is_drawn_more_often_than_another() -> None:
    """Over 2,000 seeds each of 40 rounds comes into a sample of 10 about 500 times (standard deviation 19.4)."""
    counts = Counter(each for seed in range(2_000) for each in sample(f"{seed:064x}", ROUNDS, 10))
    assert all(abs(counts[each] - 500) < 5 * 19.4 for each in ROUNDS)
