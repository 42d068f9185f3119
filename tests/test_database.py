"""A PostgreSQL that does not answer holds nobody up for ever."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from casino.database.base import DatabaseWrapper
from casino.site import environment

PATIENCE_SECONDS = 60
"""Far more than any bound here, and far less than for ever."""


def wrapper(url: str, monkeypatch: pytest.MonkeyPatch, **seconds: int) -> DatabaseWrapper:
    """A connection of its own, as the settings would make it."""
    monkeypatch.setenv("BOUNDED_URL", url)
    for name, value in seconds.items():
        monkeypatch.setenv(f"DATABASE_{name.upper()}_SECONDS", str(value))
    given = environment.database("BOUNDED_URL")
    return DatabaseWrapper({**connections["default"].settings_dict, **given}, alias="default")


@pytest.fixture
def bounded(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[DatabaseWrapper]:
    monkeypatch.setattr(environment, "SILENCE_SECONDS", 1)
    made = wrapper(os.environ["DATABASE_URL"], monkeypatch, statement=2)
    yield made
    made.close()


def ask(database: BaseDatabaseWrapper, statement: str) -> Any:
    with database.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()


def test_the_server_ends_a_statement_that_takes_too_long_and_the_connection_goes_on(bounded: DatabaseWrapper) -> None:
    with pytest.raises(OperationalError, match=r"statement timeout|did not answer"):
        ask(bounded, f"SELECT pg_sleep({PATIENCE_SECONDS})")
    bounded.close_if_unusable_or_obsolete()
    assert ask(bounded, "SELECT 1") == (1,)


def test_a_frozen_server_is_given_up_and_a_new_connection_made_when_it_goes_on(bounded: DatabaseWrapper) -> None:
    (process,) = ask(bounded, "SELECT pg_backend_pid()")
    os.kill(process, signal.SIGSTOP)
    began = time.monotonic()
    try:
        with pytest.raises(OperationalError, match="did not answer within 3 seconds"):
            ask(bounded, "SELECT 1")
        assert time.monotonic() - began < PATIENCE_SECONDS
    finally:
        os.kill(process, signal.SIGCONT)
    bounded.close_if_unusable_or_obsolete()
    (other,) = ask(bounded, "SELECT pg_backend_pid()")
    assert other != process


def test_a_commit_that_is_not_answered_is_given_up_too(bounded: DatabaseWrapper) -> None:
    (process,) = ask(bounded, "SELECT pg_backend_pid()")
    bounded.set_autocommit(False)
    ask(bounded, "SELECT 1")
    os.kill(process, signal.SIGSTOP)
    try:
        with pytest.raises(OperationalError, match="did not answer"):
            bounded.commit()
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_server_that_takes_the_call_and_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        port = mute.getsockname()[1]
        database = wrapper(f"postgresql://nobody@127.0.0.1:{port}/nothing", monkeypatch, connect=2)
        began = time.monotonic()
        with pytest.raises(psycopg.OperationalError):
            database.get_new_connection(database.get_connection_params())
        assert time.monotonic() - began < PATIENCE_SECONDS


def test_commands_that_may_take_hours_have_no_limit(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    database = wrapper(os.environ["DATABASE_URL"], monkeypatch, statement=0)
    assert ask(database, "SHOW statement_timeout") == ("0",)
    assert "wait" not in vars(database.connection)
    database.close()


def test_options_of_the_url_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_URL", "postgresql://a@h/n?connect_timeout=3&options=-c%20search_path%3Dx")
    monkeypatch.setenv("DATABASE_STATEMENT_SECONDS", "30")
    found = environment.database("SOME_URL")
    assert found["OPTIONS"]["connect_timeout"] == "3"
    assert found["OPTIONS"]["options"] == "-c search_path=x -c statement_timeout=30000"
    assert found["SILENCE_SECONDS"] == 35


def test_worker_and_beat_wait_for_no_row_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their settings are loaded by the application of the tasks."""
    asked = "import casino.celery; from django.conf import settings; print(settings.DATABASES['default']['OPTIONS'])"
    monkeypatch.delenv("DATABASE_LOCK_SECONDS", raising=False)
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "-c lock_timeout=10000" in told
    monkeypatch.setenv("DATABASE_LOCK_SECONDS", "3")
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert "-c lock_timeout=3000" in told


def test_the_wait_of_whoever_asks_for_less_is_theirs(bounded: DatabaseWrapper) -> None:
    ask(bounded, "SELECT 1")
    assert list(bounded.connection.notifies(timeout=0.1)) == []
    assert not bounded.connection.closed
