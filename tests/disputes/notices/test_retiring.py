"""Notices retire when their step has passed, whoever took it, and no sooner."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from disputes.case import commands as c
from disputes.notices import follower, reminders
from disputes.notices.models import Notice
from tests.admin.house import person
from tests.disputes.court import NONE, Court
from tests.replay.story import CODE

pytestmark = pytest.mark.usefixtures("person_keys")


def standing(court: Court, *, now: object = None) -> set[tuple[str, str, str]]:
    follower.catch_up(CODE, now=court.now)
    rows = Notice.objects.filter(retired_at=None).select_related("user")
    return {(row.user.get_username(), row.kind, row.subject) for row in rows}


def test_the_move_of_everybody_is_over_once_one_of_them_made_it(court: Court) -> None:
    court.passed_on()
    assert ("shift.manager", "your_move", "pit_manager") in standing(court)
    court.number = ""
    court.decided()
    moves = {(user, subject) for user, _kind, subject in standing(court)}
    assert ("shift.manager", "pit_manager") in moves, "the other case still waits"
    assert Notice.objects.exclude(retired_at=None).filter(case=court.case.number).exists()
    assert not Notice.objects.filter(case=court.case.number, subject="pit_manager", retired_at=None).exists()


def test_8_2_an_acknowledged_notice_and_an_answered_request_are_done_with(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.NotifySurveillance())
    assert ("surveillance", "your_move", "acknowledge") in standing(court)
    court.do("surveillance", c.AcknowledgeNotice())
    assert ("surveillance", "your_move", "acknowledge") not in standing(court)


def test_a_clock_that_ran_out_takes_the_place_of_its_reminder_and_goes_with_its_step(court: Court) -> None:
    court.open()
    due = court.case.next_by
    assert due is not None
    reminders.remind(CODE, now=due - timedelta(minutes=5))
    assert {kind for _user, kind, _subject in standing(court)} == {"soon"}
    reminders.remind(CODE, now=due + timedelta(minutes=1))
    assert {kind for _user, kind, _subject in standing(court)} == {"overdue"}
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    assert {kind for _user, kind, _subject in standing(court)} == {"your_move"}


def test_a_case_handed_on_is_no_longer_handed_to_me(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.Assign(staff=person("shift_manager").get_username()))
    assert ("shift.manager", "assigned", "pit_manager") in standing(court)
    court.do("pit_manager", c.TakeOver())
    assert ("shift.manager", "assigned", "pit_manager") not in standing(court)


def test_a_case_that_was_taken_over_is_no_longer_handed_to_me(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.Assign(staff=person("shift_manager").get_username()))
    court.do("shift_manager", c.TakeOver())
    assert ("shift.manager", "assigned", "pit_manager") not in standing(court)


def test_what_is_done_with_is_not_counted_and_says_so(court: Court) -> None:
    court.told(NONE)
    follower.catch_up(CODE, now=court.now)
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished("pit_manager")
    follower.catch_up(CODE, now=court.now)
    assert not standing(court)
    client = Client()
    client.force_login(person("shift_manager"), backend="casino.backends.PostingBackend")
    client.cookies["django_language"] = "en"
    shown = client.get("/admin/disputes/notice/").content.decode()
    assert "done with" in shown
    assert "not seen yet" not in shown
