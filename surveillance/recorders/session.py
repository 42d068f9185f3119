"""One RTSP session with a recorder: requests and their answers, Digest, keep-alive, and the interleaved packets
between.

Interleaved packets that come before an answer are kept in their order (some servers begin to send before they say that
they will). Each wait has its own end, and all of them together the fetch's: a server that sends one byte a second is
as late as one that sends nothing. Proved against hostile servers in ``tests/surveillance/recorders/test_hostile.py``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from casino.core.errors import Problem
from surveillance.recorders import digest, rtsp
from surveillance.recorders.source import Limits, Source
from surveillance.recorders.wire import Connection

_SESSION: Final = re.compile(r"([^\s;]{1,256})(?![^\s;])\s*(?:;\s*timeout\s*=\s*([0-9]{1,6}))?", re.IGNORECASE)
_READ_BYTES: Final = 256 << 10
USUAL_TIMEOUT_S: Final = 60
"""RFC 2326, 12.37."""
AGENT: Final = "tableproof"


class Session:
    """``now`` is a clock that only goes forward (seconds); ``cnonce`` gives a fresh random word. Every method may raise
    Problems ``recorder_slow``, ``recorder_cut_off``, ``recorder_unreadable`` and ``recorder_too_much``."""

    def __init__(
        self,
        connection: Connection,
        source: Source,
        limits: Limits,
        *,
        now: Callable[[], float],
        cnonce: Callable[[], str],
        ends_s: float,
        most_bytes: int,
    ) -> None:
        self._connection = connection
        self._source = source
        self._limits = limits
        self._now = now
        self._cnonce = cnonce
        self._ends_s = ends_s
        self._most_bytes = most_bytes
        self._incoming = rtsp.Incoming(limits)
        self._early: deque[rtsp.Data] = deque()
        self._early_bytes = 0
        self._number = 0
        self._challenge: digest.Challenge | None = None
        self._answered = 0
        self.received_bytes = 0
        self.id: str | None = None
        self.timeout_s = float(USUAL_TIMEOUT_S)
        self._alive_by = "GET_PARAMETER"
        self._alive_number: int | None = None
        self._alive_again = False
        self._next_alive_s = 0.0

    def problem(self, code: str, **values: object) -> Problem:
        return Problem(code, None, host=self._source.host, **values)

    # --- Requests ---------------------------------------------------------------------------------------------------
    def ask(self, method: str, url: str, *headers: tuple[str, str]) -> rtsp.Answer:
        """Sends a request and waits for its answer; a challenge is answered, once for each nonce."""
        for attempt in range(3):
            number = self._send(method, url, headers)
            answer = self._answer(number)
            if answer.status != 401:
                self._next_alive_s = self._now() + self.timeout_s / 2
                return answer
            offered = digest.challenges(answer.all("www-authenticate"))
            chosen = self._chosen(offered)
            if attempt and not chosen.stale:
                break
            self._challenge, self._answered = chosen, 0
        raise self.problem("recorder_password")

    def _chosen(self, offered: list[digest.Challenge]) -> digest.Challenge:
        chosen = digest.choose(offered)
        if chosen is None:
            raise self.problem("recorder_challenge")
        if not self._source.user:
            raise self.problem("recorder_password")
        if chosen.scheme == "basic" and not (self._source.tls or self._source.bare_password):
            raise self.problem("recorder_bare_password")
        return chosen

    def _send(self, method: str, url: str, headers: tuple[tuple[str, str], ...]) -> int:
        self._number += 1
        sent = [("CSeq", str(self._number)), ("User-Agent", AGENT), *headers]
        if self.id is not None:
            sent.append(("Session", self.id))
        if self._challenge is not None:
            self._answered += 1
            said = digest.answer(
                self._challenge,
                user=self._source.user,
                password=self._source.password,
                method=method,
                url=url,
                count=self._answered,
                cnonce=self._cnonce(),
            )
            sent.append(("Authorization", said))
        try:
            message = rtsp.request(method, url, sent)
        except ValueError as error:
            raise self.problem("recorder_unreadable", what="an address with a line end") from error
        self._write(message)
        return self._number

    def _write(self, message: bytes) -> None:
        left = min(self._limits.answer_s, self._ends_s - self._now())
        if left <= 0:
            raise self._too_late(self._limits.total_s)
        try:
            self._connection.settimeout(left)
            self._connection.sendall(message)
        except TimeoutError as error:
            raise self._too_late(left) from error
        except OSError as error:
            raise self.problem("recorder_cut_off") from error

    def _answer(self, number: int) -> rtsp.Answer:
        until = self._now() + self._limits.answer_s
        while True:
            item = self._item(until)
            if item is None:
                raise self._too_late(self._limits.answer_s)
            if isinstance(item, rtsp.Data):
                self._early.append(item)
                self._early_bytes += len(item.payload) + 4
                if self._early_bytes > self._limits.waiting_bytes:
                    raise self.problem("recorder_too_much", what="RTP before the answer")
            elif isinstance(item, rtsp.Answer) and item.number == number:
                return item
            elif isinstance(item, rtsp.Ask):
                self._write(rtsp.refusal(item))

    # --- Reading ----------------------------------------------------------------------------------------------------
    def receive(self, until_s: float) -> rtsp.Item | None:
        """The next item; None where the moment ``until_s`` came first."""
        if self._early:
            item = self._early.popleft()
            self._early_bytes -= len(item.payload) + 4
            return item
        return self._item(until_s)

    def _item(self, until_s: float) -> rtsp.Item | None:
        while True:
            try:
                item = self._incoming.next()
            except rtsp.Unreadable as error:
                raise self.problem("recorder_unreadable", what=str(error)) from error
            if item is not None:
                return item
            left = min(until_s, self._ends_s) - self._now()
            if left <= 0:
                if self._now() >= self._ends_s:
                    raise self._too_late(self._limits.total_s)
                return None
            try:
                self._connection.settimeout(left)
                data = self._connection.recv(_READ_BYTES)
            except TimeoutError:
                continue
            except OSError as error:
                raise self.problem("recorder_cut_off") from error
            if not data:
                raise self.problem("recorder_cut_off")
            self.received_bytes += len(data)
            if self.received_bytes > self._most_bytes:
                raise self.problem("recorder_too_much", what=f"{self._limits.total_bytes} bytes")
            self._incoming.feed(data)

    def _too_late(self, seconds: float) -> Problem:
        return self.problem("recorder_slow", seconds=f"{seconds:g}")

    # --- The session itself -----------------------------------------------------------------------------------------
    def opened(self, said: str | None) -> None:
        """Takes a Session header."""
        found = _SESSION.match(said or "")
        if found is None:
            raise self.problem("recorder_unreadable", what="a session without a name")
        self.id = found[1]
        if found[2] is not None:
            self.timeout_s = float(max(2, int(found[2])))
        self._next_alive_s = self._now() + self.timeout_s / 2

    @property
    def next_alive_s(self) -> float:
        return self._next_alive_s

    def keep_alive(self, url: str, *, again: bool = False) -> None:
        """Says that we are still there, at half the session's time; the answer comes among the packets."""
        self._alive_again = again
        self._alive_number = self._send(self._alive_by, url, ())
        self._next_alive_s = self._now() + self.timeout_s / 2

    def kept_alive(self, answer: rtsp.Answer, url: str) -> None:
        """Takes an answer that came among the packets. A server that knows no GET_PARAMETER is sent OPTIONS."""
        if answer.number != self._alive_number:
            return
        if answer.status == 454:
            raise self.problem("recorder_cut_off")
        if answer.status == 401:
            chosen = self._chosen(digest.challenges(answer.all("www-authenticate")))
            if self._alive_again:
                raise self.problem("recorder_password")
            self._challenge, self._answered = chosen, 0
            self.keep_alive(url, again=True)
        elif answer.status in (405, 501, 551) and self._alive_by != "OPTIONS":
            self._alive_by = "OPTIONS"
            self.keep_alive(url)

    def reply(self, asked: rtsp.Ask) -> None:
        self._write(rtsp.refusal(asked))

    def leave(self, url: str) -> None:
        """TEARDOWN without waiting, then closed. Raises nothing: what matters has come."""
        with suppress(Problem):
            if self.id is not None:
                self._send("TEARDOWN", url, ())
        with suppress(OSError):
            self._connection.close()
