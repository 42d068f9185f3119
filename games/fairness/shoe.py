"""The watch over shoes and packs: cards drawn without replacement, never results as if they were independent draws.

A fair shoe of known size makes each card that has not been seen equally likely to come next; burnt cards that nobody
saw stay among them. A bet says otherwise of the next card, and its value is multiplied by its probability over the fair
one:

- *ranks*: the shoe has 2, 4 or 8 cards of a rank too few or too many (a single pack: 1 or 2). The products over a shoe
  are the exact likelihood ratio of its prefix, Π falling(K', k)/falling(K, k) · falling(n, d)/falling(n', d) (cf.
  Waudby-Smith & Ramdas, NeurIPS 2020, for sampling without replacement);
- *drawing*: after a card comes, with probability ε more than it should, the rank that stands a fixed step further
  (cards that keep the order of a new pack), or the one that followed the last two ranks in the shoe before (cards
  taken up and not shuffled), read forwards or backwards.

Weights: 0.5 ranks, 0.25 steps, 0.25 what came before. A card of which the shoe has no more by its size says that the
size is wrong, which other findings tell: the rest of such a shoe is not bet on. Where cards of a round come in no known
order (``ordered`` false), the bets on drawing rest. Pure. Proved by ``tests/fairness/test_shoe.py``.
"""

from __future__ import annotations

from math import inf, log
from typing import Final, NamedTuple

from casino.core.cards import RANKS
from games.fairness.martingales import log_mean, log_sum
from games.fairness.model import Counted, Counts, Driver, Tally, strongest

KINDS: Final = len(RANKS)
SUITS: Final = 4
OF_SHOE: Final = (-8, -4, -2, 2, 4, 8)
OF_PACK: Final = (-2, -1, 1, 2)
EXTRA: Final = (0.05, 0.15, 0.4)
"""How much more often than it should the predicted rank is supposed to come."""
WAYS: Final = ("forwards", "backwards")
WEIGHTS: Final = (0.5, 0.25, 0.25)
"""Of the bets on ranks, on steps, and on what came before."""


class Seen(NamedTuple):
    """The cards of a round that were seen: which shoe of its table, of how many packs, whether the ranks (0 an ace, 12
    a king) stand in the order in which they were drawn."""

    shoe: int
    packs: int
    ordered: bool
    ranks: tuple[int, ...]


class Gains(NamedTuple):
    """What one card is worth to each bet: the logarithms by rank and change (minus infinity: it cannot be so); for each
    step and way that predicted a rank, its chance and whether it came."""

    rank: int
    fair: list[float]
    changed: list[list[float]]
    steps: list[tuple[int, float, bool]]
    ways: list[tuple[int, float, bool]]


class ShoeModel:
    """Shoes or packs of one table. An outcome is :class:`Seen`. Context: cards not seen by rank, packs, ranks drawn
    from this shoe and from the one before, whether the shoe showed what it cannot have, which shoe it is."""

    every = 10
    start_every = 4_000

    def __init__(self, changes: tuple[int, ...] = OF_SHOE) -> None:
        """``changes`` is by how many cards of a rank a shoe is supposed to be wrong."""
        self.changes = changes

    def context(self) -> Tally:
        return [[0] * KINDS, 0, [], [], False, -1]

    def empty(self) -> Tally:
        """Logarithms of bets on ranks, steps and ways (None: lost for good); seen and expected of each."""
        return [
            [[0.0] * len(self.changes) for _ in range(KINDS)],
            [[0.0] * len(EXTRA) for _ in range(KINDS)],
            [[0.0] * len(EXTRA) for _ in WAYS],
            [[0, 0.0] for _ in range(KINDS)],
            [[0, 0.0] for _ in range(KINDS)],
            [[0, 0.0] for _ in WAYS],
        ]

    def take(self, context: Tally, tallies: list[Tally], outcome: Seen) -> None:
        unseen, packs, now, before, spoilt, shoe = context
        if shoe != outcome.shoe or packs != outcome.packs:
            unseen, packs, shoe, spoilt = [SUITS * outcome.packs] * KINDS, outcome.packs, outcome.shoe, False
            now, before = [], now
        for rank in outcome.ranks:
            spoilt = spoilt or unseen[rank] == 0
            if spoilt:
                break
            gains = self._gains(unseen, packs, now if outcome.ordered else [], before, rank)
            for tally in tallies:
                _add(tally, gains)
            unseen[rank] -= 1
            now.append(rank)
        context[:] = [unseen, packs, now if outcome.ordered else [], before, spoilt, shoe]

    def _gains(self, unseen: list[int], packs: int, now: list[int], before: list[int], rank: int) -> Gains:
        left = sum(unseen)
        fair = [count / left for count in unseen]
        changed = [
            [_changed(unseen[other], left, change, rank == other) for change in self.changes] for other in range(KINDS)
        ]
        steps = []
        if now:
            told = ((step, (now[-1] + step) % KINDS) for step in range(KINDS))
            steps = [(step, fair[each], each == rank) for step, each in told if fair[each]]
        ways = []
        if len(now) > 1 and before:
            for way, sequence in enumerate((before, before[::-1])):
                each = _after(sequence, now[-2], now[-1])
                if each is not None and fair[each]:
                    ways.append((way, fair[each], each == rank))
        return Gains(rank, fair, changed, steps, ways)

    def value(self, tally: Tally) -> float:
        parts = ([_worth(bet) for bets in tally[part] for bet in bets] for part in range(3))
        return log_sum([log(weight) + log_mean(part) for weight, part in zip(WEIGHTS, parts, strict=True)])

    def drivers(self, tally: Tally) -> list[Driver]:
        names = ([("rank", RANKS[rank]) for rank in range(KINDS)], [("drawing", f"+{step}") for step in range(KINDS)])
        found = []
        for part, called in enumerate((*names, [("drawing", way) for way in WAYS])):
            for place, (kind, about) in enumerate(called):
                count, expected = tally[part + 3][place]
                best = round(max(map(_worth, tally[part][place])), 2)
                found.append(Driver(kind, about, count, round(expected, 1), best))
        return strongest(found)

    def counts(self, tally: Tally) -> list[Counts]:
        each = zip(RANKS, tally[3], strict=True)
        return [Counts("rank", tuple(Counted(rank, count, expected) for rank, (count, expected) in each))]


class DealerModel:
    """Who deals cards. An outcome is (table, :class:`Seen`). Of the cards that others dealt from the same shoe it knows
    nothing: they stay among those that may come, as burnt ones do. What it knows of a shoe it keeps by table, for the
    hand that comes back to it: to forget would be to be wrong about what is left.
    """

    every = ShoeModel.every
    start_every = ShoeModel.start_every

    def __init__(self, cards: ShoeModel) -> None:
        self.cards = cards

    def context(self) -> Tally:
        """By table, what :class:`ShoeModel` knows of the shoe there."""
        return [{}]

    def empty(self) -> Tally:
        return self.cards.empty()

    def take(self, context: Tally, tallies: list[Tally], outcome: tuple[str, Seen]) -> None:
        table, seen = outcome
        self.cards.take(context[0].setdefault(table, self.cards.context()), tallies, seen)

    def value(self, tally: Tally) -> float:
        return self.cards.value(tally)

    def drivers(self, tally: Tally) -> list[Driver]:
        return self.cards.drivers(tally)

    def counts(self, tally: Tally) -> list[Counts]:
        return self.cards.counts(tally)


def _worth(bet: float | None) -> float:
    return -inf if bet is None else bet


def _changed(unseen: int, left: int, change: int, came: bool) -> float:
    """The gain of the bet that of one rank there are ``change`` cards more than its ``unseen`` of all ``left``, by the
    next card: of that rank, or (``came`` false) of another."""
    if unseen + change < 0 or left + change <= 0 or (came and unseen + change == 0):
        return -inf
    other = log(left) - log(left + change)
    return other + log(unseen + change) - log(unseen) if came else other


def _add(tally: Tally, gains: Gains) -> None:
    for bets, gained in zip(tally[0], gains.changed, strict=True):
        for place, gain in enumerate(gained):
            if bets[place] is not None:
                bets[place] = None if gain == -inf else bets[place] + gain
    for part, predicted in ((1, gains.steps), (2, gains.ways)):
        for each, chance, came in predicted:
            bets = tally[part][each]
            for place, extra in enumerate(EXTRA):
                bets[place] += log(1 - extra + (extra / chance if came else 0.0))
            told = tally[part + 3][each]
            told[0] += came
            told[1] += chance
    for rank, chance in enumerate(gains.fair):
        tally[3][rank][1] += chance
    tally[3][gains.rank][0] += 1


def _after(sequence: list[int], one: int, other: int) -> int | None:
    """The rank that followed two ranks where they last stood together; None where they did not."""
    for place in range(len(sequence) - 3, -1, -1):
        if sequence[place] == one and sequence[place + 1] == other:
            return sequence[place + 2]
    return None
