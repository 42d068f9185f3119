"""Shares of the house's level: equal for the first tables, never more than one together, less at each new equipment."""

from __future__ import annotations

from math import isclose, log

import pytest

from games.fairness import levels


def test_shares_of_any_number_of_tables_sum_to_one_at_most() -> None:
    blocks = [64 * 2**block for block in range(9)]
    total = sum(levels.share(number) for number in range(1, sum(blocks) + 1))
    assert isclose(total, 1 - 1 / (len(blocks) + 1))
    assert levels.share(1) == levels.share(64) == 1 / 128
    assert levels.share(65) == levels.share(192) == 1 / (6 * 128)


def test_shares_of_equipment_and_starts_sum_to_one_at_most() -> None:
    assert isclose(sum(levels.of_place(place) for place in range(1, 1001)), 1 - 1 / 1001)


def test_the_house_never_gives_away_more_than_it_has() -> None:
    tables = sum(levels.of_table(number, made) for number in range(1, 2000) for made in range(1, 200))
    dealers = sum(levels.of_dealer(number) for number in range(1, 20_000))
    assert tables + dealers < levels.HOUSE


def test_a_change_of_equipment_raises_the_bar() -> None:
    bars = [levels.bar(levels.of_table(1, made)) for made in (1, 2, 3)]
    assert bars == sorted(bars)
    assert isclose(bars[1] - bars[0], log(3))


@pytest.mark.parametrize("number", [0, -1])
def test_numbers_begin_at_one(number: int) -> None:
    with pytest.raises(ValueError, match="begin at 1"):
        levels.share(number)
    with pytest.raises(ValueError, match="begin at 1"):
        levels.of_place(number)
