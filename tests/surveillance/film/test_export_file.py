"""Export files as different programs write them: what they say is read, what they leave out is said."""

from __future__ import annotations

import struct
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from surveillance.film.boxes import boxed, full
from surveillance.film.errors import FilmError
from surveillance.film.export_file import (
    HANDLER,
    REMARKS,
    ExportUnit,
    Source,
    export_box,
    read,
    starts_box,
    string,
    ticks_of,
)
from tests.surveillance.film.conftest import START


def film(*numbers: int) -> bytes:
    """Boxes of a film with these tracks; no pictures."""
    traks = [
        boxed(
            b"trak",
            full(b"tkhd", 0, bytes(8), number.to_bytes(4, "big"), bytes(64)),
            boxed(b"mdia", full(b"hdlr", 0, bytes(4), b"vide", bytes(13))),
        )
        for number in numbers
    ]
    return boxed(b"ftyp", b"isom", bytes(4)) + boxed(b"moov", *traks) + boxed(b"mdat", b"pictures")


def written(tmp_path: Path, *meta: bytes, tracks: tuple[int, ...] = (1,), behind: bytes = b"") -> Path:
    path = tmp_path / "film.mp4"
    path.write_bytes(film(*tracks) + (full(b"meta", 0, *meta) if meta else b"") + behind)
    return path


UNIT = ExportUnit("DVR 3", "http://10.0.0.3", "080027000C15", START, "Trần Thị B")
CAMERA = Source(1, "Table 4", "rtsp://10.0.0.9/1", "08:00:27:00:0C:15", "2")


def narrow(unit: ExportUnit, *sources: Source) -> bytes:
    """``suep`` with track numbers of 16 bits, as the text of the standard has it."""
    head = export_box(unit, ())
    entries = b"".join(
        struct.pack(">H", each.track) + b"".join(map(string, (each.name, each.url, each.mac, each.line)))
        for each in sources
    )
    return boxed(b"suep", head[8:-4], len(sources).to_bytes(4, "big"), entries)


def old(unit: ExportUnit) -> bytes:
    """``suep`` of the older version: a picture and a sound, by UUID."""
    head = export_box(unit, ())
    video = bytes(range(16)) + b"".join(map(string, ("Table 4", "u", "m", "2")))
    audio = bytes(16) + b"".join(map(string, ("Mic", "u", "m")))
    return boxed(b"suep", b"\0" + head[9:-4], b"\1", video, b"\1", audio)


def test_the_start_counts_hundreds_of_nanoseconds_since_1601() -> None:
    """116444736000000000 is the Unix epoch in such ticks, as published for Windows' FILETIME."""
    assert ticks_of(datetime(1970, 1, 1, tzinfo=UTC)) == 116_444_736_000_000_000
    assert ticks_of(datetime(1970, 1, 1, 7, tzinfo=UTC) - timedelta(hours=7)) == 116_444_736_000_000_000
    with pytest.raises(ValueError, match="zone"):
        ticks_of(datetime(2026, 1, 1))  # noqa: DTZ001


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, HANDLER, export_box(UNIT, [CAMERA]), starts_box([1], START))
    export = read(path)
    assert (export.unit, export.sources) == (UNIT, (CAMERA,))
    assert export.start is not None
    assert (export.start.at, export.start.track, export.start.seal) == (START, 1, 0)
    assert export.remarks == ()
    assert export.seals == ()


@pytest.mark.parametrize("name", ["Table 4", "", "B", "Bàn 4"])
def test_track_numbers_of_both_widths(tmp_path: Path, name: str) -> None:
    """With the wrong width "Table 4" becomes track 87137 named "ble 4", and the box ends at the same place."""
    camera = Source(1, name, "url", "mac", "line")
    second = Source(2, name, "", "", "")
    for suep, remark in ((export_box(UNIT, [camera, second]), False), (narrow(UNIT, camera, second), True)):
        export = read(written(tmp_path, HANDLER, suep, starts_box([1], START), tracks=(1, 2)))
        assert export.sources == (camera, second)
        assert ("track_16" in export.remarks) is remark


def test_the_older_version(tmp_path: Path) -> None:
    export = read(written(tmp_path, HANDLER, old(UNIT)))
    assert [(each.track, each.name) for each in export.sources] == [(0, "Table 4"), (0, "Mic")]
    assert export.unit == UNIT
    assert set(export.remarks) == {"suep_version", "no_start"}


def test_what_is_missing_or_odd_is_said(tmp_path: Path) -> None:
    cases: list[tuple[tuple[bytes, ...], set[str]]] = [
        ((), {"no_suep", "no_start"}),
        ((starts_box([1], START),), {"no_hdlr", "no_suep"}),
        ((HANDLER, boxed(b"sumi", bytes(8)), starts_box([1], START)), {"start_in_sumi", "no_suep"}),
        ((HANDLER, starts_box([7], START)), {"start_only_by_track", "no_suep"}),
        ((HANDLER, boxed(b"suep", b"\1\0\0\0junk"), starts_box([1], START)), {"suep_unreadable"}),
        ((HANDLER, boxed(b"cstb", struct.pack(">IIQ", 1, 1, 0))), {"start_zero", "no_start", "no_suep"}),
        ((HANDLER, boxed(b"cstb", bytes(9))), {"start_unreadable", "no_start", "no_suep"}),
        ((HANDLER, boxed(b"cstb", struct.pack(">IIQ", 1, 1, 2**64 - 1))), {"start_unreadable", "no_start", "no_suep"}),
    ]
    for meta, remarks in cases:
        export = read(written(tmp_path, *meta))
        assert set(export.remarks) == remarks, meta
        assert remarks <= set(REMARKS)


def test_the_start_of_the_films_own_track_counts(tmp_path: Path) -> None:
    later = START + timedelta(seconds=1)
    both = boxed(b"cstb", struct.pack(">IIQIQ", 2, 2, ticks_of(later), 1, ticks_of(START)))
    export = read(written(tmp_path, HANDLER, both, tracks=(1, 2)))
    assert export.start is not None
    assert export.start.at == START
    assert len(export.starts) == 2


def test_quicktimes_own_meta_is_no_export(tmp_path: Path) -> None:
    path = tmp_path / "film.mov"
    path.write_bytes(film(1) + boxed(b"meta", HANDLER, boxed(b"keys", bytes(8))))
    assert set(read(path).remarks) == {"meta_foreign", "no_suep", "no_start"}


def test_two_metas_or_two_protections_are_refused(tmp_path: Path) -> None:
    twice = full(b"meta", 0, starts_box([1], START))
    with pytest.raises(FilmError, match="two boxes meta"):
        read(written(tmp_path, starts_box([1], START), behind=twice))
    protection = full(b"ipro", 0, b"\0\1")
    with pytest.raises(FilmError, match="two boxes ipro"):
        read(written(tmp_path, protection, protection))


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(FilmError) as caught:
        read(tmp_path / "away.mp4")
    assert caught.value.code == "film_missing"
    path = tmp_path / "empty.mp4"
    path.write_bytes(b"")
    with pytest.raises(FilmError) as caught:
        read(path)
    assert caught.value.code == "film_container"


def test_remarks_speak_both_languages() -> None:
    for text in REMARKS.values():
        assert text.vi != text.en
        assert text.vi.endswith(".")
        assert text.en.endswith(".")
