"""Mậu binh: the seats against one another, lane by lane or by special hands, and what the round comes to (part C).

Two seats make a duel; its multiple is from the first seat's side, so that a round's multiples always sum to nothing
over the seats. Proved by the golden rounds C.1 to C.11 and, for random deals, ``tests/maubinh/test_compare.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import gcd
from typing import Final

import msgspec

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import LOST, PUSH, WON, Settlement
from games.engine.priced import Duel, OfMultiples
from games.engine.settling import back
from games.maubinh.lanes import InLanes, Multiples, Values, multiple_of, multiples_of
from games.maubinh.special import Special

LOSES_AND_IS_SHOT: Final = "loses_every_lane_and_is_shot"
ADDS_STAKES: Final = "adds_two_stakes"
MAY_SHOOT: Final = "may"

ByLane = tuple[int, int, int]
"""Multiples of front, middle and back."""


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A seat's cards as they are compared. ``lanes`` and ``values`` are None where they need not be compared."""

    seat: int
    special: Special | None
    lanes: InLanes | None
    values: Values | None
    arranged_by: str = ""


@implements("maubinh", "C.1", "B.5", "B.8", "G.4")
def lane_multiples(one: Values, other: Values, multiples: Multiples) -> ByLane:
    """Each lane apart: what the first wins in it from the second (negative: loses); nothing between equals."""
    if one.foul or other.foul:
        if one.foul and other.foul:
            return 0, 0, 0
        one, other = (_BELOW_ALL, other) if one.foul else (one, _BELOW_ALL)
    of_front, of_middle, of_back = multiples
    mine, theirs = one.front, other.front
    front = multiple_of(of_front, mine) if mine > theirs else -multiple_of(of_front, theirs) if mine < theirs else 0
    mine, theirs = one.middle, other.middle
    middle = multiple_of(of_middle, mine) if mine > theirs else -multiple_of(of_middle, theirs) if mine < theirs else 0
    mine, theirs = one.back, other.back
    back_lane = multiple_of(of_back, mine) if mine > theirs else -multiple_of(of_back, theirs) if mine < theirs else 0
    return front, middle, back_lane


_BELOW_ALL: Final = Values(-1, -1, -1, True)
"""A foul loses each lane to a hand that is none."""


@implements("maubinh", "C.3")
def who_shot(lanes: ByLane, one: Values, other: Values, book: RuleBook) -> int:
    """1 where the first seat won all three lanes, -1 where it lost them all; a tied lane stops it. Whether a foul is
    shot is a choice of the book."""
    if (one.foul or other.foul) and book.choice("foul_hand") != LOSES_AND_IS_SHOT:
        return 0
    front, middle, back_lane = lanes
    if front > 0 and middle > 0 and back_lane > 0:
        return 1
    return -1 if front < 0 and middle < 0 and back_lane < 0 else 0


def _ordinary(one: Hand, other: Hand, mine: Values, theirs: Values, multiples: Multiples, book: RuleBook) -> Duel:
    front, middle, back_lane = lanes = lane_multiples(mine, theirs, multiples)
    shot = who_shot(lanes, mine, theirs, book)
    total = front + middle + back_lane
    clauses: tuple[str, ...] = ("C.1", "C.2")
    if mine.foul or theirs.foul:
        clauses = (*clauses, "G.3")
    if 0 in lanes:
        clauses = (*clauses, "B.8")
    if not shot:
        return Duel(one.seat, other.seat, lanes, total, shot, clauses)
    factor = book.tables["shooting"]["factor"]
    return Duel(one.seat, other.seat, lanes, total * factor, shot, (*clauses, "C.3"), (factor,))


@implements("maubinh", "C.3")
def let_go(duel: Duel, waived: Collection[tuple[int, int]]) -> Duel:
    """A duel in which the seat that won all three lanes shot, or, where it let the other go (``waived``: that seat and
    the other), the same without: its lanes alone, by the same clause."""
    won, lost = (duel.seat, duel.against) if duel.shot > 0 else (duel.against, duel.seat)
    if not duel.shot or (won, lost) not in waived:
        return duel
    return msgspec.structs.replace(duel, multiple=sum(duel.lanes), shot=0, times=())


@implements("maubinh", "C.5", "C.6", "C.7", "C.8")
def special_duel(one: Hand, other: Hand) -> Duel:
    """A special hand takes its own multiple from an ordinary or lower special one; lanes and shooting do not count."""
    mine, theirs = one.special, other.special
    both = mine is not None and theirs is not None
    clauses: tuple[str, ...] = ("C.6", "C.7", "C.8") if both else ("B.7", "C.5", "C.8")
    if mine is not None and (theirs is None or mine.place > theirs.place):
        multiple = mine.multiple
    elif theirs is not None and (mine is None or theirs.place > mine.place):
        multiple = -theirs.multiple
    else:
        multiple, clauses = 0, ("C.6", "B.8")
    return Duel(one.seat, other.seat, (0, 0, 0), multiple, 0, clauses)


@implements("maubinh", "C.4", "C.8")
def home_runs(duels: Sequence[Duel], seats: int) -> dict[int, int]:
    """The seat, if any, that shot every one of the others at a full table of ``seats``, with how many it shot."""
    shots: dict[int, int] = {}
    for duel in duels:
        if duel.shot:
            shooter = duel.seat if duel.shot > 0 else duel.against
            shots[shooter] = shots.get(shooter, 0) + 1
    return {seat: count for seat, count in shots.items() if count == seats - 1}


@implements("maubinh", "C.4")
def with_home_run(duel: Duel, runners: Mapping[int, int], book: RuleBook) -> Duel:
    """A duel in which the shooter also made a home run: doubled once more, or two stakes more, by the book's choice."""
    shooter = duel.seat if duel.shot > 0 else duel.against
    if not duel.shot or shooter not in runners:
        return duel
    if book.choice("home_run") == ADDS_STAKES:
        more, times = duel.shot * book.tables["home_run"]["adds_stakes"], duel.times
        multiple = duel.multiple + more
    else:
        more, times = 0, (*duel.times, book.tables["home_run"]["factor"])
        multiple = duel.multiple * times[-1]
    return msgspec.structs.replace(duel, multiple=multiple, clauses=(*duel.clauses, "C.4"), times=times, more=more)


def duels_of(hands: Sequence[Hand], book: RuleBook, waived: Collection[tuple[int, int]] = ()) -> list[Duel]:
    """Every seat against every other. Ordinary hands need their values where more than one of them plays. ``waived``:
    which seat let which go unshot; whether it may is a choice of the book."""
    duels = []
    multiples = multiples_of(book)
    for one, other in combinations(hands, 2):
        if one.special is not None or other.special is not None:
            duels.append(special_duel(one, other))
        else:
            assert one.values is not None
            assert other.values is not None
            duels.append(_ordinary(one, other, one.values, other.values, multiples, book))
    runners = home_runs(duels, book.tables["arrangement"]["seats"])
    if waived and book.choice("shooting", "must") == MAY_SHOOT:
        duels = [let_go(duel, waived) for duel in duels]
    return [with_home_run(duel, runners, book) for duel in duels] if runners else duels


@implements("maubinh", "C.9")
def totals_of(hands: Sequence[Hand], duels: Sequence[Duel]) -> dict[int, int]:
    """The sum of multiples that each seat won or lost in the round; over the seats it is nothing."""
    totals = {hand.seat: 0 for hand in hands}
    for duel in duels:
        totals[duel.seat] += duel.multiple
        totals[duel.against] -= duel.multiple
    return totals


@implements("maubinh", "G.5")
def winners_of(hands: Sequence[Hand], duels: Sequence[Duel]) -> list[int]:
    """The seats that won the most lanes, which wins the game but decides no money. A special hand wins all three."""
    lanes = {hand.seat: 0 for hand in hands}
    specials = {hand.seat for hand in hands if hand.special is not None}
    for duel in duels:
        seat, against = duel.seat, duel.against
        front, middle, back_lane = duel.lanes
        if specials and (seat in specials or against in specials):
            front = middle = back_lane = duel.multiple
        lanes[seat] += (front > 0) + (middle > 0) + (back_lane > 0)
        lanes[against] += (front < 0) + (middle < 0) + (back_lane < 0)
    most = max(lanes.values())
    return [seat for seat, won in lanes.items() if won == most and most]


CLAUSE_ORDER: Final = ("G.3", "B.7", "B.8", "C.1", "C.2", "C.3", "C.4", "C.5", "C.6", "C.7", "C.8")


def clauses_of(duels: Sequence[Duel]) -> tuple[str, ...]:
    """The clauses that made the sum of a seat with these duels, in the order of the document."""
    return _in_order(tuple([duel.clauses for duel in duels]))


@lru_cache(maxsize=4096)
def _in_order(cited: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The clauses of several duels, each once, in the order of the document."""
    every = set(chain.from_iterable(cited))
    return tuple(clause for clause in CLAUSE_ORDER if clause in every)


@implements("maubinh", "C.10")
def amount_minor(total: int, ante_minor: int) -> int:
    """What a sum of multiples is in money, in minor units."""
    return total * ante_minor


@implements("maubinh", "C.11")
def commission_minor(gross_minor: int, book: RuleBook) -> int:
    """The commission on what a seat won, in minor units, rounded once by the book's rounding (down: in the player's
    favour), and never more than what was won."""
    return min(book.rounding.divide(gross_minor * book.tables["commission"]["percent"], 100), gross_minor)


def settle_seat(
    seat: int, duels: tuple[Duel, ...], total: int, ante_minor: int, cited: tuple[str, ...], book: RuleBook
) -> Settlement:
    """What a seat is owed for ``total``, the sum of its multiples in its ``duels``.

    The Ante is the unit of the game, not all that a seat answers for: a seat that loses six times its Ante has staked
    six Antes. So what is taken never exceeds what was staked, and returned + collected = stake holds as in every game.
    """
    amount = amount_minor(total, ante_minor)
    percent = book.tables["commission"]["percent"]
    priced = OfMultiples(seat, ante_minor, duels, percent)
    clauses = (*cited, "C.9", "C.10")
    if amount == 0:
        return msgspec.structs.replace(back(PUSH, ante_minor, clauses), priced=priced)
    if amount < 0:
        lost = -amount
        staked = max(ante_minor, lost)
        return Settlement(LOST, staked, staked, staked - lost, lost, 0, 0, 0, 1, clauses, priced)
    commission = commission_minor(amount, book)
    exact = amount * (100 - percent)
    common = gcd(exact, 100)
    return Settlement(
        outcome=WON,
        stake_minor=ante_minor,
        in_play_minor=ante_minor,
        returned_minor=ante_minor,
        collected_minor=0,
        winnings_minor=amount - commission,
        commission_minor=commission,
        exact_numerator=exact // common,
        exact_denominator=100 // common,
        clauses=(*clauses, "C.11"),
        priced=priced,
    )
