"""A chip: whose, how much, what became of the bet; dashed and asked about where nobody can tell where it lay."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.drawing import svg
from games.drawing.chips import RINGS, Chip, draw_chip


def drawn(
    *, not_there: str = "", state: str = "", unclear: bool = False, href: str | None = None
) -> ElementTree.Element:
    chip = Chip(spot="red", stake_minor=1_500_000, owner=1, words="P <1>", state=state, unclear=unclear, href=href)
    return ElementTree.fromstring(draw_chip(chip, 10, 20, 18, "en", not_there))  # noqa: S314 - our own drawing


def ring(chip: ElementTree.Element) -> ElementTree.Element:
    return list(chip.iter("circle"))[-1]


@pytest.mark.parametrize(
    ("state", "colour", "dashed"),
    [
        ("", svg.WHITE, False),
        ("won", RINGS["won"], False),
        ("lost", RINGS["lost"], False),
        ("push", svg.WHITE, False),
        ("void", svg.WHITE, True),
        ("refused", svg.WHITE, True),
        ("awaiting", svg.WHITE, True),
    ],
)
def test_the_ring_says_what_became_of_the_bet(state: str, colour: str, dashed: bool) -> None:
    chip = drawn(state=state)
    assert ring(chip).get("stroke") == colour
    assert (ring(chip).get("stroke-dasharray") is not None) == dashed
    assert chip.get("class") == f"tp-chip tp-chip-{state or 'plain'}"


def test_a_chip_says_whose_it_is_and_how_much() -> None:
    chip = drawn()
    assert [text.text for text in chip.iter("text")] == ["B", "1.5M"]
    assert chip.findtext("title") == "P <1>"
    assert ring(chip).get("fill") == svg.PLAYER_COLOURS[1][0]


def test_where_nobody_can_tell_where_it_lay_it_is_asked_about() -> None:
    unclear, lost = drawn(unclear=True), drawn(not_there="no such spot", href="#bet-b1")
    for chip in (unclear, lost):
        assert ring(chip).get("stroke-dasharray")
        assert next(chip.iter("text")).text == "B?"
    assert unclear.findtext("title") == "P <1>"
    assert lost.findtext("g/title") == "P <1> (no such spot)"


def test_a_chip_leads_to_its_row() -> None:
    link = drawn(href="#bet-b1")
    assert (link.tag, link.get("href"), link.get("aria-label")) == ("a", "#bet-b1", "P <1>")


@pytest.mark.parametrize(
    ("minor", "places", "english", "vietnamese"),
    [
        (100_000, 3, "100", "100"),
        (5, 3, "0.005", "0,005"),
        (50, 2, "0.5", "0,5"),
        (12_345, 2, "123", "123"),
        (1_234, 2, "12.3", "12,3"),
        (150_000, 2, "1.5k", "1,5k"),
        (150_000_000, 2, "1.5M", "1,5tr"),
        (99_999, 2, "999", "999"),
        (0, 2, "0", "0"),
        (999, 0, "999", "999"),
    ],
)
def test_an_amount_on_a_chip_is_in_whole_units_of_its_currency(
    minor: int, places: int, english: str, vietnamese: str
) -> None:
    assert svg.short_amount(minor, "en", places) == english
    assert svg.short_amount(minor, "vi", places) == vietnamese
    chip = Chip(spot="red", stake_minor=minor, owner=0, words="P", places=places)
    assert f">{english}<" in draw_chip(chip, 10, 20, 18, "en")
