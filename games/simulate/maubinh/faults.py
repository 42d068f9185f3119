"""What can be put into a simulated deal of mậu binh: faults, and oddities in which everything was done right.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it. Proved by
``tests/simulate/test_audit_finds_maubinh.py``.
"""

from __future__ import annotations

import random
from typing import Any, Final

from games.simulate import play_money as money
from games.simulate import staff
from games.simulate.maubinh import felt
from games.simulate.maubinh.table import LIMITS, TIME_MS, Arranging, Round, arranged, foul
from games.simulate.play import REFUSED, Act, Bet, Fault, Planted, Player
from games.simulate.play_bets import (
    LAID,
    called_again,
    catalogue,
    change_without_bet,
    changes,
    raised_after_call,
    withdrawn_after_call,
)
from games.simulate.play_money import money_faults
from games.simulate.play_time import Said, time_faults


def _redeal(deal: Round, rng: random.Random, fixed: dict[int, list[str]]) -> None:
    """Deal again with the cards of some seats given; every seat arranges in time."""
    left = [card for card in felt.PACK if all(card not in cards for cards in fixed.values())]
    rng.shuffle(left)
    deal.arranging = []
    for seat in deal.cards:
        deal.cards[seat] = fixed.get(seat) or [left.pop() for _ in range(13)]
        hand = deal.hands[seat] = arranged(deal.cards[seat], rng)
        deal.arranging.append(Arranging(seat, hand, 40_000))
    deal.spare = left


def _ordinary(deal: Round) -> list[int]:
    return [seat for seat in deal.seats if felt.special(deal.cards[seat]) is None]


def _arranges(deal: Round, seat: int, *made: Arranging, counts: felt.Hand | None) -> None:
    """Put these arrangements in place of a seat's own."""
    deal.arranging = [each for each in deal.arranging if each.seat != seat] + list(made)
    deal.hands[seat] = counts


# --- Antes -------------------------------------------------------------------------------------------------------


def _another_ante(deal: Round, seat: int, at: int) -> Bet:
    bet = Bet(f"{deal.code}-X", str(seat), deal.bets[0].stake_minor, Player("P-2001", seat), at, back=REFUSED)
    deal.bets.append(bet)
    return bet


def late_ante(deal: Round, rng: random.Random) -> list[Planted] | None:
    return [Planted(deal.code, "late_bet", _another_ante(deal, 5, (deal.called or 0) + 900).id)]


def fifth_seat(deal: Round, rng: random.Random) -> list[Planted] | None:
    return [Planted(deal.code, "no_such_seat", _another_ante(deal, 5, (deal.called or 0) - 300).id)]


def second_ante_on_seat(deal: Round, rng: random.Random) -> list[Planted] | None:
    bet = _another_ante(deal, rng.choice(deal.seats), (deal.called or 0) - 300)
    return [Planted(deal.code, "second_bet_on_seat", bet.id)]


def ante_differs(deal: Round, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(deal.bets)
    bet.stake_minor = bet.counts_minor = bet.stake_minor + 50_000
    bet.back = REFUSED
    return [Planted(deal.code, "ante_differs", bet.id)]


def ante_recorded_twice(deal: Round, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(deal.bets)
    said = {"bet": bet.id, "seat": int(bet.spot), "stake_minor": bet.stake_minor, "player": bet.player.ref}
    deal.says(bet.at + 500, "bet_placed", "reader", **said)
    return [Planted(deal.code, "bet_recorded_twice", bet.id)]


def raised_in_time(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: all seats raise together."""
    for bet in deal.bets:
        bet.counts_minor = 2 * bet.stake_minor
        changes(deal, bet, bet.at + 700, stake_minor=bet.counts_minor)
    return []


def leaves_in_time(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a seat takes its Ante back and gets no cards."""
    bet = rng.choice(deal.bets)
    deal.says(bet.at + 700, "bet_withdrawn", "reader", bet=bet.id)
    bet.gone = True
    seat = int(bet.spot)
    deal.cards.pop(seat)
    _arranges(deal, seat, counts=None)
    return []


def below_minimum(deal: Round, rng: random.Random) -> list[Planted] | None:
    for bet in deal.bets:
        bet.stake_minor = bet.counts_minor = LIMITS["ante"][0] - 10_000
    return [Planted(deal.code, "below_minimum", bet.id) for bet in deal.bets]


def above_maximum(deal: Round, rng: random.Random) -> list[Planted] | None:
    for bet in deal.bets:
        bet.stake_minor = bet.counts_minor = LIMITS["ante"][1] + 100_000
    return [Planted(deal.code, "above_maximum", bet.id) for bet in deal.bets]


# --- the deal ----------------------------------------------------------------------------------------------------


def _no_deal(deal: Round, rng: random.Random) -> list[Planted]:
    """The deal is void, whether or not somebody says so."""
    deal.void, deal.hands_back = True, rng.random() < 0.5
    deal.arranging, deal.over = [], deal.start + 20_000
    if rng.random() < 0.5:
        deal.says(deal.start + 15_000, "void_announced", announced_by=staff.person("pit_supervisor"))
        return []
    return [Planted(deal.code, "void_not_announced", "")]


def misdealt(deal: Round, rng: random.Random) -> list[Planted] | None:
    seat = rng.choice(deal.seats)
    cards = deal.cards[seat]
    deal.recorded[seat] = cards[:12] if rng.random() < 0.5 or not deal.spare else [*cards, deal.spare[0]]
    return [Planted(deal.code, "misdealt", deal.bet_at(seat).id), *_no_deal(deal, rng)]


def misdealt_and_said_after_the_end(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nobody says while the deal lasts that it was none."""
    planted = misdealt(deal, rng) or []
    if all(each.kind != "void_not_announced" for each in planted):
        return planted
    data = {"announced_by": staff.person("pit_supervisor")}
    deal.later.append(Act(30_000, "tablet", "void_announced", data))
    return [*planted, Planted(deal.code, "void_too_late", "call")]


def card_twice(deal: Round, rng: random.Random) -> list[Planted] | None:
    one, other = rng.sample(deal.seats, k=2)
    deal.recorded[one] = [deal.cards[other][0], *deal.cards[one][1:]]
    return [Planted(deal.code, "card_twice", ""), *_no_deal(deal, rng)]


def hand_without_ante(deal: Round, rng: random.Random) -> list[Planted] | None:
    if len(deal.bets) < 3:
        return None
    bet = deal.bets.pop()
    seat = int(bet.spot)
    _arranges(deal, seat, counts=None)
    return [Planted(deal.code, "hand_without_ante", f"seat:{seat}")]


def hand_not_dealt(deal: Round, rng: random.Random) -> list[Planted] | None:
    seat = rng.choice(deal.seats)
    deal.recorded[seat] = []
    deal.unsettled = True
    _arranges(deal, seat, counts=None)
    return [Planted(deal.code, "hand_not_dealt", deal.bet_at(seat).id), Planted(deal.code, "no_result", "")]


def hand_recorded_otherwise(deal: Round, rng: random.Random) -> list[Planted] | None:
    """The record says twice what a seat received, and not the same; the first counts."""
    seat = rng.choice(deal.seats)
    other = deal.spare[0] if deal.spare else deal.cards[next(s for s in deal.seats if s != seat)][0]
    deal.says(deal.start + 6_000, "hand_dealt", seat=seat, cards=[other, *deal.cards[seat][1:]])
    return [Planted(deal.code, "results_disagree", deal.bet_at(seat).id)]


# --- arranging ---------------------------------------------------------------------------------------------------


def _one(deal: Round, rng: random.Random) -> int | None:
    """A seat whose arrangement matters."""
    seats = _ordinary(deal)
    return rng.choice(seats) if len(seats) > 1 else None


def arranged_impossibly(deal: Round, rng: random.Random) -> list[Planted] | None:
    """A card that the seat does not hold, then the cards that it holds."""
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = arranged(deal.cards[seat], rng)
    strange = next(card for card in felt.PACK if card not in deal.cards[seat])
    wrong = felt.Hand((strange, *hand.front[1:]), hand.middle, hand.back)
    _arranges(deal, seat, Arranging(seat, wrong, 30_000), Arranging(seat, hand, 50_000), counts=hand)
    return [Planted(deal.code, "arrangement_impossible", deal.bet_at(seat).id)]


def arranged_again_in_time(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the last arrangement in time counts."""
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = arranged(deal.cards[seat], rng)
    _arranges(deal, seat, Arranging(seat, foul(hand), 30_000), Arranging(seat, hand, 50_000), counts=hand)
    return []


def arranged_late(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Too late, after the system arranged or after an arrangement in time: that one counts."""
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = arranged(deal.cards[seat], rng)
    first = Arranging(seat, hand, *rng.choice(((TIME_MS + 100, "system"), (60_000, "player"))))
    _arranges(deal, seat, first, Arranging(seat, foul(hand), TIME_MS + 900), counts=hand)
    return [Planted(deal.code, "arranged_late", deal.bet_at(seat).id)]


def system_cut_time_short(deal: Round, rng: random.Random) -> list[Planted] | None:
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = arranged(deal.cards[seat], rng)
    _arranges(deal, seat, Arranging(seat, hand, TIME_MS - 5_000, "system"), counts=hand)
    return [Planted(deal.code, "time_cut_short", deal.bet_at(seat).id)]


def system_overrode_player(deal: Round, rng: random.Random) -> list[Planted] | None:
    """The system changes what a player arranged in time: the player's counts."""
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = arranged(deal.cards[seat], rng)
    other = foul(hand)
    _arranges(deal, seat, Arranging(seat, hand, 50_000), Arranging(seat, other, TIME_MS + 50, "system"), counts=hand)
    return [Planted(deal.code, "system_overrode_player", deal.bet_at(seat).id)]


def system_arranged_foul(deal: Round, rng: random.Random) -> list[Planted] | None:
    seat = _one(deal, rng)
    if seat is None:
        return None
    hand = foul(arranged(deal.cards[seat], rng))
    made = rng.choice((Arranging(seat, hand, 50_000, "hint"), Arranging(seat, hand, TIME_MS + 50, "system")))
    _arranges(deal, seat, made, counts=hand)
    return [Planted(deal.code, "system_arranged_foul", deal.bet_at(seat).id)]


def never_arranged(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nothing says how a hand lay: no seat can be settled."""
    seat = _one(deal, rng)
    if seat is None:
        return None
    _arranges(deal, seat, counts=None)
    deal.unsettled = True
    return [Planted(deal.code, "hand_not_arranged", deal.bet_at(seat).id), Planted(deal.code, "no_result", "")]


# --- comparing ---------------------------------------------------------------------------------------------------


def lane_shown_wrongly(deal: Round, rng: random.Random) -> list[Planted] | None:
    seats = _ordinary(deal)
    if len(seats) < 2:
        return None
    deal.wrong_lane = (0, rng.randrange(3))
    return [Planted(deal.code, "comparison_shown_wrongly", f"seat:{seats[0]}")]


def lane_shown_briefly(deal: Round, rng: random.Random) -> list[Planted] | None:
    seats = _ordinary(deal)
    if len(seats) < 2:
        return None
    deal.brief = 0
    return [Planted(deal.code, "comparison_too_brief", f"seat:{seats[0]}")]


def special_announced_wrongly(deal: Round, rng: random.Random) -> list[Planted] | None:
    deal.wrong_special = rng.choice(deal.seats)
    return [Planted(deal.code, "special_announced_wrongly", f"seat:{deal.wrong_special}")]


def sum_announced_wrongly(deal: Round, rng: random.Random) -> list[Planted] | None:
    deal.wrong_sum = rng.choice(deal.seats)
    return [Planted(deal.code, "multiples_announced_wrongly", f"seat:{deal.wrong_sum}")]


def not_compared_on_record(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: no comparison was recorded."""
    deal.compares = False
    return []


def void_announced(deal: Round, rng: random.Random) -> list[Planted] | None:
    """No clause lets anybody void a round: it is settled."""
    by = staff.person(rng.choice(("dealer", "pit_manager", "director_of_table_games")))
    deal.says(deal.start + 200_000, "void_announced", announced_by=by)
    return [Planted(deal.code, "void_without_ground", "call")]


def ruled(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Nor decide one."""
    deal.rules("8.1", "director_of_table_games", "void")
    return [Planted(deal.code, "ruling_not_offered", "ruling")]


# --- hands that are rare by themselves: nothing may be found -----------------------------------------------------


def _of(ranks: str, suits: str) -> list[str]:
    return [rank + suit for rank, suit in zip(ranks.split(), suits, strict=True)]


RARE: Final = (
    [rank + "S" for rank in felt.RANKS],
    _of("2 3 4 5 6 7 8 9 10 J Q K A", "SHCDSHCDSHCDS"),
    _of("J J J J Q Q Q K K K A A 3", "SHCDSHCSHCSHD"),
    _of("2 3 4 5 6 9 10 J Q K A 2 3", "SSSSSHHHHHDDD"),
    _of("5 5 5 5 9 9 9 9 J J J J 2", "SHCDSHCDSHCDS"),
    _of("8 8 9 9 9 10 10 J Q Q K K A", "SHSHCSHCSHDCD"),
    _of("2 2 3 3 3 4 4 5 6 6 7 7 8", "SHSHCSHCSHDCD"),
    _of("2 4 5 7 8 10 J K A 2 6 9 Q", "SSSSSSSSSCCCC"),
    _of("2 2 2 6 6 6 9 9 9 K K K 4", "SHCSHCSHCSHCD"),
    _of("2 2 4 4 7 7 9 9 J J K K K", "SHSHSHSHSHSHC"),
    _of("2 2 2 2 4 4 7 7 9 9 J J K", "SHCDSHSHSHSHC"),
    _of("2 3 4 5 6 6 7 8 9 10 Q K A", "SHCDSHCDSHCDS"),
    _of("2 4 7 9 J 3 5 8 10 K 2 Q A", "SSSSSHHHHHDDD"),
)
"""A hand of each special kind, in the order of the document."""


def special_hands(deal: Round, rng: random.Random) -> list[Planted] | None:
    """One or two seats hold special hands."""
    first, second = rng.sample(RARE, k=2)
    seats = rng.sample(deal.seats, k=2)
    fixed = {seats[0]: list(first)}
    if not set(first) & set(second):
        fixed[seats[1]] = list(second)
    _redeal(deal, rng, fixed)
    return []


STRONG: Final = felt.Hand(("AS", "AH", "AC"), ("KS", "KH", "KC", "9S", "9H"), ("8S", "8H", "8C", "8D", "2S"))


def home_run(deal: Round, rng: random.Random) -> list[Planted] | None:
    """One seat shoots all three others."""
    if len(deal.seats) < 4:
        return None
    seat = rng.choice(deal.seats)
    cards = [card for lane in STRONG for card in lane]
    _redeal(deal, rng, {seat: cards})
    _arranges(deal, seat, Arranging(seat, STRONG, 60_000), counts=STRONG)
    return []


def two_fouls(deal: Round, rng: random.Random) -> list[Planted] | None:
    """Two players lay their cards out of order: they lose to the others, and nothing to each other."""
    for seat in _ordinary(deal)[:2]:
        hand = foul(arranged(deal.cards[seat], rng))
        _arranges(deal, seat, Arranging(seat, hand, 50_000), counts=hand)
    return []


def _first(deal: Round) -> int:
    return next(iter(deal.cards))


def _laid(deal: Round) -> dict[str, Any]:
    lanes = zip(felt.LANES, foul(deal.hands[_first(deal)] or STRONG), strict=True)
    return {"seat": _first(deal), **{lane: list(cards) for lane, cards in lanes}, "arranged_by": "player"}


AFTER_END: Final[dict[str, Said]] = {
    "hand_dealt": ("shuffler", lambda deal: {"seat": _first(deal), "cards": deal.spare[:13]}),
    "hand_arranged": ("tablet", _laid),
    "time_ran_out": ("tablet", lambda _deal: {}),
    "lane_compared": ("tablet", lambda deal: {"seat": _first(deal), "against": 4, "lane": "back", "multiple": 9}),
    "special_announced": ("tablet", lambda deal: {"seat": _first(deal), "special": "six_pairs"}),
    "shot_waived": ("tablet", lambda deal: {"seat": _first(deal), "against": 4}),
    "result_announced": ("tablet", lambda deal: {"seat": _first(deal), "multiple": 9}),
}
"""Facts of the table that change nothing when the round is over."""

FAULTS: Final[dict[str, Fault]] = {
    **money_faults(),
    **time_faults(AFTER_END),
    **catalogue(
        raised_after_call,
        withdrawn_after_call,
        change_without_bet,
        late_ante,
        fifth_seat,
        second_ante_on_seat,
        ante_differs,
        ante_recorded_twice,
        raised_in_time,
        *LAID,
        called_again,
        leaves_in_time,
        below_minimum,
        above_maximum,
        misdealt,
        misdealt_and_said_after_the_end,
        card_twice,
        hand_without_ante,
        hand_not_dealt,
        hand_recorded_otherwise,
        arranged_impossibly,
        arranged_again_in_time,
        arranged_late,
        system_cut_time_short,
        system_overrode_player,
        system_arranged_foul,
        never_arranged,
        lane_shown_wrongly,
        lane_shown_briefly,
        special_announced_wrongly,
        sum_announced_wrongly,
        not_compared_on_record,
        void_announced,
        ruled,
        special_hands,
        home_run,
        two_fouls,
        late_ante_paid=(late_ante, money.paid_on_refused),
        other_ante_collected=(ante_differs, money.collected_on_refused),
        paid_on_void=(misdealt, money.paid_on_void),
        collected_on_void=(card_twice, money.collected_on_void),
        paid_on_push=(None, money.paid_on_push),
        collected_on_push=(None, money.collected_on_push),
    ),
}
"""Every fault by name."""
