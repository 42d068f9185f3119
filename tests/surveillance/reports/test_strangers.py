"""Those who may not, those who may a little, two at once, and somebody who was erased."""

from __future__ import annotations

import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault import sealing
from surveillance.bundle.selection import Selection
from surveillance.reports import keeping, scope
from surveillance.reports.models import ReportFile, ReportState
from tests.disputes.court import colleague
from tests.replay.story import CODE
from tests.surveillance.reports import acts
from tests.surveillance.reports.conftest import Asking

ROUND = Selection(about="round", round="RL01/short")


@pytest.mark.parametrize("role", ["dealer", "pit_supervisor", "surveillance", "head_of_operations", "administrator"])
def test_roles_that_ask_for_nothing(asks: Asking, role: str) -> None:
    with pytest.raises(Problem) as caught:
        asks.ask(ROUND, colleague(f"{role}-x", role))
    assert caught.value.code in ("reports_not_yours", "forbidden")


def test_a_pit_manager_asks_of_the_tables_where_they_are_posted(asks: Asking) -> None:
    here, there = colleague("pm-here", "pit_manager"), colleague("pm-there", "pit_manager", tables=("RL02",))
    row = asks.ask(ROUND, here)
    assert row.requested_by == "pm-here"
    with pytest.raises(Problem) as caught:
        asks.ask(ROUND, there)
    assert caught.value.code == "reports_not_your_table"
    assert not scope.may_see(asks.actor(there), row)
    assert scope.may_see(asks.actor(here), row)
    assert scope.may_see(asks.actor("senior_management"), row)


def test_a_pit_manager_must_name_tables_of_theirs(asks: Asking) -> None:
    from games.rows.models import Round

    day = Round.objects.get(stream="round/RL01/short").gaming_day
    manager = colleague("pm-here", "pit_manager")
    for tables in ((), ("RL01", "RL02")):
        with pytest.raises(Problem) as caught:
            asks.ask(Selection(about="gaming_day", from_day=day, tables=tables), manager)
        assert caught.value.code == "reports_not_your_table"
    assert asks.ask(Selection(about="gaming_day", from_day=day, tables=("RL01",)), manager).tables == ["RL01"]


def test_somebody_who_is_erased_takes_the_files_with_them(asks: Asking) -> None:
    asks.court.passed_on()
    selection = Selection(about="case", case=asks.court.number)
    row = asks.made(selection)
    kept = ReportFile.objects.get(report=row.code, what="bundle")
    assert not keeping.shut(row, asks.court.now)
    sealing.erase_person(CODE, kept.persons[0], now=asks.court.now)
    with pytest.raises(Problem) as caught:
        keeping.piece(row, "bundle", asks.court.now)
    assert caught.value.code == "reports_file_gone"
    assert asks.row(row.code).state == ReportState.DELETED
    assert not keeping.place().exists(kept.path)
    events = get_ledger(CODE).stream(row.stream)
    assert (events[-1].data.rule, events[-1].actor) == ("erased", "system:reports")
    again = asks.made(selection, position=row.position)
    from tests.surveillance.reports.test_making import lines

    states = {each["state"] for each in lines(again, "disclosures.ndjson")}
    assert "erased" in states


def test_two_equal_requests_at_once_are_one_report(fresh_database: Any, folder: Any, person_keys: Any) -> None:
    from tests.admin.house import House
    from tests.disputes.court import Court

    asks = Asking(Court(House()))
    actor = asks.actor("senior_management")

    found: list[str] = []

    def ask() -> None:
        try:
            found.append(acts.ask(asks.owner, actor, ROUND, command_id=uuid4(), now=asks.court.now))
        finally:
            connection.close()

    both = [threading.Thread(target=ask) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert len(found) == 2
    assert len(set(found)) == 1
