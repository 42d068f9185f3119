"""What every game's judgement shares: settlements, the comparison of what was due with what was recorded, and the
checks that do not depend on the game. Pure. Proved by ``tests/engine/test_settling.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from casino.core.posts import Post, at_least
from games.engine.betting import put_down
from games.engine.document import RuleBook
from games.engine.judgement import (
    LOST,
    WON,
    Finding,
    Outcome,
    Recorded,
    Settlement,
    Severity,
)
from games.engine.priced import OfStake
from games.engine.remedies import (
    after_remedies,
    followed_findings,
    remedies_without_bet,
    remedy_findings,
    with_remedies,
)
from games.engine.state import Correction, Movement, RoundState

MONEY = Severity.MONEY
PROCEDURE = Severity.PROCEDURE
REMARK = Severity.REMARK


class RoundStatus(msgspec.Struct, frozen=True, gc=False):
    """Whether a round counts: ``settled``, ``void``, ``awaiting`` a decision, or ``pending`` a result; and by which
    clauses."""

    kind: str
    clauses: tuple[str, ...] = ()


def back(outcome: Outcome, stake_minor: int, clauses: tuple[str, ...]) -> Settlement:
    """The whole stake goes back: void, refused, push, awaiting or pending."""
    return Settlement(outcome, stake_minor, 0, stake_minor, 0, 0, 0, 0, 1, clauses)


def lost(stake_minor: int, clauses: tuple[str, ...]) -> Settlement:
    """The whole stake is taken."""
    return Settlement(LOST, stake_minor, stake_minor, 0, stake_minor, 0, 0, 0, 1, clauses)


def won(stake_minor: int, profit: int, unit: int, clauses: tuple[str, ...], book: RuleBook) -> Settlement:
    """The stake comes back and ``stake * profit / unit`` is won besides, rounded once by the book's rounding."""
    numerator = stake_minor * profit
    priced = OfStake(profit, unit)
    if unit == 1 and book.rounding.unit_minor == 1:
        return Settlement(WON, stake_minor, stake_minor, stake_minor, 0, numerator, 0, numerator, 1, clauses, priced)
    exact = Fraction(numerator, unit)
    return Settlement(
        outcome=WON,
        stake_minor=stake_minor,
        in_play_minor=stake_minor,
        returned_minor=stake_minor,
        collected_minor=0,
        winnings_minor=book.rounding(exact),
        commission_minor=0,
        exact_numerator=exact.numerator,
        exact_denominator=exact.denominator,
        clauses=clauses,
        priced=priced,
    )


def recorded_by_bet(movements: Iterable[Movement]) -> dict[str, Recorded]:
    """What the house did with each bet, summed."""
    sums: dict[str, list[int]] = {}
    for movement in movements:
        entry = sums.get(movement.bet)
        if entry is None:
            entry = sums[movement.bet] = [0, 0, 0]
        entry[_COLUMN[movement.kind]] += movement.amount_minor
    return {bet: Recorded(paid, taken, returned) for bet, (paid, taken, returned) in sums.items()}


def recorded_of(state: RoundState) -> dict[str, Recorded]:
    """What the house did with each bet of a round, at the table and by remedies afterwards."""
    recorded = recorded_by_bet(state.movements)
    return with_remedies(recorded, state.remedies, state.followed) if state.remedies else recorded


_COLUMN = {"paid": 0, "collected": 1, "returned": 2}


def paid_and_taken(recorded: Recorded, stake_minor: int) -> tuple[int, int]:
    """(winnings handed over, stake taken) as they stand at the end, in minor units. What was handed back beyond the
    chips still lying there undoes a collection first, and counts as paid after that."""
    extra = recorded.net_minor(stake_minor) - recorded.paid_minor + recorded.collected_minor
    undone = min(extra, recorded.collected_minor)
    return recorded.paid_minor + extra - undone, recorded.collected_minor - undone


_WRONGLY_PAID = {
    Outcome.LOST: "paid_on_lost",
    Outcome.VOID: "paid_on_void",
    Outcome.REFUSED: "paid_on_refused",
    Outcome.PUSH: "paid_on_push",
}
_WRONGLY_TAKEN = {
    Outcome.WON: "collected_wrongly",
    Outcome.VOID: "collected_on_void",
    Outcome.REFUSED: "collected_on_refused",
    Outcome.PUSH: "collected_on_push",
}


def money_findings(bet: str, due: Settlement, recorded: Recorded, versions: tuple[int, ...]) -> Iterable[Finding]:
    """Each way in which what was paid and taken differs from what was due; their amounts sum to the difference."""
    paid, taken = paid_and_taken(recorded, due.stake_minor)
    more: dict[str, Any] = {}
    if recorded.counted_minor:
        paid, taken = after_remedies(paid, taken, due, recorded.counted_minor)
        if paid - taken == due.net_minor:
            return
        more = {"remedied": recorded.counted_minor}
    if paid != due.winnings_minor:
        if due.winnings_minor == 0:
            code = _WRONGLY_PAID.get(due.outcome, "paid_too_much")
        elif paid == 0:
            code = "not_paid"
        else:
            code = "paid_too_much" if paid > due.winnings_minor else "paid_too_little"
        yield _money(code, bet, due, versions, paid - due.winnings_minor, paid=paid, due=due.winnings_minor, **more)
    if taken != due.collected_minor:
        if due.collected_minor == 0:
            code = _WRONGLY_TAKEN.get(due.outcome, "collected_too_much")
        elif taken == 0:
            code = "not_collected"
        else:
            code = "collected_too_much" if taken > due.collected_minor else "collected_too_little"
        amount = due.collected_minor - taken
        yield _money(code, bet, due, versions, amount, taken=taken, due=due.collected_minor, **more)


def _money(
    code: str, bet: str, due: Settlement, versions: tuple[int, ...], amount_minor: int, /, **detail: Any
) -> Finding:
    return Finding(
        code=code,
        severity=MONEY,
        subject=bet,
        clauses=due.clauses,
        versions=versions,
        amount_minor=amount_minor,
        detail=detail,
    )


def handed_back_before(state: RoundState, bet: str, off_minor: int) -> int:
    """What was handed back of a bet because its player took it off (``off_minor`` of it, and of those before it under
    its id), before the last fact that shows the outcome, in minor units: nothing of what still lay when betting
    ended."""
    if off_minor <= 0:
        return 0
    last = max((place for place, item in enumerate(state.folded, start=1) if item[5].shows), default=state.order)
    early = sum(m.amount_minor for m in state.movements if (m.kind, m.bet) == ("returned", bet) and m.order < last)
    return min(off_minor, early)


def movements_without_bet(state: RoundState, known: Iterable[str]) -> list[Finding]:
    """Chips moved for bets that nobody recorded or that had been taken back: nothing was due but what had lain there.
    What a case put right of it is taken off."""
    unknown = {m.bet for m in state.movements}.difference(known)
    books = recorded_of(state) if unknown else {}
    findings = []
    for bet in sorted(unknown):
        recorded = books[bet]
        placed = state.placed(bet)
        returned = [m for m in state.movements if (m.kind, m.bet) == ("returned", bet)]
        lay = 0 if placed is None else put_down(placed, returned)
        amount = recorded.net_minor(lay) + recorded.counted_minor
        if amount == 0 and (
            recorded.counted_minor or (lay and not recorded.paid_minor and not recorded.collected_minor)
        ):
            continue
        detail = {"paid": recorded.paid_minor, "taken": recorded.collected_minor, "returned": recorded.returned_minor}
        if recorded.counted_minor:
            detail["remedied"] = recorded.counted_minor
        versions = tuple(m.version for m in state.movements if m.bet == bet)
        findings.append(
            Finding(
                code="movement_without_bet",
                severity=MONEY,
                subject=bet,
                clauses=(),
                versions=versions,
                amount_minor=amount,
                detail=detail,
            )
        )
    if state.remedies:
        findings.extend(remedies_without_bet(state, known))
    return findings


def _authorised(correction: Correction) -> Iterable[Finding]:
    """A correction needs two persons, one of them a pit manager or above; one that has not is applied all the same, as
    what people said of the record, and found."""
    by, second = correction.fact.corrected_by, correction.fact.authorised_by
    faults = []
    if by.staff == second.staff:
        faults.append(("correction_by_one_person", {"staff": by.staff}))
    if not at_least(Post(second.post), Post.PIT_MANAGER):
        faults.append(("correction_by_low_post", {"post": second.post}))
    for code, detail in faults:
        yield Finding(
            code=code,
            severity=PROCEDURE,
            subject=f"correction:{correction.version}",
            clauses=(),
            versions=(correction.version,),
            detail=detail,
        )


def record_findings(state: RoundState, *, ended: bool) -> list[Finding]:
    """What is wrong with the record itself, whatever the game: corrections that do not fit, facts that
    cannot be of this round, an end that is missing, remedies that do not go together."""
    findings = [
        Finding(
            code="correction_not_applicable",
            severity=PROCEDURE,
            subject=f"correction:{c.version}",
            clauses=(),
            versions=(c.version, *((c.target_version,) if c.target_version else ())),
        )
        for c in state.corrections
        if c.stale
    ]
    for correction in state.corrections:
        findings += _authorised(correction)
    if state.foreign:
        findings.append(
            Finding(
                code="facts_of_another_game", severity=PROCEDURE, subject="", clauses=(), versions=tuple(state.foreign)
            )
        )
    if state.opened is None:
        findings.append(Finding(code="opening_not_recorded", severity=PROCEDURE, subject="", clauses=()))
    if state.remedies:
        findings.extend(remedy_findings(state.remedies))
    if state.followed:
        findings.extend(followed_findings(state))
    if ended and state.closed is None:
        findings.append(
            Finding(
                code="round_not_closed", severity=PROCEDURE, subject="", clauses=(), versions=(state.opened_version,)
            )
        )
    return findings
