"""Baccarat insurance: when it may be bet, how much of it counts, and what it pays (4.10, 6.4, 7.20, 7.21).

Insurance is offered in the rows of 6.4.6 and only while a card is still to come. What counts of a stake is what the
main bet on the same side covers (6.4.3) and the table's limit for those odds (6.4.3.1). Proved by the golden rounds
6.4 and 7.20 to 7.21 and by ``tests/rules/test_baccarat_insurance.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from casino.core.money import Odds
from games.rounds.baccarat import BaccaratRound
from games.rounds.betting import PlacedBet
from games.rules import betting
from games.rules.baccarat_bets import Lay, in_money, player_of, withdrawals
from games.rules.baccarat_cards import BANKER, PLAYER, TIE, Hands
from games.rules.baccarat_dealing import Dealing
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import LOST, PUSH, REFUSED, WON, Finding, Outcome, Settlement
from games.rules.settling import PROCEDURE, back

FIRST_DEAL: Final = "first_deal"
THIRD_CARD: Final = "third_card"
CARDS_AT: Final = {FIRST_DEAL: 4, THIRD_CARD: 5}

Exact = int | Fraction
"""An amount in minor units before rounding: a whole number as long as it is one, which is quicker to work with."""

Rows = dict[tuple[str, str, int, int], Odds]

_ROWS: Final[dict[int, tuple[RuleBook, Rows]]] = {}


def insurance_rows(book: RuleBook) -> Rows:
    """The table of 6.4.6: odds by side, stage, points of the insured hand and of the other (kept for each book)."""
    known = _ROWS.get(id(book))
    if known is None:
        rows = {
            (row["side"], row["stage"], own, other): Odds.parse(row["odds"])
            for row in book.tables["insurance"]
            for own in row["own_points"]
            for other in row["other_points"]
        }
        known = _ROWS[id(book)] = (book, rows)  # holding the book keeps its id from being given again
    return known[1]


@implements("baccarat", "2.2.2", "2.2.7", "6.4.6")
def price(side: str, stage: str, hands: Hands, book: RuleBook) -> Odds | None:
    """The odds at which a side can be insured at a stage of these hands: only in the rows of the table, and only while
    a card is still to come."""
    dealt = CARDS_AT[stage]
    places = hands.places
    if len(places) < dealt or (len(places) == dealt and not hands.needs):
        return None
    player, banker = hands.first_player, hands.first_banker
    if stage == THIRD_CARD:
        if places[4] != PLAYER:
            return None
        player = hands.player_points
    own, other = (player, banker) if side == PLAYER else (banker, player)
    return insurance_rows(book).get((side, stage, own, other))


class Cover:
    """What is needed to settle the insurances of one round under one set of hands."""

    __slots__ = ("book", "covered", "cutoff", "dealing", "findings", "hands", "main", "seats", "state")

    def __init__(
        self,
        state: BaccaratRound,
        book: RuleBook,
        dealing: Dealing,
        hands: Hands,
        lays: Sequence[Lay],
        seats: dict[int, str],
        cutoff: int | None,
        findings: list[Finding],
    ) -> None:
        self.state = state
        self.book = book
        self.dealing = dealing
        self.hands = hands
        self.seats = seats
        self.cutoff = cutoff
        self.findings = findings
        self.covered: dict[tuple[str, str], Exact] = {}
        placed = book.choice("insurance_main_bet") == "placed"
        self.main: dict[tuple[str, str], Exact] = {}
        for lay in lays:
            if lay.kind in (PLAYER, BANKER) and lay.plays:
                key = (lay.who, lay.kind)
                amount = lay.stake_minor if placed else lay.in_play
                self.main[key] = self.main.get(key, 0) + amount

    def refuse(self, code: str, placed: PlacedBet, clauses: tuple[str, ...], **detail: Any) -> tuple[str, ...]:
        found = Finding(code, PROCEDURE, placed.fact.bet, clauses, (placed.version,), 0, detail)
        self.findings.append(found)
        return clauses


def settle_insurance(placed: PlacedBet, cover: Cover) -> Settlement | None:
    """What one insurance is owed, or None where its player had taken it back before another card came."""
    fact = placed.fact
    upto = next((c.order for c in cover.dealing.cards if c.order > placed.order), None)
    changes, void = withdrawals(placed, upto, cover.state, cover.book, cover.dealing, cover.findings)
    lain = betting.after_changes(placed, changes, fact.side, upto, ("4.10",), cover.findings)
    if lain is None:
        return None
    stake = lain[1]
    if void:
        return back(Outcome.VOID, stake, void)
    who = player_of(fact, cover.seats)
    refused = not_on_offer(placed, cover) or forgone(placed, who, cover)
    if refused:
        return back(REFUSED, stake, refused)
    stage, refused = taken_in_time(placed, cover)
    odds = None if refused else price(fact.side, stage, cover.hands, cover.book)
    if odds is None:
        refused = refused or cover.refuse("insurance_outside_table", placed, ("6.4.6",), side=fact.side, stage=stage)
        return back(REFUSED, stake, refused)
    if fact.odds is not None and Odds.parse(fact.odds) != odds:
        cover.refuse("wrong_insurance_odds", placed, ("4.10", "6.4.6"), offered=fact.odds, due=str(odds))
    return pay_insurance(placed, who, stage, stake, odds, cover)


@implements("baccarat", "6.4.5")
def not_on_offer(placed: PlacedBet, cover: Cover) -> tuple[str, ...]:
    """A table under the sign takes no insurance."""
    terms = cover.state.terms
    late = cover.book.choice("bets_allowed_late")
    if terms is not None and terms.insurance is False:
        return cover.refuse("insurance_not_available", placed, ("6.4.5",))
    if "insurance" not in late and cover.cutoff is not None and placed.order > cover.cutoff:
        return cover.refuse("late_bet", placed, ("4.6",), stake=placed.fact.stake_minor)
    return ()


@implements("baccarat", "6.4.4", "7.20")
def forgone(placed: PlacedBet, who: str, cover: Cover) -> tuple[str, ...]:
    """Declined, waived or passed over once: no further insurance for that player in this round."""
    for noted in cover.state.renounced:
        if noted.order < placed.order and player_of(noted.fact, cover.seats) == who:
            clause = "6.4.4" if hasattr(noted.fact, "agreed_by") else "7.20"
            return cover.refuse("insurance_forgone", placed, (clause,))
    if placed.fact.stage == THIRD_CARD and passed_over(who, placed.order, cover):
        return cover.refuse("insurance_forgone", placed, ("7.20",))
    return ()


def passed_over(who: str, order: int, cover: Cover) -> bool:
    """Was insurance of a main bet offered to a player after the first deal, and not taken?"""
    for noted in cover.state.offers:
        offer = noted.fact
        to = player_of(offer, cover.seats)
        if offer.stage != FIRST_DEAL or noted.order > order or (to and to != who):
            continue
        taken = any(
            p.fact.stage == FIRST_DEAL and p.fact.side == offer.side and player_of(p.fact, cover.seats) == who
            for p in cover.state.insurances.values()
        )
        if (who, offer.side) in cover.main and not taken:
            return True
    return False


@implements("baccarat", "2.2.2", "6.4.6", "7.21")
def taken_in_time(placed: PlacedBet, cover: Cover) -> tuple[str, tuple[str, ...]]:
    """The stage by which an insurance goes, and the clauses that refuse one whose moment had passed. The shift manager
    or above may still allow it while the result is not established (7.21)."""
    fact = placed.fact
    dealt = cover.dealing.dealt_before(placed.order)
    if dealt == CARDS_AT[fact.stage]:
        return fact.stage, ()
    by = fact.allowed_by
    if dealt > CARDS_AT[fact.stage] and by is not None and _still_open(placed, cover):
        if cover.book.may_act(by.post, "7.21"):
            return fact.stage, ()
        cover.refuse("post_not_competent", placed, ("7.21",), post=by.post)
        if cover.book.choice("ruling_by_lower_post") == "stands":
            return fact.stage, ()
    return fact.stage, cover.refuse("insurance_wrong_moment", placed, ("6.4.6", "7.21"), stage=fact.stage, cards=dealt)


def _still_open(placed: PlacedBet, cover: Cover) -> bool:
    if cover.book.choice("late_insurance_until") == "result_announced":
        return not any(noted.order < placed.order for noted in cover.state.announced)
    complete_at = cover.dealing.complete_at
    return complete_at is None or placed.order < complete_at


# --- Money ---------------------------------------------------------------------------------------------------------


def _exactly(amount: Exact, parts: int) -> Exact:
    """``amount / parts``, exactly."""
    if isinstance(amount, int) and amount % parts == 0:
        return amount // parts
    return Fraction(amount) / parts


@implements("baccarat", "4.10", "6.4.3", "6.4.3.1")
def counted_stake(placed: PlacedBet, who: str, stake: int, odds: Odds, cover: Cover) -> tuple[Exact, tuple[str, ...]]:
    """How much of the stake counts, exactly, and the clauses that cut it: what the main bet still leaves to cover at
    these odds, and the table's limit for them."""
    key = (who, placed.fact.side)
    main, covered = cover.main.get(key, 0), cover.covered.get(key, 0)
    open_cover = _exactly((main - covered) * odds.stake, odds.profit)
    if main == 0:
        return 0, cover.refuse("insurance_without_main_bet", placed, ("4.10", "6.4.3"))
    counted: Exact = stake
    cut: tuple[str, ...] = ()
    if counted > open_cover:
        counted = open_cover
        cut = cover.refuse("insurance_above_main_bet", placed, ("6.4.3",), stake=stake, covers=int(open_cover))
    limit = insurance_limit(odds, cover)
    if limit is not None and stake > limit:
        cut = (*cut, *cover.refuse("above_maximum", placed, ("6.4.3.1",), stake=stake, maximum=limit))
        counted = min(counted, limit)
    cover.covered[key] = covered + _exactly(counted * odds.profit, odds.stake)
    return counted, cut


def insurance_limit(odds: Odds, cover: Cover) -> int | None:
    """The table's limit for insurance at these odds, in minor units: that of ``insurance_1_5`` for 1:1.5, else that of
    ``insurance``."""
    terms = cover.state.terms
    if terms is None:
        return None
    number = f"{odds.profit / odds.stake:g}".replace(".", "_")
    limit = terms.limits.get(f"insurance_{number}") or terms.limits.get("insurance")
    return limit[1] if limit else None


@implements("baccarat", "2.2.13", "5.1.8", "6.4.1", "6.4.2", "6.4.3", "6.4.3.1")
def pay_insurance(placed: PlacedBet, who: str, stage: str, stake: int, odds: Odds, cover: Cover) -> Settlement:
    """Won when the insured side loses, back on a tie, lost when it wins. A Player nine of three cards that meets a
    Banker nine of three is the one tie that pays."""
    side, hands = placed.fact.side, cover.hands
    counted, cut = counted_stake(placed, who, stake, odds, cover)
    if counted <= 0:
        return back(REFUSED, stake, cut)
    clauses: tuple[str, ...] = ("6.4.1", "5.1.8", "6.4.6")
    winner = hands.winner
    if winner == TIE:
        paid = paid_on_tie(side, stage, hands, cover.book)
        if paid is None:
            return back(PUSH, stake, ("6.4.2",))
        odds, clauses = paid, ("6.4.2", "6.4.6")
    if winner == side:
        return _lost_part(stake, counted, ("6.4.1", *cut), cover.book)
    exact = _exactly(counted * odds.profit, odds.stake)
    return Settlement(
        outcome=WON,
        stake_minor=stake,
        in_play_minor=in_money(counted, stake, cover.book),
        returned_minor=stake,
        collected_minor=0,
        winnings_minor=cover.book.rounding.divide(exact.numerator, exact.denominator),
        commission_minor=0,
        exact_numerator=exact.numerator,
        exact_denominator=exact.denominator,
        clauses=(*clauses, *cut),
    )


@implements("baccarat", "6.4.2")
def paid_on_tie(side: str, stage: str, hands: Hands, book: RuleBook) -> Odds | None:
    """The odds of the one tie on which insurance is paid, or None for every other tie. Both hands have three cards
    then: on a nine of two nobody draws."""
    row = book.tables["insurance_tie_paid"]
    if (side, stage) != (row["side"], row["stage"]) or hands.player_points != row["points"]:
        return None
    return Odds.parse(row["odds"])


@implements("baccarat", "6.4.3.1")
def _lost_part(stake: int, counted: Exact, clauses: tuple[str, ...], book: RuleBook) -> Settlement:
    """Of a lost insurance the part that counts is taken and the rest goes back."""
    taken = in_money(counted, stake, book)
    return Settlement(LOST, stake, taken, stake - taken, taken, 0, 0, 0, 1, clauses)
