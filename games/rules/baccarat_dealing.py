"""Baccarat: from the cards as they were dealt to the hands that count (4.9, 7.4 to 7.9, 7.11 to 7.13).

The order of the shoe decides. A card in the wrong place is put where the order says; a card too many opens the next
round; cards drawn together whose order nobody can tell wait for the pit manager. Proved by the golden rounds 4.9 to
4.17 and 7.4 to 7.13 and by ``tests/rules/test_baccarat_dealing.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Final

import msgspec

from games.rounds.baccarat import BaccaratRound, DealtCard, Noted
from games.rules.baccarat_cards import BANKER, PLAYER, DrawTables, Hands, deal
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.settling import PROCEDURE, REMARK

MOST_UNORDERED: Final = 5
"""More cards than this drawn together are shown as they were recorded only: the orders would be too many to list."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """The hands under one possible decision; ``decision`` is empty where nothing is to be decided."""

    hands: Hands
    decision: str = ""


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """What the cards of a round come to. ``awaiting`` is the clause whose post must decide, ``options`` the hands (one,
    unless the order of cards is open), ``opens_next`` the cards that open the next round, ``next_no_bet`` the clause by
    which it is dealt without bets; ``misdealt`` says that cards lay out of order."""

    cards: tuple[DealtCard, ...]
    options: tuple[Option, ...]
    awaiting: str = ""
    opens_next: tuple[str, ...] = ()
    next_no_bet: str = ""
    misdealt: bool = False

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
    misdealt = False
    open_blocks = [noted for noted in state.together if not noted.fact.order_known]
    if open_blocks:
        options, undecided = decided_order(state, book, codes, open_blocks, tables, findings)
        awaiting = awaiting or undecided
        hands = options[0].hands
    else:
        hands = deal(codes, tables)
        options = (Option(hands),)
        misdealt = cards_in_right_places(state, cards, hands, findings)
        restored_rightly(state, codes, findings)
    opens_next, no_bet = too_many(state, cards[len(hands.places) :], book, findings)
    return Dealing(cards, options, awaiting, opens_next, no_bet, misdealt)


def _exposed(card: DealtCard, book: RuleBook) -> bool:
    return book.choice("exposed_unless_said") if card.exposed is None else card.exposed


@implements("baccarat", "2.2.3", "7.11", "7.11.1", "7.11.2")
def cards_in_play(state: BaccaratRound, book: RuleBook, findings: list[Finding]) -> tuple[tuple[DealtCard, ...], str]:
    """The cards that count, in the order of the shoe, and the clause that must decide where they are in doubt.

    Cards burned belong to no hand. Cards that should have been burned are taken back if none of them was exposed; once
    one is, dealing goes on, and a round whose cards were taken back all the same is for 7.22."""
    cards = tuple(card for card in state.cards if card.to != "burn")
    awaiting = ""
    missed = any(noted.fact.kind == "missed_burn" for noted in state.troubles)
    for noted in state.taken_back:
        gone = [card for card in cards if card.order < noted.order]
        cards = cards[len(gone) :]
        shown = [card.version for card in gone if _exposed(card, book)]
        if shown or not missed:
            versions = (noted.version, *shown)
            detail = {"exposed": len(shown), "burn_missed": missed}
            findings.append(
                Finding("cards_taken_back_wrongly", PROCEDURE, "", ("7.11.1", "7.11.2"), versions, 0, detail)
            )
            awaiting = "7.22"
    if missed and not state.taken_back:
        sighting = next(noted for noted in state.troubles if noted.fact.kind == "missed_burn")
        drawn = [card for card in cards if card.order < sighting.order]
        if drawn and not any(_exposed(card, book) for card in drawn):
            findings.append(Finding("burn_not_made_up", PROCEDURE, "", ("7.11.1",), (sighting.version,)))
    return cards, awaiting


# --- Order ---------------------------------------------------------------------------------------------------------


@implements("baccarat", "7.13")
def decided_order(
    state: BaccaratRound,
    book: RuleBook,
    codes: Sequence[str],
    open_blocks: Sequence[Noted],
    tables: DrawTables,
    findings: list[Finding],
) -> tuple[tuple[Option, ...], str]:
    """Cards drawn together whose order cannot be told lie as the pit manager or above decided; until then every order
    that they can have is possible."""
    decided = None
    for noted in state.ordered:
        fact = noted.fact
        if not fact.clause.startswith("7.13"):
            continue
        subject = f"order:{noted.version}"
        if Counter(fact.cards) != Counter(codes[: len(fact.cards)]) or not fact.cards:
            findings.append(Finding("order_does_not_fit", PROCEDURE, subject, ("7.13",), (noted.version,)))
        elif fact.ordered_by is not None and book.may_act(fact.ordered_by.post, "7.13"):
            decided = fact.cards
        else:
            post = fact.ordered_by.post if fact.ordered_by else ""
            detail = {"post": post}
            findings.append(Finding("post_not_competent", PROCEDURE, subject, ("7.13",), (noted.version,), 0, detail))
            if book.choice("ruling_by_lower_post") == "stands":
                decided = fact.cards
    if decided is not None:
        return (Option(deal([*decided, *codes[len(decided) :]], tables)),), ""
    return _possible_orders(codes, open_blocks, tables), "7.13"


def _possible_orders(codes: Sequence[str], blocks: Sequence[Noted], tables: DrawTables) -> tuple[Option, ...]:
    """The hands under every order of the cards drawn together, equal ones once, the recorded order first."""
    orders = [tuple(codes)]
    for noted in blocks:
        first = noted.fact.first - 1
        last = min(first + noted.fact.count, len(codes))
        if last - first > MOST_UNORDERED:
            continue
        orders = [
            (*order[:first], *block, *order[last:]) for order in orders for block in permutations(order[first:last])
        ]
    options: dict[Hands, Option] = {}
    for order in orders:
        hands = deal(order, tables)
        if hands not in options:
            options[hands] = Option(hands, "-".join(order))
    return tuple(options.values())


@implements("baccarat", "7.9", "7.12")
def restored_rightly(state: BaccaratRound, codes: Sequence[str], findings: list[Finding]) -> None:
    """Putting cards in order restores the order of the shoe, and no other."""
    for noted in state.ordered:
        cards = noted.fact.cards
        if tuple(codes[: len(cards)]) != cards:
            subject = f"order:{noted.version}"
            findings.append(Finding("wrong_order_restored", PROCEDURE, subject, (noted.fact.clause,), (noted.version,)))


# --- Places --------------------------------------------------------------------------------------------------------


@implements("baccarat", "4.9.1.1", "4.9.1.2", "7.6", "7.9", "7.12")
def cards_in_right_places(
    state: BaccaratRound, cards: Sequence[DealtCard], hands: Hands, findings: list[Finding]
) -> bool:
    """Each card of the hands lies where the order of the shoe puts it. A third card given to Player that is Banker's
    (7.6), or any other card in a wrong place (7.9), moves there; nobody may leave it where it was. True where cards
    were out of order, as the cards show or as somebody saw."""
    wrong = []
    for index, (card, place) in enumerate(zip(cards, hands.places, strict=False)):
        if card.to == place:
            continue
        if index >= 4 and card.to == PLAYER and place == BANKER:
            detail = {"card": card.card, "hand": PLAYER}
            findings.append(Finding("wrong_third_card", PROCEDURE, PLAYER, ("7.6",), (card.version,), 0, detail))
        else:
            wrong.append(card)
    seen = [noted.version for noted in state.troubles if noted.fact.kind == "dealt_out_of_order"]
    if not wrong and not seen:
        return False
    clause = "7.12" if state.together else "7.9"
    versions = tuple(card.version for card in wrong) or tuple(seen)
    if wrong:
        out_of_order = {"cards": [card.card for card in wrong]}
        findings.append(Finding("dealt_out_of_order", PROCEDURE, "", (clause,), versions, 0, out_of_order))
    if not any(noted.fact.clause in ("7.9", "7.12") for noted in state.ordered):
        findings.append(Finding("order_not_restored", PROCEDURE, "", (clause,), versions))
    return True


@implements("baccarat", "7.5", "7.6", "7.7")
def too_many(
    state: BaccaratRound, extra: Sequence[DealtCard], book: RuleBook, findings: list[Finding]
) -> tuple[tuple[str, ...], str]:
    """The cards beyond the hands open the next round, in their order; the clause by which that round takes no bets."""
    opens: list[str] = []
    no_bet = ""
    for card in extra:
        if card.to == PLAYER:
            clause, shown = "7.6", True
        else:
            clause, shown = ("7.7" if card.to == BANKER else "7.5"), _exposed(card, book)
        if card.to != "next":
            detail = {"card": card.card, "hand": card.to}
            findings.append(Finding("wrong_third_card", PROCEDURE, card.to, (clause,), (card.version,), 0, detail))
        elif shown:
            detail = {"card": card.card}
            findings.append(Finding("next_card_exposed", REMARK, "", (clause,), (card.version,), 0, detail))
        if shown or book.choice("unexposed_card_drawn") == "opens_next_round":
            opens.append(card.card)
        no_bet = no_bet or (clause if shown else "")
    seen = exposed_in_shoe(state, opens)
    return (*opens, *seen), no_bet or ("7.5" if seen else "")


@implements("baccarat", "7.5")
def exposed_in_shoe(state: BaccaratRound, opens: Sequence[str]) -> tuple[str, ...]:
    """Cards seen in the shoe that would open the next round, besides those already drawn."""
    seen = [noted.fact.card for noted in state.troubles if noted.fact.kind == "next_card_exposed" and noted.fact.card]
    return tuple(card for card in seen if card not in opens)
