"""Baccarat: what each kind of bet comes to under given hands, and what that is in money (2.2.8, 5, 6.1 to 6.3).

Proved by the golden rounds 5.1 to 6.3, by ``tests/rules/test_baccarat_money.py`` and, with the published house edges,
by ``tests/exhaustive/test_baccarat.py``.
"""

from __future__ import annotations

from math import gcd
from typing import Final

import msgspec

from games.rules.baccarat_bets import Lay, in_money
from games.rules.baccarat_cards import BANKER, PLAYER, TIE, Hands, is_pair
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import LOST, PUSH, WON, Outcome, Settlement
from games.rules.settling import back


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a kind of bet comes to: profit per unit of stake where it won, and the clauses."""

    outcome: Outcome
    clauses: tuple[str, ...]
    profit: int = 0
    unit: int = 1


def _won(kind: str, clause: str, book: RuleBook) -> Verdict:
    odds = book.odds[kind]
    return Verdict(WON, (clause, book.odds_clauses[kind]), odds.profit, odds.stake)


@implements("baccarat", "5.1.1", "5.2", "6.1", "6.1.1.1", "6.1.1.2", "6.1.1.3", "2.2.13", "2.2.16")
def player_verdict(hands: Hands, commission: bool, book: RuleBook) -> Verdict:
    """Player wins with the higher total, loses with the lower, and is a push on a tie."""
    winner = hands.winner
    if winner == TIE:
        return Verdict(PUSH, ("6.1.1.3",))
    if winner == BANKER:
        return Verdict(LOST, ("6.1.1.2",))
    return _won("player" if commission else "no_commission_player", "6.1.1.1", book)


@implements("baccarat", "2.2.4", "5.1.2", "5.2", "5.2.1", "6.1", "6.1.2.1", "6.1.2.2", "6.1.2.3", "2.2.13")
def banker_verdict(hands: Hands, commission: bool, book: RuleBook) -> Verdict:
    """Banker wins with the higher total, less commission; on a no-commission table a Banker six pays half."""
    winner = hands.winner
    if winner == TIE:
        return Verdict(PUSH, ("6.1.2.3",))
    if winner == PLAYER:
        return Verdict(LOST, ("6.1.2.2",))
    if commission:
        return _won("banker", "6.1.2.1", book)
    return _won("no_commission_banker_six" if hands.banker_points == 6 else "no_commission_banker", "6.1.2.1", book)


@implements("baccarat", "2.2.16", "5.1.5", "6.1.3")
def tie_verdict(hands: Hands, book: RuleBook) -> Verdict:
    """Tie wins on equal totals and loses otherwise."""
    return _won("tie", "6.1.3", book) if hands.winner == TIE else Verdict(LOST, ("6.1.3",))


@implements("baccarat", "2.2.10", "5.1.3", "5.1.4", "6.2.1", "6.2.1.1", "6.2.1.2")
def pair_verdict(kind: str, hands: Hands, book: RuleBook) -> Verdict:
    """A pair bet wins on two first cards of one rank."""
    if is_pair(hands.player if kind == "player_pair" else hands.banker):
        return _won(kind, "6.2.1.1", book)
    return Verdict(LOST, ("6.2.1.2",))


@implements("baccarat", "2.2.8", "5.1.6", "5.1.7", "6.3.1", "6.3.1.1", "6.3.1.2")
def lucky6_verdict(hands: Hands, book: RuleBook) -> Verdict:
    """Lucky 6 wins when Banker wins the round with six, by the number of cards in that six."""
    if hands.banker_points != 6:
        return Verdict(LOST, ("6.3.1.2",))
    if hands.winner != BANKER:
        return Verdict(LOST, ("2.2.8",))
    return _won("lucky6_two_cards" if len(hands.banker) == 2 else "lucky6_three_cards", "6.3.1.1", book)


def verdict(kind: str, hands: Hands, commission: bool, book: RuleBook) -> Verdict:
    """What a bet of this kind comes to. ``commission`` says that the table plays with it."""
    if kind == PLAYER:
        return player_verdict(hands, commission, book)
    if kind == BANKER:
        return banker_verdict(hands, commission, book)
    if kind == TIE:
        return tie_verdict(hands, book)
    if kind == "lucky6":
        return lucky6_verdict(hands, book)
    return pair_verdict(kind, hands, book)


_COMMISSION_KIND: Final = BANKER


def settle(lay: Lay, hands: Hands, commission: bool, book: RuleBook) -> Settlement:
    """What a bet that plays is owed. Commission is what the banker's odds hold back of the part in play."""
    stake = lay.stake_minor
    found = verdict(lay.kind, hands, commission, book)
    outcome = found.outcome
    clauses = (*found.clauses, *lay.extra)
    if outcome is PUSH:
        return back(PUSH, stake, clauses)
    in_play = lay.in_play
    playing = in_money(in_play, stake, book)
    if outcome is LOST:
        return Settlement(LOST, stake, playing, stake - playing, playing, 0, 0, 0, 1, clauses)
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
        commission_minor=playing - winnings if commission and lay.kind == _COMMISSION_KIND else 0,
        exact_numerator=numerator // common,
        exact_denominator=denominator // common,
        clauses=clauses,
    )
