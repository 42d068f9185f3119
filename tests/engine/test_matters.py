"""A matter that no clause names, in every game: recorded as open it waits for the post of the game's last clause."""

from __future__ import annotations

import dataclasses
from typing import Any, Final
from uuid import uuid4

import pytest

from casino.core.posts import LADDER, Post
from games.catalogue import GAMES
from games.engine.judgement import Judgement, Outcome
from tests.golden.reader import HERE, Golden, Line, read

OPEN: Final = {
    "roulette": ("7.12-open-matter", "7.12", "as_spun", "director_of_table_games", "assistant_director"),
    "sicbo": ("7.8-open-matter", "7.8", "as_thrown", "director_of_table_games", "assistant_director"),
    "baccarat": ("7.22-matter-left-open", "7.22", "as_dealt", "assistant_director", "shift_manager"),
    "niuniu": ("8.1-open-matter", "8.1", "as_dealt", "pit_manager", "pit_supervisor"),
    "maubinh": ("G.1-open-matter", "8.1", "as_dealt", "pit_manager", "pit_supervisor"),
}
"""Golden round with a matter left open, last clause, the decision that the round counts, a post that may, one that may
not."""


def golden(game: str) -> Golden:
    return read(HERE / game / f"{OPEN[game][0]}.txt")


def ruling(game: str, choice: str, post: str) -> Line:
    fields: dict[str, Any] = {"clause": OPEN[game][1], "made_by": {"post": post, "staff": "X01"}, "choice": choice}
    return Line(seconds=200, name="ruling_made", fields=fields | {"reason": "So."}, id=uuid4())


def outcomes(judgement: Judgement) -> set[Outcome]:
    return {result.settlement.outcome for result in judgement.results}


def codes(judgement: Judgement) -> list[str]:
    return [finding.code for finding in judgement.findings if finding.severity != "money"]


def test_every_game_is_tried() -> None:
    assert set(OPEN) == set(GAMES)


@pytest.mark.parametrize("game", OPEN)
def test_it_waits_for_the_post_of_the_last_clause(game: str) -> None:
    case = golden(game)
    _name, last, counts, post, lower = OPEN[game]
    waiting = case.judge()
    assert outcomes(waiting) == {Outcome.AWAITING}
    assert {result.decided_by for result in waiting.results} == {last}
    assert [[a.decision for a in result.alternatives] for result in waiting.results] == [
        [counts, "void"] for _ in waiting.results
    ]
    assert codes(waiting) == ["matter_without_clause"]
    for choice in (counts, "void"):
        low = case.judge([*case.facts, ruling(game, choice, lower)])
        assert outcomes(low) == {Outcome.AWAITING}
        assert codes(low) == ["matter_without_clause", "post_not_competent"]
    void = case.judge([*case.facts, ruling(game, "void", post)])
    assert (outcomes(void), codes(void)) == ({Outcome.VOID}, ["matter_without_clause"])
    as_it_lay = case.judge([*case.facts, ruling(game, counts, post)])
    without = case.judge([line for line in case.facts if line.name != "matter_opened"])
    assert [r.settlement.net_minor for r in as_it_lay.results] == [r.settlement.net_minor for r in without.results]


@pytest.mark.parametrize("game", OPEN)
def test_every_post_on_the_ladder_from_that_one_on_decides_it_and_none_below(game: str) -> None:
    case = golden(game)
    _name, _last, _counts, lowest, _lower = OPEN[game]
    decides = [post for post in LADDER if outcomes(case.judge([*case.facts, ruling(game, "void", post)])) == {"void"}]
    assert decides == list(LADDER[LADDER.index(Post(lowest)) :])


@pytest.mark.parametrize("game", OPEN)
def test_one_that_is_recorded_after_the_end_changes_nothing(game: str) -> None:
    case = golden(game)
    facts = [
        dataclasses.replace(line, seconds=900) if line.name == "matter_opened" else line
        for line in sorted(case.facts, key=lambda line: line.name == "matter_opened")
    ]
    late = case.judge(facts)
    assert Outcome.AWAITING not in outcomes(late)
    assert "fact_after_end" in codes(late)
    assert "matter_without_clause" not in codes(late)
