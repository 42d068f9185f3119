"""Lanes of mậu binh: strength, order, multiples, and the choices of how near is a foul (A.1, A.2, G.2, G.3, C.2)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.maubinh.lanes import (
    LANES,
    Lanes,
    Ranking,
    in_order,
    is_arrangement,
    is_foul,
    lane_value,
    multiple_of,
    multiples_of,
    ranking_of,
    values_of,
)
from games.maubinh.tally import tally
from tests.engine.choices import with_choices

BOOK = shipped().by_id("maubinh.2020-01-01")


def _ranking(book: RuleBook = BOOK) -> Ranking:
    """The strengths, made anew for each test."""
    ranks = book.tables["ranks"]
    return Ranking(tuple(ranks["cards"]), tuple(ranks["classes"]), book.choice("ace_to_five_straight"))


WEAKEST_FIRST = [
    "2S 3H 5D",  # three cards, nothing missing is lower than a card that is there
    "2S 3H 5D 4C 7S",
    "AS KS QS",
    "AS KS QS 2D 9H",
    "AS KH QD JC 9S",
    "2S 2H 3D",
    "2S 2H 3D 4C 5S",
    "2S 2H AD KC QS",
    "AS AH KD",
    "AS AH KD 2C 3S",
    "3S 3H 2D 2C 4S",
    "AS AH 2D 2C 3S",
    "AS AH KD KC 2S",
    "2S 2H 2D",
    "2S 2H 2D 3C 4S",
    "AS AH AD",
    "AS 2H 3D 4C 5S",
    "2S 3H 4D 5C 6S",
    "10S JH QD KC AS",
    "2S 3S 4S 5S 7S",
    "9S JS QS KS AS",
    "2S 2H 2D 3C 3S",
    "2S 2H 2D AC AS",
    "3S 3H 3D 2C 2S",
    "2S 2H 2D 2C 3S",
    "AS AH AD AC KS",
    "AS 2S 3S 4S 5S",
    "2S 3S 4S 5S 6S",
    "10S JS QS KS AS",
]


def _value(cards: str) -> int:
    return lane_value(_ranking(), cards.split())


def test_a_2_lanes_from_the_weakest_to_the_strongest() -> None:
    ranking = _ranking()
    values = [lane_value(ranking, cards.split()) for cards in WEAKEST_FIRST]
    assert all(lower < higher for lower, higher in pairwise(values))


def test_a_1_suits_do_not_rank() -> None:
    assert _value("AS KS QS JS 9S") == _value("AH KH QH JH 9H")
    assert _value("AS KH 9D") == _value("AC KD 9S")


def test_a_2_three_cards_make_no_straight_and_no_flush() -> None:
    assert _ranking().class_of(_value("QS KS AS")) == "high_card"


def test_ace_to_five_is_a_choice() -> None:
    second = _ranking(with_choices(BOOK, ace_to_five_straight="second_highest"))
    wheel, king_high, ace_high = (
        ["AS", "2H", "3D", "4C", "5S"],
        ["9S", "10H", "JD", "QC", "KS"],
        ["10S", "JH", "QD", "KC", "AS"],
    )
    assert lane_value(second, king_high) < lane_value(second, wheel) < lane_value(second, ace_high)
    assert lane_value(_ranking(), wheel) < lane_value(_ranking(), ["2S", "3H", "4D", "5C", "6S"])
    of_the_book = ranking_of(with_choices(BOOK, ace_to_five_straight="second_highest"))
    assert lane_value(of_the_book, king_high) < lane_value(of_the_book, wheel)


@pytest.mark.parametrize("suited", [False, True])
def test_a_2_straights_by_their_highest_card(suited: bool) -> None:
    ranking, order = _ranking(), ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    straights = [order[low : low + 5] for low in range(10)]
    values = [
        lane_value(ranking, [rank + ("S" if suited else suit) for rank, suit in zip(ranks, "SHDCS", strict=True)])
        for ranks in straights
    ]
    assert all(lower < higher for lower, higher in pairwise(values))
    assert {ranking.class_of(value) for value in values} == {"straight_flush" if suited else "straight"}


def test_a_2_every_strength_has_a_place_for_each_of_five_cards_and_none_stands_where_there_is_no_card() -> None:
    """The strength is class and cards, four bits each: three cards leave the last two places empty."""
    ranking = _ranking()
    assert lane_value(ranking, ["AS", "KS", "9D"]) & 0xFFFFF == 13 << 16 | 12 << 12 | 8 << 8
    assert lane_value(ranking, ["2S", "2H", "AD"]) & 0xFFFFF == 1 << 16 | 13 << 12
    assert lane_value(ranking, ["2S", "2H", "AD", "KD", "3D"]) & 0xFFFFF == 1 << 16 | 13 << 12 | 12 << 8 | 2 << 4


@pytest.mark.parametrize(
    ("front", "middle", "back", "foul"),
    [
        ("2S 3H 4D", "5S 6H 8D 9C JS", "KS KH 2D 3C 4S", False),
        ("KS KH 4D", "QS QH 8D 9C JS", "AS AH 2D 3C 4S", True),
        ("2S 3H 4D", "KS KH 2D 3C 4S", "5S 6H 8D 9C JS", True),
        ("AS KS QS", "AH KH QD 2C 3S", "2H 2D 8D 9C JS", False),
        ("AS KS QS", "AH KH JD 2C 3S", "2H 2D 8D 9C JS", True),
        ("2S 3H 4D", "AS KH QD JC 9S", "AH KD QC JS 9D", True),
    ],
)
def test_g_3_lanes_in_order(front: str, middle: str, back: str, foul: bool) -> None:
    values = values_of(Lanes(tuple(front.split()), tuple(middle.split()), tuple(back.split())), ranking_of(BOOK), BOOK)
    assert values.foul is foul


def test_how_near_is_a_foul_is_a_choice() -> None:
    equal_backs = with_choices(BOOK, lane_order={"missing_card": "loses", "middle_equal_to_back": "allowed"})
    ace_king, king_high = _value("AS KH QD JC 9S"), _value("2S 3H 4D")
    assert is_foul(king_high, ace_king, ace_king, BOOK)
    assert not is_foul(king_high, ace_king, ace_king, equal_backs)
    not_compared = with_choices(BOOK, lane_order={"missing_card": "not_compared", "middle_equal_to_back": "foul"})
    front, middle, back = _value("AS KS QS"), _value("AH KH QD 2C 3S"), _value("2H 2D 8D 9C JS")
    assert not is_foul(front, middle, back, BOOK)
    assert is_foul(front, middle, back, not_compared)
    assert not is_foul(_value("AS KS JS"), middle, back, not_compared)


@pytest.mark.parametrize(
    ("lane", "cards", "multiple"),
    [
        ("front", "2S 2H 2D", 3),
        ("front", "AS AH 2D", 1),
        ("middle", "2S 2H 2D 3C 3S", 2),
        ("middle", "2S 2H 2D 2C 3S", 8),
        ("middle", "2S 3S 4S 5S 6S", 10),
        ("middle", "2S 3S 4S 5S 7S", 1),
        ("back", "2S 2H 2D 3C 3S", 1),
        ("back", "2S 2H 2D 2C 3S", 4),
        ("back", "2S 3S 4S 5S 6S", 5),
    ],
)
def test_c_2_multiples(lane: str, cards: str, multiple: int) -> None:
    by_class = multiples_of(BOOK)[LANES.index(lane)]
    assert multiple_of(by_class, _value(cards)) == multiple


def test_g_2_an_arrangement_is_the_hand_in_lanes_of_3_5_and_5() -> None:
    front, middle, back = ("2S", "3S", "4S"), ("5S", "6S", "7S", "8S", "9S"), ("10S", "JS", "QS", "KS", "AS")
    cards = (*back, *front, *middle)
    hand = tally(cards)
    assert is_arrangement(Lanes(front, middle, back), hand, BOOK)
    assert not is_arrangement(Lanes((*front, "5S"), middle[1:], back), hand, BOOK)
    assert not is_arrangement(Lanes(("2S", "3S", "4H"), middle, back), hand, BOOK)
    assert not is_arrangement(Lanes(("2S", "3S", "3S"), middle, back), hand, BOOK)
    for lanes in (Lanes((*front, "AS"), middle, back), Lanes(front, (*middle, "AS"), back)):
        assert not is_arrangement(lanes, hand, BOOK)
    assert not is_arrangement(Lanes(front, middle, (*back, "AS")), hand, BOOK)
    assert not is_arrangement(Lanes(front, middle, back), tally((*cards[:-1], "9H")), BOOK)


@pytest.mark.parametrize(
    ("cards", "ordered"),
    [
        ("3C 3H 7C 3S 7S", "3C 3H 3S 7C 7S"),
        ("2S 10D JS 10S JH", "JH JS 10D 10S 2S"),
        ("2S 10S JS 10D JH", "JH JS 10D 10S 2S"),
        ("AS 3H 2D 5S 4C", "5S 4C 3H 2D AS"),
        ("AD 3H 2S 5S 4C", "5S 4C 3H 2S AD"),
        ("AC 3H 2S 6S 4C", "AC 6S 4C 3H 2S"),
        ("9S 9C 9D 9H 2D", "9C 9D 9H 9S 2D"),
        ("AC 2S 2D", "2D 2S AC"),
        ("4D KS KH", "KH KS 4D"),
    ],
)
def test_cards_in_the_order_in_which_they_tell(cards: str, ordered: str) -> None:
    assert " ".join(in_order(cards.split(), ranking_of(BOOK))) == ordered
