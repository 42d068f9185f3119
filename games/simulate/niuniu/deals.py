"""Faults of the deal at niu niu: the right to void, wrong counts, boxes dealt wrongly, cards dealt again (7.1 to 7.8).

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from typing import Final

from games.simulate import staff
from games.simulate.niuniu.table import Deal, Dealt
from games.simulate.play import Act, Planted, Tamper

EVERYONE: Final = tuple(member.role for member in staff.ACCOUNTS[:10])
LADDER: Final = EVERYONE[:8]
"""From the dealer upwards: the house."""

MANAGEMENT: Final = EVERYONE[4:8]
CAUSES: Final = ("7.1.1", "7.1.2", "7.1.3", "7.1.4")


def number(hand: str) -> str:
    """What a finding about a hand is about."""
    return "hand:dealer" if hand == "dealer" else f"box:{hand[3:]}"


def deals_cards_to(deal: Deal, box: str) -> None:
    """One more box gets five cards, in its place in the order."""
    cards = {**deal.cards, box: [deal.spare.pop() for _ in range(5)]}
    dealer = cards.pop("dealer")
    deal.cards = {**dict(sorted(cards.items(), key=lambda pair: int(pair[0][3:]))), "dealer": dealer}


def _seen(deal: Deal, at: int, ground: str, hand: str | None = None) -> None:
    about = {} if hand is None else {"hand": hand}
    by = staff.person("dealer", deal.dealer)
    deal.says(at, "irregularity_seen", "shuffler", ground=ground, seen_by=by, **about)


def _declared_void(deal: Deal, at: int, ground: str | None, post: str = "dealer") -> None:
    deal.says(at, "round_voided", voided_by=staff.person(post), **({} if ground is None else {"ground": ground}))


def _stops(deal: Deal, rng: random.Random) -> None:
    """The round is void, and nothing more happens with the cards."""
    deal.void, deal.hands_back = True, rng.random() < 0.5
    deal.arranges = deal.compares = False
    deal.over = deal.arranging


# --- the house's right (7.1, 7.2) --------------------------------------------------------------------------------


def voided_by_right(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: one of the four cases, and the house voids, at the table or by a ruling. After two of them the
    pack leaves the table (7.2), or it does not."""
    ground = rng.choice(CAUSES)
    _seen(deal, deal.start + 12_000, ground)
    if rng.random() < 0.5:
        _declared_void(deal, deal.start + 14_000, rng.choice((ground, "7.1")), rng.choice(LADDER))
        _stops(deal, rng)
    else:
        _stops(deal, rng)
        deal.rules(ground, rng.choice(LADDER), "void")
    deal.removes_pack = ground in ("7.1.1", "7.1.3")
    deal.keeps_pack = rng.random() < 0.5
    return []


def voided_for_no_case(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Before the first card: afterwards it would be a void on a word."""
    _declared_void(deal, deal.start - 100, "7.1", rng.choice(LADDER))
    _stops(deal, rng)
    return [Planted(deal.code, "cause_not_recorded", "")]


def right_not_used(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A cause was seen and the round goes on, with a decision of the house or without."""
    ground = rng.choice(CAUSES)
    _seen(deal, deal.start + 12_000, ground)
    if rng.random() < 0.5:
        deal.rules(ground, rng.choice(LADDER), "continue")
    return [Planted(deal.code, "right_to_void_not_used", "")]


def voided_by_no_post_of_the_house(deal: Deal, rng: random.Random) -> list[Planted] | None:
    ground = rng.choice(CAUSES)
    _seen(deal, deal.start + 12_000, ground)
    _declared_void(deal, deal.start + 14_000, ground, rng.choice(("surveillance", "head_of_operations")))
    return [Planted(deal.code, "post_not_competent", "call"), Planted(deal.code, "right_to_void_not_used", "")]


def voided_after_the_round(deal: Deal, rng: random.Random) -> list[Planted] | None:
    data = {"voided_by": staff.person("pit_manager"), "ground": rng.choice(CAUSES)}
    deal.later.append(Act(30_000, "tablet", "round_voided", data))
    return [Planted(deal.code, "void_too_late", "")]


# --- a void that rests on nothing (8.1) --------------------------------------------------------------------------

SETTLERS: Final = ("pit_manager", "shift_manager", "director_of_table_games")


def _groundless(deal: Deal, rng: random.Random) -> list[Planted]:
    _declared_void(deal, deal.arranging + 20_000, rng.choice((None, "7.3", "7.9", "4.10")))
    return [Planted(deal.code, "void_without_ground", "call")]


def groundless_unruled(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.unsettled = True
    return _groundless(deal, rng)


def groundless_ruled_as_dealt(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.rules("8.1", rng.choice(SETTLERS), "as_dealt")
    return _groundless(deal, rng)


def groundless_ruled_void(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.rules("8.1", rng.choice(SETTLERS), "void")
    deal.void, deal.hands_back = True, rng.random() < 0.5
    return _groundless(deal, rng)


def groundless_ruled_by_other_post(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.rules(
        "8.1",
        rng.choice(("dealer", "acting_pit_supervisor", "pit_supervisor", "surveillance")),
        rng.choice(("as_dealt", "void")),
    )
    deal.unsettled = True
    return [*_groundless(deal, rng), Planted(deal.code, "post_not_competent", "ruling")]


def groundless_ruled_something_else(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.rules("8.1", rng.choice(SETTLERS), "half_back")
    deal.unsettled = True
    return [*_groundless(deal, rng), Planted(deal.code, "ruling_not_offered", "ruling")]


# --- counts (7.3 to 7.5) -----------------------------------------------------------------------------------------


def card_exposed(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """No misdeal: a remark, and the round goes on."""
    hand = rng.choice(list(deal.cards))
    deal.exposed[hand] = [rng.choice(deal.cards[hand])]
    return [Planted(deal.code, "card_exposed", number(hand))]


def _miscounts(deal: Deal, rng: random.Random, hand: str) -> list[Planted]:
    hands: list[tuple[str, list[str | None]]] = [(name, list(cards)) for name, cards in deal.cards.items()]
    cards = next(cards for name, cards in hands if name == hand)
    if rng.random() < 0.5:
        cards.pop()
    else:
        cards.append(deal.spare.pop())
    deal.deals = [Dealt(hands)]
    return [Planted(deal.code, "wrong_card_count", number(hand))]


def miscounted(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A player's hand has four or six cards and nobody arranged yet: the whole round is void (7.4)."""
    planted = _miscounts(deal, rng, rng.choice(list(deal.boxes)))
    _seen(deal, deal.start + 12_000, "7.4")
    _declared_void(deal, deal.start + 14_000, "7.4")
    _stops(deal, rng)
    return planted


def miscounted_unannounced(deal: Deal, rng: random.Random) -> list[Planted] | None:
    planted = _miscounts(deal, rng, rng.choice(list(deal.boxes)))
    _seen(deal, deal.start + 12_000, "7.4")
    _stops(deal, rng)
    return [*planted, Planted(deal.code, "void_not_announced", "")]


def _miscounted_late(deal: Deal, rng: random.Random) -> list[Planted] | None:
    if all(deal.owner(box).ref in deal.barred for box in deal.boxes) or len(deal.boxes) < 2:
        return None
    box = rng.choice([box for box in deal.boxes if deal.owner(box) != deal.owner(next(iter(deal.boxes)))] or [""])
    if not box:
        return None
    planted = _miscounts(deal, rng, box)
    deal.void_boxes.add(box)
    _seen(deal, deal.arranging + 15_000, "7.4", box)
    return planted


def miscounted_after_arranging(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Another player had arranged: only the hand with the wrong count is void (7.4.1)."""
    return _miscounted_late(deal, rng)


def all_voided_after_arranging(deal: Deal, rng: random.Random) -> list[Planted] | None:
    planted = _miscounted_late(deal, rng)
    if planted is None:
        return None
    _declared_void(deal, deal.arranging + 17_000, "7.4")
    return [*planted, Planted(deal.code, "void_without_ground", "call")]


def dealer_miscounted(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """The dealer's hand has four or six cards: void, whoever arranged (7.5)."""
    planted = _miscounts(deal, rng, "dealer")
    if rng.random() < 0.5:
        _seen(deal, deal.start + 12_000, "7.5", "dealer")
        _stops(deal, rng)
    else:
        deal.void, deal.compares = True, False
    _declared_void(deal, deal.arranging + 25_000, "7.5")
    return planted


def dealer_miscounted_unannounced(deal: Deal, rng: random.Random) -> list[Planted] | None:
    planted = _miscounts(deal, rng, "dealer")
    _seen(deal, deal.start + 12_000, "7.5", "dealer")
    _stops(deal, rng)
    return [*planted, Planted(deal.code, "void_not_announced", "")]


def count_contradicted(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A wrong count is recorded of a hand that has five cards: played on, and the cards on record decide."""
    hand = rng.choice(list(deal.cards))
    _seen(deal, deal.arranging + 15_000, "7.5" if hand == "dealer" else "7.4", hand)
    return [Planted(deal.code, "results_disagree", number(hand))]


# --- boxes dealt wrongly (7.7, 7.8) ------------------------------------------------------------------------------


def _sequence(deal: Deal, boxes: list[str]) -> list[tuple[str, list[str | None]]]:
    """The cards in the order of the shuffler, put before these hands instead of the right ones."""
    cards = [card for hand in deal.cards.values() for card in hand] + deal.spare[::-1]
    return [(hand, list(cards[5 * place : 5 * place + 5])) for place, hand in enumerate([*boxes, "dealer"])]


def _right(deal: Deal) -> list[tuple[str, list[str | None]]]:
    return [(hand, list(cards)) for hand, cards in deal.cards.items()]


def _empty_box(deal: Deal) -> tuple[str, list[str]] | None:
    """A box without a bet, and all boxes in their order with it."""
    empty = next((f"box{n}" for n in range(1, 8) if f"box{n}" not in deal.boxes), None)
    if empty is None:
        return None
    return empty, sorted([*deal.boxes, empty], key=lambda box: int(box[3:]))


def _deals_to_empty_box(deal: Deal) -> tuple[str, str] | None:
    found = _empty_box(deal)
    if found is None:
        return None
    empty, boxes = found
    hands = [(empty, [deal.spare.pop() for _ in range(5)])]
    order = [*boxes, "dealer"]
    hands += [(hand, list(cards)) for hand, cards in deal.cards.items()]
    every: dict[str, list[str | None]] = {hand: list(cards) for hand, cards in hands}
    deal.deals = [Dealt([(hand, every[hand]) for hand in order])]
    return empty, number(empty)


def empty_box_dealt_again(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Cards to a box without a bet are taken back in their order and dealt again; bets stay (7.7)."""
    found = _empty_box(deal)
    if found is None:
        return None
    empty, boxes = found
    deal.deals = [Dealt(_sequence(deal, boxes), taken=True, in_order=rng.choice((None, True))), Dealt(_right(deal))]
    return [Planted(deal.code, "dealt_to_empty_box", number(empty))]


def dealt_again_out_of_order(deal: Deal, rng: random.Random) -> list[Planted] | None:
    found = _empty_box(deal)
    if found is None:
        return None
    empty, boxes = found
    if rng.random() < 0.5:
        deal.deals = [Dealt(_sequence(deal, boxes), taken=True, in_order=False), Dealt(_right(deal))]
    else:
        first = _sequence(deal, boxes)
        first[0], first[1] = (first[0][0], first[1][1]), (first[1][0], first[0][1])
        deal.deals = [Dealt(first, taken=True), Dealt(_right(deal))]
    wrong = Planted(deal.code, "dealt_again_out_of_order", "")
    return [Planted(deal.code, "dealt_to_empty_box", number(empty)), wrong]


def empty_box_not_dealt_again(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Seen before anybody arranged, and played on: settled as dealt."""
    found = _deals_to_empty_box(deal)
    if found is None:
        return None
    _seen(deal, deal.start + 12_000, "7.7", found[0])
    return [Planted(deal.code, "dealt_to_empty_box", found[1]), Planted(deal.code, "not_dealt_again", "")]


def _somebody_arranges(deal: Deal) -> bool:
    return any(deal.owner(box).ref not in deal.barred for box in deal.boxes)


def empty_box_after_arranging(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A player had arranged: only the cards of the box without a bet are void (7.7.1)."""
    if not _somebody_arranges(deal):
        return None
    found = _deals_to_empty_box(deal)
    if found is None:
        return None
    _seen(deal, deal.arranging + 15_000, "7.7", found[0])
    return [Planted(deal.code, "dealt_to_empty_box", found[1])]


def taken_back_without_cause(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Dealt rightly, taken back and dealt again: the first deal counts."""
    again = [(hand, list(deal.spare[-5 * place - 5 : len(deal.spare) - 5 * place])) for place, hand in
             enumerate(deal.cards)]  # fmt: skip
    if any(len(cards) != 5 for _hand, cards in again):
        return None
    deal.deals = [Dealt(_right(deal), taken=True), Dealt([(hand, list(cards)) for hand, cards in again])]
    deal.arranges = deal.compares = False
    return [Planted(deal.code, "dealt_again_wrongly", "")]


def _skipped(deal: Deal, rng: random.Random) -> str | None:
    return rng.choice(list(deal.boxes)) if len(deal.boxes) > 1 else None


def skipped_box_dealt_again(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A box with a bet got no cards; all are taken back and dealt again (7.8)."""
    box = _skipped(deal, rng)
    if box is None:
        return None
    first = _sequence(deal, [other for other in deal.boxes if other != box])
    deal.deals = [Dealt(first, taken=True, in_order=rng.choice((None, True))), Dealt(_right(deal))]
    return [Planted(deal.code, "box_without_cards", number(box))]


def _passes_over(deal: Deal, rng: random.Random) -> str | None:
    box = _skipped(deal, rng)
    if box is None:
        return None
    del deal.cards[box]
    deal.void_boxes.add(box)
    return box


def skipped_box_not_dealt_again(deal: Deal, rng: random.Random) -> list[Planted] | None:
    box = _passes_over(deal, rng)
    if box is None:
        return None
    _seen(deal, deal.start + 12_000, "7.8", box)
    return [Planted(deal.code, "box_without_cards", number(box)), Planted(deal.code, "not_dealt_again", "")]


def skipped_box_after_arranging(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A player had arranged, or the cards cannot be taken back: only that box goes back (7.8.1)."""
    box = _skipped(deal, rng)
    if box is None:
        return None
    retrievable = any(deal.owner(b).ref not in deal.barred for b in deal.boxes if b != box) and rng.random() < 0.5
    del deal.cards[box]
    deal.void_boxes.add(box)
    _seen(deal, deal.arranging + 15_000 if retrievable else deal.start + 12_000, "7.8", box)
    if not retrievable:
        deal.says(deal.start + 13_000, "cards_not_retrieved", seen_by=staff.person("dealer", deal.dealer))
    return [Planted(deal.code, "box_without_cards", number(box))]


# --- what the cards say ------------------------------------------------------------------------------------------


def card_twice(deal: Deal, rng: random.Random) -> list[Planted] | None:
    deal.cards["dealer"][0] = deal.cards[rng.choice(list(deal.boxes))][0]
    return [Planted(deal.code, "card_seen_twice", "hand:dealer")]


def shown_otherwise(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """The cards as they lie open are not those that the shuffler read: the open ones decide."""
    hand = rng.choice(list(deal.cards))
    deal.shown[hand] = [deal.spare.pop(), *deal.cards[hand][1:]]
    return [Planted(deal.code, "cards_shown_differ", number(hand))]


def faces_unread(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: nobody read the faces until the hands lay open."""
    deal.faces_read = False
    return []


def not_dealt_clockwise(deal: Deal, rng: random.Random) -> list[Planted] | None:
    if len(deal.boxes) < 2:
        return None
    boxes = [(hand, list(cards)) for hand, cards in deal.cards.items() if hand != "dealer"]
    hands: list[tuple[str, list[str | None]]] = [(hand, list(cards)) for hand, cards in reversed(boxes)]
    deal.deals = [Dealt([*hands, ("dealer", list(deal.cards["dealer"]))])]
    return [Planted(deal.code, "not_dealt_clockwise", "")]


def no_result(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """No cards are recorded at all."""
    deal.deals, deal.unsettled = [Dealt([])], True
    deal.arranges = deal.compares = False
    return [Planted(deal.code, "no_result", "")]


IN_DEALING: Final[tuple[Tamper, ...]] = (
    voided_by_right,
    voided_for_no_case,
    right_not_used,
    voided_by_no_post_of_the_house,
    voided_after_the_round,
    groundless_unruled,
    groundless_ruled_as_dealt,
    groundless_ruled_void,
    groundless_ruled_by_other_post,
    groundless_ruled_something_else,
    card_exposed,
    miscounted,
    miscounted_unannounced,
    miscounted_after_arranging,
    all_voided_after_arranging,
    dealer_miscounted,
    dealer_miscounted_unannounced,
    count_contradicted,
    empty_box_dealt_again,
    dealt_again_out_of_order,
    empty_box_not_dealt_again,
    empty_box_after_arranging,
    taken_back_without_cause,
    skipped_box_dealt_again,
    skipped_box_not_dealt_again,
    skipped_box_after_arranging,
    card_twice,
    shown_otherwise,
    faces_unread,
    not_dealt_clockwise,
    no_result,
)
"""Faults of the deal."""
