"""What changes on a page that stays open: news, clocks, who else is there; at a bounded cost, and without an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.ledger.application import get_ledger
from disputes.case import commands as c
from disputes.rows import presence
from disputes.rows.models import Case as CaseRow
from disputes.rows.models import Presence
from tests.clock import HouseClock
from tests.disputes.admin.conftest import As
from tests.disputes.court import Court
from tests.replay.story import CODE

MOST_QUERIES = 20


def case_page(court: Court, **asked: Any) -> str:
    row = CaseRow.objects.get(number=court.number)
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"/admin/disputes/case/{row.pk}/live/?{query}"


def test_who_changed_what_since_i_looked(court: Court, as_: As) -> None:
    court.open()
    client, seen = as_("pit_manager", "en"), court.case.version
    assert "since you looked" not in client.get(case_page(court, seen=seen)).content.decode()
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    shown = client.get(case_page(court, seen=seen)).content.decode()
    assert "1 entry since you looked" in shown
    assert "pit.supervisor" in shown
    assert "Passed on" in shown
    assert 'data-news="1"' in shown
    assert 'id="case-clocks"' in shown, "the clocks move with it"


def test_somebody_else_is_on_this_case_and_at_which_step(court: Court, as_: As) -> None:
    court.open()
    supervisor, manager = as_("pit_supervisor", "en"), as_("pit_manager", "en")
    assert "too" not in supervisor.get(case_page(court)).content.decode(), "nobody else yet"
    shown = manager.get(case_page(court, command="pass_on")).content.decode()
    assert "pit.supervisor" in shown
    assert "has this case open too" in shown
    shown = supervisor.get(case_page(court)).content.decode()
    assert "is at this step:" in shown
    assert "Pass on to the pit manager" in shown


def test_presence_passes_and_is_swept_away(court: Court, as_: As, monkeypatch: pytest.MonkeyPatch) -> None:
    court.open()
    as_("pit_manager").get(case_page(court))
    row = CaseRow.objects.get()
    now = Presence.objects.get().at
    assert presence.others(row.pk, 0, now + timedelta(seconds=20))
    assert not presence.others(row.pk, 0, now + presence.HERE + timedelta(seconds=1))
    assert presence.sweep(now + timedelta(hours=1)) == 0
    assert presence.sweep(now + presence.KEPT + timedelta(seconds=1)) == 1


def test_looking_on_writes_no_event_and_costs_a_few_queries(court: Court, as_: As) -> None:
    court.open()
    client = as_("pit_manager", "en")
    address = case_page(court, seen=court.case.version)
    head = get_ledger(CODE).head()
    for _again in range(2):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(address).status_code == 200
        assert len(asked) <= MOST_QUERIES
    assert get_ledger(CODE).head() == head
    assert Presence.objects.count() == 1


def test_the_inbox_tells_how_many_cases_moved_and_moves_its_clocks(court: Court, as_: As) -> None:
    court.open()
    client, row = as_("pit_manager", "en"), CaseRow.objects.get()
    page = client.get("/admin/disputes/case/").content.decode()
    assert f"/admin/disputes/case/live/?seen={row.last_position}&amp;chosen=waiting&amp;rows={row.pk}" in page
    address = f"/admin/disputes/case/live/?seen={row.last_position}&rows={row.pk}"
    assert "changed since you looked" not in client.get(address).content.decode()
    court.do("pit_supervisor", c.PassOn(why="cannot_be_resolved"))
    with CaptureQueriesContext(connection) as asked:
        shown = client.get(address).content.decode()
    assert len(asked) <= MOST_QUERIES
    assert "1 case changed since you looked." in shown
    assert f'id="clock-{row.pk}" hx-swap-oob="true"' in shown


def test_asking_is_no_use_of_a_session(court: Court, as_: As, house_clock: HouseClock, settings: Any) -> None:
    """Else a tablet that is left lying would never be signed out."""
    court.open()
    client = as_("pit_manager", "en")
    client.get("/admin/")
    used = client.session["life"]["seen"]
    house_clock.later(minutes=5)
    client.get(case_page(court))
    assert client.session["life"]["seen"] == used
    house_clock.later(minutes=settings.SESSION_IDLE_MINUTES)
    assert client.get(case_page(court)).headers["HX-Refresh"] == "true", "the page goes away"
    form = client.get(case_page(court, command="add_note"))
    assert (form.status_code, "HX-Refresh" in form.headers) == (286, False), "what is typed stays"


def test_strangers_hear_nothing(court: Court, as_: As) -> None:
    from django.test import Client

    court.open()
    for client in (Client(), as_("dealer"), as_("administrator")):
        answer = client.get(case_page(court))
        assert (answer.status_code, answer.content) == (286, b"")
        assert client.get("/admin/disputes/case/live/").content == b""
    assert not Presence.objects.exists()
