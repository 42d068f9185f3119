"""Lying bars: lengths in proportion, names escaped, nothing drawn for nothing."""

from __future__ import annotations

from xml.etree import ElementTree

from games.drawing.stacks import COUNT_ROOM, HIGH, WIDTH, Row, columns, plot

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def bars(drawing: str) -> list[ElementTree.Element]:
    return list(parsed(drawing).iter(f"{SVG}rect"))


def test_lengths_are_in_proportion_and_the_longest_leaves_room_for_its_count() -> None:
    found = bars(plot([Row("a", (10,)), Row("b", (5,))], title="t"))
    assert [float(bar.get("width") or 0) for bar in found] == [WIDTH - COUNT_ROOM, (WIDTH - COUNT_ROOM) / 2]


def test_parts_lie_end_to_end_and_the_total_stands_behind() -> None:
    drawing = plot([Row("a", (3, 0, 1), ("three", "none", "one"))], title="t")
    first, second = bars(drawing)
    assert float(second.get("x") or 0) == float(first.get("width") or 0)
    texts = [text.text for text in parsed(drawing).iter(f"{SVG}text")]
    assert texts == ["a", "4"]
    assert [title.text for title in parsed(drawing).iter(f"{SVG}title")] == ["t", "three", "one"]


def test_names_are_escaped_and_nothing_is_no_error() -> None:
    drawing = plot([Row("<script>", (0,))], title='"&')
    assert "<script>" not in drawing
    assert bars(drawing) == []
    assert bars(plot([], title="t")) == []


def test_columns_stand_in_proportion_to_the_highest() -> None:
    drawing = columns((0, 2, 4), title="<weeks>")
    assert [float(bar.get("height") or 0) for bar in bars(drawing)] == [1, HIGH / 2, HIGH], "nothing is a line"
    assert parsed(drawing).findtext(f"{SVG}title") == "<weeks>"
    assert bars(columns((), title="none")) == []
