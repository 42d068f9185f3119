"""Faults of betting at roulette: too late, changed, out of limits, nowhere on the layout, with the wrong chips.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random

from games.simulate import felt, staff
from games.simulate.play import Act, Move, Planted
from games.simulate.roulette import LIMITS, SPARE_COLOUR, Bet, Spin
from games.simulate.roulette_money import extra_bet

AFTER_CALL = (400, 3_500)


def _after_call(spin: Spin, rng: random.Random) -> int:
    return (spin.called or 0) + rng.randrange(*AFTER_CALL)


def _before_call(spin: Spin, bet: Bet) -> int:
    return (bet.at + (spin.called or 0)) // 2


def _lands_on(spin: Spin, rng: random.Random, bet: Bet) -> None:
    spin.pocket = rng.choice(sorted(felt.COVERS[bet.lies_on]))


def _misses(spin: Spin, rng: random.Random, bet: Bet) -> None:
    spin.pocket = rng.choice([n for n in range(37) if n not in felt.COVERS[bet.lies_on]])


def _late(spin: Spin, rng: random.Random) -> Bet:
    bet = rng.choice(spin.bets)
    bet.at = _after_call(spin, rng)
    bet.back = True
    return bet


def late_bet_returned(spin: Spin, rng: random.Random) -> list[Planted] | None:
    return [Planted(spin.code, "late_bet", _late(spin, rng).id)]


def late_bet_paid(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _late(spin, rng)
    _lands_on(spin, rng, bet)
    amount = felt.winnings(bet.spot, bet.stake_minor)
    spin.instead[bet.id] = [Move("payout_made", bet.id, amount)]
    return [Planted(spin.code, "late_bet", bet.id), Planted(spin.code, "paid_on_refused", bet.id, amount)]


def late_bet_collected(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _late(spin, rng)
    _misses(spin, rng, bet)
    spin.instead[bet.id] = [Move("stake_collected", bet.id, bet.stake_minor)]
    return [
        Planted(spin.code, "late_bet", bet.id),
        Planted(spin.code, "collected_on_refused", bet.id, -bet.stake_minor),
    ]


def _change(spin: Spin, rng: random.Random, bet: Bet, at: int, **change: object) -> None:
    spin.acts.append(Act(at, "reader", "bet_changed", {"bet": bet.id, **change}))


def moved_after_call(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Chips are pushed to another spot too late; the house settles the bet as it lay."""
    bet = rng.choice(spin.bets)
    _change(spin, rng, bet, _after_call(spin, rng), spot=rng.choice(felt.BY_KIND["straight"]))
    return [Planted(spin.code, "changed_after_call", bet.id)]


def raised_after_call_and_paid(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Past posting: chips are added to a bet, and the house pays on all of them."""
    bet = rng.choice(spin.bets)
    _change(spin, rng, bet, _after_call(spin, rng), stake_minor=2 * bet.stake_minor)
    _lands_on(spin, rng, bet)
    paid = felt.winnings(bet.spot, 2 * bet.stake_minor)
    spin.instead[bet.id] = [Move("payout_made", bet.id, paid)]
    return [
        Planted(spin.code, "changed_after_call", bet.id),
        Planted(spin.code, "paid_too_much", bet.id, paid - felt.winnings(bet.spot, bet.stake_minor)),
    ]


def lowered_after_call(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Pinching: half of a losing bet disappears, and the house takes the rest."""
    bet = rng.choice(spin.bets)
    rest = bet.stake_minor // 2
    _change(spin, rng, bet, _after_call(spin, rng), stake_minor=rest)
    _misses(spin, rng, bet)
    spin.instead[bet.id] = [Move("stake_collected", bet.id, rest)]
    return [
        Planted(spin.code, "changed_after_call", bet.id),
        Planted(spin.code, "collected_too_little", bet.id, bet.stake_minor - rest),
    ]


def withdrawn_after_call(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A bet is taken back too late and settled all the same, as it lay."""
    bet = rng.choice(spin.bets)
    spin.acts.append(Act(_after_call(spin, rng), "reader", "bet_withdrawn", {"bet": bet.id}))
    return [Planted(spin.code, "withdrawn_after_call", bet.id)]


def withdrawn_after_call_uncollected(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    spin.acts.append(Act(_after_call(spin, rng), "reader", "bet_withdrawn", {"bet": bet.id}))
    _misses(spin, rng, bet)
    spin.instead[bet.id] = []
    return [
        Planted(spin.code, "withdrawn_after_call", bet.id),
        Planted(spin.code, "not_collected", bet.id, bet.stake_minor),
    ]


def below_minimum(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _stakes(rng.choice(spin.bets), 10_000)
    return [Planted(spin.code, "below_minimum", bet.id)]


def above_maximum(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    _stakes(bet, LIMITS.get(felt.kind_of(bet.spot), LIMITS["*"])[1] + 50_000)
    return [Planted(spin.code, "above_maximum", bet.id)]


def _stakes(bet: Bet, stake_minor: int) -> Bet:
    bet.stake_minor = bet.counts_minor = stake_minor
    bet.chips = None
    return bet


def nowhere_returned(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = extra_bet(spin, rng, rng.choice(felt.NOWHERE))
    bet.back = True
    spin.bets.append(bet)
    return [Planted(spin.code, "impossible_spot", bet.id)]


def nowhere_paid(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = extra_bet(spin, rng, "split:1-9")
    bet.back = True
    spin.bets.append(bet)
    spin.pocket = rng.choice((1, 9))
    spin.instead[bet.id] = [Move("payout_made", bet.id, 17 * bet.stake_minor)]
    return [
        Planted(spin.code, "impossible_spot", bet.id),
        Planted(spin.code, "paid_on_refused", bet.id, 17 * bet.stake_minor),
    ]


def _verbal(spin: Spin, rng: random.Random) -> Bet:
    bet = rng.choice(spin.bets)
    bet.chips, bet.placed_by, bet.verbal, bet.back = None, None, "without_chips", True
    spin.instead[bet.id] = []
    return bet


def verbal_without_chips(spin: Spin, rng: random.Random) -> list[Planted] | None:
    return [Planted(spin.code, "verbal_bet_without_chips", _verbal(spin, rng).id)]


def verbal_without_chips_paid(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _verbal(spin, rng)
    _lands_on(spin, rng, bet)
    amount = felt.winnings(bet.spot, bet.stake_minor)
    spin.instead[bet.id] = [Move("payout_made", bet.id, amount)]
    return [
        Planted(spin.code, "verbal_bet_without_chips", bet.id),
        Planted(spin.code, "paid_on_refused", bet.id, amount),
    ]


# --- a chip that cannot be placed (6.6) --------------------------------------------------------------------------


def rules(spin: Spin, clause: str, post: str, choice: str, bet: Bet | None = None, delay: int = 20_000) -> None:
    """A post decides; the chips wait until then."""
    ruling = {
        "clause": clause,
        "made_by": staff.person(post),
        "choice": choice,
        "reason": "Decided at the table after hearing dealer and player.",
    }
    bets = {} if bet is None else {"bets": [bet.id]}
    spin.acts.append(Act(spin.result_at() + delay, "tablet", "ruling_made", ruling | bets))


def unclear_unruled(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.unclear = bet.unsettled = True
    return [Planted(spin.code, "unclear_spot", bet.id)]


def unclear_ruled(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.unclear = True
    if rng.random() < 0.3:
        bet.back = True
        choice = "no_bet"
    else:
        choice = bet.lies_on = rng.choice(felt.BY_KIND[felt.kind_of(bet.spot)])
    rules(spin, "6.6", rng.choice(("pit_supervisor", "pit_manager", "shift_manager")), choice, bet)
    return []


def unclear_ruled_by_lower_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.unclear = bet.unsettled = True
    rules(spin, "6.6", rng.choice(("dealer", "acting_pit_supervisor", "surveillance")), bet.spot, bet)
    return [Planted(spin.code, "post_not_competent", "ruling"), Planted(spin.code, "unclear_spot", bet.id)]


# --- colour chips (4.7, 7.11) ------------------------------------------------------------------------------------


def _foreign(spin: Spin, rng: random.Random) -> Bet:
    bet = rng.choice(spin.bets)
    bet.chips = {"colour": "silver", "count": 1, "value_minor": bet.stake_minor, "issued_at": f"{spin.table}9"}
    return bet


def foreign_chips(spin: Spin, rng: random.Random) -> list[Planted] | None:
    return [Planted(spin.code, "foreign_chips", _foreign(spin, rng).id)]


def foreign_chips_refused(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Management refuses to pay: no winnings and the chips back; a losing bet is taken."""
    bet = _foreign(spin, rng)
    bet.unpaid = True
    rules(spin, "7.11.1", rng.choice(("shift_manager", "director_of_table_games")), "refuse", bet)
    return [Planted(spin.code, "foreign_chips", bet.id)]


def foreign_chips_refused_by_lower_post(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Who may not refuse decides nothing: the bet is paid."""
    bet = _foreign(spin, rng)
    _lands_on(spin, rng, bet)
    rules(spin, "7.11.1", rng.choice(("dealer", "pit_supervisor", "pit_manager")), "refuse", bet)
    return [Planted(spin.code, "foreign_chips", bet.id), Planted(spin.code, "post_not_competent", "ruling")]


def chip_value_mismatch(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bets = [bet for bet in spin.bets if bet.chips is not None]
    if not bets:
        return None
    bet = rng.choice(bets)
    _stakes(bet, 250_000).chips = {"colour": bet.player.colour, "count": 1, "value_minor": 250_000}
    return [Planted(spin.code, "chip_value_mismatch", bet.id)]


def chip_count_mismatch(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bets = [bet for bet in spin.bets if bet.chips is not None]
    if not bets:
        return None
    bet = rng.choice(bets)
    bet.chips = {**(bet.chips or {}), "count": bet.stake_minor // bet.player.value_minor + 1}
    return [Planted(spin.code, "chip_count_mismatch", bet.id)]


def colour_of_other_player(spin: Spin, rng: random.Random) -> list[Planted] | None:
    owners = [bet.player for bet in spin.bets if bet.player.colour is not None]
    pairs = [(bet, owner) for bet in spin.bets for owner in owners if owner is not bet.player]
    if not pairs:
        return None
    bet, owner = rng.choice(pairs)
    _stakes(bet, 4 * owner.value_minor)
    bet.chips = {"colour": owner.colour, "count": 4, "value_minor": owner.value_minor}
    return [Planted(spin.code, "colour_of_other_player", bet.id)]


def second_colour(spin: Spin, rng: random.Random) -> list[Planted] | None:
    owners = [bet.player for bet in spin.bets if bet.player.colour is not None]
    if not owners:
        return None
    allowed_by = rng.choice((None, "dealer", "pit_supervisor"))
    spin.second_colour = (rng.choice(owners), None if allowed_by is None else staff.person(allowed_by))
    return [Planted(spin.code, "second_colour_without_authority", f"colour:{SPARE_COLOUR}")]


# --- odd to look at, but right: nothing may be found -------------------------------------------------------------


def second_colour_allowed(spin: Spin, rng: random.Random) -> list[Planted] | None:
    owners = [bet.player for bet in spin.bets if bet.player.colour is not None]
    if not owners:
        return None
    spin.second_colour = (rng.choice(owners), staff.person("pit_manager"))
    return []


def changed_in_time(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    bet.lies_on = rng.choice(felt.BY_KIND[felt.kind_of(bet.spot)])
    bet.counts_minor = bet.stake_minor + 50_000 * rng.randrange(3)
    _change(spin, rng, bet, _before_call(spin, bet), spot=bet.lies_on, stake_minor=bet.counts_minor)
    return []


def withdrawn_in_time(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(spin.bets)
    spin.acts.append(Act(_before_call(spin, bet), "reader", "bet_withdrawn", {"bet": bet.id}))
    bet.unsettled = True
    return []


def reader_buffered(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The chip reader was cut off for the whole round and sends what it saw afterwards."""
    spin.buffered = True
    return []
