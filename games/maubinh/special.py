"""Mậu binh: the thirteen special hands of A.3, found in the thirteen cards of a hand (A.3, B.7, C.5).

A hand is special by its cards, however it was arranged: it wins without its lanes being compared. Where it is more than
one kind, it is the highest. Proved by ``tests/maubinh/test_special.py`` and, where they can be counted,
``tests/exhaustive/test_maubinh.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import mul
from typing import Any, Final, NamedTuple

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.maubinh.tally import COUNTS, ORDER, RANK_BITS, RANKS, SUIT_BITS, SUIT_COUNTS, SUITS

ACE: Final = ORDER.index("A")
JACK: Final = ORDER.index("J")
EVERY_RANK: Final = (1 << RANKS) - 1
EIGHT: Final = ORDER.index("8")
SMALL: Final = (1 << EIGHT + 1) - 1
"""Two to eight, as bits of ranks."""
BIG: Final = EVERY_RANK & ~((1 << EIGHT) - 1)
_DIGIT: Final = tuple(5**place for place in range(13))


class Cards(NamedTuple):
    """A hand as the special kinds look at it."""

    counts: list[int]
    """Cards of each rank, two first."""
    ranks: int
    """The ranks that occur, as bits."""
    spread: int
    """The counts as one number, as in :func:`_spread`."""
    suits: tuple[int, int, int, int]
    """Cards of spades, hearts, clubs, diamonds."""
    by_suit: tuple[int, int, int, int]
    """The ranks that occur in each of them, as bits."""
    choice: Mapping[str, Any]
    """The book's choice ``special_hands_made_of``."""


class Special(NamedTuple):
    """A special hand: its name, its place (higher is stronger) and how many times the Ante it takes."""

    name: str
    place: int
    multiple: int


def _windows(size: int) -> tuple[int, ...]:
    """The straights of a size as bits of ranks; the ace stands above the king or below the two."""
    low_ace = sum(1 << place for place in range(size - 1)) | 1 << ACE
    return (low_ace, *(sum(1 << (start + k) for k in range(size)) for start in range(14 - size)))


THREES: Final = _windows(3)
FIVES: Final = _windows(5)
_PIECES: Final = {
    3: (THREES,),
    5: (FIVES,),
    8: (THREES, FIVES),
    10: (FIVES, FIVES),
    13: (THREES, FIVES, FIVES),
}


def _unions(size: int) -> frozenset[int]:
    """Every set of this many different ranks that falls into straights of three and five cards."""
    sets = {0}
    for windows in _PIECES[size]:
        sets = {done | window for done in sets for window in windows if not done & window}
    return frozenset(sets)


STRAIGHT_SETS: Final = {size: _unions(size) for size in _PIECES}


def _spread(mask: int) -> int:
    """A set of ranks as a number with one digit a rank, so that sets can be added."""
    return sum(5**place for place in range(13) if mask >> place & 1)


THREE_STRAIGHTS: Final = frozenset(
    _spread(front) + _spread(middle) + _spread(back)
    for front in THREES
    for middle, back in combinations_with_replacement(FIVES, 2)
)
"""The rank counts, as in :func:`_spread`, of every hand that makes three straights."""


def _three_suits(suits: Sequence[int]) -> bool:
    """Can lanes of 3, 5 and 5 each be of one suit, with this many cards of each suit?"""
    return tuple(sorted(suits)) in SUIT_SIZES


SUIT_SIZES: Final = frozenset({(0, 3, 5, 5), (0, 0, 5, 8), (0, 0, 3, 10), (0, 0, 0, 13)})
"""Cards of each suit, sorted, where lanes of 3, 5 and 5 can each be of one suit."""


def _front_of_three(hand: Cards, name: str) -> bool:
    """A straight or flush of three cards in front is a matter of the book's choice."""
    return name in hand.choice["three_card_front"]


def _all_ranks(hand: Cards) -> bool:
    return hand.ranks == EVERY_RANK


def _dragon_of_one_suit(hand: Cards) -> bool:
    return _all_ranks(hand) and 13 in hand.suits


def _twelve_royals(hand: Cards) -> bool:
    return sum(hand.counts[JACK:]) >= 12


def _three_straight_flushes(hand: Cards) -> bool:
    if not _three_suits(hand.suits) or not _front_of_three(hand, "three_straight_flushes"):
        return False
    return all(ranks in STRAIGHT_SETS[ranks.bit_count()] for ranks in hand.by_suit if ranks)


def _three_fours(hand: Cards) -> bool:
    return hand.counts.count(4) == 3


def _all_big(hand: Cards) -> bool:
    return not hand.ranks & ~BIG


def _all_small(hand: Cards) -> bool:
    return not hand.ranks & ~SMALL


def _one_colour(hand: Cards) -> bool:
    return hand.suits[0] + hand.suits[2] in (0, 13)


def _four_threes(hand: Cards) -> bool:
    return hand.counts.count(3) + hand.counts.count(4) == 4


def _pairs(hand: Cards) -> int:
    """Pairs besides threes of a kind; four of a kind is two of them, or none, by the book's choice."""
    fours = 2 if hand.choice["four_of_a_kind_as_two_pairs"] else 0
    return hand.counts.count(2) + fours * hand.counts.count(4)


def _five_pairs_and_three(hand: Cards) -> bool:
    return hand.counts.count(3) == 1 and _pairs(hand) == 5


def _six_pairs(hand: Cards) -> bool:
    """Six pairs and a card over, which may have the rank of one of them."""
    return _pairs(hand) + hand.counts.count(3) == 6


def _three_straights(hand: Cards) -> bool:
    return hand.spread in THREE_STRAIGHTS and _front_of_three(hand, "three_straights")


def _three_flushes(hand: Cards) -> bool:
    return _three_suits(hand.suits) and _front_of_three(hand, "three_flushes")


KINDS: Final[dict[str, Callable[[Cards], bool]]] = {
    "dragon_of_one_suit": _dragon_of_one_suit,
    "dragon": _all_ranks,
    "twelve_royals": _twelve_royals,
    "three_straight_flushes": _three_straight_flushes,
    "three_fours_of_a_kind": _three_fours,
    "all_big": _all_big,
    "all_small": _all_small,
    "one_colour": _one_colour,
    "four_threes_of_a_kind": _four_threes,
    "five_pairs_and_three": _five_pairs_and_three,
    "six_pairs": _six_pairs,
    "three_straights": _three_straights,
    "three_flushes": _three_flushes,
}


def seen(hand: int, book: RuleBook) -> Cards:
    """A hand of thirteen cards (their tally) as the special kinds look at it."""
    spades, hearts, clubs, diamonds = by_suit = (
        hand & EVERY_RANK,
        hand >> RANKS & EVERY_RANK,
        hand >> 2 * RANKS & EVERY_RANK,
        hand >> 3 * RANKS & EVERY_RANK,
    )
    of_ranks = hand >> COUNTS
    counts = [of_ranks >> shift & 7 for shift in range(0, SUIT_COUNTS, RANK_BITS)]
    return Cards(
        counts=counts,
        ranks=spades | hearts | clubs | diamonds,
        spread=sum(map(mul, counts, _DIGIT)),
        suits=(spades.bit_count(), hearts.bit_count(), clubs.bit_count(), diamonds.bit_count()),
        by_suit=by_suit,
        choice=book.choice("special_hands_made_of"),
    )


_GROUPS: Final = sum(1 << RANK_BITS * place for place in range(RANKS))
"""The lowest bit of the count of each rank."""
_ALL_COUNTS: Final = (1 << SUIT_COUNTS) - 1
_SEVEN: Final = frozenset(
    sum(1 << RANK_BITS * place for place in range(RANKS) if ranks >> place & 1) for ranks in (BIG, SMALL)
)
"""The ranks that are big and those that are small: seven each."""
_QUICK_STRAIGHTS: Final = frozenset(
    sum((spread // 5**place % 5) << RANK_BITS * place for place in range(RANKS)) for spread in THREE_STRAIGHTS
)
"""The counts of ranks, as in a tally, of every hand that makes three straights."""


@lru_cache(maxsize=1024)
def _suits_tell(suits: int) -> bool:
    """Can a hand with these counts of suits be special by its suits?"""
    counts = [suits >> SUIT_BITS * at & 15 for at in range(len(SUITS))]
    return counts[0] + counts[2] in (0, 13) or _three_suits(counts)


def _may_be_special(hand: int) -> bool:
    """Most hands are none, and this says so at once: every kind has all ranks or at most seven, or is made by its suits
    or by three straights; and with seven ranks it has six pairs, or no rank that is not big, or none that is not
    small."""
    counted = hand >> COUNTS
    counts = counted & _ALL_COUNTS
    there = (counts | counts >> 1 | counts >> 2) & _GROUPS
    ranks = there.bit_count()
    if ranks == 7:
        pairs = ((counts >> 1 | counts >> 2) & _GROUPS).bit_count()
        by_ranks = pairs == 6 or there in _SEVEN
    else:
        by_ranks = not 7 < ranks < 13
    return by_ranks or counts in _QUICK_STRAIGHTS or _suits_tell(counted >> SUIT_COUNTS)


@implements("maubinh", "A.3", "B.7")
def special_of(hand: int, book: RuleBook) -> Special | None:
    """The highest special hand that thirteen cards (their tally) are, in the order of the book's table, or None."""
    if not _may_be_special(hand):
        return None
    cards = seen(hand, book)
    for place, row in enumerate(book.tables["special"]):
        if KINDS[row["name"]](cards):
            return Special(row["name"], len(book.tables["special"]) - place, row["multiple"])
    return None
