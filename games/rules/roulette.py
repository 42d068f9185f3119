"""Roulette judged: what each bet of a spin was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (roulette). Everything is found at once; nothing is refused. The order is: was
there a spin (7.1 to 7.10, 7.12), how did each bet lie when betting ended (4.3, 4.6), what does it get (5.1, 6.1, 6.2,
6.6, 7.11), what was done with it (money findings), and the remarks (limits, chips, display, payment order). Proved by
``tests/rules/test_roulette_*.py``, exhaustively by ``tests/exhaustive/test_roulette.py``.
"""

from __future__ import annotations

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
    """A bet as it lay when betting ended: spot, stake, and the clauses by which it was never accepted, if any."""

    bet: str
    spot: str
    stake_minor: int
    version: int
    fact: BetPlaced
    refused: tuple[str, ...] = ()


def judge(state: RouletteRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a spin. ``ended`` says that no more chips will move (closed, or overtaken by a later round)."""
    findings = record_findings(state, ended=ended)
    places = layout(book)
    cutoff = betting_ended(state, findings)
    lies = [lie for placed in state.bets.values() if (lie := as_it_lay(placed, cutoff, state, findings)) is not None]
    standing = standing_of(state, book, lies, findings)
    recorded = recorded_of(state)
    results = [
        judge_bet(lie, state, book, standing, places, recorded.get(lie.bet), findings, ended=ended) for lie in lies
    ]
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
    """Whether the spin counts. A call before the ball rests voids (7.9, 7.10), whoever made it; one under 7.8 voids
    until the winners are paid (2.2); any other call after the drop, and a cause nobody called, waits for 7.12."""
    if not state.calls and not state.causes:
        return Standing("pending") if state.pocket is None else Standing("settled")
    voiding = None
    late_call = None
    for call in state.calls:
        grounded = call.ground in GROUNDS
        before_drop = state.dropped is None or call.order < state.dropped
        if before_drop or (call.ground == "7.8" and not winners_paid_before(call, state, book, lies)):
            voiding = voiding or call
        else:
            late_call = late_call or call
            findings.append(_call_finding("call_after_drop", call, ("7.9", "7.12")))
        if not grounded:
            findings.append(_call_finding("void_without_ground", call, ("7.9", "7.10")))
        elif call.called_by is not None and not book.may_act(call.called_by.post, call.ground or ""):
            findings.append(_call_finding("caller_not_named", call, (call.ground or "",)))
    if voiding is not None:
        ground = (voiding.ground,) if voiding.ground in GROUNDS else ()
        return Standing("void", (*ground, "7.9", "7.10"))
    if late_call is None:
        findings.extend(_call_finding("cause_without_call", c, (c.ground or "", "7.12")) for c in state.causes)
    return _ruled_standing(state, book, findings)


def _ruled_standing(state: RouletteRound, book: RuleBook, findings: list[Finding]) -> Standing:
    """What the director of table games or above decided under 7.12; until then what the book's choice says: the spin
    waits, or counts as spun, or is void."""
    ruling = competent_ruling(state, book, "7.12", "", (AS_SPUN, VOID), findings)
    decided = book.choice("late_or_missing_no_spin_call") if ruling is None else ruling.choice
    if decided == "await_ruling":
        return Standing("awaiting", ("7.12",))
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
    """Had the spin ended (2.2) when the call came: every winner had been paid, or the round was closed?"""
    if state.closed is not None and state.closed < call.order:
        return True
    pocket = state.pocket
    if pocket is None:
        return False
    places = layout(book)
    winners = set()
    for lie in lies:
        place = None if lie.refused else find_place(lie.spot, places)
        if place is not None and place.mask >> pocket & 1:
            winners.add(lie.bet)
    paid = {m.bet for m in state.movements if m.kind == "paid" and m.order < call.order}
    return bool(winners) and winners <= paid


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
    if lie.fact.unclear:
        return unclear_options(lie, state, book, places, findings)
    return (Alternative(AS_SPUN, settle(lie, lie.spot, state, book, places, findings)),)


@implements("roulette", "6.6")
def unclear_options(
    lie: Lie, state: RouletteRound, book: RuleBook, places: dict[str, Place], findings: list[Finding]
) -> tuple[Alternative, ...]:
    """A chip whose spot cannot be made out goes by the ruling of a pit supervisor or above: a spot, or no bet."""
    ruling = competent_ruling(state, book, "6.6", lie.bet, None, findings)
    no_bet = Alternative(NO_BET, back(REFUSED, lie.stake_minor, ("6.6",)))
    if ruling is None:
        findings.append(Finding("unclear_spot", PROCEDURE, lie.bet, ("6.6",), (lie.version,), 0, {"spot": lie.spot}))
        return Alternative(lie.spot, settle(lie, lie.spot, state, book, places, findings)), no_bet
    if ruling.choice == NO_BET:
        return (no_bet,)
    settled = settle(lie, ruling.choice, state, book, places, findings)
    return (Alternative(ruling.choice, msgspec.structs.replace(settled, clauses=(*settled.clauses, "6.6"))),)


@implements(
    "roulette",
    *("4.2", "4.5", "4.8", "4.10", "4.11", "5.1", "6.1", "6.2", "6.2.1"),
    *(f"5.1.{letter}" for letter in "abcdefghijk"),
    *(f"6.1.{n}" for n in range(1, 14)),
    *(f"6.1.{n}.{m}" for n in range(1, 14) for m in (1, 2)),
)
def settle(
    lie: Lie, spot: str, state: RouletteRound, book: RuleBook, places: dict[str, Place], findings: list[Finding]
) -> Settlement:
    """The bet on this spot, by the pocket in which the ball rests."""
    place = find_place(spot, places)
    if place is None:
        findings.append(
            Finding("impossible_spot", PROCEDURE, lie.bet, ("4.2", "4.8"), (lie.version,), 0, {"spot": spot})
        )
        return back(REFUSED, lie.stake_minor, ("4.2", "4.8"))
    pocket = state.pocket or 0
    if not place.mask >> pocket & 1:
        return lost(lie.stake_minor, place.lost if pocket else place.lost_to_zero)
    if lie.fact.chips is not None and lie.fact.chips.issued_at is not None:
        refusal = refused_foreign_chips(lie, state, book, findings)
        if refusal is not None:
            return refusal
    return won(lie.stake_minor, place.profit, place.stake, place.won, book)


@implements("roulette", "4.7.4", "4.7.4.1", "7.11", "7.11.1")
def refused_foreign_chips(lie: Lie, state: RouletteRound, book: RuleBook, findings: list[Finding]) -> Settlement | None:
    """Winning colour chips of another table are paid at that table's value, unless management refused: then no
    winnings, and the chips go back."""
    chips = lie.fact.chips
    if chips is None or chips.issued_at == state.table:
        return None
    ruling = competent_ruling(state, book, "7.11.1", lie.bet, ("refuse", "pay"), findings)
    if ruling is None or ruling.choice == "pay":
        return None
    return back(Outcome.VOID, lie.stake_minor, ("7.11.1",))
