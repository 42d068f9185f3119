"""How bets lay when betting ended: the same for every game whose document has a call for no more bets.

A bet made after betting ended was never accepted; one changed or taken back after it is settled as it lay then. Both
are findings. What was handed back before does not play, whether or not somebody recorded the change; chips laid again
under the id of a bet that its player has back are another bet. Proved by ``tests/engine/test_betting.py``,
``tests/engine/test_laid.py`` (every game) and the golden rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from games.engine.betting import BettingRound, Change, Chips, PlacedBet, laid_under_one_id
from games.engine.document import RuleBook
from games.engine.judgement import REFUSED, BetResult, Finding
from games.engine.settling import PROCEDURE, REMARK
from games.engine.state import Movement
from games.engine.steps import NOTHING, AcceptedBet, Findings
from games.engine.table import TableTerms


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


def calls_in_order(state: BettingRound, book: RuleBook, clause: str, others: Sequence[int] = ()) -> Iterable[Finding]:
    """No more bets is called by the post of the clause, and once. ``others`` are the places in the order of what opens
    betting anew (an offer of insurance, an insurance): a call after one of them is for that. A call by another post
    stands, and is found."""
    by, first_call = state.called_by, state.no_more_bets
    if first_call is None or (not state.further_calls and (by is None or not book.keeps_out(by.post, clause))):
        return
    calls = [(by, first_call, state.no_more_bets_version), *state.further_calls]
    for by, _order, version in calls:
        if by is not None and book.keeps_out(by.post, clause):
            detail = {"post": by.post}
            yield Finding(
                code="called_by_other_post",
                severity=PROCEDURE,
                subject=f"call:{version}",
                clauses=(clause,),
                versions=(version,),
                detail=detail,
            )
    for (_by, before, first), (_again, order, version) in pairwise(calls):
        if not any(before < other < order for other in others):
            yield Finding(
                code="called_again",
                severity=REMARK,
                subject=f"call:{version}",
                clauses=(clause,),
                versions=(first, version),
            )


Handed = Mapping[str, Sequence[Movement]]
"""What was handed back of each bet while betting went on, in its order."""


class Lain(msgspec.Struct, frozen=True, gc=False):
    """Where a bet lay when betting ended, with how much, and how much of it had come off by then (minor units)."""

    spot: str
    stake_minor: int
    off_minor: int = 0


def handed_back_in_time(state: BettingRound, cutoff: int | None) -> Handed:
    """What was handed back of each bet while betting went on. Nothing where nobody knows when it ended: chips may go
    back for many reasons then; nor from the moment on at which the round was called off."""
    handed: dict[str, list[Movement]] = {}
    if cutoff is None:
        return handed
    for movement in state.movements:
        if movement.order > cutoff:
            break
        if movement.kind == "returned":
            handed.setdefault(movement.bet, []).append(movement)
    if handed and state.calls_off:
        named = ((order, item[5].event_type.name) for order, item in enumerate(state.folded, start=1))
        off = next((order for order, name in named if name.partition(".")[2] in state.calls_off), None)
        if off is not None:
            kept = {bet: [m for m in movements if m.order < off] for bet, movements in handed.items()}
            return {bet: movements for bet, movements in kept.items() if movements}
    return handed


def bets_under(placed: PlacedBet, cutoff: int | None, handed: Handed) -> list[PlacedBet]:
    """The bets that one id stood for, the one that stands last (:func:`~games.engine.betting.laid_under_one_id`)."""
    back = handed.get(placed.fact.bet, ())
    return laid_under_one_id(placed, lambda _bet, order: cutoff is None or order <= cutoff, back)


def standing(
    placed: PlacedBet, cutoff: int | None, clauses: tuple[str, ...], handed: Handed
) -> tuple[PlacedBet, Findings]:
    """The bet that stands under an id, and what was wrong with those before it that its player had back."""
    *earlier, last = bets_under(placed, cutoff, handed)
    found: Findings = NOTHING
    for each in earlier:
        found += as_changed(each, "", cutoff, clauses)[1]
    return last, found


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
) -> tuple[Lain | None, Findings]:
    """How a bet lay after its changes up to ``cutoff`` (None: all of them) and what was handed back of it, or None
    where its player had all of it back in time. Chips laid after it was taken back would be another bet: such a change
    is one of nothing; a change after chips went back says how it lies then. ``changes`` are those to look at, where
    not all are."""
    fact = placed.fact
    if not placed.changes and not placed.handed_back:
        return Lain(spot, fact.stake_minor, placed.off_before_minor), NOTHING
    chips, gone = Chips(fact.stake_minor), False
    found = []
    done: list[Change | Movement] = [*(placed.changes if changes is None else changes)]
    if placed.handed_back:
        done = sorted([*done, *placed.handed_back], key=lambda one: one.order)
    for change in done:
        if isinstance(change, Movement):
            chips.handed(change.amount_minor)
            continue
        if gone:
            code = "change_without_bet"
        elif cutoff is not None and change.order > cutoff:
            code = "withdrawn_after_call" if change.withdrawn else "changed_after_call"
        else:
            gone = change.withdrawn
            spot = change.spot or spot
            chips.now_lie(0 if gone else change.stake_minor or chips.lie)
            continue
        found.append(
            Finding(code=code, severity=PROCEDURE, subject=fact.bet, clauses=clauses, versions=(change.version,))
        )
    lain = Lain(spot, chips.lie, placed.off_before_minor + chips.off) if chips.lie else None
    return lain, tuple(found)


def stakes_within_limits(
    terms: TableTerms | None, bets: Iterable[AcceptedBet], results: Iterable[BetResult], clauses: tuple[str, ...]
) -> Iterable[Finding]:
    """Bets under or over the table's limits, where no clause changes what they are owed: settled as they lie, and a
    finding for the post that decides other matters (``clauses``)."""
    if terms is None or not terms.limits:
        return
    limits, of_every_kind = terms.limits, terms.limit("*")
    for bet, result in zip(bets, results, strict=True):
        settlement = result.settlement
        limit = limits.get(result.kind) or of_every_kind
        if limit is None or settlement.outcome is REFUSED:
            continue
        stake, (least, most) = settlement.stake_minor, limit
        if least <= stake <= most:
            continue
        code = "below_minimum" if stake < least else "above_maximum"
        detail = {"stake": stake, "minimum": least, "maximum": most}
        yield Finding(
            code=code,
            severity=PROCEDURE,
            subject=result.bet,
            clauses=clauses,
            versions=(bet.version,),
            detail=detail,
        )


def bets_recorded_once(state: BettingRound, clauses: tuple[str, ...], cutoff: int | None) -> Iterable[Finding]:
    """One id stands for one bet at a time, and what was changed had been put down. ``cutoff`` is where betting
    ended."""
    handed: Handed | None = None
    for bet, placed in state.bets.items():
        if not placed.again:
            continue
        if handed is None:
            handed = handed_back_in_time(state, cutoff)
        for each in bets_under(placed, cutoff, handed):
            if each.again:
                yield Finding(
                    code="bet_recorded_twice",
                    severity=PROCEDURE,
                    subject=bet,
                    clauses=clauses,
                    versions=(each.version, *each.again),
                )
    for bet, version in state.orphans:
        yield Finding(code="change_without_bet", severity=PROCEDURE, subject=bet, clauses=clauses, versions=(version,))
