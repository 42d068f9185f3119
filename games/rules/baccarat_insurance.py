"""Baccarat insurance: when it may be bet, how much of it counts, and what it pays (4.10, 6.4, 7.20, 7.21).

Insurance is offered in the rows of 6.4.6 and only while a card is still to come. What counts of a stake is what the
main bet on the same side covers (6.4.3) and the table's limit for those odds (6.4.3.1). Proved by the golden rounds
6.4 and 7.20 to 7.21 and by ``tests/rules/test_baccarat_insurance.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from casino.core.money import Odds
from games.rounds.baccarat import BaccaratRound, Noted
from games.rounds.betting import PlacedBet
from games.rounds.table import TableTerms
from games.rules import betting
from games.rules.baccarat_bets import Lay, betting_ended, in_money, player_of, withdrawals
from games.rules.baccarat_cards import BANKER, PLAYER, TIE, Hands
from games.rules.baccarat_dealing import Dealing
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import LOST, PUSH, REFUSED, WON, Finding, Settlement
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


@implements("baccarat", "6.4.6")
def times(odds: Odds) -> str:
    """How many times the stake is won, as 6.4.6 prints it: 1.5, 2, 3."""
    return f"{odds.profit / odds.stake:g}"


@implements("baccarat", "6.4.6")
def other_odds(said: str | None, odds: Odds) -> dict[str, str]:
    """What was said and what the table says, where odds were said that are not those of the table; else nothing."""
    due = f"1:{times(odds)}"
    if said is None or said == due or Fraction(said.removeprefix("1:")) == Fraction(odds.profit, odds.stake):
        return {}
    return {"offered": said, "due": due}


@implements("baccarat", "4.10", "6.4.6", "7.20")
def could_be_taken(offer: Noted, dealing: Dealing, book: RuleBook) -> bool:
    """Was insurance offered in a row of the table and at its moment? Under another offer nothing can be bet."""
    fact = offer.fact
    at_its_moment = dealing.dealt_before(offer.order) == CARDS_AT[fact.stage]
    return at_its_moment and price(fact.side, fact.stage, dealing.hands, book) is not None


class Insured(msgspec.Struct, gc=False):
    """An insurance as it lay. ``refused`` and ``void`` give the clauses by which the whole of it goes back; ``who`` is
    its player, or a seat."""

    bet: str
    kind: str
    stake_minor: int
    version: int
    who: str
    placed: PlacedBet
    void: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        return str(self.placed.fact.side)


class Cover:
    """How the insurances of a round lay, whatever the hands come to, and the main bets that they cover."""

    __slots__ = ("book", "cutoff", "dealing", "findings", "insured", "main", "seats", "state")

    def __init__(
        self,
        state: BaccaratRound,
        book: RuleBook,
        dealing: Dealing,
        lays: Sequence[Lay],
        seats: dict[int, str],
        findings: list[Finding],
    ) -> None:
        self.state = state
        self.book = book
        self.dealing = dealing
        self.seats = seats
        self.findings = findings
        self.main: dict[tuple[str, str], Exact] = {}
        self.insured: list[Insured] = []
        self.cutoff = betting_ended(state, [])
        if not state.insurances:
            return
        whole = book.choice("insurance_main_bet") == "placed"
        for lay in lays:
            if lay.kind in (PLAYER, BANKER) and lay.plays:
                key = (lay.who, lay.kind)
                amount = lay.stake_minor if whole else lay.in_play
                self.main[key] = self.main.get(key, 0) + amount
        found = (insurance_as_it_lay(placed, lays, self) for placed in state.insurances.values())
        self.insured = [insured for insured in found if insured is not None]
        for insured in self.insured:
            if not insured.void:
                insured.refused = (
                    not_on_offer(insured, self) or forgone(insured, self) or taken_at_another_moment(insured, self)
                )

    def taken(self, side: str, stage: str) -> set[str]:
        """The players who took the insurance of a row at its moment."""
        rightly = CARDS_AT[stage]
        return {
            insured.who
            for insured in self.insured
            if (insured.side, insured.placed.fact.stage) == (side, stage)
            and self.dealing.dealt_before(insured.placed.order) == rightly
        }


def refuse(
    findings: list[Finding], code: str, insured: Insured, clauses: tuple[str, ...], **detail: Any
) -> tuple[str, ...]:
    """Say a finding about an insurance; its clauses."""
    findings.append(Finding(code, PROCEDURE, insured.bet, clauses, (insured.version,), 0, detail))
    return clauses


@implements("baccarat", "4.10")
def insurance_as_it_lay(placed: PlacedBet, lays: Sequence[Lay], cover: Cover) -> Insured | None:
    """An insurance as it lay when the next card came, or None where its player had taken it back by then."""
    fact = placed.fact
    upto = next((c.order for c in cover.dealing.cards if c.order > placed.order), None)
    changes, void = withdrawals(placed, upto, cover.state, cover.book, cover.dealing, cover.findings)
    lain = betting.after_changes(placed, changes, fact.side, upto, ("4.10",), cover.findings)
    if lain is None:
        return None
    who = insured_player(fact, lays, cover)
    return Insured(fact.bet, f"{fact.side}_insurance", lain[1], placed.version, who, placed, void)


@implements("baccarat", "4.10")
def insured_player(fact: Any, lays: Sequence[Lay], cover: Cover) -> str:
    """Whose an insurance is. Where only a seat is said, it is theirs who have the main bet there."""
    if fact.player is None and fact.seat is not None:
        for lay in lays:
            if lay.kind == fact.side and lay.plays and cover.state.bets[lay.bet].fact.seat == fact.seat:
                return lay.who
    return player_of(fact, cover.seats)


@implements("baccarat", "6.4.5")
def not_on_offer(insured: Insured, cover: Cover) -> tuple[str, ...]:
    """A table under the sign takes no insurance."""
    terms = cover.state.terms
    late = cover.book.choice("bets_allowed_late")
    if terms is not None and terms.insurance is False:
        return refuse(cover.findings, "insurance_not_available", insured, ("6.4.5",))
    if "insurance" not in late and cover.cutoff is not None and insured.placed.order > cover.cutoff:
        return refuse(cover.findings, "late_bet", insured, ("4.6",), stake=insured.placed.fact.stake_minor)
    return ()


@implements("baccarat", "6.4.4", "7.20")
def forgone(insured: Insured, cover: Cover) -> tuple[str, ...]:
    """Declined, waived or passed over once: no further insurance for that player in this round."""
    for noted in cover.state.renounced:
        if noted.order < insured.placed.order and player_of(noted.fact, cover.seats) == insured.who:
            clause = "6.4.4" if hasattr(noted.fact, "agreed_by") else "7.20"
            return refuse(cover.findings, "insurance_forgone", insured, (clause,))
    if passed_over(insured, cover):
        return refuse(cover.findings, "insurance_forgone", insured, ("7.20",))
    return ()


@implements("baccarat", "7.20")
def passed_over(insured: Insured, cover: Cover) -> bool:
    """Was insurance of a main bet offered to a player after the first deal, and not taken before the next card?"""
    if cover.dealing.dealt_before(insured.placed.order) <= CARDS_AT[FIRST_DEAL]:
        return False
    for noted in cover.state.offers:
        offer = noted.fact
        to = player_of(offer, cover.seats)
        if offer.stage != FIRST_DEAL or to not in ("", insured.who) or (insured.who, offer.side) not in cover.main:
            continue
        if could_be_taken(noted, cover.dealing, cover.book) and insured.who not in cover.taken(offer.side, FIRST_DEAL):
            return True
    return False


@implements("baccarat", "2.2.2", "6.4.6", "7.21")
def taken_at_another_moment(insured: Insured, cover: Cover) -> tuple[str, ...]:
    """The clauses that refuse an insurance that was not taken at its stage. The shift manager or above may still allow
    one whose moment has passed while the result is not established (7.21)."""
    fact = insured.placed.fact
    dealt = cover.dealing.dealt_before(insured.placed.order)
    if dealt == CARDS_AT[fact.stage]:
        return ()
    by = fact.allowed_by
    if dealt > CARDS_AT[fact.stage] and by is not None and _still_open(insured.placed, cover):
        if cover.book.may_act(by.post, "7.21"):
            return ()
        refuse(cover.findings, "post_not_competent", insured, ("7.21",), post=by.post)
        if cover.book.choice("ruling_by_lower_post") == "stands":
            return ()
    clauses = ("6.4.6", "7.21")
    return refuse(cover.findings, "insurance_wrong_moment", insured, clauses, stage=fact.stage, cards=dealt)


def _still_open(placed: PlacedBet, cover: Cover) -> bool:
    if cover.book.choice("late_insurance_until") == "result_announced":
        return not any(noted.order < placed.order for noted in cover.state.announced)
    complete_at = cover.dealing.complete_at
    return complete_at is None or placed.order < complete_at


# --- Money ---------------------------------------------------------------------------------------------------------


class Under:
    """What the insurances of a round come to under one set of hands; ``covered`` grows as they are settled in turn."""

    __slots__ = ("book", "covered", "findings", "hands", "main", "terms")

    def __init__(self, cover: Cover, hands: Hands, findings: list[Finding]) -> None:
        self.book = cover.book
        self.terms = cover.state.terms
        self.main = cover.main
        self.hands = hands
        self.findings = findings
        self.covered: dict[tuple[str, str], Exact] = {}


@implements("baccarat", "6.4.6")
def settle_insurance(insured: Insured, under: Under) -> Settlement:
    """What one insurance that was taken at its moment is owed."""
    fact = insured.placed.fact
    stake = insured.stake_minor
    odds = price(fact.side, fact.stage, under.hands, under.book)
    if odds is None:
        outside = {"side": fact.side, "stage": fact.stage}
        refused = refuse(under.findings, "insurance_outside_table", insured, ("6.4.6",), **outside)
        return back(REFUSED, stake, refused)
    others = other_odds(fact.odds, odds)
    if others:
        refuse(under.findings, "wrong_insurance_odds", insured, ("4.10", "6.4.6"), **others)
    return pay_insurance(insured, odds, under)


def _exactly(amount: Exact, parts: int) -> Exact:
    """``amount / parts``, exactly."""
    if isinstance(amount, int) and amount % parts == 0:
        return amount // parts
    return Fraction(amount) / parts


@implements("baccarat", "4.10", "6.4.3", "6.4.3.1")
def counted_stake(insured: Insured, odds: Odds, under: Under) -> tuple[Exact, tuple[str, ...]]:
    """How much of the stake counts, exactly, and the clauses that cut it: what the main bet still leaves to cover at
    these odds, and the table's limit for them."""
    stake = insured.stake_minor
    key = (insured.who, insured.side)
    main, covered = under.main.get(key, 0), under.covered.get(key, 0)
    open_cover = _exactly((main - covered) * odds.stake, odds.profit)
    if main == 0:
        return 0, refuse(under.findings, "insurance_without_main_bet", insured, ("4.10", "6.4.3"))
    counted: Exact = stake
    cut: tuple[str, ...] = ()
    if counted > open_cover:
        counted = open_cover
        detail = {"stake": stake, "covers": int(open_cover)}
        cut = refuse(under.findings, "insurance_above_main_bet", insured, ("6.4.3",), **detail)
    limit = insurance_limit(odds, under.terms)
    if limit is not None and stake > limit:
        cut = (*cut, *refuse(under.findings, "above_maximum", insured, ("6.4.3.1",), stake=stake, maximum=limit))
        counted = min(counted, limit)
    under.covered[key] = covered + _exactly(counted * odds.profit, odds.stake)
    return counted, cut


def insurance_limit(odds: Odds, terms: TableTerms | None) -> int | None:
    """The table's limit for insurance at these odds, in minor units: that of ``insurance_1_5`` for 1:1.5, else that of
    ``insurance``."""
    if terms is None:
        return None
    number = times(odds).replace(".", "_")
    limit = terms.limits.get(f"insurance_{number}") or terms.limits.get("insurance")
    return limit[1] if limit else None


@implements("baccarat", "2.2.13", "5.1.8", "6.4.1", "6.4.2", "6.4.3", "6.4.3.1")
def pay_insurance(insured: Insured, odds: Odds, under: Under) -> Settlement:
    """Won when the insured side loses, back on a tie, lost when it wins. A Player nine of three cards that meets a
    Banker nine of three is the one tie that pays."""
    side, stake, hands = insured.side, insured.stake_minor, under.hands
    counted, cut = counted_stake(insured, odds, under)
    if counted <= 0:
        return back(REFUSED, stake, cut)
    clauses: tuple[str, ...] = ("6.4.1", "5.1.8", "6.4.6")
    winner = hands.winner
    if winner == TIE:
        paid = paid_on_tie(side, insured.placed.fact.stage, hands, under.book)
        if paid is None:
            return back(PUSH, stake, ("6.4.2",))
        odds, clauses = paid, ("6.4.2", "6.4.6")
    if winner == side:
        return _lost_part(stake, counted, ("6.4.1", *cut), under.book)
    exact = _exactly(counted * odds.profit, odds.stake)
    return Settlement(
        outcome=WON,
        stake_minor=stake,
        in_play_minor=in_money(counted, stake, under.book),
        returned_minor=stake,
        collected_minor=0,
        winnings_minor=under.book.rounding.divide(exact.numerator, exact.denominator),
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
