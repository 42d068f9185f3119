"""Money that was decided and has not moved when the property's term has passed: the next post is told, once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from disputes.case import commands as c
from disputes.notices.models import Notice, NoticeKind
from disputes.notices.reminders import remind
from disputes.notices.words import headline
from tests.disputes.court import OWED, Court, remedy
from tests.replay.story import CODE


def settled(court: Court) -> None:
    """A supervisor settles it at the table; nobody hands anything over."""
    court.open()
    court.do("pit_supervisor", c.ProposeRemedy(remedy=remedy()))
    court.do("pit_supervisor", c.AnswerAtTable(agreed=True))


def told(court: Court, days: int) -> list[Notice]:
    remind(CODE, now=court.now + timedelta(days=days))
    return list(Notice.objects.filter(kind=NoticeKind.OUT).select_related("user"))


def test_the_next_post_is_told_once_the_term_has_passed_and_only_once(court: Court, settings: Any) -> None:
    settings.FIRST_SETTINGS = {**settings.FIRST_SETTINGS, "money_out_days": 3}
    settled(court)
    assert told(court, 2) == []
    [notice] = told(court, 3)
    # By then the pit manager is posted nowhere: the next one that somebody holds.
    assert [group.name for group in notice.user.groups.all()] == ["shift_manager"]
    assert (notice.subject, notice.retired_at) == ("M1", None)
    said = headline(notice)
    assert said.en.startswith("Money not handed over in time: ")
    assert said.vi.startswith("Tiền chưa giao quá hạn: ")
    assert f"{OWED:,}" in said.en
    assert told(court, 4) == [notice]


def test_it_retires_when_the_money_has_moved_though_the_case_has_ended(court: Court) -> None:
    settled(court)
    [notice] = told(court, 8)
    assert told(court, 9)[0].retired_at is None, "a case that has ended keeps it"
    court.do("pit_manager", c.RecordMoney(line="M1", how="cash", moved_at=court.now))
    [notice] = told(court, 9)
    assert notice.retired_at is not None


def test_money_that_moved_in_time_is_no_notice(court: Court) -> None:
    settled(court)
    court.do("pit_manager", c.RecordMoney(line="M1", how="cash", moved_at=court.now))
    assert told(court, 30) == []
