"""``/healthz`` tells the truth about the database; ``/readyz`` about what people must see to."""

from __future__ import annotations

import re
from collections import namedtuple
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from casino.checkpoints import building
from casino.checkpoints.models import Log
from casino.clock import now as clock_now
from casino.core.text import Text
from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.site import health
from games.rows import origins, readmodel, server_clock, waiting
from games.watch import follower as watch
from tests.ledger.conftest import CODE, make_property, opened


@pytest.mark.django_db
def test_ok_when_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


@pytest.mark.django_db
def test_503_and_nothing_more_when_it_does_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cursor() -> None:
        raise OperationalError("password authentication failed for user secret")

    monkeypatch.setattr(connection, "cursor", no_cursor)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (503, b"database")


@pytest.fixture(autouse=True)
def alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """What works unasked is there (``test_vitals.py``)."""
    monkeypatch.delitem(health.REPORTS._entries, "vitals")


# --- /readyz ----------------------------------------------------------------------------------------------------------
Usage = namedtuple("Usage", "total used free")


def asked(client: Client) -> tuple[int, str]:
    answer = client.get("/readyz")
    return answer.status_code, answer.content.decode()


def keep_up() -> None:
    for name in health.FOLLOWERS:
        follow.catch_up(name, CODE, lambda events: None)


@pytest.fixture
def recorded_long_ago(db: None) -> None:
    """One event, recorded an hour ago."""
    make_property()
    Ledger(CODE, clock=lambda: clock_now() - timedelta(hours=1)).append([opened()])


def test_ready_where_everybody_keeps_up(client: Client, recorded_long_ago: None) -> None:
    keep_up()
    assert asked(client) == (200, "ok")


def test_ready_while_the_newest_is_still_to_be_seen(client: Client, db: None) -> None:
    make_property()
    Ledger(CODE).append([opened()])
    assert asked(client) == (200, "ok")


def test_a_follower_that_lags_is_said_and_not_which(client: Client, recorded_long_ago: None) -> None:
    keep_up()
    for name in health.FOLLOWERS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(health, "FOLLOWERS", {**health.FOLLOWERS, f"{name}-slow": Text("", "")})
            assert asked(client) == (503, "followers")
    assert asked(client) == (200, "ok")


def test_the_followers_of_every_room_are_asked_for() -> None:
    assert {"games", "disputes", "library"} < set(health.FOLLOWERS)


@pytest.mark.parametrize("name", [readmodel.NAME, server_clock.NAME, origins.NAME, waiting.NAME, watch.NAME, "audit"])
def test_followers_are_called_by_what_they_do(name: str) -> None:
    title = health.follower_title(name)
    assert name not in (title.vi, title.en)


def test_a_disk_that_fills_up_is_said(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino.site.health.shutil.disk_usage", lambda folder: Usage(10**12, 10**12, 1_000))
    assert asked(client) == (503, "disk")


def test_a_database_that_takes_no_writes_is_said(
    client: Client, recorded_long_ago: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_up()
    monkeypatch.setattr(health, "_WRITE", "SET TRANSACTION READ ONLY;" + health._WRITE)
    assert asked(client) == (503, "read-only")


@pytest.mark.django_db
def test_a_database_that_is_gone_is_said(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_cursor() -> None:
        raise OperationalError("password authentication failed for user secret")

    monkeypatch.setattr(connection, "cursor", no_cursor)
    assert asked(client) == (503, "database")


# The transparency log


def test_the_lag_of_the_log_and_the_age_of_its_checkpoint_are_named(
    client: Client, db: None, settings: Any, tmp_path: Path
) -> None:
    make_property()
    Ledger(CODE).append([opened()])
    assert asked(client) == (200, "ok"), "no log is kept here"
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    settings.TRANSPARENCY_HOST = "log.example"
    assert asked(client) == (200, "ok\ntransparency - lag 1 checkpoint - s signature - s")
    assert building.advance(CODE, clock_now() - timedelta(seconds=100))
    status, told = asked(client)
    assert status == 200
    found = re.fullmatch(r"ok\ntransparency log\.example/(\S+) lag 0 checkpoint (\d+) s signature (\d+) s", told)
    assert found is not None, told
    assert found[1] == CODE
    assert 100 <= int(found[2]) == int(found[3]) < 160
    Log.objects.update(signed_at=clock_now() - timedelta(minutes=5))
    status, told = asked(client)
    assert (status, told.splitlines()[0]) == (503, "transparency")
