"""The timeline: the case, refused attempts and the facts of its rounds together, and what came in too late."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from casino.clock import now as clock
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.pages.case import CasePage
from disputes.pages.history import OPENED
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from tests.admin.house import person
from tests.disputes.admin.conftest import As
from tests.disputes.court import NONE, SHORT, Court, remedy
from tests.replay.story import STARTS


def page_of(row: CaseRow) -> CasePage:
    return CasePage(row, Seeing(person("auditor"), clock()), language="en")


def page_of_court(court: Court) -> CasePage:
    return page_of(CaseRow.objects.select_related("property").get(number=court.number))


def test_a_fact_that_came_in_after_the_decision_says_so(court: Court) -> None:
    """The decision was made without it: nobody should overlook that."""
    court.decided(NONE)
    assert page_of_court(court).late_facts == []
    court.house.story.tell(
        SHORT.stream, "roulette.payout_made", STARTS + timedelta(minutes=8), bet="b1", amount_minor=500_000
    )
    late = page_of_court(court).late_facts
    assert [(entry.kind, entry.late.en if entry.late else "") for entry in late] == [
        ("payout_made", "recorded after decision D1")
    ]


def test_the_head_of_the_page_warns_of_late_facts(court: Court, as_: As) -> None:
    court.decided(NONE)
    court.house.story.tell(
        SHORT.stream, "roulette.payout_made", STARTS + timedelta(minutes=8), bet="b1", amount_minor=500_000
    )
    row = CaseRow.objects.get(number=court.number)
    english = as_("auditor", "en").get(f"/admin/disputes/case/{row.pk}/change/").content.decode()
    assert "1 fact of a disputed round came in after a decision or offer was made." in english
    vietnamese = as_("auditor", "vi").get(f"/admin/disputes/case/{row.pk}/change/").content.decode()
    assert "1 dữ kiện của ván tranh chấp được ghi sau khi" in vietnamese


def test_what_came_in_after_the_opening_is_no_alarm_and_a_remedy_is_no_late_fact(court: Court) -> None:
    court.open()
    court.house.story.tell(
        SHORT.stream, "roulette.payout_made", STARTS + timedelta(minutes=8), bet="b1", amount_minor=100_000
    )
    page = page_of_court(court)
    assert [entry.late for entry in page.history if entry.late] == [OPENED]
    assert page.late_facts == []
    court.number = ""
    court.decided(remedy(400_000))
    assert [entry.kind for entry in page_of_court(court).history if entry.kind == "remedy_made"] == ["remedy_made"]
    assert page_of_court(court).late_facts == []


def test_facts_of_bets_that_are_not_disputed_stand_aside(court: Court) -> None:
    court.open(rounds=(f.RoundRef(table="RL01", round="short", bets=("b1",)),))
    other: dict[str, Any] = {"bet": "b2", "spot": "straight:3", "stake_minor": 100_000, "player": "P-1"}
    court.house.story.tell(SHORT.stream, "roulette.bet_placed", STARTS + timedelta(minutes=7, seconds=6), **other)
    page = page_of_court(court)
    late = [entry for entry in page.history if entry.kind == "bet_placed"]
    assert [(entry.aside, entry.late is not None) for entry in late] == [(False, False), (False, True)]
    court.number = ""
    court.open(rounds=(f.RoundRef(table="RL01", round="short", bets=("b2",)),))
    page = page_of_court(court)
    placed = [entry.aside for entry in page.history if entry.kind == "bet_placed"]
    assert placed == [True, False]
    assert page.has_asides
    assert not page_of_court(court.open(rounds=(f.RoundRef(table="RL01", round="short"),))).has_asides


def test_words_that_were_erased_leave_the_entry_standing(court: Court) -> None:
    court.open()
    court.do("pit_supervisor", c.AddNote(note="Ghi chú bí mật."))
    court.do("pit_supervisor", c.Withdraw())
    player = court.case.parties["P1"].person
    assert player is not None
    court.do(
        "senior_management",
        c.ErasePerson(person=player, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    page = page_of_court(court)
    note = next(entry for entry in page.history if entry.kind == "note_added")
    assert [part.said.erased for part in note.spoken] == [True]
    erased = next(entry for entry in page.history if entry.kind == "person_erased")
    assert player in erased.sentence.en
    assert erased.sentence.en.endswith("an order of a court.")
    assert [(part.name.en, part.said.text) for part in erased.spoken] == [
        ("Legal ground", "Bản án buộc xóa hồ sơ khách.")
    ]
