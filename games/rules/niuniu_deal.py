"""Niu niu: which cards each hand has, and what a misdeal makes void (4.8, 7.3 to 7.5, 7.7, 7.8).

Cards are dealt, and under 7.7 and 7.8 taken back and dealt again; bets stay. Once a player has arranged a hand nothing
is dealt again: only the hand with a wrong count (7.4.1), the cards of the box without a bet (7.7.1) or the box without
cards (7.8.1) is void. A wrong count of the dealer's voids the round in any case (7.5). Proved by the golden rounds of
these clauses and by ``tests/rules/test_niuniu_deal.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.rounds.niuniu import NiuNiuRound, Noted
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.niuniu_bets import BoxLay
from games.rules.settling import PROCEDURE

HAND_SIZE: Final = 5
DEALER: Final = "dealer"
PLAYER: Final = "player"
_NUMBERS: Final = {f"box{number}": number for number in range(1, 100)}
NEVER: Final = 1 << 60
"""A place in the order after everything."""

Cards = tuple[str | None, ...]


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """The deal that counts. ``hands`` are the cards put before each; ``void`` the clauses by which the round is void,
    ``void_boxes`` those of single boxes; ``undecided`` that a deal went on although it was to be made again; ``start``
    and ``end`` its places in the order."""

    hands: Mapping[str, Cards]
    void: tuple[str, ...] = ()
    void_boxes: Mapping[str, tuple[str, ...]] = {}
    undecided: bool = False
    start: int = 0
    end: int = NEVER


class Deal:
    """One deal of the round: from the first card, or from a taking back, to the next one or the end."""

    __slots__ = (
        "dealer_wrong",
        "empty",
        "facts",
        "hands",
        "miscounted",
        "over",
        "skipped",
        "start",
        "taken",
        "versions",
    )

    def __init__(self, facts: Sequence[Noted], start: int, taken: Noted | None) -> None:
        self.start = start
        self.taken = taken
        self.facts = facts
        self.hands: dict[str, Cards] = {}
        self.versions: dict[str, int] = {}
        for noted in facts:
            fact = noted.fact
            to, cards = fact.to, fact.cards
            self.hands[to] = (*self.hands[to], *cards) if to in self.hands else cards
            self.versions[to] = noted.version
        self.over = False
        self.empty: list[str] = []
        self.skipped: list[str] = []
        self.miscounted: list[str] = []
        self.dealer_wrong = False

    @property
    def end(self) -> int:
        return NEVER if self.taken is None else self.taken.order


def read_deal(
    state: NiuNiuRound, book: RuleBook, boxes: Mapping[str, BoxLay], findings: list[Finding], *, ended: bool
) -> Dealing:
    """The hands of the round, and everything about the deal that was not as the document says."""
    deals = deals_of(state)
    if len(deals) == 1 and _as_it_should_be(deals[0], boxes):
        return Dealing(deals[0].hands)
    for deal in deals:
        taken = deal.taken
        look_at(deal, state, boxes, ended=ended)
        _misdeal_findings(deal, findings)
        found = wrong_count(deal, state)
        if found is not None and found.void:
            if taken is not None:
                _taken_wrongly(taken, findings, found.void)
            return found
        if taken is None:
            return last_deal(deal, state, book, found, findings)
        rightly = taken_back_rightly(deal, taken, state, findings)
        if not rightly and deal.over and book.choice("dealt_again_wrongly") == "first_deal":
            return last_deal(deal, state, book, found, findings)
    raise AssertionError("the last deal is never taken back")


def deals_of(state: NiuNiuRound) -> list[Deal]:
    """The deals of the round, the last one perhaps without cards yet."""
    if not state.taken_back:
        return [Deal(state.dealt, 0, None)]
    deals = []
    start = 0
    for taken in (*state.taken_back, None):
        end = NEVER if taken is None else taken.order
        deals.append(Deal([noted for noted in state.dealt if start <= noted.order < end], start, taken))
        start = end
    return deals


def _as_it_should_be(deal: Deal, boxes: Mapping[str, BoxLay]) -> bool:
    """Five cards before the dealer and each box with a bet, and nowhere else."""
    return (
        deal.hands.keys() == {DEALER, *boxes}
        and all(len(cards) == HAND_SIZE for cards in deal.hands.values())
        and all(box.in_time for box in boxes.values())
    )


# --- What was wrong with a deal ------------------------------------------------------------------------------------


@implements("niuniu", "4.8.1", "4.8.2", "4.8.3", "7.4", "7.5", "7.7", "7.8")
def look_at(deal: Deal, state: NiuNiuRound, boxes: Mapping[str, BoxLay], *, ended: bool) -> None:
    """Finds boxes dealt to without a bet, boxes with a bet passed over, and hands of a wrong count. Too few cards are
    wrong only once dealing was over: the dealer's hand, which comes last, is full, or cards were arranged or shown."""
    hands = deal.hands
    facts = (*state.arranged, *state.shown, *state.compared)
    touched = any(deal.start <= noted.order < deal.end for noted in facts)
    seen = any(n.fact.ground[:3] in ("7.4", "7.5") and deal.start <= n.order < deal.end for n in state.troubles)
    finished = touched or seen or (ended and deal.taken is None)
    dealers = len(hands.get(DEALER, ()))
    deal.over = finished or dealers >= HAND_SIZE
    dealt_to = [hand for hand in hands if hand != DEALER]
    deal.empty = [box for box in dealt_to if box not in boxes or not boxes[box].in_time]
    if hands:
        last = max((box_number(box) for box in dealt_to), default=0)
        later = dealers > 0 or deal.over
        deal.skipped = [
            box for box, lay in boxes.items() if lay.valid and box not in hands and (later or box_number(box) < last)
        ]
    deal.miscounted = [box for box in dealt_to if box not in deal.empty and _wrong(len(hands[box]), finished=deal.over)]
    deal.dealer_wrong = dealers > 0 and _wrong(dealers, finished=finished)


def about(hand: str) -> str:
    """What a finding about a hand is about: ``box:3``, or ``hand:dealer``."""
    return f"box:{hand[3:]}" if hand != DEALER else f"hand:{DEALER}"


def box_number(box: str) -> int:
    """``box3`` -> 3."""
    return _NUMBERS[box]


def _wrong(count: int, *, finished: bool) -> bool:
    return count > HAND_SIZE or (finished and count < HAND_SIZE)


def _misdeal_findings(deal: Deal, findings: list[Finding]) -> None:
    for code, wrong, clauses in (
        ("dealt_to_empty_box", deal.empty, ("4.8.1", "7.7")),
        ("box_without_cards", deal.skipped, ("4.8.1", "7.8")),
        ("wrong_card_count", deal.miscounted, ("4.8.1", "7.4")),
        ("wrong_card_count", [DEALER] if deal.dealer_wrong else [], ("4.8.2", "7.5")),
    ):
        for hand in wrong:
            versions = (deal.versions[hand],) if hand in deal.versions else ()
            detail = {"count": len(deal.hands.get(hand, ()))}
            findings.append(Finding(code, PROCEDURE, about(hand), clauses, versions, 0, detail))


@implements("niuniu", "7.4.1", "7.7.1", "7.8.1")
def arranged_before(state: NiuNiuRound, deal: Deal, clause: str) -> bool:
    """Had any player arranged a hand of this deal when its fault was found? Found is: seen, announced as void, or the
    cards taken back; a fault that nobody noticed counts as found at the end."""
    moments = [noted.order for noted in state.troubles if noted.fact.ground.startswith(clause)]
    moments += [noted.order for noted in state.voided if (noted.fact.ground or "").startswith(clause)]
    found = min((order for order in moments if order >= deal.start), default=NEVER)
    until = min(found, deal.end)
    return any(n.fact.by == PLAYER and deal.start <= n.order < until for n in state.arranged)


@implements("niuniu", "7.4", "7.4.1", "7.5")
def wrong_count(deal: Deal, state: NiuNiuRound) -> Dealing | None:
    """A wrong count of the dealer's voids the round; one of a player's too, unless a player had arranged a hand: then
    only the hand with the wrong count is void."""
    if deal.dealer_wrong:
        return Dealing(deal.hands, ("7.5",), start=deal.start, end=deal.end)
    if not deal.miscounted:
        return None
    if not arranged_before(state, deal, "7.4"):
        return Dealing(deal.hands, ("7.4",), start=deal.start, end=deal.end)
    return Dealing(deal.hands, void_boxes=dict.fromkeys(deal.miscounted, ("7.4", "7.4.1")))


# --- Taken back and dealt again ------------------------------------------------------------------------------------


def _taken_wrongly(taken: Noted, findings: list[Finding], clauses: tuple[str, ...]) -> None:
    findings.append(Finding("dealt_again_wrongly", PROCEDURE, "", clauses, (taken.version,)))


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def taken_back_rightly(deal: Deal, taken: Noted, state: NiuNiuRound, findings: list[Finding]) -> bool:
    """Whether the cards were to be taken back and dealt again: a box without a bet had cards, or one with a bet had
    none, and no player had arranged a hand yet. In their order, else a finding."""
    grounds = [clause for clause, boxes in (("7.7", deal.empty), ("7.8", deal.skipped)) if boxes]
    if not grounds:
        seen = [n.fact.ground[:3] for n in state.troubles if deal.start <= n.order < taken.order]
        grounds = [clause for clause in seen if clause in ("7.7", "7.8")]
    if not grounds:
        _taken_wrongly(taken, findings, ("7.7", "7.8"))
        return False
    clause = next((clause for clause in grounds if not arranged_before(state, deal, clause)), None)
    if clause is None:
        _taken_wrongly(taken, findings, (grounds[0], f"{grounds[0]}.1"))
        return False
    again = [card for n in state.dealt if n.order > taken.order for card in n.fact.cards]
    before = [card for n in deal.facts for card in n.fact.cards]
    differs = any(a != b for a, b in zip(before, again, strict=False) if a is not None and b is not None)
    if taken.fact.in_order is False or differs:
        findings.append(Finding("dealt_again_out_of_order", PROCEDURE, "", (clause,), (taken.version,)))
    return True


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def last_deal(
    deal: Deal, state: NiuNiuRound, book: RuleBook, counted: Dealing | None, findings: list[Finding]
) -> Dealing:
    """The deal that counts. A box that got no cards goes back, alone; the cards of a box without a bet are void. Where
    nobody had arranged a hand all cards should have been dealt again."""
    void_boxes = dict(counted.void_boxes) if counted else {}
    omitted = []
    if deal.empty and deal.over and not arranged_before(state, deal, "7.7"):
        omitted.append("7.7")
    if deal.skipped:
        not_retrieved = any(deal.start <= noted.order < deal.end for noted in state.not_retrieved)
        if not_retrieved or arranged_before(state, deal, "7.8"):
            void_boxes.update(dict.fromkeys(deal.skipped, ("7.8", "7.8.1")))
        elif deal.over:
            omitted.append("7.8")
            void_boxes.update(dict.fromkeys(deal.skipped, ("7.8", "7.8.1")))
    if omitted:
        versions = tuple(deal.versions[box] for box in deal.empty)
        findings.append(Finding("not_dealt_again", PROCEDURE, "", tuple(omitted), versions))
    hands = {hand: cards for hand, cards in deal.hands.items() if hand not in deal.empty}
    undecided = bool(omitted) and book.choice("not_dealt_again") == "await_ruling"
    return Dealing(hands, void_boxes=void_boxes, undecided=undecided, start=deal.start, end=deal.end)


# --- The faces -----------------------------------------------------------------------------------------------------


@implements("niuniu", "2.2.4", "4.9")
def faces(
    hand: str, dealing: Dealing, state: NiuNiuRound, book: RuleBook, findings: list[Finding]
) -> tuple[str, ...] | None:
    """The five cards of a hand, or None where they are not known (yet). As dealt, and where their faces were not read
    then, as they lay open; where both are known and differ, by the book's choice."""
    dealt = dealing.hands.get(hand, ())
    read = tuple([card for card in dealt if card is not None])
    complete = len(dealt) == HAND_SIZE == len(read)
    if not state.shown and complete:
        return read
    shown = None
    for noted in state.shown:
        if noted.fact.hand == hand and dealing.start <= noted.order < dealing.end:
            shown = noted
    if shown is None:
        return read if complete else _as_arranged(hand, dealing, state)
    cards: tuple[str, ...] = shown.fact.cards
    if any(card not in cards for card in read) or (dealt and len(cards) != len(dealt)):
        detail = {"dealt": list(read), "shown": list(cards)}
        findings.append(Finding("cards_shown_differ", PROCEDURE, about(hand), ("4.9",), (shown.version,), 0, detail))
        if complete and book.choice("cards_shown_against_dealt") == "dealt":
            return read
    return cards if len(cards) == HAND_SIZE else None


def _as_arranged(hand: str, dealing: Dealing, state: NiuNiuRound) -> tuple[str, ...] | None:
    """Where nobody read the faces of a hand of five: the cards as it was arranged."""
    if len(dealing.hands.get(hand, ())) not in (0, HAND_SIZE):
        return None
    found = None
    for noted in (*state.arranged, *state.rearranged):
        cards: tuple[str, ...] = (*noted.fact.three, *noted.fact.two)
        in_this_deal = noted.fact.hand == hand and dealing.start <= noted.order < dealing.end
        if in_this_deal and len(cards) == HAND_SIZE:
            found = cards
    return found
