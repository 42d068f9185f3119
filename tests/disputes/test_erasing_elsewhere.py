"""Nobody is erased while another case of the same guest is open, though nobody has joined the two."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from disputes.case import commands as c
from tests.disputes.court import Court

GROUND = "Bản án số 12 buộc xóa hồ sơ khách."
GUEST = {"name": "Nguyễn Văn Ẩn", "contact": "0900 000 000"}


def withdrawn(court: Court) -> str:
    court.number = ""
    court.open()
    court.do("pit_supervisor", c.Withdraw(said="Thôi."))
    return court.number


def asked(court: Court, number: str) -> str:
    """The answer of the case to who asks for the erasure of its player."""
    court.number = number
    [person] = [each for each in court.case.persons if each != court.case.own]
    try:
        court.do("senior_management", c.ErasePerson(person=person, law="court_order", legal_ground=GROUND))
    except Problem as problem:
        return problem.code
    return ""


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({**GUEST, "name": "Nguyen Van An", "contact": "+84 900 000 000"}, "case_person_elsewhere"),
        ({**GUEST, "contact": "0911 111 111"}, ""),
        ({**GUEST, "contact": ""}, ""),
    ],
    ids=["the same number, written otherwise", "a namesake", "a namesake without a number"],
)
def test_an_open_case_with_the_same_telephone_number_holds_it_up(
    court: Court, other: dict[str, str], code: str
) -> None:
    first, court.number = withdrawn(court), ""
    court.open(players=(c.Outsider(**other),), rounds=(), amount_minor=None)
    second = court.number
    assert asked(court, first) == code
    if code:
        court.number = second
        court.do("pit_supervisor", c.Withdraw(said="Thôi."))
        assert asked(court, first) == ""
