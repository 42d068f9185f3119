"""Films from before a film's timeline began with its first frame: told with what was marked in them, and made anew."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import av
import msgspec
import pytest
from django.core.management import call_command

from surveillance.files import showing, storage
from surveillance.files.models import FootageCopy
from surveillance.film.frame_index import FrameIndex
from surveillance.film.probing import probe
from surveillance.record import facts as f
from tests.surveillance.files.conftest import OFFICER, House

HOUR_MS = 3_600_000


@pytest.fixture
def late(film: Path, tmp_path: Path) -> Path:
    """The film as a recorder writes it that puts the hour of the day in front."""
    path = tmp_path / "late.mkv"
    with av.open(str(film)) as source, av.open(str(path), "w", "matroska", {"avoid_negative_ts": "disabled"}) as out:
        stream = source.streams.video[0]
        written = out.add_stream_from_template(stream)
        assert stream.time_base is not None
        shift = int(3600 / stream.time_base)
        for packet in source.demux(stream):
            if packet.size and packet.pts is not None and packet.dts is not None:
                packet.pts, packet.dts, packet.stream = packet.pts + shift, packet.dts + shift, written
                out.mux(packet)
    return path


def index_of(copy: FootageCopy) -> FrameIndex:
    with storage.as_file(storage.copies(), copy.path) as path:
        return FrameIndex.from_bytes(path.read_bytes())


def said(*options: str) -> list[str]:
    out = StringIO()
    call_command("film_times", *options, stdout=out)
    return out.getvalue().splitlines()


def test_what_comes_in_now_begins_with_its_first_frame(house: House, late: Path) -> None:
    row = house.recording(late)
    index = index_of(showing.copy_of(row, "index"))
    assert (index.first, index.end_ms) == (0, row.duration_ms)
    assert said() == ["films: 0"]


def test_a_film_from_before_is_told_with_its_marks_and_made_anew(house: House, late: Path) -> None:
    row = house.recording(late)
    copy = showing.copy_of(row, "index")
    old = msgspec.structs.replace(index_of(copy), first=round(3600 / index_of(copy).tick))
    storage.remove(storage.copies(), copy.path)
    storage.keep_bytes(storage.copies(), copy.path, old.to_bytes())
    house.tell(row.stream, f.FrameMarked(frame="F-1", at_ms=400, sha256="ab" * 32, marked_by=OFFICER))
    assert said() == [f"{house.owner.code} {row.code}: {HOUR_MS} ms", "    F-1 400 ms", "films: 1"]
    assert index_of(copy).start_ms == HOUR_MS, "told, and nothing else"
    said("--make")
    house.work()
    assert said() == ["films: 0"]
    web = showing.copy_of(row, "web")
    with storage.as_file(storage.copies(), web.path) as path:
        assert probe(path).origin_ms == 0
