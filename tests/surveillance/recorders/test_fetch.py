"""Fetching from a recorder of the tests: what came, what lacks, why; resuming; the session's own life."""

from __future__ import annotations

import itertools
import time
from typing import Any

import pytest

from casino.core.errors import Problem
from surveillance.recorders.frames import FrameFile, Resume, read, resume, resume_of
from surveillance.recorders.replay import Fetched, fetch
from surveillance.recorders.source import Limits, Source
from tests.surveillance.recorders.fake import BASE_US, STEP_US, Kept, Recorder, at, digest_guard, film, reply

SOURCE = Source(url="rtsp://recorder/cam", user="viewer", password="secret")
QUICK = Limits(answer_s=0.5, silence_s=0.15, connect_s=1)


def get(
    recorder: Recorder, into: Any, *, source: Source = SOURCE, limits: Limits = QUICK, until: float = 1.96, **more: Any
) -> Fetched:
    words = itertools.count(1)
    try:
        return fetch(
            source,
            at(0),
            at(until),
            into,
            now=time.monotonic,
            cnonce=lambda: f"c{next(words)}",
            limits=limits,
            connect=recorder.connect,
            **more,
        )
    finally:
        recorder.join()


def refused(recorder: Recorder, **more: Any) -> Problem:
    kept = Kept()
    with pytest.raises(Problem) as raised:
        get(recorder, kept, **more)
    assert not kept.frames
    return raised.value


@pytest.mark.parametrize("how", [{}, {"end": "bye"}, {"channel": 4}, {"early": True}])
def test_every_frame_arrives_with_its_time_and_its_units(how: dict[str, Any]) -> None:
    recorder, kept = Recorder(**how), Kept()
    fetched = get(recorder, kept)
    assert kept.frames == recorder.frames
    assert (fetched.frames, fetched.inside, fetched.complete, fetched.why) == (50, 50, True, None)
    assert (fetched.first_at, fetched.last_at) == (at(0), at(1.96))
    assert fetched.ended == how.get("end", "terminal")
    assert kept.stream is not None
    assert kept.stream.codec == "h264"


def test_what_is_asked_is_onvif_replay() -> None:
    recorder = Recorder()
    get(recorder, Kept())
    for method in ("DESCRIBE", "SETUP", "PLAY"):
        assert "Require: onvif-replay" in recorder.asked(method)[0]
    play = recorder.asked("PLAY")[0]
    assert play.startswith("PLAY rtsp://recorder/cam/ RTSP/1.0")
    assert "Range: clock=20261120T211400.000Z-20261120T211401.960Z" in play
    assert "Rate-Control: no" in play
    assert "Session: 12345" in play
    assert recorder.asked("SETUP")[0].startswith("SETUP rtsp://recorder/cam/video RTSP/1.0")
    assert len(recorder.asked("TEARDOWN")) == 1


def test_a_recorder_that_ignores_the_end_is_left_at_the_next_key_frame() -> None:
    recorder, kept = Recorder(film(500), ignores_end=True), Kept()
    fetched = get(recorder, kept, until=1)
    assert fetched.ended == "passed"
    assert fetched.complete
    assert [frame.at_us for frame in kept.frames] == [BASE_US + n * STEP_US for n in range(30)]


def test_a_close_behind_the_last_frame_is_an_end() -> None:
    assert get(Recorder(end="close"), Kept()).complete
    assert get(Recorder(end="silence"), Kept()).complete


def test_lost_packets_are_counted_and_their_frames_kept_as_damaged() -> None:
    frames = film()
    frames[5] = type(frames[5])(frames[5].at_us, False, (b"\x41" + bytes(500), b"\x41" + bytes(2500)))
    recorder, kept = Recorder(frames, lose={3, 10, 11}), Kept()  # of a key frame, and of the second unit of frame 5
    fetched = get(recorder, kept)
    assert (fetched.lost_packets, fetched.damaged_frames, fetched.frames) == (3, 2, 49)
    assert kept.frames[:4] == frames[1:5]
    assert kept.frames[4] == type(frames[5])(frames[5].at_us, False, frames[5].units[:1], damaged=True)
    assert kept.frames[5:] == frames[6:]
    assert fetched.why is not None
    assert (fetched.why.code, fetched.complete) == ("recorder_lost", False)


def test_fewer_frames_than_asked_at_each_end_and_between_are_told_apart() -> None:
    frames = film(250)
    fetched = get(Recorder(frames[50:100] + frames[150:200]), Kept(), until=10)
    assert (fetched.missing_before_ms, fetched.missing_after_ms) == (2000, 2040)
    assert [(gap.from_us - BASE_US, gap.until_us - BASE_US) for gap in fetched.gaps] == [(3_960_000, 6_000_000)]
    assert fetched.why is not None
    assert fetched.why.code == "recorder_fewer"
    assert "6.08" in fetched.why.text.en
    assert "6.08" in fetched.why.text.vi


def test_film_of_another_time_only_is_none() -> None:
    kept = Kept()
    early = film(20, first_us=BASE_US - 60_000_000)
    fetched = get(Recorder(early), kept)
    assert (fetched.inside, fetched.complete) == (0, False)
    assert fetched.why is not None
    assert fetched.why.code == "recorder_nothing"
    assert fetched.missing_before_ms == 1960


def test_a_broken_connection_is_made_again_from_the_last_key_frame() -> None:
    recorder, kept = Recorder(cut=25), Kept()
    fetched = get(recorder, kept)
    # 25 frames; then from frame 20 on 25 again, of which 5 were here; then from 40 on the last 10.
    assert fetched.connections == 3
    assert kept.frames == recorder.frames
    assert fetched.complete
    assert "clock=20261120T211400.800Z-" in recorder.asked("PLAY")[1]
    assert "clock=20261120T211401.600Z-" in recorder.asked("PLAY")[2]


def test_a_frame_cut_in_half_comes_whole_with_the_next_connection() -> None:
    recorder, kept = Recorder(cut=21, half=True), Kept()
    fetched = get(recorder, kept, limits=Limits(silence_s=0.15, attempts=9))
    assert kept.frames == recorder.frames[:49]  # of the very last its one packet never comes
    assert fetched.damaged_frames == 0


def test_what_came_before_it_broke_is_kept_and_said() -> None:
    recorder, kept = Recorder(cut=25), Kept()
    fetched = get(recorder, kept, limits=Limits(attempts=1, silence_s=0.15))
    assert (len(kept.frames), fetched.frames, fetched.missing_after_ms) == (25, 25, 1000)
    assert fetched.why is not None
    assert (fetched.why.code, fetched.ended) == ("recorder_cut_off", "closed")


def test_silence_in_the_middle_is_slow_and_what_came_is_kept() -> None:
    fetched = get(Recorder(silent=25), Kept(), limits=Limits(attempts=1, silence_s=0.15))
    assert fetched.why is not None
    assert (fetched.why.code, fetched.ended, fetched.frames) == ("recorder_slow", "silence", 25)


def test_a_fetch_that_was_killed_goes_on_where_its_file_ends(tmp_path: Any) -> None:
    recorder, path = Recorder(cut=33), tmp_path / "frames"
    with FrameFile(path) as file:
        get(recorder, file, limits=Limits(attempts=1, silence_s=0.15))
    path.write_bytes(path.read_bytes()[:-7])  # and the last record is torn
    with FrameFile(path) as file:
        known = resume(path)
        assert known is not None
        assert (len(known.times_us), known.from_us) == (32, BASE_US + 30 * STEP_US)
        fetched = get(recorder, file, resume_from=known)
    assert (fetched.frames, fetched.complete) == (50, True)
    assert list(read(path)[1]) == recorder.frames


def test_resumed_frames_of_one_group_are_told_apart_by_time_in_decoding_order() -> None:
    """Cut between a P frame and the B frames that are shown before it: both B frames come, the P frame not twice."""
    order = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8]
    frames = film(10)
    shuffled = [frames[0]] + [
        type(frames[0])(BASE_US + number * STEP_US, False, frames[number].units) for number in order[1:]
    ]
    recorder, kept = Recorder(shuffled), Kept()
    known = resume_of(shuffled[:5])
    assert known == Resume(tuple(frame.at_us for frame in shuffled[:5]), 0)
    fetched = get(recorder, kept, until=0.36, resume_from=known)
    assert [(frame.at_us - BASE_US) // STEP_US for frame in kept.frames] == [4, 5, 9, 7, 8]
    assert fetched.complete


@pytest.mark.parametrize("algorithm", ["MD5", "SHA-256"])
def test_a_password_is_answered_for_and_a_stale_nonce_replaced(algorithm: str) -> None:
    recorder = Recorder(guard=digest_guard("viewer", "secret", algorithm=algorithm, uses=1))
    assert get(recorder, Kept()).complete
    assert not any("secret" in request for request in recorder.requests)


def test_a_wrong_password_is_tried_once() -> None:
    recorder = Recorder(guard=digest_guard("viewer", "other"))
    assert refused(recorder).code == "recorder_password"
    assert len(recorder.asked("DESCRIBE")) == 2
    assert recorder.connections == 1


def test_basic_without_tls_is_refused_unless_allowed() -> None:
    def guard(request: str) -> str | None:
        return None if "Basic dmlld2VyOnNlY3JldA==" in request else 'WWW-Authenticate: Basic realm="cam"'

    recorder = Recorder(guard=guard)
    assert refused(recorder).code == "recorder_bare_password"
    assert not any("Authorization" in request for request in recorder.requests)
    allowed = Source(url=SOURCE.url, user="viewer", password="secret", bare_password=True)
    assert get(Recorder(guard=guard), Kept(), source=allowed).complete


@pytest.mark.parametrize(
    ("method", "status", "code"),
    [
        ("DESCRIBE", "404 Not Found", "recorder_camera_unknown"),
        ("DESCRIBE", "551 Option not supported", "recorder_not_replay"),
        ("DESCRIBE", "403 Forbidden", "recorder_password"),
        ("DESCRIBE", "302 Moved", "recorder_refused"),
        ("SETUP", "453 Not Enough Bandwidth", "recorder_busy"),
        ("SETUP", "461 Unsupported Transport", "recorder_refused"),
        ("PLAY", "457 Invalid Range", "recorder_nothing"),
        ("PLAY", "503 Service Unavailable", "recorder_busy"),
    ],
)
def test_each_refusal_has_its_code(method: str, status: str, code: str) -> None:
    recorder = Recorder(answers={method: lambda request: reply(request, status)})
    assert refused(recorder).code == code


def test_frames_without_times_are_no_replay() -> None:
    assert refused(Recorder(timed=False)).code == "recorder_not_replay"
    assert refused(Recorder(film(200), timed=False, ignores_end=True)).code == "recorder_not_replay"


@pytest.mark.parametrize("sdp", ["v=0\r\n", "m=audio 0 RTP/AVP 0\r\n", "m=video 0 RTP/AVP 26\r\n"])
def test_a_format_that_cannot_be_read_is_named(sdp: str) -> None:
    assert refused(Recorder(sdp=sdp)).code == "recorder_format"


def test_silence_where_film_was_promised_is_slow() -> None:
    assert refused(Recorder(silent=0)).code == "recorder_slow"
    assert refused(Recorder(answers={"DESCRIBE": b""})).code == "recorder_slow"
    assert refused(Recorder(cut=0)).code == "recorder_cut_off"


class _Jumping:
    """A clock that goes on by a second with each look: half an hour of session in a moment."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.02
        return self.now


@pytest.mark.parametrize("alive", ["200 OK", "501 Not Implemented"])
def test_the_session_is_kept_alive_at_half_its_time(alive: str) -> None:
    recorder, kept = Recorder(film(400), timeout=";timeout=2", alive=alive), Kept()
    fetched = fetch(
        SOURCE,
        at(0),
        at(15.96),
        kept,
        now=_Jumping(),
        cnonce=lambda: "c",
        limits=Limits(silence_s=100, answer_s=100),
        connect=recorder.connect,
    )
    recorder.join()
    assert fetched.complete
    pings = [each.split()[0] for each in recorder.requests if each.startswith(("GET_PARAMETER", "OPTIONS"))]
    assert pings, "however few the pieces in which the film comes"
    assert pings[0] == "GET_PARAMETER"
    assert all("Session: 12345" in each for each in recorder.asked(pings[0]))


def test_limits_of_bytes_and_frames_keep_what_came() -> None:
    fetched = get(Recorder(film(300)), Kept(), until=11.96, limits=Limits(frames=100, silence_s=0.15))
    assert (fetched.frames, fetched.why and fetched.why.code) == (100, "recorder_too_much")
    fetched = get(Recorder(film(3000)), Kept(), until=119, limits=Limits(total_bytes=300_000, silence_s=0.15))
    assert fetched.why is not None
    assert (fetched.why.code, fetched.complete) == ("recorder_too_much", False)
    assert 0 < fetched.frames < 3000


def test_a_full_disk_is_no_fault_of_the_recorder() -> None:
    class Full(Kept):
        def take(self, frame: object) -> None:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        get(Recorder(), Full())


def test_an_interval_must_be_one() -> None:
    for start, end in ((1, 1), (2, 1), (0, 25 * 3600)):
        with pytest.raises(Problem) as raised:
            fetch(SOURCE, at(start), at(end), Kept(), now=time.monotonic, cnonce=lambda: "c")
        assert raised.value.code == "recorder_interval"
