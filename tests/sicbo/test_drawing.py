"""The drawing of a sic bo throw: every area once, the winning ones lit, every chip to be seen."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from games.catalogue import shipped
from games.drawing.chips import Chip
from games.sicbo.drawing import layout
from games.sicbo.layout import layout as layout_of
from games.sicbo.layout import winning_areas

BOOK = shipped().by_id("sicbo.2020-06-13")
NS = "{http://www.w3.org/2000/svg}"


def _parsed(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314  our own drawing


def _classes(drawing: str, name: str) -> int:
    return sum(1 for e in _parsed(drawing).iter() if name in e.get("class", "").split())


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_area_is_there_once(standing: bool, language: str) -> None:
    drawing = layout([], None, BOOK, standing=standing, language=language)
    assert _classes(drawing, "tp-area") == len(layout_of(BOOK))
    assert _classes(drawing, "tp-die") == 0


@pytest.mark.parametrize("standing", [False, True])
def test_the_dice_and_the_areas_that_win(standing: bool) -> None:
    lit = winning_areas((2, 2, 5), BOOK)
    drawing = layout([], (2, 2, 5), BOOK, lit=lit, standing=standing)
    assert _classes(drawing, "tp-area-lit") == len(lit)
    assert _classes(drawing, "tp-die") == 3
    assert "tổng 9" in drawing


@pytest.mark.parametrize("standing", [False, True])
def test_chips_lie_where_they_lay_and_apart_where_there_is_no_area(standing: bool) -> None:
    chips = [
        Chip(spot="small", stake_minor=50_000, owner=0, words="P-1: Xỉu", state="won", href="#bet-b1"),
        Chip(spot="small", stake_minor=70_000, owner=1, words="P-2: Xỉu", state="refused"),
        Chip(spot="total:3", stake_minor=70_000, owner=1, words="P-2: <3>", state="refused"),
    ]
    drawing = layout(chips, (1, 2, 3), BOOK, standing=standing)
    assert _classes(drawing, "tp-chip") == 3
    assert "Ô không có trên mặt bàn" in drawing
    assert "<3>" not in drawing
    assert [a.get("href") for a in _parsed(drawing).iter(f"{NS}a")] == ["#bet-b1"]


def test_nothing_is_drawn_outside() -> None:
    for standing in (False, True):
        root = _parsed(layout([], (6, 6, 6), BOOK, standing=standing))
        _, _, width, height = (float(n) for n in root.get("viewBox", "").split())
        for rect in root.iter(f"{NS}rect"):
            x, y = float(rect.get("x", 0)), float(rect.get("y", 0))
            assert x + float(rect.get("width", 0)) <= width + 0.01
            assert y + float(rect.get("height", 0)) <= height + 0.01
