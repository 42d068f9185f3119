"""How a bet lay when betting ended, and which fact ended it (4.3, 4.6)."""

from __future__ import annotations

from typing import Final

import pytest

from tests.roulette.rounds import bet, found, played, ruled

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


UNCLEAR: Final = "unclear=true"


@pytest.mark.parametrize(
    ("second", "who", "outcomes", "said"),
    [
        ("", "", ["lost"], []),
        (UNCLEAR, "", ["awaiting", "awaiting"], ["unclear_spot", "unclear_spot", "ruling_without_effect"]),
        (UNCLEAR, "b1", ["lost", "awaiting"], ["unclear_spot"]),
        (UNCLEAR, "b2", ["awaiting", "lost"], ["unclear_spot"]),
    ],
)
def test_6_6_a_ruling_names_the_bet_that_it_decides(
    second: str, who: str, outcomes: list[str], said: list[str]
) -> None:
    """One that names none is about the one chip that alone is unclear; where two are it decides neither."""
    bets = [bet("b1", "straight:9", more=UNCLEAR)]
    if second:
        bets.append(bet("b2", "straight:9", more=second))
    ruling = ruled("straight:8", clause="6.6", post="pit_supervisor", who=who)
    judgement = played(*bets, f"20 {CALL}", f"45 {BALL}", ruling).judge()
    assert [r.settlement.outcome.value for r in judgement.results] == outcomes
    assert [f.code for f in judgement.findings if f.severity != "money"] == said
    idle = [f.detail for f in judgement.findings if f.code == "ruling_without_effect"]
    assert idle == [{"why": "names_no_bet"} for code in said if code == "ruling_without_effect"]


def test_6_6_a_chip_that_never_lay_there_in_time_does_not_count_among_the_unclear_ones() -> None:
    bets = bet("b1", "straight:9", more=UNCLEAR), bet("b2", "straight:9", at=30, more=UNCLEAR)
    ruling = ruled("straight:8", clause="6.6", post="pit_supervisor")
    judgement = played(*bets, f"20 {CALL}", f"45 {BALL}", ruling).judge()
    assert [r.settlement.outcome.value for r in judgement.results] == ["lost", "refused"]
