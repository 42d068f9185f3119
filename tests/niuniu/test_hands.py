"""6.2: what five cards are worth, and which of two hands is stronger."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.cards import DECK
from games.catalogue import shipped
from games.niuniu.hands import (
    all_pictures,
    arrangement,
    classify,
    compare_hands,
    four_of_a_kind,
    makes_tens,
    points_class,
    points_of,
    ranks,
    value,
)

BOOK = shipped().by_id("niuniu.2024-07-09")
HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("7S 7H 7C 7D 2H", "hoiana"),
        ("KS KH KC KD QH", "hoiana"),
        ("10S 10H 10C 10D KS", "hoiana"),
        ("JS QD KC JH QC", "toi_thuong"),
        ("KS QS JD 10H 10C", "ngau_ham"),
        ("KS QS JD 4H 6C", "ngau_ham"),
        ("AS 2S 7D 3H 7C", "ngau_ham"),
        ("KS QS JD 10H 9C", "ngau_9"),
        ("9S 8S 3D 9H 9D", "ngau_8"),
        ("10S 5S 5D 3H 4C", "ngau_7"),
        ("KS QS 10D 3H 3C", "ngau_6"),
        ("KS QS 10D AH AC", "ngau_2"),
        ("9S 9H 2D 9C 2H", "ngau_1"),
        ("KS QS 9D 3H 3C", "khong_ngau"),
        ("AS 2S 3D 4H 6C", "ngau_6"),
        ("AS AH AC 2D 2S", "khong_ngau"),
    ],
)
def test_6_2_classes(cards: str, name: str) -> None:
    assert classify(cards.split()) == name


@pytest.mark.parametrize("place", range(5))
def test_6_2_1_four_of_a_kind_wherever_the_odd_card_lies(place: int) -> None:
    cards = ["7", "7", "7", "7"]
    cards.insert(place, "2")
    assert four_of_a_kind(cards)
    cards[(place + 1) % 5] = "2"
    assert not four_of_a_kind(cards)


@pytest.mark.parametrize(("card", "points"), [("AS", 1), ("2H", 2), ("9C", 9), ("10D", 10), ("JS", 10), ("KD", 10)])
def test_6_2_13_points(card: str, points: int) -> None:
    assert points_of(card) == points


@given(HANDS)
def test_the_order_of_the_cards_does_not_matter(cards: list[str]) -> None:
    valued = value(cards, BOOK)
    for other in list(permutations(cards))[:24]:
        again = value(other, BOOK)
        assert (again.rank, again.top) == (valued.rank, valued.top)


@given(HANDS)
def test_7_9_any_three_that_make_the_tens_give_the_same_class(cards: list[str]) -> None:
    """So a hand laid wrongly can always be put right, and its class never turns on how."""
    last_digits = set()
    for three in combinations(cards, 3):
        if makes_tens(three):
            two = [card for card in cards if card not in three]
            last_digits.add(sum(points_of(card) for card in two) % 10)
    assert len(last_digits) <= 1
    right = arrangement(cards)
    assert (right is None) == (not last_digits)
    if right is not None:
        assert sorted((*right[0], *right[1])) == sorted(cards)
        assert makes_tens(right[0])


@given(st.lists(st.sampled_from(DECK), min_size=10, max_size=10, unique=True))
def test_between_two_hands_exactly_one_is_stronger(cards: list[str]) -> None:
    first, second = value(cards[:5], BOOK), value(cards[5:], BOOK)
    there, back = compare_hands(first, second), compare_hands(second, first)
    assert {there.stronger, back.stronger} == {"box", "dealer"}
    assert there.clauses == back.clauses


def _stronger(box: str, dealer: str) -> tuple[str, tuple[str, ...]]:
    found = compare_hands(value(box.split(), BOOK), value(dealer.split(), BOOK))
    return found.stronger, found.clauses


def test_6_2_9_to_6_2_12_ties() -> None:
    assert _stronger("KS QS 9D 3H 3C", "KH QH 9C 3S 3D") == ("box", ("6.2.8", "4.9.3", "4.9.4", "6.2.9", "6.2.10"))
    assert _stronger("KD QS 9D 3H 3C", "KC QH 9C 3S 3D")[0] == "dealer"
    assert _stronger("QS 9D 3H 2C 3C", "KC 9C 3S 2D 3D") == ("dealer", ("6.2.8", "4.9.3", "4.9.4", "6.2.9"))
    assert _stronger("AS 2D 3H 4C 9C", "10D 9C 4S AD AH")[0] == "dealer"


def test_a_card_on_record_in_both_hands_leaves_nobody_stronger() -> None:
    tie = ("6.2.8", "4.9.3", "4.9.4", "6.2.9", "6.2.10")
    assert _stronger("KS QS 9D 3H 3C", "KS QH 9C 3S 3D") == ("", tie)


def test_6_2_the_classes_are_those_of_the_document_strongest_first() -> None:
    known = ranks(BOOK)
    assert list(known) == [row["class"] for row in BOOK.tables["ranks"]]
    assert [rank.strength for rank in known.values()] == list(range(len(known), 0, -1))
    assert all(known[name].name == name for name in known)


@pytest.mark.parametrize(
    ("ranks_of_five", "four", "pictures"),
    [
        ("7 7 7 7 2", True, False),
        ("2 7 7 7 7", True, False),
        ("7 7 7 2 2", False, False),
        ("J J J J Q", True, True),
        ("J J Q Q K", False, True),
        ("J J Q Q 10", False, False),
    ],
)
def test_6_2_1_and_6_2_2_by_ranks_alone(ranks_of_five: str, four: bool, pictures: bool) -> None:
    """Called here themselves: the class of five ranks is computed once and then remembered."""
    assert four_of_a_kind(ranks_of_five.split()) == four
    assert all_pictures(ranks_of_five.split()) == pictures


@pytest.mark.parametrize(
    ("points", "name"),
    [
        ((10, 10, 10, 4, 6), "ngau_ham"),
        ((10, 10, 10, 9, 10), "ngau_9"),
        ((1, 2, 7, 3, 8), "ngau_1"),
        ((3, 8, 1, 2, 7), "ngau_1"),
        ((10, 10, 9, 3, 3), "khong_ngau"),
    ],
)
def test_6_2_3_to_6_2_8_by_points_alone(points: tuple[int, ...], name: str) -> None:
    assert points_class(points) == name
