"""What each bet of a simulated baccarat round is owed, by the simulator's own plain tables (7.17 to 7.19, 5, 6.4)."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from games.simulate.baccarat import felt
from games.simulate.baccarat.coup import Coup, Insurance
from games.simulate.play import LOST, OPEN, PUSH, REFUSED, VOID, WON, Bet, Due, Player

LIMITS: Final = {
    "player": (200_000, 50_000_000),
    "banker": (200_000, 50_000_000),
    "tie": (100_000, 10_000_000),
    "insurance": (50_000, 20_000_000),
    "insurance_9": (50_000, 100_000),
    "*": (100_000, 5_000_000),
}
"""(least, most) of each kind of bet in VND; ``*`` is pairs and Lucky 6, ``insurance_9`` insurance at 1:9."""

DIFFERENTIAL: Final = 60_000_000


class InPlay(NamedTuple):
    """How much of each bet plays, exactly; ``mains`` sums it by (player, side)."""

    bets: dict[str, Fraction]
    mains: dict[tuple[Player, str], Fraction]


def least_of(area: str) -> int:
    return LIMITS.get(area, LIMITS["*"])[0]


def most_of(area: str) -> int:
    return LIMITS.get(area, LIMITS["*"])[1]


def insurance_most(odds: str) -> int:
    return LIMITS["insurance_9" if odds == "1:9" else "insurance"][1]


def in_play(coup: Coup) -> InPlay:
    """Each bet up to its maximum; of the side that is too large, the same share of each bet that is not too small."""
    live = [bet for bet in coup.bets if not bet.back and not bet.gone]
    plays = {bet.id: Fraction(min(bet.counts_minor, most_of(bet.lies_on))) for bet in live}
    scaled = [bet for bet in live if bet.counts_minor >= least_of(bet.lies_on)]
    on_player = sum((plays[bet.id] for bet in scaled if bet.lies_on == "player"), Fraction(0))
    on_banker = sum((plays[bet.id] for bet in scaled if bet.lies_on == "banker"), Fraction(0))
    if abs(on_player - on_banker) > DIFFERENTIAL:
        larger = "player" if on_player > on_banker else "banker"
        share = Fraction(min(on_player, on_banker) + DIFFERENTIAL, max(on_player, on_banker))
        for bet in scaled:
            if bet.lies_on == larger:
                plays[bet.id] *= share
    mains: dict[tuple[Player, str], Fraction] = {}
    for bet in live:
        if bet.lies_on in felt.SIDES:
            key = (bet.player, bet.lies_on)
            mains[key] = mains.get(key, Fraction(0)) + plays[bet.id]
    return InPlay(plays, mains)


def owed(coup: Coup) -> dict[str, Due]:
    """What every bet and insurance of the round is owed."""
    live = in_play(coup)
    hands = coup.hands
    dues = {bet.id: _due(coup, bet, hands, live) for bet in coup.bets if not bet.gone}
    covered: dict[tuple[str, str], Fraction] = {}
    for each in sorted(coup.insured, key=lambda one: one.at):
        if not each.gone:
            dues[each.id] = _insurance_due(coup, each, hands, live, covered)
    return dues


def _due(coup: Coup, bet: Bet, hands: felt.Hands, live: InPlay) -> Due:
    stake = bet.counts_minor
    if bet.back:
        return Due(bet.back, stake)
    if coup.void or coup.unsettled:
        return Due(VOID if coup.void else OPEN, stake)
    plays = live.bets[bet.id]
    price = felt.pays(bet.lies_on, hands, commission=coup.commission)
    if price is None:
        return Due(LOST, stake, 0, floor(plays))
    return Due(WON, stake, floor(plays * price)) if price else Due(PUSH, stake)


def _insurance_due(
    coup: Coup, each: Insurance, hands: felt.Hands, live: InPlay, covered: dict[tuple[str, str], Fraction]
) -> Due:
    stake = each.stake_minor
    if coup.void or coup.unsettled:
        return Due(VOID if coup.void else OPEN, stake)
    if each.back:
        return Due(each.back, stake)
    odds = felt.insured_at(each.side, each.stage, felt.play(coup.cards)) or "1:0"
    times = felt.times(odds)
    key = (each.player.ref, each.side)
    left = live.mains.get((each.player, each.side), Fraction(0)) - covered.get(key, Fraction(0))
    counts = min(Fraction(stake), left / times, Fraction(insurance_most(odds)))
    if counts <= 0:
        return Due(REFUSED, stake)
    covered[key] = covered.get(key, Fraction(0)) + counts * times
    if hands.winner == each.side:
        return Due(LOST, stake, 0, floor(counts))
    nines = felt.total(hands.player) == felt.total(hands.banker) == 9 and len(hands.banker) == 3
    if hands.winner == "tie" and not (nines and each.side == "player" and each.stage == "third_card"):
        return Due(PUSH, stake)
    return Due(WON, stake, floor(counts * times))
