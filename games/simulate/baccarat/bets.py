"""Faults of bets, withdrawals, announcements and squeezing at baccarat (4.7 to 4.18, 7.9 to 7.19).

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from typing import Final

from games.simulate import staff
from games.simulate.baccarat import felt
from games.simulate.baccarat.cards import (
    EVERYONE,
    PIT,
    SHIFT,
    called_void,
    order_unknown,
    out_of_order,
    puts_in_order,
    seen,
    stacked,
    unfinished,
)
from games.simulate.baccarat.coup import Coup
from games.simulate.baccarat.money import least_of, most_of
from games.simulate.baccarat.table import CHIP
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
    return [Planted(coup.code, "irregularity_without_effect", "wrong_delivery")]


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


def _all_withdraw(coup: Coup, rng: random.Random) -> bool:
    if not coup.bets:
        return False
    seen(coup, coup.moment(3) + 900, "wrong_delivery")
    post = rng.choice(SHIFT)
    for place, bet in enumerate(coup.bets):
        bet.back = VOID
        _withdraws(coup, bet, coup.moment(3) + 1_500 + 100 * place, "7.10.2", post)
    unfinished(coup, 4)
    coup.void = coup.new_pack = True
    coup.keeps_pack = rng.random() < 0.5
    return True


def all_withdraw(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: after a wrong delivery all players withdraw, the round is void and the pack replaced (7.10.2), or
    it is not."""
    if not _all_withdraw(coup, rng):
        return None
    called_void(coup, rng, coup.moment(3) + 4_000, "7.10.2")
    return []


def all_withdraw_unannounced(coup: Coup, rng: random.Random) -> list[Planted] | None:
    return [Planted(coup.code, "void_not_announced", "")] if _all_withdraw(coup, rng) else None


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


def without_chips(coup: Coup, rng: random.Random) -> list[Planted] | None:
    """What lies in an area is no chips: no bet (4.2)."""
    bets = [bet for bet in coup.bets if not bet.back and bet.spot not in ("player", "banker")]
    if not bets:
        return None
    bet = rng.choice(bets)
    bet.more["with_chips"] = False
    bet.back = REFUSED
    return [Planted(coup.code, "bet_without_chips", bet.id)]


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


def more_seats_than_the_table_has(coup: Coup, rng: random.Random) -> list[Planted] | None:
    if not coup.bets:
        return None
    for seat in range(1, 9):
        player = Player(f"P-20{seat:02d}", seat)
        coup.bets.append(Bet(f"{coup.code}-S{seat}", "tie", 100_000, player, 3_000 + seat))
    return [Planted(coup.code, "more_seats_than_table", "")]


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
    kind = rng.choice(("holder_absent", "not_passed"))
    seen(coup, coup.moment(3) + 500, kind)
    coup.squeezes = False
    return [Planted(coup.code, "irregularity_without_effect", kind)]


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
