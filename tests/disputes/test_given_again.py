"""A reason that one person gives again and again is shown to the second person, of what is reviewed in cases too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from casino.ledger.application import get_ledger
from casino.ledger.models import property_of
from disputes.case import commands as c
from disputes.case.state import Stage
from disputes.pages import given_again
from disputes.rows.models import Case as CaseRow
from games.commands import repeated
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.court import Court, colleague, remedy
from tests.replay.story import CODE

pytestmark = pytest.mark.django_db

GROUND = "Quyết định số 12 của tòa án ngày hôm nay."
OFTEN = "This reason was given {times} times by this person in the last 30 days."
ABOVE = 12_000_000


def told(court: Court, command: str) -> str:
    said = given_again.told(property_of(CODE), command, get_ledger(CODE).stream(court.case.stream))
    return "" if said is None else said.en


def guest(number: int) -> c.Outsider:
    return c.Outsider(name=f"Khách {number}", contact=f"0922 000 {number:03}", reference=f"P-{100 + number}")


def test_who_confirms_a_decision_is_told_of_reasons_given_before(court: Court) -> None:
    asked = remedy(ABOVE, "other", "Bù thêm vì chờ lâu.")
    for times in (1, 2, 3):
        court.number = ""
        court.decided(asked)
        assert court.case.stage is Stage.CONFIRMATION
        assert told(court, "confirm") == (OFTEN.format(times=times) if times > 2 else "")
    row = CaseRow.objects.get(number=court.number)
    address = reverse("admin:disputes_case_do", args=[row.pk, "confirm"])
    assert OFTEN.format(times=3) in client_of("shift_manager").get(address).content.decode()
    said = "Lý do này người đó đã nêu 3 lần trong 30 ngày."
    assert said in client_of("shift_manager", "vi").get(address).content.decode()
    assert not told(court, "add_note"), "nothing is reviewed there"


def erased(court: Court, number: int, by: str, ground: str = GROUND) -> str:
    """A guest's case is closed and their data are erased on a ground; what a second person is told of it."""
    court.number = ""
    court.open(players=(guest(number),), rounds=(), claim="Khách không nhớ ván.", amount_minor=None)
    court.do("pit_supervisor", c.Withdraw(said="Thôi."))
    person = court.case.parties["P1"].person
    assert person is not None
    court.do(colleague(by, "senior_management"), c.ErasePerson(person=person, law="court_order", legal_ground=ground))
    return told(court, "erase_person")


def test_the_third_ground_of_erasing_in_the_same_words_is_told_of(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not erased(court, 1, "SM-1")
    assert not erased(court, 2, "SM-1")
    assert not erased(court, 3, "SM-2"), "another person's"
    assert not erased(court, 4, "SM-1", "Bản án số 15 của tòa án tỉnh, bên kia khiếu kiện."), "another ground"
    assert erased(court, 5, "SM-1", GROUND.upper()) == OFTEN.format(times=3)
    monkeypatch.setattr(repeated, "SPAN", timedelta(0))
    assert not told(court, "erase_person"), "those before are long ago"
