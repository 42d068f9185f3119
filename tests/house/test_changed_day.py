"""The gaming day starts at 06:00, and from a date on at 08:00: what was before stays, and no hour is twice or lost."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from casino.core.errors import Problem
from casino.core.house_settings import Value
from casino.house import service
from casino.house.commands import AskSetting, ConfirmSetting
from casino.house.facts import Decider
from casino.ledger.models import Property, property_of
from disputes.rows import figures, shift
from games.engine.codes import SUM_CODES
from games.rows import finding_worth, sums_found, waiting
from games.rows.models import Round, SummedAct
from games.rows.readmodel import catch_up, rebuild
from games.watch.span import shift_of
from surveillance.bundle import claims
from surveillance.bundle.rounds import house_rules
from surveillance.bundle.selection import Selection
from surveillance.reports import scope
from surveillance.reports.work import house_of
from tests.admin.house import person
from tests.replay.story import CODE, Story

ZONE = ZoneInfo("Asia/Ho_Chi_Minh")
BEFORE, LONG, AFTER = date(2026, 6, 13), date(2026, 6, 14), date(2026, 6, 15)
HOURS = {BEFORE: 24, LONG: 26, AFTER: 24}
WHY = "Decided in the meeting of the board."


def local(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=ZONE)


CHANGED = local(15, 0)
FIRST, LAST = local(13, 6), local(16, 8)


def set_(name: str, value: Value, since: datetime | None, now: datetime) -> None:
    one, other = (Decider(staff=f"DIR-{n}", post="director_of_table_games") for n in (1, 2))
    command = uuid4()
    asked = AskSetting(setting=name, value=value, way="command_line", reason=WHY, effective_from=since)
    service.execute(CODE, asked, by=one, command_id=command, now=now)
    service.execute(CODE, ConfirmSetting(ask=command), by=other, command_id=uuid4(), now=now)


@pytest.fixture
def story(db: None, person_keys: Path, settings: Any) -> Story:
    settings.FIRST_SETTINGS = {"notify_sum_above": {"VND": 0}}
    told = Story(local(13, 5))
    told.table()
    return told


@pytest.fixture
def owner(story: Story) -> Property:
    set_("gaming_day_starts", 8, CHANGED, now=local(13, 5))
    return property_of(CODE)


def moments() -> list[datetime]:
    """One in each hour of the three days."""
    return [FIRST + timedelta(hours=n, minutes=30) for n in range(sum(HOURS.values()))]


def test_a_day_in_the_record_is_counted_as_it_was_and_each_hour_once(owner: Property) -> None:
    assert Counter(scope.day_of(owner, each) for each in moments()) == HOURS
    edges = [owner.days.bounds(day) for day in HOURS]
    assert [begin for begin, _end in edges] == [FIRST, local(14, 6), local(15, 8)]
    assert [end for _begin, end in edges] == [local(14, 6), local(15, 8), LAST]
    for day in HOURS:
        chosen = Selection(about="gaming_day", from_day=day, to_day=day)
        assert claims.moments(chosen, house_rules(house_of(owner))) == owner.days.bounds(day), "the day's report"
    assert waiting.day_ends(owner, local(15, 7)) == local(15, 8)
    assert finding_worth.worth(owner, LONG).since == date(2026, 6, 8)


def test_the_bundle_of_a_report_counts_as_the_server_does(owner: Property) -> None:
    assert house_rules(house_of(owner)).days.hours == owner.days.hours


def test_rounds_keep_their_day_when_the_change_comes_and_when_rows_are_made_anew(story: Story) -> None:
    for n, at in enumerate(moments()):
        story.spin(f"r{n}", at)
    set_("gaming_day_starts", 8, CHANGED, now=local(13, 5))
    catch_up(CODE)
    rows = Round.objects.order_by("code").values_list("code", "gaming_day")
    found = dict(rows)
    assert Counter(found.values()) == HOURS
    service.bring_rows_up(local(20, 0))
    assert property_of(CODE).gaming_day_starts == 8, "what the row shows is of now"
    rebuild(CODE)
    assert dict(rows.all()) == found


def test_sums_of_a_day_and_of_a_shift_have_each_hour_once(owner: Property) -> None:
    for n, at in enumerate(moments(), start=1):
        act = {"kind": "remedy", "staff": "S-1", "post": "pit_supervisor", "currency": "VND", "table": "RL01"}
        SummedAct.objects.create(
            pk=n,
            property=owner,
            position=n,
            place=0,
            at=at,
            counted_minor=1,
            moved_minor=1,
            round="RL01/1",
            bet="b1",
            **act,
        )
    found = {day: sums_found.found_on(owner, day, 10**6) for day in HOURS}
    sums = {
        day: {each.subject: each.amount_minor for each in rows if each.code == SUM_CODES[0]}
        for day, rows in found.items()
    }
    assert {day: sums[day][f"day:{day}"] for day in HOURS} == HOURS
    assert sums[LONG] == {
        "table:RL01": 26,
        f"day:{LONG}": 26,
        "shift:06:00–14:00": 8,
        "shift:14:00–22:00": 8,
        "shift:22:00–08:00": 10,
    }
    assert {"shift:08:00–16:00", "shift:16:00–00:00", "shift:00:00–08:00"} <= set(sums[AFTER])


def test_shifts_follow_one_another_across_the_change_on_pages_too(owner: Property) -> None:
    each = [shift.when(owner, day, n) for day in HOURS for n in range(3)]
    assert [one.ends_at for one in each[:-1]] == [one.begins_at for one in each[1:]]
    assert (each[0].begins_at, each[-1].ends_at) == (FIRST, LAST)
    for at in moments():
        found = shift.at(owner, at)
        assert found.begins_at <= at < found.ends_at
        assert shift_of(at, owner) == found.shift + 1
    assert figures.shift_opened(local(15, 7), owner) == "22:00–08:00"
    assert figures.shift_opened(local(15, 9), owner) == "08:00–16:00"
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(person("shift_manager"), backend="casino.backends.PostingBackend")
    asked = {"property": CODE, "shift": "2"}
    pages = [
        client.get("/admin/disputes/case/shift/", {**asked, "day": day.isoformat()}).content.decode() for day in HOURS
    ]
    for page, hours in zip(pages, ("22:00–06:00", "22:00–08:00", "00:00–08:00"), strict=True):
        assert hours in page


def test_another_zone_counts_from_its_moment_as_well(story: Story) -> None:
    set_("time_zone", "Asia/Tokyo", CHANGED, now=local(13, 5))  # two hours ahead
    owner = property_of(CODE)
    assert owner.days.bounds(BEFORE) == (local(13, 6), local(14, 6))
    assert owner.days.bounds(LONG) == (local(14, 6), local(15, 4))


def test_the_currency_does_not_change_at_a_moment_by_which_rounds_may_be_recorded(story: Story) -> None:
    with pytest.raises(Problem) as caught:
        set_("currency", "USD", CHANGED, now=local(13, 5))
    assert caught.value.code == "setting_currency_at_once"
