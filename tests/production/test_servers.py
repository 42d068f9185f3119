"""The same code on servers of their own: PostgreSQL 15 or later, RabbitMQ, Redis. Run by ``.ci/run``.

``DATABASE_URL`` names the PostgreSQL server (as the owner), TEST_RABBITMQ_URL and TEST_REDIS_URL the brokers.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from casino.core.events import NewEvent
from casino.embedded import processes
from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.engine.device import GapFound
from games.rows import readmodel
from tests.conftest import FreshDatabase

pytestmark = pytest.mark.production

REPOSITORY = Path(__file__).resolve().parents[2]
CODE = "PRD"


def silence(first: int) -> NewEvent:
    """A fact to record: numbers of a device are missing."""
    return NewEvent(
        id=uuid4(),
        stream="device/RL01-wheel",
        type="device.gap_found.v1",
        data=GapFound(device="RL01-wheel", first=first, last=first),
        actor="system:ingest",
        occurred_at=datetime(2026, 11, 20, 5, tzinfo=UTC),
    )


@pytest.fixture
def ledger(fresh_database: FreshDatabase) -> Ledger:
    Property.objects.create(code=CODE, name_vi="Thử", name_en="Trial")
    return Ledger(CODE)


@pytest.fixture(params=["TEST_RABBITMQ_URL", "TEST_REDIS_URL"])
def broker(request: pytest.FixtureRequest) -> str:
    return os.environ[request.param]


def environment(database: FreshDatabase, broker: str) -> dict[str, str]:
    """As in production: the application's role and the broker."""
    return os.environ | {"DATABASE_URL": database.app_url, "CELERY_BROKER_URL": broker}


def celery(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--app=casino", *arguments]


@contextmanager
def worker(variables: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker with one child; ended however the test ends."""
    command = celery(
        "worker", "--concurrency=1", "--queues=fast", "--loglevel=INFO", "--include=tests.production.tasks"
    )
    with process_of(command, variables, log) as process:
        yield process


@contextmanager
def process_of(command: list[str], variables: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program of ours in a process group of its own; ended however the test ends."""
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=output,
            cwd=REPOSITORY,
            env=variables,
            start_new_session=True,
            preexec_fn=processes.dying_with(os.getpid(), signal.SIGKILL),
        )
    try:
        yield process
    finally:
        processes.end_group(process.pid, patience_seconds=10)
        process.wait()


def send(variables: dict[str, str], statement: str) -> None:
    """Send tasks from a process of its own, as the web server does."""
    program = f"import django; django.setup(); {statement}"
    settings = {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, env=variables | settings, check=True, timeout=60)


def eventually(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.1)
    return condition()


def test_the_server_is_one_of_those_named(fresh_database: FreshDatabase) -> None:
    with psycopg.connect(fresh_database.url) as connection:
        assert connection.info.server_version >= 150000
        assert connection.info.host == "127.0.0.1"


def test_append_and_read(ledger: Ledger) -> None:
    events = [silence(number) for number in range(1, 101)]
    first = ledger.append(events)
    again = ledger.append(events)
    assert [answer.position for answer in first] == list(range(1, 101))
    assert [answer.position for answer in again] == [answer.position for answer in first]
    assert {str(answer.status) for answer in again} == {"duplicate"}
    assert [event.id for event in ledger.read(limit=1000)] == [event.id for event in events]


def test_the_record_is_closed_to_the_application(ledger: Ledger, fresh_database: FreshDatabase) -> None:
    ledger.append([silence(1)])
    for statement in ("UPDATE ledger_event SET actor = 'x'", "DELETE FROM ledger_event", "TRUNCATE ledger_event"):
        with (
            psycopg.connect(fresh_database.app_url) as application,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            application.execute(statement)
    with psycopg.connect(fresh_database.url) as owner, pytest.raises(psycopg.Error):
        owner.execute("DELETE FROM ledger_event")


def test_a_worker_follows_the_log(ledger: Ledger, fresh_database: FreshDatabase, broker: str, tmp_path: Path) -> None:
    """The real task, as it is sent after every ingest: the read models catch up with the ledger."""
    variables = environment(fresh_database, broker)
    subprocess.run(celery("purge", "-f", "-Q", "fast"), cwd=REPOSITORY, env=variables, check=False, timeout=60)
    ledger.append([silence(number) for number in range(1, 51)])
    with worker(variables, tmp_path / "worker.log"):
        send(variables, f"from games.tasks import follow; follow.delay({CODE!r})")
        done = eventually(lambda: follow.position(readmodel.NAME, CODE) >= 50, 60)
    assert done, (tmp_path / "worker.log").read_text()


def test_a_task_survives_its_worker(ledger: Ledger, fresh_database: FreshDatabase, broker: str, tmp_path: Path) -> None:
    """The worker is killed in the middle of a task; the next one does it."""
    # RabbitMQ notices a dead worker at once; Redis gives its tasks back after this time.
    variables = environment(fresh_database, broker) | {"BROKER_VISIBILITY_SECONDS": "5"}
    subprocess.run(celery("purge", "-f", "-Q", "fast"), cwd=REPOSITORY, env=variables, check=False, timeout=60)
    begun, done = tmp_path / "begun", tmp_path / "done"
    log = tmp_path / "worker.log"
    with worker(variables, log) as first:
        statement = f"from tests.production.tasks import slow; slow.delay({str(begun)!r}, {str(done)!r})"
        send(variables, statement)
        assert eventually(begun.exists, 60), log.read_text()
        os.killpg(first.pid, signal.SIGKILL)
    assert not done.exists()
    begun.unlink()
    (tmp_path / "hurry").touch()
    with worker(variables, log):
        assert eventually(done.exists, 60), log.read_text()
