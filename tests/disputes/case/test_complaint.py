"""The way to a formal complaint and who keeps their hands off it (8.5)."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from disputes.case import commands as c
from disputes.case.procedure import ITEMS
from disputes.case.state import Stage
from tests.disputes import gate
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, SENIOR, SHIFT, SUPERVISOR, WATCH, case_of, refused
from tests.disputes.case.world import NONE, World, actor, remedy

BELOW = actor("director_of_table_games", "below-d")
"""Decided below, and stands at a post that may confirm above."""


@pytest.fixture
def world() -> World:
    return World()


def reopened_and_decided_anew(world: World) -> None:
    """The player disagreed twice: with D1, of which there is a notice in writing, then with D2."""
    stages.disagreed(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    stages.finished(world)
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."), days=40)
    world.do(NUMBER, SHIFT, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))


def test_the_notice_about_an_earlier_decision_starts_no_term(world: World) -> None:
    reopened_and_decided_anew(world)
    notice = c.IssuePaper(kind="right_to_complain", language="vi")
    assert refused(world, MANAGER, notice)[0] == "case_paper_stage", "the player has not disagreed with D2 yet"
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    told = c.InformOfRight(told_at=world.now, language="vi")
    assert refused(world, MANAGER, told)[0] == "case_right_not_in_writing"
    world.do(NUMBER, MANAGER, notice)
    assert [kept.fact.decision for kept in case_of(world).papers] == ["D1", "D1", "D2", "D2"]
    world.do(NUMBER, MANAGER, told)


def test_nobody_is_told_of_the_right_before_the_decision(world: World) -> None:
    stages.disagreed(world)
    made = case_of(world).decision
    assert made is not None
    minute = made.occurred_at.replace(second=0, microsecond=0)
    early = c.InformOfRight(told_at=minute - timedelta(minutes=1), language="vi")
    assert refused(world, MANAGER, early) == ("case_told_before", "told_at")
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=minute, language="vi"))


def complained(world: World) -> None:
    """About a decision of BELOW, after an offer of SUPERVISOR at the table."""
    stages.at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=NONE))
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=False))
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + timedelta(hours=2), language="vi"))
    stages.look_into(world, *ITEMS)
    world.do(NUMBER, BELOW, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ."))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.FileComplaint(said="…"))


def test_who_decided_below_does_not_steer_the_complaint(world: World) -> None:
    complained(world)
    due = case_of(world).next_by
    promise = c.PromiseTime(until=world.now + timedelta(days=300), language="vi")
    for command in (c.Withdraw(), promise, c.SayNoTime(reason=gate.NOT_YET)):
        assert refused(world, BELOW, command)[0] == "case_second_person"
    assert (case_of(world).stage, case_of(world).next_by) == (Stage.SENIOR_MANAGEMENT, due)
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))


def test_who_decided_or_offered_below_neither_sends_its_decision_back_nor_withdraws_it(world: World) -> None:
    complained(world)
    large = remedy("refund", 20_000_000, deviation="Trả lại toàn bộ.")
    world.do(
        NUMBER, SENIOR, c.DecideComplaint(result="upheld", remedy=large, reasons="Camera cho thấy nhà cái trả đủ.")
    )
    for command in (c.Confirm(), c.RefuseConfirmation(reason="Nhập nhầm chỗ."), c.Withdraw()):
        assert refused(world, BELOW, command)[0] == "case_second_person"
    assert refused(world, SUPERVISOR, c.Withdraw())[0] == "case_second_person"
    world.do(NUMBER, actor("director_of_table_games", "other-d"), c.Confirm())


def test_a_party_does_not_withdraw_the_case(world: World) -> None:
    stages.at_table(world)
    world.do(NUMBER, SUPERVISOR, c.AddStaff(staff=SUPERVISOR.staff))
    assert refused(world, SUPERVISOR, c.Withdraw())[0] == "case_party"
    world.do(NUMBER, MANAGER, c.Withdraw())


@pytest.mark.parametrize("stage", [Stage.SENIOR_CONFIRMATION, Stage.COMPLAINT_ANSWER])
def test_8_2_surveillance_acknowledges_for_as_long_as_the_case_waits_for_it(stage: Stage) -> None:
    world = stages.brought_to(stage)
    assert case_of(world).acknowledged is None
    world.do(NUMBER, WATCH, c.AcknowledgeNotice())
    assert case_of(world).acknowledged is not None


@pytest.mark.parametrize("ground", ["", " ", "\n\t"])
def test_a_legal_ground_says_something(ground: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"person": "PS-1", "legal_ground": ground}, c.ErasePerson)
    assert msgspec.convert({"person": "PS-1", "legal_ground": "Lệnh 7."}, c.ErasePerson).legal_ground == "Lệnh 7."
