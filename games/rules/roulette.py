"""Roulette judged: what each bet of a spin was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (roulette). Everything is found at once; nothing is refused. The order is: was
there a spin (7.1 to 7.10, 7.12), how did each bet lie when betting ended (4.3, 4.6), what does it get (5.1, 6.1, 6.2,
6.6, 7.11), what was done with it (money findings), and the remarks (limits, chips, display, payment order). Proved by
``tests/rules/test_roulette_*.py``, exhaustively by ``tests/exhaustive/test_roulette.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from games.rounds.betting import PlacedBet
from games.rounds.roulette import BetPlaced, Call, RouletteRound
from games.rules import betting
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import (
    AWAITING,
    PENDING,
    REFUSED,
    WON,
    Alternative,
    BetResult,
    Finding,
    Judgement,
    Outcome,
    Recorded,
    Settlement,
)
from games.rules.roulette_layout import Place, find_place, layout
from games.rules.roulette_remarks import CHECKS
from games.rules.settling import (
    PROCEDURE,
    Standing,
    back,
    compare,
    competent_ruling,
    lost,
    movements_without_bet,
    record_findings,
    recorded_of,
    won,
)

GROUNDS: Final = ("7.1", "7.2", "7.3", "7.4", "7.4.1", "7.5", "7.6", "7.7", "7.8")
AS_SPUN: Final = "as_spun"
VOID: Final = "void"
NO_BET: Final = "no_bet"


class Lie(msgspec.Struct, frozen=True, gc=False):
    """A bet as it lay when betting ended: spot, stake, the clauses by which it was never accepted, if any, and those by
    which a post said where it lay."""

    bet: str
    spot: str
    stake_minor: int
    version: int
    fact: BetPlaced
    refused: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()


def judge(state: RouletteRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a spin. ``ended`` says that no more chips will move (closed, or overtaken by a later round)."""
    findings = record_findings(state, ended=ended)
    places = layout(book)
    cutoff = betting_ended(state, findings)
    lies = [
        _where_it_lay(lie, state, book, findings) if lie.fact.unclear else lie
        for placed in state.bets.values()
        if (lie := as_it_lay(placed, cutoff, state, findings)) is not None
    ]
    called = standing_of(state, book, lies, findings)
    standing = ruled_standing(called, state, book, "", findings)
    named = {bet for ruling in state.rulings if ruling.clause == "7.12" for bet in ruling.bets}
    recorded = recorded_of(state)
    results = []
    for lie in lies:
        own = ruled_standing(called, state, book, lie.bet, findings) if lie.bet in named else standing
        results.append(judge_bet(lie, state, book, own, places, recorded.get(lie.bet), findings, ended=ended))
    if ended:
        findings.extend(movements_without_bet(state, [lie.bet for lie in lies]))
        if state.pocket is None and standing.kind == "pending":
            findings.append(Finding("no_result", PROCEDURE, "", ("4.10", "4.11"), (state.closed_version,)))
    for check in CHECKS:
        findings.extend(check(state, book, results))
    return Judgement(
        game="roulette",
        document=book.id,
        results=tuple(results),
        findings=tuple(findings),
        summary={"standing": standing.kind, "pocket": state.pocket, "clauses": list(standing.clauses)},
    )


# --- Was there a spin? -------------------------------------------------------------------------------------------


@implements("roulette", *GROUNDS, "7.9", "7.10", "7.12", "2.2")
def standing_of(state: RouletteRound, book: RuleBook, lies: Sequence[Lie], findings: list[Finding]) -> Standing:
    """What the calls and causes make of the spin. A call before the ball rests voids (7.9, 7.10), whoever made it; one
    under 7.8 voids until the winners are paid (2.2); any other call after the drop, and a cause of 7.1 to 7.8 that
    nobody called, waits for 7.12."""
    spun = Standing("pending" if state.pocket is None else "settled")
    if not state.calls and not state.causes:
        return spun
    voiding = None
    for call in state.calls:
        grounded = call.ground in GROUNDS
        before_drop = state.dropped is None or call.order < state.dropped
        if before_drop or (call.ground == "7.8" and not winners_paid_before(call, state, book, lies)):
            voiding = voiding or call
        else:
            findings.append(_call_finding("call_after_drop", call, ("7.9", "7.12")))
        if not grounded:
            findings.append(_call_finding("void_without_ground", call, ("7.9", "7.10")))
        elif call.called_by is not None and not book.may_act(call.called_by.post, call.ground or ""):
            findings.append(_call_finding("caller_not_named", call, (call.ground or "",)))
    if voiding is not None:
        ground = (voiding.ground,) if voiding.ground in GROUNDS else ()
        return Standing("void", (*ground, "7.9", "7.10"))
    waiting = Standing("awaiting", ("7.12",))
    if state.calls:
        return waiting
    causes = [cause for cause in state.causes if cause.ground in GROUNDS]
    findings.extend(_call_finding("cause_without_call", c, (c.ground or "", "7.12")) for c in causes)
    return waiting if causes else spun


@implements("roulette", "7.12")
def ruled_standing(
    called: Standing, state: RouletteRound, book: RuleBook, bet: str, findings: list[Finding]
) -> Standing:
    """The spin (``bet`` empty), or one bet of it, after what the director of table games or above decided under 7.12.
    Until then what waits goes by the book's choice: it waits, or counts as spun, or is void. A spin that is void by its
    call (7.9) is not for 7.12."""
    said: list[Finding] = []
    ruling = competent_ruling(state, book, "7.12", bet, (AS_SPUN, VOID), said)
    # Where no call waits for it, 7.12 decides other matters too (a stake outside the limits), by choices of their own.
    waits = called.kind == "awaiting"
    findings.extend(f for f in said if f not in findings and (waits or f.code != "ruling_not_offered"))
    if called.kind == "void" or (ruling is None and called.kind != "awaiting"):
        return called
    decided = book.choice("late_or_missing_no_spin_call") if ruling is None else ruling.choice
    if decided == "await_ruling":
        return called
    if decided == VOID:
        return Standing("void", ("7.12",))
    return Standing("pending" if state.pocket is None else "settled", ("7.12",))


def _call_finding(code: str, call: Call, clauses: tuple[str, ...]) -> Finding:
    post = call.called_by.post if call.called_by else ""
    return Finding(
        code,
        PROCEDURE,
        f"call:{call.version}",
        clauses,
        (call.version,),
        0,
        {"ground": call.ground or "", "post": post},
    )


@implements("roulette", "2.2", "7.8")
def winners_paid_before(call: Call, state: RouletteRound, book: RuleBook, lies: Sequence[Lie]) -> bool:
    """Had the spin ended (2.2) when the call came: every winner had been paid what it was owed, or the round was
    closed?"""
    if state.closed is not None and state.closed < call.order:
        return True
    if state.pocket is None:
        return False
    places = layout(book)
    owed = {}
    for lie in lies:
        due = None if lie.refused else settle(lie, state, book, places, [])
        if due is not None and due.outcome is WON:
            owed[lie.bet] = due.winnings_minor
    paid: Counter[str] = Counter()
    for movement in state.movements:
        if movement.kind == "paid" and movement.order < call.order:
            paid[movement.bet] += movement.amount_minor
    return bool(owed) and all(paid[bet] >= winnings_minor for bet, winnings_minor in owed.items())


# --- How did the bet lie? ----------------------------------------------------------------------------------------


@implements("roulette", "4.6")
def betting_ended(state: RouletteRound, findings: list[Finding]) -> int | None:
    """The place in the order at which betting ended: the call for no more bets, the ball's rest at the latest."""
    return betting.betting_ended(state, state.dropped, state.dropped_version, ("4.6",), findings)


@implements("roulette", "4.3", "4.6", "4.10")
def as_it_lay(placed: PlacedBet, cutoff: int | None, state: RouletteRound, findings: list[Finding]) -> Lie | None:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    in_time = cutoff is None or placed.order <= cutoff
    if in_time and not placed.changes and fact.verbal != "without_chips":
        return Lie(fact.bet, fact.spot, fact.stake_minor, placed.version, fact)
    ended_version = state.no_more_bets_version if cutoff == state.no_more_bets else state.dropped_version
    refused = betting.refused_as_late(placed, cutoff, ended_version, ("4.6",), findings)
    if not refused and fact.verbal == "without_chips":
        refused = ("4.3",)
        findings.append(Finding("verbal_bet_without_chips", PROCEDURE, fact.bet, refused, (placed.version,)))
    counted = None if refused else cutoff
    lain = betting.after_changes(placed, placed.changes, fact.spot, counted, ("4.6",), findings)
    return None if lain is None else Lie(fact.bet, *lain, placed.version, fact, refused)


def _where_it_lay(lie: Lie, state: RouletteRound, book: RuleBook, findings: list[Finding]) -> Lie:
    """An unclear chip where a post said that it lay, or as no bet; unchanged while nobody has."""
    spot = None if lie.refused else ruled_spot(lie, state, book, findings)
    if spot is None:
        return lie
    if spot == NO_BET:
        return msgspec.structs.replace(lie, refused=("6.6",))
    return msgspec.structs.replace(lie, spot=spot, ruled=("6.6",))


# --- What does it get? -------------------------------------------------------------------------------------------


def judge_bet(
    lie: Lie,
    state: RouletteRound,
    book: RuleBook,
    standing: Standing,
    places: dict[str, Place],
    recorded: Recorded | None,
    findings: list[Finding],
    *,
    ended: bool,
) -> BetResult:
    """One bet: what it was owed, held against what was recorded."""
    kind = lie.spot.partition(":")[0]
    options = _options(lie, state, book, standing, places, findings)
    due = options[0].settlement
    if standing.kind == "awaiting" and due.outcome is not REFUSED:
        options = (*options, Alternative(VOID, back(Outcome.VOID, lie.stake_minor, ("7.12",))))
        return _awaiting(lie, kind, recorded, options, "7.12")
    if len(options) > 1:
        return _awaiting(lie, kind, recorded, options, "6.6")
    if due.outcome is PENDING:
        return BetResult(lie.bet, kind, due, recorded or Recorded(), None, spot=lie.spot)
    return compare(lie.bet, kind, due, recorded, ended=ended, findings=findings, version=lie.version, spot=lie.spot)


def _awaiting(
    lie: Lie, kind: str, recorded: Recorded | None, options: tuple[Alternative, ...], decided_by: str
) -> BetResult:
    waiting = back(AWAITING, lie.stake_minor, (decided_by,))
    return BetResult(lie.bet, kind, waiting, recorded or Recorded(), None, options, decided_by, lie.spot)


def _options(
    lie: Lie,
    state: RouletteRound,
    book: RuleBook,
    standing: Standing,
    places: dict[str, Place],
    findings: list[Finding],
) -> tuple[Alternative, ...]:
    """What the bet is owed: one settlement, or one for each way in which 6.6 may be decided."""
    if lie.refused:
        return (Alternative(AS_SPUN, back(REFUSED, lie.stake_minor, lie.refused)),)
    if standing.kind == "void":
        return (Alternative(VOID, back(Outcome.VOID, lie.stake_minor, standing.clauses)),)
    if state.pocket is None:
        return (Alternative(AS_SPUN, back(PENDING, lie.stake_minor, ())),)
    if lie.fact.unclear and not lie.ruled:
        return unclear_options(lie, state, book, places, findings)
    due = settle(lie, state, book, places, findings)
    if lie.ruled:
        due = msgspec.structs.replace(due, clauses=(*due.clauses, *lie.ruled))
    return (Alternative(AS_SPUN, due),)


@implements("roulette", "6.6")
def unclear_options(
    lie: Lie, state: RouletteRound, book: RuleBook, places: dict[str, Place], findings: list[Finding]
) -> tuple[Alternative, ...]:
    """A chip whose spot cannot be made out, and nobody has decided: on the spot where it was recorded, or no bet."""
    findings.append(Finding("unclear_spot", PROCEDURE, lie.bet, ("6.6",), (lie.version,), 0, {"spot": lie.spot}))
    no_bet = Alternative(NO_BET, back(REFUSED, lie.stake_minor, ("6.6",)))
    return Alternative(lie.spot, settle(lie, state, book, places, findings)), no_bet


@implements("roulette", "6.6")
def ruled_spot(lie: Lie, state: RouletteRound, book: RuleBook, findings: list[Finding]) -> str | None:
    """The spot on which a chip lay as a pit supervisor or above decided, ``NO_BET``, or None while nobody has."""
    ruling = competent_ruling(state, book, "6.6", lie.bet, None, findings)
    return None if ruling is None else ruling.choice


@implements(
    "roulette",
    *("4.2", "4.5", "4.8", "4.10", "4.11", "5.1", "6.1", "6.2", "6.2.1"),
    *(f"5.1.{letter}" for letter in "abcdefghijk"),
    *(f"6.1.{n}" for n in range(1, 14)),
    *(f"6.1.{n}.{m}" for n in range(1, 14) for m in (1, 2)),
)
def settle(
    lie: Lie, state: RouletteRound, book: RuleBook, places: dict[str, Place], findings: list[Finding]
) -> Settlement:
    """The bet on its spot, by the pocket in which the ball rests."""
    place = find_place(lie.spot, places)
    if place is None:
        clauses = ("4.2", "4.8")
        detail = {"spot": lie.spot}
        findings.append(Finding("impossible_spot", PROCEDURE, lie.bet, clauses, (lie.version,), 0, detail))
        return back(REFUSED, lie.stake_minor, clauses)
    pocket = state.pocket or 0
    # Asked of losing chips too: a refusal by somebody who may not refuse is a finding all the same.
    refusal = refused_foreign_chips(lie, state, book, findings)
    if not place.mask >> pocket & 1:
        return lost(lie.stake_minor, place.lost if pocket else place.lost_to_zero)
    return refusal or won(lie.stake_minor, place.profit, place.stake, place.won if pocket else place.won_on_zero, book)


@implements("roulette", "4.7.4", "4.7.4.1", "7.11", "7.11.1")
def refused_foreign_chips(lie: Lie, state: RouletteRound, book: RuleBook, findings: list[Finding]) -> Settlement | None:
    """Winning colour chips of another table are paid at that table's value, unless management refused: then no
    winnings, and the chips go back."""
    chips = lie.fact.chips
    if chips is None or chips.issued_at in (None, state.table):
        return None
    ruling = competent_ruling(state, book, "7.11.1", lie.bet, ("refuse", "pay"), findings)
    if ruling is None or ruling.choice == "pay":
        return None
    return back(Outcome.VOID, lie.stake_minor, ("7.11.1",))
