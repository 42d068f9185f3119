"""Recurring reports: each gaming day and each month once, in the property's zone, with a notice when one is ready."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group

from disputes.notices.admin import address
from disputes.notices.models import Notice
from disputes.notices.words import headline, reference
from surveillance.reports import plans
from surveillance.reports.models import Report, ReportPlan
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking


def set_up(asks: Asking, every: Any, begins: date, who: str = "senior_management") -> ReportPlan:
    given: dict[str, Any] = {"command_id": uuid4(), "now": asks.court.now}
    code = acts.make_plan(asks.owner, asks.actor(who), every=every, begins=begins, **given)
    return ReportPlan.objects.select_related("property").get(code=code)


def local(asks: Asking, *parts: int) -> datetime:
    return datetime(*parts, tzinfo=asks.owner.zone)  # type: ignore[arg-type, misc]


def test_a_gaming_day_is_asked_for_an_hour_after_it_ended_and_once(asks: Asking) -> None:
    set_up(asks, "day", date(2026, 11, 20))
    starts = asks.owner.gaming_day_starts
    assert plans.ask_due(asks.owner, local(asks, 2026, 11, 21, starts, 59)) == []
    [code] = plans.ask_due(asks.owner, local(asks, 2026, 11, 21, starts + 1, 1))
    row = asks.row(code)
    assert (row.about, row.from_day, row.to_day) == ("gaming_day", date(2026, 11, 20), date(2026, 11, 20))
    assert row.plan == ReportPlan.objects.get().code
    assert plans.ask_due(asks.owner, local(asks, 2026, 11, 21, 23, 0)) == []


def test_a_month_after_its_last_gaming_day(asks: Asking) -> None:
    set_up(asks, "month", date(2026, 11, 7))
    starts = asks.owner.gaming_day_starts
    assert plans.ask_due(asks.owner, local(asks, 2026, 12, 1, starts, 30)) == []
    [code] = plans.ask_due(asks.owner, local(asks, 2026, 12, 1, starts + 2, 0))
    row = asks.row(code)
    assert (row.from_day, row.to_day) == (date(2026, 11, 1), date(2026, 11, 30))


def test_what_was_missed_comes_a_few_at_a_time(asks: Asking) -> None:
    set_up(asks, "day", date(2026, 10, 1))
    at = local(asks, 2026, 11, 1, 12, 0)
    assert len(plans.ask_due(asks.owner, at)) == plans.MOST_AT_ONCE
    assert len(plans.ask_due(asks.owner, at)) == plans.MOST_AT_ONCE
    assert Report.objects.values("from_day").distinct().count() == 2 * plans.MOST_AT_ONCE


@pytest.mark.parametrize("how", ["ended", "lost the role"])
def test_nothing_is_asked_for_any_more(asks: Asking, how: str) -> None:
    plan = set_up(asks, "day", date(2026, 11, 20))
    if how == "ended":
        acts.end_plan(plan, asks.actor("senior_management"), command_id=uuid4(), now=asks.court.now)
    else:
        Group.objects.get(name="senior_management").user_set.clear()
    assert plans.ask_due(asks.owner, local(asks, 2026, 11, 22, 12, 0)) == []


def test_who_asked_gets_a_notice_that_leads_to_it(asks: Asking) -> None:
    set_up(asks, "day", date(2026, 11, 20))
    [code] = plans.ask_due(asks.owner, local(asks, 2026, 11, 21, 23, 0))
    assert asks.work(asks.row(code)).state == "done"
    notice = Notice.objects.get(kind="report")
    assert notice.user == asks.user("senior_management")
    assert (reference(notice), headline(notice).en) == (code, "Report finished")
    assert address(notice).endswith(f"/report/{asks.row(code).pk}/change/")
