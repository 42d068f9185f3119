"""What comes next: the needs of each stage with their clauses, and only steps that the domain would allow."""

from __future__ import annotations

from typing import Any

from casino.clock import now as clock
from disputes.case import commands as c
from disputes.pages.actions import Actions
from disputes.pages.case import CasePage
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from tests.disputes.court import NONE, SHORT, UNCLEAR, Court, colleague, remedy

STAGES = ("offered", "collecting", "complained", "withdrawn", "confirming", "decided")


def page_of(row: CaseRow, user: Any) -> CasePage:
    return CasePage(row, Seeing(user, clock()), language="en")


def actions_of(court: Court, who: Any) -> Actions:
    row = CaseRow.objects.select_related("property").get(number=court.number)
    return page_of(row, court.user(who) if isinstance(who, str) else who).actions


def commands(found: Actions) -> list[str]:
    return [button.command for button in found.buttons]


def needs(found: Actions) -> list[tuple[str, str]]:
    return [(view.need.clause, view.need.text.en) for view in found.missing]


def test_the_first_button_leads_on_at_every_stage(court: Court) -> None:
    court.open()
    assert commands(actions_of(court, "pit_supervisor")) == ["propose_remedy", "pass_on"]
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    assert commands(actions_of(court, "pit_supervisor")) == ["answer_at_table", "pass_on"]
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    assert commands(actions_of(court, "pit_supervisor")) == ["add_evidence", "take_statement"]
    assert commands(actions_of(court, "pit_manager")) == ["notify_surveillance", "take_over", "promise_time"]


def test_a_decision_waits_for_everything_that_the_domain_names(court: Court) -> None:
    court.passed_on()
    found = actions_of(court, "pit_manager")
    assert needs(found)[:2] == [("8.2", "Notify Surveillance"), ("8.3", "Tell the player how long, or why not")]
    assert [clause for clause, _text in needs(found)[2:]] == [
        *(f"8.4.{n}" for n in range(2, 6)),
        "8.4.7",
        "8.4.7",
        "8.4.8",
    ]
    assert not found.ready
    ways = {
        view.need.text.en: [button.address.partition("/do/")[2] for button in view.buttons] for view in found.missing
    }
    assert ways["Law in force"] == ["add_evidence/?item=law", "mark_none/?item=law"]
    assert ways["Surveillance footage"] == ["ask_footage/"], "nobody marks it as none"


def test_once_nothing_is_missing_the_decision_is_the_first_button(court: Court) -> None:
    court.collected()
    found = actions_of(court, "pit_manager")
    assert found.ready
    assert not found.missing
    assert commands(found) == ["decide", "take_over"]


def test_a_ruling_that_section_7_reserves_is_asked_for_at_the_round(court: Court) -> None:
    """7.12: who was at the wheel when the ball was not in play is for a post to say."""
    from disputes.case import facts as f
    from games.rows.models import Round

    court.open(rounds=(f.RoundRef(table="RL01", round="unclear"),), amount_minor=None)
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    found = actions_of(court, "pit_manager")
    ruling = [view.need for view in found.missing if view.need.address]
    assert [need.clause for need in ruling] == ["6.6"]
    rule, _, back = ruling[0].address.partition("?back=")
    assert rule == f"/admin/games/round/{Round.objects.get(code='unclear').pk}/rule/"
    assert back, "and back to the case"
    assert "unclear" in ruling[0].text.en


def test_a_round_that_waits_for_a_ruling_holds_up_itself_alone(court: Court) -> None:
    court.collected(rounds=(SHORT, UNCLEAR))
    found = actions_of(court, "pit_manager")
    [ruling] = [view.need for view in found.missing]
    assert (ruling.ruling, ruling.blocks, found.ready) == (True, False, True)
    assert commands(found)[0] == "decide"
    court.do("pit_manager", c.Decide(remedy=remedy(), reasons="Trả thiếu theo phim và sổ của bàn.", evidence=("E1",)))
    told = [text for _clause, text in needs(actions_of(court, "pit_manager"))]
    assert "Round unclear is left open: it is decided once decision D1 has its end" in told
    [shown] = page_of(CaseRow.objects.get(number=court.number), court.user("pit_manager")).decisions
    assert shown.left == ("RL01 · unclear",)


def test_the_steps_before_a_case_closes_are_asked_for_and_can_be_set_aside(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    found = actions_of(court, "pit_supervisor")
    assert [view.need.text.en.partition(":")[0] for view in found.missing] == [
        "M1",
        "Issue Settlement at the table",
        "Issue Receipt",
    ]
    assert not found.ready
    assert [[tap.command for tap in view.taps] for view in found.missing] == [
        ["record_money", "record_money"],
        ["issue_paper"],
        ["issue_paper"],
    ]
    assert commands(found) == [], "no button below stands for what one tap at a step records"
    assert found.tapped
    ways = [button.address.partition("/do/")[2] for view in found.missing for button in view.buttons]
    assert not any("set_step_aside" in way for way in ways), "it takes a manager"
    ways = [
        button.address.partition("/do/")[2]
        for view in actions_of(court, "pit_manager").missing
        for button in view.buttons
    ]
    assert "set_step_aside/?step=settlement" in ways
    court.finished("pit_manager")
    assert court.case.is_closed


def test_the_answer_waits_for_the_letter_and_the_right_for_its_notice(court: Court) -> None:
    court.decided(NONE)
    found = actions_of(court, "pit_manager")
    assert needs(found) == [("8.4", "The decision in writing")]
    assert found.buttons[0].address.endswith("/issue_paper/?kind=decision")
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    assert commands(actions_of(court, "pit_manager"))[0] == "record_answer"
    court.do("pit_manager", c.RecordAnswer(agreed=False))
    found = actions_of(court, "pit_manager")
    letter = ("8.3", "To the player: Decision letter (L1, VI)")
    assert needs(found) == [("8.5", "The notice in writing"), letter]
    [tap] = found.missing[-1].taps
    assert (tap.command, tap.fields["paper"]) == ("hand_over_paper", "L1"), "one tap records it"
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    assert commands(actions_of(court, "pit_manager"))[0] == "inform_of_right"


def test_the_way_of_a_complaint(court: Court) -> None:
    court.complained()
    assert commands(actions_of(court, "senior_management")) == ["decide_complaint", "take_over"]
    assert "decide_complaint" not in commands(actions_of(court, "pit_manager"))
    upheld = c.DecideComplaint(
        result="upheld", remedy=remedy(), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
    )
    court.do("senior_management", upheld)
    found = actions_of(court, "senior_management")
    money = ("8.4", "M1: 500,000\N{NO-BREAK SPACE}VND to be handed over")
    assert needs(found) == [("8.5", "The decision on the complaint in writing"), money]
    assert commands(found) == ["issue_paper", "take_over", "record_money"]
    court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="vi"))
    assert commands(actions_of(court, "senior_management"))[0] == "close_complaint"


def test_a_party_is_not_asked_to_decide(court: Court) -> None:
    court.collected()
    manager = colleague("m.party", "shift_manager")
    assert "decide" in commands(actions_of(court, manager))
    court.do("pit_manager", c.AddStaff(staff="m.party"))
    assert "decide" not in commands(actions_of(court, manager))


def test_after_a_reopening_the_notice_is_asked_for_anew(court: Court) -> None:
    """There is one in writing, about the decision before it."""
    court.disagreed()
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()
    court.do("senior_management", c.Reopen(reason="Có cảnh quay mới."))
    court.do("shift_manager", c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    court.do("pit_manager", c.RecordAnswer(agreed=False))
    letter = ("8.3", "To the player: Decision letter (L3, VI)")
    assert needs(actions_of(court, "pit_manager")) == [("8.5", "The notice in writing"), letter], "of now alone"
