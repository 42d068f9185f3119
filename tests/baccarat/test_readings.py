"""A round read out says who drew and why, and never contradicts the cards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.cards import DECK
from games.baccarat.cards import deal, draw_tables
from games.baccarat.readings import read_hands
from games.catalogue import shipped

TABLES = draw_tables(shipped().by_id("baccarat.2024-10-01"))


def _said(cards: str) -> list[str]:
    return [line.text.en for line in read_hands(deal(cards.split(), TABLES), TABLES)]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("2S 3H 3S", []),
        ("4S 3H 4H 4D", ["Player 4♠ 4♥: 8. Banker 3♥ 4♦: 7.", "A natural: neither hand draws.", "Player wins, 8 – 7."]),
        (
            "2S 5H 4H KD 4C",
            [
                "Player 2♠ 4♥: 6. Banker 5♥ K♦: 5.",
                "Player stands on 6.",
                "Banker draws on 5 when Player stands: 4♣, making 9.",
                "Banker wins, 9 – 6.",
            ],
        ),
        (
            "AS 3H AH KD 8C",
            [
                "Player A♠ A♥: 2. Banker 3♥ K♦: 3.",
                "Player draws on 2: 8♣, making 0.",
                "Banker stands on 3 after Player's 8.",
                "Banker wins, 3 – 0.",
            ],
        ),
        ("AS 3H AH KD", ["Player A♠ A♥: 2. Banker 3♥ K♦: 3.", "Player on 2 still has to draw."]),
        (
            "AS 3H AH KD KC",
            [
                "Player A♠ A♥: 2. Banker 3♥ K♦: 3.",
                "Player draws on 2: K♣, making 2.",
                "Banker on 3 after Player's king still has to draw.",
            ],
        ),
        (
            "2S 7H 4H KD",
            [
                "Player 2♠ 4♥: 6. Banker 7♥ K♦: 7.",
                "Player stands on 6.",
                "Banker stands on 7 when Player stands.",
                "Banker wins, 7 – 6.",
            ],
        ),
    ],
)
def test_read_out(cards: str, said: list[str]) -> None:
    assert _said(cards) == said


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
def test_every_deal_is_read_to_its_end_in_both_languages(cards: list[str]) -> None:
    hands = deal(cards, TABLES)
    lines = read_hands(hands, TABLES)
    assert {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}[hands.winner] in lines[-1].text.en
    assert sum("draws on" in line.text.en for line in lines) == len(hands.places) - 4
    assert all(line.text.vi and line.clauses and "{" not in line.text.vi + line.text.en for line in lines)
