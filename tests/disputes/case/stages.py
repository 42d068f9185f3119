"""Cases brought to each stage of section 8 by the shortest lawful way, and a command of every kind to try on them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing import left
from disputes.case.context import Actor, Terms
from disputes.case.procedure import ITEMS
from disputes.case.state import Case, Stage
from tests.disputes import gate
from tests.disputes.case.world import NONE, World, actor, opening, remedy

SUPERVISOR = actor("pit_supervisor", "way-ps")
MANAGER = actor("pit_manager", "way-pm")
SHIFT = actor("shift_manager", "way-sm")
SENIOR = actor("senior_management", "way-gm")
WATCH = actor("surveillance", "way-sv")
NUMBER = "2026-00001"
OTHER = "2026-00002"
LEFT = "Khách đã về khách sạn trước khi biên bản in xong."
MINUTE = timedelta(minutes=1)


def refused(world: World, who: Any, command: c.Command) -> tuple[str, str | None]:
    """Code and field of the problem by which a command on the first case is refused."""
    with pytest.raises(Problem) as problem:
        world.do(NUMBER, who, command)
    return problem.value.code, problem.value.field


def case_of(world: World) -> Case:
    """The first case as it stands."""
    return world.cases[f"case/{NUMBER}"]


def at_table(world: World, number: str = NUMBER) -> None:
    world.do(number, SUPERVISOR, opening())


def with_pit_manager(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.PassOn(why="cannot_be_resolved"))


def collected(world: World) -> None:
    """With a piece of evidence, a request for footage answered, and every other basis but the rules giving nothing."""
    with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    world.do(NUMBER, MANAGER, c.PromiseTime(until=world.now + timedelta(hours=2), language="vi"))
    world.do(NUMBER, MANAGER, c.AddEvidence(item="other", text=gate.REPLAY))
    look_into(world, *(item for item in ITEMS if item != "other"))


def look_into(world: World, *items: f.Item, table: str = "RL01", who: Actor = MANAGER) -> None:
    """These bases of 8.4, each by whom it is for."""
    people = {"pit_manager": who, "surveillance": WATCH}
    for item in items:
        for role, command in gate.looked_into(item, world.now, table=table):
            world.do(NUMBER, people[role], command)


def confirmation(world: World) -> None:
    collected(world)
    large = remedy("refund", 20_000_000, deviation="Trả lại toàn bộ.")
    world.do(NUMBER, MANAGER, c.Decide(remedy=large, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))


def answer(world: World) -> None:
    collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Đã trả đúng theo phim và sổ của bàn.", evidence=("E1",)))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))


def disagreed(world: World) -> None:
    answer(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))


def complaint(world: World) -> None:
    disagreed(world)
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))


def senior_management(world: World) -> None:
    complaint(world)
    world.do(NUMBER, MANAGER, c.FileComplaint(said="Tôi khiếu nại."))


def senior_confirmation(world: World) -> None:
    senior_management(world)
    large = remedy("refund", 20_000_000, deviation="Trả lại toàn bộ.")
    world.do(
        NUMBER,
        SENIOR,
        c.DecideComplaint(result="upheld", remedy=large, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
    )


def complaint_answer(world: World) -> None:
    senior_management(world)
    world.do(
        NUMBER,
        SENIOR,
        c.DecideComplaint(result="rejected", remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
    )
    world.do(NUMBER, SENIOR, c.IssuePaper(kind="complaint_decision", language="vi"))


def closing(world: World) -> None:
    """Accepted, and neither paid nor the letter handed over yet."""
    collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Trả thiếu theo phim và sổ.", evidence=("E1",)))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))


def finished(world: World, who: Actor = MANAGER, number: str = NUMBER) -> None:
    """Every step that a case waits for before it closes."""
    case = world.cases[f"case/{number}"]
    while case.stage is Stage.CLOSING:
        step = left(case)[0]
        done: dict[str, c.Command] = {
            "money": c.RecordMoney(line=step.code, how="cash", moved_at=world.now),
            "issue": c.IssuePaper(kind=cast(Any, step.code), language="vi"),
            "hand_over": handed(world, step.code, signed=True),
        }
        world.do(number, who, done[step.kind])


def handed(world: World, paper: str, *, signed: bool | None = None) -> c.HandOverPaper:
    """A paper is given to the player in person, now."""
    return c.HandOverPaper(paper=paper, handed_at=world.now, manner="in_person", to="Chính người chơi", signed=signed)


def closed(world: World) -> None:
    complaint_answer(world)
    world.do(NUMBER, SENIOR, c.CloseComplaint())
    finished(world)


WAYS: dict[Stage, Callable[[World], None]] = {
    Stage.AT_TABLE: at_table,
    Stage.PIT_MANAGER: collected,
    Stage.CONFIRMATION: confirmation,
    Stage.ANSWER: answer,
    Stage.DISAGREED: disagreed,
    Stage.COMPLAINT: complaint,
    Stage.SENIOR_MANAGEMENT: senior_management,
    Stage.SENIOR_CONFIRMATION: senior_confirmation,
    Stage.COMPLAINT_ANSWER: complaint_answer,
    Stage.CLOSING: closing,
    Stage.CLOSED: closed,
}


def brought_to(stage: Stage | None) -> World:
    """A world with the case at a stage (None: not opened), and another case open beside it."""
    world = World(Terms(complaint_days=0))
    if stage is not None:
        WAYS[stage](world)
        assert world.cases[f"case/{NUMBER}"].stage is stage
    world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),)))
    return world


def tries(world: World) -> dict[str, c.Command]:
    """A command of every kind that is right in itself, as far as the case is ready for it."""
    case = world.cases.get(f"case/{NUMBER}")
    person = case.persons[-1] if case is not None and case.persons else "PS-000000000000"
    minute = timedelta(minutes=1)
    now = world.now
    return {
        "open_case": opening(findings=(f.FindingRef(stream="audit/RL01/r1", identity="a" * 32),)),
        "add_player": c.AddPlayer(player=c.Outsider(name="Lê C")),
        "add_witness": c.AddWitness(witness=c.Outsider(name="Phạm D")),
        "name_party": c.NameParty(party="P1", name="Nguyễn Thị Tên"),
        "add_staff": c.AddStaff(staff="D-999"),
        "change_rounds": c.ChangeRounds(rounds=(f.RoundRef(table="RL01", round="r2"),)),
        "attribute_bets": c.AttributeBets(bets=(c.BetOf(table="RL01", round="r1", bet="b3", party="P1"),)),
        "change_amount": c.ChangeAmount(amount_minor=123),
        "take_finding": c.TakeFinding(finding=f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)),
        "assign": c.Assign(staff="X-1"),
        "take_over": c.TakeOver(),
        "take_statement": c.TakeStatement(party="P1", said="Không khi ghi sổ."),
        "add_note": c.AddNote(note="…"),
        "propose_remedy": c.ProposeRemedy(remedy=remedy()),
        "answer_at_table": c.AnswerAtTable(agreed=False),
        "pass_on": c.PassOn(why="cannot_be_resolved"),
        "add_evidence": c.AddEvidence(item="law", document="LAW-1"),
        "withdraw_evidence": c.WithdrawEvidence(evidence="E1", reason="Nhập nhầm chỗ."),
        "mark_none": gate.none("law", now),
        "notify_surveillance": c.NotifySurveillance(),
        "acknowledge_notice": c.AcknowledgeNotice(),
        "ask_footage": c.AskFootage(table="RL01", begins_at=now - 2 * minute, ends_at=now - minute),
        "answer_footage": c.AnswerFootage(request="F1", found=True, answer="CAM-7"),
        "record_unanswered": c.RecordUnanswered(request="F1", reason=gate.NOT_YET),
        "promise_time": c.PromiseTime(until=now + timedelta(hours=3), language="en"),
        "say_no_time": c.SayNoTime(reason=gate.NOT_YET),
        "decide": c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)),
        "confirm": c.Confirm(),
        "refuse_confirmation": c.RefuseConfirmation(reason="Nhập nhầm chỗ."),
        "issue_paper": c.IssuePaper(kind="acknowledgement", language="en"),
        "hand_over_paper": c.HandOverPaper(paper="L1", handed_at=now, manner="in_person", to="Chính người chơi"),
        "record_money": c.RecordMoney(line="M1", how="cash", moved_at=now),
        "give_up_money": c.GiveUpMoney(line="M1", why="waived", reason="Khách là người già, số tiền nhỏ."),
        "keep_signed_copy": c.KeepSignedCopy(paper="L1", file=c.Upload(name="L1.pdf", data=b"%PDF-1.7 signed")),
        "record_answer": c.RecordAnswer(agreed=True),
        "inform_of_right": c.InformOfRight(told_at=now, language="en"),
        "record_help": c.RecordHelp(what="…"),
        "file_complaint": c.FileComplaint(said="…"),
        "close_without_complaint": c.CloseWithoutComplaint(),
        "decide_complaint": c.DecideComplaint(
            result="rejected", remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)
        ),
        "close_complaint": c.CloseComplaint(),
        "set_step_aside": c.SetStepAside(step="M1", reason=LEFT),
        "withdraw": c.Withdraw(),
        "merge": c.Merge(into=OTHER),
        "reopen": c.Reopen(reason="Nhập nhầm chỗ."),
        "erase_person": c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    }
