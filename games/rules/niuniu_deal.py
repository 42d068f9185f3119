"""Niu niu: which cards each hand has, and what a misdeal makes void (4.8, 7.3 to 7.5, 7.7, 7.8).

Cards are dealt, and under 7.7 and 7.8 taken back and dealt again; bets stay. Once a player has arranged a hand nothing
is dealt again: only the hand with a wrong count (7.4.1), the cards of the box without a bet (7.7.1) or the box without
cards (7.8.1) is void. A wrong count of the dealer's voids the round in any case (7.5). Proved by the golden rounds of
these clauses and by ``tests/rules/test_niuniu_deal.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

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
VOID: Final = "void"
COUNTS: Final = ("7.4", "7.5")
"""The clauses of a wrong count: a player's, the dealer's."""
_NUMBERS: Final = {f"box{number}": number for number in range(1, 100)}
NEVER: Final = 1 << 60
"""A place in the order after everything."""

Cards = tuple[str | None, ...]


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """The deal that counts. ``hands`` are the cards put before each, ``versions`` the facts of their last ones,
    ``shown`` the hands as they lay open; ``void`` the clauses by which the round is void, ``void_boxes`` those of
    single boxes, ``wrong_counts`` those of the counts that were wrong; ``undecided`` that a deal went on although it
    was to be made again, or that nobody knows whose count was wrong; ``start`` and ``end`` its places in the order."""

    hands: Mapping[str, Cards]
    versions: Mapping[str, int]
    shown: Mapping[str, Noted]
    void: tuple[str, ...] = ()
    void_boxes: Mapping[str, tuple[str, ...]] = {}
    wrong_counts: tuple[str, ...] = ()
    undecided: bool = False
    start: int = 0
    end: int = NEVER

    def holds(self, order: int) -> bool:
        """Is this a place in the order between the beginning and the end of the deal?"""
        return self.start <= order < self.end


class Deal:
    """One deal of the round: from the first card, or from a taking back, to the next one or the end."""

    __slots__ = (
        "contradicted",
        "counts",
        "empty",
        "facts",
        "hands",
        "miscounted",
        "over",
        "played_on",
        "shown",
        "skipped",
        "start",
        "taken",
        "told",
        "unknown_box",
        "versions",
        "voided",
    )

    def __init__(self, state: NiuNiuRound, facts: Sequence[Noted], start: int, taken: Noted | None) -> None:
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
        self.shown = open_hands(state, facts, start, self.end) if state.shown else {}
        self.counts: dict[str, int] = {}
        self.told: list[Told] = []
        self.contradicted: list[Told] = []
        self.over = self.played_on = self.voided = self.unknown_box = False
        self.empty: list[str] = []
        self.skipped: list[str] = []
        self.miscounted: list[str] = []

    @property
    def end(self) -> int:
        return NEVER if self.taken is None else self.taken.order

    def holds(self, order: int) -> bool:
        """Is this a place in the order between the beginning and the end of the deal?"""
        return self.start <= order < self.end

    def counting(self, **found: Any) -> Dealing:
        """This deal as the one that counts."""
        return Dealing(self.hands, self.versions, self.shown, start=self.start, end=self.end, **found)


class Told(msgspec.Struct, frozen=True, gc=False):
    """A wrong count that somebody said there was: seen, or announced as the ground of a void. Without a ``hand`` it was
    a player's, and nobody said whose."""

    noted: Noted
    hand: str | None
    clause: str
    seen: bool


def during(order: int, state: NiuNiuRound) -> bool:
    """Did this happen before the round was closed?"""
    return state.closed is None or order < state.closed


def open_hands(state: NiuNiuRound, facts: Sequence[Noted], start: int, end: int) -> dict[str, Noted]:
    """Each hand of a deal as it was shown last; one shown before its last card came did not lie open as a whole."""
    last_card = {noted.fact.to: noted.order for noted in facts}
    return {
        noted.fact.hand: noted
        for noted in state.shown
        if start <= noted.order < end and noted.order > last_card.get(noted.fact.hand, start)
    }


def read_deal(
    state: NiuNiuRound, book: RuleBook, boxes: Mapping[str, BoxLay], findings: list[Finding], *, ended: bool
) -> Dealing:
    """The hands of the round, and everything about the deal that was not as the document says."""
    deals = deals_of(state)
    if not state.troubles and len(deals) == 1 and _as_it_should_be(deals[0], boxes):
        return deals[0].counting()
    for deal in deals:
        taken = deal.taken
        look_at(deal, state, book, boxes, ended=ended)
        _misdeal_findings(deal, findings)
        found = wrong_count(deal, state)
        if found.void:
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
        return [Deal(state, state.dealt, 0, None)]
    deals = []
    start = 0
    for taken in (*state.taken_back, None):
        end = NEVER if taken is None else taken.order
        deals.append(Deal(state, [noted for noted in state.dealt if start <= noted.order < end], start, taken))
        start = end
    return deals


def _as_it_should_be(deal: Deal, boxes: Mapping[str, BoxLay]) -> bool:
    """Five cards before the dealer and each box with a bet, and nowhere else."""
    return (
        deal.hands.keys() == {DEALER, *boxes}
        and all(len(cards) == HAND_SIZE for cards in deal.hands.values())
        and all(len(noted.fact.cards) == HAND_SIZE for noted in deal.shown.values())
        and all(box.in_time for box in boxes.values())
    )


# --- What was wrong with a deal ------------------------------------------------------------------------------------


@implements("niuniu", "4.8.1", "4.8.2", "4.8.3", "7.4", "7.5", "7.7", "7.8")
def look_at(deal: Deal, state: NiuNiuRound, book: RuleBook, boxes: Mapping[str, BoxLay], *, ended: bool) -> None:
    """Finds boxes dealt to without a bet, boxes with a bet passed over, and hands of a wrong count. Too few cards are
    wrong only once no more could come: dealing was over (the dealer's hand, which comes last, is full, a hand lay open,
    or the round ended and no void had broken the deal off), that hand was arranged, or somebody said it was wrong."""
    deal.counts = counts = cards_counted(deal, book)
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
        if (_wrong(counts[hand], finished=deal.over or hand in final) if hand in counts else hand in named)
    ]
    at_boxes = [hand for hand in deal.miscounted if hand != DEALER]
    deal.unknown_box = None in named and not at_boxes and any(box not in counts for box in with_cards)


@implements("niuniu", "4.8.3", "4.11")
def cards_counted(deal: Deal, book: RuleBook) -> dict[str, int]:
    """How many cards each hand had: where it lay open those on the table decide, by the book's choice."""
    counts = {hand: len(cards) for hand, cards in deal.hands.items()}
    open_cards_decide = book.choice("cards_shown_against_dealt") == "shown"
    for hand, noted in deal.shown.items():
        if open_cards_decide or hand not in counts:
            counts[hand] = len(noted.fact.cards)
    return counts


def _broken_off(deal: Deal, state: NiuNiuRound, boxes: Mapping[str, BoxLay]) -> tuple[bool, bool]:
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


@implements("niuniu", "4.8", "7.8")
def passed_over(deal: Deal, book: RuleBook, boxes: Mapping[str, BoxLay]) -> list[str]:
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


def _wrong(count: int, *, finished: bool) -> bool:
    return count > HAND_SIZE or (finished and count < HAND_SIZE)


def _misdeal_findings(deal: Deal, findings: list[Finding]) -> None:
    for box in deal.empty:
        findings.append(_misdeal("dealt_to_empty_box", deal, box, ("4.8.1", "7.7"), (deal.versions[box],)))
    for box in deal.skipped:
        findings.append(_misdeal("box_without_cards", deal, box, ("4.8.1", "7.8"), (deal.facts[0].version,)))
    for hand in deal.miscounted:
        clauses = ("4.8.2", "7.5") if hand == DEALER else ("4.8.1", "7.4")
        findings.append(_misdeal("wrong_card_count", deal, hand, clauses, _counted_by(deal, hand)))
    for told in deal.contradicted:
        if told.seen:
            hand, version = told.hand or "", told.noted.version
            versions = (*_counted_by(deal, hand), version)
            detail = {"count": HAND_SIZE}
            subject = about(hand) if hand else ""
            findings.append(Finding("results_disagree", PROCEDURE, subject, (told.clause,), versions, 0, detail))


def _misdeal(code: str, deal: Deal, hand: str, clauses: tuple[str, ...], versions: tuple[int, ...]) -> Finding:
    detail = {"count": deal.counts[hand]} if hand in deal.counts else {}
    return Finding(code, PROCEDURE, about(hand), clauses, versions, 0, detail)


def _counted_by(deal: Deal, hand: str) -> tuple[int, ...]:
    """The facts that say how many cards a hand had: dealt and shown, or only told."""
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


def _taken_wrongly(taken: Noted, findings: list[Finding], clauses: tuple[str, ...]) -> None:
    findings.append(Finding("dealt_again_wrongly", PROCEDURE, "", clauses, (taken.version,)))


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def taken_back_rightly(deal: Deal, taken: Noted, state: NiuNiuRound, findings: list[Finding]) -> bool:
    """Whether the cards were to be taken back and dealt again: a box without a bet had cards, or one with a bet had
    none, and no player had arranged a hand yet (7.8: and they could be retrieved). In their order, else a finding."""
    grounds = [clause for clause, boxes in (("7.7", deal.empty), ("7.8", deal.skipped)) if boxes]
    if not grounds:
        seen = [n.fact.ground[:3] for n in state.troubles if deal.start <= n.order < taken.order]
        grounds = [clause for clause in seen if clause in ("7.7", "7.8")]
    if not grounds:
        _taken_wrongly(taken, findings, ("7.7", "7.8"))
        return False
    clause = next((clause for clause in grounds if not _has_to_stay(state, deal, clause)), None)
    if clause is None:
        _taken_wrongly(taken, findings, (grounds[0], f"{grounds[0]}.1"))
        return False
    again = [card for n in state.dealt if n.order > taken.order for card in n.fact.cards]
    before = [card for n in deal.facts for card in n.fact.cards]
    differs = any(a != b for a, b in zip(before, again, strict=False) if a is not None and b is not None)
    if taken.fact.in_order is False or differs:
        findings.append(Finding("dealt_again_out_of_order", PROCEDURE, "", (clause,), (taken.version,)))
    return True


@implements("niuniu", "7.7.1", "7.8.1")
def _has_to_stay(state: NiuNiuRound, deal: Deal, clause: str) -> bool:
    """Under a clause, may the cards of this deal no longer be taken back?"""
    not_retrieved = clause == "7.8" and any(deal.holds(noted.order) for noted in state.not_retrieved)
    return not_retrieved or arranged_before(state, deal, clause)


@implements("niuniu", "7.7", "7.7.1", "7.8", "7.8.1")
def last_deal(deal: Deal, state: NiuNiuRound, book: RuleBook, counted: Dealing, findings: list[Finding]) -> Dealing:
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
    if omitted:
        versions = tuple(deal.versions[box] for box in deal.empty)
        findings.append(Finding("not_dealt_again", PROCEDURE, "", tuple(omitted), versions))
    hands = {hand: cards for hand, cards in deal.hands.items() if hand not in deal.empty}
    undecided = counted.undecided or (bool(omitted) and book.choice("not_dealt_again") == "await_ruling")
    return msgspec.structs.replace(counted, hands=hands, void_boxes=void_boxes, undecided=undecided)


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
    shown = dealing.shown.get(hand)
    if shown is None:
        return read if complete else _as_arranged(hand, read, dealing, state)
    cards: tuple[str, ...] = shown.fact.cards
    if any(card not in cards for card in read) or (dealt and len(cards) != len(dealt)):
        detail = {"dealt": list(read), "shown": list(cards)}
        findings.append(Finding("cards_shown_differ", PROCEDURE, about(hand), ("4.9",), (shown.version,), 0, detail))
        if complete and book.choice("cards_shown_against_dealt") == "dealt":
            return read
    return cards if len(cards) == HAND_SIZE else None


def _as_arranged(hand: str, read: tuple[str, ...], dealing: Dealing, state: NiuNiuRound) -> tuple[str, ...] | None:
    """Where not all faces of a hand of five were read: the cards as it was arranged, if they hold those that were."""
    if len(dealing.hands.get(hand, ())) not in (0, HAND_SIZE):
        return None
    found = None
    for noted in (*state.arranged, *state.rearranged):
        cards: tuple[str, ...] = (*noted.fact.three, *noted.fact.two)
        in_this_deal = noted.fact.hand == hand and dealing.holds(noted.order)
        if in_this_deal and len(cards) == HAND_SIZE and set(cards).issuperset(read):
            found = cards
    return found
