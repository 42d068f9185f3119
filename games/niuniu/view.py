"""Niu niu: a round as its facts show it, before anybody asks what it comes to.

How the bets of each box lay, which deal counts, and which hands are known. Bets and cards are read together: whether a
box was to be dealt to depends on what lay there. Proved by the golden rounds and ``tests/niuniu/test_deal.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from games.engine.document import RuleBook
from games.engine.session import SessionBefore
from games.engine.steps import NOTHING, Findings, Work
from games.niuniu.bets import Boxes, laid_boxes
from games.niuniu.deal import DEALER, faces, read_deal
from games.niuniu.dealt import NEVER, Dealing
from games.niuniu.facts import NiuNiuRound
from games.niuniu.hands import Comparison, Valued, compare_hands, ranking_of, valued
from games.niuniu.prices import Prices, prices

Hands = Mapping[str, Valued]
NO_SESSION: Final = SessionBefore()


class View(msgspec.Struct, frozen=True, gc=False):
    """A round, its document, and what was read off its facts. ``hands`` are those whose five cards are known;
    ``compared`` each box of them against the dealer's, where that is one of them; ``prices`` those of the document."""

    state: NiuNiuRound
    book: RuleBook
    session: SessionBefore
    ended: bool
    boxes: Boxes
    dealing: Dealing
    hands: Hands
    compared: Mapping[str, Comparison]
    prices: Prices


def view_of(state: NiuNiuRound, book: RuleBook, ended: bool) -> Work[tuple[View, Findings]]:
    """The round as its facts show it, and what is wrong with its bets and its deal."""
    boxes, findings = laid_boxes(state, book)
    yield
    dealing, found = read_deal(state, book, boxes, ended=ended)
    findings += found
    yield
    hands, found = known_hands(state, book, dealing, boxes)
    findings += found
    if ended and dealing.end != NEVER:
        dealing = first_deal_unread(dealing, boxes, hands)
    compared = against_the_dealer(hands)
    before = state.before or NO_SESSION
    return View(state, book, before, ended, boxes, dealing, hands, compared, prices(book)), findings


def known_hands(state: NiuNiuRound, book: RuleBook, dealing: Dealing, boxes: Boxes) -> tuple[Hands, Findings]:
    """The dealer's hand and that of every box with a bet, as far as their five cards are known."""
    hands = {}
    findings = NOTHING
    ranking = ranking_of(book)
    for hand in (*boxes, DEALER):
        cards, found = faces(hand, dealing, state, book)
        if found:
            findings += found
        if cards is not None:
            hands[hand] = valued(cards, ranking)
    return hands, findings


def against_the_dealer(hands: Hands) -> dict[str, Comparison]:
    """The hand of each box held against the dealer's; none where that is not known."""
    dealer = hands.get(DEALER)
    if dealer is None:
        return {}
    return {box: compare_hands(hand, dealer) for box, hand in hands.items() if box != DEALER}


def first_deal_unread(dealing: Dealing, boxes: Boxes, hands: Hands) -> Dealing:
    """Where a deal counts whose cards were wrongly taken back, nobody will read its faces any more: those of 8.1 decide
    what becomes of the bets on them."""
    playing = {box.box for box in boxes.values() if box.valid and box.box not in dealing.void_boxes}
    unread = bool(playing) and not hands.keys() >= {DEALER, *playing}
    return msgspec.structs.replace(dealing, undecided=dealing.undecided or unread)
