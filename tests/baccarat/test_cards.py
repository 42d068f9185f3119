"""Card values, totals, pairs and the drawing tables, from a table of their own."""

from __future__ import annotations

import msgspec
import pytest

from casino.core.cards import DECK
from games.baccarat.cards import (
    BANKER,
    PLAYER,
    TIE,
    banker_draws,
    banker_draws_alone,
    deal,
    draw_tables,
    is_pair,
    natural,
    player_draws,
    points,
    value_of,
)
from tests.baccarat.rounds import BOOK

TABLES = draw_tables(BOOK)

# The trade's table: rows are Banker's total, columns Player's third card from ten (0), ace … nine.
BANKER_TABLE = """
    0 DDDDDDDDDD
    1 DDDDDDDDDD
    2 DDDDDDDDDD
    3 DDDDDDDDSD
    4 SSDDDDDDSS
    5 SSSSDDDDSS
    6 SSSSSSDDSS
    7 SSSSSSSSSS
"""


def test_what_cards_count() -> None:
    worth = {"A": 1, "10": 0, "J": 0, "Q": 0, "K": 0, **{str(n): n for n in range(2, 10)}}
    assert {card: value_of(card) for card in DECK} == {card: worth[card[:-1]] for card in DECK}


@pytest.mark.parametrize(
    ("cards", "total"), [("KS QH", 0), ("9S 9H", 8), ("5C 5D", 0), ("AS 8H", 9), ("7S 8H 9C", 4), ("KS", 0)]
)
def test_the_left_digit_is_dropped(cards: str, total: int) -> None:
    assert points(cards.split()) == total


def test_pairs_are_of_one_rank() -> None:
    assert is_pair(["KS", "KD"])
    assert is_pair(["7S", "7S"])
    assert is_pair(["10S", "10D"])
    assert not is_pair(["KS", "QS"])
    assert not is_pair(["10S", "JS"])


def test_tables_of_drawing() -> None:
    for row in BANKER_TABLE.split("\n")[1:-1]:
        total, draws = row.split()
        assert "".join("D" if banker_draws(int(total), third, TABLES) else "S" for third in range(10)) == draws
    assert [n for n in range(10) if player_draws(n, TABLES)] == [0, 1, 2, 3, 4, 5]
    assert [n for n in range(10) if banker_draws_alone(n, TABLES)] == [0, 1, 2, 3, 4, 5]
    assert [n for n in range(10) if natural(n, 0, TABLES)] == [8, 9] == [n for n in range(10) if natural(0, n, TABLES)]


@pytest.mark.parametrize(
    ("cards", "player", "banker", "needs", "winner"),
    [
        ("", "", "", PLAYER, TIE),
        ("4S", "4S", "", BANKER, PLAYER),
        ("4S 3H 4H", "4S 4H", "3H", BANKER, PLAYER),
        ("4S 3H 4H 4D", "4S 4H", "3H 4D", "", PLAYER),
        ("2S 7H 4H KD", "2S 4H", "7H KD", "", BANKER),
        ("2S 5H 4H KD", "2S 4H", "5H KD", BANKER, PLAYER),
        ("2S 5H 4H KD 3C", "2S 4H", "5H KD 3C", "", BANKER),
        ("2S 3H 3S KD", "2S 3S", "3H KD", PLAYER, PLAYER),
        ("2S 3H 3S KD 8C", "2S 3S 8C", "3H KD", "", TIE),
        ("2S 3H 3S KD 9C", "2S 3S 9C", "3H KD", BANKER, PLAYER),
        ("2S 3H 3S KD 9C KC", "2S 3S 9C", "3H KD KC", "", PLAYER),
        ("2S 3H 3S KD 9C KC AD", "2S 3S 9C", "3H KD KC", "", PLAYER),
    ],
)
def test_hands_by_the_order_of_the_shoe(cards: str, player: str, banker: str, needs: str, winner: str) -> None:
    hands = deal(cards.split(), TABLES)
    assert (" ".join(hands.player), " ".join(hands.banker), hands.needs, hands.winner) == (
        player,
        banker,
        needs,
        winner,
    )
    assert hands.complete == (needs == "")
    assert (hands.player_points, hands.banker_points) == (points(hands.player), points(hands.banker))


def test_each_document_has_drawing_tables_of_its_own() -> None:
    draws = {**BOOK.tables["player_draws"], "draw": [0]}
    other = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "player_draws": draws})
    assert [player_draws(5, draw_tables(book)) for book in (BOOK, other, BOOK)] == [True, False, True]


@pytest.mark.parametrize(
    ("cards", "player", "banker", "needs"),
    [("", 0, 0, PLAYER), ("4S", 4, 0, BANKER), ("4S 7H", 4, 7, PLAYER), ("4S 7H 9C", 3, 7, BANKER)],
)
def test_2_2_7_hands_not_yet_dealt_count_what_lies_there(cards: str, player: int, banker: int, needs: str) -> None:
    hands = deal(cards.split(), TABLES)
    assert (hands.player_points, hands.banker_points, hands.needs) == (player, banker, needs)
    assert (hands.first_player, hands.first_banker) == (player, banker)
