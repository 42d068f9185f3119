"""Addresses at which the application is asked before a body is read: nothing of a refused one takes memory."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from casino.web.admission import HEADER, KEY
from casino.web.crowd import Crowd
from casino.web.gateway import Gateway
from casino.web.limits import Limits
from tests.web.test_gateway import SCOPE, Visitor, content

PLACE = {"/up/": 64}
WANTED = [(HEADER, "1")]


def visit(application: Any, *, body: bytes, path: bytes = b"/up/1", **headers: str) -> tuple[list[Any], int]:
    """What is answered to a request with a body, and how many times it was read from."""
    visitor, sent, read = Visitor(), [], []
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    length = [] if "transfer-encoding" in headers else [(b"content-length", str(len(body)).encode())]

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        read.append(1)
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {**SCOPE, "method": "PATCH", "raw_path": path, "headers": [*SCOPE["headers"], *length, *pairs]}
    limits = Limits(body_max_bytes=16)
    gateway = Gateway(application, Crowd(limits, "vi"), PLACE)
    asyncio.run(gateway({**scope, "state": {"client": visitor}}, receive, send))
    return sent, len(read)


class Application:
    """Takes bodies where it wants them."""

    def __init__(self, *, wants: bool) -> None:
        self.wants = wants
        self.calls: list[tuple[Any, bytes]] = []

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        asked = environ.get(KEY)
        self.calls.append((asked, environ["wsgi.input"].read()))
        if asked is not None and self.wants:
            start("204 No Content", WANTED)
            return []
        start("409 Conflict" if asked is not None else "200 OK", [])
        return [b"answer"]


def test_a_wanted_body_is_read_and_handed_on() -> None:
    application = Application(wants=True)
    sent, _read = visit(application, body=b"x" * 40)
    assert [(asked.length if asked else None, body) for asked, body in application.calls] == [
        (40, b""),
        (None, b"x" * 40),
    ]
    assert sent[0]["status"] == 200


def test_a_refused_body_is_never_kept_and_the_connection_ends() -> None:
    application = Application(wants=False)
    sent, _read = visit(application, body=b"x" * 40)
    assert len(application.calls) == 1
    assert sent[0]["status"] == 409
    assert (b"connection", b"close") in sent[0]["headers"]
    assert content(sent) == b"answer"
    sent, read = visit(application, body=b"x" * 40, expect="100-continue")
    assert (sent[0]["status"], read) == (409, 0), "a client that asks first has sent nothing"


def test_the_limit_of_the_place_holds_there_and_the_common_one_elsewhere() -> None:
    application = Application(wants=True)
    assert visit(application, body=b"x" * 65)[0][0]["status"] == 413
    chunked: dict[str, Any] = {"transfer-encoding": "chunked"}
    assert visit(application, body=b"x" * 65, **chunked)[0][0]["status"] == 413
    application.calls.clear()
    assert visit(application, body=b"x" * 40, path=b"/elsewhere")[0][0]["status"] == 413
    assert application.calls == []
