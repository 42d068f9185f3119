"""Cards as one number: which they are, how many of each rank and of each suit, and whether one is there twice."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from casino.core.cards import DECK, rank_of
from games.maubinh.tally import (
    CARDS,
    COUNTS,
    ORDER,
    RANK_BITS,
    SUIT_BITS,
    SUIT_COUNTS,
    SUITS,
    all_different,
    tally,
)


def test_a_tally_counts_the_cards_of_each_rank_and_suit() -> None:
    rng = random.Random(5)
    for _ in range(200):
        hand = rng.sample(DECK, 13)
        counted = tally(hand) >> COUNTS
        of_ranks = [counted >> RANK_BITS * place & 7 for place in range(len(ORDER))]
        of_suits = [counted >> SUIT_COUNTS + SUIT_BITS * at & 15 for at in range(len(SUITS))]
        assert of_ranks == [[rank_of(card) for card in hand].count(rank) for rank in ORDER]
        assert of_suits == [[card[-1] for card in hand].count(suit) for suit in SUITS]


def test_no_two_cards_have_the_same_bit() -> None:
    assert len({tally([card]) & CARDS for card in DECK}) == 52
    assert all((tally([card]) & CARDS).bit_count() == 1 for card in DECK)
    assert tally(DECK) & CARDS == (1 << 52) - 1


def test_as_many_cards_have_the_tally_of_different_ones_only_where_they_are_the_same() -> None:
    some = ["2S", "3S", "4S", "AS", "2H"]  # neighbours, so that two of one card are carried into the next
    different = {tally(cards) for cards in ([*some], [*reversed(some)])}
    assert len(different) == 1
    same = [cards for cards in combinations_with_replacement(some, len(some)) if tally(cards) in different]
    assert [sorted(cards) for cards in same] == [sorted(some)]


@pytest.mark.parametrize("hands", [1, 4, 20])
def test_a_card_that_is_there_twice_leaves_fewer_bits_than_cards(hands: int) -> None:
    """Of as many cards as the largest table's hands can hold, too."""
    whole = sum(tally(DECK) & CARDS for _ in range(hands))
    assert all_different(whole, 52 * hands) is (hands == 1)
    assert whole < 1 << COUNTS
    assert not all_different(tally([*DECK, DECK[0]]) & CARDS, 53)
    assert not all_different(tally(["AC", "AC"]) & CARDS, 2)
    assert sum(tally(["AC"] * 52) & CARDS for _ in range(20)) < 1 << COUNTS
