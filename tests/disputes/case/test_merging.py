"""Merging (8.2): which case goes into which, and what the one that goes on takes over."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Case, Stage
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, OTHER, SENIOR, SHIFT, SUPERVISOR, at_table
from tests.disputes.case.world import NONE, World, judged_round, opening

R1 = f.RoundRef(table="RL01", round="r1")
R2 = f.RoundRef(table="RL01", round="r2")
ELSEWHERE = f.RoundRef(table="RL02", round="r1")


@pytest.fixture
def world() -> World:
    world = World()
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    return world


def refused(world: World, who: Any, command: c.Command, number: str = OTHER) -> str:
    """The code by which a command is refused."""
    with pytest.raises(Problem) as problem:
        world.do(number, who, command)
    return problem.value.code


def case_of(world: World, number: str = NUMBER) -> Case:
    return world.cases[f"case/{number}"]


def test_8_5_a_formal_complaint_is_not_merged_away(world: World) -> None:
    stages.senior_management(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(R2,)))
    for who, problem in ((MANAGER, "case_stage"), (SHIFT, "case_stage"), (SENIOR, "case_role")):
        assert refused(world, who, c.Merge(into=OTHER), NUMBER) == problem
    assert case_of(world).stage is Stage.SENIOR_MANAGEMENT


def test_who_offered_at_the_table_does_not_become_a_stranger_by_merging(world: World) -> None:
    at_table(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(R2,)))
    world.do(OTHER, MANAGER, c.ProposeRemedy(remedy=NONE))
    world.do(OTHER, MANAGER, c.AnswerAtTable(agreed=False))
    assert refused(world, MANAGER, c.Merge(into=NUMBER)) == "case_merge_offered"
    world.do(OTHER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.Merge(into=OTHER))
    assert (
        refused(world, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ."))
        == "case_second_person"
    )


def test_a_decided_case_that_was_reopened_is_not_merged_away(world: World) -> None:
    stages.answer(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    stages.finished(world)
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."))
    world.do(OTHER, SUPERVISOR, opening(rounds=(R2,)))
    assert refused(world, MANAGER, c.Merge(into=OTHER), NUMBER) == "case_merge_offered"


@pytest.mark.parametrize("stage", [s for s in Stage if s not in (Stage.AT_TABLE, Stage.PIT_MANAGER, Stage.CLOSED)])
def test_a_case_is_not_merged_into_one_that_was_decided(stage: Stage) -> None:
    world = stages.brought_to(stage)
    assert refused(world, MANAGER, c.Merge(into=NUMBER)) == "case_merge_decided"
    assert case_of(world).rounds == (f.RoundRef(table="RL01", round="r1", bets=("b1",)),)


def test_a_case_at_the_table_goes_into_one_with_the_pit_manager(world: World) -> None:
    stages.with_pit_manager(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(R2,)))
    world.do(OTHER, SUPERVISOR, c.Merge(into=NUMBER))
    assert [ref.round for ref in case_of(world).rounds] == ["r1", "r2"]


def test_rounds_go_over_only_from_tables_of_theirs(world: World) -> None:
    at_table(world)
    world.do(OTHER, SHIFT, opening(rounds=(R2, ELSEWHERE)))
    assert refused(world, SUPERVISOR, c.Merge(into=NUMBER)) == "case_table"
    world.do(OTHER, SHIFT, c.Merge(into=NUMBER))
    assert case_of(world).table == "RL01"


def test_the_table_agrees_with_the_rounds_that_come(world: World) -> None:
    """The case that goes on had no round yet."""
    world.do(NUMBER, SHIFT, opening(table="RL02", rounds=()))
    world.do(OTHER, SHIFT, opening(rounds=(R2,)))
    world.do(OTHER, SHIFT, c.Merge(into=NUMBER))
    assert (case_of(world).table, case_of(world).game) == ("RL01", "roulette")


def test_bets_of_one_round_are_united(world: World) -> None:
    at_table(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r1", bets=("b2",)),)))
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    assert case_of(world).rounds == (f.RoundRef(table="RL01", round="r1", bets=("b1", "b2")),)


def test_all_bets_of_a_round_and_one_of_them_are_all_bets(world: World) -> None:
    at_table(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(R1,)))
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    assert case_of(world).rounds == (R1,)


def test_who_was_erased_stays_behind(world: World) -> None:
    """Nothing can be sealed under a key that is gone: the case that goes on would take no word any more."""
    world.do(OTHER, SUPERVISOR, opening(rounds=(R2,)))
    world.do(OTHER, SUPERVISOR, c.Withdraw())
    person = case_of(world, OTHER).players[0].person
    assert person is not None
    world.do(
        OTHER,
        SENIOR,
        c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    world.do(OTHER, SENIOR, c.Reopen(reason="Có phim mới."))
    at_table(world)
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    assert person not in case_of(world).persons
    assert len(case_of(world).players) == 1
    assert [ref.round for ref in case_of(world).rounds] == ["r1", "r2"]


def test_cases_in_two_currencies_stay_two(world: World) -> None:
    at_table(world)
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE, currency="USD")
    world.do(OTHER, SHIFT, opening(table="RL02", rounds=(ELSEWHERE,)))
    assert refused(world, SHIFT, c.Merge(into=NUMBER)) == "case_currency"
