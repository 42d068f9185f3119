"""How bets lay when betting ended: the same for every game whose document has a call for no more bets.

A bet made after betting ended was never accepted; one changed or taken back after it is settled as it lay then. Both
are findings. Proved by ``tests/rules/test_betting.py`` and the golden rounds of each game.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rounds.betting import BettingRound, Change, PlacedBet
from games.rules.judgement import REFUSED, BetResult, Finding
from games.rules.settling import PROCEDURE


def betting_ended(
    state: BettingRound, last: int | None, last_version: int, clauses: tuple[str, ...], findings: list[Finding]
) -> int | None:
    """The place in the order at which betting ended: the call for no more bets, at the latest ``last`` (the fact after
    which the document takes no bet: the ball's rest, the first card), or None while betting goes on."""
    call = state.no_more_bets
    if call is not None and (last is None or call < last):
        return call
    if last is not None and state.bets:
        findings.append(Finding("no_call_recorded", PROCEDURE, "", clauses, (last_version,)))
    return last


def refused_as_late(
    placed: PlacedBet, cutoff: int | None, ended_version: int, clauses: tuple[str, ...], findings: list[Finding]
) -> tuple[str, ...]:
    """The clauses by which a bet was never accepted because betting had ended; empty for one in time."""
    if cutoff is None or placed.order <= cutoff:
        return ()
    fact = placed.fact
    versions = (placed.version, ended_version)
    findings.append(Finding("late_bet", PROCEDURE, fact.bet, clauses, versions, 0, {"stake": fact.stake_minor}))
    return clauses


def after_changes(
    placed: PlacedBet,
    changes: Iterable[Change],
    spot: str,
    cutoff: int | None,
    clauses: tuple[str, ...],
    findings: list[Finding],
) -> tuple[str, int] | None:
    """Spot and stake (minor units) of a bet after its changes up to ``cutoff`` (None: all of them), or None where its
    player had taken it back in time. Chips laid after that would be another bet: such a change is one of nothing."""
    fact = placed.fact
    stake_minor: int = fact.stake_minor
    gone = False
    for change in changes:
        if gone:
            findings.append(Finding("change_without_bet", PROCEDURE, fact.bet, clauses, (change.version,)))
            continue
        if cutoff is not None and change.order > cutoff:
            code = "withdrawn_after_call" if change.withdrawn else "changed_after_call"
            findings.append(Finding(code, PROCEDURE, fact.bet, clauses, (change.version,)))
            continue
        gone = change.withdrawn
        spot = change.spot or spot
        stake_minor = change.stake_minor or stake_minor
    return None if gone else (spot, stake_minor)


def stakes_within_limits(
    state: BettingRound, results: Iterable[BetResult], clauses: tuple[str, ...]
) -> Iterable[Finding]:
    """Bets under or over the table's limits, where no clause changes what they are owed: settled as they lie, and a
    finding for the post that decides other matters (``clauses``)."""
    terms = state.terms
    if terms is None or not terms.limits:
        return
    for result in results:
        settlement = result.settlement
        limit = terms.limit(result.kind)
        if limit is None or settlement.outcome is REFUSED:
            continue
        stake, (least, most) = settlement.stake_minor, limit
        if least <= stake <= most:
            continue
        code = "below_minimum" if stake < least else "above_maximum"
        detail = {"stake": stake, "minimum": least, "maximum": most}
        yield Finding(code, PROCEDURE, result.bet, clauses, (state.bets[result.bet].version,), 0, detail)


def bets_recorded_once(state: BettingRound, clauses: tuple[str, ...]) -> Iterable[Finding]:
    """One id stands for one bet, and what was changed had been put down."""
    for bet, placed in state.bets.items():
        if placed.again:
            yield Finding("bet_recorded_twice", PROCEDURE, bet, clauses, (placed.version, *placed.again))
    for bet, version in state.orphans:
        yield Finding("change_without_bet", PROCEDURE, bet, clauses, (version,))
