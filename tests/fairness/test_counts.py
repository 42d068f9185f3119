"""What a watch counted, to be drawn: every outcome once, beside what was to be expected, in the order of the device."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from games.catalogue import GAMES
from games.fairness.evidence import Evidence
from games.fairness.shoe import Seen
from games.roulette.layout import WHEEL, colour


def taken(game: str, outcomes: list[Any], *, hand: bool = False) -> dict[str, Any]:
    """The counts of the bet for life, by their kinds."""
    chance = GAMES[game].chance
    assert chance is not None
    model, evidence = chance.hand if hand else chance.model, Evidence()
    for outcome in outcomes:
        evidence.take(model, ("T1", outcome) if hand else outcome)
    return {each.kind: each for each in model.counts(evidence.starts[0].tally)}


@pytest.mark.parametrize("hand", [False, True])
def test_pockets_stand_as_on_the_wheel_with_their_colours(hand: bool) -> None:
    chance = random.Random(2)
    spins = [chance.randrange(37) for _ in range(500)]
    counts = taken("roulette", spins, hand=hand)
    parts = counts["pocket"].parts
    assert [part.about for part in parts] == list(map(str, WHEEL))
    assert [part.count for part in parts] == [spins.count(pocket) for pocket in WHEEL]
    assert [part.colour for part in parts] == [colour(pocket) for pocket in WHEEL]
    assert sum(part.expected for part in parts) == pytest.approx(500)
    assert counts["pocket"].round
    if hand:
        far = [(WHEEL.index(b) - WHEEL.index(a)) % 37 for a, b in pairwise(spins)]
        assert [part.count for part in counts["distance"].parts] == [far.count(step) for step in range(37)]


def test_faces_and_totals_of_throws() -> None:
    throws = [[1, 1, 1], [6, 5, 4], [6, 6, 2]] * 72
    counts = taken("sicbo", throws)
    assert {part.about: part.count for part in counts["face"].parts} == {
        "1": 216, "2": 72, "3": 0, "4": 72, "5": 72, "6": 216,
    }  # fmt: skip
    totals = {part.about: (part.count, round(part.expected)) for part in counts["total"].parts}
    assert (totals["3"], totals["14"], totals["15"], totals["18"]) == ((72, 1), (72, 15), (72, 10), (0, 1))
    assert not counts["total"].round


def test_ranks_of_cards_beside_what_the_shoe_still_had() -> None:
    counts = taken("baccarat", [Seen(1, 8, True, (0, 0, 12)), Seen(1, 8, True, (5,))])
    found = {part.about: part.count for part in counts["rank"].parts if part.count}
    assert found == {"A": 2, "6": 1, "K": 1}
    assert sum(part.expected for part in counts["rank"].parts) == pytest.approx(4)
