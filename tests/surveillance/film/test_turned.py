"""A film that its matrix turns is shown turned, in every way to look at it; read from the pixels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import av
import pytest
from av.video.stream import VideoStream

from surveillance.film.copies import cut, web_copy
from surveillance.film.frames import still, strip
from surveillance.film.probing import probe
from surveillance.film.simulated import read_code
from tests.surveillance.film.reading import picture

QUARTERS = (0, 90, 180, -90)


@pytest.fixture(params=QUARTERS)
def turned(request: pytest.FixtureRequest, clip: Callable[[str], Path], tmp_path: Path) -> tuple[Path, int]:
    """The clip with a matrix that turns it anticlockwise by so many degrees."""
    path = tmp_path / "turned.mp4"
    with av.open(str(clip("plain.mp4"))) as source, av.open(str(path), "w") as out:
        stream = source.streams.video[0]
        written = out.add_stream_from_template(stream)
        assert isinstance(written, VideoStream)
        written.set_display_rotation(request.param)
        for packet in source.demux(stream):
            if packet.size:
                packet.stream = written
                out.mux(packet)
    return path, request.param


def code(path: Path, turn: int, at_ms: int) -> int | None:
    """The number of the frame, once the picture is turned back."""
    back = picture(path, at_ms).rotate(-turn, expand=True)
    return read_code(back.tobytes(), back.width, back.height)


def test_the_picture_and_its_size_are_turned(turned: tuple[Path, int], tmp_path: Path) -> None:
    path, turn = turned
    size = (180, 320) if turn % 180 else (320, 180)
    found = probe(path)
    assert (found.width, found.height) == size
    for number in (0, 30, 99):
        assert picture(path, number * 40).size == size
        assert code(path, turn, number * 40) == number
    assert strip(path, 2).previews
    web = tmp_path / "web.mp4"
    made = web_copy(path, web)
    assert (made.width, made.height) == size
    assert [code(web, turn, number * 40) for number in (0, 30, 99)] == [0, 30, 99]
    assert still(path, 0).number == 0


def test_a_cut_is_turned_as_the_film_is(turned: tuple[Path, int], tmp_path: Path) -> None:
    path, turn = turned
    out = tmp_path / "cut.mp4"
    made = cut(path, 1000, 2000, out)
    assert code(out, turn, 0) == made.start_ms // 40
