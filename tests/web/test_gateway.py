"""From ASGI to WSGI: what the application is given, and how its answers go out."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Iterator
from typing import Any

import h11
import pytest
from django.core.wsgi import get_wsgi_application

from casino.web.connections import Phase
from casino.web.crowd import Crowd
from casino.web.gateway import PART_BYTES, Gateway, environ
from casino.web.limits import Limits

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "GET",
    "http_version": "1.1",
    "scheme": "http",
    "raw_path": b"/a%20b/%E1%BA%A1",
    "query_string": b"x=1&y=%20",
    "server": ("127.0.0.1", 8000),
    "client": ("10.0.0.7", 50000),
    "headers": [(b"host", b"tables.example")],
}


class Visitor:
    """Stands for the connection."""

    def __init__(self) -> None:
        self.held = 0
        self.sent = 0
        self.gone = False
        self.refusal: str | None = None
        self.phases: list[Phase] = []

    waits = False

    def enter(self, phase: Phase) -> None:
        self.phases.append(phase)


async def visit(
    application: Callable[..., Any], *, leave_after: int | None = None, limits: Limits | None = None, **scope: Any
) -> tuple[list[dict[str, Any]], Visitor, Crowd]:
    """What is sent for one request without a body; a visitor may leave after so many messages."""
    crowd, visitor = Crowd(limits or Limits(), "vi"), Visitor()
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        if not visitor.gone:
            sent.append(message)
        visitor.gone = visitor.gone or len(sent) == leave_after

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    await Gateway(application, crowd)({**SCOPE, **scope, "state": {"client": visitor}}, receive, send)
    return sent, visitor, crowd


def content(sent: list[dict[str, Any]]) -> bytes:
    return b"".join(message["body"] for message in sent[1:])


def test_the_application_is_given_the_request_as_wsgi_has_it() -> None:
    headers = [
        (b"host", b"tables.example"),
        (b"content-type", b"text/plain"),
        (b"content-length", b"99"),
        (b"transfer-encoding", b"chunked"),
        (b"x-two", b"a"),
        (b"x-two", b"b"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    ]
    found = environ({**SCOPE, "headers": headers}, io.BytesIO(b"hello"))
    assert found["PATH_INFO"].encode("latin-1").decode() == "/a b/ạ"
    assert found["QUERY_STRING"] == "x=1&y=%20"
    assert found["REQUEST_URI"] == "/a%20b/%E1%BA%A1?x=1&y=%20", "as it was sent, which is what a device signs"
    assert (found["REMOTE_ADDR"], found["wsgi.url_scheme"]) == ("10.0.0.7", "http")
    assert (found["CONTENT_TYPE"], found["CONTENT_LENGTH"]) == ("text/plain", "5")  # as it came, not as announced
    assert (found["HTTP_X_TWO"], found["HTTP_COOKIE"]) == ("a,b", "a=1; b=2")
    assert "HTTP_TRANSFER_ENCODING" not in found
    assert found["wsgi.input"].read() == b"hello"


def test_a_body_with_a_length_and_in_chunks_is_the_last_of_its_connection() -> None:
    """RFC 9112, 6.1: what stands between may have read the other of the two."""

    def application(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [])
        return [b"x"]

    for both in (False, True):
        headers = [(b"transfer-encoding", b"chunked"), *([(b"content-length", b"3")] if both else [])]
        sent, _visitor, _crowd = asyncio.run(visit(application, headers=[*SCOPE["headers"], *headers]))
        assert ((b"connection", b"close") in sent[0]["headers"]) is both


def test_a_header_with_underscores_cannot_pass_for_one_that_a_proxy_sets() -> None:
    headers = [(b"x_forwarded_proto", b"https"), (b"x-forwarded-proto", b"http")]
    assert environ({**SCOPE, "headers": headers}, io.BytesIO())["HTTP_X_FORWARDED_PROTO"] == "http"


def test_an_answer_of_the_project_with_a_cookie_is_one_that_the_server_can_send(settings: Any) -> None:
    """Django writes ``Set-Cookie`` with a space in front of the value; h11 refuses to send that."""
    settings.ALLOWED_HOSTS = ["tables.example"]
    settings.SECURE_SSL_REDIRECT = False
    application = get_wsgi_application()
    sent, _visitor, _crowd = asyncio.run(visit(application, raw_path=b"/admin/login/", query_string=b""))
    assert sent[0]["status"] == 200
    answer = h11.Response(status_code=200, headers=sent[0]["headers"])
    assert any(name == b"set-cookie" and value.startswith(b"csrftoken=") for name, value in answer.headers)


class Parts:
    """An answer in parts that notes its end."""

    def __init__(self, parts: list[bytes]) -> None:
        self.parts = parts
        self.made = 0
        self.closed = 0

    def __iter__(self) -> Iterator[bytes]:
        for part in self.parts:
            self.made += 1
            yield part

    def close(self) -> None:
        self.closed += 1

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Parts:
        start_response("206 Partial Content", [("Content-Type", "video/mp4")])
        return self


def test_a_download_goes_out_part_by_part_and_is_closed_once() -> None:
    answer = Parts([bytes([n]) * PART_BYTES for n in range(10)])
    sent, _visitor, crowd = asyncio.run(visit(answer))
    assert (sent[0]["status"], sent[0]["headers"]) == (206, [(b"content-type", b"video/mp4")])
    assert content(sent) == b"".join(answer.parts)
    assert [message["more_body"] for message in sent[1:]].index(False) == len(sent) - 2
    assert answer.closed == 1
    assert crowd.held == 0


def test_who_leaves_in_the_middle_of_a_download_ends_it() -> None:
    answer = Parts([b"x" * PART_BYTES] * 1000)
    asyncio.run(visit(answer, leave_after=4))
    assert answer.made < 10
    assert answer.closed == 1


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_small_pieces_travel_together(method: str) -> None:
    answer = Parts([b"ab"] * 1000)
    sent, _visitor, _crowd = asyncio.run(visit(answer, method=method))
    assert content(sent) == b"ab" * 1000
    assert len(sent) < 10
    assert answer.closed == 1


def test_an_empty_answer_is_complete() -> None:
    sent, _visitor, _crowd = asyncio.run(visit(Parts([])))
    assert [message.get("more_body") for message in sent] == [None, False]


def test_an_application_that_fails_in_the_middle_is_closed() -> None:
    class Failing(Parts):
        def __iter__(self) -> Iterator[bytes]:
            yield b"x" * PART_BYTES
            raise ValueError("because")

    answer = Failing([])
    with pytest.raises(ValueError, match="because"):
        asyncio.run(visit(answer))
    assert answer.closed == 1


def test_no_thread_waits_for_who_does_not_take_the_answer() -> None:
    """As many who read nothing as there are threads, then one more: it is answered."""

    async def all_of_them() -> bytes:
        crowd = Crowd(Limits(threads=2), "vi")
        gateway = Gateway(Parts([b"x" * PART_BYTES] * 3), crowd)
        never = asyncio.Event()

        async def stuck(message: dict[str, Any]) -> None:
            await never.wait()

        async def receive() -> dict[str, Any]:
            raise AssertionError

        for _ in range(5):
            asyncio.create_task(gateway({**SCOPE, "state": {"client": Visitor()}}, receive, stuck))  # noqa: RUF006
        await asyncio.sleep(0.2)
        got: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            got.append(message)

        async with asyncio.timeout(20):
            await gateway({**SCOPE, "state": {"client": Visitor()}}, receive, send)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        return content(got)

    assert len(asyncio.run(all_of_them())) == 3 * PART_BYTES


def test_a_request_that_no_thread_takes_up_in_time_is_told_to_come_again() -> None:
    busy = threading.Event()

    def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        busy.wait(20)
        start_response("200 OK", [])
        return [b"done"]

    async def two() -> list[dict[str, Any]]:
        gateway = Gateway(slow, Crowd(Limits(threads=1, queue_seconds=1), "en"))
        sent: dict[int, list[dict[str, Any]]] = {0: [], 1: []}

        async def one(number: int) -> None:
            async def send(message: dict[str, Any]) -> None:
                sent[number].append(message)

            async def receive() -> dict[str, Any]:
                raise AssertionError

            await gateway({**SCOPE, "state": {"client": Visitor()}}, receive, send)

        first = asyncio.create_task(one(0))
        await asyncio.sleep(0.1)
        await one(1)
        busy.set()
        await first
        assert content(sent[0]) == b"done"
        return sent[1]

    refused = asyncio.run(two())
    assert refused[0]["status"] == 503
    assert (b"retry-after", b"2") in refused[0]["headers"]
    assert b'"too_busy"' in content(refused)
