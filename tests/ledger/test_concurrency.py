"""Many writers, rolled-back appends, killed followers, killed connections: every event once, in order, without a hole.

Writers are processes with connections of their own. Each sends batches, takes some of them back before the commit, and
when its connection is cut, sends the same batch again until it is acknowledged. Two copies of one follower read all
along; whichever holds the checkpoint is killed (SIGKILL) again and again, and connections of all of them are terminated
by the server. In the end what the follower has written must be the log, event by event.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections.abc import Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection, transaction

from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.ledger.verify import verify
from tests.ledger.conftest import CODE, dropped, make_property

WRITERS: Final = 4
BATCHES: Final = 400
FOLLOWERS: Final = 2
DEADLINE_SECONDS: Final = 60.0

CUT: Final = (OperationalError, InterfaceError)
"""What a cut connection raises. Nothing else is tried again: writers wait for one another, they do not collide."""

fork = multiprocessing.get_context("fork")


class TakenBack(Exception):
    """The writer changes its mind before the commit."""


def write(number: int, acknowledged: Path, taken_back: Path) -> None:
    """One writer. Every id is written down once the commit is known (or known not to be wanted)."""
    rng = random.Random(number)
    ledger = Ledger(CODE)
    with acknowledged.open("a") as kept, taken_back.open("a") as dropped_ids:
        for batch_number in range(BATCHES):
            own, shared = f"round/W{number}/{batch_number}", f"round/shared/{batch_number % 3}"
            events = [
                dropped(rng.randrange(37), rng.choice([own, shared]), id=UUID(int=rng.getrandbits(128)))
                for _ in range(rng.choice([1, 2, 7, 30]))
            ]
            wanted = rng.random() > 0.25
            append_until_answered(ledger, events, wanted)
            (kept if wanted else dropped_ids).writelines(f"{event.id}\n" for event in events)


def append_until_answered(ledger: Ledger, events: list[NewEvent], wanted: bool) -> None:
    while True:
        try:
            with transaction.atomic():
                ledger.append(events)
                if not wanted:
                    raise TakenBack
        except TakenBack:
            return
        except CUT:
            connection.close()
        else:
            return


def write_down(events: Sequence[RecordedEvent]) -> None:
    rows = [(each.position, each.id) for each in events]
    with connection.cursor() as cursor:
        cursor.executemany("INSERT INTO seen (position, id) VALUES (%s, %s)", rows)
    time.sleep(0.002)  # long enough to be killed here


def follow_for_ever() -> None:
    while True:
        try:
            follow.catch_up("crowd", CODE, write_down, batch=20)
            time.sleep(0.005)
        except CUT:
            connection.close()


def start(target: Any, *args: Any) -> BaseProcess:
    process = fork.Process(target=target, args=args, daemon=True)
    process.start()
    return process


def disturb(rng: random.Random, killer: psycopg.Connection[Any], followers: list[BaseProcess]) -> tuple[int, int]:
    """Kill one follower and start another in its place; cut one connection. How many of each were hit."""
    victim = rng.randrange(len(followers))
    os.kill(followers[victim].pid or 0, signal.SIGKILL)
    followers[victim].join()
    followers[victim] = start(follow_for_ever)
    found = killer.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        # The database's own workers (autovacuum) are not the crowd's, and an owner may not end them.
        " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        " ORDER BY random() LIMIT 1"
    ).fetchall()
    return 1, len(found)


def listed(path: Path) -> set[UUID]:
    return {UUID(line) for line in path.read_text().split()}


@pytest.fixture
def crowd(fresh_database: Any) -> None:
    make_property()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE seen (nth bigserial PRIMARY KEY, position bigint NOT NULL, id uuid NOT NULL)")
    connection.close()


def test_every_committed_event_is_seen_once_and_in_order(crowd: None, fresh_database: Any, tmp_path: Path) -> None:
    rng = random.Random(7)
    kept, taken_back = tmp_path / "kept", tmp_path / "taken_back"
    writers = [start(write, number, kept, taken_back) for number in range(WRITERS)]
    followers = [start(follow_for_ever) for _ in range(FOLLOWERS)]
    killed, cut, deadline = 0, 0, time.monotonic() + DEADLINE_SECONDS
    try:
        with psycopg.connect(fresh_database.url, autocommit=True) as killer:
            while any(writer.is_alive() for writer in writers):
                assert time.monotonic() < deadline, "the writers do not come to an end"
                more = disturb(rng, killer, followers)
                killed, cut = killed + more[0], cut + more[1]
                time.sleep(0.05)
    finally:
        for process in [*followers, *writers]:
            process.kill()
            process.join()
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    assert min(killed, cut) > 10
    follow.catch_up("crowd", CODE, write_down)
    check(listed(kept), listed(taken_back))


def check(kept: set[UUID], taken_back: set[UUID]) -> None:
    """The log holds what was acknowledged and nothing else, and the follower has seen it as it is."""
    log = [(event.position, event.id) for event in Ledger(CODE).read(limit=100_000)]
    assert [position for position, _ in log] == list(range(1, len(log) + 1))
    assert len({event_id for _, event_id in log}) == len(log)
    assert {event_id for _, event_id in log} == kept
    assert taken_back
    assert not taken_back & kept
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, id FROM seen ORDER BY nth")
        assert cursor.fetchall() == log
    assert verify(CODE) == (len(log), None)
