"""Baccarat checks that change no bet's amount: announcements, insurance offers, squeezing, the shoe (3.2, 4.7, 4.8,
4.10, 4.11, 4.18, 7.8, 7.14 to 7.16, 7.21).

Each check answers the findings about the judged round; the list of checks is data. A check that has nothing to look at
says so first. Proved by the golden rounds of these clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from games.baccarat import ineffective_records
from games.baccarat.bets import LaidBet, betting_ended, opens_insurance
from games.baccarat.cards import BANKER, PLAYER
from games.baccarat.dealing import same_shoe
from games.baccarat.facts import Noted
from games.baccarat.insurance import InsuredBet, taken
from games.baccarat.insurance_odds import CARDS_AT, FIRST_DEAL, SIDES, odds_by_side, odds_of_offer, other_odds
from games.baccarat.laid_again import insurances_under
from games.baccarat.view import View
from games.engine import accepting
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE, REMARK
from games.engine.steps import NOTHING, Check, Decided, Findings


def _finding(
    code: str,
    clauses: tuple[str, ...],
    versions: tuple[int, ...],
    subject: str = "",
    **detail: Any,
) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions, detail=detail)


def _remark(code: str, noted: Noted, who: str) -> Finding:
    return Finding(code=code, severity=REMARK, subject=who, clauses=("4.7",), versions=(noted.version,))


def laid(decided: Decided) -> list[LaidBet]:
    """The bets of a judged round that are no insurance."""
    return [bet for bet in decided.bets if type(bet) is LaidBet]


def insured(decided: Decided) -> list[InsuredBet]:
    """The insurances of a judged round."""
    return [bet for bet in decided.bets if type(bet) is InsuredBet]


@implements("baccarat", "4.18")
def has_a_result(view: View, decided: Decided) -> Findings:
    """A round that is over has a result."""
    if not decided.ended or decided.status.kind != "pending":
        return NOTHING
    return (_finding("no_result", ("4.18",), (view.state.closed_version,)),)


@implements("baccarat", "4.11", "4.18", "7.16")
def announced_as_it_lies(view: View, decided: Decided) -> Iterable[Finding]:
    """What was announced agrees with the cards; the cards decide."""
    if decided.status.kind != "settled":
        return
    state, hands = view.state, view.dealing.hands
    for noted in state.totals:
        said = (noted.fact.player_points, noted.fact.banker_points)
        if said != (hands.first_player, hands.first_banker):
            right = {"player": hands.first_player, "banker": hands.first_banker}
            yield _finding("announced_wrongly", ("4.11", "7.16"), (noted.version,), "totals", **right)
    for noted in state.announced:
        fact = noted.fact
        wrong = fact.winner != hands.winner
        wrong |= fact.player_points is not None and fact.player_points != hands.player_points
        wrong |= fact.banker_points is not None and fact.banker_points != hands.banker_points
        if wrong:
            right = {"player": hands.player_points, "banker": hands.banker_points}
            yield _finding("announced_wrongly", ("4.18", "7.16"), (noted.version,), "result", **right)
    if decided.ended and not state.announced and laid(decided):
        yield _finding("result_not_announced", ("4.18",), (state.closed_version,))


@implements("baccarat", "4.6", "4.10")
def no_more_bets_called_by_right(view: View, decided: Decided) -> Iterable[Finding]:
    """The dealer calls no more bets, once for the bets and once for each insurance that can be taken."""
    state = view.state
    others = opens_insurance(state) if state.further_calls else ()
    return accepting.calls_in_order(state, view.book, "4.6", others)


@implements("baccarat", "3.2.1", "3.2.2", "4.5", "7.16")
def record_agrees_with_itself(view: View, decided: Decided) -> Iterable[Finding]:
    """The cards decide, not the lights of the shoe or the board; no bet is recorded twice, or changed unseen."""
    state = view.state
    found = []
    if state.displayed and decided.status.kind == "settled":
        winner = view.dealing.hands.winner
        for noted in state.displayed:
            shown = noted.fact.winner
            if shown != winner:
                found.append(_finding("display_mismatch", ("7.16",), (noted.version,), shown=shown, winner=winner))
    found += accepting.bets_recorded_once(state, ("4.5",), betting_ended(view)[0])
    for bet, placed in state.insurances.items():
        if placed.again:
            main = [version for version in placed.again if version not in {each.version for each in placed.later}]
            for each in insurances_under(placed, view):
                again = (*each.again, *(main if each.version == placed.version else ()))
                if again:
                    found.append(_finding("bet_recorded_twice", ("4.5",), (each.version, *sorted(again)), bet))
    return found


@implements("baccarat", "4.10", "6.4.5", "6.4.6", "7.20", "7.21")
def insurance_offered_when_due(view: View, decided: Decided) -> Iterable[Finding]:
    """The dealer offers insurance in every row of the table to those who have a bet to insure, and in no other case,
    at the odds printed; whoever set up the sign of 6.4.5 was entitled to."""
    state, book, dealing = view.state, view.book, view.dealing
    if decided.status.kind != "settled":
        return
    sign = None if state.terms is None else state.terms.insurance
    by = None if state.terms is None else state.terms.insurance_set_by
    if sign is False and by is not None and not book.may_act(by.post, "6.4.5"):
        yield _finding("post_not_competent", ("6.4.5",), (), "insurance", post=by.post)
    on_offer = []
    for noted in state.offers:
        fact, odds = noted.fact, odds_of_offer(noted, dealing, book)
        if odds is not None:
            on_offer.append(noted)
        if odds is None or sign is False:
            clauses = ("4.10", "6.4.6") if sign is not False else ("6.4.5",)
            subject = f"{fact.side}:{fact.stage}"
            yield _finding("insurance_offered_wrongly", clauses, (noted.version,), subject)
        elif others := other_odds(fact.odds, odds):
            subject = f"{fact.side}:{fact.stage}"
            yield _finding("wrong_insurance_odds", ("6.4.6",), (noted.version,), subject, **others)
    if sign is not False:
        yield from offers_missing(view, decided, on_offer, said=sign is True)


@implements("baccarat", "3.2.10", "4.10", "7.20", "7.21")
def offers_missing(view: View, decided: Decided, on_offer: Sequence[Noted], *, said: bool) -> Findings:
    """Each row in which somebody had a bet and was not offered insurance. Who had declined or waived it before the next
    card, or had passed it over after the first deal, needs no offer. ``on_offer`` are the offers that could be taken.
    Where the table never said that it offers any (``said``), only what was taken without an offer is missed: offering
    is the rule (3.2.10), but nobody may have recorded it there."""
    state, dealing = view.state, view.dealing
    if len(dealing.hands.places) <= CARDS_AT[FIRST_DEAL]:
        return NOTHING  # no card was to come, or the round is not complete
    passed: set[str] = set()
    found = []
    for stage, cards in CARDS_AT.items():
        due = odds_by_side(stage, dealing.hands, view.book)
        for side in SIDES:
            if side not in due or side not in view.layout.insurances:
                continue
            players = {bet.who for bet in decided.bets if bet.kind == side and bet.plays} - passed
            if not said:
                players &= _insured_by(decided, side, stage)
            if players and state.renounced:
                players -= {view.player_of(n.fact) for n in state.renounced if dealing.dealt_before(n.order) <= cards}
            if not players:
                continue
            if players - _offered(players, _of_row(state.offers, side, stage), view):
                version = dealing.cards[cards - 1].version
                found.append(_finding("insurance_not_offered", ("4.10", "7.21"), (version,), f"{side}:{stage}"))
            if in_time := _of_row(on_offer, side, stage):
                passed |= _offered(players, in_time, view) - taken(insured(decided), side, stage)
    return tuple(found)


def _insured_by(decided: Decided, side: str, stage: str) -> set[str]:
    """The players whose insurance of a row counts."""
    rows = [(bet.who, bet.side, bet.placed.fact.stage) for bet in insured(decided) if not bet.refused]
    return {who for who, *row in rows if row == [side, stage]}


def _of_row(offers: Sequence[Noted], side: str, stage: str) -> list[Noted]:
    return [noted for noted in offers if noted.fact.side == side and noted.fact.stage == stage]


def _offered(players: set[str], offers: Sequence[Noted], view: View) -> set[str]:
    """The players among these to whom one of the offers was made: to all, where it names nobody."""
    to = {view.player_of(noted.fact) for noted in offers}
    return players if "" in to else players & to


@implements("baccarat", "6.4.4")
def waived_by_leave_of_the_house(view: View, _decided: Decided) -> Findings:
    """Who let a player waive insurance by opening Banker's third card first belongs to the house. The waiver stands."""
    if not view.state.renounced:
        return NOTHING
    found = []
    for noted in view.state.renounced:
        by = getattr(noted.fact, "agreed_by", None)
        if by is not None and not view.book.may_act(by.post, "6.4.4"):
            subject = f"waiver:{noted.version}"
            found.append(_finding("post_not_competent", ("6.4.4",), (noted.version,), subject, post=by.post))
    return tuple(found)


@implements("baccarat", "4.7", "4.8")
def squeezed_by_right(view: View, decided: Decided) -> Iterable[Finding]:
    """Cards are squeezed by the player with the largest bet, asked for before the first card; the pit manager or above
    may restrict it."""
    state, book = view.state, view.book
    first = state.first_card
    for noted in state.squeezes:
        if first is not None and noted.order > first.order:
            yield _remark("squeeze_asked_late", noted, view.player_of(noted.fact))
    barred: list[tuple[int, str]] = []
    for noted in state.restrictions:
        post = noted.fact.restricted_by.post
        if not book.may_act(post, "4.8"):
            subject = f"restriction:{noted.version}"
            yield _finding("post_not_competent", ("4.8",), (noted.version,), subject, post=post)
            if book.choice("ruling_by_lower_post") != "stands":
                continue
        barred.append((noted.order, view.player_of(noted.fact)))
    for noted in state.passed:
        who = view.player_of(noted.fact)
        if barred and any(since < noted.order and one in ("", who) for since, one in barred):
            yield _finding("squeezed_against_restriction", ("4.8",), (noted.version,), who)
        elif who not in largest_bettors(laid(decided), noted.fact.side, book):
            yield _remark("squeezed_by_other_player", noted, who)


@implements("baccarat", "4.7")
def largest_bettors(bets: Sequence[LaidBet], side: str, book: RuleBook) -> set[str]:
    """The players with the largest bet: on this side, or at the table (choice ``squeeze_right``)."""
    sides = (side,) if book.choice("squeeze_right") == "side" else (PLAYER, BANKER)
    totals: dict[str, int] = {}
    for bet in bets:
        if bet.kind in sides and bet.plays:
            totals[bet.who] = totals.get(bet.who, 0) + bet.stake_minor
    most = max(totals.values(), default=0)
    return {who for who, total in totals.items() if total == most}


@implements("baccarat", "7.5", "7.6", "7.7", "7.8", "7.8.1", "7.10.2", "7.11.2.1")
def follows_the_round_before(view: View, _decided: Decided) -> Iterable[Finding]:
    """The cards carried over open the round, a no-bet round is announced as one, and a pack that was to be replaced is
    not dealt from."""
    session, free = view.session, view.no_bets.clause
    first = view.state.first_card
    if first is None:
        return
    said = session.no_bet.startswith("7.8") or view.no_bets.announced
    if free and not said:
        yield _finding("no_bet_not_announced", (free, "7.8"), (first.version,))
    carried = session.opening_cards
    if carried and tuple(card.card for card in view.dealing.cards[: len(carried)]) != carried:
        yield _finding("opening_card_differs", ("7.8",), (first.version,), cards=list(carried))
    terms = view.state.terms
    shoe = terms.shoe if terms else None
    if session.new_pack and shoe is not None and shoe == session.pack:
        # Shuffled and loaded again it is another shoe; after 7.10.2 the pack itself has to be another.
        again = not same_shoe(session, terms) and terms is not None and terms.shoe_shuffled is not False
        if not again or session.new_pack == "7.10.2":
            yield _finding("pack_not_replaced", (session.new_pack,), (first.version,))


@implements("baccarat", "7.1")
def shuffled_before_use(view: View, _decided: Decided) -> Findings:
    """A shoe recorded as not shuffled, with nobody having said so in the round."""
    state = view.state
    first = state.first_card
    if state.terms is None or state.terms.shoe_shuffled is not False or first is None:
        return NOTHING
    if any(noted.fact.kind == "unshuffled" for noted in state.troubles):
        return NOTHING
    return (_finding("shoe_not_shuffled", ("7.1",), (first.version,), shoe=state.terms.shoe),)


@implements("baccarat", "3.1", "7.1")
def fits_the_table(view: View, _decided: Decided) -> Iterable[Finding]:
    """Nobody bets at a seat that the layout does not have, and no card lies more often than the shoe has decks."""
    state = view.state
    terms = state.terms
    seats = terms.seats if terms is not None else None
    if seats is not None:
        beyond = [placed for placed in state.bets.values() if (placed.fact.seat or 0) > seats]
        beyond += [placed for placed in state.insurances.values() if (placed.fact.seat or 0) > seats]
        if beyond:
            versions = tuple(sorted(placed.version for placed in beyond))
            where = sorted({placed.fact.seat for placed in beyond})
            yield _finding("more_seats_than_table", ("3.1",), versions, seats=seats, beyond=where)
    decks = (terms.decks if terms is not None else None) or view.book.tables["shoe"]["default_decks"]
    if len(state.cards) > decks:
        copies = Counter(card.card for card in state.cards)
        for code in sorted(code for code, times in copies.items() if times > decks):
            versions = tuple(card.version for card in state.cards if card.card == code)
            yield _finding("more_copies_than_decks", ("7.1",), versions, code, times=copies[code], decks=decks)


CHECKS: Final[tuple[Check[View], ...]] = (
    has_a_result,
    announced_as_it_lies,
    no_more_bets_called_by_right,
    record_agrees_with_itself,
    insurance_offered_when_due,
    waived_by_leave_of_the_house,
    squeezed_by_right,
    follows_the_round_before,
    shuffled_before_use,
    fits_the_table,
    *ineffective_records.CHECKS,
)
