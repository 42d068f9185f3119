"""Bars are as long as their counts, and the line stands where the expected count is."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from games.drawing.bars import Bar, plot

BARS = [Bar("0", 10, "green", "zero"), Bar("1", 20, "red", "<one>"), Bar("2", 0, "black", "two")]


@pytest.mark.parametrize(("standing", "length"), [(False, "height"), (True, "width")])
def test_lengths_follow_counts(standing: bool, length: str) -> None:
    root = ElementTree.fromstring(plot(BARS, 15, title="t", line_words="15", standing=standing))  # noqa: S314
    lengths = [float(r.attrib[length]) for r in root.findall(".//{*}rect")]
    assert lengths[1] == 2 * lengths[0] > 0
    assert lengths[2] == 0
    assert root.findall(".//{*}line")
    assert "<one>" in [t.text for t in root.findall(".//{*}title")]


def test_nothing_counted_is_still_a_drawing() -> None:
    assert "<svg" in plot([Bar("0", 0, "green", "")], 0.0, title="", line_words="")
