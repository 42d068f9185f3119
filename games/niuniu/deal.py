"""Niu niu: which cards each hand has, and what a misdeal makes void (4.8, 7.3 to 7.5, 7.7, 7.8).

Cards are dealt, and under 7.7 and 7.8 taken back and dealt again; bets stay. Once a player has arranged a hand nothing
is dealt again: only the hand with a wrong count (7.4.1), the cards of the box without a bet (7.7.1) or the box without
cards (7.8.1) is void. A wrong count of the dealer's voids the round in any case (7.5). Proved by the golden rounds of
these clauses and by ``tests/niuniu/test_deal.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE
from games.engine.steps import NOTHING, Findings
from games.niuniu.bets import Boxes
from games.niuniu.counts import COUNTS, HAND_SIZE, cards_counted, dealt_too_late, during, told_counts
from games.niuniu.dealt import NEVER, Cards, Deal, Dealing, Told, cards_put, open_hands
from games.niuniu.facts import NiuNiuRound, Noted

DEALER: Final = "dealer"
PLAYER: Final = "player"
VOID: Final = "void"
_NUMBERS: Final = {DEALER: 0, **{f"box{number}": number for number in range(1, 100)}}
Faces = tuple[str, ...]
"""Cards that all were read."""


def read_deal(state: NiuNiuRound, book: RuleBook, boxes: Boxes, *, ended: bool) -> tuple[Dealing, Findings]:
    """The hands of the round, and everything about the deal that was not as the document says."""
    if not state.troubles and not state.taken_back:
        dealing = _as_it_should_be(state, boxes)
        if dealing is not None:
            return dealing, NOTHING
    findings = NOTHING
    for deal in deals_of(state):
        taken = deal.taken
        look_at(deal, state, book, boxes, ended=ended)
        findings += misdeals(deal)
        counted = wrong_count(deal, state)
        if counted.void:
            return counted, findings if taken is None else (*findings, taken_wrongly(taken, counted.void))
        counts = taken is None
        if taken is not None:
            rightly, found = taken_back_rightly(deal, taken, state)
            findings += found
            counts = not rightly and deal.over and book.choice("dealt_again_wrongly") == "first_deal"
        if counts:
            dealing, found = last_deal(deal, state, book, counted)
            return dealing, findings + found
    raise AssertionError("the last deal is never taken back")


def deals_of(state: NiuNiuRound) -> list[Deal]:
    """The deals of the round, the last one perhaps without cards yet."""
    if not state.taken_back:
        return [Deal(state, state.dealt, 0, None)]
    deals = []
    start = 0
    for taken in (*state.taken_back, None):
        end = NEVER if taken is None else taken.order
        deals.append(Deal(state, [noted for noted in state.dealt if start <= noted.order < end], start, taken))
        start = end
    return deals


def _as_it_should_be(state: NiuNiuRound, boxes: Boxes) -> Dealing | None:
    """The only deal of a round, if there is nothing to look at in it: five cards before the dealer and each box with a
    bet, and nowhere else, and no hand got more of them once its count could be wrong."""
    facts = state.dealt
    hands = cards_put(facts)
    if len(hands) != len(boxes) + 1 or len(hands.get(DEALER, ())) != HAND_SIZE:
        return None
    for box, lay in boxes.items():
        if len(hands.get(box, ())) != HAND_SIZE or not (lay.valid or lay.in_time):
            return None
    if len(facts) != len(hands) and not _before_all_else(state):
        return None
    if not state.shown:
        return Dealing(hands, {})
    shown = open_hands(state, facts, 0, NEVER)
    if any(len(noted.fact.cards) != HAND_SIZE for noted in shown.values()):
        return None
    return Dealing(hands, shown)


def _before_all_else(state: NiuNiuRound) -> bool:
    """Were all cards dealt before anything was done with them, the dealer's last?"""
    last = state.dealt[-1]
    done = (state.arranged, state.shown, state.compared, state.voided)
    return last.fact.to == DEALER and all(not noted or noted[0].order > last.order for noted in done)


# --- What was wrong with a deal ------------------------------------------------------------------------------------


@implements("niuniu", "4.8.1", "4.8.2", "4.8.3", "7.4", "7.5", "7.7", "7.8")
def look_at(deal: Deal, state: NiuNiuRound, book: RuleBook, boxes: Boxes, *, ended: bool) -> None:
    """Finds boxes dealt to without a bet, boxes with a bet passed over, and hands of a wrong count. Too few cards are
    wrong only once no more could come: dealing was over (the dealer's hand, which comes last, is full, a hand lay open,
    or the round ended and no void had broken the deal off), that hand was arranged, or somebody said it was wrong.
    From then on they stay wrong (:func:`dealt_too_late`)."""
    deal.short = dealt_too_late(deal, state)
    deal.counts = counts = cards_counted(deal, state, book)
    deal.voided, stopped = _broken_off(deal, state, boxes)
    opened = any(deal.holds(noted.order) for noted in (*state.shown, *state.compared))
    arranged = {noted.fact.hand for noted in state.arranged if deal.holds(noted.order)}
    last = ended and deal.taken is None
    deal.played_on = opened or bool(arranged) or last
    deal.over = opened or (last and not stopped) or counts.get(DEALER, 0) >= HAND_SIZE
    deal.empty = [box for box in deal.hands if box != DEALER and (box not in boxes or not boxes[box].in_time)]
    deal.skipped = passed_over(deal, book, boxes)
    with_cards = [box for box, lay in boxes.items() if lay.in_time and box not in deal.skipped]
    named = {told.hand for told in deal.told}
    final = arranged | named
    if None in named and not any(counts.get(box, 0) > HAND_SIZE for box in with_cards):
        final.update(with_cards)
    deal.miscounted = [
        hand
        for hand in (*with_cards, DEALER)
        if (
            _wrong(counts[hand], finished=deal.over or hand in final or hand in deal.short)
            if hand in counts
            else hand in named
        )
    ]
    at_boxes = [hand for hand in deal.miscounted if hand != DEALER]
    deal.unknown_box = None in named and not at_boxes and any(box not in counts for box in with_cards)


def _broken_off(deal: Deal, state: NiuNiuRound, boxes: Boxes) -> tuple[bool, bool]:
    """Was the round declared void after the last card of the deal? Did that, or a wrong count that somebody saw, end
    the dealing? Sorts what was said of counts into what the cards on record contradict, and the rest."""
    in_time = [box for box, lay in boxes.items() if lay.in_time]
    for told in told_counts(deal, state):
        right = all(deal.counts.get(hand) == HAND_SIZE for hand in ([told.hand] if told.hand else in_time))
        (deal.contradicted if right else deal.told).append(told)
    last_card = deal.facts[-1].order if deal.facts else deal.start
    declared = [noted.order for noted in state.voided]
    declared += [ruling.order for ruling in state.rulings if ruling.choice == VOID and ruling.clause[:3] == "7.1"]
    voided = any(last_card < order < deal.end and during(order, state) for order in declared)
    return voided, voided or any(told.noted.order > last_card for told in deal.told)


@implements("niuniu", "4.8", "7.8")
def passed_over(deal: Deal, book: RuleBook, boxes: Boxes) -> list[str]:
    """The boxes with a bet that plays and without cards, where one that comes later had cards already."""
    if not deal.hands:
        return []
    forwards = book.choice("boxes_numbered") == "clockwise"
    places = {box: box_number(box) if forwards else -box_number(box) for box in {*boxes, *deal.hands} - {DEALER}}
    all_later = deal.over or DEALER in deal.hands
    last = max((places[box] for box in deal.hands if box != DEALER), default=0)
    return [
        box for box, lay in boxes.items() if lay.valid and box not in deal.counts and (all_later or places[box] < last)
    ]


def about(hand: str) -> str:
    """What a finding about a hand is about: ``box:3``, or ``hand:dealer``."""
    return f"box:{hand[3:]}" if hand != DEALER else f"hand:{DEALER}"


def box_number(box: str) -> int:
    """``box3`` -> 3."""
    return _NUMBERS[box]


def numbers_of(hands: Iterable[str]) -> list[int]:
    """The same of several hands, in their order; nought for the dealer's."""
    return [_NUMBERS[hand] for hand in hands]


def _wrong(count: int, *, finished: bool) -> bool:
    return count > HAND_SIZE or (finished and count < HAND_SIZE)


def misdeals(deal: Deal) -> Findings:
    """What was wrong with a deal: boxes dealt to and passed over, wrong counts, and counts said to be wrong that were
    not."""
    return (
        *(_misdeal("dealt_to_empty_box", deal, box, ("4.8.1", "7.7"), (deal.versions[box],)) for box in deal.empty),
        *(_misdeal("box_without_cards", deal, box, ("4.8.1", "7.8"), (deal.facts[0].version,)) for box in deal.skipped),
        *(
            _misdeal(
                "wrong_card_count",
                deal,
                hand,
                ("4.8.2", "7.5") if hand == DEALER else ("4.8.1", "7.4"),
                _counted_by(deal, hand),
            )
            for hand in deal.miscounted
        ),
        *(_was_right(deal, told) for told in deal.contradicted if told.seen),
    )


def _misdeal(code: str, deal: Deal, hand: str, clauses: tuple[str, ...], versions: tuple[int, ...]) -> Finding:
    return Finding(
        code=code,
        severity=PROCEDURE,
        subject=about(hand),
        clauses=clauses,
        versions=versions,
        detail={"count": deal.counts[hand]} if hand in deal.counts else {},
    )


def _was_right(deal: Deal, told: Told) -> Finding:
    """Somebody saw a wrong count, and the cards on record say five."""
    hand = told.hand or ""
    return Finding(
        code="results_disagree",
        severity=PROCEDURE,
        subject=about(hand) if hand else "",
        clauses=(told.clause,),
        versions=(*_counted_by(deal, hand), told.noted.version),
        detail={"count": HAND_SIZE},
    )


def _counted_by(deal: Deal, hand: str) -> tuple[int, ...]:
    """The facts that say how many cards a hand had: dealt and shown, or only told."""
    if hand in deal.short:
        return deal.short[hand].versions
    versions = [deal.versions[hand]] if hand in deal.versions else []
    if hand in deal.shown:
        versions.append(deal.shown[hand].version)
    return tuple(versions or (told.noted.version for told in deal.told if told.hand == hand))


@implements("niuniu", "7.4.1", "7.7.1", "7.8.1")
def arranged_before(state: NiuNiuRound, deal: Deal, clause: str) -> bool:
    """Had any player arranged a hand of this deal when its fault was found? Found is: seen, announced as void, or the
    cards taken back; a fault that nobody noticed counts as found at the end of the round."""
    moments = [noted.order for noted in state.troubles if noted.fact.ground.startswith(clause)]
    moments += [noted.order for noted in state.voided if (noted.fact.ground or "").startswith(clause)]
    found = min((order for order in moments if order >= deal.start), default=NEVER)
    until = min(found, deal.end, NEVER if state.closed is None else state.closed)
    return any(n.fact.by == PLAYER and deal.start <= n.order < until for n in state.arranged)


@implements("niuniu", "7.4", "7.4.1", "7.5")
def wrong_count(deal: Deal, state: NiuNiuRound) -> Dealing:
    """A wrong count of the dealer's voids the round; one of a player's too, unless a player had arranged a hand: then
    only the hand with the wrong count is void, and where nobody knows whose that was, somebody has to decide."""
    boxes = [hand for hand in deal.miscounted if hand != DEALER]
    of_player = bool(boxes) or deal.unknown_box
    if DEALER in deal.miscounted:
        return deal.counting(void=("7.5",), wrong_counts=COUNTS if of_player else ("7.5",))
    if not of_player:
        return deal.counting()
    if not arranged_before(state, deal, "7.4"):
        return deal.counting(void=("7.4",), wrong_counts=("7.4",))
    void_boxes = dict.fromkeys(boxes, ("7.4", "7.4.1"))
    return deal.counting(void_boxes=void_boxes, wrong_counts=("7.4",), undecided=deal.unknown_box)


# --- Taken back and dealt again ------------------------------------------------------------------------------------


def taken_wrongly(taken: Noted, clauses: tuple[str, ...]) -> Finding:
    """Cards were taken back that had to stay."""
    return Finding(
        code="dealt_again_wrongly", severity=PROCEDURE, subject="", clauses=clauses, versions=(taken.version,)
    )


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def taken_back_rightly(deal: Deal, taken: Noted, state: NiuNiuRound) -> tuple[bool, Findings]:
    """Whether the cards were to be taken back and dealt again: a box without a bet had cards, or one with a bet had
    none, and no player had arranged a hand yet (7.8: and they could be retrieved). In their order, else a finding."""
    grounds = [clause for clause, boxes in (("7.7", deal.empty), ("7.8", deal.skipped)) if boxes]
    if not grounds:
        seen = [n.fact.ground[:3] for n in state.troubles if deal.start <= n.order < taken.order]
        grounds = [clause for clause in seen if clause in ("7.7", "7.8")]
    if not grounds:
        return False, (taken_wrongly(taken, ("7.7", "7.8")),)
    clause = next((clause for clause in grounds if not _has_to_stay(state, deal, clause)), None)
    if clause is None:
        return False, (taken_wrongly(taken, (grounds[0], f"{grounds[0]}.1")),)
    again = [card for n in state.dealt if n.order > taken.order for card in n.fact.cards]
    before = [card for n in deal.facts for card in n.fact.cards]
    differs = any(a != b for a, b in zip(before, again, strict=False) if a is not None and b is not None)
    if taken.fact.in_order is not False and not differs:
        return True, NOTHING
    out_of_order = Finding(
        code="dealt_again_out_of_order", severity=PROCEDURE, subject="", clauses=(clause,), versions=(taken.version,)
    )
    return True, (out_of_order,)


@implements("niuniu", "7.7.1", "7.8.1")
def _has_to_stay(state: NiuNiuRound, deal: Deal, clause: str) -> bool:
    """Under a clause, may the cards of this deal no longer be taken back?"""
    not_retrieved = clause == "7.8" and any(deal.holds(noted.order) for noted in state.not_retrieved)
    return not_retrieved or arranged_before(state, deal, clause)


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def last_deal(deal: Deal, state: NiuNiuRound, book: RuleBook, counted: Dealing) -> tuple[Dealing, Findings]:
    """The deal that counts. A box that got no cards goes back, alone; the cards of a box without a bet are void. Where
    nobody had arranged a hand all cards should have been dealt again, unless the round goes on or a void stopped it."""
    void_boxes = dict(counted.void_boxes)
    omitted = []
    went_on = deal.over and deal.played_on
    if deal.empty and went_on and not _has_to_stay(state, deal, "7.7"):
        omitted.append("7.7")
    if deal.skipped:
        stays = _has_to_stay(state, deal, "7.8")
        if stays or went_on:
            void_boxes.update(dict.fromkeys(deal.skipped, ("7.8", "7.8.1")))
        if went_on and not stays:
            omitted.append("7.8")
    if deal.voided:
        omitted.clear()
    hands = {hand: cards for hand, cards in deal.hands.items() if hand not in deal.empty}
    undecided = counted.undecided or (bool(omitted) and book.choice("not_dealt_again") == "await_ruling")
    dealing = msgspec.structs.replace(counted, hands=hands, void_boxes=void_boxes, undecided=undecided)
    if not omitted:
        return dealing, NOTHING
    not_again = Finding(
        code="not_dealt_again",
        severity=PROCEDURE,
        subject="",
        clauses=tuple(omitted),
        versions=tuple(deal.versions[box] for box in deal.empty),
    )
    return dealing, (not_again,)


# --- The faces -----------------------------------------------------------------------------------------------------


@implements("niuniu", "2.2.4", "4.9")
def faces(hand: str, dealing: Dealing, state: NiuNiuRound, book: RuleBook) -> tuple[Faces | None, Findings]:
    """The five cards of a hand, or None where they are not known (yet). As dealt, and where their faces were not read
    then, as they lay open; where both are known and differ, by the book's choice."""
    dealt: Any = dealing.hands.get(hand, ())
    shown = dealing.shown.get(hand)
    if shown is None:
        if len(dealt) == HAND_SIZE and None not in dealt:
            return dealt, NOTHING
        return _as_arranged(hand, dealt, dealing, state), NOTHING
    cards: Faces = shown.fact.cards
    if cards == dealt and len(cards) == HAND_SIZE:
        return cards, NOTHING
    read = [card for card in dealt if card is not None]
    known = cards if len(cards) == HAND_SIZE else None
    if set(cards).issuperset(read) and len(dealt) in (0, len(cards)):
        return known, NOTHING
    differ = Finding(
        code="cards_shown_differ",
        severity=PROCEDURE,
        subject=about(hand),
        clauses=("4.9",),
        versions=(shown.version,),
        detail={"dealt": read, "shown": list(cards)},
    )
    if len(read) == len(dealt) == HAND_SIZE and book.choice("cards_shown_against_dealt") == "dealt":
        return dealt, (differ,)
    return known, (differ,)


def _as_arranged(hand: str, dealt: Cards, dealing: Dealing, state: NiuNiuRound) -> Faces | None:
    """Where not all faces of a hand of five were read: the cards as it was arranged, if they hold those that were."""
    if len(dealt) not in (0, HAND_SIZE):
        return None
    read = [card for card in dealt if card is not None]
    found = None
    for noted in (*state.arranged, *state.rearranged):
        cards: Faces = (*noted.fact.three, *noted.fact.two)
        in_this_deal = noted.fact.hand == hand and dealing.holds(noted.order)
        if in_this_deal and len(cards) == HAND_SIZE and set(cards).issuperset(read):
            found = cards
    return found
