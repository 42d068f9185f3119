"""Copies, read back from their pixels and packets: moments kept, bytes kept, areas hidden, marks seen."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import msgspec
import pytest

from surveillance.film import copies
from surveillance.film.copies import Area
from surveillance.film.errors import FilmError
from surveillance.film.limited import Limits
from surveillance.film.probing import probe
from tests.surveillance.film.reading import codes_of, picture


@pytest.mark.parametrize("name", ["varying.mp4", "open_gop.mp4", "one_key.mkv"])
def test_a_web_copy_shows_every_frame_at_its_moment(clip: Callable[[str], Path], tmp_path: Path, name: str) -> None:
    heard: list[float] = []
    done = copies.web_copy(clip(name), tmp_path / "web.mp4", progress=heard.append)
    before, after = probe(clip(name)), probe(tmp_path / "web.mp4")
    assert (after.codec, after.audio, done.frames) == ("h264", False, 100)
    assert after.frames.tick * after.frames.first == before.frames.tick * before.frames.first
    assert [pts * after.frames.tick for pts in after.frames.moments] == [
        pts * before.frames.tick for pts in before.frames.moments
    ]
    assert [code for _pts, code in codes_of(tmp_path / "web.mp4")] == list(range(100))
    assert sum(after.frames.keys) >= 4
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    data = (tmp_path / "web.mp4").read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")


def test_a_web_copy_without_x264(clip: Callable[[str], Path], tmp_path: Path) -> None:
    copies.web_copy(clip("varying.mp4"), tmp_path / "web.webm", codec="vp9", most_height=90)
    before, after = probe(clip("varying.mp4")), probe(tmp_path / "web.webm")
    assert (after.container, after.codec, after.width, after.height) == ("webm", "vp9", 160, 90)
    assert [after.frames.ms(n) for n in range(100)] == [before.frames.ms(n) for n in range(100)]
    assert [code for _pts, code in codes_of(tmp_path / "web.webm")] == list(range(100))


def packets(path: Path, kind: str = "video") -> list[bytes]:
    with av.open(str(path)) as container:
        stream = next(each for each in container.streams if each.type == kind)
        return [bytes(packet) for packet in container.demux(stream) if packet.size]


@pytest.mark.parametrize("name", ["reordered.mp4", "varying.mp4", "open_gop.mp4", "ntsc.mkv", "fragments.mp4"])
def test_a_cut_has_the_originals_packets_and_says_how_much_longer_it_is(
    clip: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    before = probe(clip(name)).frames
    start_ms, end_ms = before.ms(33) + 1, before.ms(58) + 1
    done = copies.cut(clip(name), start_ms, end_ms, tmp_path / "cut.mp4")
    originals, kept = packets(clip(name)), packets(tmp_path / "cut.mp4")
    assert any(originals[at : at + len(kept)] == kept for at in range(len(originals)))
    assert len(kept) == done.frames < before.count
    got = [(pts, code) for pts, code in codes_of(tmp_path / "cut.mp4") if code is not None]
    numbers = [code for _pts, code in got]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert numbers[0] <= 33
    assert numbers[-1] >= 58
    # A frame's moment in the cut plus its origin is its moment in the original.
    tick = probe(tmp_path / "cut.mp4").frames.tick
    for pts, code in got:
        assert abs(pts * tick + done.origin_s - before.moments[code or 0] * before.tick) < Fraction(1, 2000), code
    assert (done.start_ms, done.before_ms) == (before.ms(numbers[0]), start_ms - before.ms(numbers[0]))
    after = before.ms(numbers[-1] + 1) if numbers[-1] + 1 < before.count else before.end_ms
    assert (done.end_ms, done.after_ms) == (after, after - end_ms)


def test_a_cut_of_a_film_with_one_key_frame_begins_at_its_beginning(
    clip: Callable[[str], Path], tmp_path: Path
) -> None:
    done = copies.cut(clip("one_key.mkv"), 2000, 2100, tmp_path / "cut.mp4")
    assert (done.before_ms, done.after_ms, done.frames) == (2000, 1900, 100)


def test_a_cut_takes_the_sound_along(clip: Callable[[str], Path], tmp_path: Path) -> None:
    done = copies.cut(clip("sound.mp4"), 1100, 1900, tmp_path / "cut.mp4")
    assert done.audio
    originals, kept = packets(clip("sound.mp4"), "audio"), packets(tmp_path / "cut.mp4", "audio")
    assert any(originals[at : at + len(kept)] == kept for at in range(len(originals)))
    assert abs(len(kept) * 1024 / 16000 - (done.end_ms - done.start_ms) / 1000) < 0.2


def test_a_film_with_equal_times_is_cut_with_every_packet(clip: Callable[[str], Path], tmp_path: Path) -> None:
    """As a camera's signed stream has them; the writer of MP4 refuses them as they are."""
    twins = tmp_path / "twins.mkv"
    with av.open(str(clip("plain.mp4"))) as source, av.open(str(twins), "w") as out:
        stream = out.add_stream_from_template(source.streams.video[0])
        for number, packet in enumerate(each for each in source.demux(video=0) if each.size):
            packet.pts = packet.dts = number // 2 * 7200
            packet.stream = stream
            out.mux(packet)
    done = copies.cut(twins, 1000, 3000, tmp_path / "cut.mp4")
    originals, kept = packets(twins), packets(tmp_path / "cut.mp4")
    assert done.frames == len(kept) > 50
    assert any(originals[at : at + len(kept)] == kept for at in range(len(originals)))


def test_equal_decoding_times_are_raised_by_a_tick() -> None:
    from surveillance.film.inside import cutting

    seen: list[tuple[int, int]] = []

    class Out:
        def add_stream_from_template(self, source: object) -> str:
            return "stream"

        def mux(self, packet: Packet) -> None:
            seen.append((packet.pts, packet.dts))

    class Packet(msgspec.Struct):
        pts: int = 0
        dts: int = 0
        stream: object = None

    track = cutting._Track(Out(), None, 100)  # type: ignore[arg-type]
    for pts, dts in ((100, 100), (100, 100), (103, 101)):
        track.write(Packet(), pts, dts)  # type: ignore[arg-type]
    assert seen == [(0, 0), (1, 1), (3, 2)]
    assert cutting.decoding_times([0, 6, 3, 12, 9], [None] * 5) == [-3, 0, 3, 6, 9]


def test_what_cannot_be_cut(clip: Callable[[str], Path], tmp_path: Path) -> None:
    for start_ms, end_ms in ((500, 500), (900, 100), (4000, 5000), (-20, 0)):
        with pytest.raises(FilmError) as caught:
            copies.cut(clip("plain.mp4"), start_ms, end_ms, tmp_path / "cut.mp4")
        assert caught.value.code == "film_interval"
    assert list(tmp_path.iterdir()) == []


AREAS = (
    Area(1000, 2000, 200, 20, 60, 40),
    Area(0, 4000, 20, 100, 48, 40, how="coarse"),
    Area(2000, 3000, 240, 90, 20, 20, to_x=100, to_y=90),
)


@pytest.fixture(scope="module")
def masked(clip: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("masked") / "masked.mp4"
    mark = ["Giao cho / given to: Công an tỉnh, 2026-11-22 20:10 +07", "Copy of SHA-256 6b86b273ff34fce1"]
    original = clip("sound.mp4").read_bytes()
    done = copies.masked_copy(clip("sound.mp4"), out, areas=AREAS, mark=mark)
    assert clip("sound.mp4").read_bytes() == original
    assert (done.frames, done.width) == (100, 320)
    return out


def test_areas_are_hidden_in_every_frame_of_their_time_and_no_other(clip: Callable[[str], Path], masked: Path) -> None:
    inner = (204, 24, 256, 56)
    for at_ms, hidden in ((959, False), (999, False), (1000, True), (1500, True), (1999, True), (2040, False)):
        black = picture(masked, at_ms)
        original = picture(clip("sound.mp4"), at_ms)
        assert sum(original.crop(inner).tobytes()) > 30 * 52 * 32
        # The faint mark lies over the black as well.
        assert (sum(black.crop(inner).tobytes()) < 25 * 52 * 32) is hidden, at_ms


def test_a_moving_area_follows_its_way(masked: Path) -> None:
    for at_ms, x in ((2000, 240), (2520, 167), (2960, 106)):
        image = picture(masked, at_ms)
        assert sum(image.crop((x + 4, 94, x + 16, 106)).tobytes()) < 40 * 144, at_ms
        assert sum(image.crop((x + 30, 94, x + 42, 106)).tobytes()) > 40 * 144, at_ms


def test_of_a_stretch_no_frame_beside_it_is_given(clip: Callable[[str], Path], tmp_path: Path) -> None:
    """Areas move with the film's own time, from before its beginning too."""
    out = tmp_path / "part.mp4"
    moving = Area(-1000, 3000, 240, 90, 20, 20, to_x=40, to_y=90)
    done = copies.masked_copy(clip("sound.mp4"), out, areas=[moving], mark=["x"], stretch=(1010, 1481))
    assert done.frames == 13
    film = probe(out)
    assert [code for _pts, code in codes_of(out, foot=film.height - 180)] == list(range(25, 38))
    assert film.frames.moments[0] == 0
    for at_ms, x in ((0, 140), (480, 116)):
        image = picture(out, at_ms)
        assert sum(image.crop((x + 4, 94, x + 16, 106)).tobytes()) < 40 * 144, at_ms
        assert sum(image.crop((x + 30, 94, x + 42, 106)).tobytes()) > 40 * 144, at_ms
    with pytest.raises(FilmError) as caught:
        copies.masked_copy(clip("sound.mp4"), tmp_path / "no.mp4", areas=[], mark=["x"], stretch=(4000, 5000))
    assert caught.value.code == "film_interval"


def test_every_frame_carries_the_mark_and_nothing_of_the_original_beside_the_picture(masked: Path) -> None:
    film = probe(masked)
    assert not film.audio
    assert film.created_at is None
    assert film.height > 180
    for at_ms in (0, 1960, 3999):
        foot = picture(masked, at_ms).crop((0, 184, 320, film.height))
        assert sum(value > 160 for value in foot.tobytes()) > 300
        across = picture(masked, at_ms).crop((150, 100, 310, 175))
        assert max(across.tobytes()) - min(across.tobytes()) > 20
    numbers = [code for _pts, code in codes_of(masked, foot=film.height - 180)]
    assert numbers == list(range(100))


@pytest.mark.parametrize(
    "area",
    [
        Area(5, 5, 0, 0, 10, 10),
        Area(0, 5, 0, 0, 0, 10),
        Area(0, 5, 320, 0, 10, 10),
        Area(0, 5, 0, -10, 10, 10),
        Area(0, 5, 0, 0, 10, 10, to_x=5),
        Area(0, 5, 0, 0, 10, 10, to_x=400, to_y=0),
    ],
)
def test_an_area_that_would_hide_nothing_is_refused(clip: Callable[[str], Path], tmp_path: Path, area: Area) -> None:
    with pytest.raises(FilmError) as caught:
        copies.masked_copy(clip("plain.mp4"), tmp_path / "out.mp4", areas=[area], mark=["x"])
    assert caught.value.code == "film_areas"
    assert list(tmp_path.iterdir()) == []


def test_a_copy_given_out_needs_its_mark(clip: Callable[[str], Path], tmp_path: Path) -> None:
    for mark in ([], ["  "], ["a"] * 4, ["x" * 201]):
        with pytest.raises(FilmError) as caught:
            copies.masked_copy(clip("plain.mp4"), tmp_path / "out.mp4", areas=[], mark=mark)
        assert caught.value.code == "film_mark"


def test_no_room_leaves_nothing_behind(clip: Callable[[str], Path], tmp_path: Path) -> None:
    tight = Limits(memory_mb=3000, output_mb=0)
    with pytest.raises(FilmError) as caught:
        copies.web_copy(clip("plain.mp4"), tmp_path / "web.mp4", limits=tight)
    assert caught.value.code == "film_no_space"
    with pytest.raises(FilmError) as caught:
        copies.cut(clip("plain.mp4"), 0, 3000, tmp_path / "cut.mp4", limits=tight)
    assert caught.value.code == "film_no_space"
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(clip: Callable[[str], Path], tmp_path: Path) -> None:
    out = tmp_path / "web.mp4"
    out.write_bytes(b"here already")
    with pytest.raises(FilmError) as caught:
        copies.web_copy(clip("plain.mp4"), out)
    assert caught.value.code == "film_output"
    assert out.read_bytes() == b"here already"


def test_a_worker_that_is_killed_takes_its_child_along_and_the_copy_is_made_again(
    clip: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "web.mp4"
    program = (
        "import os, sys; from pathlib import Path; from surveillance.film.copies import web_copy\n"
        "def heard(part):\n"
        "    print(part, flush=True); sys.stdin.readline()\n"
        f"web_copy(Path({str(clip('varying.mp4'))!r}), Path({str(out)!r}), progress=heard)\n"
    )
    worker = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdout is not None
    assert worker.stdout.readline()
    children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()
    assert len(children) == 1
    with open(os.pidfd_open(int(children[0])), "rb") as child:
        worker.kill()
        worker.communicate()
        assert select.select([child], [], [], 30)[0], "the child lives on"
    assert not out.exists()
    copies.web_copy(clip("varying.mp4"), out)
    assert [path.name for path in tmp_path.iterdir()] == ["web.mp4"]
    assert probe(out).frames.count == 100


@pytest.mark.parametrize("name", ["reordered.mp4", "varying.mp4", "open_gop.mp4", "ntsc.mkv", "fragments.mp4"])
def test_a_part_has_its_stretches_at_their_moments_and_no_other_packet(
    clip: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    before = probe(clip(name)).frames
    stretches = [(before.ms(33), before.ms(40)), (before.ms(80), before.ms(84))]
    done = copies.part(clip(name), tmp_path / "part.mp4", stretches)
    originals, kept = packets(clip(name)), packets(tmp_path / "part.mp4")
    assert kept[0] == kept[1], "the first picture stands at the film's zero as well"
    assert done.frames == len(kept) - 1 < before.count
    assert set(kept) <= set(originals)
    tick = probe(tmp_path / "part.mp4").frames.tick
    got = [(pts * tick, code) for pts, code in codes_of(tmp_path / "part.mp4") if code is not None]
    assert got[0][0] == 0
    shown = {code for _at, code in got}
    assert set(range(33, 40)) | set(range(80, 84)) <= shown
    beside = range(16) if name == "open_gop.mp4" else [*range(25), *range(50, 75)]
    assert not shown & set(beside), "from key frame to key frame, and no further"
    for at, code in got[1:]:
        assert abs(at - before.moments[code or 0] * before.tick) < Fraction(1, 2000), code
    hidden = [packet for packet in originals if packet not in set(kept)]
    content = (tmp_path / "part.mp4").read_bytes()
    assert hidden
    assert not any(packet in content for packet in hidden if len(packet) > 16)


def test_a_part_from_the_beginning_needs_no_second_picture(clip: Callable[[str], Path], tmp_path: Path) -> None:
    done = copies.part(clip("reordered.mp4"), tmp_path / "part.mp4", [(0, 400)])
    assert done.frames == len(packets(tmp_path / "part.mp4"))
    assert [code for _pts, code in codes_of(tmp_path / "part.mp4")][:10] == list(range(10))


@pytest.mark.parametrize("stretches", [[], [(5, 5)], [(90_000, 91_000)]])
def test_a_part_of_nothing_is_refused(
    clip: Callable[[str], Path], tmp_path: Path, stretches: list[tuple[int, int]]
) -> None:
    with pytest.raises(FilmError) as caught:
        copies.part(clip("reordered.mp4"), tmp_path / "part.mp4", stretches)
    assert caught.value.code == "film_interval"
    assert not (tmp_path / "part.mp4").exists()
