"""Every command by its page: filled in, confirmed where it is heavy, recorded once; and what is said where it does not
go: at the field, in words, with what happened meanwhile."""

from __future__ import annotations

import html
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from casino.ledger.application import get_ledger
from disputes.admin.acting import FORMS
from disputes.case.procedure import PROCEDURE
from disputes.case.state import Stage
from disputes.vault import sealing
from games.models import Finding
from tests.disputes.admin.doing.conftest import At, client_of
from tests.disputes.admin.doing.played import Hand, Played, address
from tests.disputes.court import colleague
from tests.replay.story import CODE

BOOK = "roulette.2020-06-13"
LIGHT: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("at_table", "add_player", "pit_supervisor", {"name": "Trần Thị Bình", "contact": "0911"}, "PartyAdded"),
    ("at_table", "add_witness", "pit_supervisor", {"name": "Lê Văn Chứng"}, "PartyAdded"),
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
    ("passed", "add_evidence", "pit_manager", {"item": "other", "text": "Bản diễn lại."}, "EvidenceAdded"),
    ("collecting", "withdraw_evidence", "pit_manager", {"evidence": "E1", "reason": "Nhầm."}, "EvidenceWithdrawn"),
    ("passed", "mark_none", "pit_manager", {"items": ["law"], "reason": "Không có."}, "NothingFound"),
    ("passed", "ask_footage", "pit_manager", {"note": "Xem tay nhân viên."}, "FootageAsked"),
    ("collecting", "answer_footage", "surveillance", {"found": "yes", "answer": "Máy 7."}, "FootageAnswered"),
    ("passed", "promise_time", "pit_manager", {}, "TimePromised"),
    ("passed", "say_no_time", "pit_manager", {"reason": "Chờ phim."}, "TimeNotPossible"),
    ("confirming", "refuse_confirmation", "shift_manager", {"reason": "Quá nhiều."}, "ConfirmationRefused"),
    ("told", "issue_paper", "pit_manager", {"kind": "decision", "language": "en"}, "PaperIssued"),
    ("disagreed", "inform_of_right", "pit_manager", {}, "InformedOfRight"),
    ("informed", "record_help", "pit_supervisor", {"what": "Điền đơn cùng khách."}, "HelpGiven"),
    ("informed", "file_complaint", "pit_manager", {"said": "Tôi khiếu nại."}, "ComplaintFiled"),
]
HEAVY: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("offered", "answer_at_table", "pit_supervisor", {"agreed": "yes"}, "CaseClosed"),
    ("confirming", "confirm", "shift_manager", {}, "RemedyCarriedOut"),
    ("ready", "decide", "pit_manager", {"evidence": ["E1", "S1"], "reasons": "Trả thiếu."}, "RemedyCarriedOut"),
    ("told", "record_answer", "pit_manager", {"agreed": "yes"}, "CaseClosed"),
    (
        "complained",
        "decide_complaint",
        "senior_management",
        {"result": "upheld", "evidence": ["E1"], "reasons": "Phim cho thấy."},
        "RemedyCarriedOut",
    ),
    ("answered", "close_complaint", "senior_management", {}, "CaseClosed"),
    ("at_table", "withdraw", "pit_supervisor", {"said": "Thôi."}, "CaseClosed"),
    ("closed", "reopen", "senior_management", {"reason": "Phim mới."}, "CaseReopened"),
]
ALONE = {"take_finding", "merge", "erase_person", "close_without_complaint"}
"""Commands with a test of their own."""


def begun(hand: Hand, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes, with the first quick choice where a time is promised."""
    if "quick" in hand.page and "/promise_time/" in hand.address:
        return {**changes, "quick": hand.page.split('name="quick" value="')[1].split('"')[0]}
    return changes


def test_every_command_has_a_form_and_a_test() -> None:
    assert set(FORMS) == set(PROCEDURE) - {"open_case"}
    assert {code for _name, code, *_rest in (*LIGHT, *HEAVY)} | ALONE == set(FORMS)


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
    hand.send(agreed="no", said="Không.")
    assert hand.confirm().status_code == 302
    assert played.case("offered").stage is Stage.PIT_MANAGER


# --- Somebody else was quicker ---------------------------------------------------------------------------------------


def test_whoever_comes_second_is_told_what_happened_and_goes_on_with_what_they_typed(played: Played, at: At) -> None:
    hand = at("passed", "mark_none", "pit_manager")
    at("passed", "notify_surveillance", "shift_manager").send()
    before = played.facts("passed")
    answer = hand.send(items=["law", "rules"], reason="Không có quy định khác.")
    assert answer.status_code == 409
    assert played.facts("passed") == before
    assert "What happened meanwhile" in hand.page
    assert "Surveillance notified" in hand.page
    assert "shift.manager" in hand.page
    assert hand.fields["items"] == ["rules", "law"]
    assert hand.fields["reason"] == ["Không có quy định khác."]
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
    assert played.case("told").is_closed


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
    sent = hand.client.post(hand.address, {"seen_version": "1", "command_id": str(uuid4()), "note": "Tôi muốn."})
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
        ("at_table", "add_player", "pit_supervisor", {"name": ""}, "name", "required"),
        ("at_table", "add_player", "pit_supervisor", {"name": "  "}, "name", "required"),
        ("at_table", "add_player", "pit_supervisor", {"name": "A", "reference": "P 1"}, "reference", "Letters, digits"),
        ("at_table", "add_staff", "pit_supervisor", {"staff": "<b>"}, "staff", "Letters, digits"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "1,50"}, "amount_minor", "Write an amount"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "500,000"}, "amount_minor", "stands already"),
        ("at_table", "change_amount", "pit_supervisor", {"amount_minor": "9" * 17}, "amount_minor", "too small or"),
        ("at_table", "take_statement", "pit_supervisor", {"party": "P9", "said": "x"}, "party", "valid choice"),
        ("at_table", "add_note", "pit_supervisor", {"note": "a\x00b"}, "note", "Null characters"),
        ("at_table", "add_note", "pit_supervisor", {"note": "x" * 10_001}, "note", "at most 10000"),
        ("passed", "assign", "pit_manager", {"staff": "pit.supervisor"}, "staff", "valid choice"),
        ("passed", "add_evidence", "pit_manager", {"item": "other"}, "text", "fill it in"),
        ("passed", "add_evidence", "pit_manager", {"item": "law", "kind": "file"}, "file", "fill it in"),
        ("passed", "add_evidence", "pit_manager", {"kind": "link", "link": "javascript:alert(1)"}, "link", "not fit"),
        ("passed", "add_evidence", "pit_manager", {"kind": "document", "held": "x@y"}, "held", "valid choice"),
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


# --- What forms offer ------------------------------------------------------------------------------------------------


def test_several_bases_give_nothing_for_one_reason(played: Played, at: At) -> None:
    hand = at("passed", "mark_none", "pit_manager")
    said = {"items": ["rules", "controls", "law"], "reason": "Không có gì thêm."}
    assert hand.send(said, stay=True).status_code == 302
    assert hand.send(said).status_code == 302
    assert set(played.case("passed").nothing) == {"rules", "controls", "law"}
    assert played.facts("passed").count("NothingFound") == 3


def test_a_file_is_taken_as_evidence_and_looked_into(played: Played, at: At) -> None:
    hand = at("passed", "add_evidence", "pit_manager")
    assert "At most 21.0 MB: pdf, png" in hand.page
    said = {"item": "other", "kind": "file", "text": "does not count"}
    wrong = SimpleUploadedFile("film.pdf", bytes(range(256)))
    assert hand.send(said, file=wrong).status_code == 422
    assert "This kind of file is not taken" in hand.wrong("file")
    mixed = SimpleUploadedFile("ghi.png", "Nhân viên đếm nhầm.".encode())
    assert hand.send(said, file=mixed).status_code == 422
    assert "does not agree" in hand.wrong("file")
    right = SimpleUploadedFile("ghi.txt", "Nhân viên đếm nhầm.".encode())
    assert hand.send(said, file=right).status_code == 302
    [kept] = played.case("passed").evidence.values()
    assert (kept.fact.kind, kept.fact.media_type) == ("attachment", "text/plain")
    assert sealing.open_text(CODE, kept.fact.content) == "Nhân viên đếm nhầm."


def test_a_rule_book_is_cited_with_its_version(played: Played, at: At) -> None:
    hand = at("passed", "add_evidence", "pit_manager")
    assert "In force on 13/06/2026" in hand.page
    assert hand.send(item="rules", kind="document", held=f"{BOOK}@2020-06-13").status_code == 302
    [kept] = played.case("passed").evidence.values()
    assert (kept.fact.document, kept.fact.version) == (BOOK, "2020-06-13")


def test_footage_is_asked_for_around_the_round_by_the_clocks_of_the_house(played: Played, at: At) -> None:
    hand = at("passed", "ask_footage", "pit_manager")
    assert hand.fields["round"] == ["short"]
    assert hand.fields["begins_at"] == ["2026-06-13T10:06:00"], "10:07 in Vietnam, a minute before"
    assert hand.fields["ends_at"] == ["2026-06-13T10:08:45"]
    hand.send()
    [footage] = played.case("passed").footage.values()
    assert footage.asked.begins_at == datetime(2026, 6, 13, 3, 6, tzinfo=UTC)


def test_a_promise_is_a_moment_so_that_a_second_click_says_the_same(played: Played, at: At) -> None:
    hand = at("passed", "promise_time", "pit_manager")
    said = begun(hand, {})
    assert hand.send(said, stay=True).status_code == 302
    assert hand.send(said).status_code == 302
    until = played.case("passed").promised_until
    assert until is not None
    assert timedelta(minutes=28) < until - datetime.now(UTC) < timedelta(minutes=31)
    assert played.facts("passed").count("TimePromised") == 1


def test_another_time_is_read_by_the_clocks_of_the_house(played: Played, at: At) -> None:
    hand = at("passed", "promise_time", "pit_manager")
    assert hand.send(quick="other", until="2099-05-01T09:30").status_code == 302
    assert played.case("passed").promised_until == datetime(2099, 5, 1, 2, 30, tzinfo=UTC)


def test_a_case_is_handed_to_those_who_may_see_to_it(played: Played, at: At) -> None:
    elsewhere = colleague("elsewhere.manager", "pit_manager", tables=("RL09",))
    hand = at("passed", "assign", "pit_manager")
    offered = hand.page.split('name="staff"')[1].split("</select>")[0]
    assert "shift.manager" in offered
    assert "pit.manager" in offered
    assert "pit.supervisor" not in offered, "not at this stage"
    assert elsewhere.username not in offered, "not at this table"


def test_a_finding_is_taken_up(played: Played, at: At) -> None:
    finding = Finding.objects.get(code="paid_too_little")
    hand = at("at_table", "take_finding", "pit_supervisor")
    assert hand.send(finding=str(finding.pk)).status_code == 302
    assert played.case("at_table").findings[0].identity == finding.identity
    finding.refresh_from_db()
    assert finding.status == "in_case"
    assert hand.send(finding="12345").status_code == 422


def test_a_case_is_merged_into_another_of_the_table(played: Played, at: At) -> None:
    hand = at("at_table", "merge", "pit_manager")
    offered = hand.page
    assert played.numbers["passed"] in offered
    assert f'value="{played.numbers["closed"]}"' not in offered
    assert f'value="{played.numbers["at_table"]}"' not in offered
    hand.send(into=played.numbers["passed"], reason="Cùng một việc.")
    assert "Merged into another case" in hand.page
    assert hand.confirm().status_code == 302
    assert played.case("passed").absorbed == [played.numbers["at_table"]]


def test_a_case_without_a_complaint_is_closed_only_after_the_term(played: Played, at: At) -> None:
    hand = at("informed", "close_without_complaint", "pit_manager")
    assert hand.answer.status_code == 409
    assert "The term for filing runs until" in hand.page
    assert "confirmed" not in hand.buttons
    assert played.refusals("informed") == []
    sent = hand.client.post(
        hand.address,
        {"seen_version": str(played.case("informed").version), "command_id": str(uuid4()), "confirmed": "x"},
    )
    assert sent.status_code == 409
    assert played.refusals("informed") == [("close_without_complaint", "case_term_runs")]


def test_erasing_asks_for_the_code_and_a_ground_and_says_what_is_lost(played: Played, at: At) -> None:
    hand = at("closed", "erase_person", "senior_management")
    [player] = [party.person for party in played.case("closed").players]
    said: dict[str, Any] = {"person": player, "typed": "PS-000000000000", "legal_ground": "Luật 91/2025."}
    assert hand.send(said).status_code == 422
    assert "not the code" in hand.wrong("typed")
    assert hand.send({**said, "typed": player, "legal_ground": ""}).status_code == 422
    assert "required" in hand.wrong("legal_ground")
    assert hand.send({**said, "typed": player}).status_code == 200
    assert "Never to be read again:" in hand.page
    assert "name and contact" in hand.page
    assert hand.confirm().status_code == 302
    assert played.case("closed").erased == {player}
    again = at("closed", "erase_person", "senior_management")
    assert player is not None
    assert player not in again.page.split('name="person"')[1].split('name="legal_ground"')[0]


def test_a_player_who_did_not_agree_may_still_come_round(played: Played, at: At) -> None:
    hand = at("disagreed", "record_answer", "pit_manager")
    assert hand.fields["agreed"] == ["yes"]
    assert 'name="agreed" value="no"' not in hand.page
    hand.send()
    assert hand.confirm().status_code == 302
    assert played.case("disagreed").is_closed


def test_rounds_are_looked_for_without_losing_what_was_typed(played: Played, at: At) -> None:
    hand = at("no_round", "change_rounds", "pit_supervisor")
    assert hand.fields["unknown"] == ["on"]
    head = get_ledger(CODE).head()
    looked = hand.send(
        look="time", about_day="2026-06-13", about_time="10:08", rounds=["RL01/right"], reason="Khách nhớ ra."
    )
    assert looked.status_code == 200
    assert get_ledger(CODE).head() == head
    assert hand.fields["rounds"] == ["RL01/right"]
    assert hand.fields["reason"] == ["Khách nhớ ra."]
    assert hand.page.index("RL01/right") < hand.page.index("RL01/short")
    assert hand.send(unknown="on").status_code == 422
    assert "Leave either of them out" in hand.page
    assert hand.send(unknown=None, bets=["RL01/short/b1"]).status_code == 302
    rounds = {ref.round: ref.bets for ref in played.case("no_round").rounds}
    assert rounds == {"right": (), "short": ("b1",)}


def test_a_decision_says_what_is_missing_instead_of_a_form(played: Played, at: At) -> None:
    hand = at("collecting", "decide", "pit_manager")
    assert hand.answer.status_code == 200
    assert hand.fields == {}
    for word in ("Still missing before a decision", "8.3", "8.4.1", "8.4.8", "F1"):
        assert word in hand.page
    assert address(played, "collecting", "mark_none", "?item=law") in html.unescape(hand.page)
    sent = hand.client.post(
        hand.address,
        {
            "seen_version": str(played.case("collecting").version),
            "command_id": str(uuid4()),
            "kind": "none",
            "clauses": [f"{BOOK}#5.1.a"],
            "evidence": ["E1"],
            "reasons": "Tôi muốn.",
        },
    )
    assert sent.status_code == 409
    assert "The player has not been told how long it takes" in sent.content.decode()
    assert played.refusals("collecting") == [("decide", "case_no_first_word")]


def test_a_late_second_person_sees_the_whole_decision(played: Played, at: At) -> None:
    hand = at("confirming", "confirm", "shift_manager")
    for word in ("D1", "12,000,000", "+11,500,000", "Bù thêm vì chờ lâu.", "Trả thiếu so với 5.1.", "5.1.a", "E1"):
        assert word in hand.page
    wrong = hand.client.post(hand.address, {**hand.fields, "confirmed": "0" * 32})
    assert wrong.status_code == 200
    assert "This is what will be recorded" in wrong.content.decode()
