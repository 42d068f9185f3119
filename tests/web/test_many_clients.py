"""Many clients at once: sockets and memory of the server are bounded, and an ordinary request finds its place."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from casino.embedded import processes
from tests.web.conftest import SHORT, Server, request, running
from tests.web.test_slow_clients import HALF, assert_serves

PATIENT = {f"WEB_{name}_SECONDS": "60" for name in ("HEAD", "IDLE", "BODY", "ANSWER")}
"""No clock helps here."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["make run", "deploy"])
def test_a_thousand_idle_connections_and_a_hundred_half_bodies_leave_health_within_a_second(
    kind: str, tmp_path: Path
) -> None:
    with running(kind, tmp_path) as server:  # with the limits that stand where nobody sets any
        for _ in range(1000):
            server.talk()
        for _ in range(100):
            server.talk().send(HALF)
        assert processes.wait_for(lambda: server.sockets() >= 1100, 60, 0.5)  # all of them are in
        assert_serves(server)


def test_with_more_sockets_than_places_the_longest_waiting_go(tmp_path: Path) -> None:
    with running("make run", tmp_path, **PATIENT, WEB_CONNECTIONS="100") as server:
        before = server.sockets()
        idle = [server.talk() for _ in range(100)]
        halves = []
        for _ in range(6):
            group = [server.talk() for _ in range(25)]
            for talk in group:
                talk.send(HALF)
            halves += group
            assert_serves(server)
        assert server.sockets() - before <= 101
        assert all(talk.closed_within(10) for talk in idle[:90])
        answer = halves[0].answer()  # the first of those who came after the idle
        assert (answer.status, answer.code) == (503, "too_busy")
        assert answer.headers["retry-after"] == "2"
        assert not halves[-1].closed_within(0.2)
        assert_serves(server)


def test_content_under_way_is_bounded_and_a_small_request_passes(tmp_path: Path) -> None:
    limits = {"WEB_BODY_MAX_BYTES": str(2**20), "WEB_MEMORY_BYTES": str(8 * 2**20)}
    with running("make run", tmp_path, **PATIENT, **limits) as server:
        before = server.resident_bytes()
        talks = [server.talk() for _ in range(80)]
        for talk in talks:
            talk.send(request("POST", "/healthz", f"Content-Length: {2**20}", body=b"x" * (2**20 - 1)))
        small = server.talk()
        small.send(request("POST", "/healthz", "Content-Length: 5", body=b"hello"))
        assert small.answer().status == 403  # Django's answer: it has been read
        assert server.resident_bytes() - before < 60 * 2**20
        answer = talks[0].answer()
        assert (answer.status, answer.code) == (503, "too_busy")
        talks[-1].send(b"x")
        assert talks[-1].answer().status == 403


def test_what_was_let_go_is_told_in_one_line_of_the_log(tmp_path: Path) -> None:
    with running("make run", tmp_path, **SHORT) as server:
        for _ in range(30):
            server.talk().send(HALF)
        assert processes.wait_for(lambda: "Clients were let go" in server.log.read_text(), 120, 0.2)
        assert server.log.read_text().count("Clients were let go") <= 2
        assert '"request_too_slow"' in server.log.read_text()


def test_the_server_ends_in_time_whatever_its_clients_do(tmp_path: Path) -> None:
    with running("make run", tmp_path, **PATIENT) as server:
        for _ in range(20):
            server.talk()
            server.talk().send(HALF)
        ended(server)


def ended(server: Server) -> None:
    started = time.monotonic()
    server.process.terminate()
    server.process.wait(timeout=60)
    assert time.monotonic() - started < 40
