"""What can be put into a simulated round of niu niu: faults, and irregularities in which everything was done right.

Faults of the deal stand in ``games.simulate.niuniu.deals``. Each function puts one thing into a plan and says what must
be found; None where the plan has no room for it. Proved by ``tests/simulate/test_audit_finds_niuniu.py``.
"""

from __future__ import annotations

import random
from typing import Final

from games.simulate import play_money as money
from games.simulate import staff
from games.simulate.niuniu import deals, felt
from games.simulate.niuniu.deals import EVERYONE, MANAGEMENT, number
from games.simulate.niuniu.table import LIMITS, Deal
from games.simulate.play import REFUSED, Act, Bet, Fault, Planted, Player
from games.simulate.play_bets import (
    CALLS,
    LAID,
    after_call,
    bet_recorded_twice,
    called_too_late,
    catalogue,
    change_without_bet,
    changes,
    no_announcement,
    raised_after_call,
    withdrawn_after_call,
)
from games.simulate.play_money import money_faults
from games.simulate.play_time import Said, time_faults


def _box(deal: Deal, rng: random.Random) -> str:
    return rng.choice(list(deal.boxes))


def _refused(deal: Deal, box: str, code: str) -> list[Planted]:
    """The bets of a box that holds what no document knows go back."""
    for bet in deal.boxes[box]:
        bet.back = REFUSED
    return [Planted(deal.code, code, number(box))]


# --- bets --------------------------------------------------------------------------------------------------------


def _free_box(deal: Deal) -> str | None:
    return next((f"box{n}" for n in range(1, 8) if f"box{n}" not in deal.boxes), None)


def _extra(deal: Deal, box: str, player: Player, stake_minor: int, at: int, kind: str = "ante") -> Bet:
    bet = Bet(f"{deal.code}-X{len(deal.bets)}", box, stake_minor, player, at, {"kind": kind})
    deal.bets.append(bet)
    return bet


def late_bet(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """An Ante on a free box after the call: no cards for it, and the chips go back."""
    box = _free_box(deal)
    if box is None:
        return None
    bet = _extra(deal, box, rng.choice(deal.players), 200_000, after_call(deal, rng))
    bet.back = REFUSED
    return [Planted(deal.code, "late_bet", bet.id)]


def raised_in_time(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: all bets of a box are raised together."""
    for bet in deal.boxes[_box(deal, rng)]:
        bet.counts_minor = 2 * bet.stake_minor
        changes(deal, bet, bet.at + 900, stake_minor=bet.counts_minor)
    return []


def withdrawn_in_time(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a player takes back all bets of a box, and no cards are dealt to it."""
    if len(deal.boxes) < 2:
        return None
    box = _box(deal, rng)
    for bet in deal.boxes[box]:
        deal.says(bet.at + 900, "bet_withdrawn", "reader", bet=bet.id)
        bet.gone = True
    del deal.cards[box]
    return []


def without_chips(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """What lies on a box is no chips: no bet, so that no cards are dealt to it."""
    if len(deal.boxes) < 2:
        return None
    box = _box(deal, rng)
    bets = deal.boxes[box]
    del deal.cards[box]
    for bet in bets:
        bet.more["with_chips"] = False
        bet.back = REFUSED
    return [Planted(deal.code, "bet_without_chips", bet.id) for bet in bets]


def third_box(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A player with two boxes bets on a third."""
    owned: dict[Player, int] = {}
    for box in deal.boxes:
        owned[deal.owner(box)] = owned.get(deal.owner(box), 0) + 1
    greedy = [player for player, count in owned.items() if count == 2]
    box_free = _free_box(deal)
    if not greedy or box_free is None:
        return None
    _extra(deal, box_free, greedy[0], 200_000, (deal.called or 0) - 500)
    deals.deals_cards_to(deal, box_free)
    return _refused(deal, box_free, "third_box")


def second_bet_on_box(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Two players, or the same one twice, put an Ante on one box."""
    box = _box(deal, rng)
    _extra(deal, box, rng.choice(deal.players), deal.boxes[box][0].stake_minor, (deal.called or 0) - 500)
    return _refused(deal, box, "second_bet_on_box")


def _with_double(deal: Deal, rng: random.Random) -> str | None:
    boxes = [box for box, bets in deal.boxes.items() if len(bets) == 3]
    return rng.choice(boxes) if boxes else None


def _kind(deal: Deal, box: str, kind: str) -> Bet:
    return next(bet for bet in deal.boxes[box] if bet.more["kind"] == kind)


def ante_missing(deal: Deal, rng: random.Random) -> list[Planted] | None:
    box = _with_double(deal, rng)
    if box is None:
        return None
    deal.bets.remove(_kind(deal, box, "ante"))
    return _refused(deal, box, "ante_missing")


def wrong_double(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Double is not twice the Ante; Additional is right for it."""
    box = _with_double(deal, rng)
    if box is None:
        return None
    for kind in ("double", "additional"):
        bet = _kind(deal, box, kind)
        bet.stake_minor = bet.counts_minor = bet.stake_minor * 3 // 2
    return _refused(deal, box, "wrong_double")


def wrong_additional(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Additional is missing, is not twice Double, or lies there without one."""
    box = _with_double(deal, rng)
    if box is None:
        return None
    how = rng.randrange(3)
    if how == 0:
        deal.bets.remove(_kind(deal, box, "additional"))
    elif how == 1:
        bet = _kind(deal, box, "additional")
        bet.stake_minor = bet.counts_minor = bet.stake_minor // 2
    else:
        deal.bets.remove(_kind(deal, box, "double"))
    return _refused(deal, box, "wrong_additional")


def below_minimum(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Settled as it lies (7.6)."""
    bets = deal.boxes[_box(deal, rng)]
    units = {"ante": 1, "double": 2, "additional": 4}
    for bet in bets:
        bet.stake_minor = bet.counts_minor = 50_000 * units[bet.more["kind"]]
    return [Planted(deal.code, "below_minimum", bet.id) for bet in bets]


def above_maximum(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Only the maximum plays, the rest goes back (7.6)."""
    bets = deal.boxes[_box(deal, rng)]
    for bet in bets:
        bet.stake_minor = bet.counts_minor = LIMITS[bet.more["kind"]][1] * 3 // 2
    return [Planted(deal.code, "above_maximum", bet.id) for bet in bets]


# --- arranging ---------------------------------------------------------------------------------------------------


def _misplaced(deal: Deal, rng: random.Random) -> str | None:
    """A hand with tens lies with three cards that make none."""
    for hand in rng.sample(list(deal.cards), k=len(deal.cards)):
        cards = deal.cards[hand]
        for first in range(3):
            three = [cards[first], cards[3], cards[4]]
            if felt.look(cards).place not in (0,) and sum(map(felt.pips, three)) % 10 and _has_tens(cards):
                deal.arrangements[hand] = (three, [card for card in cards if card not in three])
                return hand
    return None


def _has_tens(cards: list[str]) -> bool:
    return sum(map(felt.pips, felt.look(cards).three)) % 10 == 0


def arranged_wrongly(deal: Deal, rng: random.Random) -> list[Planted] | None:
    hand = _misplaced(deal, rng)
    return None if hand is None else [Planted(deal.code, "arranged_wrongly", number(hand))]


def arranged_again_rightly(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a hand that lay wrongly is put right (7.9)."""
    hand = _misplaced(deal, rng)
    if hand is None:
        return None
    value = felt.look(deal.cards[hand])
    by = staff.person("dealer", deal.dealer)
    right = {"three": list(value.three), "two": list(value.two)}
    deal.says(deal.arranging + 20_000, "hand_rearranged", hand=hand, **right, by=by)
    return []


def second_hand_arranged(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """A player with two boxes arranges both."""
    owners = {box: deal.owner(box).ref for box in deal.boxes}
    seconds = [box for box, ref in owners.items() if ref in [owners[b] for b in owners if int(b[3:]) < int(box[3:])]]
    seconds = [box for box in seconds if owners[box] not in deal.barred]
    if not seconds:
        return None
    deal.arranged_by[seconds[0]] = "player"
    return [Planted(deal.code, "second_hand_arranged", number(seconds[0]))]


def _bars(deal: Deal, rng: random.Random, post: str) -> Player:
    player = deal.owner(_box(deal, rng))
    data = {"player": player.ref, "barred_by": staff.person(post), "reason": "Cards bent after a warning."}
    deal.afterwards.append(Act(900, "tablet", "arranging_barred", data))
    return player


def barred(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a player is barred, and the house arranges for that player from then on; sometimes until allowed
    again."""
    if deal.barred and rng.random() < 0.5:
        ref = rng.choice(sorted(deal.barred))
        data = {"player": ref, "allowed_by": staff.person(rng.choice(MANAGEMENT))}
        deal.afterwards.append(Act(900, "tablet", "arranging_allowed", data))
        deal.allows = {ref}
        return []
    deal.bars = {_bars(deal, rng, rng.choice(MANAGEMENT)).ref}
    return []


def barred_by_lower_post(deal: Deal, rng: random.Random) -> list[Planted] | None:
    _bars(deal, rng, rng.choice([post for post in EVERYONE if post not in MANAGEMENT]))
    return [Planted(deal.code, "post_not_competent", "ruling")]


def arranged_while_barred(deal: Deal, rng: random.Random) -> list[Planted] | None:
    box = next((box for box in deal.boxes if deal.owner(box).ref in deal.barred), None)
    if box is None:
        deal.bars = {_bars(deal, rng, rng.choice(MANAGEMENT)).ref}
        return []
    deal.arranged_by[box] = "player"
    return [Planted(deal.code, "arranged_while_barred", number(box))]


def conduct(deal: Deal, rng: random.Random) -> list[Planted] | None:
    """Cards off the table, cards bent, players betting against one another."""
    box = _box(deal, rng)
    ground, code = rng.choice((("4.10", "cards_off_the_table"), ("7.10", "cards_damaged")))
    if rng.random() < 0.3:
        deal.says(deal.arranging + 9_000, "irregularity_seen", ground="7.12")
        return [Planted(deal.code, "players_bet_together", "")]
    deal.says(deal.arranging + 9_000, "irregularity_seen", ground=ground, hand=box)
    return [Planted(deal.code, code, number(box))]


# --- comparing ---------------------------------------------------------------------------------------------------


def announced_wrongly(deal: Deal, rng: random.Random) -> list[Planted] | None:
    box = _box(deal, rng)
    won = felt.wins(felt.look(deal.cards[box]), felt.look(deal.cards["dealer"]))
    deal.announced[box] = "dealer" if won else "player"
    return [Planted(deal.code, "announced_wrongly", number(box))]


def compared_upwards(deal: Deal, rng: random.Random) -> list[Planted] | None:
    if len(deal.boxes) < 2:
        return None
    deal.upwards = True
    return [Planted(deal.code, "payment_order", "")]


def two_fours_of_a_kind(deal: Deal, rng: random.Random) -> list[Planted] | None:
    box = _box(deal, rng)
    one, two, third = rng.sample(felt.RANKS, k=3)
    deal.cards[box] = [one + suit for suit in felt.SUITS] + [f"{third}S"]
    deal.cards["dealer"] = [two + suit for suit in felt.SUITS] + [f"{third}H"]
    rest = [card for card in felt.PACK if card not in deal.cards[box] + deal.cards["dealer"]]
    rng.shuffle(rest)
    for other in deal.boxes:
        if other != box:
            deal.cards[other] = [rest.pop() for _ in range(5)]
            if felt.look(deal.cards[other]).name == "hoiana":
                return None
    return [Planted(deal.code, "two_fours_of_a_kind", number(box))]


def _of_box(deal: Deal) -> str:
    return next(iter(deal.cards))


AFTER_END: Final[dict[str, Said]] = {
    "cards_dealt": ("shuffler", lambda deal: {"to": _of_box(deal), "cards": deal.spare[:1]}),
    "cards_taken_back": ("tablet", lambda _deal: {"in_order": True}),
    "cards_not_retrieved": ("tablet", lambda deal: {"seen_by": staff.person("dealer", deal.dealer)}),
    "hand_arranged": ("tablet", lambda deal: {"hand": _of_box(deal), "by": "house"}),
    "hand_rearranged": ("tablet", lambda deal: {"hand": _of_box(deal)}),
    "hand_shown": ("tablet", lambda deal: {"hand": _of_box(deal), "cards": deal.spare[:5]}),
    "hands_compared": ("tablet", lambda deal: {"box": _of_box(deal), "winner": "player"}),
}
"""Facts of the table that change nothing when the round is over."""

FAULTS: Final[dict[str, Fault]] = {
    **money_faults(),
    **time_faults(AFTER_END),
    **catalogue(
        raised_after_call,
        withdrawn_after_call,
        bet_recorded_twice,
        change_without_bet,
        no_announcement,
        called_too_late,
        late_bet,
        raised_in_time,
        withdrawn_in_time,
        *LAID,
        *CALLS,
        without_chips,
        third_box,
        second_bet_on_box,
        ante_missing,
        wrong_double,
        wrong_additional,
        below_minimum,
        above_maximum,
        arranged_wrongly,
        arranged_again_rightly,
        second_hand_arranged,
        barred,
        barred_by_lower_post,
        arranged_while_barred,
        conduct,
        announced_wrongly,
        compared_upwards,
        two_fours_of_a_kind,
        *deals.IN_DEALING,
        late_bet_paid=(late_bet, money.paid_on_refused),
        late_bet_collected=(late_bet, money.collected_on_refused),
        paid_on_void=(deals.voided_by_right, money.paid_on_void),
        collected_on_void=(deals.dealer_miscounted, money.collected_on_void),
        paid_on_push=(None, money.paid_on_push),
        collected_on_push=(None, money.collected_on_push),
    ),
}
"""Every fault by name."""
