"""Faults of bets, withdrawals, insurance, announcements and squeezing at baccarat (4.7 to 4.18, 6.4, 7.9 to 7.21).

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from typing import Final

from games.simulate import baccarat_felt as felt
from games.simulate import staff
from games.simulate.baccarat import CHIP, Coup
from games.simulate.baccarat_cards import (
    EVERYONE,
    PIT,
    SHIFT,
    order_unknown,
    out_of_order,
    puts_in_order,
    seen,
    stacked,
    unfinished,
)
from games.simulate.baccarat_money import Insurance, in_play, insurance_most, least_of, most_of
from games.simulate.play import REFUSED, VOID, Act, Bet, Planted, Player

BELOW: Final = [post for post in EVERYONE if post not in SHIFT]


# --- withdrawals -------------------------------------------------------------------------------------------------


def _withdraws(coup: Coup, bet: Bet, at: int, clause: str, post: str | None = None) -> None:
    by = {} if post is None else {"allowed_by": staff.person(post)}
    coup.says(at, "bet_withdrawn", "reader", bet=bet.id, clause=clause, **by)


def _out_of_order_and_withdrawn(coup: Coup, rng: random.Random, *, post: str | None, too_late: bool = False) -> Bet:
    bet = rng.choice(coup.bets)
    clause = out_of_order(coup, rng)
    puts_in_order(coup, clause)
    _withdraws(coup, bet, coup.moment(3) + (2_000 if too_late else 700), clause, post)
    return bet


def withdrawn_before_ordering(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    _out_of_order_and_withdrawn(coup, rng, post=rng.choice(SHIFT)).back = VOID
    return [Planted(coup.code, "dealt_out_of_order", "")]


def withdrawn_by_leave_of_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Who may not allow it did: the chips are gone from the area all the same."""
    if not coup.bets:
        return None
    bet = _out_of_order_and_withdrawn(coup, rng, post=rng.choice(BELOW))
    bet.back = VOID
    return [Planted(coup.code, "dealt_out_of_order", ""), Planted(coup.code, "withdrawal_by_other_post", bet.id)]


def withdrawn_without_leave(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = _out_of_order_and_withdrawn(coup, rng, post=None)
    return [Planted(coup.code, "dealt_out_of_order", ""), Planted(coup.code, "withdrawal_not_allowed", bet.id)]


def withdrawn_after_ordering(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = _out_of_order_and_withdrawn(coup, rng, post=rng.choice(SHIFT), too_late=True)
    return [Planted(coup.code, "dealt_out_of_order", ""), Planted(coup.code, "withdrawal_too_late", bet.id)]


def withdrawn_without_ground(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = rng.choice(coup.bets)
    bet.back = VOID
    _withdraws(coup, bet, coup.moment(3) + 700, rng.choice(("7.9", "7.12")), rng.choice(SHIFT))
    return [Planted(coup.code, "withdrawal_without_ground", bet.id)]


def wrong_delivery(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: cards passed to the wrong player are put right, one player may withdraw, before or after the
    result (7.10)."""
    seen(coup, coup.moment(3) + 900, "wrong_delivery")
    if coup.bets and rng.random() < 0.7:
        bet = rng.choice(coup.bets)
        bet.back, coup.buyers = VOID, False
        clause, at = rng.choice((("7.10.2", coup.moment(3) + 2_000), ("7.10.1", coup.announced_at + 900)))
        _withdraws(coup, bet, at, clause, rng.choice(SHIFT))
        coup.squeezes = False
    return []


def wrong_delivery_and_withdrawn_by_leave_of_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    seen(coup, coup.moment(3) + 900, "wrong_delivery")
    bet = rng.choice(coup.bets)
    bet.back, coup.squeezes = VOID, False
    _withdraws(coup, bet, coup.moment(3) + 2_000, "7.10.2", rng.choice(BELOW))
    return [Planted(coup.code, "withdrawal_by_other_post", bet.id)]


def withdrawn_for_no_wrong_delivery(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = rng.choice(coup.bets)
    bet.back, coup.squeezes = VOID, False
    _withdraws(coup, bet, coup.moment(3) + 2_000, "7.10.2", rng.choice(SHIFT))
    return [Planted(coup.code, "withdrawal_without_ground", bet.id)]


def all_withdraw(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: after a wrong delivery all players withdraw, the round is void and the pack replaced (7.10.2),
    or it is not."""
    if not coup.bets:
        return None
    seen(coup, coup.moment(3) + 900, "wrong_delivery")
    post = rng.choice(SHIFT)
    for place, bet in enumerate(coup.bets):
        bet.back = VOID
        _withdraws(coup, bet, coup.moment(3) + 1_500 + 100 * place, "7.10.2", post)
    unfinished(coup, 4)
    coup.void = coup.new_pack = True
    coup.keeps_pack = rng.random() < 0.5
    return []


def _order_decided_and_withdrawn(coup: Coup, rng: random.Random, at: int) -> Bet:
    bet = rng.choice(coup.bets)
    order_unknown(coup, rng, decided=True)
    puts_in_order(coup, "7.13", coup.cards[:4], rng.choice(PIT))
    _withdraws(coup, bet, at, "7.13.1")
    return bet


def withdrawn_from_decided_order(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    _order_decided_and_withdrawn(coup, rng, coup.moment(3) + 1_900).back = VOID
    return []


def withdrawn_before_order_decided(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = _order_decided_and_withdrawn(coup, rng, coup.moment(3) + 900)
    return [Planted(coup.code, "withdrawal_not_allowed", bet.id)]


def withdrawn_from_decided_order_too_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = _order_decided_and_withdrawn(coup, rng, coup.announced_at + 600)
    return [Planted(coup.code, "withdrawal_too_late", bet.id)]


# --- limits (7.17 to 7.19) ---------------------------------------------------------------------------------------


def below_minimum(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """A player's first one stands, later ones go back (7.17)."""
    if not coup.bets:
        return None
    bet = rng.choice(coup.bets)
    bet.stake_minor = bet.counts_minor = least_of(bet.spot) - CHIP
    if bet.player.ref in coup.memory:
        bet.back = REFUSED
        return [Planted(coup.code, "below_minimum_again", bet.id)]
    return [Planted(coup.code, "below_minimum", bet.id)]


def above_maximum(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    bet = rng.choice(coup.bets)
    bet.stake_minor = bet.counts_minor = most_of(bet.spot) + rng.choice((CHIP, 333_333))
    return [Planted(coup.code, "above_maximum", bet.id)]


def over_differential(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """One side is too large; sometimes with a bet below the minimum on it, which stands outside (7.19.1)."""
    bets = coup.on("player", "banker")
    if len(bets) < 2:
        return None
    side = rng.choice(felt.SIDES)
    for bet in bets:
        bet.spot = bet.lies_on = side
    for bet in bets[:2]:
        bet.stake_minor = bet.counts_minor = rng.randint(40_000_000, 50_000_000)
    small = bets[2] if len(bets) > 2 and rng.random() < 0.5 and bets[2].player.ref not in coup.memory else None
    if small is not None:
        small.stake_minor = small.counts_minor = 123_457
    more = [Planted(coup.code, "below_minimum", small.id)] if small is not None else []
    return [*more, Planted(coup.code, "over_differential", side)]


def above_maximum_and_differential(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """First the maximum, then the differential."""
    bets = coup.on("player", "banker")
    if len(bets) < 2:
        return None
    for bet in bets[:2]:
        bet.spot = bet.lies_on = "banker"
        bet.stake_minor = bet.counts_minor = most_of("banker") + 7_777_777
    planted = [Planted(coup.code, "above_maximum", bet.id) for bet in bets[:2]]
    return [*planted, Planted(coup.code, "over_differential", "banker")]


# --- insurance (6.4, 7.20, 7.21) ---------------------------------------------------------------------------------


def _insurable(
    coup: Coup, rng: random.Random, stage: str, *, cards: int = 5, odds: str | None = None
) -> tuple[Player, str] | None:
    """Let a side be insurable at a stage, with somebody's bet of two million on it: who, and the side."""
    if not coup.insurance or not coup.bets:
        return None
    side = "player" if odds == "1:9" else rng.choice(felt.SIDES)

    def fits(hands: felt.Hands) -> bool:
        due = felt.insured_at(side, stage, hands)
        return len(hands.places) >= cards and due is not None and odds in (None, due)

    if not stacked(coup, rng, fits):
        return None
    bet = rng.choice(coup.bets)
    bet.spot = bet.lies_on = side
    bet.stake_minor = bet.counts_minor = 2_000_000
    coup.buyers = False
    return bet.player, side


def _takes(coup: Coup, who: Player, side: str, stage: str, at: int, stake_minor: int = 100_000) -> str:
    """The player insures; the id of the insurance."""
    bet = f"{coup.code}-I{len(coup.insured)}"
    coup.insured.append(Insurance(bet, who, side, stage, stake_minor, at))
    return bet


def _goes_back(coup: Coup) -> None:
    coup.insured[-1].back = REFUSED


def _at(coup: Coup, stage: str) -> int:
    return coup.moment(3 if stage == "first_deal" else 4) + 7_000


def _stage(rng: random.Random) -> str:
    return rng.choice(("first_deal", "third_card"))


def insurance_after_renouncing(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Declined (7.20) or waived (6.4.4), and taken all the same."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    by = {"player": who.ref, "seat": who.seat}
    if rng.random() < 0.5:
        coup.says(coup.moment(3) + 4_500, "insurance_declined", **by)
    else:
        coup.says(coup.moment(3) + 4_500, "insurance_waived", **by, agreed_by=staff.person("dealer", coup.dealer))
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_forgone", bet)]


def insurance_after_silence(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Offered after the first deal and passed over: no insurance after the third card."""
    insurable = _insurable(coup, rng, "first_deal", cards=6)
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "third_card", _at(coup, "third_card"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_forgone", bet)]


def insurance_outside_table(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.insurance or not coup.on(*felt.SIDES):
        return None
    main = rng.choice(coup.on(*felt.SIDES))
    if not stacked(coup, rng, lambda hands: felt.insured_at(main.spot, "first_deal", hands) is None):
        return None
    coup.buyers = False
    bet = _takes(coup, main.player, main.spot, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_outside_table", bet)]


def insurance_too_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "third_card"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_wrong_moment", bet)]


def insurance_not_offered(coup: Coup, rng: random.Random) -> list[Planted] | None:
    stage = _stage(rng)
    insurable = _insurable(coup, rng, stage)
    if insurable is None:
        return None
    coup.silent.add((insurable[1], stage))
    return [Planted(coup.code, "insurance_not_offered", f"{insurable[1]}:{stage}")]


def insurance_allowed_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Not offered, and then allowed by the shift manager while a card is to come (7.21)."""
    insurable = _insurable(coup, rng, "first_deal", cards=6)
    if insurable is None:
        return None
    coup.silent.add((insurable[1], "first_deal"))
    _takes(coup, *insurable, "first_deal", _at(coup, "third_card"))
    coup.insured[-1].allowed_by = staff.person(rng.choice(SHIFT))
    return [Planted(coup.code, "insurance_not_offered", f"{insurable[1]}:first_deal")]


def insurance_allowed_late_by_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = insurance_allowed_late(coup, rng)
    if planted is None:
        return None
    coup.insured[-1].allowed_by = staff.person(rng.choice(BELOW))
    _goes_back(coup)
    bet = coup.insured[-1].id
    wrong = [Planted(coup.code, "post_not_competent", bet), Planted(coup.code, "insurance_wrong_moment", bet)]
    return [*planted, *wrong]


def insurance_allowed_after_last_card(coup: Coup, rng: random.Random) -> list[Planted] | None:
    planted = insurance_allowed_late(coup, rng)
    if planted is None:
        return None
    coup.insured[-1].at = coup.announced_at - 2_000
    _goes_back(coup)
    return [*planted, Planted(coup.code, "insurance_wrong_moment", coup.insured[-1].id)]


def insurance_offered_wrongly(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    side, stage = rng.choice(felt.SIDES), _stage(rng)
    if coup.insurance and not stacked(coup, rng, lambda hands: felt.insured_at(side, stage, hands) is None):
        return None
    coup.says(coup.moment(3 if stage == "first_deal" else 4) + 4_000, "insurance_offered", side=side, stage=stage)
    coup.buyers = False
    return [Planted(coup.code, "insurance_offered_wrongly", f"{side}:{stage}")]


def wrong_odds_offered(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if _insurable(coup, rng, _stage(rng)) is None:
        return None
    coup.offered_odds = "1:5"
    hands = felt.play(coup.cards)
    sides = {side for _player, side in in_play(coup).mains}
    rows = [(s, g) for g in ("first_deal", "third_card") for s in sides if felt.insured_at(s, g, hands)]
    return [Planted(coup.code, "wrong_insurance_odds", f"{side}:{stage}") for side, stage in rows]


def wrong_odds_on_insurance(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Taken at odds that are not printed: paid at those that are."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.insured[-1].odds = "1:5"
    return [Planted(coup.code, "wrong_insurance_odds", bet)]


def insurance_without_main_bet(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    side = insurable[1]
    without = [p for p in coup.players if p not in {bet.player for bet in coup.on(side)}]
    if not without:
        return None
    bet = _takes(coup, rng.choice(without), side, "first_deal", _at(coup, "first_deal"))
    return [Planted(coup.code, "insurance_without_main_bet", bet)]


def insurance_above_main_bet(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """What the main bet does not cover does not count: it wins nothing, and comes back when it loses."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    odds = felt.insured_at(side, "first_deal", felt.play(coup.cards)) or ""
    covers = in_play(coup).mains[who, side] / felt.times(odds)
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"), int(covers) + rng.choice((1, CHIP, 1_000_000)))
    return [Planted(coup.code, "insurance_above_main_bet", bet)]


def insured_twice(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Two insurances share the main bet: the first covers it whole, the second covers nothing."""
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    who, side = insurable
    odds = felt.insured_at(side, "first_deal", felt.play(coup.cards)) or ""
    whole = in_play(coup).mains[who, side] / felt.times(odds)
    if whole.denominator != 1:
        return None
    _takes(coup, who, side, "first_deal", _at(coup, "first_deal") - 900, int(whole))
    bet = _takes(coup, who, side, "first_deal", _at(coup, "first_deal"))
    return [Planted(coup.code, "insurance_above_main_bet", bet)]


def insurance_above_limit(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Above the table's limit for these odds: of a lost one the part above goes back (6.4.3.1)."""
    insurable = _insurable(coup, rng, "third_card", odds="1:9")
    if insurable is None or felt.insured_at("player", "first_deal", felt.play(coup.cards)):
        return None
    bet = _takes(coup, *insurable, "third_card", _at(coup, "third_card"), insurance_most("1:9") + CHIP)
    return [Planted(coup.code, "above_maximum", bet)]


def insured_nine_meets_nine(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the one tie that pays insurance (6.4.2)."""
    insurable = _insurable(coup, rng, "third_card", odds="1:9")

    def fits(hands: felt.Hands) -> bool:
        offered = felt.insured_at("player", "third_card", hands) == "1:9"
        return offered and hands.winner == "tie" and felt.insured_at("player", "first_deal", hands) is None

    if insurable is None or not stacked(coup, rng, fits):
        return None
    _takes(coup, *insurable, "third_card", _at(coup, "third_card"), insurance_most("1:9"))
    return []


def insurance_withdrawn_in_time(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.says(_at(coup, "first_deal") + 2_000, "bet_withdrawn", "reader", bet=bet)
    coup.insured[-1].gone = True
    return []


def insurance_withdrawn_too_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    insurable = _insurable(coup, rng, "first_deal")
    if insurable is None:
        return None
    bet = _takes(coup, *insurable, "first_deal", _at(coup, "first_deal"))
    coup.says(coup.moment(4) + 900, "bet_withdrawn", "reader", bet=bet)
    return [Planted(coup.code, "withdrawn_after_call", bet)]


def insurance_under_the_sign(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Insurance on a table that shows the sign that it takes none (6.4.5)."""
    if coup.insurance or not coup.on(*felt.SIDES):
        return None
    main = rng.choice(coup.on(*felt.SIDES))
    bet = _takes(coup, main.player, main.spot, "first_deal", _at(coup, "first_deal"))
    _goes_back(coup)
    return [Planted(coup.code, "insurance_not_available", bet)]


# --- announcements and squeezing ---------------------------------------------------------------------------------


def _another(coup: Coup, rng: random.Random) -> str:
    return rng.choice([winner for winner in (*felt.SIDES, "tie") if winner != coup.hands.winner])


def announced_wrongly(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """The dealer announces another result; the cards decide (7.16)."""
    wrong_points = {"banker_points": (felt.total(coup.hands.banker) + 1) % 10}
    coup.announced = rng.choice(({"winner": _another(coup, rng)}, wrong_points))
    return [Planted(coup.code, "announced_wrongly", "result")]


def totals_announced_wrongly(coup: Coup, rng: random.Random) -> list[Planted] | None:
    coup.announced = {"first_player_points": (felt.total(coup.hands.player[:2]) + 1) % 10}
    return [Planted(coup.code, "announced_wrongly", "totals")]


def shown_wrongly(coup: Coup, rng: random.Random) -> list[Planted] | None:
    coup.announced = {"shown": _another(coup, rng)}
    return [Planted(coup.code, "display_mismatch", "")]


def result_not_announced(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    coup.announced = None
    return [Planted(coup.code, "result_not_announced", "")]


def dealer_opens_the_cards(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: who held the right to squeeze was away (7.14), or was passed by (7.15)."""
    seen(coup, coup.moment(3) + 500, rng.choice(("holder_absent", "not_passed")))
    coup.squeezes = False
    return []


def _passes(coup: Coup, player: Player, side: str) -> None:
    coup.squeezes = False
    coup.says(coup.moment(3) + 600, "cards_passed", side=side, player=player.ref, seat=player.seat)


def _largest(coup: Coup, side: str) -> list[Player]:
    totals = {player: sum(b.stake_minor for b in coup.on(side) if b.player == player) for player in coup.players}
    most = max(totals.values())
    return [player for player, stake in totals.items() if stake == most and stake > 0]


def squeezed_by_other_player(coup: Coup, rng: random.Random) -> list[Planted] | None:
    side = rng.choice(felt.SIDES)
    others = [player for player in coup.players if player not in _largest(coup, side)]
    if not others or not coup.bets:
        return None
    player = rng.choice(others)
    _passes(coup, player, side)
    return [Planted(coup.code, "squeezed_by_other_player", player.ref)]


def squeeze_asked_late(coup: Coup, rng: random.Random) -> list[Planted] | None:
    side = rng.choice(felt.SIDES)
    if not coup.bets or not _largest(coup, side):
        return None
    player = rng.choice(_largest(coup, side))
    coup.says(coup.moment(1) + 100, "squeeze_requested", side=side, player=player.ref, seat=player.seat)
    _passes(coup, player, side)
    return [Planted(coup.code, "squeeze_asked_late", player.ref)]


def _restricts(coup: Coup, rng: random.Random, post: str) -> Player | None:
    side = rng.choice(felt.SIDES)
    if not coup.bets or not _largest(coup, side):
        return None
    player = rng.choice(_largest(coup, side))
    whom = {} if rng.random() < 0.5 else {"player": player.ref, "seat": player.seat}
    coup.says(coup.start - 1_200, "squeeze_restricted", restricted_by=staff.person(post), **whom)
    _passes(coup, player, side)
    return player


def squeezed_against_restriction(coup: Coup, rng: random.Random) -> list[Planted] | None:
    player = _restricts(coup, rng, rng.choice(PIT))
    return None if player is None else [Planted(coup.code, "squeezed_against_restriction", player.ref)]


def restricted_by_lower_post(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """A restriction by who may not restrict restricts nobody."""
    player = _restricts(coup, rng, rng.choice([post for post in EVERYONE if post not in PIT]))
    return None if player is None else [Planted(coup.code, "post_not_competent", "restriction")]


def tie(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: both sides come to the same."""
    if not coup.on(*felt.SIDES) or not stacked(coup, rng, lambda hands: hands.winner == "tie"):
        return None
    return []


def announced_after_payment(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong with the money: the result is announced only when the chips have been moved."""
    if not coup.bets:
        return None
    hands = coup.hands
    coup.announced = None
    coup.afterwards.append(Act(500, "tablet", "result_announced", {"winner": hands.winner}))
    return []
