"""Brokers that freeze, die and come back: the house goes on, and the worker with it.

Each test starts a Redis and a RabbitMQ of its own; where a program is not installed, its half is skipped. The worker
and beat are real processes, started as in production.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from casino.celery import app
from casino.ledger import follow
from casino.operations import worker_messages
from casino.operations.worker_messages import Line, Teller
from games import tasks
from games.rows import readmodel
from tests.conftest import FreshDatabase
from tests.ingest.conftest import House, make_house
from tests.production.brokers import OwnBroker, RabbitMQ, Redis
from tests.production.test_servers import celery, environment, eventually, process_of, send, worker
from tests.test_worker_messages import post

pytestmark = pytest.mark.production

BACK_SECONDS = 90
"""Within this a worker takes tasks again after its broker came back, and beat has swept."""


@pytest.fixture(params=[Redis, RabbitMQ])
def own_broker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OwnBroker]:
    broker: OwnBroker = request.param(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def house(fresh_database: FreshDatabase) -> House:
    return make_house()


def is_at_the_head(house: House) -> bool:
    return follow.position(readmodel.NAME, house.code) == house.count()


def follow_by_worker(variables: dict[str, str], house: House, client: Client, log: Path) -> None:
    """One event more, told as the web server tells; the worker, and nobody else, brings the read models up."""
    assert post(client, house)[0] == 200
    told = f"tell(follow, {house.code!r}); assert teller().flush(20); assert not teller().dropped"
    send(
        variables, f"from casino.operations.worker_messages import tell, teller; from games.tasks import follow; {told}"
    )
    assert eventually(lambda: is_at_the_head(house), BACK_SECONDS), log.read_text()[-6_000:]


def test_posts_and_health_go_on_while_the_broker_is_frozen_and_nothing_is_lost(
    own_broker: OwnBroker, house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_asked_before", lambda *_: False)
    told = Teller(Line(app, own_broker.url).send, pause_seconds=0.5)
    monkeypatch.setattr(worker_messages, "_teller", told)
    usual = [post(client, house) for _ in range(50)]
    assert told.flush(20)
    assert told.dropped == 0
    own_broker.freeze()
    frozen = [post(client, house) for _ in range(50)]
    assert client.get("/healthz").status_code == 200
    own_broker.thaw()
    assert {status for status, _ in usual + frozen} == {200}
    assert max(took for _, took in frozen) < max(took for _, took in usual) + 0.2
    assert told.flush(20)
    time.sleep(0.6)
    assert told.put((tasks.follow.name, (house.code,)))
    assert told.flush(20)
    readmodel.follow_to_head(house.code)
    assert is_at_the_head(house)


@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_a_worker_that_loses_its_broker_comes_back_by_itself(
    own_broker: OwnBroker, house: House, fresh_database: FreshDatabase, client: Client, tmp_path: Path, how: str
) -> None:
    log = tmp_path / "worker.log"
    variables = environment(fresh_database, own_broker.url)
    with worker(variables, log) as process:
        follow_by_worker(variables, house, client, log)
        if how == "killed":
            own_broker.kill()
            time.sleep(5)
            own_broker.start()
        else:
            own_broker.freeze()
            time.sleep(40)  # longer than any time-out of the worker's
            own_broker.thaw()
        deadline = time.monotonic() + BACK_SECONDS
        while True:
            try:
                follow_by_worker(variables, house, client, log)
                break
            except (AssertionError, subprocess.CalledProcessError):
                if time.monotonic() > deadline:
                    raise
        assert process.poll() is None
        follow_by_worker(variables, house, client, log)


@pytest.mark.parametrize("how", ["dead", "frozen"])
def test_without_its_broker_beat_brings_the_read_models_up_by_itself(
    own_broker: OwnBroker, house: House, fresh_database: FreshDatabase, client: Client, tmp_path: Path, how: str
) -> None:
    """No worker at all, and a broker that takes nothing."""
    if how == "dead":
        own_broker.kill()
    else:
        own_broker.freeze()
    log = tmp_path / "beat.log"
    command = celery("beat", "--schedule", str(tmp_path / "schedule"), "--loglevel=INFO")
    with process_of(command, environment(fresh_database, own_broker.url), log):
        assert post(client, house)[0] == 200
        assert eventually(lambda: is_at_the_head(house), 60), log.read_text()[-6_000:]
    if how == "frozen":
        own_broker.thaw()
