"""Mậu binh: which seats play, which cards they hold, and which arrangement of them counts (G.1, G.2, B.1 to B.4).

Facts that do not fit are findings, never refused. Proved by the golden rounds G.1 to B.8 and
``tests/rules/test_maubinh_hands.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
def seats_of(state: MauBinhRound, book: RuleBook, findings: list[Finding]) -> list[Lie]:
    """Every Ante put down. One pack of 52 gives thirteen cards to so many seats; a seat beyond them, and a second
    Ante on a seat, do not play."""
    ended = betting_ended(state)
    last = book.tables["arrangement"]["seats"]
    taken: set[int] = set()
    lies = []
    for placed in state.bets.values():
        lie = _as_it_lay(placed, ended, findings)
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
    return one_ante(lies, book, findings)


@implements("maubinh", "C.9", "C.10")
def one_ante(lies: list[Lie], book: RuleBook, findings: list[Finding]) -> list[Lie]:
    """All seats of a round play one Ante (a choice of the book): the one that most of them put down, between equals the
    one put down first. A seat with another one does not play."""
    antes = [lie.ante_minor for lie in lies if not lie.refused]
    if len(set(antes)) < 2 or book.choice("ante") != ONE_FOR_ALL:
        return lies
    common = max(antes, key=antes.count)
    clauses = ("C.9", "C.10")
    kept = []
    for lie in lies:
        if not lie.refused and lie.ante_minor != common:
            detail = {"stake": lie.ante_minor, "ante": common}
            findings.append(Finding("ante_differs", PROCEDURE, lie.bet, clauses, (lie.version,), 0, detail))
            lie = msgspec.structs.replace(lie, refused=clauses)
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
    """The cards of each seat that plays, as first recorded."""
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
    return {seat: state.hands[seat][0].cards for seat in playing if seat in state.hands}


@implements("maubinh", "G.1", "G.2")
def misdealt(state: MauBinhRound, book: RuleBook, lies: Sequence[Lie], findings: list[Finding]) -> tuple[str, ...]:
    """The clauses that the deal broke: a hand that is not thirteen cards (G.2), a card that is there twice (G.1)."""
    sizes = book.tables["arrangement"]
    due = sizes["front"] + sizes["middle"] + sizes["back"]
    playing = {lie.seat: lie.bet for lie in lies if not lie.refused}
    broken: list[str] = []
    dealt: list[str] = []
    for seat, records in state.hands.items():
        first = records[0]
        dealt += first.cards
        if len(first.cards) != due and seat in playing:
            broken.append("G.2")
            detail = {"seat": seat, "cards": len(first.cards), "due": due}
            findings.append(Finding("misdealt", PROCEDURE, playing[seat], ("G.2",), (first.version,), 0, detail))
    if len(set(dealt)) < len(dealt):
        broken.append("G.1")
        twice = {card for card in dealt if dealt.count(card) > 1}
        versions = tuple(records[0].version for records in state.hands.values() if twice & set(records[0].cards))
        detail = {"cards": ", ".join(sorted(twice))}
        findings.append(Finding("card_twice", PROCEDURE, "", ("G.1",), versions, 0, detail))
    return tuple(sorted(set(broken)))


# --- Which arrangement? ------------------------------------------------------------------------------------------


@implements("maubinh", "B.2", "B.4")
def came_late(entry: Arranged, state: MauBinhRound, book: RuleBook, *, has_arranged: bool) -> bool:
    """Was a player's arrangement made after the time had run out, or, by a seat that had arranged its cards already,
    after the comparison had begun?"""
    after = entry.fact.after_ms
    if after is not None and after > book.tables["arrangement"]["arrange_seconds"] * 1000:
        return True
    if state.time_out is not None and entry.order > state.time_out[0]:
        return True
    return has_arranged and bool(state.compared) and entry.order > state.compared[0][1]


def _cut_short(entry: Arranged, state: MauBinhRound, book: RuleBook) -> bool:
    """Did the system arrange while the player still had time?"""
    after = entry.fact.after_ms
    if after is not None:
        return after < int(book.tables["arrangement"]["arrange_seconds"]) * 1000
    return state.time_out is not None and entry.order < state.time_out[0]


class _Made:
    """The arrangements of a seat by who made them and when."""

    __slots__ = ("late", "own", "system")

    def __init__(self) -> None:
        self.own: Arranged | None = None
        self.system: Arranged | None = None
        self.late: Arranged | None = None


def _lanes(entry: Arranged) -> Lanes:
    return Lanes(entry.fact.front, entry.fact.middle, entry.fact.back)


def _made(state: MauBinhRound, lie: Lie, cards: tuple[str, ...], book: RuleBook, findings: list[Finding]) -> _Made:
    made = _Made()
    for entry in state.arranged.get(lie.seat, ()):
        if not is_arrangement(entry.fact, cards, book):
            findings.append(Finding("arrangement_impossible", PROCEDURE, lie.bet, ("G.2",), (entry.version,)))
        elif entry.fact.arranged_by == SYSTEM:
            made.system = entry
        elif came_late(entry, state, book, has_arranged=made.own is not None):
            made.late = entry
            findings.append(Finding("arranged_late", PROCEDURE, lie.bet, ("B.2", "B.4"), (entry.version,)))
        else:
            made.own = entry
    return made


@implements("maubinh", "B.2", "B.3", "B.4")
def arrangement_of(
    state: MauBinhRound, lie: Lie, cards: tuple[str, ...], book: RuleBook, findings: list[Finding]
) -> Chosen | None:
    """The arrangement of a seat that counts: the last that its player made, or had made by a hint, in time; otherwise
    the system's. None where nothing says yet how the hand lies."""
    made = _made(state, lie, cards, book, findings)
    own, system = made.own, made.system
    if own is not None:
        if state.compared and own.order > state.compared[0][1]:
            versions = (state.compared[0][2], own.version)
            findings.append(Finding("time_cut_short", PROCEDURE, lie.bet, ("B.4",), versions))
        if system is not None and system.order > own.order and _lanes(system) != _lanes(own):
            versions = (own.version, system.version)
            findings.append(Finding("system_overrode_player", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
        return _checked(own, lie, book, findings)
    if system is not None:
        if _cut_short(system, state, book):
            findings.append(Finding("time_cut_short", PROCEDURE, lie.bet, ("B.2", "B.4"), (system.version,)))
        return _checked(system, lie, book, findings)
    return _time_is_up(state, lie, cards, made.late, book, findings)


def _checked(entry: Arranged, lie: Lie, book: RuleBook, findings: list[Finding]) -> Chosen:
    """What the system arranged, asked or not, must not be a foul."""
    lanes, arranged_by = _lanes(entry), entry.fact.arranged_by
    if arranged_by == PLAYER:
        return Chosen(lanes, arranged_by)
    values = values_of(lanes, ranking_of(book), book)
    if values.foul:
        findings.append(Finding("system_arranged_foul", PROCEDURE, lie.bet, ("B.3", "G.3"), (entry.version,)))
    return Chosen(lanes, arranged_by, values)


@implements("maubinh", "B.4")
def _time_is_up(
    state: MauBinhRound,
    lie: Lie,
    cards: tuple[str, ...],
    late: Arranged | None,
    book: RuleBook,
    findings: list[Finding],
) -> Chosen | None:
    """Nothing in time, and nothing by the system: by the book's choice the system's best arrangement counts, as it
    would have been made when the time was up, or the late one stands."""
    if late is None and state.time_out is None:
        return None
    if late is not None and book.choice("late_arrangement") == STANDS:
        return _checked(late, lie, book, findings)
    if late is None and state.time_out is not None:
        versions = (state.time_out[1],)
        findings.append(Finding("hand_not_arranged", PROCEDURE, lie.bet, ("B.2", "B.4"), versions))
    return Chosen(best_arrangement(cards, book).lanes, SYSTEM)
