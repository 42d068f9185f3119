"""The thirteen special hands of A.3: one of each, one that just is not, and the highest where it is several."""

from __future__ import annotations

import random

import pytest

from casino.core.cards import DECK
from games.catalogue import shipped
from games.engine.document import RuleBook
from games.maubinh.special import KINDS, THREE_STRAIGHTS, _spread, _unions, _windows, seen, special_of
from games.maubinh.tally import tally
from tests.engine.choices import with_choices

BOOK = shipped().by_id("maubinh.2020-01-01")

ONE_OF_EACH = {
    "dragon_of_one_suit": "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
    "dragon": "AS 2H 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
    "twelve_royals": "AS AH AD KS KH KC QS QH QD JS JH JC 2D",
    "three_straight_flushes": "AS 2S 3S 4H 5H 6H 7H 8H 6C 7C 8C 9C 10C",
    "three_fours_of_a_kind": "2S 2H 2D 2C 9S 9H 9D 9C KS KH KD KC 5S",
    "all_big": "8S 8H 9S 9D 10S 10C JS JH QS QD KS AC AD",
    "all_small": "2S 2H 3S 3D 4S 4C 5S 5H 6S 6D 7S 8C 8D",
    "one_colour": "2H 4H 5D 6D 7H 9H 10D JH QD KH KD AH AD",
    "four_threes_of_a_kind": "2S 2H 2D 5S 5H 5C 9S 9H 9D KS KH KC AS",
    "five_pairs_and_three": "2S 2H 4S 4D 6S 6C 8H 8D 10C 10D KS KH KC",
    "six_pairs": "2S 2H 4S 4D 6S 6C 8H 8D 10C 10D KS KH AC",
    "three_straights": "2S 3H 4D 5C 6S 6H 7D 8C 9S 10H JD QC KS",
    "three_flushes": "2S 4S 6S 8S KS 3H 5H 7H 9H QH 2D 10D JD",
}


def _name(cards: str | list[str], book: RuleBook = BOOK) -> str | None:
    found = special_of(tally(cards.split() if isinstance(cards, str) else cards), book)
    return found.name if found else None


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_3_each_special_hand_with_its_multiple(name: str) -> None:
    found = special_of(tally(ONE_OF_EACH[name].split()), BOOK)
    assert found is not None
    row = next(row for row in BOOK.tables["special"] if row["name"] == name)
    assert (found.name, found.multiple) == (name, row["multiple"])


def test_a_3_the_order_of_the_document() -> None:
    places = [special.place for cards in ONE_OF_EACH.values() if (special := special_of(tally(cards.split()), BOOK))]
    assert places == sorted(places, reverse=True)
    assert list(ONE_OF_EACH) == list(KINDS) == [row["name"] for row in BOOK.tables["special"]]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("8S 8H 8D 8C 2S 2H 2D 2C 3S 4H 5D 6C 7S", "all_small"),
        ("8S 8H 8D 8C AS AH AD AC 9S 10H JD QC KS", "all_big"),
        ("KS KH KD KC QS QH QD QC JS JH JD JC 2S", "twelve_royals"),
    ],
)
def test_a_3_four_of_a_rank_beside_a_rank_that_is_not_there(cards: str, name: str) -> None:
    assert _name(cards) == name


@pytest.mark.parametrize(
    "cards",
    [
        "AS AH AD KS KH KC QS QH QD JS JH 2C 4D",
        "2S 2H 4S 4D 6S 6C 8H 8D 10C 10D KS QH AC",
        "2S 3H 4D 5C 6S 6H 7D 8C 9S 10H JD QC QS",
        "QS KH AD 2C 4S 6H 7D 8C 9S 10H 2D 4C 5S",
        "2S 4S 6S 8S KS 3H 5H 7H 9H QH 2D 10D JC",
        "2S 2H 2D 5S 5H 5C 9S 9H 9D KS KH QC AS",
    ],
)
def test_what_just_is_not_special(cards: str) -> None:
    assert _name(cards) is None


def test_a_hand_that_is_several_is_the_highest() -> None:
    assert _name("8S 8H 8D 9S 9H 9D 10S 10H 10D KS KH KC AD") == "all_big"
    assert _name("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS") == "dragon_of_one_suit"


def test_an_ace_is_below_a_two_or_above_a_king_but_never_between() -> None:
    assert _name("AS 2H 3D 4S 5H 6D 7C 8C AC 2D 3C 4H 5C") == "three_straights"
    assert _name("KS AH 2D 4S 5H 6D 7C 8C 4C 5D 6C 7H 8D") is None


def test_four_of_a_kind_as_two_pairs_is_a_choice() -> None:
    cards = "2S 2H 2D 2C 6S 6C 8H 8D 10C 10D KS KH AC"
    made_of = BOOK.choice("special_hands_made_of")
    assert _name(cards) == "six_pairs"
    assert (
        _name(cards, with_choices(BOOK, special_hands_made_of=made_of | {"four_of_a_kind_as_two_pairs": False})) is None
    )


@pytest.mark.parametrize("name", ["three_straight_flushes", "three_straights", "three_flushes"])
def test_a_straight_or_flush_of_three_in_front_is_a_choice(name: str) -> None:
    made_of = BOOK.choice("special_hands_made_of")
    without = [front for front in made_of["three_card_front"] if front != name]
    book = with_choices(BOOK, special_hands_made_of=made_of | {"three_card_front": without})
    assert _name(ONE_OF_EACH[name], book) != name


def test_most_hands_are_passed_over_quickly_and_rightly() -> None:
    """The quick look says no only where every kind says no."""
    rng = random.Random(7)
    for _ in range(3000):
        hand = rng.sample(DECK, 13)
        kinds = [name for name, is_one in KINDS.items() if is_one(seen(tally(hand), BOOK))]
        assert _name(hand) == (kinds[0] if kinds else None)


# --- The tables that are made when the program starts ----------------------------------------------------------------


def bits(ranks: str) -> int:
    return sum(1 << "23456789TJQKA".index(rank) for rank in ranks)


def test_a_3_straights_of_three_and_of_five_cards() -> None:
    threes = "A23 234 345 456 567 678 789 89T 9TJ TJQ JQK QKA"
    assert [*_windows(3)] == [bits(ranks) for ranks in threes.split()]
    fives = "A2345 23456 34567 45678 56789 6789T 789TJ 89TJQ 9TJQK TJQKA"
    assert [*_windows(5)] == [bits(ranks) for ranks in fives.split()]


def test_a_3_ranks_that_fall_into_straights() -> None:
    assert _unions(3) == frozenset(_windows(3))
    assert _unions(5) == frozenset(_windows(5))
    assert _unions(13) == {bits("23456789TJQKA")}
    eights = {front | back for front in _windows(3) for back in _windows(5) if not front & back}
    assert _unions(8) == eights
    assert bits("A2378TJQ") not in eights
    tens = {one | other for one in _windows(5) for other in _windows(5) if not one & other}
    assert _unions(10) == tens
    assert len(tens) == 4 + 4 + 3 + 2 + 1


def test_a_3_a_set_of_ranks_as_a_number_with_a_digit_a_rank() -> None:
    assert [_spread(bits(ranks)) for ranks in ("2", "3", "A", "24A")] == [1, 5, 5**12, 1 + 25 + 5**12]
    assert _spread(1 << 13) == 0
    assert _spread(bits("234")) + 2 * _spread(bits("56789")) in THREE_STRAIGHTS
