"""Rows that are remembered (``tests/remembered.py``) are those that the product writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from casino.access.postings import post_of
from casino.clock import now as clock
from tests import remembered as module
from tests.admin.house import House, person
from tests.clock import HouseClock
from tests.posting import a_property

T = TypeVar("T")
PEOPLE = ("pit_manager", "surveillance")


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, fresh_database: object) -> dict[object, Any]:
    """What is remembered: nothing yet."""
    nothing: dict[object, Any] = {}
    monkeypatch.setattr(module, "_KEPT", nothing)
    return nothing


def undone(what: Callable[[], T]) -> T:
    """In a transaction of its own, as each test has one."""
    with transaction.atomic():
        found = what()
        transaction.set_rollback(True)
    return found


def begun() -> tuple[dict[str, list[Any]], House]:
    """A house with people, and all rows of all tables."""
    house, found = House(people=PEOPLE), {}
    with connection.cursor() as cursor:
        cursor.execute(module.TABLES)
        for table, columns in cursor.fetchall():
            cursor.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2")
            found[table] = cursor.fetchall()
    return found, house


def test_the_second_time_the_same_rows_stand_in_every_table(kept: dict[object, Any]) -> None:
    built, first = undone(begun)
    assert list(kept) == [(("house", "VND", *PEOPLE), clock().date())]
    again, second = undone(begun)
    assert again == built
    assert len(again["ledger_index"]) > 30
    assert len(again["games_round"]) == 6
    assert (second.story.now, second.story.count) == (first.story.now, first.story.count)


def test_on_another_day_people_are_posted_all_the_same(kept: dict[object, Any], house_clock: HouseClock) -> None:
    """They are for the days around the one on which they were written down."""

    def posted() -> str:
        House(people=PEOPLE)
        return str(post_of(person("pit_manager")))

    found = [undone(posted) for _ in range(2)]
    house_clock.later(days=95)
    found += [undone(posted) for _ in range(2)]
    assert found == ["pit_manager"] * 4
    assert len(kept) == 2


def test_what_is_written_next_stands_behind_them(kept: dict[object, Any], fresh_database: object) -> None:
    """Also in a database that has never numbered such rows."""
    undone(begun)
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('auth_user_id_seq', 1, false), setval('games_watchdue_id_seq', 1, false)")

    def gone_on() -> None:
        house = House(people=PEOPLE)
        manager = User.objects.get(username="pit.manager")
        assert post_of(manager) == "pit_manager"
        assert person("shift_manager").pk > manager.pk
        house.story.spin("another", house.story.now)
        house.follow()
        assert house.round("another").status == house.round("right").status

    undone(gone_on)


def test_who_has_written_something_before_builds(kept: dict[object, Any]) -> None:
    undone(lambda: (a_property(), House()))
    assert not kept
    undone(House)
    assert kept
    before = dict(kept)
    undone(lambda: (a_property("HOI"), House()))
    House()
    assert kept == before, "what stays is built as well"
    assert undone(lambda: House().property.code) == "TST", "where a house stands already, it is another time the same"
