"""At rest nobody is told to look whether there is anything: a room asks for all followers and properties at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import psycopg
import pytest

from casino.celery import app
from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.behind import behind
from casino.operations import worker_messages
from casino.operations.watching import WATCHES, Watcher
from casino.site import health
from games import tasks
from games.rows import readmodel
from tests.ledger.conftest import CODE, make_property, opened

pytestmark = pytest.mark.django_db
app.loader.import_default_modules()  # as worker and beat do at their start

MESSAGES_A_MINUTE = 20
"""That beat sends by its schedule; each is some ten milliseconds of three processes. It was 75 before."""
STATEMENTS_A_MINUTE = 150
"""That beat's looks ask, whatever the number of properties but for the watches named below."""
FOLLOWERS = ("games.sweep", "disputes.sweep", "surveillance.sweep", "reports.sweep")


def looked(name: str, count: int = 2) -> int:
    """How many statements a look takes where nothing is left: those past Django's cursors too."""
    asked: list[str] = []
    execute: Callable[..., Any] = psycopg.Cursor.execute

    def note(cursor: Any, query: Any, *given: Any, **named: Any) -> Any:
        asked.append(query)
        return execute(cursor, query, *given, **named)

    with patch.object(psycopg.Cursor, "execute", note):
        for _ in range(count):
            WATCHES[name].left()
    return len(asked) // count


def test_beat_sends_few_messages() -> None:
    seconds = [entry["schedule"] for entry in app.conf.beat_schedule.values()]
    assert sum(60 / each for each in seconds) + 4 <= MESSAGES_A_MINUTE, "and four of casino.operations.vitals"


def test_an_idle_minute_of_beat_takes_few_statements_however_many_properties() -> None:
    for code in ("HOI", "DAN", "ELS"):
        make_property(code)
    asked = {name: looked(name) * 60 / watch.seconds for name, watch in WATCHES.items()}
    assert sum(asked.values()) <= STATEMENTS_A_MINUTE, asked


@pytest.mark.parametrize("name", FOLLOWERS)
def test_what_followers_are_asked_does_not_grow_with_the_properties(name: str) -> None:
    make_property("HOI")
    one = looked(name)
    for code in ("DAN", "ELS", "NHA"):
        make_property(code)
    assert 1 <= looked(name) == one <= 3


@pytest.mark.parametrize("name", FOLLOWERS)
def test_workers_are_told_once_there_is_something_and_beat_does_it_where_they_do_not(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(worker_messages, "tell", lambda task, *arguments: told.append(task.name))
    make_property()
    acted: list[bool] = []
    watcher = Watcher(WATCHES[name]._replace(act=lambda: acted.append(True)))
    assert not watcher.look()
    assert told == []
    get_ledger(CODE).append([opened()])
    assert not watcher.look()
    assert (len(told), told[0].endswith("sweep"), acted) == (1, True, [])
    assert watcher.look()
    assert (len(told), acted) == (1, [True])


def test_one_statement_knows_every_follower_at_every_property(django_assert_num_queries: Any) -> None:
    names = list(health.FOLLOWERS)
    for code in (CODE, "DAN"):
        make_property(code)
    assert behind(names) == ()
    get_ledger(CODE).append([opened()])
    assert behind(names) == tuple((CODE, name, 0) for name in names)
    follow.catch_up(names[0], CODE, lambda events: None)
    assert behind(names) == tuple((CODE, name, 0) for name in names[1:])


def test_the_sweep_of_tables_sees_what_no_follower_is_behind_with() -> None:
    make_property()
    get_ledger(CODE).append([opened()])
    for name in tasks.FOLLOWING:
        follow.catch_up(name, CODE, lambda events: None)
    assert WATCHES["games.sweep"].left() is None
    readmodel.rebuild(CODE)
    assert (WATCHES["games.sweep"].left() is None) is (behind(tasks.FOLLOWING) == ())
