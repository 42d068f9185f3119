"""The frame at a moment, read from its pixels: constant and varying rates, frames out of order, one key frame, and the
open GOP where a decoder leaves frames out."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import av
import pytest
from PIL import Image

from surveillance.film.containers import MOST_POINTS, film_file
from surveillance.film.copies import cut
from surveillance.film.errors import FilmError
from surveillance.film.frames import still, strip
from surveillance.film.inside.opening import opened, packets
from surveillance.film.inside.pictures import image_of
from surveillance.film.inside.seeking import frame_at
from surveillance.film.probing import probe
from surveillance.film.simulated import read_code
from tests.surveillance.film.conftest import CLIPS
from tests.surveillance.film.reading import code_of

HARD = ("reordered.mp4", "varying.mp4", "one_key.mkv", "open_gop.mp4", "fragments.mp4", "ntsc.mkv", "nine.webm")


@pytest.mark.parametrize("name", HARD)
def test_every_frame_is_found_wherever_one_comes_from(clip: Callable[[str], Path], name: str) -> None:
    """In this process, for speed: the same function that the child runs. Steps of 7 jump to and fro over key frames."""
    frames = probe(clip(name)).frames
    wrong = []
    with opened(film_file(clip(name))) as (container, stream):
        origin = packets(container, stream).origin
    with opened(film_file(clip(name))) as (container, stream):
        for place in range(0, frames.count, 1 if name == "open_gop.mp4" else 3):
            number = place * 7 % frames.count
            _pts, frame = frame_at(container, stream, frames, number, MOST_POINTS, origin)
            image = image_of(frame).convert("L")
            if read_code(image.tobytes(), image.width, image.height) != number:
                wrong.append(number)
    assert wrong == []


def test_the_open_gop_is_one_that_leads_astray(clip: Callable[[str], Path]) -> None:
    """The clip has frames that stand behind a key frame in the file and before it in time; and plain seeking, to the
    last key frame that the container finds, gives a later frame than was asked for."""
    frames, missed = probe(clip("open_gop.mp4")).frames, 0
    with opened(film_file(clip("open_gop.mp4"))) as (container, stream):
        for number in range(frames.count):
            wanted = frames.moments[number]
            container.seek(wanted, stream=stream)
            missed += next(container.decode(stream)).pts > wanted  # type: ignore[operator]
    assert missed > 0


@pytest.mark.parametrize("name", ["varying.mp4", "open_gop.mp4"])
def test_a_still_is_the_frame_that_is_shown_then(clip: Callable[[str], Path], name: str) -> None:
    frames = probe(clip(name)).frames
    for number in (0, 59):
        begins = frames.ms(number)
        ends = frames.ms(number + 1) if number + 1 < frames.count else frames.end_ms
        for at_ms in (begins, ends - 1):
            got = still(clip(name), at_ms)
            assert (code_of(got.png), got.number, got.pts) == (number, number, frames.moments[number])


def test_a_still_of_a_damaged_film_says_which_frame_is_seen(clip: Callable[[str], Path], tmp_path: Path) -> None:
    """Packets 40 to 44 are noise: what is asked for there is not to be had, and nothing else is claimed."""
    with av.open(str(clip("plain.mp4"))) as container:
        spans = [(each.pos, each.size) for each in container.demux(video=0) if each.size]
    data = bytearray(clip("plain.mp4").read_bytes())
    for place, length in spans[40:45]:
        data[place or 0 : (place or 0) + length] = b"\xff" * length
    path = tmp_path / "damaged.mp4"
    path.write_bytes(data)
    got = still(path, 42 * 40)
    assert got.number <= 42
    assert (got.pts, got.at_ms) == (got.number * 3600, got.number * 40)
    assert code_of(got.png) in (got.number, 39)
    assert code_of(still(path, 80 * 40).png) == 80


def test_a_cut_of_an_open_gop_shows_its_first_whole_frame(clip: Callable[[str], Path], tmp_path: Path) -> None:
    """Its packets begin with a key frame, and then come frames from before it that need what was cut away."""
    cut(clip("open_gop.mp4"), 1700, 2300, tmp_path / "cut.mp4")
    first = still(tmp_path / "cut.mp4", 0)
    assert first.number > 0
    shown = code_of(first.png)
    assert shown == 40
    later = still(tmp_path / "cut.mp4", first.at_ms + 80)
    assert (code_of(later.png), later.number) == (shown + 2, first.number + 2)


def test_a_still_without_an_index_and_outside_the_film(clip: Callable[[str], Path]) -> None:
    got = still(clip("plain.mp4"), 1234)
    assert (got.number, got.at_ms, code_of(got.png)) == (30, 1200, 30)
    for at_ms in (-1, 4001):
        with pytest.raises(FilmError) as caught:
            still(clip("plain.mp4"), at_ms)
        assert caught.value.code == "film_moment"


@pytest.mark.parametrize(("name", "count"), [("plain.mp4", 4), ("one_key.mkv", 5), ("plain.mp4", 200)])
def test_a_strip_is_spread_over_the_film_and_says_its_moments(
    clip: Callable[[str], Path], name: str, count: int
) -> None:
    previews = strip(clip(name), count, width=320).previews
    assert len(previews) == min(count, CLIPS[name].frames)
    assert [code_of(each.jpeg) for each in previews] == [each.number for each in previews]
    assert [each.at_ms for each in previews] == sorted(each.at_ms for each in previews)
    assert previews[-1].number - previews[0].number > CLIPS[name].frames // 2
    small = Image.open(io.BytesIO(strip(clip(name), 1, width=96).previews[0].jpeg))
    assert small.size == (96, 54)
