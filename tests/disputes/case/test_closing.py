"""Before a case closes: money moved, papers handed over, the receipt signed, or each set aside with a reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import LeftStep, left
from disputes.case.closing_facts import ClosingBegun, ClosingCompleted, StepSetAside
from disputes.case.context import Terms
from disputes.case.state import Case, Stage, fold
from tests.disputes.case import stages
from tests.disputes.case.stages import LEFT, MANAGER, NUMBER, SENIOR, SUPERVISOR, case_of, handed, refused
from tests.disputes.case.world import NONE, World, actor, opening, remedy


@pytest.fixture
def world() -> World:
    return World()


def settled(world: World, asked: c.AskedRemedy | None = None) -> Case:
    stages.at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=asked or remedy()))
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    return case_of(world)


def steps(case: Case) -> list[tuple[str, str]]:
    return [(step.kind, step.code) for step in left(case)]


def test_8_1_what_was_settled_at_the_table_closes_with_the_last_step(world: World) -> None:
    case = settled(world)
    assert (case.stage, case.ending, case.closed) == (Stage.CLOSING, "settled_at_table", None)
    assert steps(case) == [("money", "M1"), ("issue", "settlement"), ("issue", "receipt")]
    world.do(NUMBER, SUPERVISOR, c.RecordMoney(line="M1", how="chips", moved_at=world.now))
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="settlement", language="vi"))
    world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind="receipt", language="vi"))
    assert steps(case) == [("hand_over", "L1")], "together"
    facts = world.do(NUMBER, SUPERVISOR, handed(world, "L1", signed=True))
    completed = facts[-1]
    assert isinstance(completed, ClosingCompleted)
    assert case.closed is not None
    assert (case.closed.ending, case.closed.closed_by) == ("settled_at_table", SUPERVISOR.person)
    assert case.closed.retained_until == world.terms.retained_until(world.now) == completed.retained_until


def test_a_receipt_in_the_players_hands_waits_for_the_signature(world: World) -> None:
    case = settled(world)
    world.do(NUMBER, SUPERVISOR, c.RecordMoney(line="M1", how="chips", moved_at=world.now))
    for kind in ("settlement", "receipt"):
        world.do(NUMBER, SUPERVISOR, c.IssuePaper(kind=kind, language="en"))
    world.do(NUMBER, SUPERVISOR, handed(world, "L2"))
    assert steps(case) == [("sign", "L2")]
    world.do(NUMBER, SUPERVISOR, handed(world, "L2", signed=False))
    assert steps(case) == [("sign", "L2")], "somebody who does not sign is a reason to be said"
    copy = c.KeepSignedCopy(paper="L2", file=c.Upload(name="a.pdf", data=b"%PDF-1.7"))
    world.do(NUMBER, SUPERVISOR, copy)
    assert case.is_closed


def test_a_settlement_without_money_has_no_receipt(world: World) -> None:
    assert steps(settled(world, NONE)) == [("issue", "settlement")]


def test_an_accepted_decision_waits_for_its_money_and_its_letter(world: World) -> None:
    stages.closing(world)
    case = case_of(world)
    assert steps(case) == [("money", "M1"), ("hand_over", "L1")]
    world.do(NUMBER, MANAGER, handed(world, "L1"))
    assert case.stage is Stage.CLOSING
    world.do(NUMBER, MANAGER, c.RecordMoney(line="M1", how="cash", moved_at=world.now, amount_minor=100_000))
    assert case.stage is Stage.CLOSING, "a part is not all"
    world.do(NUMBER, MANAGER, c.RecordMoney(line="M1", how="cash", moved_at=world.now))
    assert case.is_closed


def test_a_case_of_which_everything_is_done_closes_at_once(world: World) -> None:
    stages.answer(world)
    world.do(NUMBER, MANAGER, handed(world, "L1"))
    facts = world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    assert isinstance(facts[-1], f.CaseClosed)


def test_a_step_set_aside_is_not_waited_for_and_says_why(world: World) -> None:
    stages.closing(world)
    case = case_of(world)
    world.do(NUMBER, MANAGER, handed(world, "L1"))
    aside = c.SetStepAside(step="M1", reason=LEFT)
    assert refused(world, SUPERVISOR, aside) == ("case_role", None), "it takes a manager"
    assert refused(world, MANAGER, c.SetStepAside(step="M1", reason="Thôi.")) == ("case_no_sentence", "reason")
    assert refused(world, MANAGER, c.SetStepAside(step="L1", reason=LEFT)) == ("case_step_unknown", "step")
    [said, _completed] = world.do(NUMBER, MANAGER, aside)
    assert isinstance(said, StepSetAside)
    assert world.sealed[said.reason.ref] == LEFT
    assert case.is_closed
    assert case.money["M1"].out_minor == 500_000, "and stays to be paid"
    world.do(NUMBER, MANAGER, c.RecordMoney(line="M1", how="cash", moved_at=world.now))
    assert case.money.still_out == []


def test_what_was_set_aside_is_waited_for_again_after_a_reopening(world: World) -> None:
    stages.closing(world)
    for code in ("M1", "L1"):
        world.do(NUMBER, MANAGER, c.SetStepAside(step=code, reason=LEFT))
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."))
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ.", evidence=("E1",)))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    assert steps(case_of(world)) == [("money", "M1"), ("hand_over", "L2")], "D2 took the place of D1"


@pytest.mark.parametrize(
    ("way", "ends", "ending"),
    [
        (stages.complaint, c.CloseWithoutComplaint(), "no_complaint"),
        (stages.complaint_answer, c.CloseComplaint(), "complaint_decided"),
        (stages.complaint, c.Withdraw(said="Tôi thôi."), "withdrawn"),
    ],
)
def test_every_end_waits(ways_terms: World, way: Callable[[World], None], ends: c.Command, ending: str) -> None:
    world = ways_terms
    way(world)
    begun = world.do(NUMBER, MANAGER, ends)[-1]
    case = case_of(world)
    assert isinstance(begun, ClosingBegun)
    assert (begun.ending, case.ending, case.stage) == (ending, ending, Stage.CLOSING)
    assert {step.kind for step in left(case)} == {"hand_over"}
    assert refused(world, SENIOR, c.Reopen(reason="Có phim mới."))[0] == "case_stage"
    stages.finished(world)
    assert case.closed is not None
    assert (case.closed.ending, case.closed.said) == (ending, begun.said)


@pytest.fixture
def ways_terms() -> World:
    return World(Terms(complaint_days=0))


def test_a_case_merged_into_another_waits_for_nothing(world: World) -> None:
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + 60 * stages.MINUTE, language="vi"))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="acknowledgement", language="vi"))
    world.do(stages.OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),)))
    world.do(NUMBER, MANAGER, c.Merge(into=stages.OTHER))
    assert case_of(world).is_closed


def test_a_case_of_a_finding_alone_has_nobody_to_give_papers_to(world: World) -> None:
    finding = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)
    world.do(NUMBER, actor("surveillance"), opening(players=(), findings=(finding,), claim=None))
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=remedy()))
    world.do(NUMBER, SUPERVISOR, c.AnswerAtTable(agreed=True))
    assert left(case_of(world)) == [LeftStep("money", "M1")]


def test_a_case_closed_before_this_was_asked_stays_closed(world: World) -> None:
    """As it was recorded then: the yes, what took effect and the end in one go, and money that is still out."""
    stages.at_table(world)
    world.do(NUMBER, SUPERVISOR, c.ProposeRemedy(remedy=remedy()))
    case, person = case_of(world), SUPERVISOR.person
    assert person is not None
    offered = case.proposal
    assert offered is not None
    lines, kept = offered.remedy.lines, world.terms.retained_until(world.now)
    for fact in (
        f.AnsweredAtTable(proposal="O1", agreed=True, recorded_by=person),
        f.RemedyCarriedOut(lines=lines, kind="pay_difference", carried_out_by=person, codes=("M1",)),
        f.CaseClosed(ending="settled_at_table", closed_by=person, retained_until=kept),
    ):
        world._record(case.stream, fact, SUPERVISOR)
    again = fold(case.stream, world.events[case.stream])
    assert (again.stage, again.ending, again.closing) == (Stage.CLOSED, "settled_at_table", None)
    world.do(NUMBER, MANAGER, c.RecordMoney(line="M1", how="cash", moved_at=world.now))
    assert case.is_closed
