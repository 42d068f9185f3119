"""The service: what a command writes, in one transaction, and that the same command again writes nothing."""

from __future__ import annotations

import html
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault import sealing
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.state import Stage
from disputes.execution import service
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from games.rows.models import Finding, Round
from games.words import event_sentence
from tests.disputes.court import NONE, Court, colleague, remedy
from tests.replay.story import CODE, STARTS


def test_a_case_settled_at_the_table_puts_the_round_right(court: Court) -> None:
    court.open()
    assert court.case.stage is Stage.AT_TABLE
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    assert court.case.ending == "settled_at_table"
    case = court.finished().case
    assert case.closed is not None
    assert case.closed.ending == "settled_at_table"
    row = Round.objects.get(code="short")
    assert row.difference_minor == 0
    assert row.findings_open == 0
    shown = CaseRow.objects.get(number=court.number)
    assert (shown.stage, shown.ending, shown.paid_minor) == ("closed", "settled_at_table", 500_000)


def test_an_answer_of_no_at_the_table_goes_to_the_pit_manager_by_itself(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=NONE))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=False, said="Không khi ghi sổ."))
    assert court.case.stage is Stage.PIT_MANAGER


def test_8_4_a_decision_is_refused_while_anything_is_open(court: Court) -> None:
    court.passed_on()
    for code, step in (
        ("case_not_notified", c.NotifySurveillance()),
        ("case_no_first_word", c.SayNoTime(reason="Cần xem cảnh quay của bàn trước đã.")),
        ("case_items_open", None),
    ):
        with pytest.raises(Problem) as refused:
            court.do("pit_manager", c.Decide(remedy=NONE, reasons="Camera cho thấy nhà cái trả đủ."))
        assert refused.value.code == code
        if step is not None:
            court.do("pit_manager", step)
    refusals = get_ledger(CODE).stream(f"refusal/{court.number}")
    assert [event.data.code for event in refusals] == ["case_not_notified", "case_no_first_word", "case_items_open"]


def test_the_whole_way_to_senior_management(court: Court) -> None:
    court.complained()
    assert court.case.stage.value == "senior_management"
    upheld = c.DecideComplaint(
        result="upheld", remedy=remedy(), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
    )
    court.do("senior_management", upheld)
    assert court.case.stage.value == "complaint_answer"
    assert Round.objects.get(code="short").difference_minor == 0
    court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="en"))
    court.do("senior_management", c.CloseComplaint())
    court.finished()
    assert CaseRow.objects.get(number=court.number).ending == "complaint_decided"


def test_a_finding_taken_up_is_corrected_by_the_remedy(court: Court) -> None:
    finding = Finding.objects.get(round__code="short", severity="money")
    from disputes.case.facts import FindingRef

    court.open("surveillance", players=(), findings=(FindingRef(stream=finding.stream, identity=finding.identity),))
    finding.refresh_from_db()
    assert (finding.status, finding.case) == ("in_case", court.number)
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))
    finding.refresh_from_db()
    assert finding.status == "corrected"


def test_the_same_command_again_is_answered_and_does_nothing(court: Court) -> None:
    court.open()
    again = uuid4()
    seen = court.case.version
    first = court.do("pit_supervisor", c.AddNote(note="Một lần."), command_id=again, seen_version=seen)
    head = get_ledger(CODE).head()[0]
    second = court.do("pit_supervisor", c.AddNote(note="Một lần."), command_id=again, seen_version=seen)
    assert (second.status, second.version) == ("duplicate", first.version)
    assert get_ledger(CODE).head()[0] == head
    with pytest.raises(Problem) as refused:
        court.do("pit_supervisor", c.AddNote(note="Khác."), command_id=again)
    assert refused.value.code == "command_conflict"


def test_the_second_of_two_people_is_told(court: Court) -> None:
    court.open()
    seen = court.case.version
    court.do("pit_supervisor", c.AddNote(note="Tôi trước."))
    with pytest.raises(Problem) as refused:
        court.do("pit_manager", c.AddNote(note="Tôi nữa."), seen_version=seen)
    assert refused.value.code == "case_changed"


def test_no_text_and_no_name_stands_in_an_event(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.TakeStatement(party="P1", said="Tôi là Nguyễn Văn Ẩn."))
    for row in get_ledger(CODE).stream_rows(stored.stream_of(court.number)):
        assert "Nguyễn" not in row[7].decode()
        assert "thiếu" not in row[7].decode()


def test_a_rehearsal_says_what_would_be_recorded_and_records_nothing(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    before, head = court.case.version, get_ledger(CODE).head()
    known: dict[str, Any] = {
        "actor": actor_of(court.user("pit_supervisor"), CODE, court.now),
        "seen_version": before,
        "command_id": uuid4(),
        "now": court.now,
    }
    facts = service.rehearse(CODE, court.number, c.AnswerAtTable(agreed=True, said="Được."), **known)
    assert [type(fact).__name__ for fact in facts] == ["AnsweredAtTable", "RemedyCarriedOut", "ClosingBegun"]
    assert get_ledger(CODE).head() == head
    known["actor"] = actor_of(court.user("senior_management"), CODE, court.now)
    with pytest.raises(Problem) as refused:
        service.rehearse(CODE, court.number, c.AnswerAtTable(agreed=True), **known)
    assert refused.value.code == "case_role"
    assert court.case.version == before
    assert [event.data.command for event in get_ledger(CODE).stream(f"refusal/{court.number}")] == ["answer_at_table"]


def test_what_was_carried_out_is_not_rehearsed_again(court: Court) -> None:
    court.open()
    known: dict[str, Any] = {
        "actor": actor_of(court.user("pit_supervisor"), CODE, court.now),
        "seen_version": court.case.version,
        "command_id": uuid4(),
        "now": court.now,
    }
    service.execute(CODE, court.number, c.Withdraw(), **known)
    with pytest.raises(Problem) as refused:
        service.rehearse(CODE, court.number, c.Withdraw(), **known)
    assert refused.value.code == "command_conflict"
    assert get_ledger(CODE).stream(f"refusal/{court.number}") == []


def test_a_case_is_handed_only_to_somebody_who_may_see_it(court: Court) -> None:
    court.open()
    colleague("dealer.one", "dealer")
    colleague("night.manager", "pit_manager")
    with pytest.raises(Problem) as refused:
        court.do("pit_supervisor", c.Assign(staff="dealer.one"))
    assert refused.value.code == "case_staff_unknown"
    court.do("pit_supervisor", c.Assign(staff="night.manager"))
    assert court.case.assigned_to == "night.manager"


def test_a_case_at_a_table_in_another_currency_is_in_that_currency(court: Court) -> None:
    story, at = court.house.story, STARTS + timedelta(hours=2)
    story.tell("table/RLUS", "table.registered", at, game="roulette", currency="USD", name="US")
    court.house.follow()
    court.open("shift_manager", table="RLUS", rounds=())
    assert court.case.currency == CaseRow.objects.get(number=court.number).currency == "USD"
    court.open("shift_manager", table=None, rounds=())
    assert court.case.currency == "VND"


def test_an_erasure_of_the_cases_own_key_is_answered_again(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.Withdraw())
    opened = court.case.opened
    assert opened is not None
    erase = c.ErasePerson(person=opened.own, law="court_order", legal_ground="Bản án 12 buộc xóa hồ sơ khách.")
    again: dict[str, Any] = {"command_id": uuid4(), "seen_version": court.case.version}
    first = court.do("senior_management", erase, **again)
    sealing.finish_erasures()
    second = court.do("senior_management", erase, **again)
    assert (second.status, second.version, second.recorded_at) == ("duplicate", first.version, first.recorded_at)
    other = c.ErasePerson(person=opened.own, law="court_order", legal_ground="Bản án 13 buộc xóa hồ sơ khách.")
    with pytest.raises(Problem) as refused:
        court.do("senior_management", other, **again)
    assert refused.value.code == "command_conflict"


def test_the_ground_of_an_erasure_is_read_on_the_page_and_stands_in_no_event(court: Court) -> None:
    """Nor in the receipt, against which nobody can try grounds without its key. One recorded in clear is still read."""
    court.open()
    court.do("pit_supervisor", c.Withdraw())
    person = court.case.players[0].person or ""
    ground = "Bản án 12 buộc xóa hồ sơ khách."
    court.do("senior_management", c.ErasePerson(person=person, law="court_order", legal_ground=ground))
    [erased] = [each.data for each in service.history(CODE, court.case) if isinstance(each.data, f.PersonErased)]
    assert (erased.legal_ground, erased.person) == (None, person)
    assert erased.sealed_ground is not None
    assert sealing.open_text(CODE, erased.sealed_ground) == ground
    rows = get_ledger(CODE).stream_rows(court.case.stream)
    assert not any("12" in row[7].decode() and "buộc" in row[7].decode() for row in rows)
    client = Client()
    client.force_login(court.user("senior_management"), backend="casino.backends.PostingBackend")
    row = CaseRow.objects.get(number=court.number)
    page = html.unescape(client.get(f"/admin/disputes/case/{row.pk}/change/").content.decode())
    assert ground in page
    assert ground in json.dumps(client.get(f"/api/v1/cases/{court.number}/").json(), ensure_ascii=False)
    old = f.PersonErased(person="PS-1", ground="legal_ground", erased_by=erased.erased_by, legal_ground="Luật 91.")
    assert "Luật 91" in event_sentence("case.person_erased.v1", old, "VND").en
