"""What an event says is held against the command that a person signed for it: each member of each event that signed
commands bring is forged in turn, with every hash of the house made anew and the assertion kept, and is found."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from fnmatch import fnmatchcase
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from casino.access.models import AccountChange
from casino.access.roles import ROLES
from casino.checkpoints.verifying import verify as verify_log
from casino.clock import now as clock
from casino.core import signature_rules
from casino.core.canonical import canonical_bytes
from casino.core.events import registered
from casino.ledger.signing import weighty_patterns
from casino.ledger.verify import verify
from disputes.case import commands as c
from disputes.case import facts as f
from games.rows.models import Finding, Waiting
from tests.admin.conftest import as_
from tests.admin.house import House, person
from tests.admin.test_desk_forms import CONFIRM, asked, correcting, hidden, ruling
from tests.admin.test_postings_page import form as posting_form
from tests.admin.test_rule_documents import ask as ask_rules
from tests.api import test_signing as api
from tests.api.test_commands import correction
from tests.api.test_commands import ruling as api_ruling
from tests.api.test_signing import Signer, signer, story
from tests.checkpoints.test_signatures import cover_up, run, unguarded
from tests.disputes.api.test_cases import REMEDY, Caller
from tests.disputes.conftest import court, person_keys
from tests.disputes.court import NONE, Court
from tests.disputes.library.conftest import PDF
from tests.replay.story import CODE, Story
from tests.service.test_rulings import unclear
from tests.signed import Brought, sign_everything

__all__ = ["as_", "court", "person_keys", "signer", "story"]
pytestmark = pytest.mark.django_db

SAID: Final = {
    "*.ruling_made": {"clause", "choice", "bets", "made_by.staff", "sealed_reason.digest"},
    "ask.asked": {"what", "asked_by.staff", "sealed_reason.digest", "target", "after", "finding", "clause", "document",
                  "sha256", "effective_from", "choices", "approval"},
    "ask.confirmed": {"ask", "confirmed_by.staff"},
    "ask.refused": {"ask", "refused_by.staff"},
    "ask.withdrawn": {"ask", "withdrawn_by.staff"},
    "*.fact_corrected": {"target", "before", "after", "corrected_by", "authorised_by.staff", "sealed_reason.digest",
                         "ask"},
    "audit.finding_dismissed": {"identity", "dismissed_by.staff", "sealed_reason.digest"},
    "audit.finding_corrected": {"identity", "corrected_by.staff"},
    "rules.put_in_force": {"document", "text", "sha256", "asked_by", "confirmed_by.staff", "sealed_reason.digest",
                           "ask", "approval"},
    "reason.erased": {"ref", "position", "erased_by.staff", "sealed_ground.digest"},
    "account.posting_asked": {"property", "post", "tables", "begins_at", "ends_at"},
    "account.posting_given": {"property", "post", "tables", "ends_at", "ask"},
    "account.post_given": {"post"},
    "case.answered_at_table": {"proposal", "agreed", "recorded_by.staff"},
    "case.decided": {"remedy.kind", "remedy.citations", "remedy.lines", "evidence", "reasons.digest",
                     "reasons_en.digest", "reasons_language", "decided_by.staff"},
    "case.remedy_carried_out": {"lines", "kind", "carried_out_by.staff"},
    "*.remedy_made": {"bet", "to_player_minor", "beyond_rules_minor", "kind", "case", "line"},
    "case.money_handed_over": {"line", "amount_minor", "how", "moved_at", "recorded_by.staff"},
    "case.money_received": {"line", "amount_minor", "how", "moved_at", "note.digest", "recorded_by.staff"},
    "case.giving_up_asked": {"line", "amount_minor", "why", "reason.digest", "asked_by.staff"},
    "case.money_waived": {"line", "amount_minor", "reason.digest", "given_up_by.staff"},
    "case.money_uncollectable": {"line", "amount_minor", "reason.digest", "given_up_by.staff", "confirmed_by.staff"},
    "*.remedy_followed": {"bet", "case", "line", "became", "amount_minor", "said_by.staff"},
    "case.player_answered": {"decision", "agreed", "recorded_by.staff"},
    "case.closed": {"ending", "closed_by.staff", "said.digest", "into"},
    "case.closing_begun": {"ending", "begun_by.staff", "said.digest"},
    "case.closing_completed": {"closed_by.staff"},
    "case.rounds_resumed": {"resumed_by.staff"},
    "case.step_set_aside": {"step", "set_aside_by.staff", "reason.digest"},
    "case.decision_confirmed": {"decision", "confirmed_by.staff"},
    "case.confirmation_refused": {"decision", "refused_by.staff", "reason.digest"},
    "case.complaint_decided": {"result", "remedy.kind", "remedy.citations", "remedy.lines", "evidence",
                               "reasons.digest", "reasons_en.digest", "reasons_language", "decided_by.staff"},
    "case.reopened": {"reopened_by.staff", "reason.digest"},
    "case.absorbed": {"case", "absorbed_by.staff"},
    "case.erasure_asked": {"person", "law", "asked_by.staff", "sealed_ground.digest"},
    "case.person_erased": {"person", "erased_by.staff", "asked_by.staff", "law", "sealed_ground.digest"},
    "library.document_registered": {"kind", "title_vi", "title_en", "game", "registered_by.staff"},
    "library.version_added": {"version", "number", "valid_from", "valid_to", "citation", "link", "file.sha256",
                              "added_by.staff"},
    "library.version_withdrawn": {"version", "reason", "in_force_to", "withdrawn_by.staff"},
    "audit.finding_linked": {"identity", "case"},
    "audit.finding_released": {"identity", "case"},
}  # fmt: skip
"""Name of an event -> the members that follow from what was signed, alone or with what it rests on. Each is forged."""


@pytest.fixture
def house(db: None) -> House:
    """With somebody in each role."""
    built = House()
    for role in ROLES:
        person(role)
    return built


def forged(value: Any) -> Any:
    """Something else of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if value else [{"to_player_minor": 1, "beyond_rules_minor": 1}]
    if isinstance(value, dict):
        return {**value, next(iter(value), "x"): forged(next(iter(value.values()), 0))}
    text = str(value or "")
    with suppress(ValueError):
        return str(UUID(int=UUID(text).int ^ 1))
    if re.fullmatch(r"[0-9a-f]{32,64}", text):
        return ("0" if text[0] != "0" else "1") + text[1:]
    if re.match(r"\d{4}-\d{2}-\d{2}T", text):
        return text.replace("20", "21", 1)
    return text + "x"


def with_member(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The data with another value at a path."""
    name, _, rest = path.partition(".")
    return {**data, name: with_member(data.get(name) or {}, rest, value) if rest else value}


def at(data: dict[str, Any], path: str) -> Any:
    name, _, rest = path.partition(".")
    found = data.get(name)
    return at(found or {}, rest) if rest else found


def forgeries(brought: Brought) -> Iterator[tuple[str, Brought]]:
    """Each forging of an event that must be found, by what was done."""
    event = brought.event
    pattern = next((each for each in SAID if fnmatchcase(event.name, each)), None)
    for path in sorted(SAID[pattern]) if pattern is not None else ():
        value = at(event.data, path)
        data = with_member(event.data, path, forged([] if value is None and path.endswith("lines") else value))
        yield path, msgspec.structs.replace(brought, event=msgspec.structs.replace(event, data=data))
    elsewhere = msgspec.structs.replace(event, stream=event.stream + "x")
    yield "stream", msgspec.structs.replace(brought, event=elsewhere)
    for other in ("roulette.ruling_made", "account.activated", "case.reopened", "rules.put_in_force"):
        if other != event.name:
            yield f"type {other}", msgspec.structs.replace(brought, event=msgspec.structs.replace(event, name=other))


def hold(seen: list[Brought], *names: str) -> None:
    """Everything that was brought is what was signed, and no forging of it is. ``names``: what must be among it."""
    assert set(names) <= {each.event.name for each in seen}, {each.event.name for each in seen}
    for brought in seen:
        if not signature_rules.is_commanded(brought.event.name):
            continue
        assert brought.fault is None
        missed = [
            what
            for what, each in forgeries(brought)
            if each.fault is None and not (what == "stream" and brought.command.act == "admin:auth_user_add")
        ]
        assert not missed, (brought.command.act, brought.event.name, missed)


def test_on_one_act_of_ruling_over_two_rounds(house: House, as_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the page: each ruling is held against the round and the bets that were signed for it."""
    unclear(house, "unclear2")
    seen, manager, address = sign_everything(monkeypatch), as_("pit_manager"), ruling(house)
    page = html.unescape(manager.get(address).content.decode())
    clause = re.findall(r'<option value="([^"]+)" selected', page.partition('name="clause"')[2])[0]
    also = re.findall(r'name="also" value="([^"]+)"', page)
    form = {"clause": clause, "choice": "void", "bets": ["b1"], "also": also, "reason": "Đã xem phim rõ ràng.",
            **hidden(page)}  # fmt: skip
    found = CONFIRM.search(manager.post(address, form).content.decode())
    assert found is not None
    assert manager.post(address, {**form, "confirmed": found[1]}).status_code == 302
    assert len([each for each in seen if each.event.name == "roulette.ruling_made"]) == 2
    hold(seen, "roulette.ruling_made")


def test_on_rounds_findings_and_rules(house: House, as_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the pages: a correction asked for and confirmed, another refused, a third withdrawn; a ruling; a finding let
    rest; its reason erased; a document put in force."""
    seen = sign_everything(monkeypatch)
    manager, other = as_("pit_manager"), as_("shift_manager")
    for say, who, pocket in (("refuse", other, "19"), ("withdraw", manager, "20"), ("confirm", other, "18")):
        address = correcting(house)
        first = asked(
            manager, address, "", **{"fact-pocket": pocket, "reason": " Xem lại phim nhiều lần.\r\nRõ ràng. "}
        )
        found = CONFIRM.search(manager.post(address, first).content.decode())
        assert found is not None
        assert manager.post(address, {**first, "confirmed": found[1]}).status_code == 302
        ask = Waiting.objects.get(kind="correct_fact", state="waiting").pk
        page = reverse("admin:games_waiting_change", args=[ask])
        assert who.post(page, {"command_id": str(uuid4()), "say": say}).status_code == 302
    director, senior = as_("director_of_table_games"), as_("senior_management")
    address = ruling(house)
    form = {"clause": "7.12", "choice": "void", "bets": ["b1"], "reason": "Đã nghe hai bên kể lại.",
            **hidden(director.get(address).content.decode())}  # fmt: skip
    found = CONFIRM.search(director.post(address, form).content.decode())
    assert found is not None
    assert director.post(address, {**form, "confirmed": found[1]}).status_code == 302
    dismissing = reverse("admin:games_finding_dismiss", args=[house.finding("paid_too_little").pk])
    rest = {"command_id": str(uuid4()), "reason": "Đã trả ở quầy."}
    assert as_("pit_supervisor").post(dismissing, rest).status_code == 302
    position = next(each.record.position for each in seen if each.event.name == "audit.finding_dismissed")
    erasing = reverse("admin:games_reason", args=[CODE, position])
    sure = {"command_id": str(uuid4()), "ground": "Nghị định 13, điều 16, khách yêu cầu.", "sure": "on"}
    assert senior.post(erasing, sure).status_code == 302
    assert ask_rules(director)[0] == 302
    waits = reverse("admin:games_waiting_change", args=[Waiting.objects.get(kind="put_in_force").pk])
    assert senior.post(waits, {"say": "confirm", "command_id": str(uuid4())}).status_code == 302
    hold(
        seen,
        *("ask.asked", "ask.confirmed", "ask.refused", "ask.withdrawn", "roulette.fact_corrected"),
        *("roulette.ruling_made", "audit.finding_dismissed", "reason.erased", "rules.put_in_force"),
    )


def test_on_accounts_and_postings(house: House, as_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = sign_everything(monkeypatch)
    administrator, senior = as_("administrator"), as_("senior_management")
    new = {"command_id": str(uuid4()), "username": "new.person", "last_name": "Trần", "post": "dealer"}
    assert administrator.post(reverse("admin:auth_user_add"), new).status_code == 200
    dealer = person("dealer")
    begins = clock().astimezone(house.property.zone) + timedelta(days=1)
    wanted = posting_form(
        house,
        dealer,
        begins_at=f"{begins:%Y-%m-%dT%H:%M}",
        ends_at=f"{begins + timedelta(hours=8):%Y-%m-%dT%H:%M}",
    )
    assert administrator.post(reverse("admin:casino_posting_add"), wanted).status_code == 302
    page = reverse("admin:casino_accountchange_change", args=[AccountChange.objects.get(state="waiting").pk])
    assert senior.post(page, {"say": "confirm", "command_id": str(uuid4())}).status_code == 302
    close = reverse("admin:auth_user_do", args=[User.objects.get(username="new.person").pk, "close"])
    assert administrator.post(close, {"command_id": str(uuid4())}).status_code == 302
    hold(seen, "account.post_given", "account.posting_asked", "account.posting_given", "account.deactivated")


def test_on_the_library(house: House, as_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document with a file, a version that is read elsewhere, and both taken out: at the end of a day, and as a
    mistake."""
    seen = sign_everything(monkeypatch)
    director = as_("director_of_table_games")

    def did(page: str, *args: str, **said: Any) -> None:
        address = reverse(f"admin:disputes_library_{page}", args=args)
        shown = hidden(director.get(address).content.decode())
        answer = director.post(address, {**shown, **said})
        assert answer.status_code == 302, answer.content.decode()

    document = {"property": CODE, "kind": "controls", "code": "ICS-7", "title_vi": " Chuẩn số 7 ", "title_en": "No. 7"}
    file = SimpleUploadedFile("ks-07.pdf", PDF)
    did("enter", **document, game="", version="1", number="KS-07", valid_from="2026-01-01", valid_to="", file=file)
    place = (CODE, "ICS-7")
    said = {"version": "2", "number": "", "valid_from": "2026-06-01", "valid_to": "2026-12-31", "citation": " Tủ 3 "}
    did("version", *place, **said, link="example.org/ks-07")
    did("withdraw", *place, "1", how="ended", in_force_to="2026-05-31", reason="Bản mới.")
    did("withdraw", *place, "2", how="mistake", in_force_to="2026-06-30", reason="Nhập nhầm.")
    hold(seen, "library.document_registered", "library.version_added", "library.version_withdrawn")
    added, *_rest = [each for each in seen if each.event.name == "library.version_added"]
    assert added.event.data["file"]["sha256"] == added.command.said["file"]["data"]


def test_on_cases(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settled at the table; and decided, with the player's answer."""
    seen = sign_everything(monkeypatch)
    supervisor, manager = Caller("pit_supervisor"), Caller("pit_manager")
    court.open()
    remedy = {**REMEDY, "deviation": " Chờ lâu. ", "measures": [{"kind": "other", "what": "Nhắc nhân viên cẩn thận."}]}
    assert supervisor.do(court.number, "propose-remedy", remedy=remedy).status_code == 200
    assert supervisor.do(court.number, "answer-at-table", agreed=True, said=" Vâng. ").status_code == 200
    court.number = ""
    court.collected()
    made = manager.do(
        court.number,
        "decide",
        remedy=msgspec.to_builtins(NONE),
        reasons="Đúng theo phim và sổ của bàn.\n",
        evidence=["E1"],
    )
    assert made.status_code == 200, made.content
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    assert manager.do(court.number, "record-answer", agreed=True).status_code == 200
    aside = manager.do(court.number, "set-step-aside", step="L1", reason="Khách đã về nước và không để lại địa chỉ.")
    assert aside.status_code == 200, aside.content
    hold(
        seen,
        *("case.answered_at_table", "case.remedy_carried_out", "roulette.remedy_made", "case.closing_begun"),
        *("case.step_set_aside", "case.closing_completed"),
        *("case.decided", "case.player_answered", "audit.finding_corrected"),
    )


def test_on_decisions_that_a_second_person_looks_at_and_on_complaints(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than is owed: not confirmed, then confirmed; complained about; decided by senior management, and closed;
    then taken up again."""
    seen = sign_everything(monkeypatch)
    manager = Caller("pit_manager")
    shift, senior = Caller("shift_manager"), Caller("senior_management")
    more = {**REMEDY, "kind": "refund", "deviation": "Trả lại toàn bộ.",
            "lines": [{**REMEDY["lines"][0], "to_player_minor": 12_000_000}]}  # type: ignore[dict-item]  # fmt: skip
    none = msgspec.to_builtins(NONE)
    court.collected()

    def did(who: Caller, command: str, **said: Any) -> None:
        answer = who.do(court.number, command, **said)
        assert answer.status_code == 200, (command, answer.content)

    did(manager, "decide", remedy=more, reasons="Đúng theo phim và sổ của bàn.", evidence=["E1"])
    did(shift, "refuse-confirmation", reason="Quá nhiều.")
    did(manager, "decide", remedy=more, reasons="Vẫn vậy theo phim và sổ của bàn.", evidence=["E1"])
    did(shift, "confirm")
    court.do("pit_manager", c.IssuePaper(kind="decision", language="vi"))
    did(manager, "record-answer", agreed=False, said="Chưa đủ.")
    court.do("pit_manager", c.IssuePaper(kind="right_to_complain", language="vi"))
    court.do("pit_manager", c.InformOfRight(told_at=court.now, language="vi"))
    court.do("pit_supervisor", c.RecordHelp(what="Điền đơn cùng khách."))
    court.do("pit_manager", c.FileComplaint(said="Tôi không đồng ý."))
    did(
        senior,
        "decide-complaint",
        result="rejected",
        remedy=none,
        reasons="Đã đúng theo phim và sổ của bàn.",
        evidence=["E1"],
    )
    court.do("senior_management", c.IssuePaper(kind="complaint_decision", language="vi"))
    court.do("shift_manager", c.RecordMoney(line="M1", how="cash", moved_at=court.now))
    over = c.HandOverPaper(paper="L3", handed_at=court.now, manner="in_person", to="Chính người chơi")
    court.do("senior_management", over)
    did(senior, "close-complaint")
    did(senior, "reopen", reason="Phim mới.")
    hold(
        seen,
        *("case.decided", "case.confirmation_refused", "case.decision_confirmed", "case.remedy_carried_out"),
        *("case.player_answered", "case.complaint_decided", "case.closed", "case.reopened"),
    )


def test_on_money_given_up(court: Court, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A part received, a part given up alone, within the limits; the rest by two persons; and money handed over."""
    seen = sign_everything(monkeypatch)
    supervisor, manager, shift = Caller("pit_supervisor"), Caller("pit_manager"), Caller("shift_manager")
    court.open()
    line = {**REMEDY["lines"][0], "to_player_minor": -200_000}  # type: ignore[dict-item]
    back = {**REMEDY, "kind": "other", "lines": [line], "deviation": "Khách hoàn lại."}
    assert supervisor.do(court.number, "propose-remedy", remedy=back).status_code == 200
    assert supervisor.do(court.number, "answer-at-table", agreed=True).status_code == 200
    said = {"line": "M1", "reason": "Khách đã rời casino và không liên lạc được."}
    moved = {"line": "M1", "how": "cash", "moved_at": clock().isoformat(), "note": "Tại quầy."}
    assert manager.do(court.number, "record-money", amount_minor=40_000, **moved).status_code == 200
    for who, why, amount in ((manager, "waived", 50_000), (manager, "uncollectable", 110_000)):
        answer = who.do(court.number, "give-up-money", why=why, amount_minor=amount, **said)
        assert answer.status_code == 200, answer.content
        settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 0}}
    assert shift.do(court.number, "give-up-money", why="uncollectable", **said).status_code == 200
    settings.FIRST_SETTINGS = {"beyond_alone": {"VND": 10**9}}
    court.number = ""
    court.open(rounds=(f.RoundRef(table="RL01", round="right", bets=("b1",)),))
    gift = {**back, "lines": [{**line, "round": "right", "to_player_minor": 1_000}]}
    assert supervisor.do(court.number, "propose-remedy", remedy=gift).status_code == 200
    assert supervisor.do(court.number, "answer-at-table", agreed=True).status_code == 200
    given = {"line": "M1", "how": "chips", "moved_at": clock().isoformat(), "amount_minor": 1_000}
    assert shift.do(court.number, "record-money", **given).status_code == 200
    hold(
        seen,
        *("case.giving_up_asked", "case.money_waived", "case.money_uncollectable", "roulette.remedy_followed"),
        *("case.money_handed_over", "case.money_received"),
    )


def test_on_cases_that_end_before_a_decision(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """One goes on in another; that one is withdrawn; then its player is erased."""
    seen = sign_everything(monkeypatch)
    manager, senior = Caller("pit_manager"), Caller("senior_management")
    [ref] = [f.FindingRef(stream=row.stream, identity=row.identity) for row in Finding.objects.filter(
        round__code="short", severity="money")]  # fmt: skip
    court.open("surveillance", players=(), findings=(ref,), claim="Trả thiếu theo phim và sổ của bàn.")
    first = court.number
    court.open(claim="Tôi thiếu tiền.")
    assert manager.do(first, "merge", into=court.number, reason="Cùng việc.").status_code == 200
    assert manager.do(court.number, "withdraw", said="Thôi ạ.").status_code == 200
    player = court.case.parties["P1"].person
    order = {"person": player, "law": "court_order", "legal_ground": "Bản án 12 buộc xóa hồ sơ khách."}
    for who in (senior, Caller("director_of_table_games")):
        erased = who.do(court.number, "erase-person", **order)
        assert erased.status_code == 200, erased.content
    hold(seen, "case.closed", "case.absorbed", "case.erasure_asked", "case.person_erased", "audit.finding_released")
    assert {each.event.data.get("ending") for each in seen if each.event.name == "case.closed"} == {
        "merged",
        "withdrawn",
    }


def test_words_within_a_remedy_never_stand_in_a_signed_command(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where the list that holds them is one of codes: a command is kept for ever."""
    seen = sign_everything(monkeypatch)
    court.collected()
    words = {"kind": "other", "what": "Nhắc anh Nguyễn Văn Ẩn."}
    said = {**REMEDY, "measures": [{"kind": "apology"}, words], "deviation": "Khách chờ lâu."}
    made = Caller("pit_manager").do(
        court.number, "decide", remedy=said, reasons="Đúng theo phim và sổ của bàn.", evidence=["E1"]
    )
    assert made.status_code == 200, made.content
    [decided] = [each for each in seen if each.event.name == "case.decided"]
    signed = canonical_bytes(decided.command.said).decode()
    assert "Nguyễn" not in signed
    assert "apology" in signed
    what = decided.event.data["remedy"]["measures"][1]["what"]["digest"]
    assert decided.command.said["remedy"]["measures"][1]["what"] == f"sha256:{what}"
    data = with_member(decided.event.data, "remedy.measures", decided.event.data["remedy"]["measures"][:1])
    forged_event = msgspec.structs.replace(decided.event, data=data)
    assert "measures" in (msgspec.structs.replace(decided, event=forged_event).fault or "")


# --- In the record ---------------------------------------------------------------------------------------------------

REPLACE: Final = "UPDATE ledger_event SET body = replace(convert_from(body, 'UTF8'), %s, %s)::bytea WHERE position = %s"


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ('"choice":"void"', '"choice":"as_spun"', "its choice is not the one that was signed"),
        ('"clause":"7.12"', '"clause":"7.11"', "its clause is not the one that was signed"),
        ('"digest":"', '"digest":"', "its sealed_reason.digest is not the one that was signed"),
    ],
)
def test_an_altered_ruling_is_found_though_its_assertion_was_kept(
    story: Story, signer: Signer, was: str, becomes: str, told: str
) -> None:
    seen = story.matter("round/RL01/1").version
    position = signer.sign(api.RULINGS, api_ruling(seen_version=seen))["position"]
    [event] = [each for each in story.ledger.stream("round/RL01/1") if each.position == position]
    if was == becomes:
        was += event.data.sealed_reason.digest
        becomes += "0" * 64
    assert verify(CODE).fault is None

    def look() -> None:
        run(REPLACE, was, becomes, position)
        cover_up(CODE)
        fault = verify(CODE).fault or "nothing"
        assert fault == f"position {position}: it is not what director_of_table_games signed: {told}"
        assert any(told in each.en for each in verify_log(CODE).contradictions)

    unguarded(look)


def test_a_signature_of_one_act_stands_for_no_other(story: Story, signer: Signer) -> None:
    """Whoever owns the record turns the answer to something that waited into a ruling."""
    seen = story.ledger.stream("round/RL01/1")[-1].version
    position = signer.sign(api.CORRECTIONS, correction(story, seen_version=seen))["position"]

    def look() -> None:
        run("UPDATE ledger_event SET type = 'ask.confirmed.v1', body = %s WHERE position = %s",
            canonical_bytes({"data": {"ask": str(UUID(int=9)), "confirmed_by": {
                "post": "director_of_table_games", "staff": "director_of_table_games"}}, "id": str(UUID(int=1))}),
            position)  # fmt: skip
        cover_up(CODE)
        assert "api:corrections brings no ask.confirmed" in (verify(CODE).fault or "nothing")

    unguarded(look)


def test_every_weighty_type_is_held_against_its_commands() -> None:
    """What must be signed where signatures are demanded is compared, all of it."""
    patterns = [re.compile(re.escape(each.replace("\\_", "_")).replace("%", ".*")) for each in weighty_patterns()]
    weighty = {each.name for each in registered() if any(p.fullmatch(each.full_name) for p in patterns)}
    assert {name for name in weighty if not signature_rules.is_commanded(name)} == set()
    assert {"roulette.fact_corrected", "case.decided", "account.post_given", "ask.asked"} <= weighty
