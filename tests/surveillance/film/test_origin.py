"""One timeline a film, whatever its container says: it begins with the first frame that is shown, and every way to look
at it agrees, read from the pixels."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple

import av
import pytest
from av.video.stream import VideoStream

from surveillance.film.copies import cut, masked_copy, web_copy
from surveillance.film.frames import still, strip
from surveillance.film.probing import probe
from tests.surveillance.film.reading import code_of, codes_of

HOUR_S: Final = 3600
FRAME_MS: Final = 40


class Fault(NamedTuple):
    """How a recorder wrote the clip of 100 frames: its container, where in its time it begins, and with what options.
    ``hidden`` frames stand before the beginning of an edit list."""

    container: str
    begins_s: Fraction
    options: dict[str, str]
    hidden: int = 0


FRAGMENTED: Final = {"movflags": "frag_keyframe+empty_moov+default_base_moof", "use_editlist": "0"}
FAULTS: Final[dict[str, Fault]] = {
    "fragments from an hour on (tfdt)": Fault("mp4", Fraction(HOUR_S), FRAGMENTED),
    "fragments from midnight on": Fault("mp4", Fraction(23 * HOUR_S) + Fraction(7, 25), FRAGMENTED),
    "a late first cluster": Fault("matroska", Fraction(HOUR_S), {}),
    "an empty edit": Fault("mp4", Fraction(8), {}),
    "an empty edit of part of a frame": Fault("mov", Fraction(1, 50), {}),
    "an edit that hides part of a group": Fault("mp4", Fraction(-30, 25), {}, hidden=30),
    "an edit that hides a group": Fault("mov", Fraction(-1), {}, hidden=25),
    "as it should be": Fault("mp4", Fraction(0), {}),
}
SUFFIX: Final = {"mp4": "mp4", "mov": "mov", "matroska": "mkv"}


@pytest.fixture(params=FAULTS)
def faulty(request: pytest.FixtureRequest, clip: Callable[[str], Path], tmp_path: Path) -> tuple[Path, int]:
    """The film, and the number of its first frame that is shown."""
    fault = FAULTS[request.param]
    path = tmp_path / f"film.{SUFFIX[fault.container]}"
    options = {"avoid_negative_ts": "disabled", **fault.options}
    with av.open(str(clip("reordered.mp4"))) as source, av.open(str(path), "w", fault.container, options) as out:
        stream = source.streams.video[0]
        written = out.add_stream_from_template(stream)
        assert stream.time_base is not None
        shift = int(fault.begins_s / stream.time_base)
        for packet in source.demux(stream):
            if packet.size:
                assert packet.pts is not None
                assert packet.dts is not None
                packet.pts, packet.dts, packet.stream = packet.pts + shift, packet.dts + shift, written
                out.mux(packet)
    return path, fault.hidden


def test_the_fault_is_in_the_file(faulty: tuple[Path, int]) -> None:
    """What the library itself says of the first frame is not zero, or frames are hidden."""
    path, hidden = faulty
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        assert isinstance(stream, VideoStream)
        seen = [packet for packet in container.demux(stream) if packet.size]
        shown = [packet.pts for packet in seen if not packet.is_discard and packet.pts is not None]
    assert len(seen) - len(shown) == hidden or hidden
    assert len(shown) == 100 - hidden


def test_the_timeline_begins_with_the_first_frame_that_is_shown(faulty: tuple[Path, int]) -> None:
    path, hidden = faulty
    frames = probe(path).frames
    assert (frames.first, frames.start_ms, frames.count) == (0, 0, 100 - hidden)
    assert frames.end_ms == (100 - hidden) * FRAME_MS
    assert probe(path).duration_ms == frames.end_ms


def test_every_way_to_look_at_it_shows_the_same_frame(faulty: tuple[Path, int], tmp_path: Path) -> None:
    path, first = faulty
    for number in (0, 1, 13, 26, 69):
        found = still(path, number * FRAME_MS)
        assert (code_of(found.png), found.number) == (number + first, number)
    for preview in strip(path, 4).previews:
        assert code_of(preview.jpeg) in (None, preview.number + first)
        assert preview.at_ms == preview.number * FRAME_MS
    web = tmp_path / "web.mp4"
    web_copy(path, web)
    assert [code for _at, code in codes_of(web)] == list(range(first, 100))
    assert probe(web).frames.moments[0] == 0
    with av.open(str(web)) as container:
        assert next(container.decode(video=0)).pts == 0, "a player that knows of no index shows it from zero on"
    masked = tmp_path / "masked.mp4"
    masked_copy(path, masked, areas=(), mark=("Kiểm tra",), stretch=(400, 800))
    foot = probe(masked).height - 180
    assert [code for _at, code in codes_of(masked, foot=foot)] == [first + number for number in range(10, 20)]


def test_a_cut_begins_where_it_says(faulty: tuple[Path, int], tmp_path: Path) -> None:
    path, first = faulty
    out = tmp_path / "cut.mp4"
    made = cut(path, 1500, 1900, out)
    codes = [code for _at, code in codes_of(out)]
    begins = int(made.origin_s * 25)
    assert codes == list(range(first + begins, first + begins + len(codes)))
    assert (made.start_ms, made.end_ms) == (begins * FRAME_MS, (begins + len(codes)) * FRAME_MS)
    assert made.start_ms <= 1500 < 1900 <= made.end_ms
    assert made.frames == len(codes)
