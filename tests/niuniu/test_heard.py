"""7.1 to 7.8, 8.1: nothing recorded disappears. Every clause of the document is seen, declared and ruled, at every
stage of a round: what somebody said changes what the round comes to, or a finding rests on it."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.judgement import Judgement
from tests.niuniu.test_deal import Told, arranged, void_said
from tests.niuniu.test_void import BOOK, CLOSED, DEALT, FIRST, judged, ruled, standing

CLAUSES = sorted(BOOK.clauses)
STAGES: dict[str, tuple[tuple[Told, ...], tuple[Told, ...]]] = {
    "before the cards": ((), tuple(DEALT)),
    "in mid-deal": (tuple(DEALT[:4]), tuple(DEALT[4:])),
    "dealt": (tuple(DEALT), ()),
    "arranged": ((*DEALT, arranged("box1")), ()),
    "closed": ((*DEALT, arranged("box1"), CLOSED), ()),
}


def came_to(judgement: Judgement) -> tuple[Any, ...]:
    settled = [(r.bet, r.settlement.outcome, r.settlement.net_minor, r.decided_by) for r in judgement.results]
    return settled, judgement.summary["standing"], judgement.summary["clauses"]


def unheard(said: Told, stage: str) -> bool:
    before, after = STAGES[stage]
    without, judgement = judged(*before, *after), judged(*before, said, *after)
    version = 5 + len(before)
    named = any(version in f.versions for f in judgement.findings)
    too_late = "void_too_late" in {f.code for f in judgement.findings}
    return came_to(judgement) == came_to(without) and not named and not too_late


@pytest.mark.parametrize("stage", STAGES)
def test_every_irregularity_is_heard(stage: str) -> None:
    for hand in (None, "box1", "box3", "dealer"):
        said = [clause for clause in CLAUSES if unheard(("irregularity_seen", {"ground": clause, "hand": hand}), stage)]
        assert said == [], hand


@pytest.mark.parametrize("stage", STAGES)
def test_every_void_is_heard(stage: str) -> None:
    assert [ground for ground in (None, *CLAUSES) if unheard(void_said(ground), stage)] == []


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("bets", [(), ("a-box1",), ("nobody",)])
@pytest.mark.parametrize("choice", ["void", "continue", "as_dealt", "refuse"])
def test_every_ruling_is_heard(choice: str, bets: tuple[str, ...], stage: str) -> None:
    for post in ("pit_manager", "surveillance"):
        assert [c for c in CLAUSES if unheard(ruled(c, choice, post, bets), stage)] == [], post


def test_8_1_a_matter_that_no_clause_names_is_open_until_it_is_decided() -> None:
    matter: Told = ("irregularity_seen", {"ground": "8.1", "note": "water on the cards"})
    assert standing(judged(*DEALT, matter)) == ("awaiting", ["8.1"])
    assert standing(judged(*DEALT, matter, ruled("8.1", "as_dealt"))) == ("settled", ["8.1"])
    assert standing(judged(*DEALT, matter, ruled("8.1", "void"))) == ("void", ["8.1", "7.11"])
    lower = judged(*DEALT, matter, ruled("8.1", "void", "surveillance"))
    assert standing(lower) == ("awaiting", ["8.1"])
    assert "post_not_competent" in {finding.code for finding in lower.findings}


def test_7_1_and_8_1_a_decision_that_another_one_replaced_is_found() -> None:
    """Once: of one clause as rulings that disagree, of two clauses of the right of 7.1 as one decided again."""
    matter: Told = ("irregularity_seen", {"ground": "8.1"})
    for one, first, other, then, said in (
        ("7.1.2", "void", "7.1.2", "continue", ("rulings_disagree", (FIRST + 1, FIRST + 2))),
        ("8.1", "as_dealt", "8.1", "void", ("rulings_disagree", (FIRST + 1, FIRST + 2))),
        ("7.1.2", "void", "7.1.3", "continue", ("ruling_without_effect", (FIRST + 1,))),
    ):
        judgement = judged(*DEALT, matter, ruled(one, first), ruled(other, then))
        found = [
            (f.code, f.versions)
            for f in judgement.findings
            if f.code == "rulings_disagree" or f.detail.get("why") == "decided_again"
        ]
        assert found == [said]
