"""Telling workers: nobody waits for it, nothing fails by it, and it ends in bounded time, whatever the broker does."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from django.db import transaction
from django.test import Client

from casino.celery import app
from casino.embedded import processes
from casino.operations import worker_messages
from casino.operations.worker_messages import Line, Message, Teller
from games import tasks
from games.ingest import followers
from tests.conftest import FreshDatabase
from tests.ingest.conftest import House, make_house

SOON: Message = ("games.tasks.follow", ("TST",))

BOUND_SECONDS = 30
"""Each step gives up after ``TELLING_SECONDS``; the rest is for a busy machine. Without a bound it would be never."""


class Freezer:
    """A server that takes connections and never says a word: what a frozen broker looks like, of whatever kind."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=100)
        self.port: int = self.listener.getsockname()[1]


@pytest.fixture
def committed_house(fresh_database: FreshDatabase) -> House:
    return make_house()


@pytest.fixture
def frozen() -> Iterator[Freezer]:
    freezer = Freezer()
    yield freezer
    freezer.listener.close()


@pytest.fixture
def refusing() -> int:
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


BROKERS = {
    "redis": "redis://127.0.0.1:{}/0",
    "rabbitmq": "amqp://house:secret@127.0.0.1:{}//",
    "pgmq": "pgmq://queue@127.0.0.1:{}/queue",
}


@pytest.fixture
def teller(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Teller]:
    """Makes this process tell a broker."""

    def make(url: str) -> Teller:
        made = Teller(Line(app, url).send)
        monkeypatch.setattr(worker_messages, "_teller", made)
        return made

    return make


@pytest.mark.parametrize("kind", BROKERS)
def test_a_frozen_broker_is_given_up_in_bounded_time(kind: str, frozen: Freezer) -> None:
    began = time.monotonic()
    with pytest.raises(Exception):  # noqa: B017 each transport has its own; the teller takes them all
        Line(app, BROKERS[kind].format(frozen.port)).send(SOON)
    assert time.monotonic() - began < BOUND_SECONDS


@pytest.mark.parametrize("kind", BROKERS)
def test_a_broker_that_refuses_is_given_up_in_bounded_time(kind: str, refusing: int) -> None:
    began = time.monotonic()
    with pytest.raises(Exception):  # noqa: B017
        Line(app, BROKERS[kind].format(refusing)).send(SOON)
    assert time.monotonic() - began < BOUND_SECONDS


def post(client: Client, house: House) -> tuple[int, float]:
    began = time.monotonic()
    answer = client.post(
        f"/api/v1/properties/{house.code}/events/",
        data=house.raw(),
        content_type="application/json",
        headers={"Authorization": f"Bearer {house.token}"},
    )
    return answer.status_code, time.monotonic() - began


def test_nothing_goes_on_knocking_at_a_broker_that_refused(refusing: int) -> None:
    """PostgreSQL's queue opens a pool with threads of its own before it is connected."""
    before = knocking()
    with pytest.raises(Exception):  # noqa: B017
        Line(app, BROKERS["pgmq"].format(refusing)).send(SOON)
    assert processes.wait_for(lambda: not knocking() - before, 60, 0.05), knocking()


def knocking() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("pool-")}


TRIES = 5
"""Other work on the machine may hold up one post among twenty; waiting for the broker would hold up one each time."""


@pytest.mark.parametrize("kind", BROKERS)
@pytest.mark.parametrize("how", ["frozen", "refusing"])
def test_a_devices_answer_never_waits_for_the_broker(
    committed_house: House,
    client: Client,
    frozen: Freezer,
    refusing: int,
    teller: Callable[[str], Teller],
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    how: str,
) -> None:
    """20 posts, each of which asks anew: the slowest is no slower than it would be, but for 200 ms."""
    monkeypatch.setattr(tasks, "_asked_before", lambda *_: False)
    monkeypatch.setattr(worker_messages, "_teller", Teller(lambda _message: None))
    usual = [post(client, committed_house) for _ in range(20)]
    for _ in range(TRIES):
        broken = teller(BROKERS[kind].format(frozen.port if how == "frozen" else refusing))
        slow = [post(client, committed_house) for _ in range(20)]
        assert {status for status, _ in usual + slow} == {200}
        if within := max(took for _, took in slow) < max(took for _, took in usual) + 0.2:
            break
    assert within, (usual, slow)
    assert client.get("/healthz").status_code == 200
    assert committed_house.count() >= 40
    assert broken.flush(60)
    assert broken.dropped > 0


def test_recorded_is_answered_as_recorded_when_telling_fails(
    committed_house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised after the commit: the mark in the database, the task's name, the thread that cannot start."""

    def broken(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    before = committed_house.count()
    monkeypatch.setattr(worker_messages, "tell", broken)
    monkeypatch.setattr(followers, "FOLLOWING", {"test": followers.Follower(tasks.asking, broken)})
    assert post(client, committed_house)[0] == 200
    assert committed_house.count() == before + 1


@pytest.mark.parametrize("inside", [True, False])
def test_work_after_a_commit_raises_into_nobody(
    fresh_database: FreshDatabase, inside: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def work() -> None:
        raise ValueError("no")

    if inside:
        with transaction.atomic():
            worker_messages.after_commit(work)
    else:
        worker_messages.after_commit(work)
    assert "after_commit_failed" in caplog.text


def test_what_is_rolled_back_is_not_told(fresh_database: FreshDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        followers, "FOLLOWING", {"test": followers.Follower(tasks.asking, lambda *said: told.append(said))}
    )
    with transaction.atomic():
        followers.tell_followers("TST")
        transaction.set_rollback(True)
    assert told == []


def test_the_same_message_waiting_is_told_once() -> None:
    begun, go_on = threading.Event(), threading.Event()
    sent: list[Message] = []

    def send(message: Message) -> None:
        sent.append(message)
        begun.set()
        go_on.wait(10)

    teller = Teller(send)
    assert teller.put(("a", (1,)))
    assert begun.wait(10)
    for _ in range(5):
        assert teller.put(("b", (2,)))
    go_on.set()
    assert teller.flush(60)
    assert sent == [("a", (1,)), ("b", (2,))]


def test_more_than_there_is_room_for_is_dropped_and_a_frozen_teller_is_not_waited_for() -> None:
    go_on = threading.Event()

    def send(_message: Message) -> None:
        go_on.wait(60)

    teller = Teller(send, room=3)
    began = time.monotonic()
    taken = [teller.put(("a", (number,))) for number in range(10)]
    assert not teller.flush(0.05)
    assert time.monotonic() - began < 40, "it waits for go_on alone, which would be a minute"
    assert 3 <= sum(taken) <= 4
    assert teller.dropped == 10 - sum(taken)
    go_on.set()
    assert teller.flush(60)


def test_a_broker_that_failed_is_left_alone_and_then_told_again() -> None:
    down = True
    sent: list[Message] = []

    def send(message: Message) -> None:
        if down:
            raise OSError("refused")
        sent.append(message)

    teller = Teller(send, pause_seconds=3600)
    assert teller.put(SOON)
    assert teller.flush(60)
    assert not teller.put(SOON)
    assert teller.dropped == 2
    down = False
    teller._paused_until = time.monotonic()  # the hour is over
    assert teller.put(SOON)
    assert teller.flush(60)
    assert sent == [SOON]


def test_a_connection_that_died_of_age_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Line(app, "memory://")
    line.send(SOON)
    first = line._connection
    asked: list[object] = []
    task = app.tasks[SOON[0]]
    real = task.apply_async

    def once_broken(*arguments: object, connection: object, **options: object) -> object:
        asked.append(connection)
        if connection is first:
            raise ConnectionResetError
        return real(*arguments, connection=connection, **options)

    monkeypatch.setattr(task, "apply_async", once_broken)
    line.send(SOON)
    assert asked[0] is first
    assert len(asked) == 2
    assert asked[1] is not first


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_tells_by_a_thread_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_messages, "_teller", Teller(lambda _message: None))
    assert worker_messages.teller().put(SOON)
    assert worker_messages.teller().flush(60)
    parents = worker_messages.teller()
    pid = os.fork()
    if pid == 0:
        os._exit(0 if worker_messages.teller() is not parents else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert worker_messages.teller() is parents
