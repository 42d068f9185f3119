"""Niu niu: how many cards a hand had, and from which moment on its count was wrong (4.8.3, 4.11, 7.4, 7.5).

Too many cards are wrong at once; too few from the moments of :func:`dealt_too_late`, and a card dealt later heals
nothing. Proved by ``tests/niuniu/test_counts.py`` and the golden rounds of these clauses.
"""

from __future__ import annotations

from typing import Final

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.ending import closed_at
from games.engine.ending import during as before
from games.niuniu.dealt import Deal, Short, Told
from games.niuniu.facts import NiuNiuRound, Noted
from games.niuniu.hands import DEALER

HAND_SIZE: Final = 5
COUNTS: Final = ("7.4", "7.5")
"""The clauses of a wrong count: a player's, the dealer's."""


def during(order: int, state: NiuNiuRound) -> bool:
    """Did this happen before the round was closed, or overtaken by the table's next one?"""
    return before(order, closed_at(state))


@implements("niuniu", "7.4", "7.5")
def told_counts(deal: Deal, state: NiuNiuRound) -> list[Told]:
    """The wrong counts of a deal that somebody saw or announced while the round lasted."""
    found = []
    for noted in (*state.troubles, *state.voided):
        clause = (noted.fact.ground or "")[:3]
        if clause in COUNTS and deal.holds(noted.order) and during(noted.order, state):
            hand = DEALER if clause == "7.5" else getattr(noted.fact, "hand", None)
            found.append(Told(noted, hand, clause, noted in state.troubles))
    return found


@implements("niuniu", "4.8.3", "4.11")
def cards_counted(deal: Deal, state: NiuNiuRound, book: RuleBook) -> dict[str, int]:
    """How many cards each hand had: where it lay open those on the table decide, by the book's choice; not where it was
    shown only after somebody had said that its count was wrong, and the cards as dealt bear that out."""
    counts = {hand: len(cards) for hand, cards in deal.hands.items()}
    short = {hand: known.count for hand, known in deal.short.items()}
    open_cards_decide = book.choice("cards_shown_against_dealt") == "shown"
    for hand, noted in deal.shown.items():
        if hand in counts and (not open_cards_decide or _borne_out(hand, counts[hand], noted, deal, state)):
            continue
        counts[hand] = len(noted.fact.cards)
    return counts | short if short else counts


def _borne_out(hand: str, dealt: int, shown: Noted, deal: Deal, state: NiuNiuRound) -> bool:
    """Was a hand that was not dealt five cards said to have a wrong count before it was shown?"""
    return dealt != HAND_SIZE and any(
        told.noted.order < shown.order and told.hand in (hand, None if hand != DEALER else hand)
        for told in told_counts(deal, state)
    )


@implements("niuniu", "4.8.3", "7.4", "7.5")
def dealt_too_late(deal: Deal, state: NiuNiuRound) -> dict[str, Short]:
    """The hands that had too few cards when their count was wrong, and were dealt more after that, which heals nothing.
    Wrong is a count from the moment at which that hand was arranged, somebody said that it was wrong, the dealer's hand
    was full (which is dealt last: not where it began before that box's), or any hand lay open with all its cards or was
    compared. A hand without any card by then was passed over (7.8), which is no count."""
    moments = _moments(deal, state)
    if not moments:
        return {}
    found = {}
    for hand in deal.hands:
        first = next(((order, version) for order, version, of in moments if of is None or hand in of), None)
        if first is None or first[0] > deal.facts[-1].order:
            continue
        cards = [noted for noted in deal.facts if noted.fact.to == hand]
        before = [noted for noted in cards if noted.order < first[0]]
        count = sum(len(noted.fact.cards) for noted in before)
        if 0 < count < HAND_SIZE and len(before) < len(cards):
            found[hand] = Short(count, (before[-1].version, first[1], cards[len(before)].version))
    return found


def _moments(deal: Deal, state: NiuNiuRound) -> list[tuple[int, int, tuple[str, ...] | None]]:
    """(order, version, hands) of every moment from which the counts of these hands are wrong if they are; None: of all
    hands. In their order."""
    boxes = tuple(hand for hand in deal.hands if hand != DEALER)
    moments: list[tuple[int, int, tuple[str, ...] | None]] = [
        (noted.order, noted.version, (noted.fact.hand,)) for noted in state.arranged if deal.holds(noted.order)
    ]
    for told in told_counts(deal, state):
        moments.append((told.noted.order, told.noted.version, boxes if told.hand is None else (told.hand,)))
    moments += [(noted.order, noted.version, None) for noted in state.compared if deal.holds(noted.order)]
    moments += [
        (noted.order, noted.version, None)
        for noted in state.shown
        if deal.holds(noted.order) and len(noted.fact.cards) >= HAND_SIZE
    ]
    begun: list[str] = []
    count = 0
    for noted in deal.facts:
        if noted.fact.to != DEALER:
            if not count:
                begun.append(noted.fact.to)
            continue
        count += len(noted.fact.cards)
        if count >= HAND_SIZE:
            moments.append((noted.order, noted.version, tuple(begun)))
            break
    return sorted(moments, key=lambda moment: moment[0])
