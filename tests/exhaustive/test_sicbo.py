"""Every one of the 216 throws against every area of the sic bo layout, pinned to published counts and house edges.

Published: Wizard of Odds, "Sic Bo" (ways to win and house edge by pay-off), read against the odds of clause 5.1. The
ways to throw each total of three dice (1, 3, 6, 10, 15, 21, 25, 27, ...) stand in every text on probability.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from games.catalogue import shipped
from games.sicbo.layout import find_area, layout, price_of, winning_areas
from tests.engine.choices import with_choices

pytestmark = pytest.mark.slow

BOOK = shipped().by_id("sicbo.2020-06-13")
AREAS = layout(BOOK)
THROWS = [(a, b, c) for a, b, c in product(range(1, 7), repeat=3)]

# area: (ways to win out of 216, house edge in percent as published)
PUBLISHED = {
    "small": (105, "2.78"),
    "big": (105, "2.78"),
    "any_triple": (6, "30.56"),
    "specific_triple:4": (1, "30.09"),
    "specific_double:4": (16, "33.33"),
    "pair:2-5": (30, "16.67"),
    "single:6": (91, "7.87"),
    "total:4": (3, "29.17"),
    "total:5": (6, "47.22"),
    "total:6": (10, "30.56"),
    "total:7": (15, "9.72"),
    "total:8": (21, "12.50"),
    "total:9": (25, "18.98"),
    "total:10": (27, "12.50"),
}


def _profits(spot: str) -> list[Fraction]:
    """Profit of one unit on each throw: minus one where the area loses."""
    prices = [price_of(AREAS[spot], dice) for dice in THROWS]
    return [Fraction(-1) if p is None else Fraction(p.profit, p.stake) for p in prices]


def test_the_layout_has_fifty_areas() -> None:
    """Small, big, any triple; six triples, doubles and singles; fifteen pairs; totals 4 to 17: fifty areas."""
    assert len(AREAS) == 3 + 6 + 6 + 6 + 15 + 14
    assert len(THROWS) == 216


@pytest.mark.parametrize("spot", PUBLISHED)
def test_ways_to_win_and_house_edge_as_published(spot: str) -> None:
    profits = _profits(spot)
    ways, edge = PUBLISHED[spot]
    assert sum(1 for p in profits if p > 0) == ways
    assert f"{float(-sum(profits) / 216 * 100):.2f}" == edge


@pytest.mark.parametrize("spot", sorted(AREAS))
def test_every_area_has_the_edge_of_its_kind(spot: str) -> None:
    """Areas of one kind are alike, and a total is as good as its mirror image (21 less it)."""
    kind, _, rest = spot.partition(":")
    if kind == "total":
        twin = f"total:{min(int(rest), 21 - int(rest))}"
    else:
        twin = next(known for known in PUBLISHED if known.partition(":")[0] == kind)
    assert sum(_profits(spot)) == sum(_profits(twin))


def test_small_and_big_never_win_together_and_lose_together_on_triples() -> None:
    for dice in THROWS:
        small, big = price_of(AREAS["small"], dice), price_of(AREAS["big"], dice)
        if len(set(dice)) == 1:
            assert small is None
            assert big is None
        else:
            assert (small is None) != (big is None)


def test_what_lights_up_is_what_wins() -> None:
    assert winning_areas((1, 2, 3), BOOK) == {
        *("small", "total:6", "pair:1-2", "pair:1-3", "pair:2-3", "single:1", "single:2", "single:3")
    }


def test_specific_double_on_a_triple_is_a_choice() -> None:
    exactly_two = with_choices(BOOK, specific_double_wins_on_triple=False)
    other = layout(exactly_two)["specific_double:4"]
    assert price_of(AREAS["specific_double:4"], (4, 4, 4)) is not None
    assert price_of(other, (4, 4, 4)) is None
    assert sum(1 for dice in THROWS if price_of(other, dice)) == 15


@pytest.mark.parametrize("spot", ["total:3", "total:18", "pair:1-1", "single:7", "specific_double:0", "pair:0-3"])
def test_4_1_areas_that_the_layout_does_not_have(spot: str) -> None:
    assert find_area(spot, AREAS) is None


def test_a_pair_may_be_written_in_any_order() -> None:
    assert find_area("pair:5-2", AREAS) is AREAS["pair:2-5"]
