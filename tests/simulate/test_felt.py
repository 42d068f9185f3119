"""The simulator's own layout: 157 spots, of published counts, each with an expected loss of exactly 1/37."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from games.simulate import felt

COUNTS = {
    "straight": 37,
    "split": 60,
    "street": 14,
    "corner": 23,
    "six_line": 11,
    "column": 3,
    "dozen": 3,
    **dict.fromkeys(felt.EVEN_CHANCES, 1),
}


def test_there_are_as_many_spots_of_each_kind_as_on_a_real_layout() -> None:
    assert Counter(map(felt.kind_of, felt.SPOTS)) == COUNTS
    assert len(felt.SPOTS) == 157


@pytest.mark.parametrize("spot", felt.SPOTS)
def test_every_spot_loses_a_thirty_seventh(spot: str) -> None:
    results = [felt.winnings(spot, 1) if felt.wins(spot, pocket) else -1 for pocket in range(37)]
    assert Fraction(sum(results), 37) == Fraction(-1, 37)


def test_no_two_spots_cover_the_same_pockets() -> None:
    assert len(set(felt.COVERS.values())) == len(felt.SPOTS)


def test_what_lies_nowhere_is_not_on_the_layout() -> None:
    assert not set(felt.NOWHERE) & set(felt.SPOTS)


def test_even_chances_split_the_numbers_and_zero_is_in_none() -> None:
    for one, other in (("low", "high"), ("red", "black"), ("odd", "even")):
        assert felt.COVERS[one] | felt.COVERS[other] == set(range(1, 37))
        assert not felt.COVERS[one] & felt.COVERS[other]


def test_the_order_of_payment_changes_on_zero_to_three() -> None:
    def in_order(pocket: int, *spots: str) -> bool:
        places = [felt.paid_place(spot, pocket) for spot in spots]
        return places == sorted(set(places))

    usual = ("column:2", "odd", "dozen:2", "six_line:16-17-18-19-20-21", "street:16-17-18")
    assert in_order(17, *usual, "corner:16-17-19-20", "split:17-18", "straight:17")
    low = ("six_line:1-2-3-4-5-6", "corner:1-2-4-5", "street:1-2-3", "corner:0-1-2-3", "street:0-1-2")
    assert in_order(2, "column:2", "even", "dozen:1", *low, "split:0-2", "straight:2")
