"""Mậu binh: the best arrangement of thirteen cards, for hints and for hands left when the time is up (B.3, B.4).

Best by this measure: the multiples that the three lanes win less those they lose, on average against the hands of
``maubinh_reference``, by the multiples of the rule book; without shooting, or with it, by the book's choice
``best_arrangement``, and without home run, which hangs on the whole table. Among arrangements that are equal by it the
one with the strongest back is taken, then the strongest middle, then the strongest front. A foul is never taken. The
search looks at all 72,072 arrangements but leaves out those that cannot be better any more.
Proved by ``tests/maubinh/test_best.py``, where it is held against a plain search.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from casino.core.cards import DECK
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.maubinh.lanes import (
    CLASS_SHIFT,
    LANES,
    Lanes,
    Multiples,
    Ranking,
    in_order,
    is_foul,
    lane_value,
    multiples_of,
    ranking_of,
)
from games.maubinh.reference import HANDS

WITH_SHOOTING: Final = "lanes_and_shooting"
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


class Shooting:
    """What shooting adds to the measure of the lanes: of every reference hand that loses all three lanes, or wins them
    all, the lanes count ``factor`` times. Hands are bits, so that one look tells which of them are shot."""

    __slots__ = ("_again", "_hands", "_lanes", "_multiples", "_worth")

    def __init__(self, hands: Sequence[tuple[int, ...]], multiples: Multiples, factor: int) -> None:
        """``hands`` by the strengths of their lanes."""
        self._again = factor - 1
        self._multiples = multiples
        self._hands = (1 << len(hands)) - 1
        self._lanes = []
        for place in range(len(LANES)):
            order = sorted(range(len(hands)), key=lambda number: hands[number][place])
            below = [0]
            for number in order:
                below.append(below[-1] | 1 << number)
            self._lanes.append(([hands[number][place] for number in order], below))
        self._worth: dict[int, int] = {}
        for number, values in enumerate(hands):
            total = sum(by_class[value >> CLASS_SHIFT] for by_class, value in zip(multiples, values, strict=True))
            self._worth[total] = self._worth.get(total, 0) | 1 << number

    def __call__(self, *lanes: int) -> int:
        shot = shoots = self._hands
        worth = 0
        for (values, below), by_class, mine in zip(self._lanes, self._multiples, lanes, strict=True):
            shot &= below[bisect_left(values, mine)]
            shoots &= ~below[bisect_right(values, mine)]
            worth += by_class[mine >> CLASS_SHIFT]
        lost = sum(total * (shoots & those).bit_count() for total, those in self._worth.items()) if shoots else 0
        return self._again * (worth * shot.bit_count() - lost)

    def at_most(self, back: int) -> int:
        """No arrangement with a back of this strength gains more by shooting."""
        values, below = self._lanes[-1]
        front, middle, by_class = self._multiples
        worth = max(front) + max(middle) + by_class[back >> CLASS_SHIFT]
        return self._again * worth * below[bisect_left(values, back)].bit_count()


class Measure(NamedTuple):
    """The measure of an arrangement under one book, lane by lane, and what shooting adds where it counts."""

    ranking: Ranking
    front: LaneScore
    middle: LaneScore
    back: LaneScore
    hands: int
    shooting: Shooting | None = None

    def of(self, front: int, middle: int, back: int) -> int:
        lanes = self.front(front) + self.middle(middle) + self.back(back)
        return lanes if self.shooting is None else lanes + self.shooting(front, middle, back)

    def at_most(self, back: int) -> int:
        """What shooting adds at most to an arrangement with this back."""
        return 0 if self.shooting is None else self.shooting.at_most(back)


def measure_against(hands: Sequence[Lanes], ranking: Ranking, multiples: Multiples, factor: int = 1) -> Measure:
    """The measure against these hands; ``multiples`` by lane and class, lowest class first. ``factor`` is by how much
    shooting multiplies; 1 leaves it out."""
    values = [tuple(lane_value(ranking, lane) for lane in hand) for hand in hands]
    front, middle, back = (LaneScore((each[place] for each in values), multiples[place]) for place in range(len(LANES)))
    shooting = Shooting(values, multiples, factor) if factor != 1 else None
    return Measure(ranking, front, middle, back, len(hands), shooting)


def parse_lanes(written: str) -> Lanes:
    """``QH 7S 2D / ... / ...`` as lanes."""
    front, middle, back = (tuple(lane.split()) for lane in written.split("/"))
    return Lanes(front, middle, back)


@lru_cache(maxsize=16)
def _reference(ranking: Ranking, multiples: Multiples, factor: int) -> Measure:
    return measure_against([parse_lanes(written) for written in HANDS], ranking, multiples, factor)


def measure_of(book: RuleBook) -> Measure:
    """The measure that a book's ranks, multiples and choice make."""
    with_shooting = book.choice("best_arrangement") == WITH_SHOOTING
    factor = book.tables["shooting"]["factor"] if with_shooting else 1
    return _reference(ranking_of(book), multiples_of(book), factor)


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
        more = measure.at_most(back_value)
        for middle, front in middles[back]:
            middle_value = fives[middle]
            if middle_value > back_value or threes[front] >= middle_value:
                continue
            score = back_score + middle_score[middle] + front_score[front]
            if score + more < found[0]:
                continue
            if measure.shooting is not None:
                score += measure.shooting(threes[front], middle_value, back_value)
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
        promise.append((measure.back(fives[back]) + best_middle + measure.at_most(fives[back]), back))
    promise.sort(reverse=True)
    return promise
