"""Roulette judged: what each bet of a spin was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (roulette). Everything is found at once; nothing is refused. The steps are: how
did each bet lie when betting ended (4.3, 4.6), was there a spin (7.1 to 7.10, 7.12), what does each bet get (5.1, 6.1,
6.2, 6.6, 7.11), what was done with it (money findings), and the remarks (limits, chips, display, payment order). Proved
by ``tests/roulette/test_*.py``, exhaustively by ``tests/exhaustive/test_roulette.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import accepting, steps
from games.engine.betting import PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import PENDING, REFUSED, WON, Alternative, Finding, Outcome, Settlement
from games.engine.settling import PROCEDURE, back, lost, won
from games.engine.steps import (
    NOTHING,
    Decided,
    Due,
    Findings,
    RoundStatus,
    Steps,
    competent_ruling,
    matter_without_clause,
    once,
    waits,
)
from games.roulette.facts import Call, RouletteRound
from games.roulette.layout import Place, find_place, layout
from games.roulette.remarks import CHECKS
from games.roulette.view import Bet, Spin

GROUNDS: Final = ("7.1", "7.2", "7.3", "7.4", "7.4.1", "7.5", "7.6", "7.7", "7.8")
LAST: Final = "7.12"
"""The clause of the post that decides what no clause names. As a ground it says that a matter is open."""
AS_SPUN: Final = "as_spun"
VOID: Final = "void"
NO_BET: Final = "no_bet"
SPUN: Final = RoundStatus("settled")
UNDER_WAY: Final = RoundStatus("pending")
WAITING: Final = RoundStatus("awaiting", (LAST,))


@implements("roulette", "4.6")
def view(state: RouletteRound, book: RuleBook, ended: bool) -> tuple[Spin, Findings]:
    """The spin with the place in the order at which betting ended: the call for no more bets, the ball's rest at the
    latest."""
    cutoff, found = accepting.ended_at(state, state.dropped, state.dropped_version, ("4.6",))
    version = state.no_more_bets_version if cutoff == state.no_more_bets else state.dropped_version
    return Spin(state, book, ended, layout(book), cutoff, version), found


# --- How did the bet lie? ----------------------------------------------------------------------------------------


def accepted_bets(spin: Spin) -> tuple[Sequence[Bet], Findings]:
    """The bets that lay there when betting ended, in the order in which they were put down."""
    cutoff = spin.cutoff
    bets: list[Bet] = []
    found: Findings = NOTHING
    for placed in spin.state.bets.values():
        fact = placed.fact
        if (
            (cutoff is None or placed.order <= cutoff)
            and not placed.changes
            and fact.verbal != "without_chips"
            and not fact.unclear
        ):
            bets.append(_bet(placed, fact.spot, fact.stake_minor, spin.places))
            continue
        bet, said = as_it_lay(placed, spin)
        found += said
        if bet is not None:
            bets.append(bet)
    return bets, once(found) if found else NOTHING


def _bet(
    placed: PlacedBet, spot: str, stake_minor: int, places: dict[str, Place], refused: tuple[str, ...] = ()
) -> Bet:
    place = places.get(spot) or find_place(spot, places)
    return Bet(
        bet=placed.fact.bet,
        kind=spot.partition(":")[0] if place is None else place.kind,
        spot=spot,
        stake_minor=stake_minor,
        version=placed.version,
        refused=refused,
        fact=placed.fact,
        place=place,
    )


@implements("roulette", "4.3", "4.6", "4.10")
def as_it_lay(placed: PlacedBet, spin: Spin) -> tuple[Bet | None, Findings]:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    refused, found = accepting.late(placed, spin.cutoff, spin.ended_version, ("4.6",))
    if not refused and fact.verbal == "without_chips":
        refused = ("4.3",)
        found += (
            Finding(
                code="verbal_bet_without_chips",
                severity=PROCEDURE,
                subject=fact.bet,
                clauses=refused,
                versions=(placed.version,),
            ),
        )
    lain, said = accepting.as_changed(placed, fact.spot, None if refused else spin.cutoff, ("4.6",))
    found += said
    if lain is None:
        return None, found
    bet = _bet(placed, *lain, spin.places, refused)
    if not fact.unclear or refused:
        return bet, found
    bet, said = where_it_lay(bet, spin)
    return bet, found + said


def where_it_lay(bet: Bet, spin: Spin) -> tuple[Bet, Findings]:
    """An unclear chip where a post said that it lay, or as no bet; unchanged while nobody has."""
    spot, found = ruled_spot(bet, spin)
    if spot is None:
        return bet, found
    if spot == NO_BET:
        return msgspec.structs.replace(bet, refused=("6.6",)), found
    place = find_place(spot, spin.places)
    kind = spot.partition(":")[0]
    return msgspec.structs.replace(bet, spot=spot, kind=kind, place=place, ruled=("6.6",)), found


@implements("roulette", "6.6")
def ruled_spot(bet: Bet, spin: Spin) -> tuple[str | None, Findings]:
    """The spot on which a chip lay as a pit supervisor or above decided, ``NO_BET``, or None while nobody has."""
    ruling, found = competent_ruling(spin.state, spin.book, "6.6", bet.bet)
    return None if ruling is None else ruling.choice, found


# --- Was there a spin? -------------------------------------------------------------------------------------------


def round_status(spin: Spin, bets: Sequence[Bet]) -> tuple[RoundStatus, Findings]:
    """Whether the spin counts, after what was called and what was decided."""
    called, found = called_status(spin, bets)
    if not spin.state.rulings and called is not WAITING:
        return called, found
    status, said = ruled_status(called, spin, "")
    return status, found + said


@implements("roulette", *GROUNDS, "7.9", "7.10", "7.12", "2.2")
def called_status(spin: Spin, bets: Sequence[Bet]) -> tuple[RoundStatus, Findings]:
    """What the calls and causes make of the spin. A call before the ball rests voids (7.9, 7.10), whoever made it; one
    under 7.8 voids until the winners are paid (2.2); any other call after the drop, a cause of 7.1 to 7.8 that nobody
    called, and a matter that no clause names wait for 7.12."""
    state, book = spin.state, spin.book
    spun = UNDER_WAY if state.pocket is None else SPUN
    if not state.calls and not state.causes and not state.matters:
        return spun, NOTHING
    voiding = None
    found: list[Finding] = []
    for call in state.calls:
        grounded = call.ground in GROUNDS and book.has(call.ground)
        before_drop = state.dropped is None or call.order < state.dropped
        if before_drop or (call.ground == "7.8" and not winners_paid_before(call, spin, bets)):
            voiding = voiding or call
        else:
            found.append(_about(call, "call_after_drop", "7.9", "7.12"))
        if not grounded:
            found.append(_about(call, "void_without_ground", "7.9", "7.10"))
        elif call.called_by is not None and not book.may_act(call.called_by.post, call.ground or ""):
            found.append(_about(call, "caller_not_named", call.ground or ""))
    if voiding is not None:
        ground = (voiding.ground,) if voiding.ground in GROUNDS else ()
        return RoundStatus("void", (*ground, "7.9", "7.10")), tuple(found)
    opened = open_matters(state)
    found += [matter_without_clause(version, LAST) for version in opened if version not in state.matters]
    if state.calls:
        return WAITING, tuple(found)
    causes = [cause for cause in state.causes if cause.ground in GROUNDS]
    found += [_about(cause, "cause_without_call", cause.ground or "", "7.12") for cause in causes]
    return WAITING if causes or opened else spun, tuple(found)


@implements("roulette", "7.12")
def open_matters(state: RouletteRound) -> list[int]:
    """The facts that record something that no clause names: as a matter of its own, or as seen under 7.12."""
    return [*state.matters, *(cause.version for cause in state.causes if cause.ground == LAST)]


@implements("roulette", "7.12")
def ruled_status(called: RoundStatus, spin: Spin, bet: str) -> tuple[RoundStatus, Findings]:
    """The spin (``bet`` empty), or one bet of it, after what the director of table games or above decided under 7.12.
    Until then a call or cause goes by the book's choice: it waits, or counts as spun, or is void; an open matter waits.
    A spin that is void by its call (7.9) is not for 7.12."""
    awaiting = called.kind == "awaiting"
    ruling, said = competent_ruling(spin.state, spin.book, "7.12", bet, (AS_SPUN, VOID))
    # Where no call waits for it, 7.12 decides other matters too (a stake outside the limits), by choices of their own.
    found = tuple(f for f in said if awaiting or f.code != "ruling_not_offered")
    if called.kind == "void" or (ruling is None and not awaiting):
        return called, found
    decided = _undecided(spin) if ruling is None else ruling.choice
    if decided == "await_ruling":
        return called, found
    if decided == VOID:
        return RoundStatus("void", ("7.12",)), found
    return RoundStatus("pending" if spin.state.pocket is None else "settled", ("7.12",)), found


def _undecided(spin: Spin) -> str:
    choice: str = spin.book.choice("late_or_missing_no_spin_call")
    return "await_ruling" if open_matters(spin.state) else choice


def _about(call: Call, code: str, *clauses: str) -> Finding:
    return Finding(
        code=code,
        severity=PROCEDURE,
        subject=f"call:{call.version}",
        clauses=clauses,
        versions=(call.version,),
        detail={"ground": call.ground or "", "post": call.called_by.post if call.called_by else ""},
    )


@implements("roulette", "2.2", "7.8")
def winners_paid_before(call: Call, spin: Spin, bets: Sequence[Bet]) -> bool:
    """Had the spin ended (2.2) when the call came: every winner had been paid what it was owed, or the round was
    closed?"""
    state = spin.state
    if state.closed is not None and state.closed < call.order:
        return True
    if state.pocket is None:
        return False
    owed = {}
    for bet in bets:
        due = None if bet.refused else by_the_pocket(bet, spin)[0]
        if due is not None and due.outcome is WON:
            owed[bet.bet] = due.winnings_minor
    paid: Counter[str] = Counter()
    for movement in state.movements:
        if movement.kind == "paid" and movement.order < call.order:
            paid[movement.bet] += movement.amount_minor
    return bool(owed) and all(paid[bet] >= winnings_minor for bet, winnings_minor in owed.items())


# --- What does it get? -------------------------------------------------------------------------------------------


def settle(spin: Spin, bets: Sequence[Bet], status: RoundStatus) -> tuple[Sequence[Due], Findings]:
    """What each bet is owed; where 7.12 was decided for single bets, by what was decided for it."""
    found: Findings = NOTHING
    own: dict[str, RoundStatus] = {}
    if spin.state.rulings:
        own, found = own_statuses(spin, bets)
    dues = []
    for bet in bets:
        due, said = due_of(bet, spin, own.get(bet.bet, status))
        dues.append(due)
        if said:
            found += said
    return dues, once(found) if found else NOTHING


@implements("roulette", "7.12")
def own_statuses(spin: Spin, bets: Sequence[Bet]) -> tuple[dict[str, RoundStatus], Findings]:
    """How the spin counts for each bet that a ruling under 7.12 names, and what of it was not found for the spin."""
    named = {bet for ruling in spin.state.rulings if ruling.clause == "7.12" for bet in ruling.bets}
    if not named:
        return {}, NOTHING
    called, _found = called_status(spin, bets)
    _status, of_the_spin = ruled_status(called, spin, "")
    ruled = {bet.bet: ruled_status(called, spin, bet.bet) for bet in bets if bet.bet in named}
    found = (finding for _status, said in ruled.values() for finding in said if finding not in of_the_spin)
    return {bet: status for bet, (status, _said) in ruled.items()}, tuple(found)


def due_of(bet: Bet, spin: Spin, status: RoundStatus) -> tuple[Due, Findings]:
    """What one bet is owed, or may be."""
    stake = bet.stake_minor
    if bet.refused:
        return Due(back(REFUSED, stake, bet.refused)), NOTHING
    if status.kind == "void":
        return Due(back(Outcome.VOID, stake, status.clauses)), NOTHING
    options: tuple[Alternative, ...] = ()
    found: Findings = NOTHING
    if spin.state.pocket is None:
        due = back(PENDING, stake, ())
    elif bet.waits_for_its_spot:
        options, found = unclear_options(bet, spin)
        due = options[0].settlement
    else:
        due, found = by_the_pocket(bet, spin)
        if bet.ruled:
            due = msgspec.structs.replace(due, clauses=(*due.clauses, *bet.ruled))
    if status.kind == "awaiting" and due.outcome is not REFUSED:
        as_void = Alternative(VOID, back(Outcome.VOID, stake, ("7.12",)))
        return waits(bet, "7.12", (*(options or (Alternative(AS_SPUN, due),)), as_void)), found
    return (waits(bet, "6.6", options) if options else Due(due)), found


@implements("roulette", "6.6")
def unclear_options(bet: Bet, spin: Spin) -> tuple[tuple[Alternative, ...], Findings]:
    """A chip whose spot cannot be made out, and nobody has decided: on the spot where it was recorded, or no bet."""
    there, found = by_the_pocket(bet, spin)
    unclear = Finding(
        code="unclear_spot",
        severity=PROCEDURE,
        subject=bet.bet,
        clauses=("6.6",),
        versions=(bet.version,),
        detail={"spot": bet.spot},
    )
    no_bet = Alternative(NO_BET, back(REFUSED, bet.stake_minor, ("6.6",)))
    return (Alternative(bet.spot, there), no_bet), (unclear, *found)


@implements(
    "roulette",
    *("4.2", "4.5", "4.8", "4.10", "4.11", "5.1", "6.1", "6.2", "6.2.1"),
    *(f"5.1.{letter}" for letter in "abcdefghijk"),
    *(f"6.1.{n}" for n in range(1, 14)),
    *(f"6.1.{n}.{m}" for n in range(1, 14) for m in (1, 2)),
)
def by_the_pocket(bet: Bet, spin: Spin) -> tuple[Settlement, Findings]:
    """The bet on its spot, by the pocket in which the ball rests."""
    place, stake = bet.place, bet.stake_minor
    if place is None:
        clauses = ("4.2", "4.8")
        impossible = Finding(
            code="impossible_spot",
            severity=PROCEDURE,
            subject=bet.bet,
            clauses=clauses,
            versions=(bet.version,),
            detail={"spot": bet.spot},
        )
        return back(REFUSED, stake, clauses), (impossible,)
    pocket = spin.state.pocket or 0
    refused, found = None, NOTHING
    if bet.fact.chips is not None:
        # Asked of losing chips too: a refusal by somebody who may not refuse is a finding all the same.
        refused, found = refused_foreign_chips(bet, spin)
    if not place.mask >> pocket & 1:
        return lost(stake, place.lost if pocket else place.lost_to_zero), found
    if refused is not None:
        return refused, found
    return won(stake, place.profit, place.stake, place.won if pocket else place.won_on_zero, spin.book), found


@implements("roulette", "4.7.4", "4.7.4.1", "7.11", "7.11.1")
def refused_foreign_chips(bet: Bet, spin: Spin) -> tuple[Settlement | None, Findings]:
    """Winning colour chips of another table are paid at that table's value, unless management refused: then no
    winnings, and the chips go back."""
    chips = bet.fact.chips
    if chips is None or chips.issued_at in (None, spin.state.table):
        return None, NOTHING
    ruling, found = competent_ruling(spin.state, spin.book, "7.11.1", bet.bet, ("refuse", "pay"))
    if ruling is None or ruling.choice == "pay":
        return None, found
    return back(Outcome.VOID, bet.stake_minor, ("7.11.1",)), found


# --- The judgement -----------------------------------------------------------------------------------------------


def result_recorded(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """A spin that is over has a result."""
    if spin.ended and spin.state.pocket is None and decided.status.kind == "pending":
        yield Finding(
            code="no_result",
            severity=PROCEDURE,
            subject="",
            clauses=("4.10", "4.11"),
            versions=(spin.state.closed_version,),
        )


def summary(spin: Spin, decided: Decided) -> dict[str, Any]:
    """What the spin came to."""
    status = decided.status
    return {"standing": status.kind, "pocket": spin.state.pocket, "clauses": list(status.clauses)}


def as_first_cited(state: RouletteRound, book: RuleBook) -> None:
    """The grounds of calls and causes in the numbers of the first document."""
    state.calls = [_cited(call, book) for call in state.calls]
    state.causes = [_cited(call, book) for call in state.causes]


def _cited(call: Call, book: RuleBook) -> Call:
    return call if call.ground is None else msgspec.structs.replace(call, ground=book.cited_as(call.ground))


STEPS: Final[Steps[Spin]] = Steps(
    game="roulette",
    view=view,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle,
    checks=(result_recorded, *CHECKS),
    summary=summary,
    last=LAST,
    moved=as_first_cited,
)
judge = partial(steps.judge, STEPS)
