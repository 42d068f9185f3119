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
from games.engine.steps import NOTHING, Decided, Due, Findings, RoundStatus, Steps, once
from games.sicbo.facts import SicBoRound
from games.sicbo.grounds import GROUNDS_HELD
from games.sicbo.hold import as_first_cited, hold_kept
from games.sicbo.ineffective_records import HEARD
from games.sicbo.layout import Area, Dice, as_printed, layout, rising, winning_areas
from games.sicbo.standing import (
    AS_THROWN,
    VOID,
    of_the_throw,
    over_at,
    round_status,
    ruled_status,
    shown_before_call,
    unruled_status,
)
from games.sicbo.view import Bet, Throw


def view(state: SicBoRound, book: RuleBook, ended: bool) -> tuple[Throw, Findings]:
    """The throw with its dice and with the end of betting."""
    dice, found = result_of(state, book)
    cutoff, version, said = betting_ended(state)
    decides = None if dice is None else rising(dice)
    return Throw(state, book, ended, layout(book), decides, dice, cutoff, version), found + said


# --- What do the dice say? ---------------------------------------------------------------------------------------


@implements("sicbo", "4.5", "4.7", "4.8", "7.7")
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
            found.append(of_the_throw("results_disagree", ("4.5",), state.shown_version, version))
    for entered, _order, version in state.entered:
        if rising(entered) != decides:
            shown, result = "-".join(map(str, entered)), "-".join(map(str, dice))
            found.append(of_the_throw("display_mismatch", ("4.7", "7.7"), version, shown=shown, result=result))
    if state.lit:
        due, areas = winning_areas(dice, book), layout(book)
        for spots, version in state.lit:
            lit = frozenset(spots)
            if lit != due:  # as they are written; some write a place otherwise than it is printed
                lit = frozenset(as_printed(spot, areas) for spot in spots)
            if lit != due:
                shown, result = ", ".join(sorted(lit - due)), ", ".join(sorted(due - lit))
                found.append(of_the_throw("display_mismatch", ("4.8", "7.7"), version, shown=shown, result=result))
    return dice, tuple(found)


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
    handed = accepting.handed_back_in_time(throw.state, cutoff)
    bets: list[Bet] = []
    found: Findings = NOTHING
    for name, placed in throw.state.bets.items():
        fact = placed.fact
        if (
            (cutoff is None or placed.order <= cutoff)
            and not placed.changes
            and fact.verbal != "without_chips"
            and name not in handed
        ):
            bets.append(_bet(placed, fact.spot, fact.stake_minor, throw.areas))
            continue
        last, said = accepting.standing(placed, cutoff, ("4.4",), handed)
        bet, more = as_it_lay(last, throw)
        found += said + more
        if bet is not None:
            bets.append(bet)
    return bets, found


def _bet(
    placed: PlacedBet,
    spot: str,
    stake_minor: int,
    areas: dict[str, Area],
    refused: tuple[str, ...] = (),
    off_minor: int = 0,
) -> Bet:
    spot = as_printed(spot, areas)
    area = areas.get(spot)
    return Bet(
        bet=placed.fact.bet,
        kind=spot.partition(":")[0] if area is None else area.kind,
        spot=spot,
        stake_minor=stake_minor,
        version=placed.version,
        refused=refused,
        off_minor=off_minor,
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
    found += said
    if lain is None:
        return None, found
    return _bet(placed, lain.spot, lain.stake_minor, throw.areas, refused, lain.off_minor), found


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
    unruled, _found = unruled_status(throw, over_at(throw, bets))
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


@implements("sicbo", "4.1", "4.3.1", "4.5", "4.6", "4.8.1", "4.8.2")
def by_the_dice(bet: Bet, dice: Dice, throw: Throw) -> tuple[Settlement, Findings]:
    """The bet where it lay, by the dice (in rising order): taken where its area loses (4.8.1), paid where it wins
    (4.8.2). What was not taken or not paid so is a money finding."""
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
        yield of_the_throw("no_result", ("4.5",), throw.state.closed_version)


def stakes_within_limits(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """No clause limits the stake: a bet outside the table's limits is settled as it lies, and is for 7.8."""
    return accepting.stakes_within_limits(throw.state.terms, decided.bets, decided.results, ("7.8",))


@implements("sicbo", "4.4")
def no_more_bets_called_by_right(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """The dealer calls no more bets, once."""
    return accepting.calls_in_order(throw.state, throw.book, "4.4")


def bets_recorded_once(throw: Throw, decided: Decided) -> Iterable[Finding]:
    """One id stands for one bet (4.6)."""
    return accepting.bets_recorded_once(throw.state, ("4.6",), throw.cutoff)


def summary(throw: Throw, decided: Decided) -> dict[str, Any]:
    """What the throw came to."""
    status, shown = decided.status, throw.shown
    return {"standing": status.kind, "dice": None if shown is None else list(shown), "clauses": [*status.clauses]}


STEPS: Final[Steps[Throw]] = Steps(
    game="sicbo",
    view=view,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle,
    checks=(
        result_recorded,
        hold_kept,
        stakes_within_limits,
        no_more_bets_called_by_right,
        bets_recorded_once,
        *HEARD,
    ),
    summary=summary,
    last="7.8",
    moved=as_first_cited,
    grounds=GROUNDS_HELD,
)
judge = partial(steps.judge, STEPS)
