"""Films that are not looked at as they lie there, from the upload to the player; and films from before that was so:
told with what was marked in them, and made anew."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import av
import msgspec
import pytest
from django.core.management import call_command

from casino.core.errors import Problem
from surveillance.files import exports, looked, showing, storage, told
from surveillance.files.exports import Stretch as Asked
from surveillance.files.models import FootageCopy
from surveillance.film import export_file
from surveillance.film.frame_index import FrameIndex
from surveillance.film.probing import probe
from surveillance.record import facts as f
from surveillance.record.parts import Stretch
from surveillance.rows import timeline
from surveillance.rows.models import Recording
from tests.surveillance.files.conftest import FRAMES, OFFICER, START, House, sha256
from tests.surveillance.film.faults import FRAGMENTED, Fault, jumped, written
from tests.surveillance.film.reading import code_of, codes_of

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
    assert said() == [f"{house.owner.code} {row.code}: {HOUR_MS} ms, jumps: 0", "    F-1 400 ms", "films: 1"]
    assert index_of(copy).start_ms == HOUR_MS, "told, and nothing else"
    said("--make")
    house.work()
    assert said() == ["films: 0"]
    web = showing.copy_of(row, "web")
    with storage.as_file(storage.copies(), web.path) as path:
        assert probe(path).origin_ms == 0


# --- What is looked at by way of a copy -------------------------------------------------------------------------------

JUMPS = Fault("mpegts", Fraction(0), {}, jumps=(0, 600, 600))


@pytest.fixture
def jumping(film: Path, tmp_path: Path) -> Path:
    """The film in a transport stream; its second second lies ten minutes ahead, as after a recorder's clock was set."""
    path = tmp_path / "jumping.ts"
    jumped(film, path, JUMPS)
    return path


def played(row: Recording, what: str = "web") -> list[int | None]:
    with storage.as_file(storage.copies(), showing.copy_of(row, what).path) as path:
        return [code for _at, code in codes_of(path)]


@pytest.mark.parametrize("fault", [Fault("avi", Fraction(0), {}), JUMPS], ids=["avi", "jumping"])
def test_the_original_is_kept_and_the_copy_is_played(house: House, film: Path, tmp_path: Path, fault: Fault) -> None:
    path = tmp_path / "original"
    (jumped if fault.jumps else written)(film, path, fault)
    row = house.recording(path)
    assert (row.container, row.sha256) == (fault.container, sha256(path.read_bytes()))
    with storage.as_file(storage.originals(), storage.original_name(house.owner.code, row.sha256)) as kept:
        assert kept.read_bytes() == path.read_bytes()
    assert played(row) == list(range(FRAMES))
    assert index_of(showing.copy_of(row, "index")).count == row.frames == FRAMES
    assert code_of(showing.frame(row, 1240, by=OFFICER, now=house.now)) == 31


def test_where_times_jump_is_said_and_splits_what_it_covers(house: House, jumping: Path) -> None:
    house.clock(0)
    row = house.recording(jumping)
    assert [(each.from_ms, each.to_ms, each.later_ms) for each in row.pieces] == [(0, 1000, 0), (1000, 2400, 600_000)]
    said = [line["en"] for event in told.custody(house.owner, row.code) for line in event["said"]]
    assert "At 0:00:01.000 the times jump ahead by 0:10:00.000." in said
    later = timedelta(minutes=10)
    shown = timeline.of_recording(row)
    assert shown is not None
    assert [(each.starts_at, each.ends_at) for each in shown.clips] == [
        (START, START + timedelta(seconds=1)),
        (START + later + timedelta(seconds=1), START + later + timedelta(seconds=2.4)),
    ]
    between = timeline.clips(house.owner, "RL01", START + timedelta(minutes=4), START + timedelta(minutes=5))
    assert [each.state for each in between] == ["recorder_only"], "nothing was filmed there"
    [clip] = timeline.clips(house.owner, "RL01", START + later, START + later + timedelta(minutes=1))
    assert clip.media_ms(START + later + timedelta(seconds=1.5)) == 1500


def test_a_stretch_with_a_jump_in_it_is_not_exported_and_one_behind_says_its_own_start(
    house: House, jumping: Path
) -> None:
    row = house.recording(jumping)
    asked: dict[str, Any] = {
        "owner": house.owner,
        "code": row.code,
        "why": "Theo yêu cầu của công an.",
        "by": OFFICER,
        "now": house.now,
    }
    with pytest.raises(Problem) as caught:
        exports.ask_export(stretch=Asked(from_ms=500, to_ms=1500), command=str(uuid4()), **asked)
    assert caught.value.code == "footage_times_jump"
    job = exports.ask_export(stretch=Asked(from_ms=1000, to_ms=1400), command=str(uuid4()), **asked)
    house.work()
    job.refresh_from_db()
    kept = storage.copy_name(house.owner.code, row.sha256, f"exports/X{job.pk}/clip.mp4")
    with storage.as_file(storage.copies(), kept) as clip:
        start = export_file.read(clip).start
    assert start is not None
    assert start.at == START + timedelta(minutes=10, seconds=1)


def test_the_copy_is_made_again_where_it_is_lost(house: House, jumping: Path) -> None:
    row = house.recording(jumping)
    storage.remove(storage.copies(), looked.name_of(house.owner.code, row.sha256))
    assert code_of(showing.frame(row, 1240, by=OFFICER, now=house.now)) == 31


def test_one_that_jumps_and_came_before_that_was_looked_for_is_made_anew(
    house: House, film: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "jumping.mp4"
    jumped(film, path, Fault("mp4", Fraction(0), FRAGMENTED, jumps=(0, 600, 600)))
    monkeypatch.setattr(
        looked, "probed", lambda original, _copy: msgspec.structs.replace(probe(original), stretches=())
    )
    kept = house.upload(path.read_bytes(), camera="CAM-A", shown_from=START)
    row = Recording.objects.get(code=kept.recording)
    monkeypatch.undo()
    assert row.pieces == (Stretch(from_ms=0, to_ms=row.duration_ms, later_ms=0),)
    assert said() == [f"{house.owner.code} {row.code}: 0 ms, jumps: 1", "films: 1"]
    said("--make")
    house.work()
    assert said() == ["films: 0"]
    anew = Recording.objects.get(pk=row.pk)
    assert len(anew.pieces) == 2
    assert played(row) == list(range(FRAMES))
