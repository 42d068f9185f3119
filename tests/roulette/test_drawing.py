"""The drawing against the layout of the rules: every spot has a place of its own, and no other place exists."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from itertools import combinations
from typing import Any

import pytest

from games.drawing import svg
from games.drawing.chips import Chip
from games.roulette import drawing
from games.roulette.drawing import Point, felt, neighbours, wheel_strip
from games.roulette.layout import WHEEL
from games.roulette.layout import layout as layout_of
from tests.roulette.rounds import BOOK

OUTSIDE = set(felt(BOOK).areas)
INSIDE = set(layout_of(BOOK)) - OUTSIDE


def place(spot: str) -> Point:
    return drawing.place(spot, felt(BOOK))


def layout(lain: list[Chip], pocket: int | None, **how: Any) -> str:
    return drawing.layout(lain, pocket, BOOK, **how)


def parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def test_every_spot_of_the_layout_has_a_place_of_its_own() -> None:
    points = {spot: place(spot) for spot in INSIDE | OUTSIDE}
    assert all(point.exists for point in points.values())
    assert len({(p.x, p.y) for p in points.values()}) == len(points)


def test_pairs_threes_and_fours_that_the_layout_lacks_are_marked() -> None:
    kinds = {2: ("split",), 3: ("street",), 4: ("corner",)}
    for size, names in kinds.items():
        for numbers in combinations(range(12), size):
            spot = f"{names[0]}:{'-'.join(map(str, numbers))}"
            assert place(spot).exists == (spot in INSIDE), spot


@pytest.mark.parametrize(
    "spot",
    [
        *("straight:37", "split:3-3", "street:2-3-4", "six_line:1-2-3-7-8-9", "column:4", "dozen:0", "corner:3-4-6-7"),
        *("no-bet", "straight:x", "split:8-x", "column:x", "dozen:", "nowhere"),
    ],
)
def test_other_impossible_spots(spot: str) -> None:
    assert not place(spot).exists


def test_places_on_the_felt() -> None:
    assert (place("straight:1").x, place("straight:1").y) == (1.5, 2.5)
    assert (place("straight:36").x, place("straight:36").y) == (12.5, 0.5)
    assert (place("split:0-2").x, place("split:0-2").y) == (1.0, 1.5)
    assert (place("street:0-1-2").x, place("street:0-1-2").y) == (1.0, 2.0)
    assert (place("corner:0-1-2-3").x, place("corner:0-1-2-3").y) == (1.0, 3.0)
    assert (place("six_line:1-2-3-4-5-6").x, place("six_line:1-2-3-4-5-6").y) == (2.0, 3.0)


def chips(*spots: str, state: str = "") -> list[Chip]:
    return [
        Chip(spot=spot, stake_minor=50_000, owner=i, words=f"<{spot}> & more", state=state, href=f"#bet-{i}")
        for i, spot in enumerate(spots)
    ]


@pytest.mark.parametrize("standing", [False, True])
def test_the_drawing_is_well_formed_and_keeps_to_its_frame(standing: bool) -> None:
    root = parse(layout(chips(*sorted(INSIDE | OUTSIDE), "split:1-9", "street:40-41-42"), 17, standing=standing))
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    circles = root.findall(".//{*}circle")
    assert len(circles) > 2 * len(INSIDE)
    for circle in circles:
        assert 0 <= float(circle.attrib["cx"]) <= width
        assert 0 <= float(circle.attrib["cy"]) <= height
    words = [t.text for t in root.findall(".//{*}a/{*}g/{*}title")]
    assert "<split:14-17> & more" in words


def test_the_winner_is_marked_in_words_too() -> None:
    root = parse(layout([], 17, language="en"))
    assert root.find("{*}desc") is not None
    assert "Winning number: 17." in str(root.findtext("{*}desc"))
    assert "No winning number." in str(parse(layout([], None, language="en")).findtext("{*}desc"))


def test_an_impossible_spot_is_drawn_and_said() -> None:
    drawn = layout(chips("split:1-9"), None, language="en")
    assert "no such position on the layout" in drawn
    assert drawn.count("<line") == 2


def test_stacked_chips_do_not_hide_one_another() -> None:
    root = parse(layout(chips("red", "red", "red"), None))
    rings = {c.attrib["cx"] for c in root.findall(".//{*}a//{*}circle")}
    assert len(rings) == 3


def test_neighbours_go_round_the_wheel() -> None:
    assert neighbours(0, 2) == (3, 26, 0, 32, 15)
    assert sorted(WHEEL) == list(range(37))
    assert "26" in wheel_strip(0)


def test_short_amounts() -> None:
    said = [svg.short_amount(n, "vi") for n in (500, 50_000, 1_500_000, 120_000_000, 2_000_000_000)]
    assert said == ["500", "50k", "1,5tr", "120tr", "2tỷ"]
    assert svg.short_amount(1_500_000, "en") == "1.5M"


def test_letters() -> None:
    assert [svg.letter(i) for i in (0, 25, 26, 51, 52)] == ["A", "Z", "AA", "AZ", "BA"]
