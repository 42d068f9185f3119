"""Faults of betting at roulette: changed too late, out of limits, nowhere on the layout, with the wrong chips.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random

from games.simulate import felt, play_time, staff
from games.simulate.play import OPEN, REFUSED, Bet, Planted
from games.simulate.play_bets import after_call, before_call, changes, withdrawn_after_call
from games.simulate.roulette.money import extra_bet
from games.simulate.roulette.table import LIMITS, SPARE_COLOUR, Spin


def moved_after_call(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Chips are pushed to another spot too late; the house settles the bet as it lay."""
    bet = rng.choice(spin.bets)
    changes(spin, bet, after_call(spin, rng), spot=rng.choice(felt.BY_KIND["straight"]))
    return [Planted(spin.code, "changed_after_call", bet.id)]


def raised_winner(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Past posting: chips are added to a bet that wins."""
    bet = rng.choice(spin.bets)
    changes(spin, bet, after_call(spin, rng), stake_minor=2 * bet.stake_minor)
    spin.lands_on(bet, rng)
    return [Planted(spin.code, "changed_after_call", bet.id)]


def past_posted_by_silent_tablet(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """As in every game; who does it knows the number, and the bet wins."""
    planted = play_time.past_posted_by_silent_tablet(spin, rng)
    if planted is not None:
        spin.lands_on(spin.bet_of(planted[0].subject), rng)
    return planted


def lowered_loser(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Pinching: half of a losing bet disappears."""
    bet = rng.choice(spin.bets)
    changes(spin, bet, after_call(spin, rng), stake_minor=bet.stake_minor // 2)
    spin.misses(bet, rng)
    return [Planted(spin.code, "changed_after_call", bet.id)]


def withdrawn_loser(spin: Spin, rng: random.Random) -> list[Planted] | None:
    planted = withdrawn_after_call(spin, rng)
    if planted is not None:
        spin.misses(spin.bet_of(planted[0].subject), rng)
    return planted


def below_minimum(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _stakes(rng.choice(spin.bets), 10_000)
    return [Planted(spin.code, "below_minimum", bet.id)]


def above_maximum(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    _stakes(bet, LIMITS.get(felt.kind_of(bet.spot), LIMITS["*"])[1] + 50_000)
    return [Planted(spin.code, "above_maximum", bet.id)]


def _stakes(bet: Bet, stake_minor: int) -> Bet:
    bet.stake_minor = bet.counts_minor = stake_minor
    bet.more.pop("chips", None)
    return bet


def nowhere(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = extra_bet(spin, rng, rng.choice(felt.NOWHERE))
    bet.back = REFUSED
    spin.bets.append(bet)
    return [Planted(spin.code, "impossible_spot", bet.id)]


def verbal_without_chips(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.more = {"seat": bet.player.seat, "verbal": "without_chips"}
    bet.back = REFUSED
    return [Planted(spin.code, "verbal_bet_without_chips", bet.id)]


# --- a chip that cannot be placed (6.6) --------------------------------------------------------------------------


def unclear_unruled(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.more["unclear"], bet.back = True, OPEN
    return [Planted(spin.code, "unclear_spot", bet.id)]


def unclear_ruled(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.more["unclear"] = True
    if rng.random() < 0.3:
        bet.back = REFUSED
        choice = "no_bet"
    else:
        choice = bet.lies_on = rng.choice(felt.BY_KIND[felt.kind_of(bet.spot)])
    spin.rules("6.6", rng.choice(("pit_supervisor", "pit_manager", "shift_manager")), choice, (bet.id,))
    return []


def unclear_ruled_by_lower_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.more["unclear"], bet.back = True, OPEN
    spin.rules("6.6", rng.choice(("dealer", "acting_pit_supervisor", "surveillance")), bet.spot, (bet.id,))
    return [Planted(spin.code, "post_not_competent", "ruling"), Planted(spin.code, "unclear_spot", bet.id)]


# --- colour chips (4.7, 7.11) ------------------------------------------------------------------------------------


def _foreign(spin: Spin, rng: random.Random) -> Bet:
    bet = rng.choice(spin.bets)
    issued_at = f"{spin.table}9"
    bet.more["chips"] = {"colour": "silver", "count": 1, "value_minor": bet.stake_minor, "issued_at": issued_at}
    return bet


def foreign_chips(spin: Spin, rng: random.Random) -> list[Planted] | None:
    return [Planted(spin.code, "foreign_chips", _foreign(spin, rng).id)]


def foreign_chips_refused(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Management refuses to pay: no winnings and the chips back; a losing bet is taken."""
    bet = _foreign(spin, rng)
    spin.unpaid.add(bet.id)
    spin.rules("7.11.1", rng.choice(("shift_manager", "director_of_table_games")), "refuse", (bet.id,))
    return [Planted(spin.code, "foreign_chips", bet.id)]


def foreign_chips_refused_by_lower_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Who may not refuse decides nothing: the bet is paid."""
    bet = _foreign(spin, rng)
    spin.lands_on(bet, rng)
    spin.rules("7.11.1", rng.choice(("dealer", "pit_supervisor", "pit_manager")), "refuse", (bet.id,))
    return [Planted(spin.code, "foreign_chips", bet.id), Planted(spin.code, "post_not_competent", "ruling")]


def chip_value_mismatch(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bets = [bet for bet in spin.bets if "chips" in bet.more]
    if not bets:
        return None
    bet = rng.choice(bets)
    _stakes(bet, 250_000).more["chips"] = {"colour": bet.player.colour, "count": 1, "value_minor": 250_000}
    return [Planted(spin.code, "chip_value_mismatch", bet.id)]


def chip_count_mismatch(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bets = [bet for bet in spin.bets if "chips" in bet.more]
    if not bets:
        return None
    bet = rng.choice(bets)
    bet.more["chips"] = {**bet.more["chips"], "count": bet.stake_minor // bet.player.value_minor + 1}
    return [Planted(spin.code, "chip_count_mismatch", bet.id)]


def colour_of_other_player(spin: Spin, rng: random.Random) -> list[Planted] | None:
    owners = [bet.player for bet in spin.bets if bet.player.colour is not None]
    pairs = [(bet, owner) for bet in spin.bets for owner in owners if owner is not bet.player]
    if not pairs:
        return None
    bet, owner = rng.choice(pairs)
    _stakes(bet, 4 * owner.value_minor)
    bet.more["chips"] = {"colour": owner.colour, "count": 4, "value_minor": owner.value_minor}
    return [Planted(spin.code, "colour_of_other_player", bet.id)]


def _second_colour(spin: Spin, rng: random.Random, allowed_by: dict[str, str] | None) -> bool:
    owners = [bet.player for bet in spin.bets if bet.player.colour is not None]
    if not owners:
        return False
    holder = rng.choice(owners)
    chips = {"player": holder.ref, "colour": SPARE_COLOUR}
    issued = {**chips, "value_minor": holder.value_minor, "authorised_by": allowed_by}
    spin.before.append(("table.colour_chips_issued", issued))
    spin.redeemed = chips
    return True


def second_colour(spin: Spin, rng: random.Random) -> list[Planted] | None:
    post = rng.choice((None, "dealer", "pit_supervisor"))
    if not _second_colour(spin, rng, None if post is None else staff.person(post)):
        return None
    return [Planted(spin.code, "second_colour_without_authority", f"colour:{SPARE_COLOUR}")]


# --- odd to look at, but right: nothing may be found -------------------------------------------------------------


def second_colour_allowed(spin: Spin, rng: random.Random) -> list[Planted] | None:
    return [] if _second_colour(spin, rng, staff.person("pit_manager")) else None


def changed_in_time(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.lies_on = rng.choice(felt.BY_KIND[felt.kind_of(bet.spot)])
    bet.counts_minor = bet.stake_minor + 50_000 * rng.randrange(3)
    changes(spin, bet, before_call(spin, bet), spot=bet.lies_on, stake_minor=bet.counts_minor)
    return []
