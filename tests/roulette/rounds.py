"""Roulette rounds for the tests, written as in the golden rounds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from games.catalogue import shipped
from games.engine.codes import GROUND_CODES
from games.engine.judgement import BetResult, Judgement
from tests.golden.reader import Golden, parse

BOOK = shipped().by_id("roulette.2020-06-13")
CLOSED: Final = "20 betting_closed"
BALL: Final = "45 ball_dropped pocket=9"
CAUSE: Final = "30 irregularity_seen ground=7.3"


def played(*facts: str, closed: bool = True, **header: str) -> Golden:
    """A round opened and closed, with these facts as they stand in a golden round; versions count from the opening."""
    head = {"game": "roulette", "opened": "2026-03-01T12:00:00+07:00", **header}
    lines = ["", *(f"{key}: {value}" for key, value in head.items()), "facts", "0 round_opened", *facts]
    return parse("\n".join([*lines, "300 round_closed"] if closed else lines), Path("written-in-a-test"))


def bet(name: str, spot: str, stake: int = 1000, at: float = 5, more: str = "") -> str:
    return f"{at} bet_placed bet={name} spot={spot} stake_minor={stake} {more}"


def no_spin(at: float, ground: str = "7.1", post: str = "dealer") -> str:
    """A call of no spin."""
    stated = f" ground={ground}" if ground else ""
    return f"{at} no_spin_called{stated} called_by={post}/X01"


def ruled(
    choice: str, at: float = 60, post: str = "director_of_table_games", clause: str = "7.12", who: str = ""
) -> str:
    """A ruling; ``who`` is the bet that it names."""
    bets = f' bets=["{who}"]' if who else ""
    return f"{at} ruling_made clause={clause} choice={choice} made_by={post}/D01 reason=Seen.{bets}"


def found(judgement: Judgement) -> list[tuple[str, str, tuple[str, ...], tuple[int, ...], dict[str, Any]]]:
    """The findings that are not about money: code, subject, clauses, versions, detail; without those of a call whose
    cause nobody recorded (``tests/engine/test_grounds.py``)."""
    said = [f for f in judgement.findings if f.severity != "money" or f.code in GROUND_CODES]
    said = [f for f in said if f.code != "cause_not_recorded"]
    assert all(f.amount_minor == 0 for f in said if f.code != "void_without_ground")
    return [(f.code, f.subject, f.clauses, f.versions, f.detail) for f in said]


def options_of(result: BetResult) -> list[tuple[str, str, int, int]]:
    """The ways in which a bet that waits may be decided: decision, outcome, winnings, what is taken."""
    return [
        (a.decision, a.settlement.outcome.value, a.settlement.winnings_minor, a.settlement.collected_minor)
        for a in result.alternatives
    ]
