"""Mậu binh: which arrangement of a seat counts, and whether it had its time (B.2 to B.4).

Facts that do not fit are findings, never refused. Proved by the golden rounds B.2 to B.4 and
``tests/maubinh/test_arranging.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

import msgspec

from casino.core.stored import Instant, milliseconds_between
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.steps import NOTHING, Findings
from games.maubinh.best import best_arrangement
from games.maubinh.facts import Arranged, MauBinhRound
from games.maubinh.hands import Ante, procedure
from games.maubinh.lanes import InLanes, Lanes, Values, is_arrangement, ranking_of, values_of

PLAYER: Final = "player"
SYSTEM: Final = "system"
STANDS: Final = "stands"
TIME: Final[tuple[str, ...]] = ("B.2", "B.4")
"""The clauses of the time for arranging."""


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """The arrangement of a seat that counts, and who made it."""

    lanes: InLanes
    arranged_by: str
    values: Values | None = None
    """Its strengths, where they were needed already."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The time for arranging, as far as the record shows it. ``up`` is the place in the order by which it had run out,
    ``early`` an arrangement that a player made in time although the time-out had come before it. ``time_out`` and
    ``compared`` (the first comparison) are (order, version). ``measured`` is how long after its seat's cards each
    arrangement was made, by its version; ``out_after`` how long after them the time-out came, by seat; both in
    milliseconds, where that is known."""

    limit_ms: int
    time_out: tuple[int, int] | None
    compared: tuple[int, int] | None
    up: int | None
    early: Arranged | None
    measured: Mapping[int, float]
    out_after: Mapping[int, float]


@implements("maubinh", "B.2", "B.4")
def clock_of(state: MauBinhRound, book: RuleBook) -> Clock:
    """When the time had run out: at the time-out, unless the record's clock or an arrangement after it shows that it
    came too early; and before whatever follows an arrangement made at the full time or beyond."""
    limit = book.tables["arrangement"]["arrange_seconds"] * 1000
    time_out = state.time_out
    dealt = {seat: state.instant_of(hands[0].order) for seat, hands in state.hands.items()}
    out_after = {}
    if time_out is not None:
        called = state.instant_of(time_out[0])
        out_after = {seat: after for seat, at in dealt.items() if (after := _between_ms(at, called)) is not None}
    up: list[int] = []
    early: list[Arranged] = []
    measured: dict[int, float] = {}
    for entry in chain.from_iterable(state.arranged.values()):
        fact, order = entry.fact, entry.order
        after = _between_ms(dealt.get(fact.seat), state.instant_of(order))
        if after is None:
            after = fact.after_ms
        if after is None:
            continue
        measured[entry.version] = after
        if after >= limit:
            up.append(order)
        elif time_out is not None and fact.arranged_by != SYSTEM and order > time_out[0]:
            early.append(entry)
    if time_out is not None and not early and max(out_after.values(), default=limit) >= limit:
        up.append(time_out[0])
    return Clock(
        limit_ms=limit,
        time_out=time_out,
        compared=state.compared[0][1:] if state.compared else None,
        up=min(up) if up else None,
        early=min(early, key=lambda entry: entry.order) if early else None,
        measured=measured,
        out_after=out_after,
    )


def _between_ms(dealt: Instant | None, then: Instant | None) -> float | None:
    """Milliseconds between two moments; None where one of them is not known."""
    return None if dealt is None or then is None else milliseconds_between(dealt, then)


def begun(entry: Arranged, clock: Clock) -> bool:
    """Had the comparison begun when this arrangement was made?"""
    return clock.compared is not None and entry.order > clock.compared[0]


class Made(msgspec.Struct, gc=False):
    """The arrangements of a seat by who made them and when."""

    own: Arranged | None = None
    system: Arranged | None = None
    late: Arranged | None = None


def _lanes(entry: Arranged) -> Lanes:
    return Lanes(entry.fact.front, entry.fact.middle, entry.fact.back)


@implements("maubinh", "B.2", "B.4")
def came_late(entry: Arranged, made: Made, clock: Clock) -> bool:
    """Did a player arrange after the time had run out, or again after the comparison had begun? Of a hand that only the
    system had arranged, and of the time, what was measured says more than the order of the record."""
    if made.own is not None and begun(entry, clock):
        return True
    after = clock.measured.get(entry.version)
    if after is not None:
        return after > clock.limit_ms
    if made.system is not None and begun(entry, clock):
        return True
    return clock.up is not None and entry.order > clock.up


@implements("maubinh", "B.2", "B.4")
def _cut_short(entry: Arranged, clock: Clock) -> bool:
    """Did the system arrange while the player still had time?"""
    after = clock.measured.get(entry.version)
    if after is not None:
        return after < clock.limit_ms
    return clock.time_out is not None and entry.order < clock.time_out[0]


@implements("maubinh", "B.2", "B.4")
def measured_otherwise(ante: Ante, entry: Arranged, clock: Clock) -> Findings:
    """The sender measured a time that lies on the other side of the limit than the record's clock, which decides: from
    the seat's cards to the arrangement, each moment moved by its sender's skew. The system may from the limit on."""
    told, limit = entry.fact.after_ms, clock.limit_ms
    after = clock.measured.get(entry.version)
    if told is None or after is None or told == after:
        return NOTHING
    by_system = entry.fact.arranged_by == SYSTEM
    if (told < limit) == (after < limit) if by_system else (told > limit) == (after > limit):
        return NOTHING
    detail = {"told_ms": told, "measured_ms": round(after)}
    return (procedure("time_measured_otherwise", ante.bet, ("B.2", "B.4"), (entry.version,), **detail),)


def _made(ante: Ante, entries: Iterable[Arranged], hand: int, book: RuleBook, clock: Clock) -> tuple[Made, Findings]:
    made = Made()
    findings = NOTHING
    for entry in entries:
        findings += measured_otherwise(ante, entry, clock)
        code, clauses = "", TIME
        if not is_arrangement(entry.fact, hand, book):
            code, clauses = "arrangement_impossible", ("G.2",)
        elif entry.fact.arranged_by == SYSTEM:
            if _cut_short(entry, clock):
                findings += (procedure("time_cut_short", ante.bet, clauses, (entry.version,)),)
            if made.own is not None or made.system is None or not begun(entry, clock):
                made.system = entry
            elif _lanes(entry) != _lanes(made.system):  # what was compared counts
                code, clauses = "arranged_late", ("B.4",)
        elif came_late(entry, made, clock):
            made.late = entry
            code = "arranged_late"
        else:
            made.own = entry
        if code:
            findings += (procedure(code, ante.bet, clauses, (entry.version,)),)
    return made, findings


@implements("maubinh", "B.2", "B.4")
def timed_out_too_early(ante: Ante, made: Made, clock: Clock) -> Findings:
    """The time-out came too early, by the record's clock or by an arrangement in time after it, for a player who had
    not arranged before."""
    if clock.time_out is None:
        return NOTHING
    order, version = clock.time_out
    too_early = clock.out_after.get(ante.seat, clock.limit_ms) < clock.limit_ms
    if not (too_early or clock.early) or (made.own is not None and made.own.order <= order):
        return NOTHING
    versions = (version, clock.early.version) if clock.early else (version,)
    return (procedure("time_cut_short", ante.bet, ("B.2", "B.4"), versions),)


@implements("maubinh", "B.4")
def compared_too_early(ante: Ante, made: Made, clock: Clock) -> Findings:
    """The comparison began before the hand was arranged, and nothing before it shows that the time was up; or a player
    still arranged in time after it."""
    if clock.compared is None:
        return NOTHING
    order, version = clock.compared
    lay = made.own or made.system
    if lay is not None and lay.order <= order:
        return NOTHING
    if made.own is None and clock.up is not None and clock.up <= order:
        return NOTHING
    versions = (version,) if lay is None else (version, lay.version)
    return (procedure("time_cut_short", ante.bet, ("B.4",), versions),)


@implements("maubinh", "B.2", "B.3", "B.4")
def arrangement_of(
    state: MauBinhRound, ante: Ante, hand: int, book: RuleBook, clock: Clock
) -> tuple[Chosen | None, Findings]:
    """The arrangement of a seat that counts: the last that its player made, or had made by a hint, in time; otherwise
    the system's. None where nothing says yet how the hand (its tally) lies."""
    made, findings = _made(ante, state.arranged.get(ante.seat, ()), hand, book, clock)
    own, system, late = made.own, made.system, made.late
    if own is None and system is None and late is None and clock.time_out is None:
        return None, findings
    findings += timed_out_too_early(ante, made, clock)
    findings += compared_too_early(ante, made, clock)
    if own is not None and system is not None and system.order > own.order and _lanes(system) != _lanes(own):
        versions = (own.version, system.version)
        findings += (procedure("system_overrode_player", ante.bet, ("B.2", "B.4"), versions),)
    counts = own or system
    if counts is None:
        chosen, found = _time_is_up(ante, state.hands[ante.seat][0].cards, late, clock, book)
    else:
        chosen, found = _checked(counts, ante, book)
    return chosen, findings + found


def _checked(entry: Arranged, ante: Ante, book: RuleBook) -> tuple[Chosen, Findings]:
    """What the system arranged, asked for a hint (B.3) or when the time was up (B.4), must not be a foul."""
    lanes, arranged_by = entry.fact, entry.fact.arranged_by
    if arranged_by == PLAYER:
        return Chosen(lanes, arranged_by), NOTHING
    values = values_of(lanes, ranking_of(book), book)
    chosen = Chosen(lanes, arranged_by, values)
    if not values.foul:
        return chosen, NOTHING
    clauses = ("B.4" if arranged_by == SYSTEM else "B.3", "G.3")
    return chosen, (procedure("system_arranged_foul", ante.bet, clauses, (entry.version,)),)


@implements("maubinh", "B.4")
def _time_is_up(
    ante: Ante, cards: tuple[str, ...], late: Arranged | None, clock: Clock, book: RuleBook
) -> tuple[Chosen, Findings]:
    """Nothing in time, and nothing by the system: by the book's choice the system's best arrangement counts, as it
    would have been made when the time was up, or the late one stands."""
    if late is not None and book.choice("late_arrangement") == STANDS:
        return _checked(late, ante, book)
    chosen = Chosen(best_arrangement(cards, book).lanes, SYSTEM)
    if late is not None or clock.time_out is None:
        return chosen, NOTHING
    return chosen, (procedure("hand_not_arranged", ante.bet, ("B.2", "B.4"), (clock.time_out[1],)),)
