"""What can be put into a simulated throw of sic bo: faults, and irregularities in which everything was done right.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it. Proved by
``tests/simulate/test_audit_finds_sicbo.py``.
"""

from __future__ import annotations

import random
from typing import Any, Final

from games.simulate import staff
from games.simulate.play import REFUSED, VOID, Act, Fault, Planted, no_more_bets
from games.simulate.play_bets import after_call, before_call, betting_faults, catalogue, changes
from games.simulate.play_money import (
    collected_on_refused,
    collected_on_void,
    money_faults,
    paid_on_refused,
    paid_on_void,
)
from games.simulate.play_time import Said, time_faults
from games.simulate.sicbo import felt
from games.simulate.sicbo.table import LIMITS, Throw

EVERYONE: Final = tuple(member.role for member in staff.ACCOUNTS[:10])
DIRECTORS: Final = ("director_of_table_games", "senior_management")
CAUSES: Final = ("7.4", "7.5", "7.6")


def _seen(throw: Throw, ground: str, at: int) -> None:
    throw.says(at, "irregularity_seen", "sensor", ground=ground, seen_by=staff.person("dealer", throw.dealer))


def _announced(throw: Throw, rng: random.Random, ground: str | None) -> None:
    by = staff.person(rng.choice(("dealer", "acting_pit_supervisor", "pit_supervisor")))
    data: dict[str, Any] = {"announced_by": by} if ground is None else {"announced_by": by, "ground": ground}
    throw.says((throw.called or 40_000) + 8_500, "void_announced", **data)


def _voids(throw: Throw, rng: random.Random) -> None:
    throw.void = True
    throw.hands_back = rng.random() < 0.5


# --- the causes of 7.2 to 7.6 ------------------------------------------------------------------------------------


def shaken_too_little(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.shaken = rng.randrange(3)
    _announced(throw, rng, "7.2")
    _voids(throw, rng)
    return []


def shaken_too_little_and_played(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nobody says that the throw is void; the dealer leaves the chips."""
    throw.shaken = rng.randrange(3)
    _voids(throw, rng)
    return [Planted(throw.code, "void_not_announced", "")]


def shaken_again_under_open_dome(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Too few shakes, made up for when the dice lie open: that counts for nothing."""
    throw.says((throw.called or 0) + 7_000, "dice_shaken", "sensor", times=3)
    return shaken_too_little(throw, rng)


def exposed_before_call(throw: Throw, rng: random.Random) -> list[Planted] | None:
    _seen(throw, "7.3", (throw.called or 0) - 500)
    _announced(throw, rng, "7.3")
    _voids(throw, rng)
    return []


def exposed_before_call_unannounced(throw: Throw, rng: random.Random) -> list[Planted] | None:
    _seen(throw, "7.3", (throw.called or 0) - 500)
    _voids(throw, rng)
    return [Planted(throw.code, "void_not_announced", "")]


def shown_before_call(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """The sensor sees the dice before the call; nobody says so."""
    throw.says((throw.called or 0) - 500, "dice_shown", "sensor", dice=list(throw.dice), source="sensor")
    _voids(throw, rng)
    return [Planted(throw.code, "void_not_announced", "")]


def exposed_after_call(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the dome came off after the call. That it was seen is a remark."""
    _seen(throw, "7.3", (throw.called or 0) + 1_000)
    return [Planted(throw.code, "irregularity_without_effect", "fact")]


def cause_announced(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Dice not flat or damaged, a broken dome: seen as the dice lie open or before, and announced; perhaps no dice to
    record."""
    ground = rng.choice(CAUSES)
    _seen(throw, ground, (throw.called or 0) + (6_200 if rng.random() < 0.6 else 5_800))
    _announced(throw, rng, ground)
    if rng.random() < 0.5:
        throw.shown, throw.entered, throw.lit = False, None, None
    _voids(throw, rng)
    return []


def cause_unannounced(throw: Throw, rng: random.Random) -> list[Planted] | None:
    _seen(throw, rng.choice(CAUSES), (throw.called or 0) + 5_800)
    _voids(throw, rng)
    return [Planted(throw.code, "void_not_announced", "")]


def found_after_end(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: a die is found damaged when the round is over."""
    data = {"ground": rng.choice(CAUSES), "seen_by": staff.person("dealer", throw.dealer)}
    throw.later.append(Act(30_000, "tablet", "irregularity_seen", data))
    return [Planted(throw.code, "irregularity_without_effect", "fact")]


def announced_after_end(throw: Throw, rng: random.Random) -> list[Planted] | None:
    data = {"ground": rng.choice(CAUSES), "announced_by": staff.person("dealer", throw.dealer)}
    throw.later.append(Act(30_000, "tablet", "void_announced", data))
    return [Planted(throw.code, "void_too_late", "call")]


# --- a void that rests on nothing (7.8) --------------------------------------------------------------------------


def _groundless(throw: Throw, rng: random.Random) -> list[Planted]:
    _announced(throw, rng, rng.choice((None, "7.1", "7.7", "4.4")))
    return [Planted(throw.code, "void_without_ground", "call")]


def groundless_unruled(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.unsettled = True
    return _groundless(throw, rng)


def groundless_ruled_as_thrown(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.rules("7.8", rng.choice(DIRECTORS), "as_thrown")
    return _groundless(throw, rng)


def groundless_ruled_void(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.rules("7.8", rng.choice(DIRECTORS), "void")
    _voids(throw, rng)
    return _groundless(throw, rng)


def groundless_ruled_by_lower_post(throw: Throw, rng: random.Random) -> list[Planted] | None:
    post = rng.choice([post for post in EVERYONE if post not in DIRECTORS])
    throw.rules("7.8", post, rng.choice(("as_thrown", "void")))
    throw.unsettled = True
    return [*_groundless(throw, rng), Planted(throw.code, "post_not_competent", "ruling")]


def groundless_ruled_something_else(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.rules("7.8", rng.choice(DIRECTORS), "half_stakes_back")
    throw.unsettled = True
    return [*_groundless(throw, rng), Planted(throw.code, "ruling_not_offered", "ruling")]


def enough_shakes_called_too_few(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Void announced for too few shakes; the sensor counted enough."""
    _announced(throw, rng, "7.2")
    throw.unsettled = True
    return [Planted(throw.code, "void_without_ground", "call")]


def exposed_after_call_called_void(throw: Throw, rng: random.Random) -> list[Planted] | None:
    seen = exposed_after_call(throw, rng) or []
    _announced(throw, rng, "7.3")
    throw.unsettled = True
    return [*seen, Planted(throw.code, "void_without_ground", "call")]


def enough_shakes_seen_too_few(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """The sensor counts enough shakes, the dealer saw too few: nobody knows which is right before it is decided."""
    _seen(throw, "7.2", (throw.called or 0) + 4_000)
    if rng.random() < 0.5:
        throw.rules("7.8", rng.choice(DIRECTORS), "void")
        _voids(throw, rng)
    else:
        throw.unsettled = True
    return [Planted(throw.code, "results_disagree", "")]


def ruled_where_nothing_waits(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """A decision under a clause that leaves nothing to decide, or of something that nobody asked."""
    clause, choice = rng.choice((("7.5", "void"), ("4.4", "void"), ("7.8", "half_stakes_back")))
    throw.rules(clause, rng.choice(DIRECTORS), choice)
    return [Planted(throw.code, "ruling_without_effect", "ruling")]


def ruled_void(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the director decides that the throw is void; nobody had announced anything."""
    throw.rules("7.8", rng.choice(DIRECTORS), "void")
    _voids(throw, rng)
    return []


def ruled_void_by_lower_post(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """The throw counts all the same."""
    throw.rules("7.8", rng.choice([post for post in EVERYONE if post not in DIRECTORS]), "void")
    return [Planted(throw.code, "post_not_competent", "ruling")]


def one_bet_ruled_void(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: of a throw that counts one bet is decided to be void."""
    bet = rng.choice(throw.bets)
    bet.back = VOID
    throw.rules("7.8", rng.choice(DIRECTORS), "void", (bet.id,))
    return []


def groundless_one_bet_ruled(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Of a throw that waits one bet is decided."""
    bet = rng.choice(throw.bets)
    bet.back = VOID
    throw.rules("7.8", rng.choice(DIRECTORS), "void", (bet.id,))
    throw.unsettled = True
    return _groundless(throw, rng)


# --- the device (7.1, 7.7) ---------------------------------------------------------------------------------------


def _fails(throw: Throw, *, told: bool) -> list[Planted]:
    """The device fails; the round is settled by the dice, the table is held."""
    at = (throw.called or 40_000) + 7_000
    throw.lit = None
    throw.entered = None
    throw.says(at, "device_failed", note="No area lights up.")
    if told:
        throw.says(at + 900, "pit_manager_informed", person=staff.person("pit_manager"))
    throw.holds = True
    return [] if told else [Planted(throw.code, "failure_not_reported", "")]


def _releases(throw: Throw, post: str, **more: Any) -> None:
    made_by = staff.person(post)
    reason = "The device was repaired and tried."
    data = {"clause": "7.1", "made_by": made_by, "choice": "release", "reason": reason, **more}
    throw.afterwards.append(Act(60_000, "tablet", "ruling_made", data))


def device_failed_and_released(throw: Throw, rng: random.Random) -> list[Planted] | None:
    planted = _fails(throw, told=True)
    _releases(throw, "head_of_operations")
    throw.holds = False
    return planted


def device_failed_and_nobody_told(throw: Throw, rng: random.Random) -> list[Planted] | None:
    planted = _fails(throw, told=False)
    _releases(throw, "head_of_operations")
    throw.holds = False
    return planted


def device_failed_and_played_on(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nobody releases the table: the next round is played while it is held."""
    return _fails(throw, told=True)


def device_failed_and_released_by_other_post(throw: Throw, rng: random.Random) -> list[Planted] | None:
    planted = _fails(throw, told=True)
    _releases(throw, rng.choice([post for post in EVERYONE if post != "head_of_operations"]))
    return [*planted, Planted(throw.code, "post_not_competent", "ruling")]


def released_before_it_failed_again(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Released, and then it fails once more, of which nobody is told: held."""
    planted = _fails(throw, told=True)
    _releases(throw, "head_of_operations")
    throw.afterwards.append(Act(70_000, "tablet", "device_failed", {}))
    return [*planted, Planted(throw.code, "failure_not_reported", "")]


def told_before_it_failed(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """The pit manager comes by before the failure, and is not told of it."""
    throw.says(3_000, "pit_manager_informed", person=staff.person("pit_manager"))
    return device_failed_and_nobody_told(throw, rng)


def released_with_bets_named(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: what is released is the table, whatever bets the form names."""
    planted = _fails(throw, told=True)
    _releases(throw, "head_of_operations", bets=[rng.choice(throw.bets).id])
    throw.holds = False
    return planted


def entered_wrongly(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """The dealer keys in other numbers; the dice decide."""
    throw.entered = _other(throw, rng)
    return [Planted(throw.code, "display_mismatch", "")]


def lit_wrongly(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.lit = rng.choice(([], (throw.lit or [])[1:], [*(throw.lit or []), "specific_triple:1"]))
    return [Planted(throw.code, "display_mismatch", "")] if set(throw.lit) != set(felt.lit(throw.dice)) else []


def entered_in_another_order(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the numbers of three dice have no order."""
    one, two, three = throw.dice
    throw.entered = (three, one, two)
    return []


def entered_only(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: no sensor saw the dice, the dealer keyed them in."""
    throw.shown = False
    return []


def late_bet_after_entry(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """No call and no sensor: what the dealer keyed in ended betting."""
    throw.shown, throw.called = False, None
    bet = rng.choice(throw.bets)
    bet.at = 40_000 + 7_600
    bet.back = REFUSED
    return [Planted(throw.code, "no_call_recorded", ""), Planted(throw.code, "late_bet", bet.id)]


def called_after_entry(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """No sensor, and the call came behind what the dealer keyed in."""
    throw.shown, throw.called = False, None
    throw.acts.append(no_more_bets(throw.dealer, 40_000 + 7_600))
    return [Planted(throw.code, "called_too_late", "")]


def lit_as_otherwise_written(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the layout reports its areas with leading zeros, and pairs the other way round."""
    throw.lit = [felt.otherwise_written(area) for area in throw.lit or []]
    return []


def _other(throw: Throw, rng: random.Random) -> felt.Dice:
    first, *rest = throw.dice
    return (rng.choice([n for n in range(1, 7) if n != first]), rest[0], rest[1])


def results_disagree(throw: Throw, rng: random.Random) -> list[Planted] | None:
    at = (throw.called or 40_000) + 6_900
    throw.says(at, "dice_shown", dice=list(_other(throw, rng)), source="dealer")
    return [Planted(throw.code, "results_disagree", "")]


def dice_recorded_twice(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the dealer confirms what the sensor saw, in an order of their own."""
    dice = rng.sample(throw.dice, 3)
    throw.says((throw.called or 40_000) + 6_900, "dice_shown", dice=dice, source="dealer")
    return []


def no_result(throw: Throw, rng: random.Random) -> list[Planted] | None:
    throw.shown, throw.entered, throw.lit = False, None, None
    throw.unsettled = True
    return [Planted(throw.code, "no_result", "")]


# --- bets --------------------------------------------------------------------------------------------------------


def nowhere(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    bet.spot = bet.lies_on = rng.choice(felt.NOWHERE)
    bet.stake_minor = bet.counts_minor = 500_000
    bet.back = REFUSED
    return [Planted(throw.code, "impossible_spot", bet.id)]


def otherwise_written(throw: Throw, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: the reader writes a number with a leading zero, or a pair the other way round."""
    for bet in throw.bets:
        bet.spot = felt.otherwise_written(bet.spot)
    return []


def verbal_without_chips(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    bet.more = {"verbal": "without_chips"}
    bet.back = REFUSED
    return [Planted(throw.code, "verbal_bet_without_chips", bet.id)]


def below_minimum(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    bet.stake_minor = bet.counts_minor = 10_000
    return [Planted(throw.code, "below_minimum", bet.id)]


def above_maximum(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    most = LIMITS.get(felt.kind_of(bet.spot), LIMITS["*"])[1]
    bet.stake_minor = bet.counts_minor = most + 50_000
    return [Planted(throw.code, "above_maximum", bet.id)]


def moved_in_time(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    bet.lies_on = rng.choice([area for area in felt.AREAS if felt.kind_of(area) == felt.kind_of(bet.spot)])
    changes(throw, bet, before_call(throw, bet), spot=bet.lies_on)
    return []


def moved_after_call(throw: Throw, rng: random.Random) -> list[Planted] | None:
    bet = rng.choice(throw.bets)
    changes(throw, bet, after_call(throw, rng), spot=rng.choice(felt.AREAS))
    return [Planted(throw.code, "changed_after_call", bet.id)]


AFTER_END: Final[dict[str, Said]] = {
    "dice_shaken": ("sensor", lambda _throw: {"times": 3}),
    "dice_shown": ("sensor", lambda throw: {"dice": [7 - n for n in throw.dice], "source": "sensor"}),
    "result_entered": ("tablet", lambda throw: {"dice": [7 - n for n in throw.dice]}),
    "areas_lit": ("sensor", lambda throw: {"spots": felt.lit(throw.dice)[1:]}),
}
"""Facts of the table that change nothing when the round is over."""

FAULTS: Final[dict[str, Fault]] = {
    **money_faults(),
    **betting_faults(),
    **time_faults(AFTER_END),
    **catalogue(
        shaken_too_little,
        shaken_too_little_and_played,
        exposed_before_call,
        exposed_before_call_unannounced,
        exposed_after_call,
        cause_announced,
        cause_unannounced,
        groundless_unruled,
        groundless_ruled_as_thrown,
        groundless_ruled_void,
        groundless_ruled_by_lower_post,
        groundless_ruled_something_else,
        device_failed_and_released,
        device_failed_and_nobody_told,
        device_failed_and_played_on,
        device_failed_and_released_by_other_post,
        released_before_it_failed_again,
        entered_wrongly,
        lit_wrongly,
        entered_in_another_order,
        entered_only,
        results_disagree,
        dice_recorded_twice,
        no_result,
        nowhere,
        verbal_without_chips,
        below_minimum,
        above_maximum,
        moved_in_time,
        moved_after_call,
        shaken_again_under_open_dome,
        shown_before_call,
        found_after_end,
        announced_after_end,
        enough_shakes_called_too_few,
        exposed_after_call_called_void,
        enough_shakes_seen_too_few,
        ruled_where_nothing_waits,
        ruled_void,
        ruled_void_by_lower_post,
        one_bet_ruled_void,
        groundless_one_bet_ruled,
        told_before_it_failed,
        released_with_bets_named,
        late_bet_after_entry,
        called_after_entry,
        lit_as_otherwise_written,
        otherwise_written,
        paid_on_void=(cause_announced, paid_on_void),
        collected_on_void=(shaken_too_little_and_played, collected_on_void),
        nowhere_paid=(nowhere, paid_on_refused),
        verbal_without_chips_collected=(verbal_without_chips, collected_on_refused),
    ),
}
"""Every fault by name."""
