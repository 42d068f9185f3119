"""Against a real server: Debian's gst-rtsp-server with its ONVIF factory (``gst_server.py``), faults and all.

The server inserts access unit delimiters and parameter sets; every other NAL unit must be the encoder's own, byte for
byte.
"""

from __future__ import annotations

import itertools
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.core.errors import Problem
from surveillance.recorders import frames
from surveillance.recorders.assembling import Frame
from surveillance.recorders.depacketising import CODECS
from surveillance.recorders.muxing import mux
from surveillance.recorders.replay import Fetched, fetch, microseconds_of
from surveillance.recorders.source import Limits, Source
from tests.surveillance.recorders import clips, real
from tests.surveillance.recorders.fake import Kept

pytestmark = [
    pytest.mark.recorder,
    pytest.mark.skipif(
        not real.installed(), reason="gst-rtsp-server with its ONVIF plugins is not installed (docs/recorders.md)"
    ),
]
BASE_US = microseconds_of(real.BASE)
LIMITS = Limits(answer_s=10, silence_s=2, attempts=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("clips")
    clips.make(made / "h264.mp4", "h264")
    clips.make(made / "h265.mp4", "h265")
    clips.make(made / "plain.mp4", "h264", b_frames=0)
    return made


def get(
    url: str,
    into: Any,
    start_s: float = 0,
    end_s: float = 8,
    *,
    limits: Limits = LIMITS,
    password: str = "p",
    **more: Any,
) -> Fetched:
    words = itertools.count(1)
    return fetch(
        Source(url=url, user="u", password=password),
        real.BASE + timedelta(seconds=start_s),
        real.BASE + timedelta(seconds=end_s),
        into,
        now=time.monotonic,
        cnonce=lambda: f"c{next(words)}",
        limits=limits,
        **more,
    )


def pictures(units: tuple[bytes, ...] | list[bytes], codec: str) -> list[bytes]:
    """What the encoder made of a frame: its pictures' units, without delimiters and parameter sets."""
    known = CODECS[codec](1 << 30)
    return [unit for unit in units if known.is_picture(unit)]


def compare(got: list[Frame], clip: Path, codec: str, *, first: int = 0, last: int | None = None) -> None:
    expected = clips.samples(clip)[first:last]
    assert [(frame.at_us - BASE_US, frame.key) for frame in got] == [(at, key) for at, key, _ in expected]
    for frame, (_, _, units) in zip(got, expected, strict=True):
        assert pictures(frame.units, codec) == pictures(units, codec)
        assert not frame.damaged


@pytest.mark.parametrize(("name", "codec"), [("h264", "h264"), ("plain", "h264"), ("h265", "h265")])
def test_every_frame_arrives_with_its_time_and_its_nal_units(
    folder: Path, tmp_path: Path, name: str, codec: str
) -> None:
    clip = folder / f"{name}.mp4"
    with real.recorder(clip, codec) as url, frames.FrameFile(tmp_path / "frames") as file:
        fetched = get(url, file)
    assert (fetched.frames, fetched.lost_packets, fetched.complete, fetched.ended) == (200, 0, True, "terminal")
    got = list(frames.read(tmp_path / "frames")[1])
    compare(got, clip, codec)
    muxed = mux(tmp_path / "frames", tmp_path / "film.mp4")
    assert (muxed.frames, muxed.first_us, muxed.left_out) == (200, BASE_US, 0)
    samples = clips.samples(tmp_path / "film.mp4")
    assert [at for at, _, _ in samples] == [frame.at_us - BASE_US for frame in got]
    assert [tuple(units) for _, _, units in samples] == [frame.units for frame in got]


def test_a_part_begins_with_the_key_frame_before_it(folder: Path) -> None:
    kept = Kept()
    with real.recorder(folder / "plain.mp4") as url:
        fetched = get(url, kept, 2.5, 4.5, limits=Limits(silence_s=0.5, attempts=1))
    compare(kept.frames, folder / "plain.mp4", "h264", first=50, last=50 + len(kept.frames))
    assert fetched.complete
    assert (fetched.missing_before_ms, fetched.missing_after_ms, fetched.gaps) == (0, 0, ())
    assert fetched.last_at >= real.BASE + timedelta(seconds=4.44)


def test_a_recorder_that_is_late_is_waited_for_or_said_to_be_slow(folder: Path) -> None:
    with real.recorder(folder / "plain.mp4", "h264", "--fault", "late") as url:
        with pytest.raises(Problem) as raised:
            get(url, Kept(), limits=Limits(answer_s=0.3, silence_s=0.3, attempts=1))
        assert raised.value.code == "recorder_slow"
        assert get(url, Kept()).complete


def test_a_recorder_that_cuts_off_is_resumed_until_all_is_here(folder: Path) -> None:
    kept = Kept()
    with real.recorder(folder / "h264.mp4", "h264", "--fault", "cut") as url:
        fetched = get(url, kept, limits=Limits(silence_s=2, attempts=9))
    compare(kept.frames, folder / "h264.mp4", "h264")
    assert fetched.connections > 2
    assert fetched.complete


def test_what_came_before_it_cut_off_is_kept_and_said(folder: Path) -> None:
    kept = Kept()
    with real.recorder(folder / "plain.mp4", "h264", "--fault", "cut") as url:
        fetched = get(url, kept)
    compare(kept.frames, folder / "plain.mp4", "h264", last=len(kept.frames))
    assert fetched.why is not None
    assert (fetched.why.code, fetched.ended) == ("recorder_cut_off", "closed")
    assert 20 < fetched.frames <= 61
    assert fetched.missing_after_ms == 8000 - 40 * (fetched.frames - 1)


def test_fewer_frames_than_asked_are_seen(folder: Path) -> None:
    with real.recorder(folder / "plain.mp4", "h264", "--fault", "fewer") as url:
        fetched = get(url, Kept())
    assert (fetched.frames, fetched.missing_after_ms, fetched.why and fetched.why.code) == (75, 5040, "recorder_fewer")


def test_a_hole_in_the_middle_is_seen(folder: Path) -> None:
    with real.recorder(folder / "plain.mp4", "h264", "--fault", "hole") as url:
        fetched = get(url, Kept())
    assert [(gap.from_us - BASE_US, gap.until_us - BASE_US) for gap in fetched.gaps] == [(2_360_000, 4_400_000)]
    assert fetched.why is not None
    assert fetched.why.code == "recorder_fewer"


def test_digest_and_a_wrong_password(folder: Path) -> None:
    with real.recorder(folder / "plain.mp4", "h264", "--user", "u", "--password", "p") as url:
        assert get(url, Kept()).complete
        with pytest.raises(Problem) as raised:
            get(url, Kept(), password="q")
        assert raised.value.code == "recorder_password"


def test_a_camera_it_does_not_have_a_time_it_does_not_have_and_nobody_there(folder: Path) -> None:
    with real.recorder(folder / "plain.mp4") as url:
        with pytest.raises(Problem) as raised:
            get(url.replace("camera1", "camera2"), Kept())
        assert raised.value.code == "recorder_camera_unknown"
        kept = Kept()
        try:
            fetched = get(url, kept, 3600, 3610)
            code = fetched.why.code if fetched.why else None
            assert fetched.inside == 0
        except Problem as problem:
            code = problem.code
        assert code in ("recorder_nothing", "recorder_busy")
    with pytest.raises(Problem) as raised:
        get(url, Kept())
    assert raised.value.code == "recorder_away"
