"""Baccarat checks that change no bet's amount: announcements, insurance offers, squeezing, the shoe (3.2, 4.7, 4.8,
4.10, 4.11, 4.18, 7.8, 7.14 to 7.16, 7.21).

Each check is a function of the judged round as :class:`View` holds it to findings; the list of checks is data. Proved
by the golden rounds of these clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from games.rounds.baccarat import BaccaratRound, Noted
from games.rounds.session import SessionBefore
from games.rules.baccarat_bets import Lay, NoBets, player_of
from games.rules.baccarat_cards import BANKER, PLAYER
from games.rules.baccarat_dealing import Dealing
from games.rules.baccarat_insurance import CARDS_AT, Cover, could_be_taken, other_odds, price
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.settling import PROCEDURE, REMARK


class View(msgspec.Struct, frozen=True, gc=False):
    """A judged round, as the checks see it: ``seats`` says which player sits where, ``cover`` how insurances lay."""

    state: BaccaratRound
    book: RuleBook
    session: SessionBefore
    no_bets: NoBets
    dealing: Dealing
    lays: Sequence[Lay]
    seats: dict[int, str]
    cover: Cover
    standing: str
    ended: bool


Check = Callable[[View], Iterable[Finding]]


@implements("baccarat", "4.11", "4.18", "7.16")
def announced_as_it_lies(view: View) -> Iterable[Finding]:
    """What was announced agrees with the cards; the cards decide."""
    if view.standing != "settled":
        return
    state, hands = view.state, view.dealing.hands
    for noted in state.totals:
        said = (noted.fact.player_points, noted.fact.banker_points)
        if said != (hands.first_player, hands.first_banker):
            detail = {"player": hands.first_player, "banker": hands.first_banker}
            yield Finding("announced_wrongly", PROCEDURE, "totals", ("4.11", "7.16"), (noted.version,), 0, detail)
    for noted in state.announced:
        fact = noted.fact
        wrong = fact.winner != hands.winner
        wrong |= fact.player_points is not None and fact.player_points != hands.player_points
        wrong |= fact.banker_points is not None and fact.banker_points != hands.banker_points
        if wrong:
            detail = {"player": hands.player_points, "banker": hands.banker_points}
            yield Finding("announced_wrongly", PROCEDURE, "result", ("4.18", "7.16"), (noted.version,), 0, detail)
    if view.ended and view.lays and not state.announced:
        yield Finding("result_not_announced", PROCEDURE, "", ("4.18",), (state.closed_version,))


@implements("baccarat", "3.2.1", "3.2.2", "4.5", "7.16")
def record_agrees_with_itself(view: View) -> Iterable[Finding]:
    """The cards decide, not the lights of the shoe or the board; no bet is recorded twice, or changed unseen."""
    state, winner = view.state, view.dealing.hands.winner
    for noted in state.displayed:
        if view.standing == "settled" and noted.fact.winner != winner:
            detail = {"shown": noted.fact.winner, "winner": winner}
            yield Finding("display_mismatch", PROCEDURE, "", ("7.16",), (noted.version,), 0, detail)
    for bets in (state.bets, state.insurances):
        for bet, placed in bets.items():
            if placed.again:
                yield Finding("bet_recorded_twice", PROCEDURE, bet, ("4.5",), (placed.version, *placed.again))
    for bet, version in state.orphans:
        yield Finding("change_without_bet", PROCEDURE, bet, ("4.5",), (version,))


@implements("baccarat", "4.10", "6.4.5", "6.4.6", "7.20", "7.21")
def insurance_offered_when_due(view: View) -> Iterable[Finding]:
    """The dealer offers insurance in every row of the table to those who have a bet to insure, and in no other case,
    at the odds printed; whoever set up the sign of 6.4.5 was entitled to."""
    state, book, dealing = view.state, view.book, view.dealing
    terms = state.terms
    if terms is None or view.standing != "settled":
        return
    by = terms.insurance_set_by
    if terms.insurance is False and by is not None and not book.may_act(by.post, "6.4.5"):
        yield Finding("post_not_competent", PROCEDURE, "insurance", ("6.4.5",), (), 0, {"post": by.post})
    for noted in state.offers:
        fact = noted.fact
        odds = price(fact.side, fact.stage, dealing.hands, book)
        subject = f"{fact.side}:{fact.stage}"
        under_the_sign = terms.insurance is False
        if odds is None or under_the_sign or not could_be_taken(noted, dealing, book):
            clauses = ("6.4.5",) if under_the_sign else ("4.10", "6.4.6")
            yield Finding("insurance_offered_wrongly", PROCEDURE, subject, clauses, (noted.version,))
        elif others := other_odds(fact.odds, odds):
            yield Finding("wrong_insurance_odds", PROCEDURE, subject, ("6.4.6",), (noted.version,), 0, others)
    if terms.insurance:
        yield from _offers_missing(view)


def _offers_missing(view: View) -> Iterable[Finding]:
    """Each row in which somebody had a bet and was not offered insurance. Who had declined or waived it before the next
    card, or had passed it over after the first deal, needs no offer."""
    state, book, dealing, seats, lays = view.state, view.book, view.dealing, view.seats, view.lays
    hands = dealing.hands
    due = [(stage, side) for stage in CARDS_AT for side in (BANKER, PLAYER) if price(side, stage, hands, book)]
    passed: set[str] = set()
    for stage, side in due:
        cards = CARDS_AT[stage]
        gone = {player_of(n.fact, seats) for n in state.renounced if dealing.dealt_before(n.order) <= cards}
        players = {lay.who for lay in lays if lay.kind == side and lay.plays} - gone - passed
        offers = [n for n in state.offers if (n.fact.side, n.fact.stage) == (side, stage)]
        if players - _offered(players, offers, seats):
            versions = (dealing.cards[cards - 1].version,)
            yield Finding("insurance_not_offered", PROCEDURE, f"{side}:{stage}", ("4.10", "7.21"), versions)
        in_time = [noted for noted in offers if could_be_taken(noted, dealing, book)]
        passed |= _offered(players, in_time, seats) - view.cover.taken(side, stage)


def _offered(players: set[str], offers: Sequence[Noted], seats: dict[int, str]) -> set[str]:
    """The players among these to whom one of the offers was made: to all, where it names nobody."""
    to = {player_of(noted.fact, seats) for noted in offers}
    return players if "" in to else players & to


@implements("baccarat", "6.4.4")
def waived_by_leave_of_the_house(view: View) -> Iterable[Finding]:
    """Who let a player waive insurance by opening Banker's third card first belongs to the house. The waiver stands."""
    for noted in view.state.renounced:
        by = getattr(noted.fact, "agreed_by", None)
        if by is not None and not view.book.may_act(by.post, "6.4.4"):
            subject = f"waiver:{noted.version}"
            yield Finding("post_not_competent", PROCEDURE, subject, ("6.4.4",), (noted.version,), 0, {"post": by.post})


@implements("baccarat", "4.7", "4.8")
def squeezed_by_right(view: View) -> Iterable[Finding]:
    """Cards are squeezed by the player with the largest bet, asked for before the first card; the pit manager or above
    may restrict it."""
    state, book, seats = view.state, view.book, view.seats
    first = state.first_card
    for noted in state.squeezes:
        if first is not None and noted.order > first.order:
            who = player_of(noted.fact, seats)
            yield Finding("squeeze_asked_late", REMARK, who, ("4.7",), (noted.version,))
    barred: list[tuple[int, str]] = []
    for noted in state.restrictions:
        post = noted.fact.restricted_by.post
        if not book.may_act(post, "4.8"):
            subject = f"restriction:{noted.version}"
            yield Finding("post_not_competent", PROCEDURE, subject, ("4.8",), (noted.version,), 0, {"post": post})
            if book.choice("ruling_by_lower_post") != "stands":
                continue
        barred.append((noted.order, player_of(noted.fact, seats)))
    for noted in state.passed:
        who = player_of(noted.fact, seats)
        if any(since < noted.order and one in ("", who) for since, one in barred):
            yield Finding("squeezed_against_restriction", PROCEDURE, who, ("4.8",), (noted.version,))
        elif who not in largest_bettors(view.lays, noted.fact.side, book):
            yield Finding("squeezed_by_other_player", REMARK, who, ("4.7",), (noted.version,))


@implements("baccarat", "4.7")
def largest_bettors(lays: Sequence[Lay], side: str, book: RuleBook) -> set[str]:
    """The players with the largest bet: on this side, or at the table (choice ``squeeze_right``)."""
    sides = (side,) if book.choice("squeeze_right") == "side" else (PLAYER, BANKER)
    totals: Counter[str] = Counter()
    for lay in lays:
        if lay.kind in sides and lay.plays:
            totals[lay.who] += lay.stake_minor
    return {who for who, total in totals.items() if total == max(totals.values())}


@implements("baccarat", "7.5", "7.6", "7.7", "7.8", "7.8.1", "7.10.2", "7.11.2.1")
def follows_the_round_before(view: View) -> Iterable[Finding]:
    """The cards carried over open the round, a no-bet round is announced as one, and a pack that was to be replaced is
    not dealt from."""
    session, free = view.session, view.no_bets.clause
    first = view.state.first_card
    if first is None:
        return
    said = session.no_bet.startswith("7.8") or view.no_bets.announced
    if free and not said:
        yield Finding("no_bet_not_announced", PROCEDURE, "", (free, "7.8"), (first.version,))
    carried = session.opening_cards
    if carried and tuple(card.card for card in view.dealing.cards[: len(carried)]) != carried:
        detail = {"cards": list(carried)}
        yield Finding("opening_card_differs", PROCEDURE, "", ("7.8",), (first.version,), 0, detail)
    terms = view.state.terms
    shoe = terms.shoe if terms else None
    if session.new_pack and shoe is not None and shoe == session.pack:
        yield Finding("pack_not_replaced", PROCEDURE, "", (session.new_pack,), (first.version,))


@implements("baccarat", "7.1")
def shuffled_before_use(view: View) -> Iterable[Finding]:
    """A shoe recorded as not shuffled, with nobody having said so in the round."""
    state = view.state
    first = state.first_card
    if state.terms is None or state.terms.shoe_shuffled is not False or first is None:
        return
    if not any(noted.fact.kind == "unshuffled" for noted in state.troubles):
        detail = {"shoe": state.terms.shoe}
        yield Finding("shoe_not_shuffled", PROCEDURE, "", ("7.1",), (first.version,), 0, detail)


@implements("baccarat", "3.1", "7.1")
def fits_the_table(view: View) -> Iterable[Finding]:
    """No more seats bet than the layout has, and no card lies more often than the shoe has decks."""
    state = view.state
    terms = state.terms
    seats = terms.seats if terms is not None else None
    if seats is not None:
        taken = {placed.fact.seat for placed in state.bets.values() if placed.fact.seat is not None}
        if len(taken) > seats:
            detail = {"seats": seats, "taken": len(taken)}
            yield Finding("more_seats_than_table", PROCEDURE, "", ("3.1",), (), 0, detail)
    decks = (terms.decks if terms is not None else None) or view.book.tables["shoe"]["default_decks"]
    if len(state.cards) > decks:
        copies = Counter(card.card for card in state.cards)
        for code in sorted(code for code, times in copies.items() if times > decks):
            versions = tuple(card.version for card in state.cards if card.card == code)
            detail = {"times": copies[code], "decks": decks}
            yield Finding("more_copies_than_decks", PROCEDURE, code, ("7.1",), versions, 0, detail)


CHECKS: Final[tuple[Check, ...]] = (
    announced_as_it_lies,
    record_agrees_with_itself,
    insurance_offered_when_due,
    waived_by_leave_of_the_house,
    squeezed_by_right,
    follows_the_round_before,
    shuffled_before_use,
    fits_the_table,
)
