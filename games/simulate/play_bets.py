"""Faults of betting that every game with a call for no more bets can have: too late, changed or taken back too late,
recorded twice. Each function changes a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from games.simulate.play import REFUSED, Act, Bet, Fault, Plan, Planted, Tamper, no_more_bets
from games.simulate.play_money import collected_on_refused, paid_on_refused


def after_call(plan: Plan, rng: random.Random) -> int:
    return (plan.called or 0) + rng.randrange(400, 1_900)


def before_call(plan: Plan, bet: Bet) -> int:
    return (bet.at + (plan.called or 0)) // 2


def some_bet(plan: Plan, rng: random.Random) -> Bet | None:
    """A bet to do something with."""
    return rng.choice(plan.bets) if plan.bets else None


def late_bet(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    bet.at = after_call(plan, rng)
    bet.back = REFUSED
    return [Planted(plan.code, "late_bet", bet.id)]


def changes(plan: Plan, bet: Bet, at: int, **change: Any) -> None:
    plan.acts.append(Act(at, "reader", "bet_changed", {"bet": bet.id, **change}))


def raised_after_call(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """Past posting: chips are added to a bet too late, and the house settles it as it lay."""
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    changes(plan, bet, after_call(plan, rng), stake_minor=2 * bet.stake_minor)
    return [Planted(plan.code, "changed_after_call", bet.id)]


def withdrawn_after_call(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A bet is taken back too late and settled all the same, as it lay."""
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    plan.acts.append(Act(after_call(plan, rng), "reader", "bet_withdrawn", {"bet": bet.id}))
    return [Planted(plan.code, "withdrawn_after_call", bet.id)]


def bet_recorded_twice(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    said = {"bet": bet.id, plan.spot_field: bet.spot, "stake_minor": bet.stake_minor, "player": bet.player.ref}
    plan.acts.append(Act(bet.at + 500, "reader", "bet_placed", {**said, **bet.more}))
    return [Planted(plan.code, "bet_recorded_twice", bet.id)]


def change_without_bet(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = f"{plan.code}-B91"
    plan.acts.append(Act(2_500, "reader", "bet_withdrawn", {"bet": bet}))
    return [Planted(plan.code, "change_without_bet", bet)]


def no_announcement(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """Nobody called for no more bets; betting ended when the dice or cards came."""
    if not plan.bets:
        return None
    plan.called = None
    return [Planted(plan.code, "no_call_recorded", "")]


def called_too_late(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The call came when something of the outcome was shown already."""
    if not plan.bets or plan.shows is None:
        return None
    plan.called = None
    plan.acts.append(no_more_bets(plan.dealer, plan.shows + 300))
    return [Planted(plan.code, "called_too_late", "")]


def called_again(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The call was made twice."""
    if not plan.bets or plan.called is None:
        return None
    plan.acts.append(no_more_bets(plan.dealer, plan.called + 300))
    return [Planted(plan.code, "called_again", "call")]


def called_by_supervisor(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The call was a pit supervisor's; it stands."""
    if not plan.bets or plan.called is None:
        return None
    plan.supervisor_calls = True
    return [Planted(plan.code, "called_by_other_post", "call")]


# --- odd to look at, but right: nothing may be found -------------------------------------------------------------


def raised_in_time(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    bet.counts_minor = bet.stake_minor + 50_000
    changes(plan, bet, before_call(plan, bet), stake_minor=bet.counts_minor)
    return []


def withdrawn_in_time(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = some_bet(plan, rng)
    if bet is None:
        return None
    plan.acts.append(Act(before_call(plan, bet), "reader", "bet_withdrawn", {"bet": bet.id}))
    bet.gone = True
    return []


def laid_again_in_time(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A bet is taken back, and laid again under its id."""
    bet = some_bet(plan, rng)
    if bet is None or plan.called is None:
        return None
    gone = before_call(plan, bet)
    said = {"bet": bet.id, plan.spot_field: bet.spot, "stake_minor": bet.stake_minor, "player": bet.player.ref}
    if plan.spot_field == "seat":
        said["seat"] = int(bet.spot)
    plan.acts.append(Act(gone, "reader", "bet_withdrawn", {"bet": bet.id}))
    plan.acts.append(Act((gone + plan.called) // 2, "reader", "bet_placed", {**said, **bet.more}))
    return []


def handed_back_in_part(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """Chips that were put to a bet go back to their player before the call, and nobody records the change."""
    bet = some_bet(plan, rng)
    if bet is None or plan.called is None:
        return None
    more = before_call(plan, bet)
    changes(plan, bet, more, stake_minor=bet.stake_minor + 50_000)
    back = {"bet": bet.id, "amount_minor": 50_000}
    plan.acts.append(Act((more + plan.called) // 2, "reader", "stake_returned", back))
    return []


LAID: Final = (laid_again_in_time, handed_back_in_part)
CALLS: Final = (called_again, called_by_supervisor)

IN_BETTING: Final[tuple[Callable[[Plan, random.Random], list[Planted] | None], ...]] = (
    late_bet,
    raised_after_call,
    withdrawn_after_call,
    bet_recorded_twice,
    change_without_bet,
    no_announcement,
    raised_in_time,
    withdrawn_in_time,
    *LAID,
    *CALLS,
)


def betting_faults() -> dict[str, Fault]:
    """The faults of this module by name, for the catalogue of a game."""
    return {
        **{act.__name__: Fault(act.__name__, act) for act in IN_BETTING},
        "late_bet_paid": Fault("late_bet_paid", late_bet, paid_on_refused),
        "late_bet_collected": Fault("late_bet_collected", late_bet, collected_on_refused),
    }


def catalogue(*acts: Tamper, **both: tuple[Tamper | None, Tamper | None]) -> dict[str, Fault]:
    """Faults by name: of functions that change a plan, and of pairs (plan, pay) by their keyword."""
    faults = {act.__name__: Fault(act.__name__, act) for act in acts}
    return {**faults, **{name: Fault(name, plan, pay) for name, (plan, pay) in both.items()}}
