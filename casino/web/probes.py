"""Addresses that answer within a second whatever the threads of requests do: on a thread of their own each.

Whoever asks while the question before is still open waits for the same answer. Where it does not come in time, what was
answered a few seconds ago still holds; after that the database does not answer. Proved by ``tests/web/test_probes.py``
and ``test_outage.py``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

logger = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 0.4
FRESH_SECONDS: Final = 5.0
"""How long the last answer holds while a new one is not there: a busy machine is no database that is gone."""
SILENT: Final = (503, "database")

Ask = Callable[[], tuple[int, str]]
"""Status and text."""


class Probe:
    """One address."""

    def __init__(self, name: str, ask: Ask) -> None:
        self._ask = ask
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name.strip("/"))
        self._asking: asyncio.Future[None] | None = None
        self._last: tuple[int, str] = SILENT
        self._at: float | None = None

    async def answer(self) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and content."""
        loop = asyncio.get_running_loop()
        if self._asking is None or self._asking.done():
            self._asking = asyncio.ensure_future(self._asked())
        done, _ = await asyncio.wait({self._asking}, timeout=ANSWER_SECONDS)
        fresh = self._at is not None and loop.time() - self._at <= FRESH_SECONDS
        status, text = self._last if done or fresh else SILENT
        content = text.encode()
        return (
            status,
            [
                (b"content-type", b"text/plain"),
                (b"cache-control", b"no-store"),
                (b"content-length", str(len(content)).encode()),
            ],
            content,
        )

    async def _asked(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            self._last = await loop.run_in_executor(self._pool, self._ask)
        except Exception:
            logger.exception("probe_failed")
            self._last = (503, "failed")
        self._at = loop.time()
