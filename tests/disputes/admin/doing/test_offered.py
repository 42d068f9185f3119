"""What the forms of the commands offer, fill in and take: bases, files, footage, promises, people, findings, rounds."""

from __future__ import annotations

import html
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from casino.clock import now as clock
from casino.ledger.application import get_ledger
from casino.vault import sealing
from games.rows.models import Finding
from tests.disputes import gate
from tests.disputes.admin.doing.conftest import At
from tests.disputes.admin.doing.played import Played, address, begun
from tests.disputes.court import colleague
from tests.replay.story import CODE

BOOK = "roulette.2020-06-13"


def test_several_bases_give_nothing_for_one_reason(played: Played, at: At) -> None:
    hand = at("passed", "mark_none", "pit_manager")
    said = {"items": ["published", "controls", "law"], **gate.form("law")}
    assert hand.send(said, stay=True).status_code == 302
    assert hand.send(said).status_code == 302
    assert set(played.case("passed").nothing) == {"published", "controls", "law"}
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


def test_the_copy_that_the_player_signed_is_kept(played: Played, at: At) -> None:
    hand = at("told", "keep_signed_copy", "pit_manager")
    scan = SimpleUploadedFile("L1 đã ký.txt", "Đã nhận. Nguyễn Văn Ẩn".encode())
    assert hand.send(paper="L1", file=scan).status_code == 302
    [kept] = played.case("told").signed_copies
    assert kept.fact.paper == "L1"
    assert sealing.open_text(CODE, kept.fact.content) == "Đã nhận. Nguyễn Văn Ẩn"


def test_a_rule_book_is_cited_with_its_version(played: Played, at: At) -> None:
    hand = at("passed", "add_evidence", "pit_manager", query="?item=rules")
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
    assert timedelta(minutes=28) < until - clock() < timedelta(minutes=31)
    assert played.facts("passed").count("TimePromised") == 1


def test_another_time_is_read_by_the_clocks_of_the_house(played: Played, at: At) -> None:
    hand = at("passed", "promise_time", "pit_manager")
    day = (clock() + timedelta(days=40)).date()
    assert hand.send(quick="other", until=f"{day}T09:30").status_code == 302
    assert played.case("passed").promised_until == datetime(day.year, day.month, day.day, 2, 30, tzinfo=UTC)


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
    said: dict[str, Any] = {"person": player, "typed": "PS-000000000000", "law": "court_order"}
    said["legal_ground"] = "Bản án buộc xóa hồ sơ khách."
    assert hand.send(said).status_code == 422
    assert "not the code" in hand.wrong("typed")
    assert hand.send({**said, "typed": player, "legal_ground": ""}).status_code == 422
    assert "letters" in hand.wrong("legal_ground")
    assert hand.send({**said, "typed": player, "legal_ground": "."}).status_code == 422
    assert hand.send({**said, "typed": player, "law": ""}).status_code == 409
    assert "kept until" in hand.wrong("law")
    assert hand.send({**said, "typed": player}).status_code == 200
    assert "Never to be read again:" in hand.page
    assert "1 name with contact" in hand.page
    assert hand.confirm().status_code == 302
    assert played.case("closed").erased == set(), "asked for: a second person confirms"
    assert at("closed", "erase_person", "senior_management").send(person=player, typed=player).status_code in (403, 422)
    second = at("closed", "erase_person", "director_of_table_games")
    assert "senior.management asks for" in second.page
    assert "Bản án buộc xóa hồ sơ khách." in second.page
    assert second.send(person=player, typed=player).status_code == 200
    assert "1 name with contact" in second.page, "shown before, to both"
    assert second.confirm().status_code == 302
    assert played.case("closed").erased == {player}
    again = at("closed", "erase_person", "senior_management")
    assert player is not None
    assert player not in again.page.split('name="person"')[1].split('name="typed"')[0]


def test_a_player_who_did_not_agree_may_still_come_round(played: Played, at: At) -> None:
    hand = at("disagreed", "record_answer", "pit_manager")
    assert hand.fields["agreed"] == ["yes"]
    assert 'name="agreed" value="no"' not in hand.page
    hand.send()
    assert hand.confirm().status_code == 302
    assert played.case("disagreed").ending == "accepted"


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
    for word in ("Still missing before a decision", "8.3", "8.4.2", "8.4.8", "F1"):
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
            "reasons": "Tôi muốn theo phim và sổ của bàn.",
        },
    )
    assert sent.status_code == 409
    assert "The player has not been told how long it takes" in sent.content.decode()
    assert played.refusals("collecting") == [("decide", "case_no_first_word")]


def test_a_late_second_person_sees_the_whole_decision(played: Played, at: At) -> None:
    hand = at("confirming", "confirm", "shift_manager")
    for word in (
        "D1",
        "12,000,000",
        "+11,500,000",
        "Bù thêm vì chờ lâu.",
        "Trả thiếu so với 5.1 theo phim và sổ của bàn.",
        "5.1.a",
        "E1",
    ):
        assert word in hand.page
    wrong = hand.client.post(hand.address, {**hand.fields, "confirmed": "0" * 32}, follow=True)
    assert wrong.status_code == 200
    assert "This is what will be recorded" in wrong.content.decode()
