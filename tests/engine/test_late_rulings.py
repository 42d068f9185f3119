"""A ruling that was made when the round was over changes it only where something waits or a matter is open; and whoever
opened a matter does not rule on it."""

from __future__ import annotations

import pytest

from games.engine.judgement import Judgement
from tests.roulette.rounds import BALL, CAUSE, CLOSED, bet, played, ruled

RED = bet("b1", "red")
"""It wins on 9."""
PAID = "50 payout_made bet=b1 amount_minor=1000"


def why(judgement: Judgement) -> list[str]:
    return [f.detail["why"] for f in judgement.findings if f.code == "ruling_without_effect"]


@pytest.mark.parametrize(
    ("facts", "at", "outcome", "reasons"),
    [
        ((), 45.5, "void", []),
        ((PAID,), 60, "won", ["round_over"]),
        ((), 320, "won", ["round_over"]),
        ((CAUSE,), 320, "void", []),
        (("40 matter_opened note=Smoke.",), 320, "void", []),
        (("40 matter_opened note=Smoke. seen_by=dealer/D09",), 320, "void", []),
        (("40 matter_opened note=Smoke. seen_by=director_of_table_games/D01",), 320, "awaiting", ["opened_it"]),
        (("40 matter_opened note=Smoke. seen_by=director_of_table_games/D01",), 48, "awaiting", ["opened_it"]),
    ],
)
def test_7_12_when_the_spin_was_over(facts: tuple[str, ...], at: float, outcome: str, reasons: list[str]) -> None:
    """D01 rules the spin void. It is over once the winner is paid (2.2), and with its close in the 300th second."""
    judgement = played(RED, CLOSED, BALL, *facts, ruled("void", at)).judge()
    assert [r.settlement.outcome.value for r in judgement.results] == [outcome]
    assert why(judgement) == reasons


def test_a_ruling_for_a_bet_that_does_not_wait_leaves_it_where_another_waits() -> None:
    unclear = bet("b2", "straight:9", more="unclear=true")
    for who, outcomes in (("b1", ["won", "awaiting"]), ("b2", ["won", "void"])):
        judgement = played(RED, unclear, CLOSED, BALL, ruled("void", 320, who=who)).judge()
        assert [r.settlement.outcome.value for r in judgement.results] == outcomes, who
