"""Session descriptions: which track, its codec, its parameter sets, its address."""

from __future__ import annotations

import random

import pytest

from surveillance.recorders.sdp import describe

ONVIF = (
    "v=0\r\no=- 0 0 IN IP4 0\r\ns=x\r\na=control:{session}\r\n"
    "m=video 0 RTP/AVP 96\r\na=sendonly\r\na=rtpmap:96 H264/90000\r\na=control:back\r\n"
    "m=audio 0 RTP/AVP 97\r\na=rtpmap:97 PCMU/8000\r\na=control:sound\r\n"
    "m=video 0 RTP/AVP 26 98\r\na=recvonly\r\na=rtpmap:98 {codec}/90000\r\na=fmtp:98 {settings}\r\n"
    "a=control:{control}\r\n"
    "a=x-onvif-track:VIDEO001\r\n"
)


def told(
    session: str = "*", codec: str = "H264", settings: str = "packetization-mode=1", control: str = "t=1"
) -> bytes:
    return ONVIF.format(session=session, codec=codec, settings=settings, control=control).encode()


@pytest.mark.parametrize(
    ("base", "control", "expected"),
    [
        ("rtsp://r/cam/", "t=1", "rtsp://r/cam/t=1"),
        ("rtsp://r/cam", "t=1", "rtsp://r/cam/t=1"),
        ("rtsp://r/cam?a=b", "t=1", "rtsp://r/cam?a=b/t=1"),
        ("rtsp://r/cam/", "rtsp://r/other/1", "rtsp://r/other/1"),
        ("rtsp://r/cam/", "*", "rtsp://r/cam/"),
    ],
)
def test_the_address_of_a_track(base: str, control: str, expected: str) -> None:
    found = describe(told(control=control), base)
    assert found.aggregate == base
    assert found.track is not None
    assert (found.track.control, found.track.kind, found.track.codec) == (expected, 98, "h264")


def test_the_address_to_play_may_be_another() -> None:
    assert describe(told(session="rtsp://r/all"), "rtsp://r/cam/").aggregate == "rtsp://r/all"


def test_parameter_sets_of_both_codecs() -> None:
    h264 = describe(told(settings="packetization-mode=1;sprop-parameter-sets=Z0IAKQ==,aM48gA=="), "rtsp://r/").track
    assert h264 is not None
    assert h264.parameter_sets == (b"\x67\x42\x00\x29", b"\x68\xce\x3c\x80")
    h265 = describe(told(codec="h265", settings="sprop-vps=QAEM; sprop-sps=QgEB; sprop-pps=RAHA"), "rtsp://r/").track
    assert h265 is not None
    assert (h265.codec, h265.parameter_sets) == ("h265", (b"\x40\x01\x0c", b"\x42\x01\x01", b"\x44\x01\xc0"))
    broken = describe(told(settings="sprop-parameter-sets=%%%,Z,aM48gA"), "rtsp://r/").track
    assert broken is not None
    assert broken.parameter_sets == (b"\x68\xce\x3c\x80",)


@pytest.mark.parametrize(
    ("codec", "settings"),
    [("VP8", "x=1"), ("H264", "packetization-mode=2"), ("H265", "sprop-max-don-diff=2"), ("JPEG", "")],
)
def test_what_cannot_be_read_is_named_and_not_readable(codec: str, settings: str) -> None:
    track = describe(told(codec=codec, settings=settings), "rtsp://r/").track
    assert track is not None
    assert not track.readable


def test_no_video_and_any_bytes() -> None:
    assert describe(b"", "rtsp://r/").track is None
    assert describe("m=video 0 RTP/AVP ²\r\n".encode(), "rtsp://r/").track is not None
    pick = random.Random(6)
    for _ in range(1000):
        data = bytearray(told())
        for _ in range(pick.randrange(1, 9)):
            data[pick.randrange(len(data))] = pick.randrange(256)
        describe(bytes(data), "rtsp://r/cam")
