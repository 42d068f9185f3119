"""Sic bo: does the throw count? What was seen, announced and decided of it (2.1, 7.2 to 7.8).

The causes of 7.2 to 7.6 void by themselves, whoever saw them; a void that nobody announced is a finding. What no clause
decides waits for 7.8: a void announced on no ground, the shaker's count against what was seen, an open matter. Proved
by the golden rounds of these clauses and ``tests/sicbo/test_void.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.ending import closed_at, during, ends_with_collection
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE
from games.engine.steps import NOTHING, Findings, RoundStatus, competent_ruling
from games.sicbo.facts import Cause, SicBoRound
from games.sicbo.view import Bet, Throw

GROUNDS: Final = ("7.2", "7.3", "7.4", "7.5", "7.6")
OPEN: Final = "7.8"
"""The ground of a matter that no clause names: it is open, and waits for the posts of this one."""
AS_THROWN: Final = "as_thrown"
VOID: Final = "void"
SETTLED: Final = RoundStatus("settled")
UNDER_WAY: Final = RoundStatus("pending")


def of_the_throw(code: str, clauses: tuple[str, ...], *versions: int, **detail: Any) -> Finding:
    """A finding about the throw as a whole."""
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=clauses, versions=versions, detail=detail)


def round_status(throw: Throw, bets: Sequence[Bet]) -> tuple[RoundStatus, Findings]:
    """Whether the throw counts, after what was seen, announced and decided."""
    unruled, found = unruled_status(throw, over_at(throw, bets))
    if not throw.state.rulings:
        return unruled, found
    status, said = ruled_status(unruled, "", throw)
    return status, found + said


@implements("sicbo", "2.1")
def over_at(throw: Throw, bets: Sequence[Bet]) -> int | None:
    """The place in the order at which the throw was over: its close, the opening of the table's next round, or, if that
    was earlier, the dice known and every winning bet answered by a payment; without winners, when the losing chips had
    been taken. What is void or waits by then is over with its close only. None: not yet."""
    closed = closed_at(throw.state)
    paid = paid_at(throw, bets) if throw.state.causes else None
    if paid is None or (closed is not None and closed <= paid):
        return closed
    unruled, _found = unruled_status(throw, paid)
    status, _found = ruled_status(unruled, "", throw)
    if status.kind != "settled":
        return closed
    if unruled.kind == "awaiting":
        paid = max(paid, *(ruling.order for ruling in throw.state.rulings if ruling.clause == "7.8"))
    return paid if closed is None else min(paid, closed)


@implements("sicbo", "2.1")
def paid_at(throw: Throw, bets: Sequence[Bet]) -> int | None:
    """The place in the order at which every winning bet had been answered by a payment, right or wrong. None: not
    yet."""
    state, dice = throw.state, throw.dice
    if dice is None:
        return None
    known_at = state.entered[0][1] if state.shown is None else state.shown
    lying = [bet for bet in bets if not bet.refused and bet.area is not None]
    winners = [bet.bet for bet in lying if bet.area is not None and dice in bet.area.prices]
    if not winners and not ends_with_collection(throw.book):
        return None
    kind, open_bets = ("paid", winners) if winners else ("collected", [bet.bet for bet in lying])
    answered: dict[str, int] = {}
    for movement in state.movements:
        if movement.kind == kind:
            answered.setdefault(movement.bet, movement.order)
    if not open_bets or not answered.keys() >= set(open_bets):
        return None
    return max(known_at, *(answered[bet] for bet in open_bets))


@implements("sicbo", *GROUNDS, "7.8")
def unruled_status(throw: Throw, over: int | None) -> tuple[RoundStatus, Findings]:
    """Whether the throw counts before anybody decided under 7.8. A cause of 7.2 to 7.6 voids by itself; a void
    announced on no such ground waits for 7.8, or counts or is void, by the book's choice. A matter that no clause names
    waits in any case, and so does what is said of the shakes against their count."""
    state = throw.state
    counted = UNDER_WAY if throw.dice is None else SETTLED
    causes = voiding_causes(throw, over, known=throw.ended or throw.dice is not None)
    if not causes and not state.causes and not state.matters:
        return counted, NOTHING
    disputed, of_shakes = shakes_disputed(throw, over)
    unfounded, of_calls = calls_without_ground(throw, over, causes, disputed)
    found = of_shakes + of_calls
    if causes:
        first = min(causes, key=lambda cause: cause.order)
        void = RoundStatus("void", (first.ground or "",))
        if any(cause.announced and during(cause.order, over) for cause in state.causes):
            return void, found
        return void, (of_the_throw("void_not_announced", (first.ground or "",), first.version), *found)
    if disputed or open_matter(throw, over):
        return RoundStatus("awaiting", ("7.8",)), found
    decided = throw.book.choice("void_without_ground")
    if not unfounded or decided == AS_THROWN:
        return counted, found
    return RoundStatus("void" if decided == VOID else "awaiting", ("7.8",)), found


@implements("sicbo", "7.8")
def open_matter(throw: Throw, over: int | None) -> bool:
    """Was a matter recorded, while the throw lasted, that no clause names?"""
    return bool(throw.state.matters) or any(
        cause.ground == OPEN and not cause.announced and during(cause.order, over) for cause in throw.state.causes
    )


@implements("sicbo", "2.1", "7.2", "7.3")
def voiding_causes(throw: Throw, over: int | None, *, known: bool) -> list[Cause]:
    """The causes that void the throw: seen or announced while it lasted (2.1), too few shakes (7.2), dice shown before
    the call (7.3). ``known`` says that no more shakes will come."""
    state = throw.state
    causes = [cause for cause in state.causes if during(cause.order, over) and _voids(cause, throw)]
    shakes = shakes_of(state)
    if known and shakes and _too_few(shakes, throw.book) and not any(cause.ground == "7.2" for cause in causes):
        _times, order, version = shakes[-1]
        causes.append(Cause("7.2", None, False, order, version))
    exposed = shown_before_call(state)
    if exposed is not None:
        causes.append(Cause("7.3", None, False, exposed, state.shown_version))
    return causes


@implements("sicbo", "7.2")
def shakes_of(state: SicBoRound) -> Sequence[tuple[int, int, int]]:
    """The settings-off of this throw: those before the dice were shown, or the round was over."""
    end = state.closed if state.shown is None else state.shown
    return state.shaken if end is None else [shake for shake in state.shaken if shake[1] < end]


@implements("sicbo", "7.2")
def _too_few(shakes: Sequence[tuple[int, int, int]], book: RuleBook) -> bool:
    """Did the dice shake too little? The last setting-off needs all shakes by itself, unless the book counts those of
    several together (choice ``shakes_counted``)."""
    least: int = book.tables["shakes"]["least"]
    if shakes[-1][0] >= least:
        return False
    together = book.choice("shakes_counted") == "all_together"
    return sum(times for times, _order, _version in (shakes if together else shakes[-1:])) < least


@implements("sicbo", "7.2")
def _of_an_earlier_shake(cause: Cause, shakes: Sequence[tuple[int, int, int]]) -> bool:
    """Was too little shaking seen of a setting-off after which the shaker was set off again?"""
    before = [shake for shake in shakes if shake[1] < cause.order]
    return bool(before) and len(before) < len(shakes)


@implements("sicbo", "7.2", "7.8")
def shakes_disputed(throw: Throw, over: int | None) -> tuple[list[Cause], Findings]:
    """What was seen of too few shakes while the device counted enough, with the voids announced on it: which of them is
    right, no clause says."""
    shakes = shakes_of(throw.state)
    if not shakes or _too_few(shakes, throw.book):
        return [], NOTHING
    of_shakes = [cause for cause in throw.state.causes if cause.ground == "7.2" and during(cause.order, over)]
    seen = [cause for cause in of_shakes if not cause.announced and not _of_an_earlier_shake(cause, shakes)]
    if not seen:
        return [], NOTHING
    disputed = seen + [cause for cause in of_shakes if cause.announced and not _voids(cause, throw)]
    versions = sorted((shakes[-1][2], *(cause.version for cause in disputed)))
    return disputed, (of_the_throw("results_disagree", ("7.2", "7.8"), *versions),)


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
    dice were seen exposed, but only after the call. Too few shakes that were seen do not void where enough were counted
    (that is disputed), or where the shaker was set off again."""
    state = throw.state
    if cause.ground == "7.2":
        shakes = shakes_of(state)
        if not cause.announced:
            return not shakes or (_too_few(shakes, throw.book) and not _of_an_earlier_shake(cause, shakes))
        shakes = [shake for shake in shakes if shake[1] < cause.order]
        return not shakes or _too_few(shakes, throw.book)
    if cause.ground == "7.3" and state.no_more_bets is not None and cause.order > state.no_more_bets:
        return cause.announced and not any(seen.ground == "7.3" and not seen.announced for seen in state.causes)
    return cause.ground in GROUNDS


@implements("sicbo", "2.1", "7.8")
def calls_without_ground(
    throw: Throw, over: int | None, causes: Sequence[Cause], disputed: Sequence[Cause]
) -> tuple[bool, Findings]:
    """Was a void announced, while the throw lasted, on a ground that the document does not give or the record does not
    bear out? Once the round is over its result stands (2.1). Where the throw is void a call without a ground says so
    too."""
    borne_out = {cause.ground for cause in causes}
    unfounded = False
    found = []
    for cause in throw.state.causes:
        in_time = during(cause.order, over)
        if not cause.announced or (in_time and (cause in disputed or cause.ground in borne_out)):
            continue
        if in_time and causes and cause.ground is None:
            continue
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
