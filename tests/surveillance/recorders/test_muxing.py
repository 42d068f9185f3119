"""MP4 out of frames: every NAL unit and every time as they came, B-frames, variable rate, a clock set back, hostile
files."""

from __future__ import annotations

import random
from pathlib import Path

import av
import pytest

from casino.core.errors import Problem
from surveillance.recorders import muxing
from surveillance.recorders.assembling import Frame, Stream
from surveillance.recorders.frames import FrameFile
from surveillance.recorders.muxing import Moved, mux
from tests.surveillance.recorders import clips
from tests.surveillance.recorders.fake import BASE_US


@pytest.fixture(scope="module", params=["h264", "h265"])
def clip(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, list[Frame], tuple[bytes, ...]]:
    """A codec, frames as a recorder would have sent them, and the parameter sets."""
    path = tmp_path_factory.mktemp("clip") / "clip.mp4"
    clips.make(path, request.param, seconds=3)
    with av.open(str(path)) as container:
        extra = container.streams.video[0].codec_context.extradata
    assert extra is not None
    sets = _sets(bytes(extra), request.param)
    return request.param, [Frame(BASE_US + at, key, tuple(units)) for at, key, units in clips.samples(path)], sets


def _sets(extra: bytes, codec: str) -> tuple[bytes, ...]:
    """Parameter sets of avcC or hvcC (ISO/IEC 14496-15, 5.3.3 and 8.3.3)."""
    found, at = [], 5 if codec == "h264" else 22
    if codec == "h265":
        arrays, at = extra[at], at + 1
        for _ in range(arrays):
            count, at = int.from_bytes(extra[at + 1 : at + 3], "big"), at + 3
            for _ in range(count):
                size = int.from_bytes(extra[at : at + 2], "big")
                found.append(extra[at + 2 : at + 2 + size])
                at += 2 + size
        return tuple(found)
    for mask in (0x1F, 0xFF):
        count, at = extra[at] & mask, at + 1
        for _ in range(count):
            size = int.from_bytes(extra[at : at + 2], "big")
            found.append(extra[at + 2 : at + 2 + size])
            at += 2 + size
    return tuple(found)


def muxed(folder: Path, codec: str, frames: list[Frame], sets: tuple[bytes, ...]) -> tuple[muxing.Muxed, Path]:
    source, into = folder / "frames", folder / "film.mp4"
    source.unlink(missing_ok=True)
    with FrameFile(source) as file:
        file.begin(Stream(codec, sets))
        for frame in frames:
            file.take(frame)
    return mux(source, into), into


def test_units_and_times_are_as_they_came(clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path) -> None:
    codec, frames, sets = clip
    done, path = muxed(tmp_path, codec, frames, sets)
    assert (done.frames, done.first_us, done.duration_us, done.moved, done.left_out) == (75, BASE_US, 2_960_000, (), 0)
    samples = clips.samples(path)
    assert [(at, key) for at, key, _ in samples] == [(frame.at_us - BASE_US, frame.key) for frame in frames]
    first_sets = () if frames[0].units[0] in sets else sets
    expected = [frames[0].units if any(unit in sets for unit in frames[0].units) else first_sets + frames[0].units]
    assert [tuple(units) for _, _, units in samples] == expected + [frame.units for frame in frames[1:]]
    with av.open(str(path)) as container:
        decoded = [(frame.pts, frame.time_base) for frame in container.decode(video=0)]
    shown = [pts * base * 1_000_000 for pts, base in decoded if pts is not None and base is not None]
    assert shown == sorted(frame.at_us - BASE_US for frame in frames)


def test_times_that_wander_stay_as_they_are(clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path) -> None:
    codec, frames, sets = clip
    wandering = [
        Frame(frame.at_us + (frame.at_us - BASE_US) ** 2 // 10_000_000 + 7, frame.key, frame.units) for frame in frames
    ]
    _, path = muxed(tmp_path, codec, wandering, sets)
    first = wandering[0].at_us
    assert [at for at, _, _ in clips.samples(path)] == [frame.at_us - first for frame in wandering]


def test_a_clock_set_back_moves_what_follows_and_says_so(
    clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path
) -> None:
    codec, frames, sets = clip
    keys = [number for number, frame in enumerate(frames) if frame.key]
    back = frames[: keys[1]] + [Frame(frame.at_us - 5_000_000, frame.key, frame.units) for frame in frames[keys[1] :]]
    done, path = muxed(tmp_path, codec, back, sets)
    [moved] = done.moved
    assert isinstance(moved, Moved)
    assert moved.frame == keys[1]
    assert 5_000_000 <= moved.by_us <= 5_200_000
    times = [at for at, _, _ in clips.samples(path)]
    assert len(set(times)) == len(times)
    assert times[: keys[1]] == [frame.at_us - BASE_US for frame in frames[: keys[1]]]


def test_equal_times_and_a_start_without_a_key_frame(
    clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path
) -> None:
    codec, frames, sets = clip
    doubled = [*frames[1:4], *frames, Frame(frames[-1].at_us, False, frames[-1].units)]
    done, path = muxed(tmp_path, codec, doubled, sets)
    assert (done.left_out, done.frames) == (3, 76)
    assert len(clips.samples(path)) == 76


@pytest.mark.parametrize(
    "frames", [[], [Frame(BASE_US, False, (b"\x41x",))], [Frame(BASE_US, True, (b"\x65nothing",))]]
)
def test_frames_that_no_player_could_show_are_refused_and_nothing_is_left(frames: list[Frame], tmp_path: Path) -> None:
    with pytest.raises(Problem) as raised:
        muxed(tmp_path, "h264", frames, ())
    assert raised.value.code == "recorder_file"
    assert not (tmp_path / "film.mp4").exists()


def test_what_was_written_otherwise_is_found(
    clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codec, frames, sets = clip
    write = muxing._write

    def flipped(source: Path, into: Path, plan: muxing._Plan) -> None:
        write(source, into, plan)
        data = bytearray(into.read_bytes())
        data[data.index(frames[30].units[-1]) + 5] ^= 1
        into.write_bytes(bytes(data))

    monkeypatch.setattr(muxing, "_write", flipped)
    with pytest.raises(Problem) as raised:
        muxed(tmp_path, codec, frames, sets)
    assert raised.value.code == "recorder_muxed_otherwise"
    assert not (tmp_path / "film.mp4").exists()


def test_units_of_strangers_end_in_a_file_or_a_refusal(
    clip: tuple[str, list[Frame], tuple[bytes, ...]], tmp_path: Path
) -> None:
    codec, frames, sets = clip
    pick = random.Random(5)
    for _ in range(25):
        spoilt = []
        for frame in frames[:20]:
            units = [bytearray(unit) for unit in frame.units]
            for unit in units:
                if pick.random() < 0.3:
                    unit[pick.randrange(len(unit))] = pick.randrange(256)
                if pick.random() < 0.05:
                    unit[1:1] = b"\0\0\1\x65"
            spoilt.append(Frame(frame.at_us, frame.key, tuple(map(bytes, units))))
        try:
            muxed(tmp_path, codec, spoilt, sets)
        except Problem as problem:
            assert problem.code in ("recorder_file", "recorder_muxed_otherwise")
            assert not (tmp_path / "film.mp4").exists()
