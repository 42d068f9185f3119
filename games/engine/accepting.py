"""How bets lay when betting ended: the same for every game whose document has a call for no more bets.

A bet made after betting ended was never accepted; one changed or taken back after it is settled as it lay then. Both
are findings. Proved by ``tests/engine/test_betting.py`` and the golden rounds of each game.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.betting import BettingRound, Change, PlacedBet, laid_under_one_id
from games.engine.judgement import REFUSED, BetResult, Finding
from games.engine.settling import PROCEDURE, put_down
from games.engine.steps import NOTHING, Findings


def ended_at(
    state: BettingRound, last: int | None, last_version: int, clauses: tuple[str, ...], *, of_these: bool = True
) -> tuple[int | None, Findings]:
    """The place in the order at which betting ended: the call for no more bets, at the latest ``last`` (the fact after
    which the document takes no bet: the ball's rest, the first card), or None while betting goes on. ``of_these``: a
    call that came later was for these bets, and not for others that the document takes then."""
    call = state.no_more_bets
    if call is not None and (last is None or call < last):
        return call, NOTHING
    if last is None or not state.bets:
        return last, NOTHING
    too_late = call is not None and of_these
    code = "called_too_late" if too_late else "no_call_recorded"
    versions = (last_version, state.no_more_bets_version) if too_late else (last_version,)
    return last, (Finding(code=code, severity=PROCEDURE, subject="", clauses=clauses, versions=versions),)


def handed_back_in_time(state: BettingRound, cutoff: int | None) -> dict[str, int]:
    """What was handed back of each bet while betting went on, in minor units."""
    handed: dict[str, int] = {}
    for movement in state.movements:
        if cutoff is not None and movement.order > cutoff:
            break
        if movement.kind == "returned":
            handed[movement.bet] = handed.get(movement.bet, 0) + movement.amount_minor
    return handed


def without_what_went_back(placed: PlacedBet, stake_minor: int, handed_minor: int) -> int:
    """The stake that still lay where chips were handed back in time, whether or not somebody recorded the change."""
    off = put_down(placed) - stake_minor
    return stake_minor - max(handed_minor - off, 0)


def late(
    placed: PlacedBet, cutoff: int | None, ended_version: int, clauses: tuple[str, ...]
) -> tuple[tuple[str, ...], Findings]:
    """The clauses by which a bet was never accepted because betting had ended; empty for one in time."""
    if cutoff is None or placed.order <= cutoff:
        return (), NOTHING
    finding = Finding(
        code="late_bet",
        severity=PROCEDURE,
        subject=placed.fact.bet,
        clauses=clauses,
        versions=(placed.version, ended_version),
        detail={"stake": placed.fact.stake_minor},
    )
    return clauses, (finding,)


def as_changed(
    placed: PlacedBet,
    spot: str,
    cutoff: int | None,
    clauses: tuple[str, ...],
    changes: Iterable[Change] | None = None,
) -> tuple[tuple[str, int] | None, Findings]:
    """Spot and stake (minor units) of a bet after its changes up to ``cutoff`` (None: all of them), or None where its
    player had taken it back in time. Chips laid after that would be another bet: such a change is one of nothing.
    ``changes`` are those to look at, where not all are."""
    fact = placed.fact
    stake_minor: int = fact.stake_minor
    if not placed.changes:
        return (spot, stake_minor), NOTHING
    gone = False
    found = []
    for change in placed.changes if changes is None else changes:
        if gone:
            code = "change_without_bet"
        elif cutoff is not None and change.order > cutoff:
            code = "withdrawn_after_call" if change.withdrawn else "changed_after_call"
        else:
            gone = change.withdrawn
            spot = change.spot or spot
            stake_minor = change.stake_minor or stake_minor
            continue
        found.append(
            Finding(code=code, severity=PROCEDURE, subject=fact.bet, clauses=clauses, versions=(change.version,))
        )
    return None if gone else (spot, stake_minor), tuple(found)


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


def bets_recorded_once(state: BettingRound, clauses: tuple[str, ...], cutoff: int | None = None) -> Iterable[Finding]:
    """One id stands for one bet at a time, and what was changed had been put down. ``cutoff`` is where betting ended,
    where the game knows chips laid again under the id of a bet that was taken back."""
    for bet, placed in state.bets.items():
        if not placed.again:
            continue
        for each in (placed,) if cutoff is None else laid_under_one_id(placed, cutoff):
            if each.again:
                yield Finding("bet_recorded_twice", PROCEDURE, bet, clauses, (each.version, *each.again))
    for bet, version in state.orphans:
        yield Finding("change_without_bet", PROCEDURE, bet, clauses, (version,))
