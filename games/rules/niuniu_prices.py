"""Niu niu: what the bets of one box get (5.1 to 5.3, 6.3, 6.4).

Ante and Double win by the class of the player's hand, less the commission on both together. Additional never wins: it
is what a loss takes besides, by the class of the dealer's hand. Amounts are exact and rounded once by the rule book.
Proved by ``tests/rules/test_niuniu_prices.py`` and ``tests/exhaustive/test_niuniu.py``.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from casino.core.money import Odds
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Outcome, Settlement
from games.rules.niuniu_bets import ADDITIONAL, ANTE, DOUBLE, BoxLay, Lay
from games.rules.niuniu_hands import BOX, DEALER, Valued, compare_hands
from games.rules.settling import back


class Price(msgspec.Struct, frozen=True):
    """One row of the money tables: profit for one unit of Ante and of Double, whether a win with it bears commission,
    and the part of Additional that it takes when it is the dealer's, with its clause."""

    ante: Odds
    double: Odds
    commission: bool
    part: Fraction
    part_clause: str


class Prices(msgspec.Struct, frozen=True):
    """The money tables of a document."""

    rows: dict[str, Price]
    rate: Fraction
    """Commission for one unit."""
    on_stakes: bool
    """Whether it is taken of the stakes rather than of the winnings."""


_PRICES: dict[int, tuple[RuleBook, Prices]] = {}


def prices(book: RuleBook) -> Prices:
    """The prices of a document (kept for each book object)."""
    known = _PRICES.get(id(book))
    if known is None:
        losses = book.tables["additional_loss"]
        rows = {
            row: Price(
                ante=Odds.parse(cells["ante"]),
                double=Odds.parse(cells["double"]),
                commission=cells["commission"],
                part=Fraction(losses[row]["part"]),
                part_clause=losses[row]["clause"],
            )
            for row, cells in book.tables["payout"].items()
        }
        rate = Fraction(book.tables["commission"]["percent"]) / 100
        found = Prices(rows, rate, book.choice("commission_base") == "stakes")
        known = _PRICES[id(book)] = (book, found)  # holding the book keeps its id from being given again
    return known[1]


def settle_box(box: BoxLay, hand: Valued, dealer: Valued, book: RuleBook) -> dict[str, Settlement]:
    """What the valid bets of a box are owed, by bet."""
    comparison = compare_hands(hand, dealer)
    if comparison.stronger == BOX:
        settled = player_wins(box, prices(book).rows[hand.rank.row], comparison.clauses, book)
    elif comparison.stronger == DEALER:
        price = prices(book).rows[dealer.rank.row]
        settled = {lay.bet: dealer_wins(lay, price, comparison.clauses, book) for lay in box.valid}
    else:
        settled = {lay.bet: back(Outcome.PUSH, lay.stake_minor, comparison.clauses) for lay in box.valid}
    return settled


@implements("niuniu", "5.1", "5.2", "5.3", "6.3", "6.3.1", "6.4")
def player_wins(box: BoxLay, price: Price, by: tuple[str, ...], book: RuleBook) -> dict[str, Settlement]:
    """The player's hand is higher: Ante and Double are paid at the odds of that hand, Additional stays the player's."""
    winners = {}
    settled = {}
    for lay in box.valid:
        if lay.kind == ADDITIONAL:
            settled[lay.bet] = back(Outcome.PUSH, lay.stake_minor, (*by, "6.3.1", "6.4", *lay.extra))
        else:
            winners[lay.bet] = (price.ante if lay.kind == ANTE else price.double).of(lay.in_play_minor)
    doubled = any(lay.kind == DOUBLE for lay in box.valid)
    clauses = (*by, "6.3.1", "5.1")
    if price.commission or not doubled:
        clauses = (*clauses, "5.3" if doubled else "5.2")
    commissions = commission_of(box, winners, price, book)
    for lay in box.valid:
        if lay.bet not in winners:
            continue
        gross, (taken, exactly_taken) = winners[lay.bet], commissions[lay.bet]
        net = gross - exactly_taken
        settled[lay.bet] = Settlement(
            outcome=Outcome.WON,
            stake_minor=lay.stake_minor,
            in_play_minor=lay.in_play_minor,
            returned_minor=lay.stake_minor,
            collected_minor=0,
            winnings_minor=book.rounding(gross) - taken,
            commission_minor=taken,
            exact_numerator=net.numerator,
            exact_denominator=net.denominator,
            clauses=(*clauses, *lay.extra),
        )
    return settled


@implements("niuniu", "5.1", "5.2", "5.3")
def commission_of(
    box: BoxLay, winners: dict[str, Fraction], price: Price, book: RuleBook
) -> dict[str, tuple[int, Fraction]]:
    """The commission of each winning bet, rounded and exact. It is rounded once, for all of the box together; each bet
    bears its own part rounded, the last one (Double) what is left."""
    terms = prices(book)
    if not price.commission:
        return dict.fromkeys(winners, (0, Fraction(0)))
    base = dict(winners)
    if terms.on_stakes:
        base = {lay.bet: Fraction(lay.in_play_minor) for lay in box.valid if lay.bet in winners}
    left = book.rounding(terms.rate * sum(base.values()))
    borne = {}
    for count, (bet, of) in enumerate(base.items(), start=1):
        exact = terms.rate * of
        part = left if count == len(base) else min(book.rounding(exact), left)
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
        return back(Outcome.PUSH, lay.stake_minor, clauses)
    return _taken(lay, book.rounding(price.part * lay.in_play_minor), clauses)


def _taken(lay: Lay, collected_minor: int, clauses: tuple[str, ...]) -> Settlement:
    return Settlement(
        outcome=Outcome.LOST,
        stake_minor=lay.stake_minor,
        in_play_minor=lay.in_play_minor,
        returned_minor=lay.stake_minor - collected_minor,
        collected_minor=collected_minor,
        winnings_minor=0,
        commission_minor=0,
        exact_numerator=0,
        exact_denominator=1,
        clauses=clauses,
    )
