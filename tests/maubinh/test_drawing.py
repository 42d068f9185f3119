"""A mậu binh round drawn: every card in its lane, classes and sums beside them, fouls and special hands said."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from casino.core.cards import DECK
from games.drawing import cards, svg
from games.maubinh.drawing import Lane, Seat, table

NS = "{http://www.w3.org/2000/svg}"
LANES = (
    Lane(cards=("KS", "KH", "4D"), words="<đôi>"),
    Lane(cards=("AS", "AH", "9C", "8D", "2S"), words="đôi"),
    Lane(cards=("5S", "6H", "7D", "8C", "9S"), words="sảnh"),
)
WINNER = Seat(seat=1, lanes=LANES, sum="+11", state="won", href="#bet-b1")
FOUL = Seat(seat=2, lanes=LANES, sum="-6", state="lost", foul=True)
SPECIAL = Seat(seat=3, cards=DECK[:13], words="Rồng Cuốn", sum="+36", state="won")
WAITING = Seat(seat=4, cards=DECK[13:26], state="pending")


def _parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def _groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [g for g in root.iter() if name in (g.get("class") or "").split()]


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_thirteen_cards_a_seat(standing: bool, language: str) -> None:
    root = _parse(table([WINNER, FOUL, SPECIAL, WAITING], language=language, standing=standing))
    for seat in (1, 2, 3, 4):
        assert len(_groups(_groups(root, f"tp-hand-seat{seat}")[0], "tp-card")) == 13
    frames = [_groups(root, f"tp-hand-seat{n}")[0].find(f"{NS}rect") for n in (1, 2, 3, 4)]
    assert [f.get("stroke") for f in frames if f is not None] == [svg.BRASS, svg.LINE, svg.BRASS, svg.LINE]


def test_what_a_reader_is_told() -> None:
    root = _parse(table([WINNER, FOUL, SPECIAL, WAITING], language="en"))
    said = root.findtext(f"{NS}desc")
    assert said == (
        "SEAT 1: <đôi>, đôi, sảnh, +11. SEAT 2: FOUL, <đôi>, đôi, sảnh, -6. SEAT 3: Rồng Cuốn, +36. "
        "SEAT 4: not arranged."
    )
    assert [a.get("href") for a in root.iter(f"{NS}a")] == ["#bet-b1"]


@pytest.mark.parametrize("standing", [False, True])
def test_every_card_lies_within_the_drawing_and_on_no_other(standing: bool) -> None:
    root = _parse(table([WINNER, SPECIAL, WAITING], standing=standing))
    _, _, width, height = (float(n) for n in root.attrib["viewBox"].split())
    places = []
    for card in _groups(root, "tp-card"):
        found = re.match(r"translate\(([\d.]+) ([\d.]+)\)", card.attrib["transform"])
        assert found is not None
        places.append((float(found[1]), float(found[2])))
    assert len(set(places)) == 39
    assert all(x + cards.WIDTH <= width and y + cards.HEIGHT <= height for x, y in places)


def test_a_lane_with_a_card_missing_shows_its_place() -> None:
    short = Seat(seat=1, lanes=(Lane(cards=("KS", "KH")), *LANES[1:]))
    root = _parse(table([short]))
    dashed = [r for r in root.iter(f"{NS}rect") if r.get("stroke-dasharray") == "5 5"]
    assert len(dashed) == 1


def test_the_two_drawings_of_a_page_have_ids_of_their_own() -> None:
    assert 'id="maubinh-title-a"' in table([WINNER], suffix="-a")
    assert table([WINNER]) == table([WINNER])
