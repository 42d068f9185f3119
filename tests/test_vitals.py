"""``/readyz`` says of everything that works unasked when it is away: each of these takes one thing away."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from kombu.connection import Connection

from casino.celery import app
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.operations import vitals, watching, worker_messages
from casino.operations.models import Vital
from casino.operations.vitals import SILENT_SECONDS
from casino.site import health
from casino.site.queues import PROMPT
from disputes.notices.models import Notice, NoticeKind
from surveillance.files import starting, storage
from surveillance.files.models import FootageJob, JobKind, JobState
from tests.ledger.conftest import make_property

pytestmark = pytest.mark.django_db


@pytest.fixture
def well(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> None:
    """Beat looks, and a worker of each queue takes what it is told."""
    monkeypatch.setattr(vitals, "STORES", {"film": starting.away})
    monkeypatch.setattr(worker_messages, "tell", lambda task, *arguments: task.run(*arguments))
    settings.FOOTAGE_INCOMING_DIR = str(tmp_path)
    settings.PERSON_KEYS_DIR = str(tmp_path)
    vitals.look()
    vitals.look_at_stores()


def said() -> tuple[int, list[str]]:
    found = health.ready()
    return found.status, found.text.splitlines()


def quiet(name: str) -> None:
    Vital.objects.filter(name=name).update(at=clock() - timedelta(seconds=SILENT_SECONDS + 1))


def test_nothing_is_said_where_all_is_well(well: None) -> None:
    assert said() == (200, ["ok"])


def test_beat_is_trouble_from_the_first_and_hides_what_it_alone_knows(well: None) -> None:
    quiet("beat")
    quiet("worker default")
    assert said() == (503, ["beat", "beat silent"])
    Vital.objects.all().delete()
    assert said() == (503, ["beat", "beat silent"])


@pytest.mark.parametrize("queue", vitals.QUEUES)
def test_workers_of_each_queue(queue: str, well: None) -> None:
    quiet(f"worker {queue}")
    assert said() == (200, ["ok", f"workers {queue} silent"])


@pytest.mark.parametrize("queue", vitals.QUEUES)
def test_a_queue_in_which_messages_wait(queue: str, well: None) -> None:
    task = vitals.heard if queue == "default" else vitals.heard_promptly
    task.run(queue, (clock() - timedelta(seconds=90)).isoformat())
    assert said() == (200, ["ok", f"queue {queue} 90 s"])


def test_a_broker_that_refuses(well: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "connection_for_write", lambda **_: Connection("amqp://127.0.0.1:1//"))  # type: ignore[no-untyped-call]
    vitals.look()
    assert said() == (200, ["ok", "broker away"])
    assert "127.0.0.1" not in Vital.objects.get(name="broker").said


def away() -> Path:
    raise Problem("footage_storage_away", what="film")


def test_a_store_of_films_that_is_away_or_hangs(well: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "incoming", away)
    vitals.look_at_stores()
    assert said() == (200, ["ok", "film away"])


def test_a_store_that_hangs_is_not_heard_of(well: None) -> None:
    quiet("store film")
    assert said() == (200, ["ok", "film away"])


def test_keys_that_cannot_be_used(well: None, settings: Any, tmp_path: Path) -> None:
    settings.PERSON_KEYS_DIR = str(tmp_path / "unmounted")
    status, lines = said()
    assert (status, "keys" in lines) == (503, True)


def test_letters_that_wait(well: None) -> None:
    house = make_property()
    user = User.objects.create_user("who", email="who@example.org")
    made = {"user": user, "property": house, "kind": NoticeKind.ACCOUNT}
    notice = Notice.objects.create(key="1", made_at=clock(), **made)
    assert said() == (200, ["ok"])
    Notice.objects.filter(pk=notice.pk).update(made_at=clock() - timedelta(minutes=16))
    assert said() == (200, ["ok", "mail waits 1"])


def test_work_that_nobody_takes(well: None) -> None:
    asked = clock() - timedelta(minutes=20)
    job = FootageJob.objects.create(
        property=make_property(), kind=JobKind.CHECK, about="R", key="R", asked_at=asked, state=JobState.QUEUED
    )
    assert said() == (200, ["ok", "queue work 1200 s"])
    FootageJob.objects.create(
        property=job.property, kind=JobKind.PROCESS, about="S", key="S", asked_at=asked, state=JobState.RUNNING
    )
    assert said() == (200, ["ok"]), "a film may take hours"


def test_beat_gathers_it_and_each_message_goes_to_its_queue() -> None:
    assert {"vitals", "vitals.stores"} <= set(watching.WATCHES)
    assert watching.WATCHES["vitals"].act is vitals.look
    routes = {
        task.name: app.amqp.router.route({}, task.name)["queue"].name for task in (vitals.heard, vitals.heard_promptly)
    }
    assert routes == {"casino.heard": app.conf.task_default_queue, "casino.heard_promptly": "prompt"}


REPORTS: list[Callable[[], Any]] = list(health.REPORTS.values())


def test_no_part_costs_more_than_a_few_milliseconds_and_few_statements(
    well: None, django_assert_max_num_queries: Any
) -> None:
    """Processor time, on whatever machine: many times what it takes, so that only another kind of work fails."""
    assert len(REPORTS) >= 8
    for report in REPORTS:
        list(report())
        begun = time.thread_time()
        with django_assert_max_num_queries(6, connection=connection):
            list(report())
        assert time.thread_time() - begun < 0.05, report


ALWAYS_DUE = {
    "disputes.remind": PROMPT,
    "surveillance.keep": PROMPT,
    "reports.keep": PROMPT,
    "footage.keep": vitals.DEFAULT,
}


@pytest.mark.parametrize("name", ALWAYS_DUE)
def test_beat_does_what_is_always_due_only_where_no_worker_of_its_queue_is_heard_of(name: str, well: None) -> None:
    assert not watching.WATCHES[name].left()
    for queue in vitals.QUEUES:
        if queue != ALWAYS_DUE[name]:
            quiet(f"worker {queue}")
    assert not watching.WATCHES[name].left()
    quiet(f"worker {ALWAYS_DUE[name]}")
    assert watching.WATCHES[name].left()
    Vital.objects.all().delete()
    assert watching.WATCHES[name].left(), "none was ever heard of"
