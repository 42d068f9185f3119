"""From whole requests to Django and back: no thread waits for a client.

A body is read into memory first, never to disk, since it may hold what names people; then Django (WSGI) answers in one
of a few threads. An answer that comes in parts (a download) takes a thread for each part, none while the client reads
it; so a streaming view may be continued by another thread, and must not hold a transaction open between two parts.

Proved by ``tests/web/test_gateway.py`` and ``test_slow_clients.py``.
"""

from __future__ import annotations

import asyncio
import contextvars
import io
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar
from urllib.parse import unquote_to_bytes
from wsgiref.util import FileWrapper

from casino.web import admission, refusals
from casino.web.connections import Client, Phase
from casino.web.crowd import Crowd
from casino.web.limits import HEAD_MAX_BYTES
from casino.web.places import Places, Shares
from casino.web.probes import Ask, Probe
from casino.web.refusals import Refused

PART_BYTES: Final = 64 * 2**10
PART_SECONDS: Final = 0.05
"""A part is sent on when it has this size, or when making it took this long."""
LINGER_SECONDS: Final = 1.0
"""How long the rest of a body that is too large is thrown away, so that its sender hears the answer."""

CLOSE: Final = (b"connection", b"close")

Result = TypeVar("Result")
Scope = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]


class Gateway:
    """The ASGI application of one process."""

    def __init__(
        self,
        application: Callable[..., Iterable[bytes]],
        crowd: Crowd,
        asked_before_body: Mapping[str, int] | None = None,
        *,
        shares: Shares | None = None,
        probes: Mapping[str, Ask] | None = None,
    ) -> None:
        self.application = application
        self.crowd = crowd
        self.asked_before_body = dict(asked_before_body or {})
        """Beginning of an address -> how many bytes a body may have there (``casino/web/admission.py``)."""
        self.limits = crowd.limits
        self._pool = ThreadPoolExecutor(self.limits.threads, thread_name_prefix="request")
        self._places = Places(self.limits, shares or Shares())
        self._probes = {path: Probe(path, ask) for path, ask in (probes or {}).items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client: Client = scope["state"]["client"]
        try:
            if head_bytes(scope) > HEAD_MAX_BYTES:
                raise Refused("bad_request")
            probe = self._probes.get(path_of(scope))
            if probe is not None and scope["method"] in ("GET", "HEAD") and declared(scope) == 0:
                await self._say(*await probe.answer(), send, client)
                return
            most = self._asked_first(scope)
            if most is not None and not await self._may_send(scope, receive, send, client):
                return
            body = await self._read(scope, receive, client, self._most(scope) if most is None else most)
            if body is not None:
                await self._answer(Exchange(self.application, environ(scope, body)), scope, send, client)
        except Refused as refused:
            if not client.gone:
                await self._refuse(refused.code, scope, receive, send, client)
        finally:
            self.crowd.release(client)

    def _asked_first(self, scope: Scope) -> int | None:
        """How large a body may be where the application is asked before it is read; None where it is not asked."""
        if declared(scope) == 0:
            return None
        path = path_of(scope)
        return next((most for begins, most in self.asked_before_body.items() if path.startswith(begins)), None)

    def _most(self, scope: Scope) -> int:
        return self._places.body_bytes(path_of(scope))

    async def _may_send(self, scope: Scope, receive: Receive, send: Send, client: Client) -> bool:
        """Ask the application with the head alone. Its refusal is the last answer of this connection."""
        head = environ(scope, io.BytesIO())
        head[admission.KEY] = admission.Asking(declared(scope))
        exchange = Exchange(self.application, head)
        context = contextvars.copy_context()
        async with self._places.one(scope["method"], path_of(scope)):
            content = await self._run(context, exchange.begin)
            while not exchange.closed:
                content += await self._run(context, exchange.part)
        if admission.wanted(exchange.headers):
            return True
        if header(scope, b"expect") is None:
            client.refusal = "refused"  # its clock stands still: this pause is its last
            await self._throw_away(receive)
        if not client.gone:
            client.enter(Phase.ANSWER)
            client.sent += len(content)
            headers = [*exchange.headers, CLOSE]
            await send({"type": "http.response.start", "status": exchange.status, "headers": headers})
            await send({"type": "http.response.body", "body": content, "more_body": False})
        return False

    async def _read(self, scope: Scope, receive: Receive, client: Client, most: int) -> io.BytesIO | None:
        """The whole body, or None where the client has gone."""
        body = io.BytesIO()
        length = declared(scope)
        if length == 0:
            return body
        if length is not None and length > most:
            raise Refused("request_too_large")
        client.enter(Phase.BODY)
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            if client.refusal is not None:
                raise Refused(client.refusal)
            body.write(message["body"])
            if body.tell() > most:
                raise Refused("request_too_large")
            if not self.crowd.take(client, len(message["body"])):
                raise Refused("too_busy")
            if not message["more_body"]:
                client.enter(Phase.WORK)
                body.seek(0)
                return body

    async def _answer(self, exchange: Exchange, scope: Scope, send: Send, client: Client) -> None:
        context = contextvars.copy_context()
        async with self._places.one(scope["method"], path_of(scope)):
            if client.gone:
                return
            part = await self._run(context, exchange.begin)
        try:
            if exchange.closed:
                self.crowd.release(client)  # the body was read to its end or never will be
            headers = [*exchange.headers, CLOSE] if is_doubly_framed(scope) else exchange.headers
            await send({"type": "http.response.start", "status": exchange.status, "headers": headers})
            while not client.gone:
                await self._send_part(part, exchange.closed or scope["method"] == "HEAD", send, client)
                if exchange.closed or scope["method"] == "HEAD":
                    return
                async with self._places.any():
                    part = await self._run(context, exchange.part)
        finally:
            if not exchange.closed:
                async with self._places.any():
                    await self._run(context, exchange.close)

    async def _run(self, context: contextvars.Context, step: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._pool, context.run, step)

    async def _send_part(self, part: bytes, last: bool, send: Send, client: Client) -> None:
        """Slice by slice, as the client takes them; what waits here is counted."""
        client.enter(Phase.ANSWER)
        self.crowd.take(client, len(part))  # it is there already: others make room, or nobody does
        for start in range(0, len(part) or 1, PART_BYTES):
            piece = part[start : start + PART_BYTES]
            more = not last or start + PART_BYTES < len(part)
            client.sent += len(piece)
            await send({"type": "http.response.body", "body": piece, "more_body": more})
            if client.gone:
                return
        self.crowd.release(client, len(part))

    async def _refuse(self, code: str, scope: Scope, receive: Receive, send: Send, client: Client) -> None:
        self.crowd.release(client)
        values = {"limit": self._asked_first(scope) or self._most(scope)} if code == "request_too_large" else {}
        if code == "request_too_large" and header(scope, b"expect") is None:
            client.refusal = code  # its clock stands still: this pause is its last
            await self._throw_away(receive)
        language = refusals.language(scope["headers"], self.crowd.language)
        answer = refusals.answer(code, language, refusals.named(scope["headers"]), **values)
        await self._say(*answer, send, client)

    async def _say(
        self, status: int, headers: list[tuple[bytes, bytes]], content: bytes, send: Send, client: Client
    ) -> None:
        """An answer of the server itself, without Django."""
        client.enter(Phase.ANSWER)
        client.sent += len(content)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})

    async def _throw_away(self, receive: Receive) -> None:
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                while (await receive()).get("more_body"):
                    pass
        except TimeoutError:
            pass


class Exchange:
    """One request in the application. Its steps run in threads, one after the other, never two at once."""

    def __init__(self, application: Callable[..., Iterable[bytes]], environ: dict[str, Any]) -> None:
        self._application = application
        self._environ = environ
        self._answer: Iterable[bytes] = ()
        self._parts: Iterator[bytes] = iter(())
        self.status = 500
        self.headers: list[tuple[bytes, bytes]] = []
        self.closed = False

    def begin(self) -> bytes:
        """Status, headers, and the first part: for most answers the only one."""
        self._answer = self._application(self._environ, self._start)
        self._environ = {}
        self._parts = iter(self._answer)
        return self.part()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        self.status = int(status.split(" ", 1)[0])
        # Django writes cookies with a space in front, which h11 takes for an illegal value.
        pairs = [(name.lower(), value.strip(" \t")) for name, value in headers]
        self.headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
        return _no_write

    def part(self) -> bytes:
        """What comes next; ``closed`` with the last of it."""
        gathered = []
        size, started = 0, time.monotonic()
        try:
            for chunk in self._parts:
                gathered.append(chunk)
                size += len(chunk)
                if size >= PART_BYTES or time.monotonic() - started > PART_SECONDS:
                    break
            else:
                self.close()
        except BaseException:
            self.close()
            raise
        return gathered[0] if len(gathered) == 1 else b"".join(gathered)

    def close(self) -> None:
        self.closed = True
        close = getattr(self._answer, "close", None)
        if close is not None:
            close()


def _no_write(data: bytes) -> None:
    raise NotImplementedError("the old way of WSGI to write an answer; Django does not go it")


def path_of(scope: Scope) -> str:
    return unquote_to_bytes(scope["raw_path"]).decode("latin-1")


def header(scope: Scope, wanted: bytes) -> bytes | None:
    return next((value for name, value in scope["headers"] if name == wanted), None)


def head_bytes(scope: Scope) -> int:
    """About as many as were sent. h11 bounds a head that is not complete; one that comes at once may be longer."""
    lines = [len(name) + len(value) + 4 for name, value in scope["headers"]]
    return len(scope["raw_path"]) + len(scope["query_string"]) + sum(lines)


def declared(scope: Scope) -> int | None:
    """Bytes of the body as the headers say (h11 has read the number); None for one in chunks."""
    if header(scope, b"transfer-encoding") is not None:
        return None
    return int(header(scope, b"content-length") or 0)


def is_doubly_framed(scope: Scope) -> bool:
    """Whether a body came in chunks and with a length: read in chunks, and the connection ends (RFC 9112, 6.1)."""
    return header(scope, b"transfer-encoding") is not None and header(scope, b"content-length") is not None


def environ(scope: Scope, body: io.BytesIO) -> dict[str, Any]:
    """The request as WSGI (PEP 3333) has it. The body is whole, so its length is known, in chunks or not."""
    host, port = scope["server"] or ("localhost", 0)
    found = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path_of(scope),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        # As sent: Django would encode the path anew, and a device has signed its own bytes (docs/devices.md).
        "REQUEST_URI": b"?".join(filter(None, (scope["raw_path"], scope["query_string"]))).decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "CONTENT_LENGTH": str(len(body.getbuffer())),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": _file_wrapper,
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        if "_" in name or name in ("content-length", "transfer-encoding"):
            continue  # with an underscore, a sender could pass for what only a proxy may set
        key = "CONTENT_TYPE" if name == "content-type" else f"HTTP_{name.upper().replace('-', '_')}"
        found[key] = f"{found[key]}{'; ' if name == 'cookie' else ','}{value}" if key in found else value
    return found


def _file_wrapper(file: Any, block_size: int = 0) -> FileWrapper:
    return FileWrapper(file, PART_BYTES)
