"""Addresses and credentials: what can be sent, and a password that shows nowhere."""

from __future__ import annotations

import pytest

from casino.core.errors import Problem
from surveillance.recorders.source import Source, check


def test_parts_of_an_address() -> None:
    plain = Source(url="rtsp://[::1]/cam?x=1", user="u", password="hidden")
    check(plain)
    assert (plain.host, plain.port, plain.tls) == ("::1", 554, False)
    secure = Source(url="rtsps://recorder:8322/cam", fingerprint="ab" * 32)
    check(secure)
    assert (secure.host, secure.port, secure.tls) == ("recorder", 8322, True)
    assert Source(url="rtsps://recorder/cam").port == 322
    assert "hidden" not in repr(plain) + str(plain)


@pytest.mark.parametrize(
    "source",
    [
        Source(url="http://recorder/cam"),
        Source(url="rtsp:///cam"),
        Source(url="rtsp://u:p@recorder/cam"),
        Source(url="rtsp://recorder:99999/cam"),
        Source(url="rtsp://recorder:0/cam"),
        Source(url="rtsp://recorder/c am"),
        Source(url="rtsp://recorder/cam\r\nX: y"),
        Source(url="rtsp://recorder/cäm"),
        Source(url="rtsp://[bad/cam"),
        Source(url="rtsp://recorder/" + "x" * 3000),
        Source(url="rtsp://recorder/cam", user="a:b"),
        Source(url="rtsp://recorder/cam", user="a\nb"),
        Source(url="rtsp://recorder/cam", password="a\0b"),
        Source(url="rtsp://recorder/cam", fingerprint="AB" * 32),
    ],
)
def test_what_cannot_be_sent_as_it_stands_is_refused(source: Source) -> None:
    with pytest.raises(Problem) as raised:
        check(source)
    assert raised.value.code == "recorder_source"
