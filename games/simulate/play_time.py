"""Faults of time: chips of which word comes when the outcome is known and that claim a moment before it, and facts of
the table after its round is over. Each function changes a plan and says what must be found.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from games.simulate import staff
from games.simulate.play import Act, Bet, Fault, Plan, Planted, Tamper
from games.simulate.play_bets import before_call


def reader_buffered(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The chip reader was cut off for the whole round and sends what it saw afterwards: remarks, no more."""
    plan.buffered = True
    return []


def _claims_in_time(plan: Plan, rng: random.Random, source: str) -> list[Planted] | None:
    """One bet is sent by ``source``, just after something of the outcome was shown, as if it had lain there long."""
    bets = [bet for bet in plan.claimable if not bet.back]
    if not bets or plan.shows is None or plan.called is None:
        return None
    bet = rng.choice(bets)
    bet.source, bet.told = source, plan.shows + 250
    return [Planted(plan.code, "claim_unsupported", bet.id)]


def past_posted_by_silent_tablet(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """Past posting: a tablet that said nothing since betting ended sends a back-dated bet under its next number."""
    plan.squeezes = False
    return _claims_in_time(plan, rng, "tablet")


def entered_by_hand_afterwards(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A bet comes out of order, entered by a supervisor: nothing numbers what people enter."""
    return _claims_in_time(plan, rng, plan.supervisor)


def numbered_after_outcome(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A bet dated before the call, which the tablet numbers behind what it said of the payments: late, and back."""
    bets = [bet for bet in plan.claimable if not bet.back]
    if not bets or plan.shows is None or plan.called is None:
        return None
    like = rng.choice(bets)
    bet = f"{plan.code}-B90"
    said = {"bet": bet, plan.spot_field: like.spot, "stake_minor": like.stake_minor, "player": like.player.ref}
    if plan.spot_field == "seat":
        said["seat"] = int(like.spot)
    plan.past.append(Bet(bet, like.spot, like.stake_minor, like.player, before_call(plan, like), dict(like.more)))
    plan.claimed.append(Act(before_call(plan, like), "tablet", "bet_placed", {**said, **like.more}, 400))
    return [Planted(plan.code, "claim_numbered_late", bet), Planted(plan.code, "late_bet", bet)]


def numbered_after_outcome_and_paid(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The same, and the dealer pays it one for one."""
    planted = numbered_after_outcome(plan, rng)
    if planted is None:
        return None
    said = plan.claimed[-1].data
    paid = {"bet": said["bet"], "amount_minor": said["stake_minor"]}
    plan.afterwards.append(Act(900, "tablet", "payout_made", paid))
    return [*planted, Planted(plan.code, "paid_on_refused", said["bet"], said["stake_minor"])]


Said = tuple[str, Callable[[Any], dict[str, Any]]]
"""Which device says it, and what of a round as planned."""

SHARED: Mapping[str, Said] = {
    "betting_closed": ("reader", lambda plan: {"called_by": staff.person("dealer", plan.dealer)}),
    "matter_opened": ("tablet", lambda plan: {"note": "A chip lay under the rail."}),
    "round_opened": ("tablet", lambda plan: {"number": plan.number, "dealer": plan.dealer, "source": "simulated"}),
}


def after_end(kind: str, source: str, said: Callable[[Any], dict[str, Any]]) -> Tamper:
    """A fact of this kind is said of a round that was closed: it changes nothing."""

    def said_after_end(plan: Plan, rng: random.Random) -> list[Planted] | None:
        plan.later.append(Act(rng.randrange(1_000, 5_000), source, kind, said(plan)))
        return [Planted(plan.code, "fact_after_end", "fact")]

    return said_after_end


def time_faults(facts: Mapping[str, Said]) -> dict[str, Fault]:
    """The faults of this module by name, for the catalogue of a game; ``facts`` are the game's own of the table."""
    claims = (
        past_posted_by_silent_tablet,
        entered_by_hand_afterwards,
        numbered_after_outcome,
        numbered_after_outcome_and_paid,
        reader_buffered,
    )
    after = {
        f"{kind}_after_end": Fault(f"{kind}_after_end", after_end(kind, source, said))
        for kind, (source, said) in {**SHARED, **facts}.items()
    }
    return {**{act.__name__: Fault(act.__name__, act) for act in claims}, **after}
