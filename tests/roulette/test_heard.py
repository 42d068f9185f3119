"""Nothing recorded disappears: every clause of the document is seen, called and ruled at every stage of a spin. What
somebody said changes what the spin comes to, or a finding rests on it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final
from uuid import uuid4

import pytest

from games.engine.judgement import Judgement
from tests.golden.reader import Line
from tests.roulette.rounds import BALL, BOOK, CLOSED, bet, no_spin, played, ruled

CLAUSES: Final = [*sorted(clause for clause in BOOK.clauses if "." in clause), "9.1", "G.1"]
DECIDING: Final = ("4.7.4.1", "6.6", "7.11.1", "7.12")
BETS: Final = (
    bet("b1", "red", more="player=P-1"),
    bet("b2", "straight:8", 700, more="unclear=true"),
    bet("b3", "low", 500, more='chips={"colour":"blue","count":1,"value_minor":500,"issued_at":"RL09"}'),
    bet("late", "odd", at=25),
)
PAID: Final = ("60 payout_made bet=b1 amount_minor=1000", "61 payout_made bet=b3 amount_minor=500")
STAGES: Final[dict[str, tuple[tuple[str, ...], float]]] = {
    "running": ((*BETS, CLOSED, BALL), 30),
    "called": ((*BETS, CLOSED, no_spin(28, "7.3"), BALL), 30),
    "dropped": ((*BETS, CLOSED, BALL, *PAID), 50),
    "called late": ((*BETS, CLOSED, BALL, no_spin(48)), 50),
    "paid": ((*BETS, CLOSED, BALL, *PAID), 70),
    "closed": ((*BETS, CLOSED, BALL, *PAID), 400),
}


def came_to(judgement: Judgement) -> tuple[Any, ...]:
    settled = [(r.bet, r.settlement, r.alternatives, r.decided_by) for r in judgement.results]
    return settled, judgement.summary


@cache
def without_it(stage: str) -> Judgement:
    return played(*STAGES[stage][0]).judge()


def unheard(said: str, stage: str) -> bool:
    """Whether what was said changes nothing, and no finding names it that was not there without it."""
    facts, _at = STAGES[stage]
    golden = played(*facts, said)
    last: Line = next(line for line in golden.facts if line.name == said.split()[1] and line.seconds == _at)
    version = golden.facts.index(last) + 1
    judgement, without = golden.judge(), without_it(stage)
    named = any(version in finding.versions for finding in judgement.findings)
    return came_to(judgement) == came_to(without) and not named


@pytest.mark.parametrize("stage", STAGES)
def test_every_irregularity_is_heard(stage: str) -> None:
    at = STAGES[stage][1]
    on_the_ground_called = {"called": {"7.3"}, "called late": {"7.1"}}.get(stage, set())
    silent = {clause for clause in CLAUSES if unheard(f"{at} irregularity_seen ground={clause}", stage)}
    assert silent == on_the_ground_called, "what bears out a call says nothing new"


@pytest.mark.parametrize("stage", STAGES)
def test_every_call_is_heard(stage: str) -> None:
    at = STAGES[stage][1]
    for post in ("dealer", "pit_supervisor", "surveillance"):
        said = [f"{at} no_spin_called called_by={post}/X09", *(no_spin(at, clause, post) for clause in CLAUSES)]
        silent = [line for line in said if unheard(line, stage)]
        again = [no_spin(at, "7.3", post)] if stage == "called" and post != "surveillance" else []
        assert silent == again, "a call made again says nothing new"


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("who", ["", "b1", "b2", "b3", "late", "nobody"])
def test_every_ruling_is_heard(who: str, stage: str) -> None:
    at = STAGES[stage][1]
    choices = ("void", "as_spun", "no_bet", "pay", "refuse", "straight:9", "continue")
    for post in ("senior_management", "dealer"):
        said = [(clause, choice) for clause in CLAUSES for choice in choices[: None if clause in DECIDING else 1]]
        assert [each for each in said if unheard(ruled(each[1], at, post, each[0], who), stage)] == [], post


def test_a_matter_left_open_is_heard_at_every_stage() -> None:
    for stage, (_facts, at) in STAGES.items():
        assert not unheard(f"{at} matter_opened note=Something.", stage), stage


# --- 6.6: a chip of which nobody had said that it was unclear ---------------------------------------------------------

RULED: Final = ruled("straight:9", 50, "pit_supervisor", "6.6", "b1")


@pytest.mark.parametrize(("choice", "moved"), [("straight:9", 36_000), ("straight:7", 0), ("no_bet", 1000)])
def test_6_6_a_ruling_on_an_unflagged_bet_counts_with_a_finding_of_what_it_moves(choice: str, moved: int) -> None:
    judgement = played(bet("b1", "black"), CLOSED, BALL, RULED.replace("straight:9", choice)).judge()
    (finding,) = [f for f in judgement.findings if f.code == "unflagged_chip_decided"]
    assert (finding.subject, finding.amount_minor) == ("b1", moved)
    assert (finding.severity, finding.versions) == (("money", (2, 4, 5)) if moved else ("procedure", (2, 5)))
    assert finding.detail == {"recorded": "black", "decided": choice}
    assert "6.6" in judgement.results[0].settlement.clauses


@pytest.mark.parametrize(
    ("post", "staff", "confirmed"),
    [("pit_supervisor", "S02", True), ("pit_manager", "M01", True), ("pit_supervisor", "D01", False)],
)
def test_6_6_a_second_person_who_may_decide_so_confirms_it(post: str, staff: str, confirmed: bool) -> None:
    golden = played(bet("b1", "black"), CLOSED, BALL, RULED)
    ruling = next(line for line in golden.facts if line.name == "ruling_made")
    answer = {"report": str(ruling.id), "confirmed_by": {"post": post, "staff": staff}}
    judgement = golden.judge([*golden.facts, Line(310, "report_confirmed", answer, uuid4())])
    codes = {finding.code for finding in judgement.findings}
    assert ("unflagged_chip_decided" not in codes) == confirmed
    assert "report_answer_idle" not in codes
