"""What a film is, held against clips whose making is known, and against the system's own ffprobe where there is one."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import pytest
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from surveillance.film.frames import still
from surveillance.film.probing import probe
from surveillance.film.simulated import clock_moment, moments
from tests.surveillance.film.conftest import CLIPS


@pytest.mark.parametrize("name", CLIPS)
def test_a_clip_is_what_it_was_made_as(clip: Callable[[str], Path], name: str) -> None:
    made, film = CLIPS[name], probe(clip(name))
    assert (film.width, film.height, film.codec) == (made.width, made.height, made.codec)
    assert film.container == {".mp4": "mp4", ".mkv": "matroska", ".webm": "webm", ".mov": "mov"}[Path(name).suffix]
    assert film.audio is made.sound
    assert film.media_signing == 0
    assert film.frame_rate == (None if made.varying else made.rate)
    assert film.created_at is None or film.created_at == clock_moment(made, 0)
    asked = moments(made)
    assert film.frames.count == made.frames
    assert film.frames.keys[0]
    assert sum(film.frames.keys) == (1 if not made.key_every else -(-made.frames // made.key_every))
    got = [Fraction(pts - film.frames.first) * film.frames.tick * 90_000 for pts in film.frames.moments]
    # Matroska counts milliseconds.
    loose = 0 if film.container in ("mp4", "mov") else 46
    assert all(abs(was - wanted) <= loose for was, wanted in zip(got, asked, strict=True))
    if not made.varying:
        assert abs(film.duration_ms - made.frames * 1000 * made.rate[1] / made.rate[0]) <= 2


def test_mp4_keeps_the_moment_of_its_making(clip: Callable[[str], Path]) -> None:
    assert probe(clip("plain.mp4")).created_at == clock_moment(CLIPS["plain.mp4"], 0)


@pytest.mark.parametrize("name", ["varying.mp4", "one_key.mkv", "open_gop.mp4", "sound.mp4"])
def test_another_program_sees_the_same_frames(clip: Callable[[str], Path], name: str) -> None:
    """FFmpeg's own program, of another version, where the machine has it."""
    program = shutil.which("ffprobe")
    if program is None:
        pytest.skip("no ffprobe")
    command = [program, "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts,flags", "-of", "json"]
    done = subprocess.run([*command, str(clip(name))], capture_output=True, check=True)
    packets = sorted((each["pts"], each["flags"].startswith("K")) for each in json.loads(done.stdout)["packets"])
    frames = probe(clip(name)).frames
    assert list(zip(frames.moments, frames.keys, strict=True)) == packets


@pytest.mark.parametrize(
    ("encoder", "codec", "name"),
    [
        ("libsvtav1", "av1", "a.mp4"),
        ("mpeg4", "mpeg4", "b.mp4"),
        ("mjpeg", "mjpeg", "c.mov"),
        ("libvpx", "vp8", "d.webm"),
    ],
)
def test_the_other_codecs_are_read_too(tmp_path: Path, encoder: str, codec: str, name: str) -> None:
    path = tmp_path / name
    with av.open(str(path), "w") as out:
        stream = out.add_stream(encoder, rate=10)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height = 160, 96
        stream.pix_fmt = "yuvj420p" if encoder == "mjpeg" else "yuv420p"
        for number in range(8):
            frame = VideoFrame(160, 96, stream.pix_fmt)
            for plane in frame.planes:
                plane.update(bytes([30 * number]) * plane.buffer_size)
            frame.pts = number
            out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    film = probe(path)
    assert (film.codec, film.frames.count, film.frame_rate, film.width) == (codec, 8, (10, 1), 160)
    assert still(path, 350).number == 3
