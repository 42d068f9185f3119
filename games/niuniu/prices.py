"""Niu niu: what the bets of one box get (5.1 to 5.3, 6.3, 6.4).

Ante and Double win by the class of the player's hand, less the commission on both together. Additional never wins: it
is what a loss takes besides, by the class of the dealer's hand. Amounts are exact and rounded once by the rule book.
Proved by ``tests/niuniu/test_prices.py`` and ``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final

import msgspec

from casino.core.money import Odds
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import LOST, PUSH, WON, Settlement
from games.engine.priced import OfBox, OfStake
from games.engine.settling import back
from games.niuniu.bets import ADDITIONAL, ANTE, DOUBLE, BoxBet, BoxBets
from games.niuniu.hands import BOX, Comparison


class Price(msgspec.Struct, frozen=True):
    """One row of the money tables: profit of ``unit`` units of Ante and of Double, whether a win with it bears
    commission, and the part of Additional (``part / whole``) that it takes when it is the dealer's, with its clause."""

    ante: int
    double: int
    unit: int
    commission: bool
    part: int
    whole: int
    part_clause: str


Commissions = Sequence[tuple[int, int]]
"""Of each bet that is paid: rounded, and exact in parts of ``1 / (unit x of)``. Empty where none is taken."""
NO_COMMISSION: Final[Commissions] = ()


class Prices(msgspec.Struct, frozen=True):
    """The money tables of a document. Commission is ``rate / of`` of the winnings, or of the stakes."""

    rows: dict[str, Price]
    rate: int
    of: int
    on_stakes: bool


def prices(book: RuleBook) -> Prices:
    """The prices of a document."""
    return book.derived(_prices)


def _prices(book: RuleBook) -> Prices:
    losses = book.tables["additional_loss"]
    rows = {row: _price(cells, losses[row]) for row, cells in book.tables["payout"].items()}
    rate = Fraction(book.tables["commission"]["percent"]) / 100
    return Prices(rows, rate.numerator, rate.denominator, book.choice("commission_base") == "stakes")


def _price(cells: dict[str, Any], loss: dict[str, str]) -> Price:
    ante, double = Odds.parse(cells["ante"]), Odds.parse(cells["double"])
    unit = lcm(ante.stake, double.stake)
    part = Fraction(loss["part"])
    return Price(
        ante=ante.profit * unit // ante.stake,
        double=double.profit * unit // double.stake,
        unit=unit,
        commission=cells["commission"],
        part=part.numerator,
        whole=part.denominator,
        part_clause=loss["clause"],
    )


def settle_box(box: BoxBets, comparison: Comparison, terms: Prices, book: RuleBook) -> dict[str, Settlement]:
    """What the valid bets of a box are owed, by bet. ``terms`` are the prices of the book."""
    by = comparison.clauses
    if not comparison.stronger:
        return {bet.bet: back(PUSH, bet.stake_minor, by) for bet in box.valid}
    price = terms.rows[comparison.row]
    if comparison.stronger == BOX:
        return player_wins(box, price, terms, by, book)
    return dealer_wins(box, price, by, book)


@implements("niuniu", "5.1", "5.2", "5.3", "6.3", "6.3.1", "6.4")
def player_wins(
    box: BoxBets, price: Price, terms: Prices, by: tuple[str, ...], book: RuleBook
) -> dict[str, Settlement]:
    """The player's hand is higher: Ante and Double are paid at the odds of that hand, Additional stays the player's.
    Amounts are kept as multiples of ``1 / (unit x of)`` until they are rounded."""
    settled = {}
    unit, of, divide = price.unit, terms.of, book.rounding.divide
    paid = []
    doubled = False
    for bet in box.valid:
        kind = bet.kind
        if kind == ADDITIONAL:
            settled[bet.bet] = back(PUSH, bet.stake_minor, (*by, "6.3.1", "6.4", *bet.extra))
            continue
        doubled = doubled or kind == DOUBLE
        odds = price.ante if kind == ANTE else price.double
        gross = bet.in_play_minor * odds
        paid.append((bet, odds, gross, divide(gross, unit)))
    if price.commission or not doubled:
        clauses = (*by, "6.3.1", "5.1", "5.3" if doubled else "5.2")
    else:
        clauses = (*by, "6.3.1", "5.1")
    base: tuple[int, ...] = ()
    commissions = NO_COMMISSION
    if price.commission and paid:
        base = tuple([bet.in_play_minor * unit if terms.on_stakes else gross for bet, _, gross, _ in paid])
        commissions = commission_of(base, [most for _, _, _, most in paid], price, terms, book)
    borne: tuple[int, ...] = ()
    for place, (bet, odds, gross, rounded) in enumerate(paid):
        taken, exactly_taken = commissions[place] if commissions else (0, 0)
        exact, parts = gross * of - exactly_taken, unit * of
        common = gcd(exact, parts)
        stake, in_play = bet.stake_minor, bet.in_play_minor
        settled[bet.bet] = Settlement(
            WON,
            stake,
            in_play,
            stake,
            0,
            rounded - taken,
            taken,
            exact // common,
            parts // common,
            (*clauses, *bet.extra) if bet.extra else clauses,
            OfBox(odds, unit, bet.parts if in_play != stake else (), terms.rate, of, base, borne),
        )
        borne = (*borne, taken)
    return settled


@implements("niuniu", "5.1", "5.2", "5.3")
def commission_of(
    base: Sequence[int], most: Sequence[int], price: Price, terms: Prices, book: RuleBook
) -> list[tuple[int, int]]:
    """The commission of each winning bet, in their order: rounded, and exact in parts of ``1 / (unit x of)``. It is
    rounded once, for all of the box; each bet bears its own part rounded, the last one (Double) what is left. No bet
    bears more than its winnings come to when rounded (``most``), nor less than nothing: with a rounding unit that is
    large beside the stakes the others bear what one cannot."""
    parts = price.unit * terms.of
    divide = book.rounding.divide
    to_come = sum(most)
    left = min(divide(sum(base) * terms.rate, parts), to_come)
    borne = []
    for amount, winnings in zip(base[:-1], most[:-1], strict=True):
        exact = amount * terms.rate
        to_come -= winnings
        part = max(min(divide(exact, parts), left, winnings), left - to_come)
        borne.append((part, exact))
        left -= part
    borne.append((left, base[-1] * terms.rate))
    return borne


@implements("niuniu", "6.3", "6.3.2")
def dealer_wins(box: BoxBets, price: Price, by: tuple[str, ...], book: RuleBook) -> dict[str, Settlement]:
    """The player's hand is lower: Ante and Double are taken, of Additional the part that 6.4 says."""
    settled = {}
    by = (*by, "6.3.2")
    for bet in box.valid:
        if bet.kind == ADDITIONAL:
            settled[bet.bet] = additional_lost(bet, price, by, book)
            continue
        stake, in_play = bet.stake_minor, bet.in_play_minor
        priced = None if in_play == stake else OfStake(1, 1, bet.parts, as_it_lies=True)
        clauses = (*by, *bet.extra) if bet.extra else by
        settled[bet.bet] = Settlement(LOST, stake, in_play, stake - in_play, in_play, 0, 0, 0, 1, clauses, priced)
    return settled


@implements("niuniu", "6.4", "6.4.1", "6.4.2", "6.4.3", "6.4.4", "6.4.5")
def additional_lost(bet: BoxBet, price: Price, by: tuple[str, ...], book: RuleBook) -> Settlement:
    """Of Additional all, half or nothing is lost, by the class of the dealer's hand."""
    stake, in_play = bet.stake_minor, bet.in_play_minor
    clauses = (*by, "6.4", price.part_clause, *bet.extra)
    if not price.part:
        return back(PUSH, stake, clauses)
    taken = min(book.rounding.divide(price.part * in_play, price.whole), in_play)
    priced = OfStake(price.part, price.whole, bet.parts)
    return Settlement(LOST, stake, in_play, stake - taken, taken, 0, 0, 0, 1, clauses, priced)
