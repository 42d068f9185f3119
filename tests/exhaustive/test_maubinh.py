"""Every hand of five and of three cards by its class, and the special hands that can be counted.

Published: the five-card counts (40 straight flushes to 1,302,540 high cards, 2,598,960 in all) stand in every text on
poker, among them "Poker probability" of Wikipedia and Wizard of Odds, "Poker probabilities"; the three-card ones follow
from 13 x 4 threes and 13 x 6 x 48 pairs out of 22,100. The counts of special hands out of 635,013,559,600 hands of
thirteen cards are worked out here by binomials, apart from the code, and held against what the code says of one hand of
each pattern.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb, factorial, prod

import pytest

from casino.core.cards import DECK, rank_of
from games.catalogue import shipped
from games.maubinh.lanes import lane_value, ranking_of
from games.maubinh.special import KINDS, THREE_STRAIGHTS, seen
from games.maubinh.tally import ORDER, tally

pytestmark = pytest.mark.slow

BOOK = shipped().by_id("maubinh.2020-01-01")
RANKING = ranking_of(BOOK)
HANDS = comb(52, 13)

FIVE_CARDS = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pairs": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}
DIFFERENT_STRENGTHS = 7_462


def test_every_hand_of_five_cards_by_its_class() -> None:
    values = Counter(lane_value(RANKING, cards) for cards in combinations(DECK, 5))
    classes: Counter[str] = Counter()
    for value, count in values.items():
        classes[RANKING.class_of(value)] += count
    assert classes == FIVE_CARDS
    assert sum(classes.values()) == 2_598_960
    assert len(values) == DIFFERENT_STRENGTHS


def test_every_hand_of_three_cards_by_its_class() -> None:
    """In front there are no straights and no flushes."""
    classes = Counter(RANKING.class_of(lane_value(RANKING, cards)) for cards in combinations(DECK, 3))
    assert classes == {"three_of_a_kind": 52, "pair": 3_744, "high_card": 18_304}
    assert sum(classes.values()) == 22_100


# --- Special hands -------------------------------------------------------------------------------------------------


def _is(kind: str, cards: list[str]) -> bool:
    return KINDS[kind](seen(tally(cards), BOOK))


def _patterns(left: int = 13, most: int = 4, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank a hand may have, most first."""
    if left == 0:
        yield ()
    elif ranks:
        for count in range(min(left, most), 0, -1):
            for rest in _patterns(left - count, count, ranks - 1):
                yield (count, *rest)


def _hands_of(pattern: tuple[int, ...]) -> int:
    """Hands with this pattern: which ranks, and which of the four cards of each."""
    ranks = factorial(13) // factorial(13 - len(pattern))
    same = prod(factorial(pattern.count(count)) for count in set(pattern))
    return ranks // same * prod(comb(4, count) for count in pattern)


def _example(pattern: tuple[int, ...]) -> list[str]:
    return [ORDER[place] + suit for place, count in enumerate(pattern) for suit in "SHCD"[:count]]


BY_RANKS = {
    "dragon": 4**13,
    "three_fours_of_a_kind": comb(13, 3) * 40,
    "four_threes_of_a_kind": comb(13, 4) * 4**4 * 9 * 4 + 13 * comb(12, 3) * 4**3,
    "five_pairs_and_three": 13
    * 4
    * sum(comb(12, fours) * comb(12 - fours, 5 - 2 * fours) * 6 ** (5 - 2 * fours) for fours in range(3)),
}


def test_the_patterns_are_all_hands() -> None:
    assert sum(map(_hands_of, _patterns())) == HANDS == 635_013_559_600


@pytest.mark.parametrize("kind", BY_RANKS)
def test_special_hands_made_by_how_many_of_a_rank(kind: str) -> None:
    assert sum(_hands_of(p) for p in _patterns() if _is(kind, _example(p))) == BY_RANKS[kind]


def test_six_pairs_and_a_card_over() -> None:
    """The odd card makes a single, or a three of one of the pairs, where four of a kind are two pairs."""
    single = sum(
        comb(13, fours) * comb(13 - fours, 6 - 2 * fours) * 6 ** (6 - 2 * fours) * (7 + fours) * 4 for fours in range(4)
    )
    three = BY_RANKS["five_pairs_and_three"]
    assert sum(_hands_of(p) for p in _patterns() if _is("six_pairs", _example(p))) == single + three


def _suited(sizes: tuple[int, ...]) -> list[str]:
    return [rank + suit for suit, size in zip("SHCD", sizes, strict=True) for rank in ORDER[:size]]


BY_SUITS = {
    "dragon_of_one_suit": 4,
    "one_colour": 2 * comb(26, 13),
    "three_flushes": 12 * comb(13, 5) ** 2 * comb(13, 3)
    + 12 * comb(13, 8) * comb(13, 5)
    + 12 * comb(13, 10) * comb(13, 3)
    + 4,
}


@pytest.mark.parametrize("kind", BY_SUITS)
def test_special_hands_made_by_suits(kind: str) -> None:
    sizes = [(a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b)]
    count = sum(prod(comb(13, size) for size in four) for four in sizes if _is(kind, _suited(four)))
    assert count == BY_SUITS[kind]


@pytest.mark.parametrize(("kind", "ranks"), [("all_big", "8 9 10 J Q K A"), ("all_small", "2 3 4 5 6 7 8")])
def test_all_big_and_all_small_have_28_cards_to_choose_from(kind: str, ranks: str) -> None:
    inside = [card for card in DECK if rank_of(card) in ranks.split()]
    outside = [card for card in DECK if card not in inside]
    assert comb(len(inside), 13) == 37_442_160
    assert _is(kind, inside[:13])
    assert not any(_is(kind, [*inside[:12], card]) for card in outside)


def test_twelve_royals() -> None:
    royals = [card for card in DECK if rank_of(card) in "JQKA"]
    others = [card for card in DECK if card not in royals]
    assert comb(16, 13) + comb(16, 12) * 36 == 66_080
    assert all(_is("twelve_royals", [*royals[:12], card]) for card in [*others, *royals[12:]])
    assert not any(_is("twelve_royals", [*royals[:11], other, others[0]]) for other in others[1:])


def test_three_straights_by_what_they_can_be_made_of() -> None:
    """Twelve straights of three cards and, ace to five included, ten of five: counted here straight by straight, by the
    ranks that they use up together."""
    names = ["A", *ORDER]
    threes = [names[start : start + 3] for start in range(12)]
    fives = [names[start : start + 5] for start in range(10)]
    made = {
        tuple(sorted(Counter([*front, *fives[i], *fives[j]]).items()))
        for front in threes
        for i in range(10)
        for j in range(i, 10)
    }
    hands = sum(prod(comb(4, count) for _, count in counts) for counts in made)
    codes = {sum(5 ** ORDER.index(rank) * count for rank, count in counts) for counts in made}
    assert codes == THREE_STRAIGHTS
    assert hands == sum(prod(comb(4, code // 5**place % 5) for place in range(13)) for code in THREE_STRAIGHTS)


def _straight_flush_hands() -> set[tuple[str, ...]]:
    names = ["A", *ORDER]

    def runs(size: int) -> list[list[str]]:
        return [[rank + suit for rank in names[start : start + size]] for suit in "SHCD" for start in range(15 - size)]

    fives = runs(5)
    found = set()
    for one, other in combinations(fives, 2):
        if not set(one) & set(other):
            for front in runs(3):
                if not set(front) & {*one, *other}:
                    found.add(tuple(sorted((*front, *one, *other))))
    return found


def test_three_straight_flushes_are_exactly_those() -> None:
    """All of them, listed; and one card of each exchanged is one of them only where it is in the list."""
    every = _straight_flush_hands()
    assert all(_is("three_straight_flushes", list(hand)) for hand in every)
    for hand in sorted(every)[::97]:
        for card in DECK[::5]:
            if card not in hand:
                other = tuple(sorted((*hand[1:], card)))
                assert _is("three_straight_flushes", list(other)) == (other in every)
