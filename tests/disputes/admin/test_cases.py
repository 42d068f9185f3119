"""A case's page: what stands on it in both languages, for whom, and that nothing on it grows without bounds."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino.access.roles import ROLES
from casino.clock import now as clock
from disputes.case.allowed import allows
from disputes.case.deciding import missing
from disputes.case.procedure import ITEMS, PROCEDURE
from disputes.case.ready import ready
from disputes.pages.case import CasePage
from disputes.pages.merging import candidates
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from tests.admin.house import person
from tests.disputes import gate
from tests.disputes.admin.conftest import ELSEWHERE, FILE, HOSTILE, As, Docket

NAMES = ("offered", "collecting", "complained", "withdrawn", "hostile", "confirming", "decided")
QUICK = ("collecting", "confirming")
"""Where most is offered. That each form opens, in both languages, ``doing/test_forms.py`` says."""
LATER = [pytest.param(each, marks=pytest.mark.slow) for each in NAMES if each not in QUICK]


def shown(as_: As, docket: Docket, name: str, language: str = "en", who: str = "auditor") -> str:
    response = as_(who, language).get(docket.address(name))
    assert response.status_code == 200
    return str(response.content.decode())


def page_of(row: CaseRow, user: Any) -> CasePage:
    return CasePage(row, Seeing(user, clock()), language="en")


# --- What stands on it ------------------------------------------------------------------------------------------------


def test_the_head_says_number_stage_clock_amount_table_rounds_and_hands(docket: Docket, as_: As) -> None:
    english = shown(as_, docket, "collecting", who="pit_manager")
    head = english.partition('class="tp-jump"')[0]
    number = docket.numbers["collecting"]
    for words in (number, "with the pit manager", "overdue by", "Surveillance acknowledges", "500,000", "RL01"):
        assert words in head
    for words in ("short", "pit.manager", "pit.supervisor", "Promise a time", "It is for"):
        assert words in head
    vietnamese = shown(as_, docket, "collecting", "vi").partition('class="tp-jump"')[0]
    for words in ("Quản lý Pit xem xét", "quá hạn", "Giám sát xác nhận", "500.000", "Bước tiếp theo: Quyết định"):
        assert words in vietnamese


def test_the_stepper_names_every_step_with_its_clause(docket: Docket, as_: As) -> None:
    way = shown(as_, docket, "decided").partition('class="tp-way"')[2].partition("</ol>")[0]
    assert re.findall(r'<li class="tp-way-(\w+)"', way) == ["done", "done", "skipped", "now", *["ahead"] * 5]
    assert re.findall(r'tp-way-clause">([^<]*)<', way) == [
        "8.1",
        "8.2–8.4",
        "8.4",
        "8.4",
        "8.5",
        "8.5–8.6",
        "8.5",
        "",
        "",
    ]
    assert way.count('aria-current="step"') == 1


def test_claim_people_and_contacts_are_read_from_the_vault(docket: Docket, as_: As) -> None:
    english = shown(as_, docket, "collecting")
    for words in ("Khách nói còn thiếu", "Nguyễn Văn Ẩn", "0900 000 000", "P-1", "Trần Thị Bình", "S-777", "witness"):
        assert words in english


def test_a_disputed_round_shows_recorded_due_difference_and_clauses(docket: Docket, as_: As) -> None:
    english = shown(as_, docket, "collecting").partition('id="rounds"')[2].partition("</section>")[0]
    for words in ("RL01 · short", "17 black", "Straight 17", "3,000,000", "3,500,000", "−500,000"):
        assert words in english
    assert "5.1.a" in english
    assert "100,000 × 35 = 3,500,000" in english
    row = docket.row("collecting")
    round_key = docket.court.house.round("short").pk
    assert reverse("admin:games_round_change", args=[round_key]) in english
    assert reverse("admin:games_round_what_if", args=[round_key]) in english
    assert row.rounds == ["round/RL01/short"]


def test_the_check_list_has_every_basis_with_its_clause_and_state(docket: Docket, as_: As) -> None:
    bases = shown(as_, docket, "collecting").partition('class="tp-bases"')[2].partition("</ol>")[0]
    states = dict(zip(ITEMS, re.findall(r'tp-basis tp-basis-(\w+)"', bases), strict=True))
    assert states == {
        "rules": "filled",
        "published": "filled",
        "procedures": "open",
        "controls": "open",
        "statements": "filled",
        "footage": "open",
        "other": "filled",
        "law": "nothing",
    }
    for words in (
        "https://example.com/the-le",
        'rel="noopener noreferrer nofollow"',
        "text/plain",
        f"{len(FILE)} bytes",
    ):
        assert words in bases
    assert "not scanned for viruses" in bases
    assert "Bản chép tay." in bases
    assert gate.WHY_NOT["law"][1] in bases
    assert "does not apply here" in bases
    assert "Tôi đặt vào số 17.<br>Trả thiếu." in bases
    assert "01/13.06.2020" in bases or "in force from" in bases
    assert "not answered" in bases


def test_the_hash_of_an_attachment_is_the_one_in_the_event(docket: Docket, as_: As) -> None:
    case = page_of(docket.row("collecting"), person("auditor")).case
    content = next(k.fact.content for k in case.evidence.values() if k.fact.kind == "attachment")
    assert content.digest in shown(as_, docket, "collecting")


def test_an_offer_and_a_decision_show_remedy_clauses_and_reasons_on_the_spot(docket: Docket, as_: As) -> None:
    offered = shown(as_, docket, "offered").partition('id="decisions"')[2].partition("</section>")[0]
    for words in ("O1", "Offer at the table", "not answered", "+500,000", "5.1.a", "Khách muốn suy nghĩ."):
        assert words in offered
    confirming = shown(as_, docket, "confirming").partition('id="decisions"')[2].partition("</section>")[0]
    for words in (
        "D1",
        "waits for a second person",
        "+30,000,000",
        "+29,500,000",
        "Thiện chí.",
        "so với 5.1 theo phim và sổ của bàn.",
    ):
        assert words in confirming
    assert '<a href="#E1">E1</a>' in confirming
    assert "tp-clause-text" in confirming


def test_answer_complaint_help_and_the_telling_of_the_right_are_there(docket: Docket, as_: As) -> None:
    english = shown(as_, docket, "complained")
    for words in ("The player does not agree to D1", "Tôi không đồng ý.", "Điền đơn cùng khách.", "8.6"):
        assert words in english
    assert "Told of the right to complain" in english


def test_papers_are_listed_with_their_hash_and_address(docket: Docket, as_: As) -> None:
    row = docket.row("complained")
    english = shown(as_, docket, "complained").partition('id="papers"')[2].partition("</section>")[0]
    assert reverse("admin:disputes_case_paper", args=[row.pk, "L1"]) in english
    assert "Decision letter" in english
    assert "Notice of the right to complain" in english
    assert len(re.findall(r"<code>[0-9a-f]{64}</code>", english)) == 2


def test_the_stored_record_holds_every_event_with_its_leaf_and_no_name(docket: Docket, as_: As) -> None:
    record = shown(as_, docket, "collecting").partition('id="record"')[2]
    page = page_of(docket.row("collecting"), person("auditor"))
    assert record.count("<summary><code>") == page.case.version + 1
    assert "case.command_refused.v1" in record
    for words in ("Nguyễn", "Trần", "0900 000", "Trả thiếu"):
        assert words not in record


def test_a_case_without_a_round_says_so(docket: Docket, as_: As) -> None:
    english = shown(as_, docket, "withdrawn")
    assert "none identified" in english
    assert 'id="rounds"' not in english
    assert 'id="bases"' not in english
    assert "closed" in english


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_is_whole_in_both_languages(docket: Docket, as_: As, name: str, language: str) -> None:
    text = shown(as_, docket, name, language)
    assert f'lang="{language}"' in text
    main = text.partition("<article")[2].partition("</article>")[0]
    assert "Text(" not in main
    assert "None" not in re.sub(r"<[^>]*>", "", main)
    if language == "vi":
        for english in ("Next step", "In the hands of", "Everything that happened", "Told and asked", "salted hash"):
            assert english not in main


def test_hostile_words_are_only_words(docket: Docket, as_: As) -> None:
    for address in (
        docket.address("hostile"),
        "/admin/disputes/case/?inbox=all",
        "/admin/",
        "/admin/disputes/case/?q=P-7",
    ):
        text = as_("auditor").get(address).content.decode()
        assert HOSTILE not in text
    text = shown(as_, docket, "hostile")
    assert text.count(escape(HOSTILE)) >= 4  # claim, name, note, and both words again in the history


# --- What can be done -------------------------------------------------------------------------------------------------


def commands_of(found: Any) -> list[str]:
    return [button.command for button in found.buttons]


@pytest.mark.parametrize("name", NAMES)
def test_nobody_is_offered_what_the_domain_would_refuse_and_nothing_else_is_left_out(docket: Docket, name: str) -> None:
    for role in ROLES:
        page = page_of(docket.row(name), person(role))
        offered = {button.command for button in (*page.actions.buttons, *page.actions.more)}
        actor = page.actor
        assert actor is not None
        allowed = {code for code in PROCEDURE if allows(code, page.case, actor, page.context.pit_of)}
        assert offered <= allowed, role
        left_out = {code for code in allowed - offered if ready(code, page.case, page.context)}
        assert left_out <= {"decide", "decide_complaint", "merge"}, role
        assert "merge" in offered or "merge" not in allowed or not candidates_of(page)
        if page.actions.ready:
            assert not left_out - {"merge"}, "nothing is missing: then it is offered"


def candidates_of(page: Any) -> list[Any]:
    return candidates(page.row.pk, page.case, page.actor, page.context.pit_of) if not page.case.proposals else []


@pytest.mark.parametrize(
    "name", [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in NAMES]
)
def test_every_button_leads_to_a_form_that_opens(docket: Docket, as_: As, name: str) -> None:
    for role in ("pit_supervisor", "pit_manager", "senior_management", "surveillance"):
        client = as_(role, "en")
        shown = client.get(docket.address(name)).content.decode()
        addresses = set(re.findall(r'href="([^"]*/do/[^"]*)"', shown))
        for address in addresses:
            assert client.get(address.replace("&amp;", "&")).status_code == 200, (role, address)


def test_what_is_missing_is_what_the_domain_says_is_missing(docket: Docket) -> None:
    page = page_of(docket.row("collecting"), person("pit_manager"))
    waiting = [each for each in missing(page.case, page.context) if each.code != "item_footage"]
    told = [view.need for view in page.actions.missing if view.need.blocks]
    assert [each.text for each in waiting] == [need.text for need in told]


def test_surveillance_is_led_to_what_only_surveillance_can_do(docket: Docket) -> None:
    found = page_of(docket.row("collecting"), person("surveillance")).actions
    assert commands_of(found)[:2] == ["answer_footage", "acknowledge_notice"]
    besides = [view for view in found.missing if not view.need.blocks]
    assert [view.need.clause for view in besides] == ["8.2"]


def test_the_second_person_is_another(docket: Docket) -> None:
    row = docket.row("confirming")
    assert commands_of(page_of(row, person("pit_manager")).actions) == ["take_over"]
    assert commands_of(page_of(row, person("shift_manager")).actions)[0] == "confirm"


def test_a_closed_case_has_no_next_step(docket: Docket) -> None:
    found = page_of(docket.row("withdrawn"), person("senior_management")).actions
    assert found.step is None
    assert not found.missing
    assert {button.command for button in found.more} == {"add_note", "name_party", "reopen", "erase_person"}


# --- Everything that happened -----------------------------------------------------------------------------------------


def test_every_event_of_case_and_rounds_and_every_refusal_stands_once(docket: Docket) -> None:
    page = page_of(docket.row("collecting"), person("auditor"))
    sources = [entry.source for entry in page.history]
    assert sources.count("case") == page.case.version
    assert sources.count("refused") == 1
    assert sources.count("round") == len(page.rounds[0].replay.rows) if page.rounds[0].replay else False
    assert len({entry.key for entry in page.history}) == len(page.history)
    moments = [entry.moment for entry in page.history]
    assert moments == sorted(moments)


def test_an_entry_says_who_when_where_and_what_was_said(docket: Docket) -> None:
    page = page_of(docket.row("collecting"), person("auditor"))
    taken = next(entry for entry in page.history if entry.kind == "statement_taken")
    assert taken.sentence.en == "S1 of P1"
    assert taken.who.en == "pit manager pit.manager"
    assert taken.where.en == f"case v{taken.version}"
    assert [(part.name.en, part.said.text) for part in taken.spoken] == [
        ("In their words", "Tôi đặt vào số 17.\nTrả thiếu.")
    ]
    bet = next(entry for entry in page.history if entry.kind == "bet_placed")
    assert bet.where.en == "round RL01 · short v2"
    assert bet.address.endswith("/change/#v2")


def test_a_refused_attempt_names_who_what_and_why(docket: Docket, as_: As) -> None:
    refused = next(
        entry for entry in page_of(docket.row("collecting"), person("auditor")).history if entry.source == "refused"
    )
    assert refused.sentence.en == "Pit supervisor pit.supervisor tried “Decide” at the stage “with the pit manager”."
    assert refused.who.en == "pit supervisor pit.supervisor"
    shown = as_("auditor").get(docket.address("collecting")).content.decode()
    assert "thử “Quyết định” ở bước “Quản lý Pit xem xét”" in shown


def test_contents_of_attachments_and_papers_are_not_words_of_the_timeline(docket: Docket) -> None:
    for name in ("collecting", "complained"):
        for entry in page_of(docket.row(name), person("auditor")).history:
            if entry.kind in ("evidence_added", "paper_issued"):
                assert all(part.said.text != "Nhân viên đếm nhầm." for part in entry.spoken)
                assert "%PDF" not in "".join(part.said.text or "" for part in entry.spoken)


def test_moments_within_sentences_are_the_houses(docket: Docket) -> None:
    page = page_of(docket.row("collecting"), person("auditor"))
    asked = next(entry for entry in page.history if entry.kind == "footage_asked")
    begins = next(iter(page.case.footage.values())).asked.begins_at.astimezone(page.zone)
    assert f"{begins:%d/%m/%Y %H:%M}" in asked.sentence.en
    assert "UTC" not in asked.sentence.en


# --- For whom, and how much -------------------------------------------------------------------------------------------


def test_a_case_of_another_table_is_not_there(docket: Docket, as_: As) -> None:
    elsewhere = as_(User.objects.get(username=ELSEWHERE))
    assert elsewhere.get(docket.address("collecting")).status_code == 404
    assert elsewhere.get(docket.address("withdrawn")).status_code == 200


def test_an_address_that_is_no_key_is_not_there(docket: Docket, as_: As) -> None:
    client = as_("auditor")
    for key in ("x", "0", "9" * 19, "99999999999999999999", "1%00"):
        assert client.get(f"/admin/disputes/case/{key}/change/").status_code == 404


def test_without_a_login_there_is_only_the_login(docket: Docket, client: Any) -> None:
    assert client.get(docket.address("decided")).status_code == 302


def test_without_the_keys_the_page_says_why_nothing_can_be_read(docket: Docket, as_: As) -> None:
    with override_settings(PERSON_KEYS_DIR=""):
        text = shown(as_, docket, "collecting")
    assert "PERSON_KEYS_DIR" in text
    assert "Nguyễn Văn Ẩn" not in text
    assert "cannot be read" in text


def test_queries_do_not_grow_with_what_was_collected(docket: Docket, as_: As) -> None:
    client = as_("auditor")

    def queries(name: str) -> int:
        address = docket.address(name)
        client.get(address)
        with CaptureQueriesContext(connection) as caught:
            client.get(address)
        return len(caught)

    fresh, full = queries("offered"), queries("collecting")
    assert full <= fresh + 2
    assert full <= 50
