"""All clients of one process together: how many, how much memory they hold, and who goes when it is too much.

Who has kept the server waiting longest goes first. Whoever attacks with many slow connections pushes out their own, and
a request that comes at an ordinary pace finds its place. Proved by ``tests/web/test_crowd.py``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final, Protocol

from casino.web.limits import Limits

logger = logging.getLogger(__name__)

SUMMARY_SECONDS: Final = 10.0
"""Clients that were let go are told of once in this time: a flood of them must not become a flood of lines."""


class Member(Protocol):
    """What the crowd knows of a connection."""

    held: int
    """Bytes of its body or answer in memory."""

    @property
    def waits(self) -> bool:
        """Is it now the client's turn, to send or to take?"""

    def give_up(self, code: str) -> None: ...

    def check(self, now: float) -> None: ...


class Crowd:
    def __init__(self, limits: Limits, language: str) -> None:
        self.limits = limits
        self.language = language
        self.held = 0
        # In the order in which their turn began: the first has kept the server waiting longest.
        self._members: dict[Member, None] = {}
        # Told to go, and not yet gone: their place is free, their clocks still run.
        self._leaving: set[Member] = set()
        self._let_go: Counter[str] = Counter()
        self._told = 0.0
        self._sweeping = False
        seconds = (limits.head_seconds, limits.idle_seconds, limits.body_seconds, limits.answer_seconds)
        self.pause_seconds = min(1.0, min(seconds) / 4)

    def __len__(self) -> int:
        return len(self._members)

    def join(self, member: Member) -> None:
        """A new connection. Somebody else goes where there is no place, or itself where nobody else waits."""
        if len(self._members) >= self.limits.connections:
            self._let_one_go(but=None)
        self._members[member] = None
        if len(self._members) > self.limits.connections:
            self._drop(member)
        if not self._sweeping:
            self._sweeping = True
            asyncio.get_running_loop().call_later(self.pause_seconds, self._sweep)

    def leave(self, member: Member) -> None:
        self.release(member)
        self._members.pop(member, None)
        self._leaving.discard(member)

    def turn(self, member: Member) -> None:
        """Its waiting begins now."""
        if member in self._members:
            del self._members[member]
            self._members[member] = None

    def take(self, member: Member, size: int) -> bool:
        """Count bytes that this client makes us hold. False where there is no room even after others were let go."""
        member.held += size
        self.held += size
        while self.held > self.limits.memory_bytes:
            if not self._let_one_go(but=member, holding=True):
                return False
        return True

    def release(self, member: Member, size: int | None = None) -> None:
        """Bytes that are no longer held; all of them without a number."""
        size = member.held if size is None else min(size, member.held)
        member.held -= size
        self.held -= size

    def count(self, code: str) -> None:
        """One more was let go for this reason."""
        self._let_go[code] += 1

    def _let_one_go(self, *, but: Member | None, holding: bool = False) -> bool:
        for member in self._members:
            if member is not but and member.waits and (member.held or not holding):
                self._drop(member)
                return True
        return False

    def _drop(self, member: Member) -> None:
        self.release(member)
        del self._members[member]
        self._leaving.add(member)
        member.give_up("too_busy")

    def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        for member in (*self._members, *self._leaving):
            member.check(now)
        if self._let_go and now - self._told >= SUMMARY_SECONDS:
            logger.warning("Clients were let go", extra={"reasons": dict(self._let_go), "connections": len(self)})
            self._let_go.clear()
            self._told = now
        self._sweeping = bool(self._members or self._leaving or self._let_go)
        if self._sweeping:
            loop.call_later(self.pause_seconds, self._sweep)
