"""The witness's HTTP: what a client may take, and that the others are served meanwhile."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.transparency.witness_client import ask_witness, fill_mirror
from tests.transparency.making import grow, signed
from tests.transparency.witnesses import House, Running, wait_until

LIMITS = """
[limits]
connections = 8
request_seconds = 3
idle_seconds = 30
answer_seconds = 2
body_bytes = 70000
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, mirror=True, limits=LIMITS)


@pytest.fixture
def running(house: House) -> Iterator[Running]:
    with house.running() as started:
        yield started


def connected(running: Running, said: bytes = b"") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", running.port), timeout=60)
    opened.sendall(said)
    return opened


def rest(opened: socket.socket) -> bytes:
    found = bytearray()
    try:
        while data := opened.recv(65_536):
            found += data
    except ConnectionError:
        pass
    return bytes(found)


def test_a_log_gets_its_cosignatures_and_its_mirror_over_http(house: House, running: Running) -> None:
    store, head = grow(3_000)
    made = signed(head)
    assert len(ask_witness(running.post, made, store, house.witness_keys)) == 2
    assert len(fill_mirror(running.post, made, store, house.mirror_keys)) == 2  # in several parts: 70,000 bytes each
    assert running.ask("GET", "/healthz").status == 200


def test_a_connection_serves_several_requests_and_a_pipeline(running: Running) -> None:
    with connected(
        running,
        b"GET /healthz HTTP/1.1\r\nHost: w\r\n\r\n" * 3 + b"GET / HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n",
    ) as opened:
        found = rest(opened)
    assert found.count(b"HTTP/1.1 200 OK") == 3
    assert found.count(b"HTTP/1.1 404 Not Found") == 1


def test_what_is_no_http_is_refused(running: Running) -> None:
    for said in (
        b"\0\0\0\0\r\n\r\n",
        b"GET /" + b"x" * 40_000,
        b"POST / HTTP/1.1\r\nHost: w\r\nContent-Length: x\r\n\r\n",
    ):
        with connected(running, said) as opened:
            assert rest(opened).startswith(b"HTTP/1.1 4")
    assert running.ask("GET", "/healthz").status == 200


def test_a_body_that_is_too_long_is_refused(running: Running) -> None:
    assert running.ask("POST", "/add-checkpoint", b"x" * 1_100_000).status == 413
    assert running.ask("HEAD", "/healthz").status == 405


def test_who_sends_byte_after_byte_is_cut_off_in_time(running: Running) -> None:
    with connected(running, b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 1000\r\n\r\n") as opened:
        opened.settimeout(0.2)
        answers: list[bytes] = []

        def answered() -> bool:
            try:
                opened.sendall(b"x")
                answers.append(opened.recv(65_536))
            except TimeoutError:
                return False
            except ConnectionError:
                return True
            return True

        wait_until(answered)
    assert not answers or answers[0] == b"" or b"408" in answers[0]


def test_connections_that_do_nothing_make_room(running: Running) -> None:
    idle = [connected(running) for _ in range(30)]
    try:
        assert running.ask("GET", "/healthz").status == 200
    finally:
        for each in idle:
            each.close()


def test_half_requests_push_each_other_out_and_nobody_else(running: Running) -> None:
    half = [connected(running, b"POST /add-checkpoint HTTP/1.1\r\n") for _ in range(40)]
    try:
        assert running.ask("GET", "/healthz").status == 200
    finally:
        for each in half:
            each.close()


def test_who_hangs_up_in_the_middle_does_no_harm(running: Running) -> None:
    for said in (b"", b"GET", b"POST /add-checkpoint HTTP/1.1\r\nHost: w\r\nContent-Length: 10\r\n\r\nabc"):
        opened = connected(running, said)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        opened.close()
    assert running.ask("GET", "/healthz").status == 200
