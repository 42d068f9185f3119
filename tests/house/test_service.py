"""What a property sets: by whom, from when, and what of it is in force at a moment."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.contrib.auth.models import Group, User
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.celery import app
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.house_settings import Value
from casino.house import service, tasks
from casino.house.commands import AskSetting, ConfirmSetting, RefuseSetting, WithdrawSetting
from casino.house.facts import STREAM, Decider
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from tests.ledger.conftest import opened
from tests.posting import a_property

NOW = datetime(2026, 11, 20, 4, tzinfo=UTC)
LATER = NOW + timedelta(days=10)
WHY = "Decided in the meeting of the board."
DIRECTOR = Decider(staff="DIR-1", post="director_of_table_games")
OTHER = Decider(staff="DIR-2", post="director_of_table_games")
MANAGER = Decider(staff="PM-1", post="pit_manager")
LIMIT = "dispute_table_limit"


@pytest.fixture(autouse=True)
def houses(db: None, person_keys: Path, settings: Any) -> None:
    settings.FIRST_SETTINGS = {LIMIT: {"VND": 4_000_000}}
    a_property("HOI")
    a_property("DAN")


def ask(
    name: str = LIMIT,
    value: Value | None = None,
    *,
    by: Decider = DIRECTOR,
    at: datetime | None = None,
    now: datetime = NOW,
    reason: str = WHY,
) -> UUID:
    said = {"VND": 3_000_000} if value is None else value
    return give(AskSetting(setting=name, value=said, way="command_line", reason=reason, effective_from=at), by, now)


def give(command: Command, by: Decider, now: datetime = NOW, house: str = "HOI") -> UUID:
    command_id = uuid4()
    service.execute(house, command, by=by, command_id=command_id, now=now)
    return command_id


def confirm(asked: UUID, by: Decider = OTHER, now: datetime = NOW) -> None:
    give(ConfirmSetting(ask=asked), by, now)


def limit(moment: datetime, house: str = "HOI") -> int:
    return service.settings_of(house).amounts(LIMIT, moment)["VND"]


def refused(code: str, command: Any, *args: Any, **said: Any) -> None:
    before = {house: get_ledger(house).head() for house in ("HOI", "DAN")}
    with pytest.raises(Problem) as caught:
        command(*args, **said)
    assert caught.value.code == code
    assert {house: get_ledger(house).head() for house in ("HOI", "DAN")} == before


def test_a_setting_is_in_force_from_its_moment_and_for_this_property_alone() -> None:
    confirm(ask(at=LATER))
    assert limit(NOW) == limit(LATER - timedelta(microseconds=1)) == 4_000_000
    assert limit(LATER) == 3_000_000
    assert limit(LATER, "DAN") == 4_000_000
    at_once = ask(value={"VND": 2_000_000}, now=NOW + timedelta(hours=1))
    confirm(at_once, now=NOW + timedelta(hours=2))
    assert limit(NOW + timedelta(hours=1)) == 4_000_000, "what was done before stays under what was in force then"
    assert limit(NOW + timedelta(hours=2)) == 2_000_000
    assert limit(LATER) == 3_000_000, "what begins later still begins"


def test_the_record_has_who_second_person_reason_and_what_was_before() -> None:
    asked = ask(at=LATER)
    confirm(asked)
    events = get_ledger("HOI").stream(STREAM)
    assert [event.type for event in events] == ["settings.begun.v1", "settings.asked.v1", "settings.set.v1"]
    fact = events[2].data
    assert (fact.asked_by, fact.confirmed_by, fact.ask) == (DIRECTOR, OTHER, asked)
    assert (fact.before, fact.value, fact.effective_from) == ({"VND": 4_000_000}, {"VND": 3_000_000}, LATER)
    assert fact.sealed_reason is not None
    assert WHY not in str(events)


def test_the_same_command_again_is_answered_as_it_was_and_another_under_its_id_is_refused() -> None:
    said = AskSetting(setting=LIMIT, value={"VND": 3_000_000}, way="command_line", reason=WHY)
    given: dict[str, Any] = {"by": DIRECTOR, "command_id": uuid4(), "now": NOW}
    assert service.execute("HOI", said, **given).status == "asked"
    head = get_ledger("HOI").head()
    assert service.execute("HOI", said, **given).status == "duplicate"
    assert get_ledger("HOI").head() == head
    refused("command_conflict", service.execute, "HOI", msgspec.structs.replace(said, value={"VND": 1}), **given)


def test_the_environment_is_heard_only_until_something_is_recorded(settings: Any) -> None:
    assert limit(NOW) == 4_000_000
    assert service.begin("HOI", command_id=uuid4(), now=NOW)
    assert not service.begin("HOI", command_id=uuid4(), now=NOW)
    settings.FIRST_SETTINGS = {LIMIT: {"VND": 99_000_000}}
    assert limit(NOW) == 4_000_000
    assert limit(NOW, "DAN") == 99_000_000


def test_nobody_sets_a_limit_alone_and_nobody_below_sets_it() -> None:
    refused("setting_post", ask, by=MANAGER)
    asked = ask()
    assert limit(NOW) == 4_000_000, "asked is not set"
    refused("setting_same_person", confirm, asked, DIRECTOR)
    refused("setting_post", confirm, asked, MANAGER)
    refused("setting_waits", ask)
    refused("setting_not_yours", give, WithdrawSetting(ask=asked), OTHER)
    refused("setting_ask_unknown", give, ConfirmSetting(ask=asked), OTHER, house="DAN")
    give(RefuseSetting(ask=asked), OTHER)
    refused("setting_ask_unknown", confirm, asked)
    again = ask()
    give(WithdrawSetting(ask=again), DIRECTOR)
    assert limit(NOW) == 4_000_000


def test_nothing_comes_into_force_in_the_past_and_nothing_without_a_reason() -> None:
    refused("setting_in_the_past", ask, at=NOW - timedelta(seconds=1))
    refused("setting_reason", ask, reason=".")
    refused("setting_value", ask, value={"VND": -1})
    refused("setting_unknown", ask, "nothing", 1)
    refused("setting_unchanged", ask, value={"VND": 4_000_000})
    asked = ask(at=NOW + timedelta(hours=1))
    refused("setting_in_the_past", confirm, asked, now=NOW + timedelta(hours=2))


def test_the_house_itself_its_row_shows_what_is_in_force() -> None:
    ask("name_en", "Casino of the Bay")
    assert Property.objects.get(code="HOI").name_en == "Casino of the Bay", "a name needs no second person"
    confirm(ask("gaming_day_starts", 8, at=LATER))
    service.bring_rows_up(NOW)
    assert Property.objects.get(code="HOI").gaming_day_starts == 6
    service.bring_rows_up(LATER)
    assert Property.objects.get(code="HOI").gaming_day_starts == 8
    assert Property.objects.get(code="DAN").gaming_day_starts == 6
    confirm(ask("currency", "USD"))
    assert Property.objects.get(code="HOI").currency == "USD"


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def people(db: None) -> None:
    for name, role in {"dir1": "director_of_table_games", "dir2": "senior_management", "adm": "administrator"}.items():
        user = User.objects.create_user(name, password=f"word-of-{name}")
        user.groups.set([Group.objects.get(name=role)])


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str, password: str = "") -> str:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
    call_command("setting", *arguments, "--property", "HOI", stdout=out, stderr=io.StringIO(), now=NOW)
    return out.getvalue().strip()


def test_by_command_line_with_each_persons_own_password(people: None, monkeypatch: pytest.MonkeyPatch) -> None:
    asking = ("ask", LIMIT, "VND 3000000, USD 150.50", "--reason", WHY)
    number = run(monkeypatch, *asking, "--by", "dir1", password="word-of-dir1")
    assert f"?\t{number}\t{LIMIT}" in run(monkeypatch, "list")
    run(monkeypatch, "confirm", number, "--by", "dir2", password="word-of-dir2")
    assert f"{LIMIT}\tUSD 150.50, VND 3000000\t{NOW.isoformat()}" in run(monkeypatch, "list")


@pytest.mark.parametrize(("by", "password"), [("dir1", "word-of-adm"), ("adm", "word-of-adm"), ("nobody", "")])
def test_nobody_sets_in_another_persons_name(
    people: None, monkeypatch: pytest.MonkeyPatch, by: str, password: str
) -> None:
    """An administrator at the server's terminal, without the director's password."""
    with pytest.raises(CommandError):
        run(monkeypatch, "ask", LIMIT, "VND 1", "--reason", WHY, "--by", by, password=password)
    assert get_ledger("HOI").stream(STREAM) == []


def test_it_comes_into_the_row_by_itself() -> None:
    assert tasks.BEAT.items() <= app.conf.beat_schedule.items()
    assert {entry["task"] for entry in tasks.BEAT.values()} <= set(app.tasks)
    tasks.bring_rows_up()


def test_the_first_values_are_recorded_once_a_round_is() -> None:
    service.bring_rows_up(NOW)
    assert get_ledger("HOI").stream(STREAM) == []
    get_ledger("HOI").append([opened()])
    service.bring_rows_up(NOW)
    service.bring_rows_up(NOW)
    assert [event.type for event in get_ledger("HOI").stream(STREAM)] == ["settings.begun.v1"]
    assert get_ledger("DAN").stream(STREAM) == []
