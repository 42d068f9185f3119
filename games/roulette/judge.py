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
from games.engine.ending import ends_with_collection
from games.engine.judgement import AWAITING, LOST, PENDING, REFUSED, WON, Alternative, Finding, Outcome, severity_of
from games.engine.settling import PROCEDURE, back
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
from games.roulette.conduct import CONDUCT
from games.roulette.facts import Call, RouletteRound
from games.roulette.foreign import worth
from games.roulette.grounds import GROUNDS_HELD, too_few_revolutions
from games.roulette.ineffective_records import AS_SPUN, GROUNDS, HEARD, LAST, VOID, confirmed
from games.roulette.layout import Place, find_place, layout
from games.roulette.pocket import by_the_pocket
from games.roulette.remarks import CHECKS
from games.roulette.view import Bet, Spin

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
    state, cutoff = spin.state, spin.cutoff
    handed = accepting.handed_back_in_time(state, cutoff)
    ruled = {bet for ruling in state.rulings if ruling.clause == "6.6" for bet in ruling.bets}
    bets: list[Bet] = []
    found: Findings = NOTHING
    for name, placed in state.bets.items():
        fact = placed.fact
        if (
            (cutoff is None or placed.order <= cutoff)
            and not placed.changes
            and fact.verbal is None
            and not fact.unclear
            and name not in handed
            and name not in ruled
            and not (fact.chips is not None and fact.chips.issued_at)
        ):
            bets.append(_bet(placed, fact.spot, fact.stake_minor, spin.places))
            continue
        standing, said = accepting.standing(placed, cutoff, ("4.6",), handed)
        bet, more = as_it_lay(standing, spin)
        found += said + more
        if bet is not None:
            bets.append(bet)
    if any(bet.fact.unclear or bet.bet in ruled for bet in bets):
        bets, more = where_they_lay(bets, spin)
        found += more
    return bets, once(found) if found else NOTHING


def _bet(
    placed: PlacedBet,
    spot: str,
    stake_minor: int,
    places: dict[str, Place],
    refused: tuple[str, ...] = (),
    besides: tuple[str, ...] = (),
    off_minor: int = 0,
) -> Bet:
    place = places.get(spot) or find_place(spot, places)
    return Bet(
        bet=placed.fact.bet,
        kind=spot.partition(":")[0] if place is None else place.kind,
        spot=spot,
        stake_minor=stake_minor,
        version=placed.version,
        refused=refused,
        off_minor=off_minor,
        fact=placed.fact,
        place=place,
        besides=besides,
    )


@implements("roulette", "4.3", "4.6", "4.10")
def as_it_lay(placed: PlacedBet, spin: Spin) -> tuple[Bet | None, Findings]:
    """The bet as it lay when betting ended, or None where its player had it back in time."""
    fact = placed.fact
    refused, found = accepting.late(placed, spin.cutoff, spin.ended_version, ("4.6",))
    if fact.verbal == "without_chips":
        refused = (*refused, "4.3")
        found += (
            Finding(
                code="verbal_bet_without_chips",
                severity=PROCEDURE,
                subject=fact.bet,
                clauses=("4.3",),
                versions=(placed.version,),
            ),
        )
    lain, said = accepting.as_changed(placed, fact.spot, None if refused else spin.cutoff, ("4.6",))
    found += said
    if lain is None:
        return None, found
    besides = ("4.3",) if fact.verbal == "with_chips" else ()
    if any(finding.code in ("changed_after_call", "withdrawn_after_call") for finding in said):
        besides = (*besides, "4.6")
    stake = worth(fact, lain.stake_minor, spin.state)
    bet = _bet(placed, lain.spot, stake.stake_minor, spin.places, refused, besides, lain.off_minor)
    return (msgspec.structs.replace(bet, others_minor=stake.others_minor) if stake.others_minor else bet), found


@implements("roulette", "6.6")
def where_they_lay(bets: Sequence[Bet], spin: Spin) -> tuple[list[Bet], Findings]:
    """The bets where a pit supervisor or above decided that they lay. A ruling is about the bet that it names; one that
    names none is about the one chip that alone is unclear, and where several are it decides none of them."""
    several = len([bet for bet in bets if bet.fact.unclear and not bet.refused]) > 1
    placed = []
    found: Findings = NOTHING
    for bet in bets:
        if not bet.refused:
            bet, more = where_it_lay(bet, spin, named=several or not bet.fact.unclear)
            found += more
        placed.append(bet)
    return placed, found


@implements("roulette", "6.6")
def where_it_lay(bet: Bet, spin: Spin, *, named: bool) -> tuple[Bet, Findings]:
    """A chip where a pit supervisor or above decided that it lay, or as no bet; unchanged while nobody has. ``named``:
    only by a ruling that names it."""
    ruling, found = competent_ruling(spin.state, spin.book, "6.6", bet.bet, named=named)
    if ruling is None:
        return bet, found
    decided = msgspec.structs.replace(bet, ruled=("6.6",), ruling=ruling.version, recorded=bet)
    if ruling.choice == NO_BET:
        return msgspec.structs.replace(decided, refused=("6.6",)), found
    place = find_place(ruling.choice, spin.places)
    kind = ruling.choice.partition(":")[0]
    return msgspec.structs.replace(decided, spot=ruling.choice, kind=kind, place=place), found


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
    too_few = too_few_revolutions(state, book)
    if not state.calls and not state.causes and not state.matters and not too_few:
        return spun, NOTHING
    voiding = None
    found: list[Finding] = []
    for call in state.calls:
        grounded = call.ground in GROUNDS and book.has(call.ground)
        before_drop = state.dropped is None or call.order < state.dropped
        if before_drop or on_suspicion(call, spin, bets):
            voiding = voiding or call
        else:
            found.append(_about(call, "call_after_drop", "7.9", "7.12"))
        if not grounded:
            found.append(_about(call, "void_without_ground", "7.9", "7.10"))
        elif call.called_by is not None and not book.may_act(call.called_by.post, call.ground or ""):
            found.append(_about(call, "caller_not_named", call.ground or ""))
    opened = open_matters(state)
    found += [matter_without_clause(version, LAST) for version in opened if version not in state.matters]
    if voiding is not None:
        ground = (voiding.ground,) if voiding.ground in GROUNDS else ()
        return RoundStatus("void", (*ground, "7.9", "7.10")), tuple(found)
    if state.calls:
        return WAITING, tuple(found)
    causes = [cause for cause in (*state.causes, *too_few) if cause.ground in GROUNDS]
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


@implements("roulette", "7.8")
def on_suspicion(call: Call, spin: Spin, bets: Sequence[Bet]) -> bool:
    """Does a call after the ball's rest void under 7.8: by a post that it names (the book's choice: by anybody), while
    the spin lasted?"""
    if call.ground != "7.8":
        return False
    book = spin.book
    named = call.called_by is not None and book.may_act(call.called_by.post, "7.8")
    return (named or book.choice("suspicion_called_by_others") == VOID) and not winners_paid_before(
        call, spin, bets, book
    )


@implements("roulette", "2.2", "7.8")
def winners_paid_before(call: Call, spin: Spin, bets: Sequence[Bet], book: RuleBook) -> bool:
    """Had the spin ended (2.2) when the call came: every winner had been paid what it was owed (without winners: the
    losing chips had been taken), or the round was closed?"""
    state = spin.state
    if state.closed is not None and state.closed < call.order:
        return True
    if state.pocket is None:
        return False
    owed: dict[str, int] = {}
    losing: list[str] = []
    for bet in bets:
        due = None if bet.refused else by_the_pocket(bet, spin)[0]
        if due is not None and due.outcome is WON:
            owed[bet.bet] = due.winnings_minor
        elif due is not None and due.outcome is LOST:
            losing.append(bet.bet)
    paid: Counter[str] = Counter()
    taken: set[str] = set()
    for movement in state.movements:
        if movement.order >= call.order:
            break
        if movement.kind == "paid":
            paid[movement.bet] += movement.amount_minor
        elif movement.kind == "collected":
            taken.add(movement.bet)
    if not owed:
        return ends_with_collection(book) and bool(losing) and taken.issuperset(losing)
    return all(paid[bet] >= winnings_minor for bet, winnings_minor in owed.items())


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
        if bet.ruled and bet.place is None:
            due = msgspec.structs.replace(due, clauses=(*due.clauses, *bet.ruled))
    if status.kind == "awaiting" and due.outcome is not REFUSED:
        as_void = Alternative(VOID, back(Outcome.VOID, stake, ("7.12",)))
        waiting = waits(bet, "7.12", (*(options or (Alternative(AS_SPUN, due),)), as_void))
        if options:
            both = msgspec.structs.replace(waiting.settlement, clauses=("7.12", "6.6"))
            waiting = msgspec.structs.replace(waiting, settlement=both)
        return waiting, found
    if options:
        return waits(bet, "6.6", options), found
    if status.clauses and due.outcome not in (PENDING, REFUSED):
        due = msgspec.structs.replace(due, clauses=(*due.clauses, *status.clauses))
    return Due(due), found


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


@implements("roulette", "6.6")
def unflagged_chips_are_confirmed(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """A decision under 6.6 on a bet that nobody had said to be unclear counts; until a second person who may decide so
    confirms it, what it moves is found."""
    if not spin.state.rulings:
        return
    for bet, result in zip(decided.bets, decided.results, strict=True):
        if bet.recorded is None or bet.fact.unclear or confirmed(spin, bet.ruling):
            continue
        moved = 0
        if decided.status.kind == "settled" and result.settlement.outcome not in (AWAITING, PENDING):
            moved = result.settlement.net_minor - by_the_pocket(bet.recorded, spin)[0].net_minor
        yield Finding(
            code="unflagged_chip_decided",
            severity=severity_of(moved),
            subject=bet.bet,
            clauses=("6.6",),
            versions=(bet.version, bet.ruling),
            amount_minor=moved,
            detail={"recorded": bet.recorded.spot, "decided": NO_BET if bet.refused else bet.spot},
        )


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
    checks=(result_recorded, unflagged_chips_are_confirmed, *CHECKS, *HEARD, *CONDUCT),
    summary=summary,
    last=LAST,
    moved=as_first_cited,
    grounds=GROUNDS_HELD,
)
judge = partial(steps.judge, STEPS)
