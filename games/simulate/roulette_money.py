"""Faults of paying and collecting at roulette, and movements that look odd but are right.

Each function puts one thing into a plan and says what must be found; None where the plan has no room for it.
"""

from __future__ import annotations

import random

from games.simulate import felt
from games.simulate.play import Act, Correction, Move, Planted
from games.simulate.roulette import Bet, Player, Spin

CHIP: int = 50_000
"""The smallest chip in play, in VND."""


def somebody_wins(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Let the ball fall so that at least one bet wins."""
    spin.pocket = rng.choice(sorted(felt.COVERS[rng.choice(spin.bets).lies_on]))
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
    player: Player = rng.choice([bet.player for bet in spin.bets])
    at = rng.randrange(2_000, (spin.called or 30_000) - 1_000)
    return Bet(f"{spin.bets[0].id}X{len(spin.bets)}", spot, stake_minor, player, at)


def _payouts(spin: Spin) -> list[Move]:
    return [move for move in spin.moves if move.kind == "payout_made"]


def _collections(spin: Spin) -> list[Move]:
    return [move for move in spin.moves if move.kind == "stake_collected"]


def paid_too_much(spin: Spin, rng: random.Random) -> list[Planted] | None:
    payouts = _payouts(spin)
    if not payouts:
        return None
    move = rng.choice(payouts)
    extra = rng.choice((CHIP, 2 * CHIP, move.amount_minor))
    move.amount_minor += extra
    return [Planted(spin.code, "paid_too_much", move.bet, extra)]


def paid_too_little(spin: Spin, rng: random.Random) -> list[Planted] | None:
    payouts = [move for move in _payouts(spin) if move.amount_minor > CHIP]
    if not payouts:
        return None
    move = rng.choice(payouts)
    missing = rng.choice((CHIP, -(-move.amount_minor // 2)))
    move.amount_minor -= missing
    return [Planted(spin.code, "paid_too_little", move.bet, -missing)]


def not_paid(spin: Spin, rng: random.Random) -> list[Planted] | None:
    payouts = _payouts(spin)
    if not payouts:
        return None
    move = rng.choice(payouts)
    spin.moves.remove(move)
    return [Planted(spin.code, "not_paid", move.bet, -move.amount_minor)]


def treated_as_lost(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A winner is swept away with the losers."""
    winners = spin.winners()
    if not winners:
        return None
    bet = rng.choice(winners)
    spin.moves = [move for move in spin.moves if move.bet != bet.id]
    spin.moves.insert(0, Move("stake_collected", bet.id, bet.counts_minor))
    return [
        Planted(spin.code, "not_paid", bet.id, -felt.winnings(bet.lies_on, bet.counts_minor)),
        Planted(spin.code, "winner_collected", bet.id, -bet.counts_minor),
    ]


def winner_collected(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A winner is paid in full, but the stake is taken."""
    winners = spin.winners()
    if not winners:
        return None
    bet = rng.choice(winners)
    spin.moves.insert(0, Move("stake_collected", bet.id, bet.counts_minor))
    return [Planted(spin.code, "winner_collected", bet.id, -bet.counts_minor)]


def not_collected(spin: Spin, rng: random.Random) -> list[Planted] | None:
    collections = _collections(spin)
    if not collections:
        return None
    move = rng.choice(collections)
    spin.moves.remove(move)
    return [Planted(spin.code, "not_collected", move.bet, move.amount_minor)]


def collected_too_little(spin: Spin, rng: random.Random) -> list[Planted] | None:
    collections = [move for move in _collections(spin) if move.amount_minor > CHIP]
    if not collections:
        return None
    move = rng.choice(collections)
    move.amount_minor -= CHIP
    return [Planted(spin.code, "collected_too_little", move.bet, CHIP)]


def collected_too_much(spin: Spin, rng: random.Random) -> list[Planted] | None:
    collections = _collections(spin)
    if not collections:
        return None
    move = rng.choice(collections)
    move.amount_minor += CHIP
    return [Planted(spin.code, "collected_too_much", move.bet, -CHIP)]


def paid_on_lost(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A loser is paid and keeps the stake."""
    losers = [bet for bet in spin.losers() if bet.lies_on in felt.COVERS]
    if not losers:
        return None
    bet = rng.choice(losers)
    amount = felt.winnings(bet.lies_on, bet.counts_minor)
    spin.moves = [move for move in spin.moves if move.bet != bet.id]
    spin.moves.append(Move("payout_made", bet.id, amount))
    return [
        Planted(spin.code, "paid_on_lost", bet.id, amount),
        Planted(spin.code, "not_collected", bet.id, bet.counts_minor),
    ]


def paid_for_no_bet(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = f"{spin.bets[0].id}NONE"
    amount = rng.choice((4, 20, 36)) * CHIP
    spin.moves.append(Move("payout_made", bet, amount))
    return [Planted(spin.code, "movement_without_bet", bet, amount)]


def collected_for_no_bet(spin: Spin, rng: random.Random) -> list[Planted] | None:
    bet = f"{spin.bets[0].id}NONE"
    spin.moves.insert(0, Move("stake_collected", bet, 4 * CHIP))
    return [Planted(spin.code, "movement_without_bet", bet, -4 * CHIP)]


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


# --- odd to look at, but right: nothing may be found -------------------------------------------------------------


def paid_in_parts(spin: Spin, rng: random.Random) -> list[Planted] | None:
    payouts = [move for move in _payouts(spin) if move.amount_minor > CHIP]
    if not payouts:
        return None
    move = rng.choice(payouts)
    move.amount_minor -= CHIP
    spin.moves.insert(spin.moves.index(move) + 1, Move("payout_made", move.bet, CHIP))
    return []


def collected_then_made_good(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A winner's stake is taken by mistake and given back before the round is closed."""
    winners = spin.winners()
    if not winners:
        return None
    bet = rng.choice(winners)
    spin.moves.insert(0, Move("stake_collected", bet.id, bet.counts_minor))
    spin.moves.append(Move("stake_returned", bet.id, bet.counts_minor))
    return []


def winners_handed_their_stakes(spin: Spin, rng: random.Random) -> list[Planted] | None:
    winners = spin.winners()
    spin.moves += [Move("stake_returned", bet.id, bet.counts_minor) for bet in winners]
    return [] if winners else None


def payout_corrected(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """The right amount was paid, a wrong one entered, and the entry corrected."""
    payouts = _payouts(spin)
    if not payouts:
        return None
    move = rng.choice(payouts)
    spin.corrections.append(Correction("payout_made", move.bet, {"amount_minor": move.amount_minor}))
    move.amount_minor += 3 * CHIP
    return []


def correction_of_something_else(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """A correction whose "before" is not what stood there changes nothing."""
    payouts = _payouts(spin)
    if not payouts:
        return None
    move = rng.choice(payouts)
    change, stood = {"amount_minor": move.amount_minor + CHIP}, {"bet": move.bet, "amount_minor": CHIP // 10}
    spin.corrections.append(Correction("payout_made", move.bet, change, stood))
    return [Planted(spin.code, "correction_not_applicable", "correction")]


def suspicion_after_payment(spin: Spin, rng: random.Random) -> list[Planted] | None:
    """Pit supervisor or above calls "no spin" on a suspicion when the winners have long been paid."""
    if not _payouts(spin):
        return None
    called_by = {"post": "pit_supervisor", "staff": spin.supervisor}
    spin.afterwards.append(Act(800, "tablet", "no_spin_called", {"called_by": called_by, "ground": "7.8"}))
    return [Planted(spin.code, "call_after_drop", "call")]
