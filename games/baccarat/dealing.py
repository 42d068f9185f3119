"""Baccarat: from the cards as they were dealt to the hands that count (4.9, 7.4 to 7.9, 7.11 to 7.13).

The order of the shoe decides. A card in the wrong place is put where the order says; a card too many opens the next
round; cards drawn together whose order nobody can tell wait for the pit manager. Proved by the golden rounds 4.9 to
4.17 and 7.4 to 7.13 and by ``tests/baccarat/test_dealing.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import permutations
from math import factorial
from typing import Any, Final

import msgspec

from casino.core.cards import DECK
from games.baccarat.cards import BANKER, PLAYER, DrawTables, Hands, deal, draw_tables
from games.baccarat.facts import BaccaratRound, CardsPutInOrder, DealtCard, Noted
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.session import SessionBefore
from games.engine.settling import PROCEDURE, REMARK
from games.engine.state import Ruling
from games.engine.steps import NOTHING, Findings
from games.engine.table import TableTerms

MOST_ORDERS: Final = 720
"""As many orders as six cards have, and a round has no more. Cards whose orders would be more are shown as recorded."""

CARDS: Final = frozenset(DECK)

Block = tuple[int, int]
"""Cards drawn together, by the place of the first and the place after the last, counted from nought."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """The hands under one possible decision; ``decision`` is empty where nothing is to be decided."""

    hands: Hands
    decision: str = ""


Order = tuple[DealtCard, ...]
"""The cards of a round in one order."""


class RuledOrder(Noted, frozen=True, gc=False):
    """An order of cards that was decided by a ruling (7.13), as if the cards had been put in it at the table."""


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """What the cards of a round come to. ``cards`` lie as they were drawn, those drawn together as their order was
    decided. ``awaiting`` is the clause whose post must decide, ``options`` the hands (one,
    unless the order of cards is open), ``opens_next`` the cards that open the next round, ``next_no_bet`` the clause by
    which it is dealt without bets; ``out_of_order`` gives the places in the order of facts at which cards came out of
    theirs, as the cards show, or as somebody saw."""

    cards: tuple[DealtCard, ...]
    options: tuple[Option, ...]
    awaiting: str = ""
    opens_next: tuple[str, ...] = ()
    next_no_bet: str = ""
    out_of_order: tuple[int, ...] = ()

    @property
    def hands(self) -> Hands:
        return self.options[0].hands

    def dealt_before(self, order: int) -> int:
        """How many cards of the hands were dealt before a place in the order."""
        dealt = 0
        for card in self.cards:
            dealt += card.order < order
        return dealt

    @property
    def complete_at(self) -> int | None:
        """The place in the order at which the last card of the hands came, or None while one is to come."""
        hands = self.hands
        return max(card.order for card in self.cards[: len(hands.places)]) if hands.complete else None


def read_dealing(state: BaccaratRound, book: RuleBook) -> tuple[Dealing, Findings]:
    """The hands, and everything about the cards that was not as the document says."""
    tables = draw_tables(book)
    if not state.taken_back and not state.together and not state.ordered and not state.troubles and not burns(state):
        cards = tuple(state.drawn)
        hands = deal([card.card for card in cards], tables)
        if tuple([card.to for card in cards]) == hands.places:
            return Dealing(cards, (Option(hands),)), NOTHING
    cards, awaiting, found = cards_in_play(state, book)
    codes = [card.card for card in cards]
    more: Findings = NOTHING
    blocks = open_blocks(state, len(codes))
    if blocks:
        lying, options, undecided, more = decided_order(state, book, cards, blocks)
        awaiting = awaiting or undecided
        together = {place for first, end in blocks for place in range(first, end)}
    else:
        lying, options, together = [cards], (Option(deal(codes, tables)),), set()
    out_of_order, of_places = cards_in_right_places(state, cards, options, together)
    more += of_places
    if not blocks:
        more += restored_rightly(state, book, codes)
    loose = {cards[place].version for place in together}
    opens_next, no_bet, of_next = too_many(state, lying, options, loose, book)
    burned, of_burned = burned_in_hand(state, cards, options)
    awaiting = awaiting or burned
    return Dealing(lying[0], options, awaiting, opens_next, no_bet, out_of_order), found + more + of_next + of_burned


def exposed(card: DealtCard, book: RuleBook) -> bool:
    """Was the face of a card seen?"""
    if card.face_up:
        return True
    return book.choice("exposed_unless_said") if card.exposed is None else card.exposed


@implements("baccarat", "7.11.3")
def shoe_in_use(state: BaccaratRound) -> bool:
    """Was the round before dealt from this shoe?"""
    return state.before is not None and same_shoe(state.before, state.terms)


@implements("baccarat", "7.8.1", "7.11.2.1", "7.11.3")
def same_shoe(before: SessionBefore, terms: TableTerms | None) -> bool:
    """Is the shoe in use the one that the round before was dealt from? The same pack shuffled and loaded again is not,
    where both loadings are known."""
    if terms is None or terms.shoe is None or terms.shoe != before.pack:
        return False
    return not before.pack_loading or not terms.shoe_loading or before.pack_loading == terms.shoe_loading


@implements("baccarat", "2.2.3", "7.11", "7.11.1", "7.11.2", "7.11.3")
def cards_in_play(state: BaccaratRound, book: RuleBook) -> tuple[tuple[DealtCard, ...], str, Findings]:
    """The cards that count, in the order of the shoe, the clause that must decide where they are in doubt, and what was
    wrong with taking them back.

    Cards burned belong to no hand. Cards that should have been burned are taken back if none of them was exposed; once
    one is, and after the first round of a shoe, dealing goes on, and a round whose cards were taken back all the same
    is for 7.22."""
    cards = tuple(state.drawn)
    awaiting = ""
    found: list[Finding] = []
    missed = any(noted.fact.kind == "missed_burn" for noted in state.troubles)
    goes_on = missed and shoe_in_use(state)
    for noted in state.taken_back:
        gone = [card for card in cards if card.order < noted.order]
        cards = cards[len(gone) :]
        shown = [card.version for card in gone if exposed(card, book)]
        if shown or not missed or goes_on:
            found.append(
                Finding(
                    code="cards_taken_back_wrongly",
                    severity=PROCEDURE,
                    subject="",
                    clauses=("7.11.3",) if goes_on else ("7.11.1", "7.11.2"),
                    versions=(noted.version, *shown),
                    detail={"exposed": len(shown), "burn_missed": missed},
                )
            )
            awaiting = "7.22"
    if missed and not goes_on and not state.taken_back:
        sighting = next(noted for noted in state.troubles if noted.fact.kind == "missed_burn")
        drawn = [card for card in cards if card.order < sighting.order]
        if drawn and not any(exposed(card, book) for card in drawn):
            found.append(
                Finding(
                    code="burn_not_made_up",
                    severity=PROCEDURE,
                    subject="",
                    clauses=("7.11.1",),
                    versions=(sighting.version,),
                )
            )
    return cards, awaiting, tuple(found)


# --- Order ---------------------------------------------------------------------------------------------------------


@implements("baccarat", "7.13")
def open_blocks(state: BaccaratRound, dealt: int) -> list[Block]:
    """Where cards drawn together lie whose order cannot be told, as far as they are dealt. Those that share a card are
    one block."""
    blocks: list[Block] = []
    for first, count in sorted((n.fact.first - 1, n.fact.count) for n in state.together if not n.fact.order_known):
        end = min(first + count, dealt)
        if blocks and first < blocks[-1][1]:
            blocks[-1] = (blocks[-1][0], max(end, blocks[-1][1]))
        elif first < dealt:
            blocks.append((first, end))
    return blocks


@implements("baccarat", "7.13")
def orders_on_record(state: BaccaratRound) -> Sequence[Noted]:
    """Every order in which the cards were put, at the table or by a ruling under 7.13, in the order of facts."""
    ruled = [order for ruling in state.rulings if (order := order_ruled(ruling, state)) is not None]
    return sorted([*state.ordered, *ruled], key=lambda noted: noted.order) if ruled else state.ordered


def order_ruled(ruling: Ruling, state: BaccaratRound) -> RuledOrder | None:
    """The order that a ruling under 7.13 decides; None where it is about another clause, its choice is no order of
    cards, or it names other bets than all of the round: cards lie in one order for all of them."""
    cards = tuple(ruling.choice.split("-"))
    if ruling.clause != "7.13" or not CARDS.issuperset(cards):
        return None
    if ruling.bets and {*ruling.bets} != {*state.bets, *state.insurances}:
        return None
    decided = CardsPutInOrder(clause="7.13", cards=cards, ordered_by=ruling.made_by)
    return RuledOrder(decided, ruling.order, ruling.version)


@implements("baccarat", "7.13")
def decided_order(
    state: BaccaratRound, book: RuleBook, cards: Order, blocks: Sequence[Block]
) -> tuple[list[Order], tuple[Option, ...], str, Findings]:
    """Cards drawn together whose order cannot be told lie as the pit manager or above decided; until then every order
    that they can have is possible. A decision is about the cards that it names, and moves no others. The possible
    orders of the cards, and the hands that they make, the recorded one first."""
    codes = [card.card for card in cards]
    order = list(cards)
    found: Findings = NOTHING
    decided: set[Block] = set()
    for noted in orders_on_record(state):
        if not noted.fact.clause.startswith("7.13"):
            continue
        named, wrong = order_decides(noted, codes, blocks, book)
        found += wrong
        for first, end in named:
            order[first:end] = _in_order(cards[first:end], noted.fact.cards[first:end])
        decided.update(named)
    waiting = [block for block in blocks if block not in decided]
    tables = draw_tables(book)
    if not waiting:
        return [tuple(order)], (Option(deal([card.card for card in order], tables)),), "", found
    orders, options = _possible_orders(order, waiting, tables)
    return orders, options, "7.13", found


@implements("baccarat", "7.13")
def order_decides(
    noted: Noted, codes: Sequence[str], blocks: Sequence[Block], book: RuleBook
) -> tuple[list[Block], Findings]:
    """The blocks whose order this one decides, and what is wrong with it: it fits no cards drawn together, or the post
    may not decide it."""
    fact = noted.fact
    named = blocks_named(fact.cards, codes, blocks)
    if not named:
        return [], (_about_order(noted, "order_does_not_fit", "7.13"),)
    if fact.ordered_by is not None and book.may_act(fact.ordered_by.post, "7.13"):
        return named, NOTHING
    post = fact.ordered_by.post if fact.ordered_by else ""
    stands = book.choice("ruling_by_lower_post") == "stands"
    return named if stands else [], (_about_order(noted, "post_not_competent", "7.13", post=post),)


def _in_order(cards: Sequence[DealtCard], codes: Sequence[str]) -> list[DealtCard]:
    """These cards in the order of these codes; cards alike stay as they were drawn."""
    left = list(cards)
    return [left.pop(next(place for place, card in enumerate(left) if card.card == code)) for code in codes]


def _about_order(noted: Noted, code: str, clause: str, **detail: Any) -> Finding:
    return Finding(
        code=code,
        severity=PROCEDURE,
        subject=f"{'ruling' if isinstance(noted, RuledOrder) else 'order'}:{noted.version}",
        clauses=(clause,),
        versions=(noted.version,),
        detail=detail,
    )


def blocks_named(cards: Sequence[str], codes: Sequence[str], blocks: Sequence[Block]) -> list[Block]:
    """The blocks of which an order names every card; none where it is no order of these cards, or moves a card that was
    not drawn together with those whose places it takes."""
    named = [block for block in blocks if block[1] <= len(cards)]
    as_dealt = list(cards)
    for first, end in named:
        if Counter(cards[first:end]) != Counter(codes[first:end]):
            return []
        as_dealt[first:end] = codes[first:end]
    return named if as_dealt == list(codes[: len(cards)]) else []


def _possible_orders(
    cards: Sequence[DealtCard], blocks: Sequence[Block], tables: DrawTables
) -> tuple[list[Order], tuple[Option, ...]]:
    """Every order of the cards drawn together, and the hands that they make; equal hands once, as recorded first."""
    orders: list[Order] = [tuple(cards)]
    for first, end in blocks:
        if len(orders) * factorial(end - first) > MOST_ORDERS:
            continue
        orders = [
            (*order[:first], *block, *order[end:]) for order in orders for block in permutations(order[first:end])
        ]
    options: dict[Hands, Option] = {}
    for order in orders:
        codes = [card.card for card in order]
        hands = deal(codes, tables)
        if hands not in options:
            options[hands] = Option(hands, "-".join(codes))
    return orders, tuple(options.values())


@implements("baccarat", "7.9", "7.12")
def restored_rightly(state: BaccaratRound, book: RuleBook, codes: Sequence[str]) -> Findings:
    """Putting cards in order restores the order of the shoe, and no other."""
    wrong = [noted for noted in state.ordered if tuple(codes[: len(noted.fact.cards)]) != noted.fact.cards]
    return tuple(
        _about_order(noted, "wrong_order_restored", noted.fact.clause if book.has(noted.fact.clause) else "7.9")
        for noted in wrong
    )


# --- Places --------------------------------------------------------------------------------------------------------


@implements("baccarat", "4.9.1.1", "4.9.1.2", "7.6", "7.9", "7.12")
def cards_in_right_places(
    state: BaccaratRound, cards: Sequence[DealtCard], options: Sequence[Option], together: Collection[int]
) -> tuple[tuple[int, ...], Findings]:
    """Each card of the hands lies where the order of the shoe puts it. A third card given to Player that is Banker's
    (7.6), or any other card in a wrong place (7.9), moves there; nobody may leave it where it was. The places in the
    order of facts at which cards came out of theirs, as the cards show, or as somebody saw.

    Where cards drawn together lie is for the order decided (7.13): ``together`` are their places. While it is open, any
    other card is in a wrong place that is so in every order."""
    wrong = []
    found: list[Finding] = []
    for index, card in enumerate(cards):
        places = {option.hands.places[index] for option in options if index < len(option.hands.places)}
        beyond = any(index >= len(option.hands.places) for option in options)
        if beyond or index in together or card.to in places:
            continue
        if index >= 4 and card.to == PLAYER and places == {BANKER}:
            found.append(_wrong_third_card(card, "7.6"))
        else:
            wrong.append(card)
    seen = [noted for noted in state.troubles if noted.fact.kind == "dealt_out_of_order"]
    if not wrong and not seen:
        return (), tuple(found)
    clause = "7.12" if state.together else "7.9"
    faults: Sequence[DealtCard | Noted] = wrong or seen
    versions = tuple(fault.version for fault in faults)
    restored = any(noted.fact.clause in ("7.9", "7.12") for noted in state.ordered)
    said = {"dealt_out_of_order": {"cards": [card.card for card in wrong]}} if wrong else {}
    if not restored:
        said["order_not_restored"] = {}
    found += [
        Finding(code=code, severity=PROCEDURE, subject="", clauses=(clause,), versions=versions, detail=detail)
        for code, detail in said.items()
    ]
    return tuple(fault.order for fault in faults), tuple(found)


def _wrong_third_card(card: DealtCard, clause: str) -> Finding:
    return Finding(
        code="wrong_third_card",
        severity=PROCEDURE,
        subject=card.to,
        clauses=(clause,),
        versions=(card.version,),
        detail={"card": card.card, "hand": card.to},
    )


@implements("baccarat", "7.5", "7.6", "7.7", "7.13")
def too_many(
    state: BaccaratRound, orders: Sequence[Order], options: Sequence[Option], loose: Collection[int], book: RuleBook
) -> tuple[tuple[str, ...], str, Findings]:
    """The cards beyond the hands open the next round, in their order; the clause by which that round takes no bets.
    While an order is open, those that lie beyond the hands in every order. Of those drawn together (``loose``, their
    versions) nobody could tell for whom they were: that one is left over is no misdeal."""
    opens: list[str] = []
    no_bet = ""
    found: list[Finding] = []
    cards, hands = orders[0], options[0].hands
    seen = seen_of_next(state, cards, hands)
    for card in left_over(orders, options, book):
        to = "next" if card.version in loose else card.to
        shown = to == PLAYER or card.card in seen or exposed(card, book)
        clause = {PLAYER: "7.6", BANKER: "7.7"}.get(to, "7.5")
        if to != "next":
            found.append(_wrong_third_card(card, clause))
        elif shown:
            found.append(
                Finding(
                    code="next_card_exposed",
                    severity=REMARK,
                    subject="",
                    clauses=(clause,),
                    versions=(card.version,),
                    detail={"card": card.card},
                )
            )
        if shown or book.choice("unexposed_card_drawn") == "opens_next_round":
            opens.append(card.card)
        no_bet = no_bet or (clause if shown else "")
    opens += [card for card in dict.fromkeys(seen) if card is not None and card not in opens]
    return tuple(opens), no_bet or ("7.5" if seen else ""), tuple(found)


@implements("baccarat", "7.6", "7.13")
def left_over(orders: Sequence[Order], options: Sequence[Option], book: RuleBook) -> Sequence[DealtCard]:
    """The cards beyond the hands, in every order that the cards can have."""
    if len(orders) == 1:
        return orders[0][len(options[0].hands.places) :]
    tables = draw_tables(book)
    beyond = [order[len(deal([card.card for card in order], tables).places) :] for order in orders]
    return [card for card in beyond[0] if all(card in others for others in beyond[1:])]


def burns(state: BaccaratRound) -> bool:
    """Was a card burned in the round, itself recorded or only counted?"""
    return len(state.drawn) < len(state.cards) or bool(state.burned)


@implements("baccarat", "2.2.3", "7.11", "7.22")
def burned_in_hand(state: BaccaratRound, cards: Order, options: Sequence[Option]) -> tuple[str, Findings]:
    """A card burned between the first card of the hands and the last is a matter that no clause settles: with it the
    hands would be others. The clause whose post must decide."""
    if not cards or not burns(state):
        return "", NOTHING
    first = min(card.order for card in cards)
    needed = max(len(option.hands.places) for option in options)
    last = max(card.order for card in cards[:needed])
    to_come = not all(option.hands.complete for option in options)
    burned = [(card.order, card.version, card.card) for card in state.cards if card.to == "burn"]
    burned += [(noted.order, noted.version, "") for noted in state.burned]
    found = tuple(
        Finding(
            code="card_burned_in_hand",
            severity=PROCEDURE,
            subject="",
            clauses=("7.22",),
            versions=(version,),
            detail={"card": card} if card else {},
        )
        for order, version, card in burned
        if first < order and (order < last or to_come)
    )
    return ("7.22" if found else ""), found


@implements("baccarat", "7.5")
def seen_of_next(state: BaccaratRound, cards: Sequence[DealtCard], hands: Hands) -> list[str | None]:
    """The sightings of the card that would open the next round, by that card, or None where nobody said which: exposed,
    or face up in the shoe once no card of the hands was to come."""
    seen = []
    for noted in state.troubles:
        face_up = noted.fact.kind == "face_up_in_shoe"
        behind = not cards or (hands.complete and place_of_sighted(noted, cards) >= len(hands.places))
        if noted.fact.kind == "next_card_exposed" or (face_up and behind):
            seen.append(noted.fact.card)
    return seen


@implements("baccarat", "7.4", "7.5")
def place_of_sighted(noted: Noted, cards: Sequence[DealtCard]) -> int:
    """Which card of the round, counted from nought, one seen face up in the shoe is: the card drawn just before if that
    one is named, else the card to come."""
    drawn = sum(1 for card in cards if card.order < noted.order)
    return drawn - 1 if drawn and cards[drawn - 1].card == noted.fact.card else drawn


@implements("baccarat", "7.5")
def first_card_face_up(state: BaccaratRound) -> bool:
    """Did the first card of the round lie face up in the shoe, as the card shows, or as somebody saw?"""
    cards = state.drawn
    if cards and cards[0].face_up:
        return True
    if not state.troubles:
        return False
    sightings = [noted for noted in state.troubles if noted.fact.kind == "face_up_in_shoe"]
    return any(
        place_of_sighted(n, cards) == 0 and (not cards or n.fact.card in (None, cards[0].card)) for n in sightings
    )
