"""Amounts in a currency other than the house's: its limits are set by currency."""

from __future__ import annotations

import pytest

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.context import Terms
from disputes.case.state import Stage
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SHIFT, SUPERVISOR, case_of, refused
from tests.disputes.case.world import NONE, World, judged_round, opening, remedy

R1 = f.RoundRef(table="RL01", round="r1")
ELSEWHERE = f.RoundRef(table="RL02", round="r1")


@pytest.fixture
def world() -> World:
    """Table RL01 plays in dollars, in a house of đồng; RL02 in đồng."""
    world = World()
    for code in ("r1", "r2"):
        ref = f.RoundRef(table="RL01", round=code)
        world.rounds[ref.stream] = judged_round(ref, currency="USD")
    world.rounds[ELSEWHERE.stream] = judged_round(ELSEWHERE)
    return world


@pytest.mark.parametrize("rounds", [(R1,), ()])
def test_a_case_has_the_currency_of_its_table(world: World, rounds: tuple[f.RoundRef, ...]) -> None:
    world.do(NUMBER, SUPERVISOR, opening(rounds=rounds))
    assert case_of(world).currency == "USD"


def test_a_case_without_a_table_has_the_currency_of_the_house(world: World) -> None:
    world.do(NUMBER, SUPERVISOR, opening(table=None, rounds=()))
    assert case_of(world).currency == "VND"
    assert refused(world, SUPERVISOR, c.ChangeRounds(rounds=(R1,))) == ("case_currency", "rounds.0")


def test_rounds_in_two_currencies_are_two_cases(world: World) -> None:
    assert refused(world, SHIFT, opening(rounds=(R1, ELSEWHERE))) == ("case_currency", "rounds.1")
    world.do(NUMBER, SHIFT, opening(rounds=(R1,)))
    assert refused(world, SHIFT, c.ChangeRounds(rounds=(R1, ELSEWHERE))) == ("case_currency", "rounds.1")


def test_8_1_money_that_cannot_be_held_against_the_limit_is_not_settled_at_the_table(world: World) -> None:
    stages.at_table(world)
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=remedy())) == ("case_table_currency", "remedy")
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=NONE))


def test_8_4_a_decision_about_such_money_waits_for_a_second_person(world: World) -> None:
    stages.collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert case_of(world).stage is Stage.CONFIRMATION
    world.do(NUMBER, SHIFT, c.Confirm())
    assert case_of(world).stage is Stage.ANSWER


@pytest.mark.parametrize(("dollars", "refusal"), [(0, None), (-1, ("case_above_table", "remedy"))])
def test_each_currency_has_limits_of_its_own(world: World, dollars: int, refusal: tuple[str, str] | None) -> None:
    """What is nothing in đồng is much in dollars, and the other way round."""
    moved = sum(abs(line.to_player_minor) for line in remedy().lines)
    world.terms = Terms(table_limit={"VND": 1, "USD": moved + dollars})
    stages.at_table(world)
    if refusal is None:
        world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=remedy()))
    else:
        assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=remedy())) == refusal


def test_8_4_what_a_second_person_confirms_is_set_by_currency(world: World) -> None:
    moved = sum(abs(line.to_player_minor) for line in remedy().lines)
    world.terms = Terms(confirm_above={"VND": 1, "USD": moved})
    stages.collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert case_of(world).stage is Stage.ANSWER


def test_8_4_a_decision_that_moves_nothing_does_not_wait(world: World) -> None:
    stages.collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert case_of(world).stage is Stage.ANSWER
