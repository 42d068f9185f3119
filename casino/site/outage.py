"""The database does not answer, or gives a question up: one sentence at every address, and one line in the log.

A database that is gone, frozen, restarting, read-only or full, and a lock that did not come free in time, are no faults
of a page: 503 with Retry-After, in the reader's language, wherever in middleware or view it was met (``handler500`` and
``handler400`` of Django, the API's own handler). A log that had a traceback for each request of an outage would fill
the disk, so each kind of trouble is told when it begins and then once a minute with how often it was met. Proved by
``tests/test_outage.py`` and, with a server that is frozen and killed, ``tests/web/test_outage.py``.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.http import HttpResponse
from django.template import loader

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 2
TELL_SECONDS: Final = 60.0
"""Trouble of a kind that goes on is told of again after so long."""

PROGRAM_LIMIT: Final = "54"
"""SQLSTATE class of what no repetition mends, though psycopg counts it as operational: our fault."""
READ_ONLY: Final = "25006"
"""A server that does not lead (any more)."""


def trouble(error: BaseException | None) -> DatabaseError | InterfaceError | None:
    """What the database refused for reasons of its own, where that is what went wrong: the error itself, or one that
    it came from (Django calls a session that could not be saved one that was ended)."""
    for each in _chain(error):
        if isinstance(each, DatabaseError | InterfaceError) and _passes(each):
            return each
    return None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (error.__context__ if isinstance(error, SessionInterrupted | UpdateError) else None)


def _passes(error: DatabaseError | InterfaceError) -> bool:
    """Whether the same may be answered a little later."""
    state = sqlstate(error)
    return state == READ_ONLY or (
        isinstance(error, OperationalError | InterfaceError) and not state.startswith(PROGRAM_LIMIT)
    )


def sqlstate(error: BaseException) -> str:
    """What the server called it; empty where there was no server to call it anything."""
    return str(getattr(error.__cause__, "sqlstate", None) or "")


class Told:
    """What the log has been told of each kind of trouble, in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._at: dict[str, float] = {}
        self._since: dict[str, int] = {}

    def note(self, error: BaseException, where: str) -> None:
        """Tell the log, unless it was told of this kind within the last :data:`TELL_SECONDS`."""
        kind, now = sqlstate(error) or "no answer", time.monotonic()
        with self._lock:
            self._since[kind] = self._since.get(kind, 0) + 1
            if now - self._at.get(kind, -TELL_SECONDS) < TELL_SECONDS:
                return
            self._at[kind], times = now, self._since.pop(kind)
        said = " ".join(str(error).split())
        log.error("database_trouble kind=%s times=%s at=%s error=%s", kind, times, where, said)


TOLD: Final = Told()


def met(error: BaseException, where: str, answer: HttpResponse) -> HttpResponse:
    """The answer, with its Retry-After, and told in the log once instead of by Django for each request."""
    TOLD.note(error, where)
    if sqlstate(error) == READ_ONLY:
        # The server was demoted, or is told not to write: the next request connects anew, to whichever leads by then.
        # ``errors_occurred`` would not do, since Django keeps a connection that still answers SELECT 1.
        connection.close_at = time.monotonic()
    answer.headers["Retry-After"] = str(RETRY_SECONDS)
    vars(answer)["_has_been_logged"] = True  # how Django's own log_response is told
    return answer


def page() -> HttpResponse:
    """The sentence for people. It asks nobody anything: neither who reads it nor the database."""
    content: Any = loader.get_template("503.html").render()
    return HttpResponse(content, status=503, headers={"Cache-Control": "no-store, private"})
