"""RTSP messages as they come and go (RFC 2326; the grammar of RFC 7826 where it is the stricter), without a socket.

:class:`Incoming` is fed bytes as they arrive and gives whole items: answers, requests of the other side, and
interleaved packets (RFC 2326, 10.12). Every line, count and size has a bound; what is outside raises
:class:`Unreadable`. Proved by ``tests/surveillance/recorders/test_rtsp.py``, which also feeds it cut at every byte and
mutated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import msgspec

from surveillance.recorders.source import Limits

_STATUS: Final = re.compile(r"RTSP/[0-9]\.[0-9] ([0-9]{3})(?: (.*))?")
_REQUEST: Final = re.compile(r"([A-Z_]{1,32}) (\S{1,2048}) RTSP/[0-9]\.[0-9]")
_NAME: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}")
_DIGITS: Final = re.compile(r"[0-9]{1,10}")
_FIRST: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ\r\n"
MOST_BLANK_LINES: Final = 16
INTERLEAVED: Final = 0x24


class Unreadable(Exception):
    """The bytes are no RTSP within the bounds; says what is wrong with them, in few words."""


class Data(msgspec.Struct, frozen=True):
    """An interleaved packet: the channel and its bytes."""

    channel: int
    payload: bytes


class Answer(msgspec.Struct, frozen=True):
    """A response. ``headers`` in their order, names in lower case."""

    status: int
    reason: str
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        return next((value for each, value in self.headers if each == name), None)

    def all(self, name: str) -> list[str]:
        return [value for each, value in self.headers if each == name]

    @property
    def number(self) -> int | None:
        """Its CSeq, or None."""
        said = self.header("cseq")
        return int(said) if said is not None and _DIGITS.fullmatch(said) else None


class Ask(msgspec.Struct, frozen=True):
    """A request of the recorder (ANNOUNCE, OPTIONS, ...)."""

    method: str
    headers: tuple[tuple[str, str], ...]


Item = Data | Answer | Ask


def request(method: str, url: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """The bytes of a request without a body. ValueError where a value would end a line."""
    lines = [f"{method} {url} RTSP/1.0", *(f"{name}: {value}" for name, value in headers)]
    if any("\r" in line or "\n" in line or "\0" in line for line in lines):
        raise ValueError("a header holds a line end")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def refusal(asked: Ask) -> bytes:
    """What a client answers that carries out nothing for a server (RFC 2326, 10: 501), and 200 to a plain OPTIONS."""
    number = next((value for name, value in asked.headers if name == "cseq"), "0")
    number = number if _DIGITS.fullmatch(number) else "0"
    said = "200 OK" if asked.method in ("OPTIONS", "ANNOUNCE", "PLAY_NOTIFY") else "501 Not Implemented"
    return f"RTSP/1.0 {said}\r\nCSeq: {number}\r\n\r\n".encode()


class Incoming:
    """Bytes in, items out. Holds at most one unfinished item beyond what was fed last."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bytes = bytearray()
        self._at = 0
        self._blank = 0
        self._head: list[str] | None = None
        self._body_length = 0

    def feed(self, data: bytes) -> None:
        if self._at:
            del self._bytes[: self._at]
            self._at = 0
        self._bytes += data

    def next(self) -> Item | None:
        """The next whole item, or None until more is fed. Raises Unreadable."""
        while True:
            if self._head is None:
                if self._at == len(self._bytes):
                    return None
                if self._bytes[self._at] == INTERLEAVED:
                    return self._packet()
                if self._bytes[self._at] not in _FIRST:
                    raise Unreadable("a first line that is not RTSP")
                line = self._line()
                if line is None:
                    return None
                if not line:
                    self._blank += 1
                    if self._blank > MOST_BLANK_LINES:
                        raise Unreadable("nothing but empty lines")
                    continue
                if not (_STATUS.fullmatch(line) or _REQUEST.fullmatch(line)):
                    raise Unreadable("a first line that is not RTSP")
                self._head, self._body_length = [line], -1
            if self._body_length < 0 and not self._headers():
                return None
            return self._message()

    def _packet(self) -> Data | None:
        at = self._at
        if len(self._bytes) - at < 4:
            return None
        length = int.from_bytes(self._bytes[at + 2 : at + 4], "big")
        if len(self._bytes) - at < 4 + length:
            return None
        self._at = at + 4 + length
        return Data(self._bytes[at + 1], bytes(self._bytes[at + 4 : self._at]))

    def _line(self) -> str | None:
        longest = self._limits.line_bytes
        end = self._bytes.find(b"\n", self._at, self._at + longest + 2)
        if end < 0:
            if len(self._bytes) - self._at > longest + 1:
                raise Unreadable("a line without end")
            return None
        line = bytes(self._bytes[self._at : end]).removesuffix(b"\r")
        self._at = end + 1
        if b"\0" in line or b"\r" in line:
            raise Unreadable("a control character in a line")
        return line.decode("utf-8", "surrogateescape")

    def _headers(self) -> bool:
        """Reads lines up to the empty one; False until it has come."""
        assert self._head is not None
        while (line := self._line()) is not None:
            if not line:
                self._body_length = self._length()
                return True
            if line[0] in " \t" and len(self._head) > 1:  # a folded line (RFC 2326 takes it from HTTP/1.1)
                if len(self._head[-1]) + len(line) > self._limits.line_bytes:
                    raise Unreadable("a line without end")
                self._head[-1] += " " + line.strip()
                continue
            if len(self._head) > self._limits.headers:
                raise Unreadable("headers without end")
            self._head.append(line)
        return False

    def _pairs(self) -> tuple[tuple[str, str], ...]:
        assert self._head is not None
        pairs = []
        for line in self._head[1:]:
            name, colon, value = line.partition(":")
            if not colon or not _NAME.fullmatch(name):
                raise Unreadable("a header that is none")
            pairs.append((name.lower(), value.strip()))
        return tuple(pairs)

    def _length(self) -> int:
        said = {value for name, value in self._pairs() if name == "content-length"}
        if not said:
            return 0
        [length, *others] = said
        if others or not _DIGITS.fullmatch(length):
            raise Unreadable("a length that is none")
        if int(length) > self._limits.body_bytes:
            raise Unreadable("a body that is too long")
        return int(length)

    def _message(self) -> Answer | Ask | None:
        assert self._head is not None
        if len(self._bytes) - self._at < self._body_length:
            return None
        body = bytes(self._bytes[self._at : self._at + self._body_length])
        self._at += self._body_length
        first, pairs = self._head[0], self._pairs()
        self._head, self._blank = None, 0
        if (status := _STATUS.fullmatch(first)) is not None:
            return Answer(int(status[1]), status[2] or "", pairs, body)
        asked = _REQUEST.fullmatch(first)
        assert asked is not None
        return Ask(asked[1], pairs)
