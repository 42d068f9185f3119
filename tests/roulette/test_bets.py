"""How a bet lay when betting ended, and which fact ended it (4.3, 4.6)."""

from __future__ import annotations

from typing import Final

import pytest

from tests.roulette.rounds import bet, found, played

CALL: Final = "betting_closed called_by=dealer/D01"
BALL: Final = "ball_dropped pocket=9"


@pytest.mark.parametrize(
    ("call", "ball", "late", "by"),
    [(20, 45, 30, 4), (45, 20, 30, 3), (45, 20, 50, 3), (20, 45, 10, None), (45, 20, 10, None), (20, None, 30, 4)],
)
def test_4_6_betting_ends_with_the_call_or_with_the_ball(
    call: float, ball: float | None, late: float, by: int | None
) -> None:
    """A bet that came after the ball rested is late by the ball, even where the call came later still."""
    ended = [f"{ball} {BALL}"] if ball else ["0 ball_spun"]
    judgement = played(bet("b1", "red", at=late), *ended, f"{call} {CALL}").judge()
    late_bets = [f for f in found(judgement) if f[0] == "late_bet"]
    assert late_bets == ([("late_bet", "b1", ("4.6",), (2, by), {"stake": 1000})] if by else [])
