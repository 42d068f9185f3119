"""Servers that lie, trickle, never end or send nothing of sense: each ends with a clear code, in bounded time."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Callable

import pytest

from casino.core.errors import Problem
from surveillance.recorders.replay import fetch
from surveillance.recorders.source import Limits, Source
from surveillance.recorders.wire import Connection
from tests.surveillance.recorders.fake import Kept, Recorder, at, interleaved, reply, rtp

SOURCE = Source(url="rtsp://recorder/cam", user="viewer", password="secret")
LIMITS = Limits(answer_s=0.3, silence_s=0.2, total_s=1.0, attempts=2, total_bytes=4 << 20)
PATIENT = Limits(answer_s=60, silence_s=1.0, total_s=60, attempts=2, total_bytes=4 << 20)
"""For what is not about time: a busy machine lets the other side wait as well."""
BOUND_S = 120.0
"""Without its limits a fetch would never end."""


def outcome(connect: Callable[[Source, Limits], Connection], limits: Limits = LIMITS) -> str | None:
    """The code of what went wrong, or None; fails where it takes too long."""
    began = time.monotonic()
    try:
        fetched = fetch(
            SOURCE, at(0), at(1.96), Kept(), now=time.monotonic, cnonce=lambda: "c", limits=limits, connect=connect
        )
        return fetched.why.code if fetched.why else None
    except Problem as problem:
        return problem.code
    finally:
        assert time.monotonic() - began < BOUND_S


def raw(*pieces: bytes, pause_s: float = 0.0, forever: bool = False) -> Callable[[Source, Limits], Connection]:
    """A server that sends these bytes whatever it is asked."""

    def serve(connection: socket.socket) -> None:
        try:
            with connection:
                connection.recv(4096)
                stop = threading.Event()
                while True:
                    for piece in pieces:
                        connection.sendall(piece)
                        if pause_s:
                            stop.wait(pause_s)
                    if not forever:
                        connection.recv(4096)
                        return
        except OSError:
            return

    def connect(_source: Source, _limits: Limits) -> Connection:
        ours, theirs = socket.socketpair()
        threading.Thread(target=serve, args=(theirs,), daemon=True).start()
        return ours

    return connect


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ((b"RTSP/1.0 200 OK\r\n", b"X-Endless: yes\r\n" * 2000), "recorder_unreadable"),
        ((b"RTSP/1.0 200 OK\r\nX: ", b"y" * 100_000), "recorder_unreadable"),
        ((b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: -1\r\n\r\n",), "recorder_unreadable"),
        ((b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 99999999999\r\n\r\n",), "recorder_unreadable"),
        ((b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 500\r\n\r\nv=0\r\n",), "recorder_slow"),
        ((b"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 1\r\n\r\nv=0\r\n",), "recorder_format"),
        ((b"\xff\xfe\xfd" * 1000,), "recorder_unreadable"),
        ((b"SSH-2.0-OpenSSH_9.2\r\n",), "recorder_unreadable"),
        ((b"HTTP/1.1 400 Bad Request\r\n\r\n",), "recorder_unreadable"),
        ((b"$\x00\xff\xff" + b"half",), "recorder_slow"),
        ((b"RTSP/1.0 200 OK\r\nCSeq: 77\r\n\r\n",), "recorder_slow"),
        ((), "recorder_slow"),
    ],
)
def test_answers_that_are_none(pieces: tuple[bytes, ...], code: str) -> None:
    assert outcome(raw(*pieces), LIMITS if code == "recorder_slow" else PATIENT) == code


def test_an_answer_that_trickles_is_late() -> None:
    assert outcome(raw(b"R", pause_s=0.02, forever=True)) in ("recorder_slow", "recorder_unreadable")
    assert outcome(raw(b"$\0\0\0", pause_s=0.01, forever=True)) == "recorder_slow"


def test_packets_for_ever_before_the_answer_are_too_much() -> None:
    flood = interleaved(0, bytes(60_000)) * 4
    assert outcome(raw(flood, forever=True), Limits(answer_s=60, total_bytes=2 << 20)) == "recorder_too_much"
    assert outcome(raw(flood, forever=True), Limits(answer_s=60, waiting_bytes=1 << 20)) == "recorder_too_much"


def test_packets_that_trickle_for_ever_end_with_the_time() -> None:
    """A packet now and then keeps the silence away, a frame never ends: the whole time ends it."""

    class Trickle(Recorder):
        def _play(self, connection: socket.socket, request: str) -> bool:
            connection.sendall(reply(request, "200 OK"))
            stop = threading.Event()
            for number in range(1000):
                connection.sendall(interleaved(0, rtp(number, 1, b"\x41x", at_us=1)))
                stop.wait(0.02)
            return False

    assert outcome(Trickle().connect, Limits(silence_s=0.2, total_s=0.4)) == "recorder_slow"


def test_a_frame_that_never_ends_is_bounded() -> None:
    class Endless(Recorder):
        def _play(self, connection: socket.socket, request: str) -> bool:
            connection.sendall(reply(request, "200 OK"))
            for number in range(100_000):
                connection.sendall(interleaved(0, rtp(number, 1, b"\x41" + bytes(1000), at_us=1)))
            return False

    assert outcome(Endless().connect, Limits(frame_bytes=10_000, total_bytes=3 << 20)) == "recorder_too_much"


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ((), "recorder_unreadable"),
        (("Session: ",), "recorder_unreadable"),
        (("Session: " + "x" * 3000,), "recorder_unreadable"),
        (("Session: 1;timeout=-5",), None),
        (("Session: 1;timeout=0",), None),
        (("Session: 1;timeout=999999999999",), None),
        (("Session: 1", "Transport: interleaved=-7-x"), None),
        (("Session: 1", "Transport: interleaved=9999999999-1"), None),
    ],
)
def test_odd_headers_of_a_session(headers: tuple[str, ...], code: str | None) -> None:
    recorder = Recorder(answers={"SETUP": lambda request: reply(request, "200 OK", *headers)})
    assert outcome(recorder.connect, PATIENT) == code


def test_a_challenge_without_end_is_given_up() -> None:
    numbers = iter(range(10_000))
    recorder = Recorder(
        guard=lambda _request: f'WWW-Authenticate: Digest realm="r", nonce="{next(numbers)}", stale=true'
    )
    assert outcome(recorder.connect) == "recorder_password"
    assert len(recorder.requests) <= 4


def test_an_address_in_a_description_leads_nowhere_else() -> None:
    sdp = "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:rtsp://elsewhere.example/x\r\n"
    recorder = Recorder(sdp=sdp)
    assert outcome(recorder.connect) is None
    assert recorder.connections == 1


def test_mutated_sessions_end_in_bounded_time() -> None:
    pick = random.Random(9)

    class Mutating(Recorder):
        def _stream(self, frames: list[object]) -> list[bytes]:  # type: ignore[override]
            out = super()._stream(frames)  # type: ignore[arg-type]
            for _ in range(pick.randrange(1, 8)):
                number = pick.randrange(len(out))
                data = bytearray(out[number])
                data[pick.randrange(len(data) if pick.random() < 0.3 else 20)] = pick.randrange(256)
                out[number] = bytes(data)
            return out

    limits = Limits(answer_s=0.2, silence_s=0.02, total_s=1.0, attempts=1, total_bytes=4 << 20)
    for _ in range(150):
        outcome(Mutating(end="close").connect, limits)
