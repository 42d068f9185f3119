"""Sic bo judged: what each bet of a throw was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (sic bo). The causes of 7.2 to 7.6 void by themselves, whoever saw them; a
void that nobody announced is a finding. Any other void is for 7.8, whose post decides for the throw or for single bets.
A failed device (7.1) holds the table until the head of operations releases it, but the round under way is settled by
the dice (7.7). Proved by the golden rounds, ``tests/rules/test_sicbo*.py`` and,
exhaustively, ``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from games.rounds.betting import PlacedBet
from games.rounds.session import SessionBefore
from games.rounds.sicbo import Cause, SicBoRound
from games.rounds.state import Ruling
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
from games.rules.posts import Post
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
from games.rules.sicbo_layout import LOST, Dice, as_printed, find_area, price_of, winning_areas

GROUNDS: Final = ("7.2", "7.3", "7.4", "7.5", "7.6")
AS_THROWN: Final = "as_thrown"
VOID: Final = "void"
RELEASE: Final = "release"


class Lie(msgspec.Struct, frozen=True, gc=False):
    """A bet as it lay when betting ended."""

    bet: str
    spot: str
    stake_minor: int
    version: int
    refused: tuple[str, ...] = ()


def judge(state: SicBoRound, book: RuleBook, *, ended: bool) -> Judgement:
    """Judge a throw. ``ended`` says that no more chips will move."""
    findings = record_findings(state, ended=ended)
    dice = result_of(state, book, findings)
    unruled = standing_of(state, book, dice, findings, ended=ended)
    standing = ruled(unruled, "", state, book, dice, findings)
    recorded = recorded_of(state)
    cutoff, ended_version = betting_ended(state, findings)
    results: list[BetResult] = []
    known = set()
    for placed in state.bets.values():
        lie = as_it_lay(placed, cutoff, ended_version, findings)
        if lie is None:
            continue
        known.add(lie.bet)
        stands = ruled(unruled, lie.bet, state, book, dice, findings)
        results.append(_judge_bet(lie, book, stands, dice, recorded.get(lie.bet), findings, ended=ended))
    if ended:
        findings.extend(movements_without_bet(state, known))
        if standing.kind == "pending":
            findings.append(Finding("no_result", PROCEDURE, "", ("4.5",), (state.closed_version,)))
    findings.extend(hold_kept(state, book))
    findings.extend(betting.stakes_within_limits(state, results, ("7.8",)))
    findings.extend(betting.bets_recorded_once(state, ("4.6",)))
    return Judgement(
        game="sicbo",
        document=book.id,
        results=tuple(results),
        findings=tuple(findings),
        summary={
            "standing": standing.kind,
            "dice": None if dice is None else list(dice),
            "clauses": [*standing.clauses],
        },
    )


# --- What do the dice say? ---------------------------------------------------------------------------------------


@implements("sicbo", "4.5", "4.7", "4.8", "4.8.1", "4.8.2", "7.7")
def result_of(state: SicBoRound, book: RuleBook, findings: list[Finding]) -> Dice | None:
    """The dice decide, not the device: what was keyed in counts only where the dice themselves were not recorded, and
    lights or entries that say otherwise are findings (7.7)."""
    dice = state.dice
    for other, version in state.further_dice:
        if sorted(other) != sorted(dice or ()):
            findings.append(Finding("results_disagree", PROCEDURE, "", ("4.5",), (state.shown_version, version)))
    if dice is None:
        dice = state.entered[-1][0] if state.entered else None
    if dice is None:
        return None
    for entered, _order, version in state.entered:
        if sorted(entered) != sorted(dice):
            detail = {"shown": "-".join(map(str, entered)), "result": "-".join(map(str, dice))}
            findings.append(Finding("display_mismatch", PROCEDURE, "", ("4.7", "7.7"), (version,), 0, detail))
    due = winning_areas(dice, book) if state.lit else frozenset()
    for spots, version in state.lit:
        lit = frozenset(map(as_printed, spots))
        if lit != due:
            detail = {"shown": ", ".join(sorted(lit - due)), "result": ", ".join(sorted(due - lit))}
            findings.append(Finding("display_mismatch", PROCEDURE, "", ("4.8", "7.7"), (version,), 0, detail))
    return dice


# --- Does the throw count? ---------------------------------------------------------------------------------------


@implements("sicbo", *GROUNDS, "7.8")
def standing_of(
    state: SicBoRound, book: RuleBook, dice: Dice | None, findings: list[Finding], *, ended: bool
) -> Standing:
    """Whether the throw counts before anybody decided under 7.8. A cause of 7.2 to 7.6 voids by itself; a void
    announced on no such ground waits for 7.8, or counts or is void, by the book's choice."""
    counted = Standing("pending") if dice is None else Standing("settled")
    causes = voiding_causes(state, book, known=ended or dice is not None)
    if causes:
        first = min(causes, key=lambda cause: cause.order)
        if not any(cause.announced and _during(cause.order, state) for cause in state.causes):
            findings.append(Finding("void_not_announced", PROCEDURE, "", (first.ground or "",), (first.version,)))
        return Standing("void", (first.ground or "",))
    if not announced_without_ground(state, findings):
        return counted
    decided = book.choice("void_without_ground")
    if decided == AS_THROWN:
        return counted
    return Standing("void" if decided == VOID else "awaiting", ("7.8",))


@implements("sicbo", "2.1", "7.2", "7.3")
def voiding_causes(state: SicBoRound, book: RuleBook, *, known: bool) -> list[Cause]:
    """The causes that void the throw: seen or announced while it lasted (2.1), too few shakes (7.2), dice shown before
    the call (7.3). ``known`` says that no more shakes will come."""
    causes = [cause for cause in state.causes if _during(cause.order, state) and _voids(cause, state, book)]
    shakes = shakes_of(state)
    too_few = shakes and sum(times for times, _order, _version in shakes) < book.tables["shakes"]["least"]
    if known and too_few and not any(cause.ground == "7.2" for cause in causes):
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


@implements("sicbo", "7.3")
def shown_before_call(state: SicBoRound) -> int | None:
    """The place in the order at which the dice were shown before the call for no more bets; None where they were not,
    or no call is on record."""
    if state.shown is None or state.no_more_bets is None or state.shown > state.no_more_bets:
        return None
    return state.shown


@implements("sicbo", "7.2", "7.3")
def _voids(cause: Cause, state: SicBoRound, book: RuleBook) -> bool:
    """Whether a cause seen or announced voids: dice exposed only before the call for no more bets (7.3). An
    announcement is a record of the cause, unless the record says otherwise: the shakes before it were enough, or the
    dice were seen exposed, but only after the call."""
    if cause.ground == "7.2" and cause.announced:
        shakes = [times for times, order, _version in shakes_of(state) if order < cause.order]
        return not shakes or sum(shakes) < book.tables["shakes"]["least"]
    if cause.ground == "7.3" and state.no_more_bets is not None and cause.order > state.no_more_bets:
        return cause.announced and not any(seen.ground == "7.3" and not seen.announced for seen in state.causes)
    return cause.ground in GROUNDS


@implements("sicbo", "2.1", "7.8")
def announced_without_ground(state: SicBoRound, findings: list[Finding]) -> bool:
    """Was a void announced, while the round lasted, on a ground that the document does not give or the record does not
    bear out? Once the round is over its result stands (2.1)."""
    unfounded = False
    for cause in state.causes:
        if not cause.announced:
            continue
        in_time = _during(cause.order, state)
        unfounded |= in_time
        code, clause = ("void_without_ground", "7.8") if in_time else ("void_too_late", "2.1")
        detail = {"ground": cause.ground or "", "post": cause.by.post if cause.by else ""}
        subject = f"call:{cause.version}"
        findings.append(Finding(code, PROCEDURE, subject, (clause,), (cause.version,), 0, detail))
    return unfounded


@implements("sicbo", "7.8")
def ruled(
    standing: Standing, bet: str, state: SicBoRound, book: RuleBook, dice: Dice | None, findings: list[Finding]
) -> Standing:
    """What the director of table games or above decided for a bet, or for the throw (``bet`` empty); the latest ruling
    counts. 7.8 decides what the document does not: what 7.2 to 7.6 void stays void."""
    if not state.rulings:
        return standing
    said: list[Finding] = []
    ruling = competent_ruling(state, book, "7.8", bet, (AS_THROWN, VOID), said)
    # Where no void waits for it, 7.8 decides other matters too (a stake outside the limits), by choices of their own.
    waits = standing.kind == "awaiting"
    findings.extend(f for f in said if f not in findings and (waits or f.code != "ruling_not_offered"))
    if ruling is None or not set(GROUNDS).isdisjoint(standing.clauses):
        return standing
    if ruling.choice == VOID:
        return Standing("void", ("7.8",))
    return Standing("pending" if dice is None else "settled", ("7.8",))


# --- How did the bet lie, and what does it get? -------------------------------------------------------------------


@implements("sicbo", "4.4", "7.3")
def betting_ended(state: SicBoRound, findings: list[Finding]) -> tuple[int | None, int]:
    """The place in the order at which betting ended, and the version of what ended it: the call, at the latest the dice
    shown, or the first entry where none were. Dice shown before the call end nothing: they void the throw (7.3)."""
    last, version = state.shown, state.shown_version
    if last is None and state.entered:
        _dice, last, version = state.entered[0]
    if shown_before_call(state) is not None:
        last = None
    ended = betting.betting_ended(state, last, version, ("4.4",), findings)
    return ended, state.no_more_bets_version if ended == state.no_more_bets else version


@implements("sicbo", "4.2", "4.4", "4.5")
def as_it_lay(placed: PlacedBet, cutoff: int | None, ended_version: int, findings: list[Finding]) -> Lie | None:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    in_time = cutoff is None or placed.order <= cutoff
    if in_time and not placed.changes and fact.verbal != "without_chips":
        return Lie(fact.bet, as_printed(fact.spot), fact.stake_minor, placed.version)
    refused = betting.refused_as_late(placed, cutoff, ended_version, ("4.4",), findings)
    if not refused and fact.verbal == "without_chips":
        refused = ("4.2",)
        findings.append(Finding("verbal_bet_without_chips", PROCEDURE, fact.bet, refused, (placed.version,)))
    counted = None if refused else cutoff
    lain = betting.after_changes(placed, placed.changes, fact.spot, counted, ("4.4",), findings)
    if lain is None:
        return None
    spot, stake_minor = lain
    return Lie(fact.bet, as_printed(spot), stake_minor, placed.version, refused)


def _judge_bet(
    lie: Lie,
    book: RuleBook,
    standing: Standing,
    dice: Dice | None,
    recorded: Recorded | None,
    findings: list[Finding],
    *,
    ended: bool,
) -> BetResult:
    kind = lie.spot.partition(":")[0]
    if lie.refused:
        due = back(REFUSED, lie.stake_minor, lie.refused)
    elif standing.kind == "void":
        due = back(Outcome.VOID, lie.stake_minor, standing.clauses)
    elif standing.kind == "pending":
        return BetResult(lie.bet, kind, back(PENDING, lie.stake_minor, ()), recorded or Recorded(), None, spot=lie.spot)
    else:
        due = back(PENDING, lie.stake_minor, ()) if dice is None else settle(lie, dice, book, findings)
        if standing.clauses and due.outcome is not REFUSED:
            if standing.kind == "awaiting":
                void = back(Outcome.VOID, lie.stake_minor, standing.clauses)
                options = (Alternative(AS_THROWN, due), Alternative(VOID, void))
                waiting = back(AWAITING, lie.stake_minor, standing.clauses)
                return BetResult(lie.bet, kind, waiting, recorded or Recorded(), None, options, "7.8", lie.spot)
            due = msgspec.structs.replace(due, clauses=(*due.clauses, *standing.clauses))
    return compare(lie.bet, kind, due, recorded, ended=ended, findings=findings, version=lie.version, spot=lie.spot)


@implements("sicbo", "4.1", "4.3.1", "4.5", "4.6")
def settle(lie: Lie, dice: Dice, book: RuleBook, findings: list[Finding]) -> Settlement:
    """The bet where it lay, by the dice."""
    area = find_area(lie.spot)
    if area is None:
        clauses = ("4.1", "4.3.1")
        findings.append(Finding("impossible_spot", PROCEDURE, lie.bet, clauses, (lie.version,), 0, {"spot": lie.spot}))
        return back(REFUSED, lie.stake_minor, clauses)
    won_at = price_of(lie.spot, dice, book)
    if won_at is None:
        return lost(lie.stake_minor, (LOST[area.kind],))
    return won(lie.stake_minor, won_at.profit, won_at.stake, won_at.clauses, book)


# --- The table is held -------------------------------------------------------------------------------------------


@implements("sicbo", "7.1")
def hold_kept(state: SicBoRound, book: RuleBook) -> list[Finding]:
    """A failed device is reported to the pit manager at once, and the table rests until it is released: a round opened
    while it is held, and a failure nobody reported, are findings."""
    findings: list[Finding] = []
    before, opened_at = state.before, state.began_at
    if before is not None and state.opened is not None and opened_at is not None and held(before, opened_at):
        detail = {"held_since": before.hold_stream.removeprefix("round/")}
        findings.append(Finding("played_while_held", PROCEDURE, "", ("7.1",), (state.opened_version,), 0, detail))
    told = [order for person, order in state.informed if person.post == Post.PIT_MANAGER.value]
    unreported = tuple(version for failed_at, version in state.failed if not any(order > failed_at for order in told))
    if unreported:
        findings.append(Finding("failure_not_reported", PROCEDURE, "", ("7.1",), unreported))
    release_of(state, book, findings)
    return findings


@implements("sicbo", "7.1")
def held(session: SessionBefore, moment: datetime) -> bool:
    """Was the table held at a moment? A release is of the moment at which it was decided: recorded with the round that
    failed, it does not cover those that were played before it."""
    return bool(session.hold) and (session.released_at is None or moment < session.released_at)


@implements("sicbo", "7.1")
def release_of(state: SicBoRound, book: RuleBook, findings: list[Finding]) -> Ruling | None:
    """The last release of the table by the head of operations. What is released is the table: a ruling that names bets
    releases it all the same."""
    if not state.rulings:
        return None
    named = sorted({"", *(bet for ruling in state.rulings for bet in ruling.bets)})
    rulings = [competent_ruling(state, book, "7.1", bet, (RELEASE,), findings) for bet in named]
    return max((ruling for ruling in rulings if ruling is not None), key=lambda r: r.order, default=None)


@implements("sicbo", "7.1")
def carry(before: SessionBefore | None, state: SicBoRound, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after this round: held since a failure until a ruling of the head of operations. A hold that
    ended is kept until a round is opened after its end."""
    session = before or SessionBefore()
    opened_at = state.began_at
    if session.released_at is not None and opened_at is not None and not held(session, opened_at):
        session = _as_held(session, "", "", 0)
    release = release_of(state, book, [])
    failed_at, version = state.failed[-1] if state.failed else (0, 0)
    if failed_at:
        session = _as_held(session, "7.1", state.stream, version)
    if session.hold and release is not None and release.order > failed_at:
        ended = state.decided_at[release.version]
        session = msgspec.structs.replace(session, released_at=ended)
    return session


def _as_held(session: SessionBefore, hold: str, stream: str, version: int) -> SessionBefore:
    return msgspec.structs.replace(session, hold=hold, hold_stream=stream, hold_version=version, released_at=None)
