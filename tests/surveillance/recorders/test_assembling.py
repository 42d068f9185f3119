"""Frames out of packets, as odd cameras send them."""

from __future__ import annotations

from surveillance.recorders.assembling import Assembler, Frame, Stream
from surveillance.recorders.rtp import packet
from surveillance.recorders.source import Limits
from tests.surveillance.recorders.fake import BASE_US, STEP_US, film, packets, rtp

STREAM = Stream("h264", ())


def assembled(datas: list[bytes], limits: Limits | None = None) -> tuple[list[Frame], Assembler]:
    taker, out = Assembler(STREAM, limits or Limits()), []
    for data in datas:
        found = packet(data, near_us=BASE_US)
        assert found is not None
        out += taker.feed(found)
    return out + taker.flush(), taker


def test_frames_end_with_the_marker() -> None:
    frames = film(12)
    datas: list[bytes] = []
    for frame in frames:
        datas += packets(frame, len(datas))
    assert assembled(datas)[0] == frames


def test_without_a_marker_they_end_where_the_time_moves() -> None:
    datas = [
        rtp(0, 1, b"\x67S", at_us=BASE_US),
        rtp(1, 1, b"\x65A", at_us=BASE_US),
        rtp(2, 2, b"\x41B", at_us=BASE_US + STEP_US),
        rtp(3, 2, b"\x41C", at_us=BASE_US + 2 * STEP_US),  # the time stamp stands still
    ]
    out, _ = assembled(datas)
    assert [(frame.at_us - BASE_US, frame.units) for frame in out] == [
        (0, (b"\x67S", b"\x65A")),
        (STEP_US, (b"\x41B",)),
        (2 * STEP_US, (b"\x41C",)),
    ]
    assert [frame.damaged for frame in out] == [False, False, True]  # nothing says that the last one is whole


def test_parameter_sets_with_a_marker_of_their_own_go_with_the_picture_behind_them() -> None:
    datas = [
        rtp(0, 1, b"\x67S", marker=True, at_us=BASE_US - STEP_US),
        rtp(1, 2, b"\x68P", marker=True, at_us=BASE_US - STEP_US),
        rtp(2, 3, b"\x65A", marker=True, at_us=BASE_US, flags=0x80),
    ]
    assert assembled(datas)[0] == [Frame(BASE_US, True, (b"\x67S", b"\x68P", b"\x65A"))]


def test_the_time_of_the_first_packet_is_enough() -> None:
    datas = [rtp(0, 1, b"\x65A", at_us=BASE_US), rtp(1, 1, b"\x65B", marker=True)]
    assert assembled(datas)[0] == [Frame(BASE_US, True, (b"\x65A", b"\x65B"))]


def test_a_frame_without_a_time_is_left_out_and_counted() -> None:
    out, taker = assembled([rtp(0, 1, b"\x65A", marker=True), rtp(1, 2, b"\x41B", marker=True, at_us=BASE_US)])
    assert out == [Frame(BASE_US, False, (b"\x41B",))]
    assert taker.untimed == 1


def test_flags_of_the_recorder_are_kept() -> None:
    out, taker = assembled([rtp(0, 1, b"\x41A", marker=True, at_us=BASE_US, flags=0x80 | 0x40 | 0x10)])
    assert out == [Frame(BASE_US, True, (b"\x41A",), section_ends=True)]
    assert taker.terminal


def test_a_frame_beyond_every_size_is_dropped() -> None:
    datas = [rtp(n, 1, b"\x41" + bytes(900), at_us=BASE_US) for n in range(50)]
    datas.append(rtp(50, 2, b"\x41B", marker=True, at_us=BASE_US + STEP_US))
    out, _ = assembled(datas, Limits(frame_bytes=10_000))
    assert out[-1] == Frame(BASE_US + STEP_US, False, (b"\x41B",))
    assert all(frame.damaged for frame in out[:-1])
    assert all(frame.size_bytes <= 10_000 for frame in out)
