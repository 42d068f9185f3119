"""One timeline a film, whatever its container and its times say: it begins with the first frame that is shown, runs on
where the file's times jump, and every way to look at it agrees, read from the pixels."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import av
import pytest
from av.video.stream import VideoStream

from surveillance.film import media_signing
from surveillance.film.copies import cut, masked_copy, web_copy
from surveillance.film.errors import FilmError
from surveillance.film.frames import still, strip
from surveillance.film.probing import Probe, probe
from surveillance.film.remuxing import probed
from tests.surveillance.film.faults import FRAGMENTED, Fault, jumped, with_edits, written
from tests.surveillance.film.reading import code_of, codes_of

pytestmark = pytest.mark.slow  # each container and fault is written, copied and read from pixels

HOUR_S: Final = 3600
FRAME_MS: Final = 40


FAULTS: Final[dict[str, Fault]] = {
    "fragments from an hour on (tfdt)": Fault("mp4", Fraction(HOUR_S), FRAGMENTED, jumps=(0, 0, 0, 0)),
    "fragments from midnight on": Fault("mp4", 23 * HOUR_S + Fraction(7, 25), FRAGMENTED, jumps=(0, 0, 0, 0)),
    "a late first cluster": Fault("matroska", Fraction(HOUR_S), {}),
    "an empty edit": Fault("mp4", Fraction(8), {}),
    "an empty edit of part of a frame": Fault("mov", Fraction(1, 50), {}),
    "an edit that hides part of a group": Fault("mp4", Fraction(-30, 25), {}, hidden=30),
    "an edit that hides a group": Fault("mov", Fraction(-1), {}, hidden=25),
    "as it should be": Fault("mp4", Fraction(0), {}),
}
TEN_HOURS: Final = 36_000
ONE_AHEAD: Final = {
    "jumps": (0, 0, TEN_HOURS, 0),
    "stretches": ((0, 2000, 0), (2000, 3000, 36_000_000), (3000, 4000, 0)),
}
OVER: Final = {"jumps": (0, 0, Fraction(-2, 5), Fraction(-2, 5)), "stretches": ((0, 2000, 0), (2000, 4000, -400))}
SET_BACK: Final = {"jumps": (0, -1800, -1800, -1800), "stretches": ((0, 1000, 0), (1000, 4000, -1_800_000))}
for _name, _jump in (
    ("one second ten hours ahead", ONE_AHEAD),
    ("ten frames over others", OVER),
    ("set back", SET_BACK),
):
    FAULTS.update(
        {
            f"fragments: {_name}": Fault("mp4", Fraction(HOUR_S), FRAGMENTED, **_jump),
            f"clusters: {_name}": Fault("matroska", Fraction(5 * HOUR_S), {"cluster_time_limit": "990"}, **_jump),
            f"transport stream: {_name}": Fault("mpegts", Fraction(HOUR_S), {}, **_jump),
        }
    )
FAULTS.update(
    {
        "a transport stream": Fault("mpegts", Fraction(0), {}),
        "a transport stream from an hour on": Fault("mpegts", Fraction(HOUR_S), {}),
        "a transport stream around the turn of its counter": Fault("mpegts", Fraction(2**33, 90_000) - 2, {}),
        "packets with a time stamp in front": Fault("mpegts", Fraction(0), {"mpegts_m2ts_mode": "1"}),
        "AVI": Fault("avi", Fraction(0), {}),
    }
)
SUFFIX: Final = {"mp4": "mp4", "mov": "mov", "matroska": "mkv", "mpegts": "ts", "avi": "avi"}


class Film(NamedTuple):
    """The original with its fault, what the product found, and the file by which it is looked at."""

    fault: Fault
    original: Path
    found: Probe
    looked: Path


@pytest.fixture(params=FAULTS)
def faulty(request: pytest.FixtureRequest, clip: Callable[[str], Path], tmp_path: Path) -> Film:
    fault = FAULTS[request.param]
    path = tmp_path / f"film.{SUFFIX[fault.container]}"
    (jumped if fault.jumps else written)(clip("reordered.mp4"), path, fault)
    copy = tmp_path / "looked.mp4"
    found = probed(path, copy)
    return Film(fault, path, found, copy if copy.exists() else path)


def test_the_fault_is_in_the_file(faulty: Film) -> None:
    """What the library itself says of the first frame is not zero, frames are hidden, or the times do not run on."""
    with av.open(str(faulty.original)) as container:
        stream = container.streams.video[0]
        assert isinstance(stream, VideoStream)
        assert stream.time_base is not None
        seen = [packet for packet in container.demux(stream) if packet.size]
        shown = [packet for packet in seen if not packet.is_discard or faulty.fault.stretches]
        moments = sorted({packet.pts * stream.time_base for packet in shown if packet.pts is not None})
    if faulty.fault.stretches:
        gaps = [late - early for early, late in pairwise(moments)]
        assert len(moments) == 90 or max(gaps) > 10
    elif faulty.fault.container not in ("avi", "mpegts"):
        assert 0 <= moments[0] - max(Fraction(0), faulty.fault.begins_s) < Fraction(1, 10), (
            "but for what reordering needs"
        )
    assert len(shown) == 100 - faulty.fault.hidden


def test_the_timeline_begins_with_the_first_frame_that_is_shown(faulty: Film) -> None:
    for frames in (faulty.found.frames, probe(faulty.looked).frames):
        assert (frames.first, frames.start_ms, frames.count) == (0, 0, 100 - faulty.fault.hidden)
        assert frames.end_ms == (100 - faulty.fault.hidden) * FRAME_MS
    assert faulty.found.duration_ms == (100 - faulty.fault.hidden) * FRAME_MS
    assert faulty.found.container == {"mpegts": "mpegts", "avi": "avi"}.get(
        faulty.fault.container, faulty.fault.container
    )


def test_it_is_told_where_the_times_jump(faulty: Film) -> None:
    told = [(each.from_ms, each.to_ms, each.later_ms) for each in faulty.found.stretches]
    assert told == list(faulty.fault.stretches)


def test_what_must_be_written_anew_is_not_looked_at_as_it_lies_there(faulty: Film, tmp_path: Path) -> None:
    if faulty.looked == faulty.original:
        return
    works = (
        lambda: still(faulty.original, 0),
        lambda: strip(faulty.original, 4),
        lambda: cut(faulty.original, 0, 400, tmp_path / "cut.mp4"),
        lambda: web_copy(faulty.original, tmp_path / "web.mp4"),
    )
    for work in works:
        with pytest.raises(FilmError) as caught:
            work()
        assert caught.value.code in ("film_times", "film_container")


def test_every_packet_is_the_originals(faulty: Film) -> None:
    """Pictures are the same NAL units in the same order, whatever stands between them."""
    assert units_of(faulty.looked) == units_of(faulty.original)


def units_of(path: Path) -> list[bytes]:
    """The NAL units of pictures, in the order of the file."""
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        lengths = (stream.codec_context.extradata or b"")[:1] == b"\x01"
        found = [
            unit
            for packet in container.demux(stream)
            if packet.size
            for unit in media_signing.units(bytes(packet), 4 if lengths else None)
        ]
    return [unit for unit in found if unit[0] & 0x1F in (1, 5)]


def test_every_way_to_look_at_it_shows_the_same_frame(faulty: Film, tmp_path: Path) -> None:
    path, first = faulty.looked, faulty.fault.hidden
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


def test_a_cut_begins_where_it_says(faulty: Film, tmp_path: Path) -> None:
    path, first = faulty.looked, faulty.fault.hidden
    out = tmp_path / "cut.mp4"
    made = cut(path, 1500, 1900, out)
    codes = [code for _at, code in codes_of(out)]
    begins = int(made.origin_s * 25)
    assert codes == list(range(first + begins, first + begins + len(codes)))
    assert (made.start_ms, made.end_ms) == (begins * FRAME_MS, (begins + len(codes)) * FRAME_MS)
    assert made.start_ms <= 1500 < 1900 <= made.end_ms
    assert made.frames == len(codes)


PARTS: Final[dict[str, list[tuple[int, int | None, int]]]] = {
    "two parts": [(1, 0, 1), (1, 2, 1)],
    "the same twice": [(1, 1, 1), (1, 1, 1)],
    "the later first": [(1, 2, 1), (1, 0, 1)],
    "a picture that stands": [(3, 1, 0), (1, 1, 1)],
    "twice as fast": [(1, 0, 2)],
}


@pytest.mark.parametrize("parts", PARTS)
def test_a_film_put_together_from_parts_of_its_file_is_refused_by_name(
    parts: str, clip: Callable[[str], Path], tmp_path: Path
) -> None:
    plain, path = tmp_path / "plain.mp4", tmp_path / "film.mp4"
    written(clip("reordered.mp4"), plain, Fault("mp4", Fraction(0), {}))
    with_edits(plain, path, [(5, None, 1), (4, 0, 1)])
    assert probe(path).frames.count == 98, "it waits, and shows one part: all but two frames"
    with_edits(plain, path, PARTS[parts])
    with pytest.raises(FilmError) as caught:
        probe(path)
    assert caught.value.code == "film_parts"
