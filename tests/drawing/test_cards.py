"""Every card has a face of its own, with its name for a reader."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

from casino.core.cards import DECK, card_name
from games.drawing import svg
from games.drawing.cards import card, empty


def test_every_card_says_what_it_is() -> None:
    for language in ("vi", "en"):
        for code in DECK:
            root = ElementTree.fromstring(card(code, 3, 4, language=language))  # noqa: S314 - our own drawing
            assert root.findtext("title") == card_name(code).in_language(language)
            assert code[:-1] in [t.text for t in root.findall("text")]


def test_a_lying_card_is_turned_and_a_marked_one_framed() -> None:
    assert "rotate(90)" in card("KS", 0, 0, language="en", lying=True)
    assert "rotate" not in card("KS", 0, 0, language="en")
    marked = ElementTree.fromstring(card("KS", 0, 0, language="en", marked=True, words="<moved>"))  # noqa: S314
    assert marked.findtext("title") == "king of spades – <moved>"
    assert [r.get("stroke") for r in marked.findall("rect")].count(svg.BRASS) == 1


def test_an_empty_place_is_no_card() -> None:
    assert "text" not in empty(1, 2)
