"""Baccarat: from the cards as they were dealt to the hands that count (4.9, 7.4 to 7.9, 7.11 to 7.13).

The order of the shoe decides. A card in the wrong place is put where the order says; a card too many opens the next
round; cards drawn together whose order nobody can tell wait for the pit manager. Proved by the golden rounds 4.9 to
4.17 and 7.4 to 7.13 and by ``tests/rules/test_baccarat_dealing.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import factorial
from typing import Final

import msgspec

from games.rounds.baccarat import BaccaratRound, DealtCard, Noted
from games.rules.baccarat_cards import BANKER, PLAYER, DrawTables, Hands, deal
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.settling import PROCEDURE, REMARK

MOST_ORDERS: Final = 720
"""As many orders as six cards have, and a round has no more. Cards whose orders would be more are shown as recorded."""

Block = tuple[int, int]
"""Cards drawn together, by the place of the first and the place after the last, counted from nought."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """The hands under one possible decision; ``decision`` is empty where nothing is to be decided."""

    hands: Hands
    decision: str = ""


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """What the cards of a round come to. ``awaiting`` is the clause whose post must decide, ``options`` the hands (one,
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
        return sum(1 for card in self.cards if card.order < order)

    @property
    def complete_at(self) -> int | None:
        """The place in the order at which the last card of the hands came, or None while one is to come."""
        hands = self.hands
        return self.cards[len(hands.places) - 1].order if hands.complete else None


def read_dealing(state: BaccaratRound, book: RuleBook, tables: DrawTables, findings: list[Finding]) -> Dealing:
    """The hands, and everything about the cards that was not as the document says."""
    if not state.taken_back and not state.together and not state.ordered and not state.troubles:
        cards = tuple(state.cards)
        hands = deal([card.card for card in cards], tables)
        if [card.to for card in cards] == list(hands.places):
            return Dealing(cards, (Option(hands),))
    cards, awaiting = cards_in_play(state, book, findings)
    codes = [card.card for card in cards]
    out_of_order: tuple[int, ...] = ()
    blocks = open_blocks(state, len(codes))
    if blocks:
        options, undecided = decided_order(state, book, codes, blocks, tables, findings)
        awaiting = awaiting or undecided
        hands = options[0].hands
    else:
        hands = deal(codes, tables)
        options = (Option(hands),)
        out_of_order = cards_in_right_places(state, cards, hands, findings)
        restored_rightly(state, book, codes, findings)
    opens_next, no_bet = too_many(state, cards, hands, book, findings)
    return Dealing(cards, options, awaiting, opens_next, no_bet, out_of_order)


def _exposed(card: DealtCard, book: RuleBook) -> bool:
    if card.face_up:
        return True
    return book.choice("exposed_unless_said") if card.exposed is None else card.exposed


@implements("baccarat", "7.11.3")
def shoe_in_use(state: BaccaratRound) -> bool:
    """Was the round before dealt from this shoe?"""
    shoe = state.terms.shoe if state.terms else None
    return state.before is not None and shoe is not None and state.before.pack == shoe


@implements("baccarat", "2.2.3", "7.11", "7.11.1", "7.11.2", "7.11.3")
def cards_in_play(state: BaccaratRound, book: RuleBook, findings: list[Finding]) -> tuple[tuple[DealtCard, ...], str]:
    """The cards that count, in the order of the shoe, and the clause that must decide where they are in doubt.

    Cards burned belong to no hand. Cards that should have been burned are taken back if none of them was exposed; once
    one is, and after the first round of a shoe, dealing goes on, and a round whose cards were taken back all the same
    is for 7.22."""
    cards = tuple(state.drawn)
    awaiting = ""
    missed = any(noted.fact.kind == "missed_burn" for noted in state.troubles)
    goes_on = missed and shoe_in_use(state)
    for noted in state.taken_back:
        gone = [card for card in cards if card.order < noted.order]
        cards = cards[len(gone) :]
        shown = [card.version for card in gone if _exposed(card, book)]
        if shown or not missed or goes_on:
            versions = (noted.version, *shown)
            detail = {"exposed": len(shown), "burn_missed": missed}
            clauses = ("7.11.3",) if goes_on else ("7.11.1", "7.11.2")
            findings.append(Finding("cards_taken_back_wrongly", PROCEDURE, "", clauses, versions, 0, detail))
            awaiting = "7.22"
    if missed and not goes_on and not state.taken_back:
        sighting = next(noted for noted in state.troubles if noted.fact.kind == "missed_burn")
        drawn = [card for card in cards if card.order < sighting.order]
        if drawn and not any(_exposed(card, book) for card in drawn):
            findings.append(Finding("burn_not_made_up", PROCEDURE, "", ("7.11.1",), (sighting.version,)))
    return cards, awaiting


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
def decided_order(
    state: BaccaratRound,
    book: RuleBook,
    codes: Sequence[str],
    blocks: Sequence[Block],
    tables: DrawTables,
    findings: list[Finding],
) -> tuple[tuple[Option, ...], str]:
    """Cards drawn together whose order cannot be told lie as the pit manager or above decided; until then every order
    that they can have is possible. A decision is about the cards that it names, and moves no others."""
    order = list(codes)
    decided: set[Block] = set()
    for noted in state.ordered:
        fact = noted.fact
        if not fact.clause.startswith("7.13"):
            continue
        subject = f"order:{noted.version}"
        named = blocks_named(fact.cards, codes, blocks)
        stands = bool(named)
        if not named:
            findings.append(Finding("order_does_not_fit", PROCEDURE, subject, ("7.13",), (noted.version,)))
        elif fact.ordered_by is None or not book.may_act(fact.ordered_by.post, "7.13"):
            post = fact.ordered_by.post if fact.ordered_by else ""
            detail = {"post": post}
            findings.append(Finding("post_not_competent", PROCEDURE, subject, ("7.13",), (noted.version,), 0, detail))
            stands = book.choice("ruling_by_lower_post") == "stands"
        if stands:
            for first, end in named:
                order[first:end] = fact.cards[first:end]
            decided.update(named)
    waiting = [block for block in blocks if block not in decided]
    if not waiting:
        return (Option(deal(order, tables)),), ""
    return _possible_orders(order, waiting, tables), "7.13"


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


def _possible_orders(codes: Sequence[str], blocks: Sequence[Block], tables: DrawTables) -> tuple[Option, ...]:
    """The hands under every order of the cards drawn together, equal ones once, the recorded order first."""
    orders = [tuple(codes)]
    for first, end in blocks:
        if len(orders) * factorial(end - first) > MOST_ORDERS:
            continue
        orders = [
            (*order[:first], *block, *order[end:]) for order in orders for block in permutations(order[first:end])
        ]
    options: dict[Hands, Option] = {}
    for order in orders:
        hands = deal(order, tables)
        if hands not in options:
            options[hands] = Option(hands, "-".join(order))
    return tuple(options.values())


@implements("baccarat", "7.9", "7.12")
def restored_rightly(state: BaccaratRound, book: RuleBook, codes: Sequence[str], findings: list[Finding]) -> None:
    """Putting cards in order restores the order of the shoe, and no other."""
    for noted in state.ordered:
        cards, clause = noted.fact.cards, noted.fact.clause
        if tuple(codes[: len(cards)]) != cards:
            clauses = (clause,) if clause in book.clauses else ("7.9",)
            subject = f"order:{noted.version}"
            findings.append(Finding("wrong_order_restored", PROCEDURE, subject, clauses, (noted.version,)))


# --- Places --------------------------------------------------------------------------------------------------------


@implements("baccarat", "4.9.1.1", "4.9.1.2", "7.6", "7.9", "7.12")
def cards_in_right_places(
    state: BaccaratRound, cards: Sequence[DealtCard], hands: Hands, findings: list[Finding]
) -> tuple[int, ...]:
    """Each card of the hands lies where the order of the shoe puts it. A third card given to Player that is Banker's
    (7.6), or any other card in a wrong place (7.9), moves there; nobody may leave it where it was. The places in the
    order of facts at which cards came out of theirs, as the cards show, or as somebody saw."""
    wrong = []
    for index, (card, place) in enumerate(zip(cards, hands.places, strict=False)):
        if card.to == place:
            continue
        if index >= 4 and card.to == PLAYER and place == BANKER:
            detail = {"card": card.card, "hand": PLAYER}
            findings.append(Finding("wrong_third_card", PROCEDURE, PLAYER, ("7.6",), (card.version,), 0, detail))
        else:
            wrong.append(card)
    seen = [noted for noted in state.troubles if noted.fact.kind == "dealt_out_of_order"]
    if not wrong and not seen:
        return ()
    clause = "7.12" if state.together else "7.9"
    faults: Sequence[DealtCard | Noted] = wrong or seen
    versions = tuple(fault.version for fault in faults)
    if wrong:
        out_of_order = {"cards": [card.card for card in wrong]}
        findings.append(Finding("dealt_out_of_order", PROCEDURE, "", (clause,), versions, 0, out_of_order))
    if not any(noted.fact.clause in ("7.9", "7.12") for noted in state.ordered):
        findings.append(Finding("order_not_restored", PROCEDURE, "", (clause,), versions))
    return tuple(fault.order for fault in faults)


@implements("baccarat", "7.5", "7.6", "7.7")
def too_many(
    state: BaccaratRound, cards: Sequence[DealtCard], hands: Hands, book: RuleBook, findings: list[Finding]
) -> tuple[tuple[str, ...], str]:
    """The cards beyond the hands open the next round, in their order; the clause by which that round takes no bets."""
    opens: list[str] = []
    no_bet = ""
    seen = seen_of_next(state, cards, hands)
    for card in cards[len(hands.places) :]:
        shown = card.to == PLAYER or card.card in seen or _exposed(card, book)
        clause = {PLAYER: "7.6", BANKER: "7.7"}.get(card.to, "7.5")
        if card.to != "next":
            detail = {"card": card.card, "hand": card.to}
            findings.append(Finding("wrong_third_card", PROCEDURE, card.to, (clause,), (card.version,), 0, detail))
        elif shown:
            detail = {"card": card.card}
            findings.append(Finding("next_card_exposed", REMARK, "", (clause,), (card.version,), 0, detail))
        if shown or book.choice("unexposed_card_drawn") == "opens_next_round":
            opens.append(card.card)
        no_bet = no_bet or (clause if shown else "")
    opens += [card for card in dict.fromkeys(seen) if card is not None and card not in opens]
    return tuple(opens), no_bet or ("7.5" if seen else "")


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
    sightings = [noted for noted in state.troubles if noted.fact.kind == "face_up_in_shoe"]
    return any(
        place_of_sighted(n, cards) == 0 and (not cards or n.fact.card in (None, cards[0].card)) for n in sightings
    )
