"""A round drawn: every card in its hand, the third across, the winner framed, every bet on its area."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from functools import partial

import pytest

from games.baccarat.drawing import DrawnCard, DrawnHand
from games.baccarat.drawing import table as drawn
from games.baccarat.layout import layout
from games.drawing import svg
from games.drawing.chips import Chip
from tests.baccarat.rounds import BOOK

KINDS = tuple(layout(BOOK).kinds.values())
AREAS = [kind.code for kind in KINDS if not kind.insures]
table = partial(drawn, areas=KINDS)

PLAYER = DrawnHand(
    cards=(
        DrawnCard(card="2S", number=1),
        DrawnCard(card="3H", number=3, moved=True),
        DrawnCard(card="4C", number=5),
    ),
    points=9,
)
BANKER = DrawnHand(cards=(DrawnCard(card="KD", number=2), DrawnCard(card="7H", number=4)), points=7)
STACKS = [
    Chip(spot=kind, stake_minor=1_500_000, owner=n, words=f"<{kind}>", state="won", href=f"#b{n}")
    for n, kind in enumerate(AREAS)
]


def _parse(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)  # noqa: S314 - our own drawing


def _groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [g for g in root.iter() if name in (g.get("class") or "").split()]


@pytest.mark.parametrize("standing", [False, True])
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_card_lies_in_its_hand(standing: bool, language: str) -> None:
    root = _parse(table(PLAYER, BANKER, STACKS, winner="player", language=language, standing=standing))
    player, banker = _groups(root, "tp-hand-player")[0], _groups(root, "tp-hand-banker")[0]
    assert len(_groups(player, "tp-card")) == 3
    assert len(_groups(banker, "tp-card")) == 2
    turned = [g for g in _groups(player, "tp-card") if "rotate" in (g.get("transform") or "")]
    assert turned == [_groups(player, "tp-card")[2]]
    ns = "{http://www.w3.org/2000/svg}"
    assert [hand.find(f"{ns}rect").get("stroke") for hand in (player, banker)] == [svg.BRASS, svg.LINE]  # type: ignore[union-attr]
    assert len(_groups(root, "tp-chip")) == len(AREAS)


def test_everything_lies_within_the_drawing() -> None:
    for standing in (False, True):
        root = _parse(table(PLAYER, BANKER, STACKS, winner="tie", opens_next=["9C", "KH"], standing=standing))
        _, _, width, height = (float(n) for n in root.attrib["viewBox"].split())
        for shape in root.iter("{http://www.w3.org/2000/svg}circle"):
            assert 0 < float(shape.attrib["cx"]) < width
            assert 0 < float(shape.attrib["cy"]) < height


def test_a_card_moved_and_cards_of_the_next_round_are_told() -> None:
    drawing = table(PLAYER, BANKER, winner="player", opens_next=["9C"], language="en")
    assert "3 of hearts – card 3 of the round, dealt to another place" in drawing
    assert "9 of clubs – Opens the next round" in drawing
    assert len(_groups(_parse(drawing), "tp-next")) == 1


def test_a_round_without_cards_is_still_a_drawing() -> None:
    nothing = DrawnHand(cards=(), points=None)
    root = _parse(table(nothing, nothing, language="vi"))
    assert "Nhà Con –, Nhà Cái –." in "".join(root.itertext())
    assert not _groups(root, "tp-card")


def test_insurance_has_areas_of_its_own_where_there_is_some() -> None:
    assert not _groups(_parse(table(PLAYER, BANKER, STACKS)), "tp-area-banker_insurance")
    insured = [*STACKS, Chip(spot="banker_insurance", stake_minor=5, owner=1, words="insured")]
    area = _groups(_parse(table(PLAYER, BANKER, insured)), "tp-area-banker_insurance")
    assert len(_groups(area[0], "tp-chip")) == 1


def test_a_bet_on_no_area_of_the_layout_is_shown_all_the_same() -> None:
    strange = [*STACKS, Chip(spot="dragon", stake_minor=5, owner=1, words="nowhere")]
    area = _groups(_parse(table(PLAYER, BANKER, strange)), "tp-area-dragon")
    assert len(_groups(area[0], "tp-chip")) == 1


def test_words_are_escaped() -> None:
    assert "&lt;tie&gt;" in table(PLAYER, BANKER, STACKS)
