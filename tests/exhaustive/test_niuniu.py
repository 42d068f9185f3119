"""All 2,598,960 niu niu hands by class, the chance to win with each, and the house edge; exact, and pinned.

The judge's own function classes every hand. For the chance to win, a hand of one class is held against every dealer's
hand of the remaining 47 cards. Disjoint pairs of hands are counted exactly by inclusion and exclusion over the cards
that both would hold: over how many hands of a class hold a given set of cards, which only depends on ranks. Within one
class exactly half of the ordered pairs win, since two disjoint hands never have the same highest card.

How the pinned numbers were obtained independently: by a program in C that shares nothing with this. It looks for
three cards that make the tens (the judge looks for the two that are left), and adds up products of binomials over all
6,175 x 6,175 pairs of rank multisets instead of including and excluding. It gave the class counts, the winning pairs
of each class and both edges. Four of a kind (13 x 48 = 624) and five pictures (C(12, 5) - 3 x 8 = 768) follow by
hand.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest
from msgspec.structs import replace

from casino.core.cards import DECK
from games.catalogue import shipped
from games.niuniu.bets import ADDITIONAL, ANTE, DOUBLE, BoxBets
from games.niuniu.hands import (
    BOX,
    LOW_TO_HIGH,
    Valued,
    class_of_ranks,
    classify,
    compare_hands,
    ranks,
    value,
)
from games.niuniu.prices import prices, settle_box
from tests.engine.choices import with_choices
from tests.niuniu.boxes import box_with, on_box

pytestmark = pytest.mark.slow

BOOK = shipped().by_id("niuniu.2024-07-09")
STRONGEST_FIRST = tuple(ranks(BOOK))
HANDS = comb(52, 5)
AGAINST = comb(47, 5)

COUNTS = {
    "hoiana": 624,
    "toi_thuong": 768,
    "ngau_ham": 190_976,
    "ngau_9": 171_288,
    "ngau_8": 168_072,
    "ngau_7": 171_288,
    "ngau_6": 168_072,
    "ngau_5": 177_408,
    "ngau_4": 168_072,
    "ngau_3": 171_288,
    "ngau_2": 168_072,
    "ngau_1": 171_288,
    "khong_ngau": 871_744,
}


def _rank_multisets() -> list[tuple[str, ...]]:
    return [m for m in combinations_with_replacement(sorted(LOW_TO_HIGH), 5) if max(Counter(m).values()) <= 4]


@cache
def holding() -> dict[str, Counter[tuple[str, ...]]]:
    """For each class: set of cards (as its ranks) -> how many hands of the class hold it (for any suits chosen)."""
    found: dict[str, Counter[tuple[str, ...]]] = {name: Counter() for name in STRONGEST_FIRST}
    for multiset in _rank_multisets():
        counts = sorted(Counter(multiset).items())
        hands = found[class_of_ranks(multiset)]
        for part in product(*(range(count + 1) for _, count in counts)):
            held = tuple(rank for (rank, _), times in zip(counts, part, strict=True) for _ in range(times))
            ways = 1
            for (_, count), times in zip(counts, part, strict=True):
                ways *= comb(4 - times, count - times)
            hands[held] += ways
    return found


@cache
def pairs(mine: str, theirs: str) -> int:
    """How many ordered pairs of hands without a common card are of these two classes."""
    total = 0
    other = holding()[theirs]
    for held, ways in holding()[mine].items():
        sets = 1
        for count in Counter(held).values():
            sets *= comb(4, count)
        total += (-1) ** len(held) * sets * ways * other[held]
    return total


def wins(mine: str) -> Fraction:
    """The chance that a hand of this class beats a dealer's hand dealt from the other 47 cards."""
    place = STRONGEST_FIRST.index(mine)
    weaker = sum(pairs(mine, other) for other in STRONGEST_FIRST[place + 1 :])
    return (weaker + Fraction(pairs(mine, mine), 2)) / (COUNTS[mine] * AGAINST)


WINS = {
    "hoiana": (Fraction(6485, 6486), "0.999846"),
    "toi_thuong": (Fraction(49_071_703, 49_086_048), "0.999708"),
    "ngau_ham": (Fraction(35_258_992_099, 36_618_191_808), "0.962882"),
    "ngau_9": (Fraction(9_778_180_096, 10_947_722_643), "0.893170"),
    "ngau_8": (Fraction(26_678_742_118, 32_226_524_451), "0.827850"),
    "ngau_7": (Fraction(25_042_880_444, 32_843_167_929), "0.762499"),
    "ngau_6": (Fraction(22_469_660_762, 32_226_524_451), "0.697241"),
    "ngau_5": (Fraction(3_574_289_707, 5_669_438_544), "0.630449"),
    "ngau_4": (Fraction(18_168_017_678, 32_226_524_451), "0.563760"),
    "ngau_3": (Fraction(711_739_058, 1_427_963_823), "0.498429"),
    "ngau_2": (Fraction(4_652_978_774, 10_742_174_817), "0.433151"),
    "ngau_1": (Fraction(149_115_290, 405_471_209), "0.367758"),
    "khong_ngau": (Fraction(1_170_528_866, 6_964_594_373), "0.168068"),
}
ANTE_ALONE = Fraction(116_581_998_853, 9_966_615_258_600)
"""1.1697 % of the Ante: five per cent of the wins with Ngầu 7 or better."""
WITH_DOUBLE = Fraction(653_961_666_271, 9_966_615_258_600)
"""6.5615 % of the Ante; 2.1872 % of Ante and Double together; 0.9374 % of everything put down."""


def box_of(*kinds: str) -> BoxBets:
    """A box with these bets, Ante of 20 (so that commission needs no rounding)."""
    units = BOOK.tables["units"]
    return box_with(*(on_box(kind, 20 * units[kind], player=None) for kind in kinds))


@cache
def examples() -> dict[str, Valued]:
    """A hand of each class. Which one does not matter: money turns on classes, and on who has the higher card."""
    found: dict[str, Valued] = {}
    for multiset in _rank_multisets():
        cards = [f"{rank}{'SHCD'[multiset[:place].count(rank)]}" for place, rank in enumerate(multiset)]
        found.setdefault(classify(cards), value(cards, BOOK))
    return found


def house_edge(*kinds: str) -> Fraction:
    """What the house expects for one unit of Ante, by the judge's own settlements, over every pair of hands."""
    total = Fraction(0)
    for mine, theirs in product(STRONGEST_FIRST, repeat=2):
        for higher in (0, 1):
            box = replace(examples()[mine], top=higher)
            dealer = replace(examples()[theirs], top=1 - higher)
            settled = settle_box(box_of(*kinds), compare_hands(box, dealer), prices(BOOK), BOOK)
            net = sum(due.net_minor for due in settled.values())
            total -= Fraction(pairs(mine, theirs) * net, 2)
    return total / (HANDS * AGAINST) / 20


def test_all_hands_by_class() -> None:
    """Every five cards of the pack, classed one by one."""
    counted = Counter(map(classify, combinations(DECK, 5)))
    assert counted == COUNTS
    assert sum(counted.values()) == HANDS == 2_598_960


def test_every_pair_of_hands_is_counted() -> None:
    assert sum(pairs(a, b) for a, b in product(STRONGEST_FIRST, repeat=2)) == HANDS * AGAINST


@pytest.mark.parametrize("name", STRONGEST_FIRST)
def test_chance_to_win_with_each_class(name: str) -> None:
    """Against a dealer's hand from the remaining 47 cards."""
    exact, printed = WINS[name]
    assert wins(name) == exact
    assert f"{float(exact):.6f}" == printed


def test_over_all_hands_either_side_wins_half() -> None:
    assert sum(COUNTS[name] * wins(name) for name in COUNTS) / HANDS == Fraction(1, 2)


def test_house_edge_of_ante_alone() -> None:
    assert house_edge(ANTE) == ANTE_ALONE
    assert f"{float(ANTE_ALONE * 100):.4f}" == "1.1697"
    with_commission = STRONGEST_FIRST[: STRONGEST_FIRST.index("ngau_7") + 1]
    assert sum(COUNTS[n] * wins(n) for n in with_commission) / HANDS / 20 == ANTE_ALONE


def test_house_edge_of_ante_with_double() -> None:
    assert house_edge(ANTE, DOUBLE, ADDITIONAL) == WITH_DOUBLE
    assert [f"{float(WITH_DOUBLE * 100 / units):.4f}" for units in (1, 3, 7)] == ["6.5615", "2.1872", "0.9374"]


def test_commission_on_stakes_takes_less_of_a_double() -> None:
    """Read literally, 5.3 takes five per cent of the two stakes, not of their winnings."""
    literal = with_choices(BOOK, commission_base="stakes")
    ham, weak = examples()["ngau_ham"], examples()["ngau_6"]
    box = box_of(ANTE, DOUBLE, ADDITIONAL)
    for book, commissions in ((literal, [0, 1, 2]), (BOOK, [0, 1, 6])):
        settled = settle_box(box, compare_hands(ham, weak), prices(book), book)
        assert [due.commission_minor for due in settled.values()] == commissions


def test_random_deals_agree() -> None:
    """Real deals, judged card by card: wins by class lie within five standard deviations of the exact chances, and
    nobody is ever equal."""
    chance = random.Random(20240709)
    pack = list(DECK)
    dealt: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for _ in range(20_000):
        chance.shuffle(pack)
        box, dealer = value(pack[:5], BOOK), value(pack[5:10], BOOK)
        stronger = compare_hands(box, dealer).stronger
        assert stronger
        dealt[box.rank.name] += 1
        won[box.rank.name] += stronger == BOX
    for name, times in dealt.items():
        p = float(WINS[name][0])
        assert abs(won[name] - p * times) <= 5 * (times * p * (1 - p)) ** 0.5 + 1, name
