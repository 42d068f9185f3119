"""The best arrangement: legal, the best by its measure (held against a plain search), measured against good hands."""

from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from casino.core.cards import DECK
from games.catalogue import shipped
from games.engine.document import RuleBook
from games.maubinh.best import LaneScore, best_arrangement, measure_against, measure_of, parse_lanes
from games.maubinh.lanes import (
    CLASS_SHIFT,
    LANES,
    Lanes,
    Values,
    is_arrangement,
    multiple_of,
    multiples_of,
    ranking_of,
    values_of,
)
from games.maubinh.reference import HANDS
from games.maubinh.special import special_of
from games.maubinh.tally import tally
from tests.engine.choices import with_choices

BOOK = shipped().by_id("maubinh.2020-01-01")


def with_multiples(book: RuleBook, **lanes: dict[str, int]) -> RuleBook:
    """The book with other multiples of some classes in some lanes."""
    multiples = book.tables["multiples"]
    changed = {lane: {**multiples[lane], **given} for lane, given in lanes.items()}
    return msgspec.structs.replace(book, tables={**book.tables, "multiples": {**multiples, **changed}})


RANKING = ranking_of(BOOK)
REFERENCE = [values_of(parse_lanes(written), RANKING, BOOK) for written in HANDS]
OTHER_BOOK = with_choices(
    BOOK,
    ace_to_five_straight="second_highest",
    lane_order={"missing_card": "not_compared", "middle_equal_to_back": "allowed"},
)


WITH_SHOOTING = with_choices(BOOK, best_arrangement="lanes_and_shooting")


def _plain_measure(lanes: Lanes, factor: int = 1) -> int:
    """The measure as its definition says it, hand by hand and lane by lane; with shooting all three count again."""
    values = values_of(lanes, RANKING, BOOK)
    return sum(_against(values, other, factor) for other in REFERENCE)


def _against(values: Values, other: Values, factor: int) -> int:
    won = []
    for lane, by_class in zip(LANES, multiples_of(BOOK), strict=True):
        mine, theirs = getattr(values, lane), getattr(other, lane)
        won.append(multiple_of(by_class, mine) if mine > theirs else -multiple_of(by_class, theirs) * (mine < theirs))
    shot = min(won) > 0 or max(won) < 0
    return sum(won) * (factor if shot else 1)


def _plain_search(hand: list[str], book: RuleBook) -> tuple[int, int, int, int]:
    """Every arrangement that is no foul, one after the other; the best by (measure, back, middle, front)."""
    ranking, measure = ranking_of(book), measure_of(book)
    best = (-(10**9), 0, 0, 0)
    for back in combinations(hand, 5):
        left = [card for card in hand if card not in back]
        for front in combinations(left, 3):
            middle = tuple(card for card in left if card not in front)
            values = values_of(Lanes(front, middle, back), ranking, book)
            if not values.foul:
                score = measure.of(values.front, values.middle, values.back)
                best = max(best, (score, values.back, values.middle, values.front))
    return best


TIED = "10C 3D 7S QS 2D 8D 6H 8S 9H 7C 2C 4D KS"
"""Several arrangements come to the same; the one with the strongest back is the best."""
TIED_TO_THE_LAST = "KH KC 3C 3D 5D 5S 3S KS 5H 3H 5C QS 9C"
"""The same, where the stronger back is looked at when nothing higher is possible any more."""
ODD_MULTIPLES = "KH JH 6C 8D 2S 5C 3S 7H AD QC 4D KD JS"
"""Where a pair in the middle takes more than what is above it, the strongest middle is not the best."""
PAIR_TAKES_MOST = with_multiples(BOOK, middle={"pair": 20})


@pytest.mark.parametrize(
    ("hand", "book"),
    [
        (random.Random(1).sample(DECK, 13), BOOK),
        (random.Random(2).sample(DECK, 13), BOOK),
        (random.Random(3).sample(DECK, 13), OTHER_BOOK),
        (TIED.split(), BOOK),
        (TIED_TO_THE_LAST.split(), BOOK),
        (ODD_MULTIPLES.split(), PAIR_TAKES_MOST),
        (random.Random(1).sample(DECK, 13), WITH_SHOOTING),
    ],
    ids=["dealt 1", "dealt 2", "dealt 3", "tied", "tied to the last", "odd multiples", "with shooting"],
)
def test_nothing_better_among_all_72072_arrangements(hand: list[str], book: RuleBook) -> None:
    found = best_arrangement(hand, book)
    values = values_of(found.lanes, ranking_of(book), book)
    assert (found.score, values.back, values.middle, values.front) == _plain_search(hand, book)


def test_the_measure_is_what_it_says() -> None:
    rng = random.Random(4)
    for _ in range(5):
        found = best_arrangement(rng.sample(DECK, 13), BOOK)
        assert found.score == _plain_measure(found.lanes)
        assert found.hands == len(HANDS)
        shooting = best_arrangement(random.Random(4).sample(DECK, 13), WITH_SHOOTING)
        assert shooting.score == _plain_measure(shooting.lanes, factor=2)


LOW, MIDDLE, HIGH = (place << CLASS_SHIFT for place in range(3))
"""Classes that take 1, 2 and 3."""


@pytest.mark.parametrize(
    ("value", "score"),
    [
        (LOW + 1, -1 - 1 - 2 - 3),
        (LOW + 2, -2 - 3),
        (LOW + 3, 1 + 1 - 2 - 3),
        (MIDDLE + 4, 2 + 2 - 3),
        (MIDDLE + 5, 2 + 2 + 2 - 3),
        (HIGH + 6, 3 + 3 + 3),
        (HIGH + 7, 3 + 3 + 3 + 3),
    ],
)
def test_a_lane_wins_from_what_is_below_it_and_loses_to_what_is_above(value: int, score: int) -> None:
    assert LaneScore([LOW + 2, MIDDLE + 4, LOW + 2, HIGH + 6], (1, 2, 3))(value) == score


def test_a_measure_says_how_many_hands_it_is_against() -> None:
    hands = [parse_lanes(written) for written in HANDS[:3]]
    assert measure_against(hands, RANKING, ((1,) * 9, (1,) * 9, (1,) * 9)).hands == 3


@pytest.mark.parametrize(("book", "allowed"), [(BOOK, False), (OTHER_BOOK, True)])
def test_middle_and_back_may_be_equal_where_the_book_allows_it(book: RuleBook, allowed: bool) -> None:
    """Two ace-high straights, in a book where straights take so much that nothing else is worth it."""
    book = with_multiples(book, middle={"straight": 50}, back={"straight": 50})
    found = best_arrangement(["AS", "KH", "QD", "JC", "10S", "AH", "KD", "QC", "JS", "10H", "2D", "3C", "4S"], book)
    values = values_of(found.lanes, ranking_of(book), book)
    assert (values.middle == values.back) is allowed
    assert not values.foul


def test_always_the_hand_itself_and_never_a_foul() -> None:
    rng = random.Random(5)
    for _ in range(40):
        hand = rng.sample(DECK, 13)
        found = best_arrangement(hand, BOOK)
        assert is_arrangement(found.lanes, tally(hand), BOOK)
        assert not values_of(found.lanes, RANKING, BOOK).foul
        assert best_arrangement(sorted(hand), BOOK) == found


def test_a_front_that_would_be_too_strong_is_given_up() -> None:
    """Three aces in front would win three, but nothing else of the hand is above them."""
    found = best_arrangement(["AS", "AH", "AD", "KS", "QH", "10D", "9C", "8S", "6H", "5D", "4C", "3S", "2H"], BOOK)
    assert not values_of(found.lanes, RANKING, BOOK).foul
    assert sum(card[0] == "A" for card in found.lanes.front) < 3


def test_the_reference_hands_are_ordinary_arranged_hands() -> None:
    assert len(HANDS) == 200
    for written, values in zip(HANDS, REFERENCE, strict=True):
        cards = [card for lane in parse_lanes(written) for card in lane]
        assert len(set(cards)) == 13
        assert not values.foul
        assert special_of(tally(cards), BOOK) is None


def test_hardly_any_reference_hand_could_gain_by_another_arrangement() -> None:
    """At most a tenth of an Ante each, and a hundredth on average: opponents who arrange well."""
    gains = []
    for written, values in zip(HANDS[::4], REFERENCE[::4], strict=True):
        cards = [card for lane in parse_lanes(written) for card in lane]
        held = measure_of(BOOK).of(values.front, values.middle, values.back)
        gains.append(best_arrangement(cards, BOOK).score - held)
    assert min(gains) >= 0
    assert max(gains) <= len(HANDS) / 10
    assert sum(gains) / len(gains) <= len(HANDS) / 100
