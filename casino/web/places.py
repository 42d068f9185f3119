"""Who gets a thread: no property, and no kind of request, may hold all of them.

Whatever keeps one property's posts (a row that somebody holds) or one kind of page waiting then leaves threads to all
others. A part of ``WEB_THREADS`` (at least one) is the most that is worked on at once of

    posts of one property's devices      half
    what people do (not GET, HEAD)       a third
    addresses that need no account       a third, and OPEN_SHARE of one thread's time
    signing in                           a third
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
    """Of what needs no account, but for signing in, which nothing else may hold up."""
    sign_in: str = ""
    open_body_bytes: int = 0
    """The largest body that is taken without an account; 0: as everywhere."""

    def of(self, method: str, path: str) -> tuple[str, str]:
        """The kind of a request, and whose it is where that matters."""
        if self.devices and path.startswith(self.devices):
            return ("devices", path.removeprefix(self.devices).partition("/")[0])
        if path.startswith(self.open):
            return ("open", "")
        if self.sign_in and path.startswith(self.sign_in):
            return ("sign_in", "")
        return ("reads", "") if method in ("GET", "HEAD") else ("commands", "")


def most(kind: str, threads: int) -> int:
    """How many of the threads one kind may have."""
    parts = {"devices": threads // 2} | dict.fromkeys(("commands", "open", "sign_in"), threads // 3)
    return max(1, parts.get(kind, threads - 1))


class Budget:
    """Seconds that may be spent: up to ``most``, coming again at ``share`` of the time that passes. What has begun is
    done and may leave a debt."""

    def __init__(self, most: float, share: float) -> None:
        self._most, self._share = most, share
        self._left = most
        self._at: float | None = None

    def left(self, now: float) -> float:
        if self._at is not None:
            self._left = min(self._most, self._left + (now - self._at) * self._share)
        self._at = now
        return self._left

    def spend(self, seconds: float, now: float) -> None:
        self._left = self.left(now) - seconds


OPEN_SHARE: Final = 0.5
OPEN_SECONDS: Final = 60.0
"""What needs no account may take so much of a thread's time in the long run, and so much at once: whoever it comes
from, and however many they are. Guests behind one address are not told apart, so none of them is locked out alone."""


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
        self._open = Budget(OPEN_SECONDS, OPEN_SHARE)
        self._kinds: Final[dict[tuple[str, str], Share]] = {}
        """Of those that are wanted now: whoever makes up codes of properties leaves nothing behind."""

    @asynccontextmanager
    async def one(self, method: str, path: str) -> AsyncIterator[None]:
        """A thread for this request. Raises Refused (too_busy) where none is free in time."""
        key = self._shares.of(method, path)
        loop = asyncio.get_running_loop()
        if key[0] == "open" and self._open.left(loop.time()) <= 0:
            raise Refused("too_busy")
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
            began = loop.time()
            try:
                yield
            finally:
                if key[0] == "open":
                    self._open.spend(loop.time() - began, loop.time())
        finally:
            for each in taken:
                each.release()
            share.users -= 1
            if not share.users:
                del self._kinds[key]

    def body_bytes(self, path: str) -> int:
        """The largest body that is taken at this address."""
        most = self._limits.body_max_bytes
        limited = self._shares.open_body_bytes and self._shares.of("POST", path)[0] == "open"
        return min(most, self._shares.open_body_bytes) if limited else most

    @asynccontextmanager
    async def any(self) -> AsyncIterator[None]:
        """A thread for the next part of an answer that has begun."""
        async with self._free:
            yield
