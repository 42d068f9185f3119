"""A box with bets that play, for the tests of its prices."""

from __future__ import annotations

from games.niuniu.bets import BoxBet, BoxBets


def on_box(kind: str, stake_minor: int, bet: str = "", player: str | None = "P1") -> BoxBet:
    """A bet of box 1 that plays whole; named by its kind if not otherwise."""
    return BoxBet(
        bet=bet or kind,
        kind=kind,
        spot=f"box1:{kind}",
        stake_minor=stake_minor,
        version=1,
        box="box1",
        player=player,
        in_play_minor=stake_minor,
    )


def box_with(*bets: BoxBet) -> BoxBets:
    """Box 1 with these bets, all of which play."""
    return BoxBets("box1", bets, bets[0].player, bets)
