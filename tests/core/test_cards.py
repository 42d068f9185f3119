"""Cards as text: 52 of them, each with a name of its own in both languages."""

from __future__ import annotations

import msgspec
import pytest

from casino.core.cards import DECK, Card, card_name, rank_of, short_name, suit_of


def test_a_deck_has_52_cards_with_names_of_their_own() -> None:
    assert len(set(DECK)) == 52
    assert len({card_name(card).vi for card in DECK}) == 52
    assert len({card_name(card).en for card in DECK}) == 52
    assert all(rank_of(card) + suit_of(card) == card for card in DECK)


def test_every_card_of_the_deck_is_read() -> None:
    assert msgspec.convert(list(DECK), list[Card]) == list(DECK)


@pytest.mark.parametrize("written", ["", "1S", "11H", "KX", "10", "ks", "KSS", "T H", "KS\n"])
def test_nothing_else_is_a_card(written: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(written, Card)


def test_names() -> None:
    assert card_name("10H").en == "10 of hearts"
    assert card_name("AS").vi == "Át bích"
    assert short_name("KD") == "K♦"
