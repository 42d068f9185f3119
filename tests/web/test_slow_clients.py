"""No client can stop the server, however it sends or reads: real sockets against the commands of ``make run`` and of
``deploy/``. (Six connections with half a body each once stopped everything, before any credential was looked at.)"""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from tests.web.conftest import Server, Talk, request

pytestmark = pytest.mark.slow

HALF = request("POST", "/api/v1/properties/TST/events/", "Content-Length: 1000", body=b"x" * 500)
LARGE_FILE = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
TRIES = 6
"""A machine that holds the client itself up for about a second says nothing of the server: once more."""
SLACK_SECONDS = 30.0
"""Beyond a limit of one second: clocks are looked at every quarter of it, and the machine may be busy."""


def assert_serves(server: Server) -> None:
    """At once; the best of a few, since the machine may be busy with other work."""
    answers = [server.health() for _ in range(4)]
    assert {(answer.status, answer.content) for answer, _seconds in answers} == {(200, b"ok")}
    assert min(seconds for _answer, seconds in answers) < max(1.0, 10 * server.calm_seconds)


def test_six_half_bodies_stop_nobody_and_each_is_told(short: Server) -> None:
    talks = [short.talk() for _ in range(60)]
    for talk in talks:
        talk.send(HALF)
    assert_serves(short)
    for talk in talks:
        answer = talk.answer()
        assert (answer.status, answer.code) == (408, "request_too_slow")
        assert talk.closed_within(1 + SLACK_SECONDS)
    assert_serves(short)


@pytest.mark.parametrize(
    "head",
    [b"GET /healthz HT", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: 1\r\n", b"G"],
    ids=["request line", "headers", "one byte"],
)
def test_a_head_that_stops_is_given_up(short: Server, head: bytes) -> None:
    talk = short.talk()
    talk.send(head)
    assert talk.answer().code == "request_too_slow"
    assert talk.closed_within(1 + SLACK_SECONDS)


def test_a_head_that_drips_is_given_up(short: Server) -> None:
    talk = short.talk()
    seconds = talk.drip(request("GET", "/healthz", *[f"X-{n}: {n}" for n in range(100)]), every_seconds=0.1)
    assert seconds < 1 + SLACK_SECONDS
    assert talk.answer().code == "request_too_slow"


@pytest.mark.parametrize("framing", ["Content-Length: 100000", "Transfer-Encoding: chunked"])
def test_a_body_that_drips_is_given_up(short: Server, framing: str) -> None:
    talk = short.talk()
    talk.send(request("POST", "/healthz", framing))
    data = b"x" * 200 if framing.startswith("Content") else b"1\r\nx\r\n" * 50
    assert talk.drip(data, every_seconds=0.1) < 1 + SLACK_SECONDS
    answer = talk.answer()
    assert (answer.status, answer.code) == (408, "request_too_slow")


def test_a_silent_connection_is_closed_without_a_word(short: Server) -> None:
    talk = short.talk()
    assert talk.closed_within(1 + SLACK_SECONDS) or talk.answer().status == 408


def test_a_connection_is_used_again_and_closed_when_it_is_not(short: Server) -> None:
    talk = short.talk()
    for _ in range(3):
        talk.send(request("GET", "/healthz"))
        assert talk.answer().content == b"ok"
    assert talk.closed_within(1 + SLACK_SECONDS)


def test_a_second_request_on_a_connection_is_under_the_same_clock(short: Server) -> None:
    talk = short.talk()
    talk.send(request("GET", "/healthz"))
    assert talk.answer().status == 200
    talk.send(b"GET /healthz HT")
    assert talk.answer().code == "request_too_slow"


def test_a_body_at_an_ordinary_pace_arrives_however_long_it_takes(short: Server) -> None:
    for _ in range(TRIES):
        talk, longest, sent = short.talk(), 0.0, time.monotonic()
        talk.send(request("POST", "/healthz", "Content-Length: 60000"))
        with suppress(OSError):  # said by the answer
            for _ in range(12):
                talk.send(b"x" * 5000)
                longest, sent = max(longest, time.monotonic() - sent), time.monotonic()
                time.sleep(0.2)
        status = talk.answer().status
        if status not in (408, 413, 503):
            return
        assert longest > 0.7, f"{status}, though no part came later than {longest:.1f} s after the last"
    pytest.fail("this machine never sent at an ordinary pace")


@pytest.mark.parametrize("expects", [True, False])
def test_a_body_that_is_announced_too_large_is_refused_before_it_comes(short: Server, expects: bool) -> None:
    talk = short.talk()
    talk.send(request("POST", "/healthz", f"Content-Length: {2**30}", *(["Expect: 100-continue"] if expects else [])))
    answer = talk.answer()
    assert (answer.status, answer.code) == (413, "request_too_large")
    assert talk.closed_within(1 + SLACK_SECONDS)


def test_a_body_without_end_is_cut_off(short: Server) -> None:
    talk = short.talk()
    talk.send(request("POST", "/healthz", "Transfer-Encoding: chunked"))
    before = short.resident_bytes()
    with pytest.raises(OSError, match=r"reset|pipe"):
        send_without_end(talk, b"10000\r\n" + b"x" * 65536 + b"\r\n", seconds=10)
    assert short.resident_bytes() - before < 20 * 2**20
    assert_serves(short)


def send_without_end(talk: Talk, data: bytes, *, seconds: float) -> None:
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        talk.send(data)


def test_who_waits_to_be_asked_for_the_body_is_asked(short: Server) -> None:
    talk = short.talk()
    talk.send(request("POST", "/healthz", "Content-Length: 5", "Expect: 100-continue"))
    assert talk.answer().status == 100
    talk.send(b"hello")
    assert talk.answer().status == 403  # a form without its token: Django has seen the request


def test_a_longer_body_than_announced_is_no_second_request_that_counts(short: Server) -> None:
    talk = short.talk()
    talk.send(request("POST", "/healthz", "Content-Length: 2", body=b"hello, here is more\r\n\r\n"))
    assert talk.answer().status == 403
    assert talk.answer().code == "bad_request"
    assert talk.closed_within(1 + SLACK_SECONDS)


@pytest.mark.parametrize(
    "head",
    [
        request("GET", "/healthz", "X-Long: " + "x" * 40_000),
        request("GET", "/healthz", *(f"X-{n}: {'x' * 60}" for n in range(800))),
        request("POST", "/healthz", "Content-Length: 5", "Content-Length: 6", body=b"hello!"),
        request("POST", "/healthz", "Content-Length: -1"),
        request("POST", "/healthz", "Transfer-Encoding: chunked", body=b"zz\r\n"),
        b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    ],
    ids=["long header", "many headers", "two lengths", "negative length", "no chunk", "blank line", "TLS"],
)
def test_what_is_no_http_is_refused_in_the_shape_of_errors(short: Server, head: bytes) -> None:
    talk = short.talk()
    talk.send(head)
    answer = talk.answer()
    assert (answer.status, answer.code) == (400, "bad_request")
    assert talk.closed_within(1 + SLACK_SECONDS)


def test_requests_in_a_pipeline_are_answered_in_order(short: Server) -> None:
    talk = short.talk()
    talk.send(b"".join(request("GET", path) for path in ["/healthz", "/nowhere"] * 20))
    assert [talk.answer().status for _ in range(40)] == [200, 404] * 20


def test_who_does_not_read_is_let_go_and_holds_nobody_up(short: Server) -> None:
    before = short.resident_bytes()
    talks = [short.talk(receive_bytes=4096) for _ in range(20)]
    for talk in talks:
        talk.send(request("GET", LARGE_FILE) * 40)
    time.sleep(0.5)
    assert_serves(short)
    for talk in talks:
        assert gone_unread(talk.socket, 2 * 2 + SLACK_SECONDS)
    assert short.resident_bytes() - before < 100 * 2**20
    assert_serves(short)


def gone_unread(socket: object, seconds: float) -> bool:
    """Did the other side end the connection, as the kernel knows without our reading anything?"""
    import select

    poller = select.poll()
    poller.register(socket, 0)  # type: ignore[arg-type]
    return any(event & (select.POLLHUP | select.POLLERR) for _fd, event in poller.poll(seconds * 1000))


def test_a_large_file_is_read_whole_at_a_slow_but_honest_pace(short: Server) -> None:
    talk = short.talk(receive_bytes=65536)
    talk.send(request("GET", LARGE_FILE))
    talk.socket.settimeout(20)
    time.sleep(0.5)
    answer = talk.answer()
    assert answer.status == 200
    assert len(answer.content) == int(answer.headers["content-length"]) > 10**6


def test_nobody_is_left_when_all_have_gone(short: Server) -> None:
    from casino.embedded import processes

    short.end_talks()
    processes.wait_for(lambda: False, 0.5)
    before = short.sockets()
    for _ in range(200):
        short.talk().send(HALF)
    short.end_talks()
    assert processes.wait_for(lambda: short.sockets() <= before, 60, 0.1)
