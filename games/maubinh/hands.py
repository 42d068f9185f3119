"""Mậu binh: which seats play, for how much, and which cards they hold (G.1, G.2, B.1, C.9, C.10).

Facts that do not fit are findings, never refused. Proved by the golden rounds G.1 to B.1 and
``tests/maubinh/test_hands.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from games.engine import accepting
from games.engine.betting import PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE
from games.engine.steps import NOTHING, AcceptedBet, Findings
from games.maubinh.facts import MauBinhRound
from games.maubinh.tally import CARDS, all_different, tally

KIND: Final = "ante"
ONE_FOR_ALL: Final = "one_for_all_seats"
ANOTHER_ANTE: Final = ("C.9", "C.10")
"""The clauses by which a seat with another Ante than the round's does not play."""


class Ante(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """A seat's Ante as it lay when the cards were dealt. ``refused`` are the clauses by which it does not play."""

    seat: int


def procedure(code: str, subject: str, clauses: tuple[str, ...], versions: Iterable[int], **detail: Any) -> Finding:
    """A finding of something that was not done as the document says."""
    return Finding(
        code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=tuple(versions), detail=detail
    )


# --- Who plays, for how much? ------------------------------------------------------------------------------------


@implements("maubinh", "B.1")
def betting_ended(state: MauBinhRound) -> tuple[int, int] | None:
    """(order, version) of the fact by which Antes were down: a call, at the latest the first hand dealt. The document
    asks for no call, so a missing one is no finding."""
    call = None if state.no_more_bets is None else (state.no_more_bets, state.no_more_bets_version)
    if call is None or state.dealt is None:
        return call or state.dealt
    return min(call, state.dealt)


def _as_it_lay(placed: PlacedBet, ended: tuple[int, int] | None) -> tuple[Ante | None, Findings]:
    fact = placed.fact
    cutoff, ended_version = ended or (None, 0)
    stake, off_minor = fact.stake_minor, placed.off_before_minor
    refused: tuple[str, ...] = ()
    findings = NOTHING
    if placed.changes or placed.handed_back or (cutoff is not None and placed.order > cutoff):
        refused, findings = accepting.late(placed, cutoff, ended_version, ("B.1",))
        lain, found = accepting.as_changed(placed, KIND, None if refused else cutoff, ("B.1",))
        findings += found
        if lain is None:
            return None, findings
        stake, off_minor = lain.stake_minor, lain.off_minor
    seat = fact.seat
    ante = Ante(
        bet=fact.bet,
        kind=KIND,
        spot=f"seat:{seat}",
        stake_minor=stake,
        version=placed.version,
        refused=refused,
        off_minor=off_minor,
        seat=seat,
    )
    return ante, findings


@implements("maubinh", "G.1", "G.2")
def seats_of(state: MauBinhRound, book: RuleBook, *, ended: bool) -> tuple[list[Ante], Findings]:
    """Every Ante put down. One pack of 52 gives thirteen cards to so many seats; a seat beyond them, and a second
    Ante on a seat, do not play."""
    down = betting_ended(state)
    last = book.tables["arrangement"]["seats"]
    taken: set[int] = set()
    antes = []
    findings = NOTHING
    cutoff = None if down is None else down[0]
    handed = accepting.handed_back_in_time(state, cutoff)
    for placed in state.bets.values():
        if placed.changes or placed.fact.bet in handed:
            placed, found = accepting.standing(placed, cutoff, ("B.1",), handed)
            findings += found
        ante, found = _as_it_lay(placed, down)
        findings += found
        if ante is None:
            continue
        if not ante.refused:
            seat = ante.seat
            if seat <= last and seat not in taken:
                taken.add(seat)
            else:
                code = "no_such_seat" if seat > last else "second_bet_on_seat"
                clauses = ("G.1", "G.2")
                findings += (procedure(code, ante.bet, clauses, (ante.version,), seat=seat),)
                ante = msgspec.structs.replace(ante, refused=clauses)
        antes.append(ante)
    if down is None and not ended:
        return antes, findings  # while Antes may still be changed, nobody can say which one is the round's
    antes, found = one_ante(antes, book)
    return antes, findings + found


@implements("maubinh", "C.9", "C.10")
def one_ante(antes: list[Ante], book: RuleBook) -> tuple[list[Ante], Findings]:
    """All seats of a round play one Ante (a choice of the book): the one that most of them put down, between equals the
    one put down first. A seat with another one does not play."""
    stakes = [ante.stake_minor for ante in antes if not ante.refused]
    if len(set(stakes)) < 2 or book.choice("ante") != ONE_FOR_ALL:
        return antes, NOTHING
    common = max(stakes, key=stakes.count)
    kept = []
    findings = NOTHING
    for ante in antes:
        if not ante.refused and ante.stake_minor != common:
            detail = {"stake": ante.stake_minor, "ante": common}
            findings += (procedure("ante_differs", ante.bet, ANOTHER_ANTE, (ante.version,), **detail),)
            ante = msgspec.structs.replace(ante, refused=ANOTHER_ANTE)
        kept.append(ante)
    return kept, findings


# --- Which cards? ------------------------------------------------------------------------------------------------


def tallies_of(state: MauBinhRound) -> dict[int, int]:
    """The tally of the cards that each seat received, as first recorded."""
    return {seat: tally(records[0].cards) for seat, records in state.hands.items()}


@implements("maubinh", "G.1", "G.2", "B.1")
def hands_of(
    state: MauBinhRound, antes: Sequence[Ante], tallies: Mapping[int, int]
) -> tuple[Mapping[int, int], Findings]:
    """The cards (their tally) of each seat that plays, as first recorded. Cards that were only arranged have been dealt
    as well."""
    playing = {ante.seat: ante for ante in antes if not ante.refused}
    known = playing if len(playing) == len(antes) else {ante.seat: ante for ante in antes} | playing
    findings = NOTHING
    for seat, records in state.hands.items():
        ante = known.get(seat)
        if ante is not None and len(records) == 1:
            continue
        subject = ante.bet if ante else f"seat:{seat}"
        versions = [record.version for record in records]
        if ante is None:
            findings += (procedure("hand_without_ante", subject, ("B.1",), versions, seat=seat),)
        if any(sorted(record.cards) != sorted(records[0].cards) for record in records[1:]):
            findings += (procedure("results_disagree", subject, ("B.1",), versions),)
    for seat, made in state.arranged.items():
        if seat not in known and seat not in state.hands:
            versions = [entry.version for entry in made]
            findings += (procedure("hand_without_ante", f"seat:{seat}", ("B.1",), versions, seat=seat),)
    if playing.keys() == tallies.keys():
        return tallies, findings
    return {seat: tallies[seat] for seat in playing if seat in tallies}, findings


@implements("maubinh", "G.1", "G.2")
def misdealt(state: MauBinhRound, book: RuleBook, antes: Sequence[Ante], tallies: Mapping[int, int]) -> Findings:
    """How the deal was none: a hand that is not thirteen cards (G.2), a card that is there twice (G.1). A seat that
    only put down another Ante was dealt to as those that play."""
    sizes = book.tables["arrangement"]
    due = sizes["front"] + sizes["middle"] + sizes["back"]
    count = bits = 0
    broken = NOTHING
    for seat, records in state.hands.items():
        first = records[0]
        cards = len(first.cards)
        count += cards
        bits += tallies[seat] & CARDS
        if cards == due:
            continue
        ante = next((ante for ante in antes if ante.seat == seat and ante.refused in ((), ANOTHER_ANTE)), None)
        if ante is not None:
            detail = {"seat": seat, "cards": cards, "due": due}
            broken += (procedure("misdealt", ante.bet, ("G.2",), (first.version,), **detail),)
    return broken if all_different(bits, count) else (*broken, _card_twice(state))


def _card_twice(state: MauBinhRound) -> Finding:
    dealt = Counter(card for records in state.hands.values() for card in records[0].cards)
    twice = {card for card, times in dealt.items() if times > 1}
    versions = [records[0].version for records in state.hands.values() if twice & set(records[0].cards)]
    return procedure("card_twice", "", ("G.1",), versions, cards=", ".join(sorted(twice)))
