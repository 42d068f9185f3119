"""Moments at the ends of the calendar can be read in every time zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.core.moments import FIRST, LAST, countable, with_countable
from disputes.case import facts as f
from games.engine.facts import Person

ENDS = ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59-12:00")


@pytest.mark.parametrize("written", ENDS)
def test_a_moment_at_an_end_of_the_calendar_is_read_in_every_zone(written: str) -> None:
    moment = countable(datetime.fromisoformat(written))
    for zone in ("Asia/Ho_Chi_Minh", "Pacific/Kiritimati", "Etc/GMT+12"):
        for span in (timedelta(days=2), -timedelta(days=2)):
            assert moment.astimezone(ZoneInfo(zone)) + span


def test_any_other_moment_stays_as_it_is() -> None:
    for moment in (datetime(2026, 6, 13, 12, tzinfo=ZoneInfo("Asia/Ho_Chi_Minh")), FIRST, LAST):
        assert countable(moment) is moment


def test_a_fact_is_moved_only_where_it_must() -> None:
    by = Person(post="pit_manager", staff="M-1")
    promised = f.TimePromised(until=datetime(2026, 6, 13, tzinfo=UTC), language="vi", told_by=by, manner="in_person")
    assert with_countable(promised) is promised
    at_the_end = f.TimePromised(until=datetime.max.replace(tzinfo=UTC), language="vi", told_by=by, manner="in_person")
    assert with_countable(at_the_end).until == LAST
    assert with_countable(at_the_end).told_by == by
