"""Sic bo judged: what each bet of a throw was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (sic bo). The causes of 7.2 to 7.6 void by themselves, whoever saw them; a
void that nobody announced is a finding. Any other void is for 7.8, whose post decides for the throw or for single bets.
A failed device (7.1) holds the table until the head of operations releases it (``games.sicbo.hold``), but the round
under way is settled by the dice (7.7). Proved by the golden rounds, ``tests/sicbo/test_*.py`` and, exhaustively,
``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from games.engine import accepting, steps
from games.engine.betting import PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import AWAITING, PENDING, REFUSED, Alternative, Finding, Outcome, Settlement
from games.engine.settling import PROCEDURE, back, lost, won
from games.engine.steps import NOTHING, Decided, Due, Findings, RoundStatus, Steps, competent_ruling, once
from games.sicbo.facts import Cause, SicBoRound
from games.sicbo.hold import hold_kept
from games.sicbo.layout import Area, Dice, as_printed, layout, rising, winning_areas
from games.sicbo.view import Bet, Throw

GROUNDS: Final = ("7.2", "7.3", "7.4", "7.5", "7.6")
AS_THROWN: Final = "as_thrown"
VOID: Final = "void"
SETTLED: Final = RoundStatus("settled")
UNDER_WAY: Final = RoundStatus("pending")


def view(state: SicBoRound, book: RuleBook, ended: bool) -> tuple[Throw, Findings]:
    """The throw with its dice and with the end of betting."""
    dice, found = result_of(state, book)
    cutoff, version, said = betting_ended(state)
    decides = None if dice is None else rising(dice)
    return Throw(state, book, ended, layout(book), decides, dice, cutoff, version), found + said


# --- What do the dice say? ---------------------------------------------------------------------------------------


@implements("sicbo", "4.5", "4.7", "4.8", "4.8.1", "4.8.2", "7.7")
def result_of(state: SicBoRound, book: RuleBook) -> tuple[Dice | None, Findings]:
    """The dice decide, not the device: what was keyed in counts only where the dice themselves were not recorded, and
    lights or entries that say otherwise are findings (7.7)."""
    dice = state.dice
    if dice is None:
        dice = state.entered[-1][0] if state.entered else None
    if dice is None:
        return None, NOTHING
    found = []
    decides = rising(dice)
    for other, version in state.further_dice:
        if rising(other) != decides:
            found.append(_of_the_throw("results_disagree", ("4.5",), state.shown_version, version))
    for entered, _order, version in state.entered:
        if rising(entered) != decides:
            shown, result = "-".join(map(str, entered)), "-".join(map(str, dice))
            found.append(_of_the_throw("display_mismatch", ("4.7", "7.7"), version, shown=shown, result=result))
    if state.lit:
        due, areas = winning_areas(dice, book), layout(book)
        for spots, version in state.lit:
            lit = frozenset(as_printed(spot, areas) for spot in spots)
            if lit != due:
                shown, result = ", ".join(sorted(lit - due)), ", ".join(sorted(due - lit))
                found.append(_of_the_throw("display_mismatch", ("4.8", "7.7"), version, shown=shown, result=result))
    return dice, tuple(found)


def _of_the_throw(code: str, clauses: tuple[str, ...], *versions: int, **detail: Any) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=clauses, versions=versions, detail=detail)


# --- How did the bet lie? ----------------------------------------------------------------------------------------


@implements("sicbo", "4.4", "7.3")
def betting_ended(state: SicBoRound) -> tuple[int | None, int, Findings]:
    """The place in the order at which betting ended, and the version of what ended it: the call, at the latest the dice
    shown, or the first entry where none were. Dice shown before the call end nothing: they void the throw (7.3)."""
    last, version = state.shown, state.shown_version
    if last is None and state.entered:
        _dice, last, version = state.entered[0]
    if shown_before_call(state) is not None:
        last = None
    ended, found = accepting.ended_at(state, last, version, ("4.4",))
    return ended, state.no_more_bets_version if ended == state.no_more_bets else version, found


def accepted_bets(throw: Throw) -> tuple[Sequence[Bet], Findings]:
    """The bets that lay there when betting ended, in the order in which they were put down."""
    cutoff = throw.cutoff
    bets: list[Bet] = []
    found: Findings = NOTHING
    for placed in throw.state.bets.values():
        fact = placed.fact
        if (cutoff is None or placed.order <= cutoff) and not placed.changes and fact.verbal != "without_chips":
            bets.append(_bet(placed, fact.spot, fact.stake_minor, throw.areas))
            continue
        bet, said = as_it_lay(placed, throw)
        found += said
        if bet is not None:
            bets.append(bet)
    return bets, found


def _bet(
    placed: PlacedBet, written: str, stake_minor: int, areas: dict[str, Area], refused: tuple[str, ...] = ()
) -> Bet:
    spot = as_printed(written, areas)
    area = areas.get(spot)
    return Bet(
        bet=placed.fact.bet,
        kind=spot.partition(":")[0] if area is None else area.kind,
        spot=spot,
        stake_minor=stake_minor,
        version=placed.version,
        refused=refused,
        area=area,
    )


@implements("sicbo", "4.2", "4.4", "4.5")
def as_it_lay(placed: PlacedBet, throw: Throw) -> tuple[Bet | None, Findings]:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    refused, found = accepting.late(placed, throw.cutoff, throw.ended_version, ("4.4",))
    if not refused and fact.verbal == "without_chips":
        refused = ("4.2",)
        found += (
            Finding(
                code="verbal_bet_without_chips",
                severity=PROCEDURE,
                subject=fact.bet,
                clauses=refused,
                versions=(placed.version,),
            ),
        )
    lain, said = accepting.as_changed(placed, fact.spot, None if refused else throw.cutoff, ("4.4",))
    return (None if lain is None else _bet(placed, *lain, throw.areas, refused)), found + said


# --- Does the throw count? ---------------------------------------------------------------------------------------


def round_status(throw: Throw, bets: Sequence[Bet]) -> tuple[RoundStatus, Findings]:
    """Whether the throw counts, after what was seen, announced and decided."""
    unruled, found = unruled_status(throw)
    if not throw.state.rulings:
        return unruled, found
    status, said = ruled_status(unruled, "", throw)
    return status, found + said


@implements("sicbo", *GROUNDS, "7.8")
def unruled_status(throw: Throw) -> tuple[RoundStatus, Findings]:
    """Whether the throw counts before anybody decided under 7.8. A cause of 7.2 to 7.6 voids by itself; a void
    announced on no such ground waits for 7.8, or counts or is void, by the book's choice; a matter that no clause names
    waits in any case."""
    state = throw.state
    counted = UNDER_WAY if throw.dice is None else SETTLED
    causes = voiding_causes(throw, known=throw.ended or throw.dice is not None)
    if causes:
        first = min(causes, key=lambda cause: cause.order)
        void = RoundStatus("void", (first.ground or "",))
        if any(cause.announced and _during(cause.order, state) for cause in state.causes):
            return void, NOTHING
        return void, (_of_the_throw("void_not_announced", (first.ground or "",), first.version),)
    if not state.causes and not state.matters:
        return counted, NOTHING
    unfounded, found = announced_without_ground(state)
    if state.matters:
        return RoundStatus("awaiting", ("7.8",)), found
    decided = throw.book.choice("void_without_ground")
    if not unfounded or decided == AS_THROWN:
        return counted, found
    return RoundStatus("void" if decided == VOID else "awaiting", ("7.8",)), found


@implements("sicbo", "2.1", "7.2", "7.3")
def voiding_causes(throw: Throw, *, known: bool) -> list[Cause]:
    """The causes that void the throw: seen or announced while it lasted (2.1), too few shakes (7.2), dice shown before
    the call (7.3). ``known`` says that no more shakes will come."""
    state = throw.state
    causes = [cause for cause in state.causes if _during(cause.order, state) and _voids(cause, throw)]
    shakes = shakes_of(state)
    if known and shakes and _too_few(shakes, throw.book) and not any(cause.ground == "7.2" for cause in causes):
        _times, order, version = shakes[-1]
        causes.append(Cause("7.2", None, False, order, version))
    exposed = shown_before_call(state)
    if exposed is not None:
        causes.append(Cause("7.3", None, False, exposed, state.shown_version))
    return causes


@implements("sicbo", "2.1")
def _during(order: int, state: SicBoRound) -> bool:
    """Was the round still going on?"""
    return state.closed is None or order < state.closed


@implements("sicbo", "7.2")
def shakes_of(state: SicBoRound) -> list[tuple[int, int, int]]:
    """The shakes of this throw: those before the dice were shown, or the round was over. Settings-off add up."""
    end = state.closed if state.shown is None else state.shown
    return state.shaken if end is None else [shake for shake in state.shaken if shake[1] < end]


def _too_few(shakes: Sequence[tuple[int, int, int]], book: RuleBook) -> bool:
    least: int = book.tables["shakes"]["least"]
    return sum(times for times, _order, _version in shakes) < least


@implements("sicbo", "7.3")
def shown_before_call(state: SicBoRound) -> int | None:
    """The place in the order at which the dice were shown before the call for no more bets; None where they were not,
    or no call is on record."""
    if state.shown is None or state.no_more_bets is None or state.shown > state.no_more_bets:
        return None
    return state.shown


@implements("sicbo", "7.2", "7.3")
def _voids(cause: Cause, throw: Throw) -> bool:
    """Whether a cause seen or announced voids: dice exposed only before the call for no more bets (7.3). An
    announcement is a record of the cause, unless the record says otherwise: the shakes before it were enough, or the
    dice were seen exposed, but only after the call."""
    state = throw.state
    if cause.ground == "7.2" and cause.announced:
        shakes = [shake for shake in shakes_of(state) if shake[1] < cause.order]
        return not shakes or _too_few(shakes, throw.book)
    if cause.ground == "7.3" and state.no_more_bets is not None and cause.order > state.no_more_bets:
        return cause.announced and not any(seen.ground == "7.3" and not seen.announced for seen in state.causes)
    return cause.ground in GROUNDS


@implements("sicbo", "2.1", "7.8")
def announced_without_ground(state: SicBoRound) -> tuple[bool, Findings]:
    """Was a void announced, while the round lasted, on a ground that the document does not give or the record does not
    bear out? Once the round is over its result stands (2.1)."""
    unfounded = False
    found = []
    for cause in state.causes:
        if not cause.announced:
            continue
        in_time = _during(cause.order, state)
        unfounded |= in_time
        code, clause = ("void_without_ground", "7.8") if in_time else ("void_too_late", "2.1")
        found.append(
            Finding(
                code=code,
                severity=PROCEDURE,
                subject=f"call:{cause.version}",
                clauses=(clause,),
                versions=(cause.version,),
                detail={"ground": cause.ground or "", "post": cause.by.post if cause.by else ""},
            )
        )
    return unfounded, tuple(found)


@implements("sicbo", "7.8")
def ruled_status(unruled: RoundStatus, bet: str, throw: Throw) -> tuple[RoundStatus, Findings]:
    """What the director of table games or above decided for a bet, or for the throw (``bet`` empty); the latest ruling
    counts. 7.8 decides what the document does not: what 7.2 to 7.6 void stays void."""
    ruling, said = competent_ruling(throw.state, throw.book, "7.8", bet, (AS_THROWN, VOID))
    # Where no void waits for it, 7.8 decides other matters too (a stake outside the limits), by choices of their own.
    waits = unruled.kind == "awaiting"
    found = tuple(f for f in said if waits or f.code != "ruling_not_offered")
    if ruling is None or not set(GROUNDS).isdisjoint(unruled.clauses):
        return unruled, found
    if ruling.choice == VOID:
        return RoundStatus("void", ("7.8",)), found
    return RoundStatus("pending" if throw.dice is None else "settled", ("7.8",)), found


# --- What does it get? -------------------------------------------------------------------------------------------


def settle(throw: Throw, bets: Sequence[Bet], status: RoundStatus) -> tuple[Sequence[Due], Findings]:
    """What each bet is owed; where 7.8 was decided for single bets, by what was decided for it."""
    own: dict[str, RoundStatus] = {}
    found: Findings = NOTHING
    if throw.state.rulings:
        own, found = own_statuses(throw, bets)
    dues = []
    for bet in bets:
        due, said = due_of(bet, throw, own.get(bet.bet, status))
        dues.append(due)
        if said:
            found += said
    return dues, found


@implements("sicbo", "7.8")
def own_statuses(throw: Throw, bets: Sequence[Bet]) -> tuple[dict[str, RoundStatus], Findings]:
    """How the throw counts for each bet that a ruling names, and what of it was not found for the throw."""
    named = {bet for ruling in throw.state.rulings for bet in ruling.bets}
    if not named:
        return {}, NOTHING
    unruled, _found = unruled_status(throw)
    _status, of_the_throw = ruled_status(unruled, "", throw)
    ruled = {bet.bet: ruled_status(unruled, bet.bet, throw) for bet in bets if bet.bet in named}
    found = [finding for _status, said in ruled.values() for finding in said if finding not in of_the_throw]
    return {bet: status for bet, (status, _said) in ruled.items()}, once(found)


def due_of(bet: Bet, throw: Throw, status: RoundStatus) -> tuple[Due, Findings]:
    """What one bet is owed, or may be."""
    stake = bet.stake_minor
    if bet.refused:
        return Due(back(REFUSED, stake, bet.refused)), NOTHING
    if status.kind == "void":
        return Due(back(Outcome.VOID, stake, status.clauses)), NOTHING
    if status.kind == "pending":
        return Due(back(PENDING, stake, ())), NOTHING
    due, found = (back(PENDING, stake, ()), NOTHING) if throw.dice is None else by_the_dice(bet, throw.dice, throw)
    if not status.clauses or due.outcome is REFUSED:
        return Due(due), found
    if status.kind == "awaiting":
        void = back(Outcome.VOID, stake, status.clauses)
        options = (Alternative(AS_THROWN, due), Alternative(VOID, void))
        return Due(back(AWAITING, stake, status.clauses), options, "7.8"), found
    return Due(msgspec.structs.replace(due, clauses=(*due.clauses, *status.clauses))), found


@implements("sicbo", "4.1", "4.3.1", "4.5", "4.6")
def by_the_dice(bet: Bet, dice: Dice, throw: Throw) -> tuple[Settlement, Findings]:
    """The bet where it lay, by the dice (in rising order)."""
    area = bet.area
    if area is None:
        clauses = ("4.1", "4.3.1")
        impossible = Finding(
            code="impossible_spot",
            severity=PROCEDURE,
            subject=bet.bet,
            clauses=clauses,
            versions=(bet.version,),
            detail={"spot": bet.spot},
        )
        return back(REFUSED, bet.stake_minor, clauses), (impossible,)
    price = area.prices.get(dice)
    if price is None:
        return lost(bet.stake_minor, area.lost), NOTHING
    return won(bet.stake_minor, price.profit, price.stake, price.clauses, throw.book), NOTHING


# --- The judgement -----------------------------------------------------------------------------------------------


def result_recorded(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """A throw that is over has a result."""
    if throw.ended and decided.status.kind == "pending":
        yield _of_the_throw("no_result", ("4.5",), throw.state.closed_version)


def stakes_within_limits(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """No clause limits the stake: a bet outside the table's limits is settled as it lies, and is for 7.8."""
    return accepting.stakes_within_limits(throw.state, decided.results, ("7.8",))


def bets_recorded_once(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """One id stands for one bet (4.6)."""
    return accepting.bets_recorded_once(throw.state, ("4.6",))


def summary(throw: Throw, decided: Decided) -> dict[str, Any]:
    """What the throw came to."""
    status, shown = decided.status, throw.shown
    return {"standing": status.kind, "dice": None if shown is None else list(shown), "clauses": [*status.clauses]}


def as_first_cited(state: SicBoRound, book: RuleBook) -> None:
    """The grounds of what was seen and announced in the numbers of the first document."""
    state.causes = [
        cause if cause.ground is None else msgspec.structs.replace(cause, ground=book.cited_as(cause.ground))
        for cause in state.causes
    ]


STEPS: Final[Steps[Throw]] = Steps(
    game="sicbo",
    view=view,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle,
    checks=(result_recorded, hold_kept, stakes_within_limits, bets_recorded_once),
    summary=summary,
    last="7.8",
    moved=as_first_cited,
)
judge = partial(steps.judge, STEPS)
