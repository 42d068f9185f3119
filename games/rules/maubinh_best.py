"""Mậu binh: the best arrangement of thirteen cards, for hints and for hands left when the time is up (B.3, B.4).

Best by this measure: the multiples that the three lanes win less those they lose, on average against the hands of
``maubinh_reference``, by the multiples of the rule book; without shooting and home run, which hang on all lanes at
once. Among arrangements that are equal by it the one with the strongest back is taken, then the strongest middle, then
the strongest front. A foul is never taken. The search looks at all 72,072 arrangements but leaves out those that cannot
be better any more. Proved by ``tests/rules/test_maubinh_best.py``, where it is held against a plain search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from casino.core.cards import DECK
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.maubinh_lanes import CLASS_SHIFT, LANES, Lanes, Ranking, in_order, is_foul, lane_value, ranking_of
from games.rules.maubinh_reference import HANDS

ALL: Final = (1 << 13) - 1
_BELOW_ALL: Final = -(10**9)
"""A measure that every arrangement passes."""
_PLACE: Final = {card: place for place, card in enumerate(DECK)}


class Best(NamedTuple):
    """An arrangement, and its measure: multiples against all reference hands together, ``hands`` of them."""

    lanes: Lanes
    score: int
    hands: int


class LaneScore:
    """The measure of one lane: what it wins from the reference hands less what it loses to them."""

    __slots__ = ("_lost", "_memo", "_multiples", "_values")

    def __init__(self, values: Iterable[int], multiples: tuple[int, ...]) -> None:
        """``multiples`` by class, lowest class first."""
        self._values = sorted(values)
        self._multiples = multiples
        self._lost = [0]
        for value in reversed(self._values):
            self._lost.append(self._lost[-1] + multiples[value >> CLASS_SHIFT])
        self._lost.reverse()
        self._memo: dict[int, int] = {}

    def __call__(self, value: int) -> int:
        score = self._memo.get(value)
        if score is None:
            below, above = bisect_left(self._values, value), bisect_right(self._values, value)
            score = self._memo[value] = self._multiples[value >> CLASS_SHIFT] * below - self._lost[above]
        return score


class Measure(NamedTuple):
    """The measure of an arrangement under one book, lane by lane."""

    ranking: Ranking
    front: LaneScore
    middle: LaneScore
    back: LaneScore
    hands: int

    def of(self, front: int, middle: int, back: int) -> int:
        return self.front(front) + self.middle(middle) + self.back(back)


def measure_against(hands: Sequence[Lanes], ranking: Ranking, multiples: tuple[tuple[int, ...], ...]) -> Measure:
    """The measure against these hands; ``multiples`` by lane and class, lowest class first."""
    front, middle, back = (
        LaneScore((lane_value(ranking, hand[place]) for hand in hands), multiples[place]) for place in range(len(LANES))
    )
    return Measure(ranking, front, middle, back, len(hands))


def multiples_by_class(ranking: Ranking, book: RuleBook) -> tuple[tuple[int, ...], ...]:
    """The multiples of each lane by class, lowest class first."""
    table = book.tables["multiples"]
    return tuple(tuple(table[lane].get(name, table["otherwise"]) for name in ranking.classes) for lane in LANES)


def parse_lanes(written: str) -> Lanes:
    """``QH 7S 2D / ... / ...`` as lanes."""
    front, middle, back = (tuple(lane.split()) for lane in written.split("/"))
    return Lanes(front, middle, back)


@lru_cache(maxsize=16)
def _reference(ranking: Ranking, multiples: tuple[tuple[int, ...], ...]) -> Measure:
    return measure_against([parse_lanes(written) for written in HANDS], ranking, multiples)


def measure_of(book: RuleBook) -> Measure:
    """The measure that a book's ranks and multiples make."""
    ranking = ranking_of(book)
    return _reference(ranking, multiples_by_class(ranking, book))


class _Choices(NamedTuple):
    """Which five of thirteen places, which three, and what is left for the other lanes: as bits."""

    fives: tuple[tuple[int, tuple[int, ...]], ...]
    threes: tuple[tuple[int, tuple[int, ...]], ...]
    middles: dict[int, tuple[tuple[int, int], ...]]
    """Back -> each (middle, front)."""


@lru_cache(maxsize=1)
def _choices() -> _Choices:
    def of(size: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
        return tuple((sum(1 << i for i in places), places) for places in combinations(range(13), size))

    fives, threes = of(5), of(3)
    middles = {}
    for back, _ in fives:
        left = [1 << i for i in range(13) if not back >> i & 1]
        fronts = [a | b | c for a, b, c in combinations(left, 3)]
        middles[back] = tuple((ALL ^ back ^ front, front) for front in fronts)
    return _Choices(fives, threes, middles)


def _values(cards: Sequence[str], ranking: Ranking) -> tuple[dict[int, int], dict[int, int]]:
    """The strength of every three and every five of the cards, by their places as bits."""
    choices = _choices()
    codes = [ranking.code[card] for card in cards]
    plain = ranking.plain
    threes = {mask: plain[codes[a] + codes[b] + codes[c]] for mask, (a, b, c) in choices.threes}
    fives = {
        mask: plain[codes[a] + codes[b] + codes[c] + codes[d] + codes[e]] for mask, (a, b, c, d, e) in choices.fives
    }
    for suit in "SHCD":
        places = [place for place, card in enumerate(cards) if card[-1] == suit]
        for five in combinations(places, 5):
            fives[sum(1 << i for i in five)] = ranking.flushes[sum(codes[i] for i in five)]
    return threes, fives


@implements("maubinh", "B.3", "B.4")
def best_arrangement(hand: Sequence[str], book: RuleBook, measure: Measure | None = None) -> Best:
    """The best legal arrangement of thirteen cards, the same in whatever order they are given."""
    measure = measure or measure_of(book)
    cards = sorted(hand, key=_PLACE.__getitem__)
    threes, fives = _values(cards, measure.ranking)
    middles = _choices().middles
    front_score = {mask: measure.front(value) for mask, value in threes.items()}
    middle_score = {mask: measure.middle(value) for mask, value in fives.items()}
    best_front = max(front_score.values())
    found = (_BELOW_ALL, 0, 0, 0)
    where = (0, 0, 0)
    for bound, back in _backs_by_promise(fives, middle_score, measure):
        if bound + best_front < found[0]:
            break
        back_value, back_score = fives[back], measure.back(fives[back])
        for middle, front in middles[back]:
            middle_value = fives[middle]
            if middle_value > back_value or threes[front] >= middle_value:
                continue
            score = back_score + middle_score[middle] + front_score[front]
            if score < found[0]:
                continue
            made = (score, back_value, middle_value, threes[front])
            if made > found and not is_foul(threes[front], middle_value, back_value, book):
                found, where = made, (front, middle, back)
    front_cards, middle_cards, back_cards = (
        tuple(in_order([card for place, card in enumerate(cards) if mask >> place & 1], measure.ranking))
        for mask in where
    )
    return Best(Lanes(front_cards, middle_cards, back_cards), found[0], measure.hands)


def _backs_by_promise(fives: dict[int, int], middle_score: dict[int, int], measure: Measure) -> list[tuple[int, int]]:
    """Every back with the most that it and a middle not above it can come to, the most promising first."""
    promise = []
    best_middle = _BELOW_ALL
    for back in sorted(fives, key=fives.__getitem__):
        best_middle = max(best_middle, middle_score[back])
        promise.append((measure.back(fives[back]) + best_middle, back))
    promise.sort(reverse=True)
    return promise
