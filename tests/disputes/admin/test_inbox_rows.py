"""What a row of the inbox says: whose complaint, what it is about, what is owed next; and that it was read."""

from __future__ import annotations

import re

from casino.vault import erase_person
from disputes.reads.models import PersonalRead, ReadKind
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.conftest import As, Docket
from tests.replay.story import CODE

ADDRESS = "/admin/disputes/case/?inbox=all"


def row_of(page: str, number: str) -> str:
    table = page.partition('id="result_list"')[2]
    [found] = [part for part in table.split("<tr")[1:] if number in part]
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def test_a_row_names_the_player_the_claim_and_what_is_owed(docket: Docket, as_: As) -> None:
    page = as_("pit_manager", "en").get(ADDRESS).content.decode()
    row = row_of(page, docket.numbers["offered"])
    assert "Nguyễn Văn Ẩn" in row
    assert "Khách nói còn thiếu năm trăm nghìn." in row
    assert "The player answers the offer" in row
    assert "A second person confirms" in row_of(page, docket.numbers["confirming"])
    assert "<script>alert" not in page


def test_who_waits_for_the_player_or_may_not_confirm_finds_no_such_case_waiting(docket: Docket, as_: As) -> None:
    waiting = as_("pit_manager", "en").get("/admin/disputes/case/?inbox=waiting").content.decode()
    table = waiting.partition('id="result_list"')[2]
    assert docket.numbers["confirming"] not in table, "whom decided it"
    assert docket.numbers["decided"] not in table, "the player's word is waited for"
    other = as_("shift_manager", "en").get("/admin/disputes/case/?inbox=waiting").content.decode()
    assert docket.numbers["confirming"] in other


def test_whoever_sees_names_in_a_list_has_read_them(docket: Docket, as_: As) -> None:
    client = as_("auditor", "en")
    for _again in range(2):
        client.get(ADDRESS)
    [read] = PersonalRead.objects.filter(kind=ReadKind.LIST)
    assert set(read.persons) == {person for row in CaseRow.objects.all() for person in row.persons}


def test_who_was_erased_is_named_nowhere(docket: Docket, as_: As) -> None:
    row = docket.row("withdrawn")
    for person in row.persons:
        erase_person(CODE, person, now=docket.now)
    shown = row_of(as_("auditor", "en").get(ADDRESS).content.decode(), row.number)
    assert "erased" in shown
    assert "Nguyễn" not in shown


def test_a_row_of_the_read_model_holds_no_word(docket: Docket) -> None:
    held = str([row.said for row in CaseRow.objects.all()])
    assert "Nguyễn" not in held
    assert "thiếu" not in held
