"""Sic bo judged: what each bet of a throw was owed under the document, and what was not as it says.

Clauses 4 to 7 of document 01/13.06.2020 (sic bo). The causes of 7.2 to 7.6 void by themselves, whoever saw them; a
void that nobody announced is a finding. A failed device (7.1) holds the table until the head of operations releases it,
but the round under way is settled by the dice (7.7). Proved by the golden rounds, ``tests/rules/test_sicbo*.py`` and,
exhaustively, ``tests/exhaustive/test_sicbo.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.rounds.betting import PlacedBet
from games.rounds.session import SessionBefore
from games.rounds.sicbo import Cause, SicBoRound
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
from games.rules.sicbo_layout import LOST, Dice, find_area, price_of, winning_areas

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
    standing = standing_of(state, book, dice, findings)
    recorded = recorded_of(state)
    cutoff = betting_ended(state, findings)
    results: list[BetResult] = []
    known = set()
    for placed in state.bets.values():
        lie = as_it_lay(placed, cutoff, state, findings)
        if lie is None:
            continue
        known.add(lie.bet)
        results.append(_judge_bet(lie, book, standing, dice, recorded.get(lie.bet), findings, ended=ended))
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
        if other != dice:
            findings.append(Finding("results_disagree", PROCEDURE, "", ("4.5",), (state.shown_version, version)))
    if dice is None:
        dice = state.entered[-1][0] if state.entered else None
    if dice is None:
        return None
    for entered, version in state.entered:
        if sorted(entered) != sorted(dice):
            detail = {"shown": "-".join(map(str, entered)), "result": "-".join(map(str, dice))}
            findings.append(Finding("display_mismatch", PROCEDURE, "", ("4.7", "7.7"), (version,), 0, detail))
    due = winning_areas(dice, book) if state.lit else frozenset()
    for lit, version in state.lit:
        if frozenset(lit) != due:
            detail = {"shown": ", ".join(sorted(set(lit) - due)), "result": ", ".join(sorted(due - set(lit)))}
            findings.append(Finding("display_mismatch", PROCEDURE, "", ("4.8", "7.7"), (version,), 0, detail))
    return dice


# --- Does the throw count? ---------------------------------------------------------------------------------------


@implements("sicbo", *GROUNDS, "7.8")
def standing_of(state: SicBoRound, book: RuleBook, dice: Dice | None, findings: list[Finding]) -> Standing:
    """A cause of 7.2 to 7.6 voids by itself; an announcement on such a ground is a record of the cause. A void
    announced on no such ground is another matter, for 7.8."""
    counted = Standing("pending") if dice is None else Standing("settled")
    causes = [cause for cause in state.causes if cause.ground in GROUNDS and _voids(cause, state)]
    grounds = {cause.ground for cause in causes}
    if shaken_too_little(state, book) and "7.2" not in grounds:
        _times, order, version = state.shaken[-1]
        causes.append(Cause("7.2", None, False, order, version))
    announced = [cause for cause in state.causes if cause.announced]
    if causes:
        first = min(causes, key=lambda cause: cause.order)
        if not announced:
            findings.append(Finding("void_not_announced", PROCEDURE, "", (first.ground or "",), (first.version,)))
        return Standing("void", (first.ground or "",))
    if not announced:
        return counted
    for cause in announced:
        detail = {"ground": cause.ground or "", "post": cause.by.post if cause.by else ""}
        subject = f"call:{cause.version}"
        findings.append(Finding("void_without_ground", PROCEDURE, subject, ("7.8",), (cause.version,), 0, detail))
    ruling = competent_ruling(state, book, "7.8", "", (AS_THROWN, VOID), findings)
    if ruling is None:
        return Standing("awaiting", ("7.8",))
    return Standing("void", ("7.8",)) if ruling.choice == VOID else counted


@implements("sicbo", "7.2")
def shaken_too_little(state: SicBoRound, book: RuleBook) -> bool:
    """Fewer than three shakes after the shaker was set off, where the shakes were recorded at all."""
    shakes = sum(times for times, _order, _version in state.shaken)
    return bool(state.shaken) and shakes < book.tables["shakes"]["least"]


@implements("sicbo", "7.3")
def _voids(cause: Cause, state: SicBoRound) -> bool:
    """Whether a cause voids: dice exposed only before the call for no more bets (7.3), anything else always. A void
    announced for exposed dice says that they were exposed in time."""
    if cause.ground != "7.3" or cause.announced:
        return True
    return state.no_more_bets is None or cause.order < state.no_more_bets


# --- How did the bet lie, and what does it get? -------------------------------------------------------------------


@implements("sicbo", "4.4")
def betting_ended(state: SicBoRound, findings: list[Finding]) -> int | None:
    """The place in the order at which betting ended: the call, at the latest the dice shown."""
    return betting.betting_ended(state, state.shown, state.shown_version, ("4.4",), findings)


@implements("sicbo", "4.2", "4.4", "4.5")
def as_it_lay(placed: PlacedBet, cutoff: int | None, state: SicBoRound, findings: list[Finding]) -> Lie | None:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    in_time = cutoff is None or placed.order <= cutoff
    if in_time and not placed.changes and fact.verbal != "without_chips":
        return Lie(fact.bet, fact.spot, fact.stake_minor, placed.version)
    ended_version = state.no_more_bets_version if cutoff == state.no_more_bets else state.shown_version
    refused = betting.refused_as_late(placed, cutoff, ended_version, ("4.4",), findings)
    if not refused and fact.verbal == "without_chips":
        refused = ("4.2",)
        findings.append(Finding("verbal_bet_without_chips", PROCEDURE, fact.bet, refused, (placed.version,)))
    counted = None if refused else cutoff
    lain = betting.after_changes(placed, placed.changes, fact.spot, counted, ("4.4",), findings)
    return None if lain is None else Lie(fact.bet, *lain, placed.version, refused)


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
        if standing.kind == "awaiting" and due.outcome is not REFUSED:
            void = back(Outcome.VOID, lie.stake_minor, standing.clauses)
            options = (Alternative(AS_THROWN, due), Alternative(VOID, void))
            waiting = back(AWAITING, lie.stake_minor, standing.clauses)
            return BetResult(lie.bet, kind, waiting, recorded or Recorded(), None, options, "7.8", lie.spot)
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
    before = state.before
    if before is not None and before.hold and state.opened is not None:
        detail = {"held_since": before.hold_stream.removeprefix("round/")}
        findings.append(Finding("played_while_held", PROCEDURE, "", ("7.1",), (state.opened_version,), 0, detail))
    if state.failed and not any(person.post == Post.PIT_MANAGER.value for person, _ in state.informed):
        versions = tuple(version for _order, version in state.failed)
        findings.append(Finding("failure_not_reported", PROCEDURE, "", ("7.1",), versions))
    competent_ruling(state, book, "7.1", "", (RELEASE,), findings)
    return findings


@implements("sicbo", "7.1")
def carry(before: SessionBefore | None, state: SicBoRound, judgement: Judgement, book: RuleBook) -> SessionBefore:
    """The table's session after this round: held since a failure until a ruling of the head of operations."""
    before = before or SessionBefore()
    released = competent_ruling(state, book, "7.1", "", (RELEASE,), [])
    failed_at, version = state.failed[-1] if state.failed else (0, 0)
    if failed_at > (0 if released is None else released.order):
        return msgspec.structs.replace(before, hold="7.1", hold_stream=state.stream, hold_version=version)
    if released is not None:
        return msgspec.structs.replace(before, hold="", hold_stream="", hold_version=0)
    return before
