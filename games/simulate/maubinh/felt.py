"""Mậu binh in the simulator's own plain tables: lanes, special hands and multiples, typed apart from the rule book.

Proved by ``tests/simulate/test_audit_finds_maubinh.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = "SHCD"
PACK: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
LANES: Final = ("front", "middle", "back")

HIGH, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = range(9)

MULTIPLES: Final = {
    ("front", THREE): 3,
    ("middle", FULL): 2,
    ("middle", FOUR): 8,
    ("middle", STRAIGHT_FLUSH): 10,
    ("back", FOUR): 4,
    ("back", STRAIGHT_FLUSH): 5,
}
"""What a lane wins that is not won once."""

SPECIALS: Final = {
    "dragon_of_one_suit": 108,
    "dragon": 36,
    "twelve_royals": 24,
    "three_straight_flushes": 20,
    "three_fours_of_a_kind": 20,
    "all_big": 10,
    "all_small": 10,
    "one_colour": 10,
    "four_threes_of_a_kind": 6,
    "five_pairs_and_three": 5,
    "six_pairs": 4,
    "three_straights": 4,
    "three_flushes": 3,
}
"""Multiples of special hands, the highest first."""

Value = tuple[int, ...]


NUMBERS: Final = {card: RANKS.index(card[:-1]) + 2 for card in PACK}
"""2 to 14, the ace highest."""


def number(card: str) -> int:
    return NUMBERS[card]


def value(cards: Sequence[str]) -> Value:
    """A lane's class and then what decides between equals, card by card. Three cards know high card, pair and three."""
    counts: dict[int, int] = {}
    for card in cards:
        counts[NUMBERS[card]] = counts.get(NUMBERS[card], 0) + 1
    ranked = sorted(counts, key=lambda n: (counts[n], n), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len(cards) == 5 and len({card[-1] for card in cards}) == 1
    top = straight_top(sorted(counts)) if len(cards) == 5 and shape == [1] * 5 else 0
    if top:
        return (STRAIGHT_FLUSH if flush else STRAIGHT, top)
    if flush:
        return (FLUSH, *ranked)
    kind = {(4, 1): FOUR, (3, 2): FULL, (2, 2, 1): TWO_PAIR}.get(tuple(shape))
    if kind is None:
        kind = THREE if shape[0] == 3 else PAIR if shape[0] == 2 else HIGH
    return (kind, *ranked)


def straight_top(numbers: list[int]) -> int:
    """The highest card of a straight (five for A-2-3-4-5), or nothing; ``numbers`` rise and differ."""
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return numbers[-1]
    low = list(range(2, len(numbers) + 1))
    return len(numbers) if numbers == [*low, 14] else 0


class Hand(NamedTuple):
    """A seat's cards as they lie, from front to back."""

    front: tuple[str, ...]
    middle: tuple[str, ...]
    back: tuple[str, ...]

    @property
    def values(self) -> tuple[Value, Value, Value]:
        return value(self.front), value(self.middle), value(self.back)

    @property
    def foul(self) -> bool:
        front, middle, back = self.values
        return not front < middle < back


def _groups(cards: Sequence[str]) -> list[int]:
    return list(Counter(card[:-1] for card in cards).values())


def _runs(cards: Sequence[str], size: int, *, flush: bool) -> Iterator[tuple[str, ...]]:
    """The straights of this size that can be taken from cards: one of each set of ranks, or of each suit."""
    by_rank: dict[int, list[str]] = {}
    for card in cards:
        by_rank.setdefault(number(card), []).append(card)
    by_rank[1] = by_rank.get(14, [])
    for low in range(1, 16 - size):
        ranks = [by_rank.get(n, []) for n in range(low, low + size)]
        if not flush:
            if all(ranks):
                yield tuple(some[0] for some in ranks)
            continue
        for suit in SUITS:
            suited = [card for some in ranks for card in some if card[-1] == suit]
            if len(suited) == size:
                yield tuple(suited)


def _three_straights(cards: Sequence[str], *, flush: bool) -> bool:
    if flush and not all(_splits(count) for count in Counter(card[-1] for card in cards).values()):
        return False
    for first in _runs(cards, 5, flush=flush):
        rest = [card for card in cards if card not in first]
        for second in _runs(rest, 5, flush=flush):
            last = [card for card in rest if card not in second]
            if any(_runs(last, 3, flush=flush)):
                return True
    return False


def special(cards: Sequence[str]) -> str | None:
    """The highest special hand of thirteen cards."""
    ranks = [number(card) for card in cards]
    suits = sorted(Counter(card[-1] for card in cards).values())
    groups = _groups(cards)
    whole = len(groups) == 13
    pairs = sum(count // 2 for count in groups)
    threes_left = [pairs - count // 2 + (count - 3) // 2 for count in groups if count >= 3]
    has = {
        "dragon_of_one_suit": whole and len(suits) == 1,
        "dragon": whole,
        "twelve_royals": sum(n > 10 for n in ranks) >= 12,
        "three_straight_flushes": _three_straights(cards, flush=True),
        "three_fours_of_a_kind": groups.count(4) == 3,
        "all_big": min(ranks) >= 8,
        "all_small": max(ranks) <= 8,
        "one_colour": all(card[-1] in "SC" for card in cards) or all(card[-1] in "HD" for card in cards),
        "four_threes_of_a_kind": sum(count >= 3 for count in groups) >= 4,
        "five_pairs_and_three": any(left >= 5 for left in threes_left),
        "six_pairs": pairs >= 6,
        "three_straights": _three_straights(cards, flush=False),
        "three_flushes": all(_splits(count) for count in suits) and sum(count % 5 == 3 for count in suits) == 1,
    }
    return next((name for name in SPECIALS if has[name]), None)


def _splits(count: int) -> bool:
    """Can so many cards of a suit be lanes of five and at most one of three?"""
    return count % 5 in (0, 3)


def lane_wins(one: Hand, other: Hand) -> tuple[int, int, int]:
    """What the first wins of the second in each lane; negative: loses."""
    won = []
    for lane, mine, theirs in zip(LANES, one.values, other.values, strict=True):
        if one.foul and other.foul:
            won.append(0)
        elif other.foul or (not one.foul and mine > theirs):
            won.append(MULTIPLES.get((lane, mine[0]), 1))
        elif one.foul or theirs > mine:
            won.append(-MULTIPLES.get((lane, theirs[0]), 1))
        else:
            won.append(0)
    return won[0], won[1], won[2]


def sums(hands: dict[int, Hand | None], specials: dict[int, str | None]) -> dict[int, int]:
    """What each seat wins or loses in all, in Antes. A seat with a special hand needs no lanes."""
    total = dict.fromkeys(specials, 0)
    duels: dict[tuple[int, int], int] = {}
    shot: set[tuple[int, int]] = set()
    for one, other in combinations(sorted(specials), 2):
        mine, theirs = (SPECIALS.get(specials[seat] or "", 0) for seat in (one, other))
        if specials[one] or specials[other]:
            order = [*SPECIALS, None]
            first, second = order.index(specials[one]), order.index(specials[other])
            duels[one, other] = 0 if first == second else mine if first < second else -theirs
            continue
        ours, others = hands[one], hands[other]
        if ours is None or others is None:
            raise ValueError(f"seats {one} and {other} cannot be compared")
        lanes = lane_wins(ours, others)
        duels[one, other] = sum(lanes)
        if all(n > 0 for n in lanes):
            shot.add((one, other))
        elif all(n < 0 for n in lanes):
            shot.add((other, one))
    runners = [seat for seat in specials if len(specials) == 4 and sum(s == seat for s, _ in shot) == 3]
    for (one, other), won in duels.items():
        for shooter, victim in ((one, other), (other, one)):
            if (shooter, victim) in shot:
                won *= 4 if shooter in runners else 2
        total[one] += won
        total[other] -= won
    return total
