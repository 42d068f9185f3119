"""Whatever facts come in, in whatever order, a round is judged: one that could not be judged would stop the replay of
its whole property. Facts of golden rounds are left out, mixed with those of others, told without a moment, and moved.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import pytest

from games.catalogue import GAMES
from tests.golden.reader import Golden, Line, all_golden

FEW = 300
"""Rounds of each game in a quick run; what was found by this first came up once in some three thousand."""
MANY = 10_000


def rounds_of_any_facts(game: str, seed: int, count: int) -> Iterator[tuple[Golden, list[Line]]]:
    rng = random.Random(f"{game} {seed}")
    known = all_golden(game)
    for _ in range(count):
        golden, other = rng.choice(known), rng.choice(known)
        facts = list(golden.facts)
        if rng.random() < 0.5:
            for fact in rng.sample(other.facts, min(len(other.facts), rng.randrange(6))):
                strange = replace(fact, id=UUID(int=rng.getrandbits(128), version=4))
                facts.insert(rng.randrange(len(facts) + 1), strange)
        left_out = 0.7 * rng.random()
        facts = [fact for fact in facts if rng.random() > left_out]
        if rng.random() < 0.3:
            facts = [replace(fact, seconds=None) if rng.random() < 0.2 else fact for fact in facts]
        if rng.random() < 0.2:
            rng.shuffle(facts)
        header = {**golden.header, "ended": rng.choice(("yes", "no"))} if rng.random() < 0.3 else golden.header
        if facts:
            yield replace(golden, header=header), facts


def holds(game: str, seed: int, count: int) -> None:
    for golden, facts in rounds_of_any_facts(game, seed, count):
        try:
            judgement = golden.judge(facts)
        except Exception as error:
            told = "\n".join(f"{fact.seconds} {fact.name} {fact.fields}" for fact in facts)
            raise AssertionError(
                f"from {golden.path.name}, ended={golden.header.get('ended', 'yes')}:\n{told}"
            ) from error
        assert all(finding.identity for finding in judgement.findings)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_round_of_any_facts_is_judged(game: str) -> None:
    holds(game, 1, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_ten_thousand_rounds_of_any_facts_are_judged(game: str) -> None:
    holds(game, 2, MANY)
