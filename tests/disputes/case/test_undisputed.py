"""8.1 and 8.3 where nobody uninvolved is on duty: what nobody disputes is paid at once, the rest is promised and handed
over."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case.context import Actor
from disputes.case.state import Stage
from tests.disputes.case.stages import NUMBER, at_table
from tests.disputes.case.world import CITED, World, actor

NAMED = actor("pit_supervisor", "S-named")
ALONE = frozenset({(NAMED.staff, "pit_supervisor"), ("S-dealt", "dealer")})


def remedy(amount: int = 500_000, deviation: str | None = None) -> c.AskedRemedy:
    line = c.Line(to_player_minor=amount, table="RL01", round="r1", bet="b1")
    return c.AskedRemedy(kind="pay_difference", citations=CITED, lines=(line,), deviation=deviation)


@pytest.fixture
def world() -> World:
    """A case in which a supervisor is named, and nobody else is at the table."""
    world = World()
    at_table(world)
    world.do(NUMBER, actor("pit_supervisor"), c.AddStaff(staff=NAMED.staff))
    world.on_duty = ALONE
    return world


def refused(world: World, who: Actor, command: c.Command) -> str:
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, who, command)
    return problem.value.code


def test_what_the_rules_owe_is_paid_at_once(world: World) -> None:
    world.do(NUMBER, NAMED, c.ProposeRemedy(remedy=remedy()))
    world.do(NUMBER, NAMED, c.AnswerAtTable(agreed=True))
    case = world.cases[f"case/{NUMBER}"]
    assert (case.stage, case.ending) == (Stage.CLOSING, "settled_at_table")


@pytest.mark.parametrize("amount", [499_999, 500_001])
def test_nothing_else_is(world: World, amount: int) -> None:
    asked = remedy(amount, "Khách hàng quen của nhà.")
    assert refused(world, NAMED, c.ProposeRemedy(remedy=asked)) == "case_owed_only"
    none = c.AskedRemedy(kind="none", citations=CITED)
    assert refused(world, NAMED, c.ProposeRemedy(remedy=none)) == "case_owed_only"


def test_an_offer_of_more_by_somebody_who_went_is_not_paid_out_by_them(world: World) -> None:
    world.do(NUMBER, actor("pit_manager"), c.ProposeRemedy(remedy=remedy(600_000, "Vì khách đã chờ lâu quá.")))
    assert refused(world, NAMED, c.AnswerAtTable(agreed=True)) == "case_owed_only"
    world.do(NUMBER, NAMED, c.AnswerAtTable(agreed=False))
    assert world.cases[f"case/{NUMBER}"].stage is Stage.PIT_MANAGER


@pytest.mark.parametrize("post", ["pit_supervisor", "acting_pit_supervisor", "pit_manager"])
def test_where_somebody_uninvolved_is_on_duty_they_do_it(world: World, post: str) -> None:
    world.on_duty = ALONE | {("S-other", post)}
    assert refused(world, NAMED, c.ProposeRemedy(remedy=remedy())) == "case_party"


def test_a_colleague_who_is_in_it_too_is_nobody(world: World) -> None:
    world.do(NUMBER, actor("pit_supervisor"), c.AddStaff(staff="S-other"))
    world.on_duty = ALONE | {("S-other", "pit_manager")}
    world.do(NUMBER, NAMED, c.ProposeRemedy(remedy=remedy()))


def test_nothing_but_paying_is_theirs_even_then(world: World) -> None:
    for command in (c.TakeOver(), c.ChangeAmount(amount_minor=1), c.Withdraw()):
        assert refused(world, NAMED, command) == "case_party"
    world.do(NUMBER, NAMED, c.PassOn(why="cannot_be_resolved"))
