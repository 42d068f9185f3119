"""A ring has a wedge for each place, as far out as its count, and a circle where the expected count is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from math import hypot

import pytest

from games.drawing.bars import Bar
from games.drawing.ring import HUB, RIM, SIZE, plot
from games.drawing.svg import BRASS

BARS = [
    Bar("0", 10, "green", "zero"),
    Bar("32", 20, "red", "<32>"),
    Bar("15", 0, "black", "none"),
    Bar("19", 5, "plain", "19"),
]


def drawn(**changed: object) -> ElementTree.Element:
    given = {"title": "t", "line_words": "expected", **changed}
    return ElementTree.fromstring(plot(BARS, 8.75, **given))  # type: ignore[arg-type]  # noqa: S314


def reach(path: ElementTree.Element) -> float:
    """How far out the farthest corner of a wedge lies."""
    corners = re.findall(r"[ML](\S+) ([\d.]+)", path.attrib["d"])
    return max(hypot(float(x) - SIZE / 2, float(y) - SIZE / 2) for x, y in corners)


def test_wedges_reach_as_far_as_their_counts() -> None:
    reached = [reach(path) for path in drawn().findall(".//{*}path")]
    assert reached == pytest.approx([HUB + (RIM - HUB) * bar.count / 20 for bar in BARS], abs=0.02)


def test_the_circle_stands_at_the_expected_count() -> None:
    [circle] = drawn().findall(".//{*}circle")
    assert float(circle.attrib["r"]) == pytest.approx(HUB + (RIM - HUB) * 8.75 / 20, abs=0.01)


def test_places_go_clockwise_from_the_top() -> None:
    where = {text.text: (float(text.attrib["x"]), float(text.attrib["y"])) for text in drawn().findall(".//{*}text")}
    assert where["0"][1] < where["32"][1] < where["15"][1]
    assert where["19"][0] < where["0"][0] < where["32"][0]


def test_what_is_marked_and_only_that_has_an_outline() -> None:
    stroked = [path.attrib.get("stroke") for path in drawn(marked={"32"}).findall(".//{*}path")]
    assert stroked == [None, BRASS, None, None]
    assert "<32>" in [title.text for title in drawn().findall(".//{*}title")]
