"""Broken, cut off, hostile, huge and mislabelled films: a clear error, bounded time and memory, nothing left."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import av
import msgspec
import pytest
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from surveillance.film import copies, seals
from surveillance.film.errors import FilmError
from surveillance.film.export_file import Source
from surveillance.film.frames import still
from surveillance.film.limited import Limits
from surveillance.film.probing import probe
from surveillance.film.remuxing import probed, remux
from tests.surveillance.film.conftest import START, Sealer
from tests.surveillance.film.mutations import mutated

SMALL = Limits(memory_mb=1500, cpu_s=10, wall_s=20)


@pytest.fixture(scope="module")
def victims(clip: Callable[[str], Path], house: Sealer, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    sealed = tmp_path_factory.mktemp("victims") / "sealed.mp4"
    sources = [Source(1, "Bàn 4")]
    seals.seal(
        clip("reordered.mp4"), key=house.key, certificate=house.certificate, start=START, sources=sources, out=sealed
    )
    names = (
        "open_gop.mp4",
        "one_key.mkv",
        "fragments.mp4",
        "nine.webm",
        "sound.mp4",
        "apple.mov",
        "plain.avi",
        "sound.ts",
    )
    return [sealed, *map(clip, names)]


def hunt(victims: list[Path], folder: Path, first: int, count: int) -> dict[str, object]:
    command = [sys.executable, "-m", "tests.surveillance.film.mutations", str(folder), str(first), str(count)]
    done = subprocess.run([*command, *map(str, victims)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    said: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return said


def hold(said: dict[str, object]) -> None:
    assert said["faults"] == []
    assert said["left"] == []
    assert isinstance(said["slowest_s"], float)
    assert said["slowest_s"] < 20
    assert isinstance(said["largest_mb"], int)
    assert said["largest_mb"] < 1500


@pytest.mark.slow
def test_some_hundred_mutations(victims: list[Path], tmp_path: Path) -> None:
    said = hunt(victims, tmp_path, 0, 200)
    hold(said)
    outcomes = said["outcomes"]
    assert isinstance(outcomes, dict)
    assert outcomes["read"] > 20
    assert outcomes["film_unreadable"] > 5


@pytest.mark.long
def test_some_thousand_mutations(victims: list[Path], tmp_path: Path) -> None:
    hold(hunt(victims, tmp_path, 10_000, 4000))


@pytest.mark.parametrize("name", ["plain.avi", "sound.ts", "fragments.mp4"])
@pytest.mark.parametrize("seed", [0, 1, 4, 5, 6])
def test_written_anew_through_the_real_child(clip: Callable[[str], Path], tmp_path: Path, name: str, seed: int) -> None:
    path, out = tmp_path / "hostile", tmp_path / "copy.mp4"
    path.write_bytes(mutated(clip(name).read_bytes(), seed))
    with suppress(FilmError):
        remux(path, out, limits=msgspec.structs.replace(SMALL, output_mb=20))
        assert probe(out, limits=SMALL).frames.count
    assert {each.name for each in tmp_path.iterdir()} <= {"hostile", "copy.mp4"}


@pytest.mark.parametrize("seed", [0, 8, 2, 19, 20, 23])
def test_through_the_real_child_as_well(victims: list[Path], tmp_path: Path, seed: int) -> None:
    path = tmp_path / "hostile.mp4"
    path.write_bytes(mutated(victims[0].read_bytes(), seed))
    # Anything else that is raised fails the test.
    with suppress(FilmError):
        film = probe(path, limits=SMALL)
        assert film.frames.count
        copies.web_copy(path, tmp_path / "web.mp4", limits=Limits(memory_mb=1500, cpu_s=20, wall_s=40, output_mb=20))
    assert {each.name for each in tmp_path.iterdir()} <= {"hostile.mp4", "web.mp4"}


MISLABELLED = {
    "playlist": b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n",
    "concatenation": b"ffconcat version 1.0\nfile 'other.mp4'\n",
    "subtitles": b"1\n00:00:01,000 --> 00:00:02,000\nfile\n",
    "page": b"<!doctype html><title>film</title>",
    "zip": b"PK\x03\x04" + bytes(60),
    "gif": b"GIF89a" + bytes(60),
    "wave": b"RIFF\x24\0\0\0WAVEfmt " + bytes(60),
    "two packets of a transport stream": (b"\x47\x40\x11\x10" + bytes(184)) * 2,
    "bare h264": b"\0\0\0\1\x67\x42\0\x1f" + bytes(60),
    "nothing": b"",
    "one byte": b"\0",
}


@pytest.mark.parametrize("what", MISLABELLED)
def test_what_is_no_film_is_refused_whatever_its_name(tmp_path: Path, what: str) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(MISLABELLED[what])
    with pytest.raises(FilmError) as caught:
        probe(path)
    assert caught.value.code == "film_container"


@pytest.mark.parametrize(
    "content",
    [b"RIFF\x24\0\0\0AVI LIST" + bytes(60), (b"\x47\x40\x11\x10" + bytes(184)) * 8, (b"G" * 188) * 8],
    ids=["avi", "transport stream", "letters"],
)
def test_what_has_only_the_head_of_a_film_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(FilmError) as caught:
        probed(path, tmp_path / "copy.mp4", limits=SMALL)
    assert caught.value.code in ("film_unreadable", "film_no_picture")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("what", ["playlist", "page", "wave"])
def test_what_only_begins_like_a_film_is_read_by_no_other_reader(tmp_path: Path, what: str) -> None:
    for head in (b"\0\0\0\x10ftypisom\0\0\0\0", b"\x1a\x45\xdf\xa3"):
        path = tmp_path / "film.mp4"
        path.write_bytes(head + MISLABELLED[what])
        with pytest.raises(FilmError) as caught:
            probe(path, limits=SMALL)
        assert caught.value.code in ("film_unreadable", "film_no_picture")


def test_a_film_under_another_name_is_a_film(clip: Callable[[str], Path], tmp_path: Path) -> None:
    path = tmp_path / "invoice.pdf"
    path.write_bytes(clip("one_key.mkv").read_bytes())
    assert probe(path).container == "matroska"


def test_sound_alone_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "sound.mp4"
    with av.open(str(path), "w") as out:
        stream = out.add_stream("aac", rate=16000)
        frame = av.AudioFrame(format="fltp", layout="mono", samples=1024)
        frame.planes[0].update(bytes(4096))
        frame.sample_rate, frame.pts = 16000, 0
        out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    with pytest.raises(FilmError) as caught:
        probe(path)
    assert caught.value.code == "film_no_picture"


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """8192 × 8192: some kilobytes, which would take close to a gigabyte to decode."""
    path = tmp_path_factory.mktemp("huge") / "huge.mp4"
    with av.open(str(path), "w") as out:
        stream = out.add_stream("libx264", rate=25, options={"preset": "ultrafast"})
        assert isinstance(stream, VideoStream)
        stream.width = stream.height = 8192
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 25)
        frame = VideoFrame(8192, 8192, "yuv420p")
        for plane in frame.planes:
            plane.update(bytes([128]) * plane.buffer_size)
        frame.pts = 0
        out.mux(stream.encode(frame))
        out.mux(stream.encode(None))
    return path


def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(huge: Path, tmp_path: Path) -> None:
    tight = Limits(memory_mb=700, cpu_s=10, wall_s=20)
    matroska = huge.with_suffix(".mkv")
    with av.open(str(huge)) as source, av.open(str(matroska), "w") as out:
        stream = out.add_stream_from_template(source.streams.video[0])
        for packet in (each for each in source.demux(video=0) if each.size):
            packet.stream = stream
            out.mux(packet)
    for work in (
        lambda: probe(huge, limits=tight),
        lambda: probe(matroska, limits=tight),
        lambda: still(huge, 0, limits=tight),
        lambda: copies.web_copy(huge, tmp_path / "web.mp4", limits=tight),
    ):
        with pytest.raises(FilmError) as caught:
            work()
        assert (caught.value.code, caught.value.values["width"]) == ("film_picture_size", 8192)
    assert list(tmp_path.iterdir()) == []


def test_a_picture_larger_than_its_header_says_is_not_decoded(huge: Path, tmp_path: Path) -> None:
    """The boxes say 320 × 180; the stream's own header says the truth."""
    data = bytearray(huge.read_bytes())
    place = data.index(b"avc1", data.index(b"stsd")) + 28
    assert data[place : place + 4] == bytes.fromhex("20002000")
    data[place : place + 4] = bytes.fromhex("014000b4")
    path = tmp_path / "lying.mp4"
    path.write_bytes(data)
    tight = Limits(memory_mb=700, cpu_s=10, wall_s=20)
    for work in (
        lambda: still(path, 0, limits=tight),
        lambda: copies.web_copy(path, tmp_path / "web.mp4", limits=tight),
    ):
        with pytest.raises(FilmError) as caught:
            work()
        assert caught.value.code in ("film_picture_size", "film_unreadable", "film_limit_memory")
    assert list(tmp_path.iterdir()) == [path]


def test_a_codec_that_is_not_read_is_named(clip: Callable[[str], Path], tmp_path: Path) -> None:
    data = clip("plain.mp4").read_bytes()
    path = tmp_path / "strange.mp4"
    path.write_bytes(data.replace(b"avc1", b"dvhs").replace(b"avcC", b"free"))
    with pytest.raises(FilmError) as caught:
        probe(path)
    assert caught.value.code == "film_codec"


def test_a_folder_or_nothing_at_the_path(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "away.mp4"):
        with pytest.raises(FilmError) as caught:
            probe(path)
        assert caught.value.code == "film_missing"
