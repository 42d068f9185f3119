"""One connection, with a bound on how long its client may keep the server waiting.

A connection is always in one of four phases. While the client is to send the head of a request, its body, or to take
the answer, a time runs; while Django works, none does. uvicorn (pinned) reads and writes HTTP; this adds the clocks.
Proved by ``tests/web/test_slow_clients.py``.
"""

from __future__ import annotations

import asyncio
import socket
import struct
from enum import Enum
from typing import Any, Protocol, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from casino.web import refusals
from casino.web.crowd import Crowd


class HasCrowd(Protocol):
    """The application behind a connection: the gateway, which counts everybody in."""

    crowd: Crowd


class Phase(Enum):
    HEAD = "head"
    BODY = "body"
    WORK = "work"
    ANSWER = "answer"


class Client(H11Protocol):
    """uvicorn's connection; the gateway finds it in the scope and tells it the phase."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.crowd = cast(HasCrowd, self.app).crowd
        self.limits = self.crowd.limits
        self.app_state = {"client": self}
        self.held = 0
        self.gone = False
        self.refusal: str | None = None
        self.phase = Phase.HEAD
        self.begun = False
        self.received = 0
        self.sent = 0
        self.since = self.loop.time()
        self._received_before = 0
        self._answering: tuple[float, int] | None = None
        """When the stretch of the answer began, and how many bytes had been taken by then."""

    # --- What uvicorn and asyncio tell ------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.enter(Phase.HEAD)
        self.crowd.join(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        self.crowd.leave(self)
        super().connection_lost(exc)
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.received += len(data)
        if self.phase is Phase.HEAD and not self.begun:
            self.enter(Phase.HEAD)
            self.begun = True
        super().data_received(data)

    def handle_events(self) -> None:
        former = self.cycle
        super().handle_events()
        if self.cycle is not former:
            self.enter(Phase.WORK)

    def on_response_complete(self) -> None:
        self.enter(Phase.HEAD)  # before the next request of a pipeline is taken up
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """The head, or the frame of a chunk, is no HTTP."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self._cut()
        else:
            self._end_with("bad_request")

    # --- Phases and clocks ------------------------------------------------------------------------------------------
    def enter(self, phase: Phase) -> None:
        """The clock of this phase begins."""
        self.phase = phase
        self.begun = False
        self.since = self.loop.time()
        self._received_before = self.received
        self.crowd.turn(self)

    @property
    def waits(self) -> bool:
        if self.phase is Phase.BODY:
            return self.refusal is None
        return self.phase is Phase.HEAD or self.transport.get_write_buffer_size() > 0

    def check(self, now: float) -> None:
        """Called about every second; gives a client up whose time is over."""
        if self.phase is Phase.HEAD and not self.transport.is_closing():
            if now - self.since > (self.limits.head_seconds if self.begun else self.limits.idle_seconds):
                self.give_up("request_too_slow")
        elif self.phase is Phase.BODY and self.refusal is None and now - self.since >= self.limits.body_seconds:
            if self.received - self._received_before < self._least(self.limits.body_seconds):
                self.give_up("request_too_slow")
            self.since, self._received_before = now, self.received
        self._check_answer(now)

    def _check_answer(self, now: float) -> None:
        """In any phase, and when the connection is closing: something may still wait to be taken."""
        waiting = self.transport.get_write_buffer_size()
        taken = self.sent - waiting
        if not waiting:
            self._answering = None
        elif self._answering is None:
            self._answering = (now, taken)
        elif now - self._answering[0] >= self.limits.answer_seconds:
            if taken - self._answering[1] < self._least(self.limits.answer_seconds):
                self.crowd.count("answer_not_taken")
                self._cut()
            self._answering = (now, taken)

    def _least(self, seconds: int) -> int:
        return seconds * self.limits.slowest_bytes_per_second

    def give_up(self, code: str) -> None:
        """Let this client go, with this answer where one can still be given."""
        self.crowd.count(code)
        untaken = self.transport.get_write_buffer_size() > 0
        if untaken and (code == "too_busy" or self.phase is not Phase.HEAD):
            self._cut()
        elif self.phase is Phase.HEAD:
            if not untaken and (self.begun or not self.received):
                self._end_with(code)
            else:
                self.transport.close()  # between two requests there is nothing to answer
        elif self.phase is Phase.BODY:
            self.refusal = code
            self.cycle.message_event.set()  # the gateway, which waits for more, looks again
        else:
            self._cut()

    def _cut(self) -> None:
        """End it now, with what was not taken: the kernel too would keep that for minutes for who does not read."""
        self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def _end_with(self, code: str) -> None:
        self.transport.write(refusals.raw(code, self.crowd.language))
        self.transport.close()
