"""HTTP for a witness: h11 over asyncio, with a bound on everything that a client may take.

h11 (which the house's own server reads HTTP with) knows the protocol and nothing of sockets; here are the sockets and
the clocks. From the first byte of a request to its last there is one time, whatever trickles in between; for taking an
answer as well. Sockets and bytes are bounded. Requests are answered one after the other in one thread, because a
witness decides and keeps in one step. Proved by ``tests/transparency/test_witness_server.py``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final

import h11

from casino.transparency.witness.config import Limits
from casino.transparency.witness.protocol import Witness
from casino.transparency.witness_client import Answer
from casino.transparency.witnessing import MAX_REQUEST_BYTES, TEXT_TYPE

logger = logging.getLogger(__name__)

READ_BYTES: Final = 65_536
HEAD_BYTES: Final = 16_384
CLOSE_SECONDS: Final = 5.0

Clock = Callable[[], int]


class Server:
    """One listening socket. ``clock`` gives the seconds since 1970 that cosignatures carry."""

    def __init__(self, witness: Witness, limits: Limits, clock: Clock = lambda: int(time.time())) -> None:
        self._witness = witness
        self._limits = limits
        self._clock = clock
        self._works = ThreadPoolExecutor(1, thread_name_prefix="witness")
        self._waiting: dict[asyncio.StreamWriter, None] = {}
        """Connections that wait for their client; the first has waited longest, and goes first where room is needed:
        so a flood of slow ones pushes itself out."""
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self, host: str, port: int) -> asyncio.Server:
        return await asyncio.start_server(self._connected, host, port, limit=READ_BYTES, backlog=256)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._open) >= self._limits.connections and not self._let_one_go():
            writer.transport.abort()
            return
        self._open.add(writer)
        try:
            await self._converse(h11.Connection(h11.SERVER, max_incomplete_event_size=HEAD_BYTES), reader, writer)
        except (TimeoutError, OSError, h11.RemoteProtocolError):
            pass  # the client's fault or the network's: there is nobody to tell
        except asyncio.CancelledError:
            pass  # the server stops
        finally:
            self._open.discard(writer)
            self._waiting.pop(writer, None)
            writer.transport.abort()

    def _let_one_go(self) -> bool:
        for writer in self._waiting:
            del self._waiting[writer]
            self._open.discard(writer)
            writer.transport.abort()
            return True
        return False

    async def _converse(
        self, connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        while True:
            try:
                answer, close = await self._exchange(connection, reader, writer)
            except h11.RemoteProtocolError as error:
                if connection.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
                    raise
                answer, close = _said(error.error_status_hint, "not a request of HTTP"), True
            if answer is None:
                return
            await self._send(connection, writer, answer, close=close)
            if close or connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                await self._hang_up(writer)
                return
            connection.start_next_cycle()

    async def _exchange(
        self, connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> tuple[Answer | None, bool]:
        """Read a request and have it answered; None where the client has gone. True: the connection ends with it."""
        self._waiting[writer] = None
        if not connection.trailing_data[0]:
            async with asyncio.timeout(self._limits.idle_seconds):
                first = await reader.read(READ_BYTES)
            connection.receive_data(first)
            if not first:
                return None, True
        try:
            async with asyncio.timeout(self._limits.request_seconds):
                request = await self._next(connection, reader, writer)
                if not isinstance(request, h11.Request):
                    return None, True
                body, cut = await self._body(connection, reader, writer, self._most(request))
        except TimeoutError:
            return _said(408, "the request took too long"), True
        path = request.target.decode("latin-1").partition("?")[0]
        if cut and path != "/add-entries":
            return _said(413, f"at most {MAX_REQUEST_BYTES} bytes"), True
        self._waiting.pop(writer, None)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
        return await self._work(request.method.decode("latin-1"), path, headers, body), False

    def _most(self, request: h11.Request) -> int:
        return self._limits.body_bytes if request.target == b"/add-entries" else MAX_REQUEST_BYTES

    async def _next(
        self, connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> object:
        while True:
            event = connection.next_event()
            if event is not h11.NEED_DATA:
                return event
            if connection.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                writer.write(connection.send(go_on) or b"")
            connection.receive_data(await reader.read(READ_BYTES))

    async def _body(
        self, connection: h11.Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int
    ) -> tuple[bytes, bool]:
        """The body's first ``most`` bytes, and whether there were more: those are read and thrown away, so that the
        sender hears the answer."""
        body = bytearray()
        cut = False
        while True:
            event = await self._next(connection, reader, writer)
            if isinstance(event, h11.EndOfMessage):
                return bytes(body), cut
            if not isinstance(event, h11.Data):
                raise ConnectionResetError
            room = most - len(body)
            cut = cut or len(event.data) > room
            body += event.data[:room]

    async def _work(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._works, lambda: self._witness.answer(method, path, headers, body, self._clock())
            )
        except Exception:
            # A disk that is full or gone: nothing was said, so nothing was promised; the next request tries again.
            logger.exception("%s %s was not answered", method, path)
            return _said(500, "this could not be done; the witness's log says why")

    async def _send(
        self, connection: h11.Connection, writer: asyncio.StreamWriter, answer: Answer, *, close: bool
    ) -> None:
        headers = [
            ("content-type", answer.content_type),
            ("content-length", str(len(answer.body))),
            ("x-content-type-options", "nosniff"),
            ("accept-encoding", "gzip"),
        ]
        headers += [("connection", "close")] if close else []
        reason = HTTPStatus(answer.status).phrase.encode()
        response = h11.Response(status_code=answer.status, headers=headers, reason=reason)
        events = (response, h11.Data(data=answer.body), h11.EndOfMessage())
        data = [connection.send(event) for event in events]
        self._waiting[writer] = None
        async with asyncio.timeout(self._limits.answer_seconds):
            writer.write(b"".join(part for part in data if part))
            writer.transport.set_write_buffer_limits(0)
            await writer.drain()
        self._waiting.pop(writer, None)

    async def _hang_up(self, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                writer.close()
                await writer.wait_closed()


def _said(status: int, said: str) -> Answer:
    return Answer(status, TEXT_TYPE, f"{said}\n".encode())
