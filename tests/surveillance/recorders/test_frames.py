"""The file of frames: read back as written, and whole up to wherever it was cut."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from casino.core.errors import Problem
from surveillance.recorders.assembling import Frame, Stream
from surveillance.recorders.frames import FrameFile, Resume, read, resume, resume_of
from tests.surveillance.recorders.fake import BASE_US, STEP_US, film

STREAM = Stream("h264", (b"\x67S", b"\x68P"))
FRAMES = [Frame(each.at_us, each.key, tuple(unit[:9] for unit in each.units)) for each in film(12, key_every=5)]


def write(path: Path, frames: list[Frame] = FRAMES) -> None:
    with FrameFile(path) as file:
        file.begin(STREAM)
        for frame in frames:
            file.take(frame)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    write(path)
    stream, frames = read(path)
    assert (stream, list(frames)) == (STREAM, FRAMES)
    assert resume(path) == Resume(tuple(frame.at_us for frame in FRAMES), 10)
    assert resume(path).from_us == BASE_US + 10 * STEP_US  # type: ignore[union-attr]


def test_cut_at_any_byte_it_goes_on_behind_the_last_whole_frame(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    write(path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with FrameFile(path) as file:
            file.begin(STREAM)
        kept = list(read(path)[1])
        assert kept == FRAMES[: len(kept)]
        write(path, FRAMES[len(kept) :])
        assert list(read(path)[1]) == FRAMES
        assert path.read_bytes() == whole


def test_a_flipped_byte_ends_it_there_or_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    write(path)
    whole, pick = path.read_bytes(), random.Random(8)
    for _ in range(300):
        at = pick.randrange(len(whole))
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << pick.randrange(8)]) + whole[at + 1 :])
        try:
            kept = list(read(path)[1])
        except Problem as problem:
            assert problem.code == "recorder_file"
        else:
            assert kept == FRAMES[: len(kept)]
            assert len(kept) < len(FRAMES)


def test_another_codec_or_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    write(path)
    with FrameFile(path) as file, pytest.raises(Problem):
        file.begin(Stream("h265", ()))
    path.write_bytes(b"something else altogether")
    for attempt in (lambda: FrameFile(path).__enter__(), lambda: read(path), lambda: resume(path)):
        with pytest.raises(Problem) as raised:
            attempt()
        assert raised.value.code == "recorder_file"
    assert path.read_bytes() == b"something else altogether"


def test_without_a_key_frame_nothing_is_resumed(tmp_path: Path) -> None:
    assert resume(tmp_path / "none") is None
    assert resume_of([]) is None
    assert resume_of([FRAMES[1]]) is None
