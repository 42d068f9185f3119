"""Two persons, parties, terms, papers, merging, reopening and erasing: what stage and role alone do not say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.allowed import those_below
from disputes.case.clocks import clocks
from disputes.case.context import Terms
from disputes.case.state import Stage
from tests.disputes import gate
from tests.disputes.case import stages
from tests.disputes.case.stages import MANAGER, NUMBER, OTHER, SENIOR, SHIFT, SUPERVISOR, WATCH, at_table
from tests.disputes.case.world import NONE, World, actor, opening, remedy


@pytest.fixture
def world() -> World:
    return World()


def refused(world: World, who: Any, command: c.Command, number: str = NUMBER) -> str:
    """The code by which a command is refused."""
    before = len(world.events.get(f"case/{number}", []))
    with pytest.raises(Problem) as problem:
        world.do(number, who, command)
    assert len(world.events.get(f"case/{number}", [])) == before
    return problem.value.code


def test_8_4_who_offered_at_the_table_does_not_decide(world: World) -> None:
    at_table(world)
    world.do(NUMBER, MANAGER, c.ProposeRemedy(remedy=NONE))
    world.do(NUMBER, MANAGER, c.AnswerAtTable(agreed=False))
    assert (
        refused(world, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ."))
        == "case_second_person"
    )
    assert (
        refused(world, SHIFT, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.")) == "case_not_notified"
    )


def test_8_4_a_party_neither_offers_nor_changes_nor_decides_nor_confirms(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SHIFT, c.AddStaff(staff=SUPERVISOR.staff))
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=NONE)) == "case_party"
    assert refused(world, SUPERVISOR, c.AddStaff(staff=MANAGER.staff)) == "case_party"
    world.do(NUMBER, SHIFT, c.AddStaff(staff=MANAGER.staff))
    world.do(NUMBER, SUPERVISOR, c.PassOn(why="cannot_be_resolved"))
    assert refused(world, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.")) == "case_party"


def test_the_dealer_of_a_disputed_round_is_a_party(world: World) -> None:
    at_table(world)
    assert world.cases[f"case/{NUMBER}"].is_party("D-101")
    acting = actor("acting_pit_supervisor", "D-101")
    assert refused(world, acting, c.ProposeRemedy(remedy=NONE)) == "case_party"


def test_a_decision_above_the_amount_waits_for_another_person(world: World) -> None:
    stages.confirmation(world)
    assert world.cases[f"case/{NUMBER}"].carried_out == []
    assert refused(world, MANAGER, c.Confirm()) == "case_second_person"
    world.do(NUMBER, SHIFT, c.Confirm())
    case = world.cases[f"case/{NUMBER}"]
    assert case.stage is Stage.ANSWER
    assert sum(line.to_player_minor for kept in case.carried_out for line in kept.fact.lines) == 20_000_000


def test_a_confirmation_refused_sends_the_decision_back(world: World) -> None:
    stages.confirmation(world)
    world.do(NUMBER, SHIFT, c.RefuseConfirmation(reason="Quá nhiều."))
    case = world.cases[f"case/{NUMBER}"]
    assert case.stage.value == "pit_manager"
    assert case.decision is None
    world.do(NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert case.stage.value == "answer"


def test_a_remedy_is_not_carried_out_when_the_round_says_something_else_by_then(world: World) -> None:
    """A fact that arrives between the decision and its confirmation."""
    stages.confirmation(world)
    from tests.disputes.case.world import judged_round

    ref = f.RoundRef(table="RL01", round="r1")
    moved = judged_round(ref)
    bets = {**moved.bets, "b1": type(moved.bets["b1"])(stake_minor=1, recorded_net_minor=0, difference_minor=-1)}
    world.rounds[ref.stream] = judged_round(ref, bets=bets)
    assert refused(world, SHIFT, c.Confirm()) == "case_round_changed"
    world.do(NUMBER, SHIFT, c.RefuseConfirmation(reason="Ván đã đổi."))


def test_8_1_above_the_limit_of_the_table_it_is_passed_on(world: World) -> None:
    at_table(world)
    large = remedy("refund", 6_000_000, deviation="Trả lại cho khách.")
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=large)) == "case_above_table"


def test_8_5_no_answer_before_the_letter_and_no_term_before_the_notice(world: World) -> None:
    stages.collected(world)
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert refused(world, MANAGER, c.RecordAnswer(agreed=True)) == "case_not_told"
    assert refused(world, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi")) == "case_paper_stage"
    assert refused(world, MANAGER, c.IssuePaper(kind="complaint_decision", language="vi")) == "case_paper_stage"
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    told = c.InformOfRight(told_at=world.now, language="vi")
    assert refused(world, MANAGER, told) == "case_right_not_in_writing"
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    ahead = c.InformOfRight(told_at=world.now + timedelta(days=1), language="vi")
    assert refused(world, MANAGER, ahead) == "case_time_ahead"
    world.do(NUMBER, MANAGER, told)


def test_8_5_a_player_may_still_come_round_to_the_decision(world: World) -> None:
    stages.complaint(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    stages.finished(world)
    case = world.cases[f"case/{NUMBER}"]
    assert case.closed is not None
    assert case.closed.ending == "accepted"


def test_8_5_without_a_complaint_it_is_closed_only_after_the_term(world: World) -> None:
    stages.complaint(world)
    assert refused(world, MANAGER, c.CloseWithoutComplaint()) == "case_term_runs"
    world.do(NUMBER, MANAGER, c.CloseWithoutComplaint(), days=31)
    stages.finished(world)
    assert world.cases[f"case/{NUMBER}"].is_closed


def test_8_5_who_decided_or_confirmed_below_does_not_decide_the_complaint(world: World) -> None:
    stages.confirmation(world)
    world.do(NUMBER, SHIFT, c.Confirm())
    for who in (MANAGER, SHIFT):
        promoted = actor("senior_management", who.staff)
        assert promoted.staff in those_below(world.cases[f"case/{NUMBER}"])
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="decision", language="vi"))
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=False))
    world.do(NUMBER, MANAGER, c.IssuePaper(kind="right_to_complain", language="vi"))
    world.do(NUMBER, MANAGER, c.InformOfRight(told_at=world.now, language="vi"))
    world.do(NUMBER, MANAGER, c.FileComplaint(said="…"))
    again = c.DecideComplaint(
        result="rejected", remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)
    )
    assert refused(world, actor("senior_management", SHIFT.staff), again) == "case_second_person"
    world.do(NUMBER, SENIOR, again)


def test_the_letter_of_the_first_decision_does_not_stand_for_the_second(world: World) -> None:
    """Reopened and decided anew: the player must be told anew."""
    stages.answer(world)
    world.do(NUMBER, MANAGER, c.RecordAnswer(agreed=True))
    stages.finished(world)
    world.do(NUMBER, SENIOR, c.Reopen(reason="Có phim mới."))
    case = world.cases[f"case/{NUMBER}"]
    assert (case.stage, case.closed) == (Stage.PIT_MANAGER, None)
    world.do(NUMBER, MANAGER, c.Decide(remedy=remedy(), reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
    assert refused(world, MANAGER, c.RecordAnswer(agreed=True)) == "case_not_told"


def test_a_case_is_merged_with_its_rounds_findings_and_people(world: World) -> None:
    at_table(world)
    finding = f.FindingRef(stream="audit/RL01/r2", identity="a" * 32)
    world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),), findings=(finding,)))
    assert refused(world, MANAGER, c.Merge(into=OTHER), OTHER) == "case_merge_itself"
    assert refused(world, MANAGER, c.Merge(into="2026-09999"), OTHER) == "case_merge_itself"
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    goes_on, ended = world.cases[f"case/{NUMBER}"], world.cases[f"case/{OTHER}"]
    assert ended.closed is not None
    assert (ended.closed.ending, ended.closed.into) == ("merged", NUMBER)
    assert [ref.round for ref in goes_on.rounds] == ["r1", "r2"]
    assert goes_on.findings == [finding]
    assert len(goes_on.players) == 1, "one name, one reference: one person"
    assert [p.same_as for p in goes_on.parties.values() if p.kind == "player"] == [None, "P1"]
    assert goes_on.absorbed == [OTHER]
    assert len([p for p in goes_on.parties.values() if p.staff == "D-101"]) == 1
    assert refused(world, SENIOR, c.Reopen(reason="Nhập nhầm chỗ."), OTHER) == "case_merge_itself"


def test_personal_data_are_kept_for_the_term_unless_there_is_a_legal_ground(world: World) -> None:
    stages.closed(world)
    case = world.cases[f"case/{NUMBER}"]
    person = case.players[0].person
    assert person is not None
    assert refused(world, SENIOR, c.ErasePerson(person=person)) == "case_retained"
    assert (
        refused(
            world,
            MANAGER,
            c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
        )
        == "case_role"
    )
    assert refused(world, SENIOR, c.ErasePerson(person="PS-none")) == "case_person_unknown"
    assert SENIOR.person is not None
    facts = world.do(
        NUMBER,
        SENIOR,
        c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    [fact] = facts
    assert isinstance(fact, f.PersonErased)
    assert world.second is not None
    assert (fact.person, fact.ground, fact.asked_by, fact.erased_by) == (
        person,
        "legal_ground",
        SENIOR.person,
        world.second.person,
    )
    assert (fact.law, fact.legal_ground) == ("court_order", None)
    sealed = fact.sealed_ground
    assert sealed is not None
    assert world.sealed[sealed.ref] == "Bản án buộc xóa hồ sơ khách."
    [own] = sealed.persons
    assert own not in case.persons
    assert own not in {person, case.own}, "no key that an erasure in this case destroys"
    assert world.cases[f"case/{NUMBER}"].grounds == [sealed, sealed]
    assert (
        refused(
            world,
            SENIOR,
            c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
        )
        == "case_person_unknown"
    )
    world.do(NUMBER, SENIOR, c.AddNote(note="Vẫn ghi được, bằng khóa của hồ sơ."))


def test_words_older_than_a_persons_part_in_the_case_go_with_the_cases_own_key(world: World) -> None:
    """The claim of a finding may name a player who is entered later: it does not stand under that player's key."""
    finding = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)
    world.do(NUMBER, WATCH, opening(players=(), findings=(finding,)))
    world.do(NUMBER, SUPERVISOR, c.AddPlayer(player=c.Outsider(name="Trần Thị B")))
    world.do(NUMBER, SUPERVISOR, c.AddNote(note="Bà B."))
    world.do(NUMBER, SUPERVISOR, c.Withdraw())
    case = world.cases[f"case/{NUMBER}"]
    assert case.opened is not None
    person = case.players[0].person
    assert person is not None
    facts = world.do(
        NUMBER,
        SENIOR,
        c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    assert [fact.person for fact in facts if isinstance(fact, f.PersonErased)] == [person, case.opened.own]
    assert all(case.erased.intersection(text.persons) for text in case.texts), "nothing that can name them is left"


def test_after_the_term_no_ground_is_asked_for(world: World) -> None:
    stages.closed(world)
    person = world.cases[f"case/{NUMBER}"].players[0].person
    assert person is not None
    [fact] = world.do(NUMBER, SENIOR, c.ErasePerson(person=person), days=1_827)
    assert isinstance(fact, f.PersonErased)
    assert (fact.ground, fact.legal_ground, fact.sealed_ground) == ("term_ended", None, None)


def test_somebody_who_stands_in_an_open_case_is_not_erased(world: World) -> None:
    at_table(world)
    world.do(OTHER, SUPERVISOR, opening(rounds=(f.RoundRef(table="RL01", round="r2"),)))
    world.do(OTHER, MANAGER, c.Merge(into=NUMBER))
    person = world.cases[f"case/{OTHER}"].players[0].person
    assert person is not None
    gone = c.ErasePerson(person=person, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách.")
    assert refused(world, SENIOR, gone, OTHER) == "case_person_elsewhere"


def test_when_the_cases_own_key_is_gone_nothing_is_added(world: World) -> None:
    stages.closed(world)
    case = world.cases[f"case/{NUMBER}"]
    assert case.opened is not None
    world.do(
        NUMBER,
        SENIOR,
        c.ErasePerson(person=case.opened.own, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    assert refused(world, SENIOR, c.AddNote(note="…")) == "case_erased"
    assert refused(world, SENIOR, c.Reopen(reason="Nhập nhầm chỗ.")) == "case_erased"


def test_every_text_is_sealed_for_everybody_it_may_name(world: World) -> None:
    at_table(world)
    world.do(NUMBER, SUPERVISOR, c.AddWitness(witness=c.Outsider(name="Lê Thị C")))
    world.do(NUMBER, SUPERVISOR, c.AddNote(note="Bà C thấy ông B."))
    case = world.cases[f"case/{NUMBER}"]
    assert case.opened is not None
    persons = {party.person for party in case.parties.values() if party.person}
    assert set(case.notes[-1].fact.note.persons) == {case.opened.own, *persons}
    assert len(persons) == 2


def test_8_3_the_clock_runs_to_the_promised_time(world: World) -> None:
    stages.with_pit_manager(world)
    case = world.cases[f"case/{NUMBER}"]
    assert clocks(case)[0].code == "first_word"
    until = world.now + timedelta(hours=2)
    assert refused(world, MANAGER, c.PromiseTime(until=world.now, language="vi")) == "case_time_passed"
    slip = c.PromiseTime(until=datetime(2099, 1, 1, tzinfo=UTC), language="vi")
    assert refused(world, MANAGER, slip) == "case_time_far"
    world.do(NUMBER, MANAGER, c.PromiseTime(until=until, language="vi"))
    assert (clocks(case)[0].code, clocks(case)[0].due_at) == ("promised", until)
    world.do(NUMBER, MANAGER, c.NotifySurveillance())
    assert clocks(case)[0].code == "acknowledge"
    world.do(NUMBER, WATCH, c.AcknowledgeNotice())
    assert [clock.code for clock in clocks(case)] == ["promised"]


def test_8_3_where_no_time_can_be_given_the_clock_runs_on_to_when_it_is_looked_at_again(world: World) -> None:
    stages.with_pit_manager(world)
    world.do(NUMBER, MANAGER, c.SayNoTime(reason=gate.NOT_YET))
    [clock] = clocks(world.cases[f"case/{NUMBER}"])
    assert (clock.code, clock.due_at) == ("stage_pit_manager", world.now + timedelta(hours=24))


def test_8_4_6_a_request_for_footage_holds_the_decision(world: World) -> None:
    stages.collected(world)
    asked = c.AskFootage(
        table="RL01", round="r1", begins_at=world.now - timedelta(minutes=9), ends_at=world.now - timedelta(minutes=5)
    )
    world.do(NUMBER, MANAGER, asked)
    assert (
        refused(world, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1",)))
        == "case_footage_open"
    )
    world.do(NUMBER, WATCH, c.AnswerFootage(request="F2", found=True, answer="CAM-7, 20:15:03"))
    assert refused(world, WATCH, c.AnswerFootage(request="F2", found=True, answer="…")) == "case_request_unknown"
    world.do(NUMBER, MANAGER, c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ.", evidence=("E1", "F2")))


def test_surveillance_opens_from_a_finding_only(world: World) -> None:
    assert refused(world, WATCH, opening()) == "case_from_finding_only"
    finding = f.FindingRef(stream="audit/RL01/r1", identity="a" * 32)
    world.do(NUMBER, WATCH, opening(players=(), findings=(finding,)))
    assert world.cases[f"case/{NUMBER}"].opened is not None
    unknown = f.FindingRef(stream="audit/RL01/r1", identity="b" * 32)
    assert refused(world, WATCH, opening(findings=(unknown,)), OTHER) == "case_finding_unknown"


def test_a_case_without_an_identifiable_round(world: World) -> None:
    """Amounts cannot be recomputed then: a remedy always needs a reason, stands in the case alone, and is nobody's to
    pay alone."""
    world.do(NUMBER, SUPERVISOR, opening(rounds=(), table=None, amount_minor=None))
    line = (c.Line(to_player_minor=50_000),)
    bare = remedy("other", None, lines=line)
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=bare)) == "case_deviation_missing"
    asked = remedy("other", None, lines=line, deviation="Thiện chí.")
    assert refused(world, SUPERVISOR, c.ProposeRemedy(remedy=asked)) == "case_needs_second"
    case = world.cases[f"case/{NUMBER}"]
    assert case.carried_out == []


def test_terms_of_the_house_are_kept_in_the_events() -> None:
    world = World(Terms(at_table_minutes=5, record_years=1))
    at_table(world)
    case = world.cases[f"case/{NUMBER}"]
    assert case.next_by == world.now + timedelta(minutes=5)
    world.do(NUMBER, SUPERVISOR, c.Withdraw())
    assert case.closed is not None
    assert case.closed.retained_until == world.now + timedelta(days=365)
