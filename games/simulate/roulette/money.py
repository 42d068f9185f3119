"""What only roulette has in paying and collecting: the order of payment, and what is called or added too late.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random

from games.simulate import felt
from games.simulate.play import Act, Bet, Move, Plan, Planted
from games.simulate.roulette.table import Spin


def somebody_wins(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Let the ball fall so that at least one bet wins."""
    spin.lands_on(rng.choice(spin.bets), rng)
    return []


def winning_kinds(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """At least two winners that are paid one after the other."""
    spin.pocket = rng.randrange(37)
    column = f"column:{(spin.pocket - 1) % 3 + 1}" if spin.pocket else "split:0-2"
    for spot in (column, f"straight:{spin.pocket}"):
        spin.bets.append(extra_bet(spin, rng, spot))
    return []


def extra_bet(spin: Spin, rng: random.Random, spot: str, stake_minor: int = 200_000) -> Bet:
    """One more bet of a player at the table, in cash chips."""
    player = rng.choice([bet.player for bet in spin.bets])
    at = rng.randrange(2_000, (spin.called or 30_000) - 1_000)
    return Bet(f"{spin.bets[0].id}X{len(spin.bets)}", spot, stake_minor, player, at, {"seat": player.seat})


def _payouts(spin: Spin) -> list[Move]:
    return [move for move in spin.moves if move.kind == "payout_made"]


def order_of_payment(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The last in the order is paid first. On 0 to 3 who wins on several rows may be paid at once (6.4): there it is
    only wrong for certain where a column, an even chance or a dozen comes after it."""
    payouts = _payouts(spin)
    spots = {bet.id: bet.lies_on for bet in spin.bets}
    places = {felt.paid_place(spots[move.bet], spin.pocket) for move in payouts}
    if len(places) < 2 or (spin.pocket <= 3 and min(places) > felt.PAID_ORDER["dozen"]):
        return None
    spin.moves = [move for move in spin.moves if move not in payouts] + [payouts[-1], *payouts[:-1]]
    return [Planted(spin.code, "payment_order", "")]


def suspicion_after_payment(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Pit supervisor or above calls "no spin" on a suspicion when the winners have long been paid."""
    if not _payouts(spin):
        return None
    called_by = {"post": "pit_supervisor", "staff": spin.supervisor}
    spin.afterwards.append(Act(800, "tablet", "no_spin_called", {"called_by": called_by, "ground": "7.8"}))
    return [Planted(spin.code, "call_after_drop", "call")]


# --- what the dealer does with a bet that was changed after the call ---------------------------------------------


def _changed(plan: Plan) -> Bet:
    return plan.bet_of(next(act.data["bet"] for act in plan.acts if act.kind in ("bet_changed", "bet_withdrawn")))


def pays_all(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The house pays on what was added too late as well."""
    bet = _changed(spin)
    move = next(move for move in _payouts(spin) if move.bet == bet.id)
    extra = move.amount_minor
    move.amount_minor += extra
    return [Planted(spin.code, "paid_too_much", bet.id, extra)]


def collects_the_rest(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The house takes what is left of a losing bet."""
    bet = _changed(spin)
    gone = bet.stake_minor - bet.stake_minor // 2
    next(move for move in spin.moves if move.bet == bet.id).amount_minor -= gone
    return [Planted(spin.code, "collected_too_little", bet.id, gone)]


def collects_nothing(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = _changed(spin)
    spin.moves = [move for move in spin.moves if move.bet != bet.id]
    return [Planted(spin.code, "not_collected", bet.id, bet.stake_minor)]


def has_nothing_to_hand_back(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Nothing wrong: no chips of the bet lie there."""
    spin.moves = [move for move in spin.moves if move.kind != "stake_returned"]
    return []
