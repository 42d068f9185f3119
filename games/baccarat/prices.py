"""Baccarat: what a bet is owed in money under what its kind comes to (5, 6.1 to 6.3).

Proved by the golden rounds 5.1 to 6.3 and by ``tests/baccarat/test_money.py``.
"""

from __future__ import annotations

from math import gcd

from games.baccarat.bets import LaidBet, in_money
from games.baccarat.insurance import InsuredBet
from games.baccarat.layout import Verdict
from games.engine.document import RuleBook
from games.engine.judgement import LOST, PUSH, REFUSED, WON, Outcome, Settlement
from games.engine.priced import OfStake
from games.engine.settling import back


def gone_back(bet: LaidBet | InsuredBet) -> Settlement | None:
    """A bet that was never accepted, or was withdrawn, goes back whatever the cards are; None for any other."""
    if bet.refused:
        return back(REFUSED, bet.stake_minor, bet.refused)
    return back(Outcome.VOID, bet.stake_minor, bet.void) if bet.void else None


def settle(bet: LaidBet, found: Verdict, book: RuleBook) -> Settlement:
    """What a bet that plays is owed. Commission is what the banker's odds hold back of the part in play."""
    stake, in_play, outcome = bet.stake_minor, bet.in_play, found.outcome
    clauses = (*found.clauses, *bet.extra) if bet.extra else found.clauses
    if outcome is PUSH:
        return back(PUSH, stake, clauses)
    playing = in_money(in_play, stake, book) if bet.parts else stake
    if outcome is LOST:
        priced = OfStake(1, 1, bet.parts) if bet.parts else None
        return Settlement(LOST, stake, playing, stake - playing, playing, 0, 0, 0, 1, clauses, priced)
    numerator, denominator = in_play.numerator * found.profit, in_play.denominator * found.unit
    winnings = book.rounding.divide(numerator, denominator)
    common = gcd(numerator, denominator)
    return Settlement(
        outcome=WON,
        stake_minor=stake,
        in_play_minor=playing,
        returned_minor=stake,
        collected_minor=0,
        winnings_minor=winnings,
        commission_minor=playing - winnings if found.held_back else 0,
        exact_numerator=numerator // common,
        exact_denominator=denominator // common,
        clauses=clauses,
        priced=OfStake(found.profit, found.unit, bet.parts, found.held_back) if bet.parts else found.whole,
    )
