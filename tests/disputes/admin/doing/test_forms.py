"""Every command by its page: filled in, confirmed where it is heavy, recorded once; and what is said where it does not
go: at the field, in words, with what happened meanwhile."""

from __future__ import annotations

import html
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.ledger.application import get_ledger
from disputes.admin.forms import form_of
from disputes.case.procedure import PROCEDURE
from disputes.case.state import Stage
from tests.clock import HouseClock
from tests.disputes import gate
from tests.disputes.admin.doing.conftest import At, client_of
from tests.disputes.admin.doing.played import Played, address, begun
from tests.disputes.court import colleague
from tests.replay.story import CODE

BOOK = "roulette.2020-06-13"
LIGHT: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("at_table", "add_player", "pit_supervisor", {"name": "Trần Thị Bình", "contact": "0911"}, "PartyAdded"),
    ("at_table", "add_witness", "pit_supervisor", {"name": "Lê Văn Chứng"}, "PartyAdded"),
    ("at_table", "name_party", "pit_supervisor", {"party": "P1", "name": "Trần Thị Bình"}, "PartyNamed"),
    ("at_table", "add_staff", "pit_supervisor", {"staff": "S-777"}, "PartyAdded"),
    ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "750,000"}, "AmountChanged"),
    ("at_table", "change_rounds", "pit_supervisor", {"rounds": ["RL01/short", "RL01/right"]}, "RoundsChanged"),
    ("at_table", "propose_remedy", "pit_supervisor", {}, "RemedyProposed"),
    ("at_table", "pass_on", "pit_supervisor", {"why": "cannot_be_resolved"}, "PassedOn"),
    ("at_table", "take_statement", "pit_supervisor", {"party": "P1", "said": "Tôi đặt 17."}, "StatementTaken"),
    ("at_table", "add_note", "pit_supervisor", {"note": "Khách quen."}, "NoteAdded"),
    ("passed", "take_over", "pit_manager", {}, "TakenOver"),
    ("passed", "assign", "pit_manager", {"staff": "shift.manager"}, "Assigned"),
    ("passed", "notify_surveillance", "pit_manager", {}, "SurveillanceNotified"),
    ("collecting", "acknowledge_notice", "surveillance", {}, "SurveillanceAcknowledged"),
    ("passed", "add_evidence", "pit_manager", {"item": "other", "kind": "text", "text": gate.REPLAY}, "EvidenceAdded"),
    (
        "collecting",
        "withdraw_evidence",
        "pit_manager",
        {"evidence": "E1", "reason": "Nhầm khi ghi sổ."},
        "EvidenceWithdrawn",
    ),
    ("passed", "mark_none", "pit_manager", {"items": ["law"], **gate.form("law")}, "NothingFound"),
    ("passed", "ask_footage", "pit_manager", {"note": "Xem tay nhân viên."}, "FootageAsked"),
    ("collecting", "answer_footage", "surveillance", {"found": "yes", "answer": "Máy 7."}, "FootageAnswered"),
    ("passed", "promise_time", "pit_manager", {}, "TimePromised"),
    ("passed", "say_no_time", "pit_manager", {"reason": gate.NOT_YET}, "TimeNotPossible"),
    ("confirming", "refuse_confirmation", "shift_manager", {"reason": "Quá nhiều."}, "ConfirmationRefused"),
    ("told", "issue_paper", "pit_manager", {"kind": "decision", "language": "vi"}, "PaperIssued"),
    (
        "told",
        "hand_over_paper",
        "pit_manager",
        {"paper": "L1", "manner": "in_person", "to": "Chính khách, có giấy tờ."},
        "PaperHandedOver",
    ),
    ("settled", "record_money", "pit_supervisor", {"line": "M1", "how": "cash"}, "MoneyHandedOver"),
    (
        "settled",
        "set_step_aside",
        "pit_manager",
        {"step": "settlement", "reason": "Khách đã rời casino trước khi biên bản in xong."},
        "StepSetAside",
    ),
    ("disagreed", "inform_of_right", "pit_manager", {}, "InformedOfRight"),
    ("informed", "record_help", "pit_supervisor", {"what": "Điền đơn cùng khách."}, "HelpGiven"),
    ("informed", "file_complaint", "pit_manager", {"said": "Tôi khiếu nại."}, "ComplaintFiled"),
]
HEAVY: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("offered", "answer_at_table", "pit_supervisor", {"agreed": "yes"}, "ClosingBegun"),
    ("confirming", "confirm", "shift_manager", {}, "RemedyCarriedOut"),
    (
        "ready",
        "decide",
        "pit_manager",
        {"evidence": ["E1", "S1"], "reasons": "Trả thiếu theo phim và sổ của bàn."},
        "RemedyCarriedOut",
    ),
    ("told", "record_answer", "pit_manager", {"agreed": "yes"}, "ClosingBegun"),
    (
        "complained",
        "decide_complaint",
        "senior_management",
        {"result": "upheld", "evidence": ["E1"], "reasons": "Phim cho thấy theo phim và sổ của bàn."},
        "RemedyCarriedOut",
    ),
    ("answered", "close_complaint", "senior_management", {}, "ClosingBegun"),
    ("at_table", "withdraw", "pit_supervisor", {"said": "Thôi."}, "CaseClosed"),
    (
        "taken",
        "give_up_money",
        "shift_manager",
        {"line": "M1", "why": "waived", "reason": "Khách đã rời casino, không liên lạc được."},
        "MoneyWaived",
    ),
    ("closed", "reopen", "senior_management", {"reason": "Phim mới."}, "CaseReopened"),
]
ALONE = {
    "attribute_bets",
    "record_unanswered",
    "take_finding",
    "merge",
    "erase_person",
    "close_without_complaint",
    "keep_signed_copy",
}
"""Commands with a test of their own."""


def test_every_command_has_a_form_and_a_test() -> None:
    commands = set(PROCEDURE) - {"open_case"}
    assert {form_of(code).code for code in commands} == commands
    assert {code for _name, code, *_rest in (*LIGHT, *HEAVY)} | ALONE == commands
    assert {code for _name, code, *_rest in HEAVY} <= {code for code, step in PROCEDURE.items() if step.rehearsed}


@pytest.mark.parametrize(("name", "code", "who", "changes", "fact"), LIGHT, ids=[row[1] for row in LIGHT])
def test_a_light_command_is_recorded_at_once_and_once_only(
    name: str, code: str, who: str, changes: dict[str, Any], fact: str, played: Played, at: At
) -> None:
    hand = at(name, code, who)
    assert hand.answer.status_code == 200
    before = played.facts(name)
    said = begun(hand, changes)
    first = hand.send(said, stay=True)
    assert first.status_code == 302, html.unescape(hand.page)
    assert played.facts(name)[len(before)] == fact
    after = played.facts(name)
    assert hand.send(said).status_code == 302
    assert played.facts(name) == after
    assert played.refusals(name) == []
    case = hand.client.get(first["Location"]).content.decode()
    assert "Recorded:" in case


@pytest.mark.parametrize(("name", "code", "who", "changes", "fact"), HEAVY, ids=[row[1] for row in HEAVY])
def test_a_heavy_command_is_shown_before_it_is_recorded(
    name: str, code: str, who: str, changes: dict[str, Any], fact: str, played: Played, at: At
) -> None:
    hand = at(name, code, who)
    head = get_ledger(CODE).head()
    if changes:
        assert hand.send(changes).status_code == 200
    assert "This is what will be recorded" in hand.page
    assert get_ledger(CODE).head() == head
    assert hand.confirm(stay=True).status_code == 302
    assert fact in played.facts(name)
    after = played.facts(name)
    assert hand.confirm().status_code == 302
    assert played.facts(name) == after
    assert played.refusals(name) == []


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_of_a_command_opens_in_both_languages(language: str, played: Played) -> None:
    clients: dict[str, Client] = {}
    for name, code, who, *_rest in (*LIGHT, *HEAVY):
        client = clients.setdefault(who, client_of(who, language))
        page = client.get(address(played, name, code))
        assert page.status_code == 200, code
        shown = page.content.decode()
        assert html.escape(PROCEDURE[code].consequence.in_language(language)) in shown
        assert played.numbers[name] in shown
        assert 'name="command_id"' in shown


def test_only_what_was_shown_can_be_confirmed(played: Played, at: At) -> None:
    hand = at("offered", "answer_at_table", "pit_supervisor")
    hand.send(agreed="no")
    assert "Passed on to the pit manager" in hand.page
    head = get_ledger(CODE).head()
    changed = hand.confirm(agreed="yes")
    assert changed.status_code == 200
    assert "Settled at the table" in hand.page
    assert get_ledger(CODE).head() == head


def test_an_answer_of_no_goes_to_the_pit_manager(played: Played, at: At) -> None:
    hand = at("offered", "answer_at_table", "pit_supervisor")
    assert "500,000" in hand.page, "what was offered stands on the page"
    hand.send(agreed="no", said="Không khi ghi sổ.")
    assert hand.confirm().status_code == 302
    assert played.case("offered").stage is Stage.PIT_MANAGER


def test_8_4_6_unanswered_is_recorded_once_the_clock_has_run_out(
    played: Played, at: At, house_clock: HouseClock
) -> None:
    hand = at("collecting", "record_unanswered", "pit_manager")
    assert hand.send(reason=gate.NOT_YET).status_code == 409
    assert "can be answered until" in hand.wrong("request")
    assert ("record_unanswered", "case_footage_clock_runs") in played.refusals("collecting")
    house_clock.later(hours=30)
    late = at("collecting", "record_unanswered", "shift_manager")
    assert late.send(reason=gate.NOT_YET).status_code == 302
    assert played.case("collecting").footage["F1"].unanswered is not None


def test_8_4_another_basis_is_looked_at_with_what_suits_it_and_nothing_is_recorded(played: Played, at: At) -> None:
    """The library is filtered by the basis."""
    hand = at("passed", "add_evidence", "pit_manager", query="?item=rules")
    assert f"{BOOK}@2020-06-13" in hand.page
    before = played.facts("passed")
    assert hand.send(item="law", look="item", text="…").status_code == 200
    assert f"{BOOK}@2020-06-13" not in hand.page
    assert "tp-field-wrong" not in hand.page
    assert played.facts("passed") == before
    other = at("passed", "add_evidence", "pit_manager", query="?item=other")
    assert 'value="document"' not in other.page, "what has a basis of its own is not anything else"
    assert 'value="footage"' not in other.page, "footage is for Surveillance to give"


# --- Somebody else was quicker ---------------------------------------------------------------------------------------


def test_whoever_comes_second_is_told_what_happened_and_goes_on_with_what_they_typed(played: Played, at: At) -> None:
    hand = at("passed", "mark_none", "pit_manager")
    at("passed", "notify_surveillance", "shift_manager").send()
    before = played.facts("passed")
    answer = hand.send(gate.form("law"), items=["law", "controls"])
    assert answer.status_code == 409
    assert played.facts("passed") == before
    assert "What happened meanwhile" in hand.page
    assert "Surveillance notified" in hand.page
    assert "shift.manager" in hand.page
    assert hand.fields["items"] == ["controls", "law"]
    assert hand.fields["reason"] == [gate.WHY_NOT["law"][1]]
    assert hand.send().status_code == 302
    assert played.facts("passed")[len(before) :] == ["NothingFound", "NothingFound"]
    assert played.refusals("passed") == [], "to come second is no attempt at what is not allowed"


def test_whoever_comes_second_at_a_decision_is_told_so_too(played: Played, at: At) -> None:
    hand = at("told", "record_answer", "pit_manager")
    hand.send(agreed="yes")
    at("told", "add_note", "shift_manager").send(note="Khách gọi lại.")
    answer = hand.confirm()
    assert answer.status_code == 409
    assert "Khách gọi lại" not in hand.page, "what was said stays on the case's own page"
    assert "Note" in hand.page
    assert hand.fields["agreed"] == ["yes"]
    assert hand.send().status_code == 200
    assert hand.confirm().status_code == 302
    assert played.case("told").ending == "accepted"


def test_a_case_that_moved_on_says_what_happened_and_that_it_is_too_late(played: Played, at: At) -> None:
    hand = at("offered", "withdraw", "pit_supervisor")
    second = at("offered", "answer_at_table", "pit_supervisor")
    second.send(agreed="no")
    second.confirm()
    at("offered", "withdraw", "pit_manager").send({"said": ""})
    hand.send()
    assert hand.answer.status_code == 409, "the offer was answered meanwhile"
    closing = at("offered", "withdraw", "pit_manager")
    closing.send()
    closing.confirm()
    late = hand.send()
    assert late.status_code == 409
    assert "Case closed" in hand.page
    assert hand.fields == {}, "there is nothing left to fill in"
    assert played.refusals("offered")[-1] == ("withdraw", "case_stage")


def test_the_same_form_with_other_words_is_not_taken_for_a_second_click(played: Played, at: At) -> None:
    hand = at("at_table", "add_note", "pit_supervisor")
    assert hand.send(note="Một.", stay=True).status_code == 302
    before = played.facts("at_table")
    other = hand.send(note="Hai.")
    assert other.status_code == 409
    assert played.facts("at_table") == before
    assert hand.fields["note"] == ["Hai."]
    assert hand.send().status_code == 302
    assert played.facts("at_table") == [*before, "NoteAdded"]


# --- Not theirs to do ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code", "who", "status", "sentence"),
    [
        ("passed", "decide", "pit_supervisor", 403, "The role Pit supervisor may not do this in a case."),
        ("passed", "propose_remedy", "pit_supervisor", 409, "This is not possible at the stage"),
        ("confirming", "confirm", "pit_manager", 403, "Somebody else must do this"),
        ("at_table", "add_note", "regulator", 403, "may not do this in a case"),
        ("at_table", "add_note", "auditor", 403, "may not do this in a case"),
        ("closed", "add_note", "pit_supervisor", 403, "At the stage closed this is for"),
    ],
)
def test_a_refused_step_is_said_in_words(
    name: str, code: str, who: str, status: int, sentence: str, played: Played, at: At
) -> None:
    hand = at(name, code, who)
    assert hand.answer.status_code == status
    shown = html.unescape(hand.page).lower()
    assert sentence.lower() in shown
    assert hand.fields == {}
    assert played.refusals(name) == [], "looking is no attempt"
    before = played.facts(name)
    sent = hand.client.post(
        hand.address, {"seen_version": "1", "command_id": str(uuid4()), "note": "Tôi muốn theo phim và sổ của bàn."}
    )
    assert sent.status_code == status
    assert [command for command, _problem in played.refusals(name)] == [code]
    assert played.facts(name) == before


def test_who_sees_no_cases_sees_no_form(played: Played, at: At) -> None:
    for who in ("dealer", "administrator"):
        assert at("at_table", "add_note", who).answer.status_code == 403
    elsewhere = colleague("elsewhere.supervisor", "pit_supervisor", tables=("RL09",))
    assert at("at_table", "add_note", elsewhere).answer.status_code == 404
    assert Client().get(address(played, "at_table", "add_note")).status_code == 302


@pytest.mark.parametrize("code", ["open_case", "erase-person", "nonsense"])
def test_there_are_no_other_commands(code: str, played: Played) -> None:
    good = address(played, "at_table", "decide")
    assert client_of("pit_manager").get(good.replace("/decide/", f"/{code}/")).status_code == 404


# --- At the field ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code", "who", "changes", "field", "sentence"),
    [
        ("at_table", "add_player", "pit_supervisor", {"name": ""}, "name", "A name, a reference"),
        ("at_table", "add_player", "pit_supervisor", {"name": "  "}, "name", "A name, a reference"),
        ("at_table", "add_player", "pit_supervisor", {"name": "A", "reference": "P 1"}, "reference", "Letters, digits"),
        ("at_table", "add_staff", "pit_supervisor", {"staff": "<b>"}, "staff", "Letters, digits"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "1,50"}, "amount_minor", "Write an amount"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "500,000"}, "amount_minor", "stands already"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "9" * 17}, "amount_minor", "too small or"),
        ("at_table", "take_statement", "pit_supervisor", {"party": "P9", "said": "x"}, "party", "valid choice"),
        ("at_table", "add_note", "pit_supervisor", {"note": "a\x00b"}, "note", "Null characters"),
        ("at_table", "add_note", "pit_supervisor", {"note": "x" * 10_001}, "note", "at most 10000"),
        ("passed", "assign", "pit_manager", {"staff": "pit.supervisor"}, "staff", "valid choice"),
        ("passed", "add_evidence", "pit_manager", {"item": "other", "kind": "text"}, "text", "fill it in"),
        ("passed", "add_evidence", "pit_manager", {"item": "law", "kind": "file"}, "file", "fill it in"),
        ("passed", "add_evidence", "pit_manager", {"kind": "link", "link": "javascript:alert(1)"}, "link", "not fit"),
        ("passed", "add_evidence", "pit_manager", {"item": "law", "kind": "document", "held": "x@y"}, "held", "valid"),
        (
            "passed",
            "add_evidence",
            "pit_manager",
            {"item": "law", "kind": "text", "text": "x"},
            "kind",
            "not filled with that",
        ),
        ("passed", "add_evidence", "pit_manager", {"item": "footage", "kind": "text"}, "item", "valid choice"),
        ("passed", "mark_none", "pit_manager", {"items": ["law"], "reason": "x"}, "cause", "required"),
        ("passed", "mark_none", "pit_manager", {"items": ["law"], **gate.form("law"), "reason": "-"}, "reason", "more"),
        ("passed", "mark_none", "pit_manager", {"items": ["rules"], **gate.form("law")}, "items", "valid choice"),
        ("passed", "mark_none", "pit_manager", {"items": ["footage"], **gate.form("law")}, "items", "valid choice"),
        ("passed", "mark_none", "pit_manager", {"items": ["statements"], **gate.form("law")}, "cause", "not possible"),
        (
            "passed",
            "mark_none",
            "pit_manager",
            {"items": ["law"], **gate.form("law"), "cause": "not_obtained"},
            "asked_of",
            "Of whom and when",
        ),
        ("passed", "mark_none", "pit_manager", {"items": [], "reason": "x"}, "items", "required"),
        ("passed", "ask_footage", "pit_manager", {"ends_at": "2026-06-13T00:00:00"}, "ends_at", "interval"),
        ("passed", "ask_footage", "pit_manager", {"begins_at": "yesterday"}, "begins_at", "valid date"),
        ("passed", "promise_time", "pit_manager", {"quick": "other"}, "until", "by when"),
        (
            "passed",
            "promise_time",
            "pit_manager",
            {"quick": "other", "until": "2020-01-01T00:00"},
            "until",
            "in the future",
        ),
        ("passed", "promise_time", "pit_manager", {"quick": "2020-01-01T00:00"}, "quick", "valid choice"),
        ("disagreed", "inform_of_right", "pit_manager", {"told_at": "2099-01-01T00:00"}, "told_at", "future"),
        ("told", "issue_paper", "pit_manager", {"kind": "complaint_decision"}, "kind", "valid choice"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    name: str, code: str, who: str, changes: dict[str, Any], field: str, sentence: str, played: Played, at: At
) -> None:
    hand = at(name, code, who)
    head = get_ledger(CODE).head()
    answer = hand.send({**begun(hand, {}), **changes})
    assert answer.status_code == 422
    assert sentence in hand.wrong(field), hand.page
    assert get_ledger(CODE).head() == head


@pytest.mark.parametrize("seen", ["", "0", "-1", "99999999999999999999", "x", "²"])
def test_a_version_that_was_never_seen_is_refused(seen: str, played: Played, at: At) -> None:
    hand = at("at_table", "add_note", "pit_supervisor")
    before = played.facts("at_table")
    answer = hand.send(note="Khách quen.", seen_version=seen)
    assert answer.status_code in (409, 422)
    assert played.facts("at_table") == before


def test_a_command_id_that_is_none_is_refused(played: Played, at: At) -> None:
    hand = at("at_table", "add_note", "pit_supervisor")
    assert hand.send(note="Khách quen.", command_id="' OR 1=1").status_code == 422
    assert hand.send(note="Khách quen.", command_id=None).status_code == 422


def test_words_come_back_escaped(played: Played, at: At) -> None:
    hand = at("at_table", "take_statement", "pit_supervisor")
    hostile = "</textarea><script>alert('x')</script>"
    hand.send(party="P9", said=hostile)
    assert "<script>alert" not in hand.page
    assert hand.fields["said"] == [hostile]


def test_an_address_chooses_codes_and_never_words(played: Played, at: At) -> None:
    hand = at("passed", "mark_none", "pit_manager", query="?item=law&reason=because&command_id=1&seen_version=7")
    assert hand.fields["items"] == ["law"]
    assert hand.fields["reason"] == [""]
    assert hand.fields["seen_version"] == ["2"]
    evidence = at("passed", "add_evidence", "pit_manager", query="?item=law&kind=link&text=x")
    assert (evidence.fields["item"], evidence.fields["kind"], evidence.fields["text"]) == (["law"], ["link"], [""])


@pytest.mark.parametrize(
    ("code", "field", "besides"),
    [
        ("promise_time", "until", {"quick": "other"}),
        ("ask_footage", "begins_at", {}),
        ("ask_footage", "ends_at", {}),
    ],
)
@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "0002-01-01T00:00", "9999-12-31T23:59"])
def test_a_moment_at_an_end_of_the_calendar_is_refused_at_its_field(
    code: str, field: str, besides: dict[str, Any], moment: str, played: Played, at: At
) -> None:
    hand = at("passed", code, "pit_manager")
    before = played.facts("passed")
    assert hand.send({**besides, field: moment}).status_code == 422
    assert field in hand.answer.context["form"].errors
    assert played.facts("passed") == before


def test_a_quick_choice_that_no_page_offered_is_refused(played: Played, at: At) -> None:
    hand = at("passed", "promise_time", "pit_manager")
    assert hand.send({"quick": "9999-12-31T23:59:59+00:00"}).status_code == 422


def test_the_last_step_says_that_the_case_is_closed(at: At, played: Played) -> None:
    told = {}
    for step in ("M1", "settlement", "receipt"):
        hand = at("settled", "set_step_aside", "pit_manager")
        assert hand.send(step=step, reason="Khách đã về nước và không để lại địa chỉ.").status_code == 302
        case = reverse("admin:disputes_case_change", args=[played.row("settled").pk])
        told[step] = "That was the last step: the case is closed." in hand.client.get(case).content.decode()
    assert told == {"M1": False, "settlement": False, "receipt": True}
