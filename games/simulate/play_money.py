"""Faults of paying and collecting that every game can have, and movements that look odd but are right.

Each function changes the moves planned and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from games.simulate.play import LOST, PUSH, REFUSED, VOID, WON, Correction, Fault, Move, Plan, Planted

CHIP: int = 50_000
"""The smallest chip in play, in VND."""


def _moves(plan: Plan, kind: str, least: int = 0) -> list[Move]:
    return [move for move in plan.moves if move.kind == kind and move.amount_minor > least]


def _wholly_lost(plan: Plan, least: int = 0) -> list[Move]:
    """Collections of whole stakes."""
    whole = {bet for bet, due in plan.dues.items() if due.outcome == LOST and due.taken_minor == due.stake_minor}
    return [move for move in _moves(plan, "stake_collected", least) if move.bet in whole]


def _of(plan: Plan, rng: random.Random, *outcomes: str) -> str | None:
    bets = plan.with_outcome(*outcomes)
    return rng.choice(bets) if bets else None


def _instead(plan: Plan, bet: str, *moves: Move) -> None:
    plan.moves = [move for move in plan.moves if move.bet != bet]
    plan.moves += moves


def paid_too_much(plan: Plan, rng: random.Random) -> list[Planted] | None:
    payouts = _moves(plan, "payout_made")
    if not payouts:
        return None
    move = rng.choice(payouts)
    extra = rng.choice((CHIP, 2 * CHIP, move.amount_minor))
    move.amount_minor += extra
    return [Planted(plan.code, "paid_too_much", move.bet, extra)]


def paid_too_little(plan: Plan, rng: random.Random) -> list[Planted] | None:
    payouts = _moves(plan, "payout_made", CHIP)
    if not payouts:
        return None
    move = rng.choice(payouts)
    missing = rng.choice((CHIP, -(-move.amount_minor // 2)))
    move.amount_minor -= missing
    return [Planted(plan.code, "paid_too_little", move.bet, -missing)]


def not_paid(plan: Plan, rng: random.Random) -> list[Planted] | None:
    payouts = _moves(plan, "payout_made")
    if not payouts:
        return None
    move = rng.choice(payouts)
    plan.moves.remove(move)
    return [Planted(plan.code, "not_paid", move.bet, -move.amount_minor)]


def treated_as_lost(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A winner is swept away with the losers."""
    bet = _of(plan, rng, WON)
    if bet is None:
        return None
    due = plan.dues[bet]
    _instead(plan, bet, Move("stake_collected", bet, due.stake_minor))
    return [
        Planted(plan.code, "not_paid", bet, -due.won_minor),
        Planted(plan.code, "collected_wrongly", bet, -due.stake_minor),
    ]


def winner_collected(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A winner is paid in full, but the stake is taken."""
    bet = _of(plan, rng, WON)
    if bet is None:
        return None
    stake = plan.dues[bet].stake_minor
    plan.moves.insert(0, Move("stake_collected", bet, stake))
    return [Planted(plan.code, "collected_wrongly", bet, -stake)]


def not_collected(plan: Plan, rng: random.Random) -> list[Planted] | None:
    collections = _wholly_lost(plan)
    if not collections:
        return None
    move = rng.choice(collections)
    plan.moves.remove(move)
    return [Planted(plan.code, "not_collected", move.bet, move.amount_minor)]


def collected_too_little(plan: Plan, rng: random.Random) -> list[Planted] | None:
    collections = _wholly_lost(plan, CHIP)
    if not collections:
        return None
    move = rng.choice(collections)
    move.amount_minor -= CHIP
    return [Planted(plan.code, "collected_too_little", move.bet, CHIP)]


def collected_too_much(plan: Plan, rng: random.Random) -> list[Planted] | None:
    collections = _wholly_lost(plan)
    if not collections:
        return None
    move = rng.choice(collections)
    move.amount_minor += CHIP
    return [Planted(plan.code, "collected_too_much", move.bet, -CHIP)]


def paid_on_lost(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A loser is paid and keeps the stake."""
    collections = _wholly_lost(plan)
    if not collections:
        return None
    bet = rng.choice(collections).bet
    stake = plan.dues[bet].stake_minor
    _instead(plan, bet, Move("payout_made", bet, stake))
    return [Planted(plan.code, "paid_on_lost", bet, stake), Planted(plan.code, "not_collected", bet, stake)]


def _paid(outcome: str) -> Callable[[Plan, random.Random], list[Planted] | None]:
    def paid_all_the_same(plan: Plan, rng: random.Random) -> list[Planted] | None:
        bet = _of(plan, rng, outcome)
        if bet is None:
            return None
        stake = plan.dues[bet].stake_minor
        _instead(plan, bet, Move("payout_made", bet, stake))
        return [Planted(plan.code, f"paid_on_{outcome}", bet, stake)]

    return paid_all_the_same


def _taken(outcome: str) -> Callable[[Plan, random.Random], list[Planted] | None]:
    def taken_all_the_same(plan: Plan, rng: random.Random) -> list[Planted] | None:
        bet = _of(plan, rng, outcome)
        if bet is None:
            return None
        stake = plan.dues[bet].stake_minor
        _instead(plan, bet, Move("stake_collected", bet, stake))
        return [Planted(plan.code, f"collected_on_{outcome}", bet, -stake)]

    return taken_all_the_same


paid_on_refused, collected_on_refused = _paid(REFUSED), _taken(REFUSED)
paid_on_void, collected_on_void = _paid(VOID), _taken(VOID)
paid_on_push, collected_on_push = _paid(PUSH), _taken(PUSH)


def paid_for_no_bet(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = f"{plan.code}-B91"
    amount = rng.choice((4, 20, 36)) * CHIP
    plan.moves.append(Move("payout_made", bet, amount))
    return [Planted(plan.code, "movement_without_bet", bet, amount)]


def collected_for_no_bet(plan: Plan, rng: random.Random) -> list[Planted] | None:
    bet = f"{plan.code}-B91"
    plan.moves.insert(0, Move("stake_collected", bet, 4 * CHIP))
    return [Planted(plan.code, "movement_without_bet", bet, -4 * CHIP)]


# --- odd to look at, but right: nothing may be found -------------------------------------------------------------


def paid_in_parts(plan: Plan, rng: random.Random) -> list[Planted] | None:
    payouts = _moves(plan, "payout_made", CHIP)
    if not payouts:
        return None
    move = rng.choice(payouts)
    move.amount_minor -= CHIP
    plan.moves.insert(plan.moves.index(move) + 1, Move("payout_made", move.bet, CHIP))
    return []


def collected_then_made_good(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A winner's stake is taken by mistake and given back before the round is closed."""
    bet = _of(plan, rng, WON)
    if bet is None:
        return None
    plan.moves.insert(0, Move("stake_collected", bet, plan.dues[bet].stake_minor))
    plan.moves.append(Move("stake_returned", bet, plan.dues[bet].stake_minor))
    return []


def winners_handed_their_stakes(plan: Plan, rng: random.Random) -> list[Planted] | None:
    winners = plan.with_outcome(WON, PUSH)
    plan.moves += [Move("stake_returned", bet, plan.dues[bet].stake_minor) for bet in winners]
    return [] if winners else None


def payout_corrected(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """The right amount was paid, a wrong one entered, and the entry corrected."""
    payouts = _moves(plan, "payout_made")
    if not payouts:
        return None
    move = rng.choice(payouts)
    plan.corrections.append(Correction("payout_made", move.bet, {"amount_minor": move.amount_minor}))
    move.amount_minor += 3 * CHIP
    return []


def correction_of_something_else(plan: Plan, rng: random.Random) -> list[Planted] | None:
    """A correction whose "before" is not what stood there changes nothing."""
    payouts = _moves(plan, "payout_made")
    if not payouts:
        return None
    move = rng.choice(payouts)
    change, stood = {"amount_minor": move.amount_minor + CHIP}, {"bet": move.bet, "amount_minor": CHIP // 10}
    plan.corrections.append(Correction("payout_made", move.bet, change, stood))
    return [Planted(plan.code, "correction_not_applicable", "correction")]


def never_closed(plan: Plan, rng: random.Random) -> list[Planted] | None:
    plan.closes = False
    return [Planted(plan.code, "round_not_closed", "")]


IN_PAYING: Final = (
    paid_too_much,
    paid_too_little,
    not_paid,
    treated_as_lost,
    winner_collected,
    not_collected,
    collected_too_little,
    collected_too_much,
    paid_on_lost,
    paid_for_no_bet,
    collected_for_no_bet,
    paid_in_parts,
    collected_then_made_good,
    winners_handed_their_stakes,
    payout_corrected,
    correction_of_something_else,
    never_closed,
)


def money_faults() -> dict[str, Fault]:
    """The faults of this module by name, for the catalogue of a game."""
    return {act.__name__: Fault(act.__name__, None, act) for act in IN_PAYING}
