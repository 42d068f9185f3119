"""Cases over the API: the same way through section 8, the same refusals, the same errors as at the pages."""

from __future__ import annotations

import base64
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from casino.clock import now as clock
from casino.core.commands import code_of
from casino.vault.models import SealedContent
from disputes.case.procedure import ITEMS, PROCEDURE
from tests.admin.house import person
from tests.disputes import gate
from tests.disputes.court import BOOK, Court
from tests.disputes.papers.samples import read
from tests.replay.story import CODE

BASE = "/api/v1/cases/"
REMEDY = {
    "kind": "pay_difference",
    "citations": [{"document": BOOK, "clause": "5.1.a"}],
    "lines": [{"to_player_minor": 500_000, "table": "RL01", "round": "short", "bet": "b1"}],
}
OPENING = {
    "claim": "Khách nói trả thiếu.",
    "players": [{"name": "Nguyễn Văn Ẩn", "contact": "0900 000 000", "reference": "P-1"}],
    "table": "RL01",
    "rounds": [{"table": "RL01", "round": "short", "bets": ["b1"]}],
    "amount_minor": 500_000,
}


class Caller:
    """Somebody at the API."""

    def __init__(self, role: str) -> None:
        self.client = Client(headers={"Accept-Language": "en"})
        self.client.force_login(person(role), backend="casino.backends.PostingBackend")

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.client.post(BASE + path, msgspec.json.encode(body), content_type="application/json")

    def open(self, **besides: Any) -> str:
        response = self.post("", {"command_id": str(uuid4()), **OPENING, **besides})
        assert response.status_code == 200, response.content
        number: str = response.json()["number"]
        return number

    def case(self, number: str) -> Any:
        response = self.client.get(f"{BASE}{number}/")
        assert response.status_code == 200, response.content
        return response.json()

    def do(self, number: str, command: str, **said: Any) -> Any:
        envelope = {"command_id": str(uuid4()), "seen_version": self.case(number)["case"]["version"]}
        return self.post(f"{number}/{command}/", {**envelope, **said})


@pytest.fixture
def supervisor(court: Court) -> Caller:
    return Caller("pit_supervisor")


@pytest.fixture
def manager(court: Court) -> Caller:
    return Caller("pit_manager")


def test_a_case_settled_at_the_table(supervisor: Caller) -> None:
    number = supervisor.open()
    assert supervisor.do(number, "propose-remedy", remedy=REMEDY).status_code == 200
    done = supervisor.do(number, "answer-at-table", agreed=True)
    assert done.json()["status"] == "recorded"
    shown = supervisor.case(number)
    assert (shown["case"]["stage"], shown["case"]["ending"], shown["case"]["paid_minor"]) == (
        "closing",
        "",
        500_000,
    )
    assert "Khách nói trả thiếu." in shown["texts"].values()
    assert {"case.opened.v1", "case.closing_begun.v1"} <= {event["type"] for event in shown["events"]}


def test_a_receipt_in_korean_and_no_other_paper(supervisor: Caller) -> None:
    number = supervisor.open()
    supervisor.do(number, "propose-remedy", remedy=REMEDY)
    supervisor.do(number, "answer-at-table", agreed=True)
    refused = supervisor.do(number, "issue-paper", kind="settlement", language="ko")
    assert (refused.status_code, refused.json()["code"]) == (422, "case_paper_language")
    issued = supervisor.do(number, "issue-paper", kind="receipt", language="ko")
    assert issued.status_code == 200, issued.content
    events = supervisor.case(number)["events"]
    [paper] = [each["data"] for each in events if each["type"] == "case.paper_issued.v1"]
    assert (paper["kind"], paper["language"]) == ("receipt", "ko")
    content = supervisor.client.get(f"{BASE}{number}/contents/{paper['content']['ref']}/").content
    text = read(content)
    for said in ("영수증", "오십만베트남동", "테이블RL01", "이문서확인하기", "룰렛"):
        assert said in text, said
    assert "[en]" not in text
    assert "[U+" not in text


def test_a_decision_by_the_pit_manager_with_an_attachment(supervisor: Caller, manager: Caller) -> None:
    number = supervisor.open()
    supervisor.do(number, "pass-on", why="cannot_be_resolved")
    missing = {each["clause"] for each in manager.case(number)["missing"]}
    assert missing == {"8.2", "8.3", "8.4.2", "8.4.3", "8.4.4", "8.4.5", "8.4.7", "8.4.8"}
    refused = manager.do(number, "decide", remedy=REMEDY, reasons="Camera cho thấy nhà cái trả đủ.")
    assert (refused.status_code, refused.json()["code"]) == (409, "case_not_notified")
    manager.do(number, "notify-surveillance")
    manager.do(number, "say-no-time", reason=gate.NOT_YET)
    upload = {"name": "note.txt", "data": base64.b64encode("Ghi nhận.".encode()).decode()}
    assert manager.do(number, "add-evidence", item="other", file=upload).status_code == 200
    for item, cause in (("rules", "not_existing"), ("footage", "not_obtained"), ("law", "not_applicable")):
        hollow = manager.do(number, "mark-none", item=item, cause=cause, reason="none")
        assert hollow.status_code in (409, 422), "the gate is the domain's, not the page's"
    law = manager.do(number, "add-evidence", item="other", document=BOOK)
    assert (law.status_code, law.json()["code"]) == (422, "case_document_misfit")
    callers = {"pit_manager": manager, "surveillance": Caller("surveillance")}
    for item in (item for item in ITEMS if item != "other"):
        for who, command in gate.looked_into(item, clock()):
            said = {name: value for name, value in msgspec.to_builtins(command).items() if value is not None}
            answered = callers[who].do(number, code_of(type(command)).replace("_", "-"), **said)
            assert answered.status_code == 200, answered.content
    done = manager.do(number, "decide", remedy=REMEDY, reasons="Trả thiếu theo phim và sổ của bàn.", evidence=["E1"])
    assert done.status_code == 200, done.content
    shown = manager.case(number)
    assert shown["case"]["stage"] == "answer"
    evidence = next(e for e in shown["events"] if e["type"] == "case.evidence_added.v1")
    content = manager.client.get(f"{BASE}{number}/contents/{evidence['data']['content']['ref']}/")
    assert content.content.decode() == "Ghi nhận."
    assert content["X-Content-Type-Options"] == "nosniff"
    assert content["Content-Disposition"].startswith("attachment")


def test_the_same_command_again_and_another_under_its_id(supervisor: Caller) -> None:
    body = {"command_id": str(uuid4()), **OPENING}
    first = supervisor.post("", body).json()
    again = supervisor.post("", body).json()
    assert again == {**first, "status": "duplicate"}
    other = supervisor.post("", {**body, "claim": "Khác."})
    assert (other.status_code, other.json()["code"]) == (409, "command_conflict")


def test_the_second_of_two_people_is_told(supervisor: Caller, manager: Caller) -> None:
    number = supervisor.open()
    seen = supervisor.case(number)["case"]["version"]
    supervisor.do(number, "add-note", note="Tôi trước.")
    late = manager.post(f"{number}/add-note/", {"command_id": str(uuid4()), "seen_version": seen, "note": "Tôi nữa."})
    assert (late.status_code, late.json()["code"]) == (409, "case_changed")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"note": "x"}, "seen_version"),
        ({"seen_version": 1, "note": "x", "command_id": "no"}, "command_id"),
        ({"seen_version": 1, "command_id": "{id}", "note": ""}, "note"),
        ({"seen_version": 1, "command_id": "{id}", "note": 5}, "note"),
        ({"seen_version": 1, "command_id": "{id}"}, None),
        ({"seen_version": 1, "command_id": "{id}", "note": "x", "staff": "me"}, None),
        ({"seen_version": 10**30, "command_id": "{id}", "note": "x"}, "seen_version"),
    ],
)
def test_a_body_that_does_not_fit(supervisor: Caller, body: dict[str, Any], field: str | None) -> None:
    number = supervisor.open()
    sent = {key: str(uuid4()) if value == "{id}" else value for key, value in body.items()}
    answer = supervisor.post(f"{number}/add-note/", sent)
    assert 400 <= answer.status_code < 500, answer.content
    assert answer.json().get("field") == field


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff", b'{"a":' * 2000, b"null"])
def test_a_body_that_cannot_be_read(supervisor: Caller, raw: bytes) -> None:
    number = supervisor.open()
    answer = supervisor.client.post(f"{BASE}{number}/add-note/", raw, content_type="application/json")
    assert 400 <= answer.status_code < 500


@pytest.mark.parametrize("role", ["administrator", "dealer"])
def test_whoever_may_not_see_cases_is_told_nothing(court: Court, supervisor: Caller, role: str) -> None:
    number = supervisor.open()
    nosy = Caller(role)
    assert nosy.client.get(BASE).status_code == 403
    assert nosy.client.get(f"{BASE}{number}/").status_code == 403
    assert nosy.post(f"{number}/add-note/", {}).status_code == 403


def test_a_regulator_reads_and_never_writes(supervisor: Caller) -> None:
    number = supervisor.open()
    regulator = Caller("regulator")
    assert regulator.case(number)["commands"] == []
    for command in PROCEDURE:
        if command != "open_case":
            refused = regulator.do(number, command.replace("_", "-"))
            assert refused.status_code in (403, 422), command
    note = regulator.do(number, "add-note", note="…")
    assert (note.status_code, note.json()["code"]) == (403, "case_role")


def test_lists(supervisor: Caller, manager: Caller) -> None:
    number = supervisor.open()
    listed = supervisor.client.get(BASE, {"whose": "mine"}).json()["cases"]
    assert [each["number"] for each in listed] == [number]
    assert manager.client.get(BASE, {"whose": "overdue"}).json()["cases"] == []
    assert manager.client.get(BASE, {"round": "round/RL01/short"}).json()["cases"] != []
    assert manager.client.get(BASE, {"stage": "nowhere"}).status_code == 400


def test_a_name_is_searched_in_a_body_and_never_stands_in_an_address(supervisor: Caller, manager: Caller) -> None:
    number = supervisor.open()
    named = manager.post("search/", {"named": "nguyen an"})
    assert [each["number"] for each in named.json()["cases"]] == [number]
    assert manager.post("search/", {"named": "tran"}).json()["cases"] == []
    assert manager.post("search/", {"named": "nguyen an", "stage": "closed"}).json()["cases"] == []
    assert manager.post("search/", {}).json()["field"] == "named"
    refused = manager.client.get(BASE, {"named": "nguyen an"})
    assert (refused.status_code, refused.json()["code"]) == (400, "name_in_address")


def test_no_cache_keeps_what_the_api_tells(supervisor: Caller) -> None:
    number = supervisor.open()
    nobody = Client()
    for answer in (
        supervisor.client.get(BASE),
        supervisor.client.get(f"{BASE}{number}/"),
        supervisor.post("search/", {"named": "nguyen"}),
        supervisor.client.get(f"{BASE}2026-99999/"),
        supervisor.client.get("/api/v1/rounds/"),
        supervisor.client.get("/api/v1/nowhere/"),
        nobody.get(BASE),
    ):
        assert "no-store" in answer.headers["Cache-Control"], answer.request["PATH_INFO"]


def test_one_altered_text_keeps_nobody_from_reading_the_rest(supervisor: Caller) -> None:
    number = supervisor.open()
    supervisor.do(number, "add-note", note="Một")
    supervisor.do(number, "add-note", note="Hai")
    before = supervisor.case(number)
    one = next(ref for ref, words in before["texts"].items() if words == "Một")
    row = SealedContent.objects.get(ref=one)
    SealedContent.objects.filter(ref=one).update(ciphertext=bytes(len(row.ciphertext)))
    after = supervisor.case(number)
    assert one not in after["texts"]
    assert after["unreadable"][one]["code"] == "sealed_altered"
    assert after["texts"] == {ref: words for ref, words in before["texts"].items() if ref != one}


def test_a_file_of_the_largest_size_comes_in_and_a_larger_one_is_told_so(supervisor: Caller, settings: Any) -> None:
    """A file in JSON is a third longer than the file; Django alone would stop at 8 MiB."""
    number = supervisor.open()

    def send(size: int) -> Any:
        file = {"name": "a.txt", "data": base64.b64encode(b"a" * size).decode()}
        return supervisor.do(number, "add-evidence", item="other", file=file)

    assert settings.ATTACHMENT_MAX_BYTES * 4 // 3 > settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert send(settings.ATTACHMENT_MAX_BYTES).json().get("code") != "body_too_large"
    refused = send(settings.ATTACHMENT_MAX_BYTES + 1)
    assert (refused.status_code, refused.json()["code"]) == (413, "attachment_too_large")
    refused = send(settings.BODY_MAX_BYTES)
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    "path", ["/api/", "/api/nothing", "/api/v1/nothing/", "/api/v1/cases/a/b/c/", "/api/v2/rounds/"]
)
def test_an_unknown_address_answers_as_the_api_does(supervisor: Caller, path: str) -> None:
    for language, word in (("vi", "Không"), ("en", "not")):
        answer = supervisor.client.get(path, headers={"accept-language": language})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert word in answer.json()["message"]
    assert supervisor.client.get("/nowhere/").headers["Content-Type"].startswith("text/html")


def test_whose_account_no_longer_opens_the_pages_is_shut_out_of_the_api_at_once(supervisor: Caller) -> None:
    from django.contrib.auth.models import User

    number = supervisor.open()
    User.objects.filter(username="pit.supervisor").update(is_staff=False)
    for answer in (
        supervisor.client.get(BASE),
        supervisor.client.get(f"{BASE}{number}/"),
        supervisor.client.get("/api/v1/rounds/"),
        supervisor.post(f"{number}/add-note/", {"command_id": str(uuid4()), "seen_version": 1, "note": "…"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_an_unknown_case_and_one_of_another_table(court: Court, supervisor: Caller) -> None:
    assert supervisor.client.get(f"{BASE}2026-99999/").json()["code"] == "case_unknown"
    number = supervisor.open()
    from django.contrib.auth.models import Group, User

    from tests.posting import a_property, posting

    other = User.objects.create(username="elsewhere", is_staff=True)
    other.groups.add(Group.objects.get(name="pit_supervisor"))
    posting(other, "pit_supervisor", tables=("XX01",), owner=a_property(CODE))
    client = Client()
    client.force_login(other, backend="casino.backends.PostingBackend")
    assert client.get(f"{BASE}{number}/").status_code == 404


FAR = ("0001-01-01T00:00:00+14:00", "1999-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00")


@pytest.mark.parametrize("at", FAR)
def test_a_moment_at_an_end_of_the_calendar_is_refused_and_nothing_is_recorded(supervisor: Caller, at: str) -> None:
    refused = supervisor.post("", {"command_id": str(uuid4()), **OPENING, "happened_at": at})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (
        422,
        "case_time_out_of_range",
        "happened_at",
    )
    assert supervisor.client.get(BASE).json()["cases"] == []


WITHOUT_A_ZONE = "2026-06-01T10:00:00"


@pytest.mark.parametrize(
    ("command", "field", "said"),
    [
        ("promise-time", "until", {"language": "vi"}),
        ("ask-footage", "begins_at", {"table": "RL01", "ends_at": "2026-06-01T11:00:00Z"}),
        ("ask-footage", "ends_at", {"table": "RL01", "begins_at": "2026-06-01T09:00:00Z"}),
        ("inform-of-right", "told_at", {"language": "vi"}),
    ],
)
@pytest.mark.parametrize(
    ("at", "code"),
    [(WITHOUT_A_ZONE, "command_does_not_fit"), *((at, "case_time_out_of_range") for at in FAR)],
)
def test_moments_of_every_command_have_a_zone_and_bounds(
    court: Court, manager: Caller, command: str, field: str, said: dict[str, Any], at: str, code: str
) -> None:
    _ = court.disagreed() if command == "inform-of-right" else court.passed_on()
    refused = manager.do(court.number, command, **said, **{field: at})
    assert (refused.status_code, refused.json()["code"], refused.json()["field"]) == (422, code, field)


def test_the_moment_of_an_opening_has_a_zone(supervisor: Caller) -> None:
    refused = supervisor.post("", {"command_id": str(uuid4()), **OPENING, "happened_at": WITHOUT_A_ZONE})
    assert (refused.status_code, refused.json()["field"]) == (422, "happened_at")


@pytest.mark.parametrize("stream", ["audit/ ..//x y\u0000", "audit/", "audit/RL01/short\n", "audit/zzz"])
def test_a_finding_of_no_stream_is_unknown(supervisor: Caller, stream: str) -> None:
    number = supervisor.open()
    refused = supervisor.do(number, "take-finding", finding={"stream": stream, "identity": "0" * 32})
    assert (refused.status_code, refused.json()["code"]) == (422, "case_finding_unknown")
    opening = {**OPENING, "findings": [{"stream": stream, "identity": "0" * 32}]}
    refused = supervisor.post("", {"command_id": str(uuid4()), **opening})
    assert (refused.status_code, refused.json()["code"]) == (422, "case_finding_unknown")


@pytest.mark.parametrize("number", ["%00", "%ff", "2026-00001%00", "x" * 300, "%0a"])
def test_a_number_that_no_case_can_have_is_unknown(supervisor: Caller, number: str) -> None:
    code = "not_found" if "%00" in number else "case_unknown"  # no address of the site has NUL
    for path in (f"{number}/", f"{number}/contents/{uuid4()}/"):
        answer = supervisor.client.get(BASE + path)
        assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert supervisor.post(f"{number}/add-note/", {}).status_code == 404


def test_whose_a_bet_is_must_be_known_and_can_be_said(supervisor: Caller) -> None:
    """Opened with a name and no reference: whose the bet is nobody knows, and it is asked."""
    number = supervisor.open(players=[{"name": "Nguyễn Văn Ẩn"}])
    refused = supervisor.do(number, "propose-remedy", remedy=REMEDY)
    assert refused.status_code == 422
    assert (refused.json()["code"], refused.json()["field"]) == ("case_bet_whose", "remedy.lines.0.party")
    bet = {"table": "RL01", "round": "short", "bet": "b1", "party": "P1"}
    assert supervisor.do(number, "attribute-bets", bets=[bet]).status_code == 200
    assert supervisor.do(number, "propose-remedy", remedy=REMEDY).status_code == 200
    told = [event for event in supervisor.case(number)["events"] if event["type"] == "case.bets_attributed.v1"]
    assert [event["data"]["bets"] for event in told] == [[{**bet, "player": "P-1"}]]


def test_a_stranger_s_bet_is_neither_disputed_nor_remedied(supervisor: Caller) -> None:
    stranger = [{"name": "Lê Văn Lạ", "reference": "P-7"}]
    body = {"command_id": str(uuid4()), **OPENING, "players": stranger}
    assert supervisor.post("", body).json()["code"] == "case_bet_of_other"
    number = supervisor.open(players=stranger, rounds=[{"table": "RL01", "round": "short"}])
    refused = supervisor.do(number, "propose-remedy", remedy=REMEDY)
    assert (refused.status_code, refused.json()["code"]) == (409, "case_bet_of_other")
