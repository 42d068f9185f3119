"""Niu niu: what the bets of one box get (5.1 to 5.3, 6.3, 6.4).

Ante and Double win by the class of the player's hand, less the commission on both together. Additional never wins: it
is what a loss takes besides, by the class of the dealer's hand. Amounts are exact and rounded once by the rule book.
Proved by ``tests/rules/test_niuniu_prices.py`` and ``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

import msgspec

from casino.core.money import Odds
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import LOST, PUSH, WON, Settlement
from games.rules.niuniu_bets import ADDITIONAL, ANTE, DOUBLE, BoxLay, Lay
from games.rules.niuniu_hands import BOX, DEALER, Valued, compare_hands
from games.rules.settling import back


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


class Prices(msgspec.Struct, frozen=True):
    """The money tables of a document. Commission is ``rate / of`` of the winnings, or of the stakes."""

    rows: dict[str, Price]
    rate: int
    of: int
    on_stakes: bool


_PRICES: dict[int, tuple[RuleBook, Prices]] = {}


def prices(book: RuleBook) -> Prices:
    """The prices of a document (kept for each book object)."""
    known = _PRICES.get(id(book))
    if known is None:
        losses = book.tables["additional_loss"]
        rows = {row: _price(cells, losses[row]) for row, cells in book.tables["payout"].items()}
        rate = Fraction(book.tables["commission"]["percent"]) / 100
        found = Prices(rows, rate.numerator, rate.denominator, book.choice("commission_base") == "stakes")
        known = _PRICES[id(book)] = (book, found)  # holding the book keeps its id from being given again
    return known[1]


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


def settle_box(box: BoxLay, hand: Valued, dealer: Valued, book: RuleBook) -> dict[str, Settlement]:
    """What the valid bets of a box are owed, by bet."""
    comparison, terms = compare_hands(hand, dealer), prices(book)
    if comparison.stronger == BOX:
        return player_wins(box, terms.rows[hand.rank.row], terms, comparison.clauses, book)
    by = comparison.clauses
    if comparison.stronger == DEALER:
        price = terms.rows[dealer.rank.row]
        return {lay.bet: dealer_wins(lay, price, by, book) for lay in box.valid}
    return {lay.bet: back(PUSH, lay.stake_minor, by) for lay in box.valid}


@implements("niuniu", "5.1", "5.2", "5.3", "6.3", "6.3.1", "6.4")
def player_wins(box: BoxLay, price: Price, terms: Prices, by: tuple[str, ...], book: RuleBook) -> dict[str, Settlement]:
    """The player's hand is higher: Ante and Double are paid at the odds of that hand, Additional stays the player's.
    Amounts are kept as multiples of ``1 / (unit x of)`` until they are rounded."""
    settled = {}
    gross: dict[str, int] = {}
    doubled = False
    for lay in box.valid:
        kind = lay.kind
        if kind == ADDITIONAL:
            settled[lay.bet] = back(PUSH, lay.stake_minor, (*by, "6.3.1", "6.4", *lay.extra))
            continue
        doubled = doubled or kind == DOUBLE
        gross[lay.bet] = lay.in_play_minor * (price.ante if kind == ANTE else price.double)
    clauses = (*by, "6.3.1", "5.1")
    if price.commission or not doubled:
        clauses = (*clauses, "5.3" if doubled else "5.2")
    commissions = commission_of(box, gross, price, terms, book)
    unit, of = price.unit, terms.of
    for lay in box.valid:
        bet = lay.bet
        if bet not in gross:
            continue
        taken, exactly_taken = commissions.get(bet, (0, 0))
        exact, parts = gross[bet] * of - exactly_taken, unit * of
        common = gcd(exact, parts)
        settled[bet] = Settlement(
            WON,
            lay.stake_minor,
            lay.in_play_minor,
            lay.stake_minor,
            0,
            book.rounding.divide(gross[bet], unit) - taken,
            taken,
            exact // common,
            parts // common,
            (*clauses, *lay.extra) if lay.extra else clauses,
        )
    return settled


@implements("niuniu", "5.1", "5.2", "5.3")
def commission_of(
    box: BoxLay, gross: dict[str, int], price: Price, terms: Prices, book: RuleBook
) -> dict[str, tuple[int, int]]:
    """The commission of each winning bet that bears one: rounded, and exact in parts of ``1 / (unit x of)``. It is
    rounded once, for all of the box; each bet bears its own part rounded, the last one (Double) what is left."""
    if not price.commission:
        return {}
    base = gross
    if terms.on_stakes:
        base = {lay.bet: lay.in_play_minor * price.unit for lay in box.valid if lay.bet in gross}
    parts = price.unit * terms.of
    left = book.rounding.divide(sum(base.values()) * terms.rate, parts)
    borne = {}
    to_come = len(base)
    for bet, amount in base.items():
        to_come -= 1
        exact = amount * terms.rate
        part = min(book.rounding.divide(exact, parts), left) if to_come else left
        borne[bet] = (part, exact)
        left -= part
    return borne


@implements("niuniu", "6.3", "6.3.2")
def dealer_wins(lay: Lay, price: Price, by: tuple[str, ...], book: RuleBook) -> Settlement:
    """The player's hand is lower: Ante and Double are taken, of Additional the part that 6.4 says."""
    if lay.kind == ADDITIONAL:
        return additional_lost(lay, price, by, book)
    return _taken(lay, lay.in_play_minor, (*by, "6.3.2", *lay.extra))


@implements("niuniu", "6.4", "6.4.1", "6.4.2", "6.4.3", "6.4.4", "6.4.5")
def additional_lost(lay: Lay, price: Price, by: tuple[str, ...], book: RuleBook) -> Settlement:
    """Of Additional all, half or nothing is lost, by the class of the dealer's hand."""
    clauses = (*by, "6.3.2", "6.4", price.part_clause, *lay.extra)
    if not price.part:
        return back(PUSH, lay.stake_minor, clauses)
    part = book.rounding.divide(price.part * lay.in_play_minor, price.whole)
    return _taken(lay, min(part, lay.in_play_minor), clauses)


def _taken(lay: Lay, collected_minor: int, clauses: tuple[str, ...]) -> Settlement:
    stake = lay.stake_minor
    in_play, returned = lay.in_play_minor, stake - collected_minor
    return Settlement(LOST, stake, in_play, returned, collected_minor, 0, 0, 0, 1, clauses)
