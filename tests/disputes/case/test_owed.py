"""What a case is owed next, who may not do it, and whom it waits for: what an inbox lists."""

from __future__ import annotations

import pytest

from disputes.case import commands as c
from disputes.case.allowed import allows
from disputes.case.owed import OWED, owed
from disputes.case.state import Stage
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SHIFT, SUPERVISOR, brought_to, case_of
from tests.disputes.case.world import World, remedy


@pytest.mark.parametrize(
    ("stage", "code", "others"),
    [
        (Stage.AT_TABLE, "settle", False),
        (Stage.PIT_MANAGER, "decide", False),
        (Stage.CONFIRMATION, "confirm", False),
        (Stage.ANSWER, "answer", True),
        (Stage.DISAGREED, "inform", False),
        (Stage.SENIOR_MANAGEMENT, "decide_complaint", False),
        (Stage.SENIOR_CONFIRMATION, "confirm_complaint", False),
        (Stage.COMPLAINT_ANSWER, "hand_over", False),
        (Stage.CLOSING, "close_money", False),
        (Stage.CLOSED, "", False),
    ],
    ids=lambda value: str(value),
)
def test_each_stage_owes_one_thing(stage: Stage, code: str, others: bool) -> None:
    found = owed(case_of(brought_to(stage)))
    assert found.code == code
    assert code in OWED or code == ""
    assert (found.rests_until is not None) is others


def test_8_5_a_complaint_is_the_players_until_its_term_has_run_out() -> None:
    case = case_of(brought_to(Stage.COMPLAINT))
    assert (owed(case).code, owed(case).rests_until) == ("complaint", case.next_by)


def test_who_decided_may_not_confirm_and_nobody_else_of_the_house_is_barred() -> None:
    world = brought_to(Stage.CONFIRMATION)
    case = case_of(world)
    barred = owed(case).barred
    assert MANAGER.staff in barred
    assert SHIFT.staff not in barred
    for who in (MANAGER, SHIFT):
        assert allows("confirm", case, who, lambda table: None) is (who.staff not in barred)


def test_8_1_an_offer_waits_for_the_player() -> None:
    world = World()
    stages.at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=remedy()))
    found = owed(case_of(world))
    assert (found.code, found.rests_until) == ("offer_answer", case_of(world).next_by)


def test_8_2_to_8_4_in_their_order() -> None:
    world = World()
    stages.with_pit_manager(world)
    seen = [owed(case_of(world)).code]
    for command in (c.NotifySurveillance(), c.SayNoTime(reason="Phải xem phim của cả buổi tối trước đã.")):
        world.do(NUMBER, MANAGER, command)
        seen.append(owed(case_of(world)).code)
    assert seen == ["notify", "first_word", "collect"]


def test_a_case_that_only_waits_for_footage_rests_until_its_clock_has_run_out() -> None:
    world = brought_to(Stage.PIT_MANAGER)
    now = world.now
    asked = c.AskFootage(table="RL01", begins_at=now - 2 * stages.MINUTE, ends_at=now - stages.MINUTE)
    world.do(NUMBER, MANAGER, asked)
    case = case_of(world)
    [request] = [each for each in case.footage.values() if each.answer is None]
    assert (owed(case).code, owed(case).rests_until) == ("footage_answer", request.asked.next_by)


def test_senior_management_that_confirmed_below_is_barred_from_the_complaint() -> None:
    case = case_of(brought_to(Stage.SENIOR_MANAGEMENT))
    barred = owed(case).barred
    assert SENIOR.staff not in barred
    assert MANAGER.staff in barred
