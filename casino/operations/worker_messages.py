"""Telling workers that there is something to do: the one way, for every room, and never in the request's own time.

What was recorded is recorded; a worker that is told of it works a little sooner, no more. So a message is handed to a
thread of this process, which sends it with short time-outs and on a connection of its own. Whoever tells waits for
nothing: the same message waiting is told once, more than ``ROOM`` of them are dropped, and a broker that does not
answer is left alone for ``PAUSE_SECONDS``, with everything that was to be told meanwhile. What was not told is found by
those who look by themselves (``casino/operations/watching.py``). Decided in ``docs/adr/0051-telling-workers.md``;
proved by ``tests/test_worker_messages.py`` and, on real servers that are frozen and killed,
``tests/production/test_brokers.py``.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from celery import Celery, Task
from django.db import transaction
from kombu.connection import Connection

from casino.site import environment

log = logging.getLogger(__name__)

ROOM: Final = 1_000
"""Different messages that wait at most."""
PAUSE_SECONDS: Final = 5.0
"""How long a broker that failed is left alone."""
LAST_WORDS_SECONDS: Final = 2.0
"""How long a process that ends waits for what is still to be told."""

Message = tuple[str, tuple[str | int, ...]]
"""A task's name and its arguments: codes and keys only."""
Send = Callable[[Message], None]


class Teller:
    """Tells from a thread of its own, begun with the first message. ``send`` raises where it could not tell, and is
    called by that thread alone."""

    def __init__(self, send: Send, *, pause_seconds: float = PAUSE_SECONDS, room: int = ROOM) -> None:
        self.send = send
        self.pause_seconds = pause_seconds
        self.room = room
        self.dropped = 0
        """Messages that nobody was told."""
        self._waiting: dict[Message, None] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._telling = False
        self._paused_until = 0.0

    def put(self, message: Message) -> bool:
        """Take a message over; False where it is dropped. Never waits for a broker."""
        with self._changed:
            if time.monotonic() < self._paused_until or len(self._waiting) >= self.room:
                self.dropped += 1
                return False
            self._waiting[message] = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="telling", daemon=True)
                self._thread.start()
            self._changed.notify_all()
        return True

    def flush(self, seconds: float) -> bool:
        """Wait until everything was told or dropped, but no longer than this; whether it was."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and not self._telling, timeout=seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting))
                message = next(iter(self._waiting))
                del self._waiting[message]
                self._telling = True
            error = self._tried(message)
            with self._changed:
                self._telling = False
                if error is not None:
                    self.dropped += 1 + len(self._waiting)
                    self._waiting.clear()
                    self._paused_until = time.monotonic() + self.pause_seconds
                self._changed.notify_all()
            if error is not None:
                log.warning("broker_unreachable dropped=%s error=%r", self.dropped, error)

    def _tried(self, message: Message) -> Exception | None:
        """Whatever a transport raises is the same to us: it was not told. A thread that ended would tell no more."""
        try:
            self.send(message)
        except Exception as error:  # noqa: BLE001 handed on, and logged by the caller
            return error
        return None


class Line:
    """The connection on which a teller sends: its own, with short time-outs, made anew after a failure."""

    def __init__(self, celery: Celery, url: str | None = None) -> None:
        self.celery = celery
        self.url = url
        self._connection: Connection | None = None

    def send(self, message: Message) -> None:
        """Send; a connection that was kept may have died of age, so once more on a new one."""
        kept = self._connection is not None
        try:
            self._send(message)
        except Exception:
            self._drop()
            if not kept:
                raise
            try:
                self._send(message)
            except Exception:
                self._drop()
                raise

    def _send(self, message: Message) -> None:
        name, arguments = message
        if self._connection is None:
            self._connection = Connection(**self._settings())  # type: ignore[no-untyped-call]
        self.celery.tasks[name].apply_async(
            arguments,
            connection=self._connection,
            retry=False,
            confirm_timeout=environment.TELLING_SECONDS,
        )

    def _settings(self) -> dict[str, Any]:
        conf = self.celery.conf
        url = self.url or conf.broker_write_url or conf.broker_url
        options = (conf.broker_transport_options or {}) if self.url is None else {}
        return {
            "hostname": url,
            "ssl": conf.broker_use_ssl,
            "connect_timeout": environment.TELLING_SECONDS,
            "transport_options": dict(options) | environment.telling_options(url),
        } | (
            {"transport": "casino.site.redis_transport:OnceTransport"} if url.startswith(("redis:", "rediss:")) else {}
        )

    def _drop(self) -> None:
        """Let the connection go without a word: the other side may never read it."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                _close_pool(connection)
            with suppress(Exception):
                connection.collect(socket_timeout=environment.TELLING_SECONDS)  # type: ignore[no-untyped-call]


def _close_pool(connection: Connection) -> None:
    """PostgreSQL's queue opens its pool before it is connected. Left open, a pool that failed goes on knocking for five
    minutes, from threads of its own: one more of them after each pause."""
    client = getattr(connection.transport, "_pgmq_client", None)
    pool = getattr(client, "pool", None)
    if pool is not None:
        pool.close(timeout=environment.TELLING_SECONDS)  # its threads may hang in a frozen server


_teller: Teller | None = None
_making = threading.Lock()


def tell(task: Task, *arguments: str | int) -> None:
    """Ask a worker to do this task soon. Returns at once, whatever the broker does; raises nothing of the broker's."""
    teller().put((task.name, arguments))


def tell_after_commit(task: Task, *arguments: str | int) -> None:
    """:func:`tell`, once the transaction around this is committed; at once where there is none."""

    def told() -> None:
        tell(task, *arguments)

    after_commit(told)


def after_commit(work: Callable[[], None]) -> None:
    """Do this after the commit of the transaction around it. What is recorded stays recorded and is answered so: an
    error in this is logged and fails nothing. ``work`` is a function: Django asks for its name then."""
    assert hasattr(work, "__qualname__"), "a function with a name, no partial"

    def guarded() -> None:
        # Without a transaction Django runs it at once, and then, too, raises nothing of it.
        try:
            work()
        except Exception:
            log.exception("after_commit_failed work=%s", work.__qualname__)

    transaction.on_commit(guarded, robust=True)


def teller() -> Teller:
    """The teller of this process."""
    global _teller
    with _making:
        if _teller is None:
            # Imported late: the application of the tasks stands on the settings.
            from casino.celery import app

            _teller = Teller(Line(app).send)
            atexit.register(_teller.flush, LAST_WORDS_SECONDS)
        return _teller


def _begin_anew() -> None:
    """A forked child has no thread, and must not write into its parent's connection."""
    global _teller, _making
    _teller, _making = None, threading.Lock()


os.register_at_fork(after_in_child=_begin_anew)
