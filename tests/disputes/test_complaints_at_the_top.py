"""The only senior manager is complained of, and the guest files a formal complaint (8.5): they decide, since nobody
else could, and it takes effect only once somebody outside the line confirms; the regulator's page lists the case."""

from __future__ import annotations

import html

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.core.errors import Problem
from disputes.case import commands as c
from disputes.case.stages import confirm_by
from disputes.case.state import Stage
from disputes.notices.follower import catch_up
from disputes.notices.models import Notice
from disputes.rows.models import Case as CaseRow
from games.rows.models import Round
from tests.admin.house import person
from tests.disputes.court import Court, colleague, remedy
from tests.replay.story import CODE

pytestmark = pytest.mark.django_db

SENIOR = "senior_management"
THEIRS = "senior.management"
"""Their staff code."""
UPHELD = c.DecideComplaint(
    result="upheld", remedy=remedy(), reasons="Khách đúng theo phim và sổ của bàn.", evidence=("E1",)
)
LISTED = 'data-list="cases-at-the-top"'


def complained(court: Court, *named: str) -> Court:
    """The case, in which these persons of the house are complained of."""
    court.user(SENIOR)
    court.complained()
    for staff in named:
        court.do("pit_manager", c.AddStaff(staff=staff))
    return court


def refused(court: Court, who: str | User, command: c.Command) -> str:
    with pytest.raises(Problem) as problem:
        court.do(who, command)
    return problem.value.code


def page_of(court: Court, user: User, address: str, language: str = "en") -> str:
    client = Client()
    client.force_login(user, backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(address)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


def short() -> int:
    return int(Round.objects.get(code="short").difference_minor)


@pytest.fixture
def alone(court: Court) -> Court:
    return complained(court, THEIRS)


def test_the_only_holder_decides_and_nothing_takes_effect_until_somebody_outside_confirms(alone: Court) -> None:
    head = colleague("S-HEAD", "head_of_operations")
    before = short()
    alone.do(SENIOR, UPHELD)
    assert (alone.case.stage, confirm_by(alone.case)) == (Stage.SENIOR_CONFIRMATION, (SENIOR, "head_of_operations"))
    assert short() == before != 0, "nothing was paid"
    row = CaseRow.objects.get(number=alone.number)
    assert (row.waiting, row.outside) == ([SENIOR, "head_of_operations"], "")
    for below in ("director_of_table_games", "surveillance", "shift_manager"):
        assert refused(alone, below, c.Confirm()) in ("case_role_at_stage", "case_role")
    assert refused(alone, SENIOR, c.Confirm()) in ("case_party", "case_second_person")
    alone.do(head, c.Confirm())
    assert (alone.case.stage, short()) == (Stage.COMPLAINT_ANSWER, 0)
    assert CaseRow.objects.get(number=alone.number).outside == "head_of_operations"


def test_declined_it_goes_back_and_nothing_took_effect(alone: Court) -> None:
    head, before = colleague("S-HEAD", "head_of_operations"), short()
    alone.do(SENIOR, UPHELD)
    alone.do(head, c.RefuseConfirmation(reason="Chưa xem hết cảnh quay của ván."))
    assert (alone.case.stage, short()) == (Stage.SENIOR_MANAGEMENT, before)


def test_without_a_head_of_operations_surveillance_confirms(alone: Court) -> None:
    User.objects.filter(groups__name="head_of_operations").update(is_active=False)
    alone.do(SENIOR, UPHELD)
    assert confirm_by(alone.case) == (SENIOR, "surveillance")
    alone.do("surveillance", c.Confirm())
    assert alone.case.stage is Stage.COMPLAINT_ANSWER


def test_another_holder_decides_and_the_one_complained_of_does_not(court: Court) -> None:
    other = colleague("S-2", SENIOR)
    complained(court, THEIRS)
    assert refused(court, SENIOR, UPHELD) == "case_party"
    court.do(other, UPHELD)
    assert (court.case.stage, CaseRow.objects.get(number=court.number).outside) == (Stage.COMPLAINT_ANSWER, "")


def test_another_holder_appointed_meanwhile_confirms_and_it_is_not_listed(alone: Court) -> None:
    colleague("S-HEAD", "head_of_operations")
    alone.do(SENIOR, UPHELD)
    alone.do(colleague("S-2", SENIOR), c.Confirm())
    assert CaseRow.objects.get(number=alone.number).outside == ""


def test_what_the_only_holder_decides_to_their_own_gain_waits_for_somebody_outside_too(court: Court) -> None:
    """The guest's reference is the senior manager's own."""
    head = colleague("S-HEAD", "head_of_operations")
    court.user(SENIOR)
    court.complained()
    court.do("pit_manager", c.AddPlayer(player=c.Outsider(name="Chính người ấy", reference=THEIRS)))
    before = short()
    court.do(SENIOR, UPHELD)
    assert (court.case.stage, short()) == (Stage.SENIOR_CONFIRMATION, before)
    assert refused(court, SENIOR, c.Confirm()) in ("case_party", "case_second_person", "interest_barred")
    court.do(head, c.Confirm())
    assert (short(), CaseRow.objects.get(number=court.number).outside) == (0, "head_of_operations")


def test_who_gains_by_it_does_not_decide_where_another_holds_the_post(court: Court) -> None:
    court.user(SENIOR)
    other = colleague("S-2", SENIOR)
    court.complained()
    court.do("pit_manager", c.AddPlayer(player=c.Outsider(name="Chính người ấy", reference=THEIRS)))
    assert refused(court, SENIOR, UPHELD) == "interest_barred"
    court.do(other, UPHELD)


def test_where_everybody_of_the_two_highest_posts_is_in_it_somebody_outside_is_the_second_person(
    court: Court,
) -> None:
    """Above the set amount; the senior manager is in nothing, the director is complained of."""
    head = colleague("S-HEAD", "head_of_operations")
    complained(court, "director.of.table.games")
    much = remedy(12_000_000, "refund", "Trả lại toàn bộ.")
    court.do(SENIOR, c.DecideComplaint(result="upheld", remedy=much, reasons=UPHELD.reasons, evidence=("E1",)))
    assert confirm_by(court.case) == (SENIOR, "director_of_table_games", "head_of_operations")
    assert refused(court, "director_of_table_games", c.Confirm()) == "case_party"
    court.do(head, c.Confirm())
    assert CaseRow.objects.get(number=court.number).outside == "head_of_operations"


@pytest.mark.parametrize(
    ("language", "told", "heading"),
    [
        ("en", "nobody else holds the post: the decision takes effect only once head", "since nobody else could"),
        ("vi", "không còn ai khác giữ chức vụ này", "vì không còn ai khác"),
    ],
)
def test_pages_say_it_before_and_the_regulators_page_lists_it(
    alone: Court, language: str, told: str, heading: str
) -> None:
    head, regulator = colleague("S-HEAD", "head_of_operations"), person("regulator")
    pk = CaseRow.objects.get(number=alone.number).pk
    deciding = reverse("admin:disputes_case_do", args=[pk, "decide_complaint"])
    assert told in page_of(alone, alone.user(SENIOR), deciding, language)
    case = reverse("admin:disputes_case_change", args=[pk])
    assert deciding in page_of(alone, alone.user(SENIOR), case, language)
    alone.do(SENIOR, UPHELD)
    confirming = reverse("admin:disputes_case_do", args=[pk, "confirm"])
    assert confirming in page_of(alone, head, case, language)
    assert confirming not in page_of(alone, alone.user("director_of_table_games"), case, language)
    assert LISTED not in page_of(alone, regulator, "/admin/", language)
    alone.do(head, c.Confirm())
    start = page_of(alone, regulator, "/admin/", language)
    assert LISTED in start
    assert heading in start
    assert alone.number in start


def test_the_one_outside_is_told_that_it_is_their_move(alone: Court) -> None:
    head = colleague("S-HEAD", "head_of_operations")
    alone.do(SENIOR, UPHELD)
    catch_up(CODE, now=alone.now)
    assert Notice.objects.filter(user=head, case=alone.number, subject="senior_confirmation").exists()
    assert not Notice.objects.filter(user__username="director.of.table.games", subject="senior_confirmation").exists()
