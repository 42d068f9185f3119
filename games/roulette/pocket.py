"""Roulette: what the pocket decides for one bet, and what foreign chips are worth (5, 4.7.4, 7.11).

Proved by the golden rounds and ``tests/roulette/test_laid.py``.
"""

from __future__ import annotations

from games.engine.clauses import implements
from games.engine.judgement import REFUSED, Finding, Outcome, Settlement
from games.engine.settling import PROCEDURE, back, lost, won
from games.engine.steps import NOTHING, Findings, competent_ruling, weight
from games.roulette.view import Bet, Spin


@implements(
    "roulette",
    *("4.2", "4.5", "4.8", "4.10", "4.11", "5.1", "6.1", "6.2", "6.2.1"),
    *(f"5.1.{letter}" for letter in "abcdefghijk"),
    *(f"6.1.{n}" for n in range(1, 14)),
    *(f"6.1.{n}.{m}" for n in range(1, 14) for m in (1, 2)),
)
def by_the_pocket(bet: Bet, spin: Spin) -> tuple[Settlement, Findings]:
    """The bet on its spot, by the pocket in which the ball rests."""
    place, stake = bet.place, bet.stake_minor
    if place is None:
        clauses = ("4.2", "4.8")
        impossible = Finding(
            code="impossible_spot",
            severity=PROCEDURE,
            subject=bet.bet,
            clauses=clauses,
            versions=(bet.version,),
            detail={"spot": bet.spot},
        )
        return back(REFUSED, stake, clauses), (impossible,)
    pocket = spin.state.pocket or 0
    besides, found = (*bet.besides, *bet.ruled), NOTHING
    refused = False
    if bet.is_foreign(spin.state):
        # Asked of losing chips too: a refusal by somebody who may not refuse is a finding all the same.
        decided, refused, found = foreign_chips(bet, spin)
        besides = (*besides, "7.11", *decided)
    if not place.mask >> pocket & 1:
        by = place.lost if pocket else place.lost_to_zero
        return lost(stake, (*by, *besides) if besides else by), found
    if refused:
        return back(Outcome.VOID, stake, ("7.11.1", *bet.ruled)), found
    by = place.won if pocket else place.won_on_zero
    return won(stake, place.profit, place.stake, (*by, *besides) if besides else by, spin.book), found


@implements("roulette", "4.7.4", "4.7.4.1", "7.11", "7.11.1")
def foreign_chips(bet: Bet, spin: Spin) -> tuple[tuple[str, ...], bool, Findings]:
    """Colour chips of another table: the clause under which management decided whether they are paid if they win
    (7.11.1, 4.7.4.1; none where it decided nothing, and they are), and whether it refused: then there are no winnings,
    and the chips go back."""
    state, book = spin.state, spin.book
    refused, found = competent_ruling(state, book, "7.11.1", bet.bet, ("refuse", "pay"))
    allowed, said = competent_ruling(state, book, "4.7.4.1", bet.bet, ("pay",))
    found += said
    rulings = [ruling for ruling in (refused, allowed) if ruling is not None]
    if not rulings:
        return (), False, found
    decided = max(rulings, key=weight)
    if allowed is None or refused is None or refused.choice == allowed.choice:
        return (decided.clause,), decided.choice == "refuse", found
    disagree = Finding(
        code="rulings_disagree",
        severity=PROCEDURE,
        subject=f"ruling:{decided.version}",
        clauses=("4.7.4.1", "7.11.1"),
        versions=(allowed.version, refused.version),
        detail={"decided": decided.choice, "post": decided.made_by.post},
    )
    return (decided.clause,), decided.choice == "refuse", (*found, disagree)
