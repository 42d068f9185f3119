"""Who gets a thread: no property, and no kind of request, may hold all of them.

Whatever keeps one property's posts (a row that somebody holds) or one kind of page waiting then leaves threads to all
others. A part of ``WEB_THREADS`` (at least one) is the most that is worked on at once of

    posts of one property's devices      half
    what people do (not GET, HEAD)       a third
    addresses that need no account       a third
    pages and reads                      all but one

so that from three threads on, a property that stands still, its people's commands included, leaves one to the others;
the default leaves one, a third process of the web server as many again. Proved by ``tests/web/test_places.py``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, NamedTuple

from casino.web.limits import Limits
from casino.web.refusals import Refused


class Shares(NamedTuple):
    """The beginnings of addresses by which requests are told apart."""

    devices: str = ""
    """Before a property's code."""
    open: tuple[str, ...] = ()
    """Of what needs no account."""

    def of(self, method: str, path: str) -> tuple[str, str]:
        """The kind of a request, and whose it is where that matters."""
        if self.devices and path.startswith(self.devices):
            return ("devices", path.removeprefix(self.devices).partition("/")[0])
        if path.startswith(self.open):
            return ("open", "")
        return ("reads", "") if method in ("GET", "HEAD") else ("commands", "")


def most(kind: str, threads: int) -> int:
    """How many of the threads one kind may have."""
    return max(1, {"devices": threads // 2, "commands": threads // 3, "open": threads // 3}.get(kind, threads - 1))


class Share:
    """The places of one kind of request, and how many use or want them."""

    def __init__(self, places: int) -> None:
        self.free = asyncio.Semaphore(places)
        self.users = 0


class Places:
    """The threads of a process."""

    def __init__(self, limits: Limits, shares: Shares) -> None:
        self._limits = limits
        self._shares = shares
        self._free = asyncio.Semaphore(limits.threads)
        self._kinds: Final[dict[tuple[str, str], Share]] = {}
        """Of those that are wanted now: whoever makes up codes of properties leaves nothing behind."""

    @asynccontextmanager
    async def one(self, method: str, path: str) -> AsyncIterator[None]:
        """A thread for this request. Raises Refused (too_busy) where none is free in time."""
        key = self._shares.of(method, path)
        share = self._kinds.setdefault(key, Share(most(key[0], self._limits.threads)))
        share.users += 1
        taken = []
        try:
            try:
                async with asyncio.timeout(self._limits.queue_seconds):
                    for each in (share.free, self._free):
                        await each.acquire()
                        taken.append(each)
            except TimeoutError:
                raise Refused("too_busy") from None
            yield
        finally:
            for each in taken:
                each.release()
            share.users -= 1
            if not share.users:
                del self._kinds[key]

    @asynccontextmanager
    async def any(self) -> AsyncIterator[None]:
        """A thread for the next part of an answer that has begun."""
        async with self._free:
            yield
