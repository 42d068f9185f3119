"""Mậu binh: which seats play, which cards they hold, and which arrangement of them counts (G.1, G.2, B.1 to B.4).

Facts that do not fit are findings, never refused. Proved by the golden rounds G.1 to B.8 and
``tests/rules/test_maubinh_hands.py`` and ``test_maubinh_arranging.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

import msgspec

from games.rounds.betting import PlacedBet
from games.rounds.maubinh import Arranged, MauBinhRound
from games.rules import betting
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.maubinh_best import best_arrangement
from games.rules.maubinh_lanes import Lanes, Values, is_arrangement, ranking_of, values_of
from games.rules.settling import PROCEDURE

KIND: Final = "ante"
ONE_FOR_ALL: Final = "one_for_all_seats"
PLAYER: Final = "player"
SYSTEM: Final = "system"
STANDS: Final = "stands"
ANOTHER_ANTE: Final = ("C.9", "C.10")
"""The clauses by which a seat with another Ante than the round's does not play."""


class Lie(msgspec.Struct, frozen=True, gc=False):
    """A seat's Ante as it lay when the cards were dealt. ``refused`` are the clauses by which it does not play."""

    bet: str
    seat: int
    ante_minor: int
    version: int
    refused: tuple[str, ...] = ()


class Chosen(msgspec.Struct, frozen=True, gc=False):
    """The arrangement of a seat that counts, and who made it."""

    lanes: Lanes
    arranged_by: str
    values: Values | None = None
    """Its strengths, where they were needed already."""


# --- Who plays, for how much? ------------------------------------------------------------------------------------


@implements("maubinh", "B.1")
def betting_ended(state: MauBinhRound) -> tuple[int, int] | None:
    """(order, version) of the fact by which Antes were down: a call, at the latest the first hand dealt. The document
    asks for no call, so a missing one is no finding."""
    call = None if state.no_more_bets is None else (state.no_more_bets, state.no_more_bets_version)
    return min(filter(None, (call, state.dealt)), default=None)


def _as_it_lay(placed: PlacedBet, ended: tuple[int, int] | None, findings: list[Finding]) -> Lie | None:
    fact = placed.fact
    cutoff, ended_version = ended or (None, 0)
    if not placed.changes and (cutoff is None or placed.order <= cutoff):
        return Lie(fact.bet, fact.seat, fact.stake_minor, placed.version)
    refused = betting.refused_as_late(placed, cutoff, ended_version, ("B.1",), findings)
    counted = None if refused else cutoff
    lain = betting.after_changes(placed, placed.changes, KIND, counted, ("B.1",), findings)
    return None if lain is None else Lie(fact.bet, fact.seat, lain[1], placed.version, refused)


@implements("maubinh", "G.1", "G.2")
def seats_of(state: MauBinhRound, book: RuleBook, findings: list[Finding], *, ended: bool) -> list[Lie]:
    """Every Ante put down. One pack of 52 gives thirteen cards to so many seats; a seat beyond them, and a second
    Ante on a seat, do not play."""
    down = betting_ended(state)
    last = book.tables["arrangement"]["seats"]
    taken: set[int] = set()
    lies = []
    for placed in state.bets.values():
        lie = _as_it_lay(placed, down, findings)
        if lie is None:
            continue
        if not lie.refused:
            code = "no_such_seat" if lie.seat > last else "second_bet_on_seat" if lie.seat in taken else ""
            if code:
                clauses = ("G.1", "G.2")
                findings.append(Finding(code, PROCEDURE, lie.bet, clauses, (lie.version,), 0, {"seat": lie.seat}))
                lie = msgspec.structs.replace(lie, refused=clauses)
            else:
                taken.add(lie.seat)
        lies.append(lie)
    # While Antes may still be changed, nobody can say which one is the round's.
    return one_ante(lies, book, findings) if down or ended else lies


@implements("maubinh", "C.9", "C.10")
def one_ante(lies: list[Lie], book: RuleBook, findings: list[Finding]) -> list[Lie]:
    """All seats of a round play one Ante (a choice of the book): the one that most of them put down, between equals the
    one put down first. A seat with another one does not play."""
    antes = [lie.ante_minor for lie in lies if not lie.refused]
    if len(set(antes)) < 2 or book.choice("ante") != ONE_FOR_ALL:
        return lies
    common = max(antes, key=antes.count)
    kept = []
    for lie in lies:
        if not lie.refused and lie.ante_minor != common:
            detail = {"stake": lie.ante_minor, "ante": common}
            findings.append(Finding("ante_differs", PROCEDURE, lie.bet, ANOTHER_ANTE, (lie.version,), 0, detail))
            lie = msgspec.structs.replace(lie, refused=ANOTHER_ANTE)
        kept.append(lie)
    return kept


def antes_within_limits(state: MauBinhRound, lies: Iterable[Lie]) -> Iterable[Finding]:
    """Antes under or over the table's limits: no clause changes what they are owed."""
    limit = state.terms.limit(KIND) if state.terms is not None else None
    if limit is None:
        return
    least, most = limit
    for lie in lies:
        if lie.refused or least <= lie.ante_minor <= most:
            continue
        code = "below_minimum" if lie.ante_minor < least else "above_maximum"
        detail = {"stake": lie.ante_minor, "minimum": least, "maximum": most}
        yield Finding(code, PROCEDURE, lie.bet, ("C.10",), (lie.version,), 0, detail)


# --- Which cards? ------------------------------------------------------------------------------------------------


@implements("maubinh", "G.1", "G.2", "B.1")
def hands_of(state: MauBinhRound, lies: Sequence[Lie], findings: list[Finding]) -> dict[int, tuple[str, ...]]:
    """The cards of each seat that plays, as first recorded. Cards that were only arranged have been dealt as well."""
    playing = {lie.seat: lie for lie in lies if not lie.refused}
    known = {lie.seat: lie for lie in lies} | playing
    for seat, records in state.hands.items():
        lie = known.get(seat)
        if lie is not None and len(records) == 1:
            continue
        subject = lie.bet if lie else f"seat:{seat}"
        versions = tuple(record.version for record in records)
        if lie is None:
            findings.append(Finding("hand_without_ante", PROCEDURE, subject, ("B.1",), versions, 0, {"seat": seat}))
        if any(sorted(record.cards) != sorted(records[0].cards) for record in records[1:]):
            findings.append(Finding("results_disagree", PROCEDURE, subject, ("B.1",), versions))
    for seat, made in state.arranged.items():
        if seat not in known and seat not in state.hands:
            versions = tuple(entry.version for entry in made)
            detail = {"seat": seat}
            findings.append(Finding("hand_without_ante", PROCEDURE, f"seat:{seat}", ("B.1",), versions, 0, detail))
    return {seat: state.hands[seat][0].cards for seat in playing if seat in state.hands}


@implements("maubinh", "G.1", "G.2")
def misdealt(state: MauBinhRound, book: RuleBook, lies: Sequence[Lie]) -> list[Finding]:
    """How the deal was none: a hand that is not thirteen cards (G.2), a card that is there twice (G.1). A seat that
    only put down another Ante was dealt to as those that play."""
    sizes = book.tables["arrangement"]
    due = sizes["front"] + sizes["middle"] + sizes["back"]
    dealt_to = {lie.seat: lie.bet for lie in lies if lie.refused in ((), ANOTHER_ANTE)}
    broken: list[Finding] = []
    dealt: list[str] = []
    for seat, records in state.hands.items():
        first = records[0]
        dealt += first.cards
        if len(first.cards) != due and seat in dealt_to:
            detail = {"seat": seat, "cards": len(first.cards), "due": due}
            broken.append(Finding("misdealt", PROCEDURE, dealt_to[seat], ("G.2",), (first.version,), 0, detail))
    if len(set(dealt)) < len(dealt):
        twice = {card for card in dealt if dealt.count(card) > 1}
        versions = tuple(records[0].version for records in state.hands.values() if twice & set(records[0].cards))
        cards = {"cards": ", ".join(sorted(twice))}
        broken.append(Finding("card_twice", PROCEDURE, "", ("G.1",), versions, 0, cards))
    return broken


# --- Which arrangement? ------------------------------------------------------------------------------------------


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The time for arranging, as far as the record shows it. ``up`` is the place in the order by which it had run out,
    ``early`` an arrangement that a player made in time although the time-out had come before it. ``time_out`` and
    ``compared`` (the first comparison) are (order, version)."""

    limit_ms: int
    time_out: tuple[int, int] | None
    compared: tuple[int, int] | None
    up: int | None
    early: Arranged | None


@implements("maubinh", "B.2", "B.4")
def clock_of(state: MauBinhRound, book: RuleBook) -> Clock:
    """When the time had run out: at the time-out, unless what was measured after it shows that it came too early; and
    before whatever follows an arrangement measured at the full time or beyond."""
    limit = book.tables["arrangement"]["arrange_seconds"] * 1000
    up: list[int] = []
    early: list[Arranged] = []
    for entry in chain.from_iterable(state.arranged.values()):
        after = entry.fact.after_ms
        if after is None:
            continue
        if after >= limit:
            up.append(entry.order)
        elif entry.fact.arranged_by != SYSTEM and state.time_out is not None and entry.order > state.time_out[0]:
            early.append(entry)
    if state.time_out is not None and not early:
        up.append(state.time_out[0])
    return Clock(
        limit_ms=limit,
        time_out=state.time_out,
        compared=state.compared[0][1:] if state.compared else None,
        up=min(up, default=None),
        early=min(early, key=lambda entry: entry.order, default=None),
    )


def begun(entry: Arranged, clock: Clock) -> bool:
    """Had the comparison begun when this arrangement was made?"""
    return clock.compared is not None and entry.order > clock.compared[0]


class Made:
    """The arrangements of a seat by who made them and when."""

    __slots__ = ("late", "own", "system")

    def __init__(self) -> None:
        self.own: Arranged | None = None
        self.system: Arranged | None = None
        self.late: Arranged | None = None


def _lanes(entry: Arranged) -> Lanes:
    return Lanes(entry.fact.front, entry.fact.middle, entry.fact.back)


@implements("maubinh", "B.2", "B.4")
def came_late(entry: Arranged, made: Made, clock: Clock) -> bool:
    """Did a player arrange after the time had run out, or again after the comparison had begun? Of a hand that only the
    system had arranged, and of the time, what was measured says more than the order of the record."""
    if made.own is not None and begun(entry, clock):
        return True
    after = entry.fact.after_ms
    if after is not None:
        return after > clock.limit_ms
    if made.system is not None and begun(entry, clock):
        return True
    return clock.up is not None and entry.order > clock.up


@implements("maubinh", "B.2", "B.4")
def _cut_short(entry: Arranged, clock: Clock) -> bool:
    """Did the system arrange while the player still had time?"""
    after = entry.fact.after_ms
    if after is not None:
        return after < clock.limit_ms
    return clock.time_out is not None and entry.order < clock.time_out[0]


def _made(
    lie: Lie, entries: Iterable[Arranged], cards: tuple[str, ...], book: RuleBook, clock: Clock, findings: list[Finding]
) -> Made:
    made = Made()
    for entry in entries:
        versions = (entry.version,)
        if not is_arrangement(entry.fact, cards, book):
            findings.append(Finding("arrangement_impossible", PROCEDURE, lie.bet, ("G.2",), versions))
        elif entry.fact.arranged_by == SYSTEM:
            if _cut_short(entry, clock):
                findings.append(Finding("time_cut_short", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
            if made.own is not None or made.system is None or not begun(entry, clock):
                made.system = entry
            elif _lanes(entry) != _lanes(made.system):  # what was compared counts
                findings.append(Finding("arranged_late", PROCEDURE, lie.bet, ("B.4",), versions))
        elif came_late(entry, made, clock):
            made.late = entry
            findings.append(Finding("arranged_late", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
        else:
            made.own = entry
    return made


@implements("maubinh", "B.2", "B.4")
def timed_out_too_early(lie: Lie, made: Made, clock: Clock) -> Iterable[Finding]:
    """The time-out came too early, as was measured after it, for a player who had not arranged before."""
    if clock.time_out is None or clock.early is None:
        return
    order, version = clock.time_out
    if made.own is None or made.own.order > order:
        versions = (version, clock.early.version)
        yield Finding("time_cut_short", PROCEDURE, lie.bet, ("B.2", "B.4"), versions)


@implements("maubinh", "B.4")
def compared_too_early(lie: Lie, made: Made, clock: Clock) -> Iterable[Finding]:
    """The comparison began before the hand was arranged, and nothing before it shows that the time was up; or a player
    still arranged in time after it."""
    if clock.compared is None:
        return
    order, version = clock.compared
    lay = made.own or made.system
    if lay is None:
        versions: tuple[int, ...] = (version,)
    elif begun(lay, clock):
        versions = (version, lay.version)
    else:
        return
    if made.own is not None or clock.up is None or clock.up > order:
        yield Finding("time_cut_short", PROCEDURE, lie.bet, ("B.4",), versions)


@implements("maubinh", "B.2", "B.3", "B.4")
def arrangement_of(
    state: MauBinhRound, lie: Lie, cards: tuple[str, ...], book: RuleBook, clock: Clock, findings: list[Finding]
) -> Chosen | None:
    """The arrangement of a seat that counts: the last that its player made, or had made by a hint, in time; otherwise
    the system's. None where nothing says yet how the hand lies."""
    made = _made(lie, state.arranged.get(lie.seat, ()), cards, book, clock, findings)
    own, system, late = made.own, made.system, made.late
    if own is None and system is None and late is None and clock.time_out is None:
        return None
    findings.extend(timed_out_too_early(lie, made, clock))
    findings.extend(compared_too_early(lie, made, clock))
    if own is not None:
        if system is not None and system.order > own.order and _lanes(system) != _lanes(own):
            versions = (own.version, system.version)
            findings.append(Finding("system_overrode_player", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
        return _checked(own, lie, book, findings)
    if system is not None:
        return _checked(system, lie, book, findings)
    return _time_is_up(lie, cards, late, clock, book, findings)


def _checked(entry: Arranged, lie: Lie, book: RuleBook, findings: list[Finding]) -> Chosen:
    """What the system arranged, asked for a hint (B.3) or when the time was up (B.4), must not be a foul."""
    lanes, arranged_by = _lanes(entry), entry.fact.arranged_by
    if arranged_by == PLAYER:
        return Chosen(lanes, arranged_by)
    values = values_of(lanes, ranking_of(book), book)
    if values.foul:
        clauses = ("B.4" if arranged_by == SYSTEM else "B.3", "G.3")
        findings.append(Finding("system_arranged_foul", PROCEDURE, lie.bet, clauses, (entry.version,)))
    return Chosen(lanes, arranged_by, values)


@implements("maubinh", "B.4")
def _time_is_up(
    lie: Lie, cards: tuple[str, ...], late: Arranged | None, clock: Clock, book: RuleBook, findings: list[Finding]
) -> Chosen:
    """Nothing in time, and nothing by the system: by the book's choice the system's best arrangement counts, as it
    would have been made when the time was up, or the late one stands."""
    if late is not None and book.choice("late_arrangement") == STANDS:
        return _checked(late, lie, book, findings)
    if late is None and clock.time_out is not None:
        versions = (clock.time_out[1],)
        findings.append(Finding("hand_not_arranged", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
    return Chosen(best_arrangement(cards, book).lanes, SYSTEM)
