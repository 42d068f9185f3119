"""A niu niu round drawn: every card in its hand, the three that make the tens apart, every bet on its area."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from games.drawing import svg
from games.drawing.chips import Chip
from games.niuniu.drawing import AREAS, DrawnHand, in_order, table
from games.niuniu.hands import arrangement

NS = "{http://www.w3.org/2000/svg}"
CARDS = ("KS", "4H", "QS", "5C", "JD")
THREE = (arrangement(CARDS) or ((), ()))[0]
STACKS = tuple(
    Chip(spot=kind, stake_minor=1_500_000, owner=0, words=f"<{kind}>", state="won", href=f"#b{n}")
    for n, kind in enumerate(AREAS)
)
BOX = DrawnHand(hand="box1", cards=CARDS, three=THREE, words="Ngầu 9", won=True, bets=STACKS)
DEALER = DrawnHand(hand="dealer", cards=("9S", "AS", None, "3C", "5D", "2H"), words="?")
SHORT = DrawnHand(hand="box3", cards=("2C", "2D"), void=True)


def _parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def _groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [g for g in root.iter() if name in (g.get("class") or "").split()]


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_card_and_chip_lies_in_its_hand(standing: bool, language: str) -> None:
    root = _parse(table(DEALER, [BOX, SHORT], language=language, standing=standing))
    counts = {name: len(_groups(_groups(root, f"tp-hand-{name}")[0], "tp-card")) for name in ("dealer", "box1", "box3")}
    assert counts == {"dealer": 6, "box1": 5, "box3": 2}
    assert len(_groups(_groups(root, "tp-hand-box1")[0], "tp-chip")) == 3
    frames = {name: _groups(root, f"tp-hand-{name}")[0].find(f"{NS}rect") for name in ("dealer", "box1", "box3")}
    assert [frame.get("stroke") for frame in frames.values() if frame is not None] == [svg.LINE, svg.BRASS, svg.LINE]


def test_the_three_that_make_the_tens_come_first() -> None:
    assert set(THREE) == {"KS", "QS", "JD"}
    assert [code for _place, code, tens in in_order(BOX) if tens] == ["KS", "QS", "JD"]
    assert [(place, code) for place, code, tens in in_order(BOX) if not tens] == [(2, "4H"), (4, "5C")]


@pytest.mark.parametrize("standing", [False, True])
def test_everything_lies_within_the_drawing(standing: bool) -> None:
    root = _parse(table(DEALER, [BOX, SHORT, BOX], standing=standing))
    _, _, width, height = (float(n) for n in root.attrib["viewBox"].split())
    for shape in root.iter(f"{NS}circle"):
        assert 0 < float(shape.attrib["cx"]) < width
        assert 0 < float(shape.attrib["cy"]) < height
    for shape in root.iter(f"{NS}rect"):
        assert float(shape.get("x", "0")) + float(shape.attrib["width"]) <= width
    for card in _groups(root, "tp-card"):
        if card.get("transform"):
            x, y = card.attrib["transform"].removeprefix("translate(").split(")")[0].split()
            assert float(x) + 64 <= width
            assert float(y) + 90 <= height


def test_what_a_reader_is_told() -> None:
    drawing = table(DEALER, [BOX, SHORT], language="en")
    assert "king of spades – card 1 dealt to the hand, one of the three that make the tens" in drawing
    assert "a card that nobody read, card 3 dealt to the hand" in drawing
    assert "BOX 1: Ngầu 9. BOX 3: no cards." in drawing
    assert "&lt;ante&gt;" in drawing
