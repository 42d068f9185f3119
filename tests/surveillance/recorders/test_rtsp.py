"""RTSP messages: whole ones however they are cut, and nothing outside the bounds."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from surveillance.recorders.rtsp import Answer, Ask, Data, Incoming, Item, Unreadable, refusal, request
from surveillance.recorders.source import Limits

LIMITS = Limits()
STREAM = (
    b"\r\n"
    b"RTSP/1.0 200 OK\r\nCSeq: 2\r\nContent-Length: 5\r\nX-Folded: one\r\n  two\r\n\r\nv=0\r\n"
    b"$\x00\x00\x03abc"
    b"$\x01\x00\x00"
    b"ANNOUNCE rtsp://r/cam RTSP/1.0\nCSeq: 9\n\n"
    b'RTSP/1.0 401 \r\nWWW-Authenticate: Digest a=b\r\nwww-authenticate: Basic realm="x"\r\n\r\n'
)


def read(*chunks: bytes, limits: Limits = LIMITS) -> list[Item]:
    incoming, found = Incoming(limits), []
    for chunk in chunks:
        incoming.feed(chunk)
        while (item := incoming.next()) is not None:
            found.append(item)
    return found


def test_messages_and_packets_are_told_apart() -> None:
    answer, first, second, asked, challenge = read(STREAM)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.reason, answer.number, answer.body) == (200, "OK", 2, b"v=0\r\n")
    assert answer.header("x-folded") == "one two"
    assert (first, second) == (Data(0, b"abc"), Data(1, b""))
    assert asked == Ask("ANNOUNCE", (("cseq", "9"),))
    assert isinstance(challenge, Answer)
    assert challenge.all("www-authenticate") == ["Digest a=b", 'Basic realm="x"']
    assert challenge.number is None


def test_wherever_it_is_cut_the_same_comes() -> None:
    whole = read(STREAM)
    for at in range(1, len(STREAM)):
        assert read(STREAM[:at], STREAM[at:]) == whole
    assert read(*(STREAM[at : at + 1] for at in range(len(STREAM)))) == whole


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"\x00\x01\x02\r\n",
        b"\r\n" * 100,
        b"x" * 5000,
        b"RTSP/1.0 200 OK\r\n" + b"a: b\r\n" * 100,
        b"RTSP/1.0 200 OK\r\nX: " + b"y" * 5000,
        b"RTSP/1.0 200 OK\r\nX: y\r\n" + b" more\r\n" * 1000,
        b"RTSP/1.0 200 OK\r\nno colon\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nContent-Length: -5\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nContent-Length: 5x\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nContent-Length: \xd9\xa5\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nContent-Length: 99999999\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"RTSP/1.0 200 OK\r\nX: a\0b\r\n\r\n",
        b"RTSP/1.0 2000 OK\r\n\r\n",
    ],
)
def test_what_is_outside_the_bounds_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data)
    with pytest.raises(Unreadable):
        read(*(data[at : at + 7] for at in range(0, len(data), 7)))


def test_mutated_streams_end_in_items_or_refusal() -> None:
    pick = random.Random(15)
    for _ in range(3000):
        data = bytearray(STREAM * 2)
        for _ in range(pick.randint(1, 6)):
            at = pick.randrange(len(data))
            data[at : at + pick.randint(0, 3)] = pick.randbytes(pick.randint(0, 3))
        with suppress(Unreadable):
            read(bytes(data))


def test_no_value_ends_a_line_of_ours() -> None:
    assert request("PLAY", "rtsp://r/c", [("CSeq", "1")]) == b"PLAY rtsp://r/c RTSP/1.0\r\nCSeq: 1\r\n\r\n"
    for url, value in (("rtsp://r/c\r\nX: y", "1"), ("rtsp://r/c", "1\nX: y"), ("rtsp://r/c", "\0")):
        with pytest.raises(ValueError, match="line end"):
            request("PLAY", url, [("CSeq", value)])


def test_requests_of_the_recorder_are_answered() -> None:
    assert refusal(Ask("OPTIONS", (("cseq", "7"),))) == b"RTSP/1.0 200 OK\r\nCSeq: 7\r\n\r\n"
    assert refusal(Ask("RECORD", (("cseq", "x\r\n"),))) == b"RTSP/1.0 501 Not Implemented\r\nCSeq: 0\r\n\r\n"
