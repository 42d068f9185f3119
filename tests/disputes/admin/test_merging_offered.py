"""Merging offers only what can be merged, and joins whoever is the same person; a round in a case already says so."""

from __future__ import annotations

from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.erasing import keys_of
from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.conftest import As
from tests.disputes.court import Court
from tests.replay.story import CODE

RIGHT = f.RoundRef(table="RL01", round="right")


def address(number: str, page: str) -> str:
    return f"/admin/disputes/case/{CaseRow.objects.get(number=number).pk}/{page}"


def test_only_cases_that_can_take_it_over_are_offered(court: Court, as_: As) -> None:
    court.decided()
    decided, court.number = court.number, ""
    court.open(rounds=(RIGHT,))
    alone = court.number
    client = as_("pit_manager", "en")
    assert 'data-command="merge"' not in client.get(address(alone, "change/")).content.decode(), "nothing to merge into"
    court.number = ""
    court.open(table=None, rounds=())
    other, court.number = court.number, ""
    shown = client.get(address(alone, "do/merge/")).content.decode()
    assert f'value="{other}"' in shown
    assert "Nguyễn Văn Ẩn" in shown
    assert f'value="{decided}"' not in shown


def test_the_same_person_is_one_afterwards_and_is_erased_as_one(court: Court) -> None:
    court.open()
    first, court.number = court.number, ""
    court.open(rounds=(RIGHT,), players=(c.Outsider(name="nguyễn  văn ẩn", contact="+84 900.000.000"),))
    court.do("pit_manager", c.Merge(into=first))
    court.number = first
    case = stored.load(CODE, first)
    assert [party.party for party in case.players] == ["P1"]
    [twin] = [party for party in case.parties.values() if party.same_as == "P1"]
    assert keys_of(case, case.parties["P1"].person or "") == {case.parties["P1"].person, twin.person}


def test_a_name_alone_makes_nobody_the_same(court: Court) -> None:
    court.open()
    first, court.number = court.number, ""
    court.open(rounds=(RIGHT,), players=(c.Outsider(name="Nguyễn Văn Ẩn", contact="0911 111 111"),))
    court.do("pit_manager", c.Merge(into=first))
    assert len(stored.load(CODE, first).players) == 2


def test_a_round_that_stands_in_a_case_says_so_where_rounds_are_chosen(court: Court, as_: As) -> None:
    court.open()
    shown = as_("pit_supervisor", "en").get("/admin/disputes/case/open/?table=RL01&round=RL01/short").content.decode()
    assert "This round is already in case" in shown
    assert f">{court.number}</a>" in shown
    own = as_("pit_supervisor", "en").get(address(court.number, "do/change_rounds/")).content.decode()
    assert "already in case" not in own, "its own is no news"


def test_who_comes_second_is_told_who_was_quicker_and_with_what(court: Court, as_: As) -> None:
    court.open()
    client = as_("pit_supervisor", "en")
    seen = court.case.version
    court.do("pit_manager", c.AddNote(note="Khách quen."))
    sent = {"seen_version": seen, "command_id": "6f2b7c1e-51a5-4cf0-9f0c-0d5d0f6e7a13", "note": "Của tôi."}
    answer = client.post(address(court.number, "do/add_note/"), sent)
    assert answer.status_code == 409
    assert "pit.manager was quicker: “Note”." in answer.content.decode().replace("&quot;", '"')
