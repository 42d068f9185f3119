"""A notice of a hand-over shows its note; of a matter of a case one stands, and what can be done comes first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from disputes.case import commands as c
from disputes.notices import follower, reminders, retiring
from disputes.notices.models import Notice, NoticeKind
from tests.disputes import gate
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.court import Court, colleague, house_property
from tests.replay.story import CODE

pytestmark = pytest.mark.usefixtures("person_keys")

NOTE = "The guest comes back at nine."


@pytest.fixture
def other(court: Court) -> User:
    """Who has a case handed over, with a note."""
    found = colleague("second.supervisor", "pit_supervisor")
    court.open()
    court.do("pit_supervisor", c.Assign(staff=found.get_username(), note=NOTE))
    follower.catch_up(CODE, now=court.now)
    return found


def read(user: User) -> tuple[str, str]:
    """The person's list and first page."""
    client = client_of(user)
    pages = [client.get(reverse(name)) for name in ("admin:disputes_notice_changelist", "admin:index")]
    return pages[0].content.decode(), pages[1].content.decode()


def test_the_note_stands_in_the_notice_and_its_words_in_no_row(other: User) -> None:
    assert all(NOTE in page for page in read(other))
    assert NOTE not in repr(Notice.objects.get().__dict__)


def test_once_it_is_taken_over_by_another_the_note_is_shown_no_more(court: Court, other: User) -> None:
    court.do("pit_manager", c.TakeOver())
    follower.catch_up(CODE, now=court.now)
    assert not any(NOTE in page for page in read(other))


def test_one_notice_stands_for_a_matter_of_a_case(court: Court) -> None:
    court.passed_on()
    for _request in range(2):
        court.do("pit_manager", gate.asked(court.now))
    follower.catch_up(CODE, now=court.now)
    asked = Notice.objects.filter(user__username="surveillance", subject="footage")
    assert (asked.count(), asked.filter(retired_at=None).count()) == (2, 1)
    reminders.remind(CODE, now=court.now + timedelta(hours=25))
    kinds = asked.filter(retired_at=None).values_list("kind", "due_at").distinct()
    assert len(kinds) == asked.filter(retired_at=None).count() >= 1
    assert {kind for kind, _due in kinds} == {NoticeKind.OVERDUE}


def test_what_can_be_done_comes_first_by_its_deadline_and_news_last(court: Court) -> None:
    user = colleague("the.manager", "pit_manager")
    made = [
        ("news", NoticeKind.ANSWERED, None),
        ("later", NoticeKind.YOUR_MOVE, 5),
        ("no_term", NoticeKind.FOOTAGE, None),
        ("sooner", NoticeKind.ASSIGNED, 1),
    ]
    retiring.make(
        [
            Notice(
                property=house_property(),
                user=user,
                case=f"coverage/{name}" if kind == NoticeKind.FOOTAGE else name,
                kind=kind,
                subject="at_table" if kind != NoticeKind.FOOTAGE else "gap",
                key=name,
                due_at=None if hours is None else court.now + timedelta(hours=hours),
                made_at=court.now,
            )
            for name, kind, hours in made
        ],
        court.now,
    )
    listed = client_of(user).get(reverse("admin:disputes_notice_changelist")).context["cl"].result_list
    assert [row.key for row in listed] == ["sooner", "later", "no_term", "news"]
