"""Baccarat insurance: when it may be bet, how much of it counts, and what it pays (4.10, 6.4, 7.20, 7.21).

Insurance is offered in the rows of 6.4.6 and only while a card is still to come. What counts of a stake is what the
main bet on the same side covers (6.4.3) and the table's limit for those odds (6.4.3.1). Proved by the golden rounds
6.4 and 7.20 to 7.21 and by ``tests/baccarat/test_insurance.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from casino.core.money import Odds
from games.baccarat.bets import Clauses, LaidBet, betting_ended, in_money, withdrawals
from games.baccarat.cards import TIE, Hands
from games.baccarat.insurance_odds import CARDS_AT, FIRST_DEAL, SIDES, odds_of_offer, other_odds, price, times
from games.baccarat.laid_again import insurances_under, next_card
from games.baccarat.view import View, is_named
from games.engine import accepting as betting
from games.engine.betting import Change, PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import LOST, PUSH, REFUSED, WON, Finding, Settlement
from games.engine.priced import Cover, Most, OfStake, Part
from games.engine.settling import PROCEDURE, back
from games.engine.steps import NOTHING, AcceptedBet, Findings
from games.engine.table import TableTerms

Exact = int | Fraction
"""An amount in minor units before rounding: a whole number as long as it is one, which is quicker to work with."""

Main = dict[tuple[str, str], Exact]
"""Amounts by player and side."""


class InsuredBet(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """An insurance as it lay. ``refused`` and ``void`` give the clauses by which the whole of it goes back; ``who`` is
    its player, or a seat; ``dealt`` how many cards of the hands had been dealt before it."""

    who: str
    placed: PlacedBet
    dealt: int
    void: Clauses = ()

    @property
    def side(self) -> str:
        return str(self.placed.fact.side)


def insured_bets(view: View, laid: Sequence[LaidBet]) -> tuple[list[InsuredBet], Findings]:
    """How the insurances of a round lay, whatever the hands come to."""
    lying = []
    found: Findings = NOTHING
    for placed in view.state.insurances.values():
        *earlier, last = insurances_under(placed, view)
        for each in earlier:
            found += insurance_as_it_lay(each, laid, view)[1]
        insured, more = insurance_as_it_lay(last, laid, view)
        found += more
        if insured is not None:
            lying.append(insured)
    bets = []
    for insured in lying:
        if not insured.void:
            refused, more = refusal(insured, lying, laid, view)
            if refused:
                insured = replace(insured, refused=refused)
            found += more
        bets.append(insured)
    return bets, found


def refusal(
    insured: InsuredBet, lying: Sequence[InsuredBet], laid: Sequence[LaidBet], view: View
) -> tuple[Clauses, Findings]:
    """The clauses by which an insurance was never accepted, whatever the cards are; none for one that was."""
    refused, found = not_on_offer(insured, view)
    if not refused:
        refused, more = forgone(insured, lying, laid, view)
        found += more
    if not refused:
        refused, more = taken_at_another_moment(insured, view)
        found += more
    if not refused and not was_offered(insured, view):
        refused = ("4.10", "7.21")
    return refused, found


@implements("baccarat", "4.10", "7.21")
def was_offered(insured: InsuredBet, view: View) -> bool:
    """Whether an insurance may count as far as offers go (choice ``insurance_without_offer``): where it needs one, one
    is on record that was made to its player before it, or the shift manager or above allowed it."""
    fact = insured.placed.fact
    if view.book.choice("insurance_without_offer", "counts") == "counts":
        return True
    if allowed(insured, view):
        return True
    offers = [n for n in view.state.offers if (n.fact.side, n.fact.stage) == (fact.side, fact.stage)]
    return any(view.player_of(n.fact) in ("", insured.who) for n in offers if n.order < insured.placed.order)


@implements("baccarat", "7.21")
def allowed(insured: InsuredBet, view: View) -> bool:
    """Did the shift manager or above allow it?"""
    by = insured.placed.fact.allowed_by
    return by is not None and view.book.may_act(by.post, "7.21")


def main_bets(view: View, laid: Sequence[LaidBet]) -> Main:
    """What insurance covers: the bets in play on Player and Banker (choice ``insurance_main_bet``), by player."""
    whole = view.book.choice("insurance_main_bet") == "placed"
    main: Main = {}
    for bet in laid:
        if bet.kind in SIDES and bet.plays:
            key = (bet.who, bet.kind)
            main[key] = main.get(key, 0) + (bet.stake_minor if whole else bet.in_play)
    return main


def taken(insured: Sequence[InsuredBet], side: str, stage: str) -> set[str]:
    """The players who took the insurance of a row at its moment."""
    rightly = CARDS_AT[stage]
    return {bet.who for bet in insured if bet.dealt == rightly and bet.placed.fact.stage == stage and bet.side == side}


def _said(insured: InsuredBet, code: str, clauses: Clauses, **detail: Any) -> Findings:
    """A finding about an insurance."""
    return (
        Finding(
            code=code,
            severity=PROCEDURE,
            subject=insured.bet,
            clauses=clauses,
            versions=(insured.version,),
            detail=detail,
        ),
    )


@implements("baccarat", "4.10")
def insurance_as_it_lay(placed: PlacedBet, laid: Sequence[LaidBet], view: View) -> tuple[InsuredBet | None, Findings]:
    """An insurance as it lay when the next card came, or None where its player had taken it back by then. One that went
    by leave under section 7 (``void``) is in the books all the same: its chips have to go back."""
    fact = placed.fact
    stake: int = fact.stake_minor
    off_minor = placed.off_before_minor
    void: Clauses = ()
    found: Findings = NOTHING
    if placed.changes or placed.handed_back:
        upto = next_card(placed, view)
        changes, void, found = withdrawals(placed, upto, view)
        lain, more = betting.as_changed(placed, fact.side, upto, ("4.10",), changes)
        found += more
        if lain is None:
            lain, void = _gone_by_leave(placed, upto, changes)
        if lain is None:
            return None, found
        stake, off_minor = lain.stake_minor, lain.off_minor
    kind = f"{fact.side}_insurance"
    who = insured_player(fact, laid, view)
    return InsuredBet(
        bet=fact.bet,
        kind=kind,
        spot=kind,
        stake_minor=stake,
        version=placed.version,
        off_minor=off_minor,
        who=who,
        placed=placed,
        dealt=view.dealing.dealt_before(placed.order),
        void=void,
    ), found


def _gone_by_leave(
    placed: PlacedBet, upto: int | None, changes: Sequence[Change]
) -> tuple[betting.Lain | None, Clauses]:
    """How an insurance lay that a post let its player withdraw before the next card, and by which clause; nothing where
    the player took it back alone."""
    left = next((change for change in changes if change.withdrawn), None)
    if left is None or left.fact is None or left.fact.clause is None or left.fact.allowed_by is None:
        return None, ()
    before = PlacedBet(placed.fact, placed.order, placed.version)
    before.changes = [change for change in changes if change.order < left.order]
    before.handed_back = [movement for movement in placed.handed_back if movement.order < left.order]
    lain, _ = betting.as_changed(before, placed.fact.side, upto, ("4.10",))
    return lain, (left.fact.clause,)


@implements("baccarat", "4.10")
def insured_player(fact: Any, laid: Sequence[LaidBet], view: View) -> str:
    """Whose an insurance is. Where only a seat is said, it is theirs who have the main bet there."""
    if fact.player is None and fact.seat is not None:
        for bet in laid:
            if bet.kind == fact.side and bet.plays and bet.seat == fact.seat:
                return bet.who
    return view.player_of(fact)


@implements("baccarat", "6.4.5", "7.21")
def not_on_offer(insured: InsuredBet, view: View) -> tuple[Clauses, Findings]:
    """A table under the sign takes no insurance but by leave of the shift manager or above (7.21), which is found; and
    none is taken of a hand that the document does not insure."""
    terms = view.state.terms
    found: Findings = NOTHING
    if terms is not None and terms.insurance is False:
        found = _said(insured, "insurance_not_available", ("6.4.5",))
        if not allowed(insured, view):
            return ("6.4.5",), found
    if insured.side not in view.layout.insurances:
        detail = {"side": insured.side, "stage": insured.placed.fact.stage}
        return ("6.4.6",), found + _said(insured, "insurance_outside_table", ("6.4.6",), **detail)
    if "insurance" not in view.book.choice("bets_allowed_late"):
        cutoff, _ = betting_ended(view)
        if cutoff is not None and insured.placed.order > cutoff:
            return ("4.6",), found + _said(insured, "late_bet", ("4.6",), stake=insured.placed.fact.stake_minor)
    return (), found


@implements("baccarat", "6.4.4", "7.20")
def forgone(
    insured: InsuredBet, lying: Sequence[InsuredBet], laid: Sequence[LaidBet], view: View
) -> tuple[Clauses, Findings]:
    """Declined, waived or passed over once: no further insurance for that player in this round; what a waiver is about
    is a choice (``waived_insurance``)."""
    later_only = view.book.choice("waived_insurance", "all_further") == "after_third_card"
    for noted in view.state.renounced:
        if noted.order < insured.placed.order and view.player_of(noted.fact) == insured.who:
            clause = "6.4.4" if hasattr(noted.fact, "agreed_by") else "7.20"
            if clause == "6.4.4" and later_only and insured.placed.fact.stage == FIRST_DEAL:
                continue
            return (clause,), _said(insured, "insurance_forgone", (clause,))
    if passed_over(insured, lying, laid, view):
        return ("7.20",), _said(insured, "insurance_forgone", ("7.20",))
    return (), NOTHING


@implements("baccarat", "7.20")
def passed_over(insured: InsuredBet, lying: Sequence[InsuredBet], laid: Sequence[LaidBet], view: View) -> bool:
    """Was insurance of a main bet offered to a player after the first deal, and not taken before the next card?"""
    who = insured.who
    if insured.dealt <= CARDS_AT[FIRST_DEAL]:
        return False
    for noted in view.state.offers:
        side = noted.fact.side
        if noted.fact.stage != FIRST_DEAL or view.player_of(noted.fact) not in ("", who):
            continue
        if not any(bet.kind == side and bet.who == who and bet.plays for bet in laid):
            continue
        on_offer = odds_of_offer(noted, view.dealing, view.book) is not None
        if on_offer and who not in taken(lying, side, FIRST_DEAL):
            return True
    return False


@implements("baccarat", "2.2.2", "6.4.6", "7.21")
def taken_at_another_moment(insured: InsuredBet, view: View) -> tuple[Clauses, Findings]:
    """The clauses that refuse an insurance that was not taken at its stage. The shift manager or above may still allow
    one whose moment has passed while the result is not established (7.21)."""
    fact, dealt = insured.placed.fact, insured.dealt
    if dealt == CARDS_AT[fact.stage]:
        return (), NOTHING
    by = fact.allowed_by
    found: Findings = NOTHING
    if dealt > CARDS_AT[fact.stage] and by is not None and _still_open(insured.placed, view):
        if view.book.may_act(by.post, "7.21"):
            return (), NOTHING
        found = _said(insured, "post_not_competent", ("7.21",), post=by.post)
        if view.book.choice("ruling_by_lower_post") == "stands":
            return (), found
    clauses = ("6.4.6", "7.21")
    return clauses, found + _said(insured, "insurance_wrong_moment", clauses, stage=fact.stage, cards=dealt)


def _still_open(placed: PlacedBet, view: View) -> bool:
    if view.book.choice("late_insurance_until") == "result_announced":
        return not any(noted.order < placed.order for noted in view.state.announced)
    complete_at = view.dealing.complete_at
    return complete_at is None or placed.order < complete_at


# --- Money ---------------------------------------------------------------------------------------------------------


class Covered(NamedTuple):
    """What an insurance comes to, how much of the main bet it covered, and what was found."""

    settlement: Settlement
    covers: Exact = 0
    found: Findings = NOTHING


def settle_insurances(
    bets: Sequence[InsuredBet], main: Main, hands: Hands, view: View
) -> tuple[dict[str, Settlement], Findings]:
    """What the insurances of a round that were taken are owed under these hands, by bet: in their order, for winnings
    from insurance together never exceed the main bet."""
    covered: Main = {}
    lying: dict[tuple[str, str, str], int] = {}
    settled: dict[str, Settlement] = {}
    found: Findings = NOTHING
    for insured in bets:
        if insured.refused or insured.void:
            continue
        key = (insured.who, insured.side)
        before, area = covered.get(key, 0), _area(insured, view)
        left = Left(main.get(key, 0), before, lying.get(area, 0))
        answer = settle_insurance(insured, left, hands, view)
        covered[key] = before + answer.covers
        lying[area] = left.lying + insured.stake_minor
        settled[insured.bet] = answer.settlement
        found += answer.found
    return settled, found


class Left(NamedTuple):
    """What the insurances before it leave to one, in minor units: its main bet, what of it is ``covered`` already, and
    what is ``lying`` at its odds."""

    main: Exact
    covered: Exact = 0
    lying: int = 0


@implements("baccarat", "6.4.3.1")
def _area(insured: InsuredBet, view: View) -> tuple[str, str, str]:
    """What the table's limit for odds goes by: what a player has on the insurance of a side at its stage together,
    however many stacks (choice ``limits_go_by``); each stack by itself where nobody named its player."""
    together = view.book.choice("limits_go_by") == "player_and_area" and is_named(insured.who)
    return (insured.who if together else f"#{insured.bet}", insured.side, insured.placed.fact.stage)


@implements("baccarat", "6.4.6")
def settle_insurance(insured: InsuredBet, left: Left, hands: Hands, view: View) -> Covered:
    """What one insurance that was taken at its moment is owed, after what those before it leave."""
    fact = insured.placed.fact
    odds = price(fact.side, fact.stage, hands, view.book)
    if odds is None:
        outside = _said(insured, "insurance_outside_table", ("6.4.6",), side=fact.side, stage=fact.stage)
        return Covered(back(REFUSED, insured.stake_minor, ("6.4.6",)), 0, outside)
    found: Findings = NOTHING
    if others := other_odds(fact.odds, odds):
        found = _said(insured, "wrong_insurance_odds", ("4.10", "6.4.6"), **others)
    counted = counted_stake(insured, odds, left, view.state.terms)
    settlement = pay_insurance(insured, odds, counted, hands, view.book)
    covers = _exactly(counted.stake * odds.profit, odds.stake)
    return Covered(settlement, covers, found + counted.found)


def _exactly(amount: Exact, parts: int) -> Exact:
    """``amount / parts``, exactly."""
    if isinstance(amount, int) and amount % parts == 0:
        return amount // parts
    return Fraction(amount) / parts


class Counted(NamedTuple):
    """How much of a stake counts, exactly, the clauses that cut it, by what, and what was found."""

    stake: Exact
    cut: Clauses = ()
    parts: tuple[Part, ...] = ()
    found: Findings = NOTHING


@implements("baccarat", "4.10", "6.4.3", "6.4.3.1")
def counted_stake(insured: InsuredBet, odds: Odds, left: Left, terms: TableTerms | None) -> Counted:
    """How much of the stake counts: what the main bet still leaves to cover at these odds, and what the player's stacks
    before it leave of the table's limit for them."""
    main, covered, lying = left
    stake = insured.stake_minor
    if main == 0:
        clauses = ("4.10", "6.4.3")
        return Counted(0, clauses, (), _said(insured, "insurance_without_main_bet", clauses))
    counted: Exact = stake
    cut: Clauses = ()
    parts: tuple[Part, ...] = ()
    found: Findings = NOTHING
    if stake * odds.profit > (main - covered) * odds.stake:
        open_cover = _exactly((main - covered) * odds.stake, odds.profit)
        counted, cut = open_cover, ("6.4.3",)
        parts = (Cover(main.as_integer_ratio(), covered.as_integer_ratio(), odds.profit, odds.stake),)
        found = _said(insured, "insurance_above_main_bet", ("6.4.3",), stake=stake, covers=int(open_cover))
    limit = insurance_limit(odds, terms)
    if limit is not None and lying + stake > limit:
        cut = (*cut, "6.4.3.1")
        found += _said(insured, "above_maximum", ("6.4.3.1",), stake=lying + stake, maximum=limit)
        most = max(limit - lying, 0)
        if counted > most:
            counted = most
            parts = (*parts, Most(most))
    return Counted(counted, cut, parts, found)


def insurance_limit(odds: Odds, terms: TableTerms | None) -> int | None:
    """The table's limit for insurance at these odds, in minor units: that of ``insurance_1_5`` for 1:1.5, else that of
    ``insurance``."""
    if terms is None:
        return None
    number = times(odds).replace(".", "_")
    limit = terms.limits.get(f"insurance_{number}") or terms.limits.get("insurance")
    return limit[1] if limit else None


@implements("baccarat", "2.2.13", "5.1.8", "6.4.1", "6.4.2", "6.4.3", "6.4.3.1")
def pay_insurance(insured: InsuredBet, odds: Odds, counted: Counted, hands: Hands, book: RuleBook) -> Settlement:
    """Won when the insured side loses, back on a tie, lost when it wins. A Player nine of three cards that meets a
    Banker nine of three is the one tie that pays."""
    side, stake = insured.side, insured.stake_minor
    if counted.stake <= 0:
        return back(REFUSED, stake, counted.cut)
    clauses: Clauses = ("6.4.1", "5.1.8", "6.4.6")
    winner = hands.winner
    if winner == TIE:
        paid = paid_on_tie(side, insured.placed.fact.stage, hands, book)
        if paid is None:
            return back(PUSH, stake, ("6.4.2",))
        odds, clauses = paid, ("6.4.2", "6.4.6")
    if winner == side:
        return _lost_part(stake, counted.stake, ("6.4.1", *counted.cut), counted.parts, book)
    exact = _exactly(counted.stake * odds.profit, odds.stake)
    return Settlement(
        outcome=WON,
        stake_minor=stake,
        in_play_minor=in_money(counted.stake, stake, book),
        returned_minor=stake,
        collected_minor=0,
        winnings_minor=book.rounding.divide(exact.numerator, exact.denominator),
        commission_minor=0,
        exact_numerator=exact.numerator,
        exact_denominator=exact.denominator,
        clauses=(*clauses, *counted.cut),
        priced=OfStake(odds.profit, odds.stake, counted.parts),
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
def _lost_part(stake: int, counted: Exact, clauses: Clauses, parts: tuple[Part, ...], book: RuleBook) -> Settlement:
    """Of a lost insurance the part that counts is taken and the rest goes back."""
    taken = in_money(counted, stake, book)
    priced = OfStake(1, 1, parts) if parts else None
    return Settlement(LOST, stake, taken, stake - taken, taken, 0, 0, 0, 1, clauses, priced)
