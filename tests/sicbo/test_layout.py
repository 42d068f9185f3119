"""The sic bo layout: its fifty areas, each for its own numbers (4.1, 5.1, 6.7)."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.catalogue import shipped
from games.sicbo.layout import Area, as_printed, find_area, layout

BOOK = shipped().by_id("sicbo.2020-06-13")
AREAS = layout(BOOK)
PAIRS = list(combinations(range(1, 7), 2))


def test_4_1_the_areas_are_these_fifty() -> None:
    expected: dict[str, tuple[int, ...]] = {"small": (), "big": (), "any_triple": ()}
    for kind in ("specific_triple", "specific_double", "single"):
        expected |= {f"{kind}:{n}": (n,) for n in range(1, 7)}
    expected |= {f"pair:{n}-{m}": (n, m) for n, m in PAIRS}
    expected |= {f"total:{n}": (n,) for n in range(4, 18)}
    assert {spot: area.numbers for spot, area in AREAS.items()} == expected
    assert all(area.kind == spot.partition(":")[0] for spot, area in AREAS.items())
    assert len(expected) == 50


def found(written: str) -> Area | None:
    return find_area(written, AREAS)


@pytest.mark.parametrize(("n", "m"), PAIRS)
def test_6_7_a_pair_is_found_in_either_order(n: int, m: int) -> None:
    assert found(f"pair:{n}-{m}") is found(f"pair:{m}-{n}") is AREAS[f"pair:{n}-{m}"]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("total:06", "total:6"),
        ("total:10", "total:10"),
        ("single:03", "single:3"),
        ("specific_double:02", "specific_double:2"),
        ("specific_triple:06", "specific_triple:6"),
        ("pair:2-1", "pair:1-2"),
    ],
)
def test_4_1_a_place_is_the_numbers_it_is_written_with(written: str, printed: str) -> None:
    assert as_printed(written, AREAS) == printed
    assert found(written) is AREAS[printed]


@pytest.mark.parametrize("written", ["total:03", "single:00", "pair:4-0", "total:18", "0small"])
def test_4_1_what_the_layout_does_not_have_stays_as_written(written: str) -> None:
    assert as_printed(written, AREAS) == written


@pytest.mark.parametrize(
    "spot", ["", "pair", "pair:", "pair:1", "pair:1-2-3", "total:3", "total:18", "single:7", "triple", "small1-2"]
)
def test_other_areas_there_are_none(spot: str) -> None:
    assert found(spot) is None
