"""Roulette: nothing recorded disappears. What was seen, called or ruled has an effect, or is found with the reason why
it has none (6.6, 7.1 to 7.12).

Proved by ``tests/roulette/test_heard.py``, which goes through every clause of the document at every stage of a spin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine import accepting
from games.engine.clauses import implements
from games.engine.ineffective_records import irregularity_without_effect, ruling_without_effect
from games.engine.judgement import Finding
from games.engine.state import Ruling
from games.engine.steps import Check, Decided
from games.roulette.view import Bet, Spin

GROUNDS: Final = ("7.1", "7.2", "7.3", "7.4", "7.4.1", "7.5", "7.6", "7.7", "7.8")
"""What a call of no spin can rest on."""
LAST: Final = "7.12"
"""The clause of the post that decides what no clause names. As a ground it says that a matter is open."""
AS_SPUN: Final = "as_spun"
VOID: Final = "void"
FOREIGN: Final = ("4.7.4.1", "7.11.1")


@implements("roulette", "7.9", "7.10", "7.12")
def irregularities_have_an_effect(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """A cause of 7.1 to 7.8 is called, or waits for 7.12 (7.9, 7.10); a matter that is open waits. Anything else that
    was seen changes nothing; nor does a call in a spin that another one had voided."""
    state, book = spin.state, spin.book
    if not state.causes and len(state.calls) < 2:
        return
    called = {call.ground for call in state.calls}
    for cause in state.causes:
        heard = cause.ground == LAST or (cause.ground in GROUNDS and (not called or cause.ground in called))
        if not heard:
            yield irregularity_without_effect(cause.ground or "", cause.version, book)
    in_time = [call for call in state.calls if state.dropped is None or call.order < state.dropped]
    for call in in_time[1:]:
        if call.ground != in_time[0].ground:
            yield irregularity_without_effect("7.9", call.version, book, f"call:{call.version}")


@implements("roulette", "6.6", "7.11.1", "7.12")
def rulings_have_an_effect(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """A decision decides something, or it is said why not."""
    if not spin.state.rulings:
        return
    bets = {bet.bet: bet for bet in decided.bets}
    for ruling in spin.state.rulings:
        why = _decides_nothing(ruling, spin, decided, bets)
        if why:
            yield ruling_without_effect(ruling, why, spin.book)


def _decides_nothing(ruling: Ruling, spin: Spin, decided: Decided, bets: dict[str, Bet]) -> str:
    """Why a decision decides nothing; empty where it does, or where it is said otherwise (a post that may not, a choice
    that is not offered)."""
    clause = ruling.clause
    if clause not in ("6.6", *FOREIGN, LAST):
        return "clause"
    if not bets.keys() >= set(ruling.bets):
        return "no_such_bet"
    covered = [bets[name] for name in ruling.bets] or list(bets.values())
    accepted = [bet for bet in covered if not bet.refused or bet.ruling == ruling.version]
    if covered and not accepted:
        return "refused"
    status = decided.status
    if status.kind == VOID and status.clauses != (LAST,):
        # While a winner was not paid 7.8 voids: where a chip lay bears on that (2.2).
        return "" if clause == "6.6" and status.clauses[0] == "7.8" and spin.state.dropped is not None else VOID
    if clause == "6.6":
        unclear = [bet for bet in bets.values() if bet.fact.unclear and (bet.ruled or not bet.refused)]
        if not ruling.bets and len(unclear) > 1:
            return "names_no_bet"
        concerned = bool(ruling.bets or unclear)
    elif clause == LAST:
        counts = ruling.choice == AS_SPUN and any(not bet.waits_for_its_spot for bet in accepted)
        concerned = counts or ruling.choice == VOID or _asked_of_the_last_clause(accepted, spin, decided)
    else:
        concerned = any(bet.is_foreign(spin.state) for bet in accepted)
    return "" if concerned else "nothing_waits"


def _asked_of_the_last_clause(bets: list[Bet], spin: Spin, decided: Decided) -> bool:
    """Is there anything else that 7.12 decides by choices of its own: a stake outside the limits, a spin that waits?"""
    if decided.status.kind == "awaiting" or decided.status.clauses == (LAST,):
        return True
    names = {bet.bet for bet in bets}
    outside = accepting.stakes_within_limits(spin.state.terms, decided.bets, decided.results, (LAST,))
    return any(finding.subject in names for finding in outside)


def confirmed(spin: Spin, version: int) -> bool:
    """Did a second person, of a post that may decide so, confirm this decision?"""
    made_by = next(ruling.made_by for ruling in spin.state.rulings if ruling.version == version)
    return any(
        by.staff != made_by.staff and spin.book.may_act(by.post, "6.6") for by in spin.state.confirmed_by(version)
    )


HEARD: Final[tuple[Check[Spin], ...]] = (irregularities_have_an_effect, rulings_have_an_effect)
