"""The watched folder: taken once it is whole, moved aside with its reason, camera by its folder."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Any

import pytest

from surveillance.files import folder
from surveillance.rows.models import Recording
from tests.replay.story import CODE
from tests.surveillance.files.conftest import House

LONG_AGO = 1_700_000_000


@pytest.fixture
def watched(house: House, tmp_path: Path, settings: Any) -> Path:
    found = tmp_path / "watched"
    found.mkdir()
    settings.FOOTAGE_WATCHED_DIR = str(found)
    folder._seen.clear()
    return found


def put(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def looks(times: int = 2) -> int:
    return sum(folder.look() for _ in range(times))


def test_a_film_is_taken_as_the_camera_of_its_folder(house: House, watched: Path, film: Path) -> None:
    put(watched / CODE / "CAM-A" / "a.mp4", film.read_bytes())
    assert folder.look() == 0, "once is not enough to know that it is whole"
    assert folder.look() == 1
    row = Recording.objects.select_related("camera").get()
    assert (row.how, row.name) == ("folder", "a.mp4")
    assert row.camera is not None
    assert row.camera.code == "CAM-A"
    assert (watched / CODE / "done" / "CAM-A" / "a.mp4").is_file()
    assert looks() == 0


def test_a_file_that_still_grows_or_is_locked_waits(house: House, watched: Path, film: Path) -> None:
    path = put(watched / "b.mp4", film.read_bytes()[:1000])
    assert folder.look() == 0
    put(path, film.read_bytes())
    assert folder.look() == 0
    with path.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert looks() == 0
    assert looks() == 1
    assert (watched / "done" / "b.mp4").is_file()
    os.utime(put(watched / "c.mp4", film.read_bytes()))  # changed just now
    assert looks(3) == 0


def test_what_is_no_film_is_kept_and_says_why_in_both_languages(house: House, watched: Path) -> None:
    put(watched / CODE / "CAM-A" / "bad.mp4", b"no film")
    put(watched / CODE / "CAM-9" / "bad.mp4", b"of no camera")
    put(watched / CODE / "CAM-A" / "empty.mp4", b"")
    assert looks() == 3
    reason = (watched / CODE / "done" / "CAM-A" / "bad.mp4.reason.txt").read_text().splitlines()
    assert reason[0] == "film_container"
    assert len(reason) == 3
    row = Recording.objects.select_related("camera").get()
    assert row.unplayable is not None
    assert (row.how, row.camera and row.camera.code, row.unplayable["code"]) == ("folder", "CAM-A", "film_container")
    assert [path.read_bytes() for path in house.kept()] == [b"no film"]
    for name, code in (("CAM-9/bad.mp4", "footage_camera_unknown"), ("CAM-A/empty.mp4", "footage_empty")):
        lies = watched / CODE / "refused" / name
        assert lies.with_name(f"{lies.name}.reason.txt").read_text().startswith(code)
        assert lies.is_file()
    assert house.left_behind() == []


def test_a_reason_lies_beside_the_file_that_it_is_about(house: House, watched: Path) -> None:
    for content in (b"no film", b"no other film"):
        put(watched / CODE / "CAM-A" / "bad.mp4", content)
        assert looks() == 1
    names = sorted(path.name for path in (watched / CODE / "done" / "CAM-A").iterdir())
    assert names == ["bad-2.mp4", "bad-2.mp4.reason.txt", "bad.mp4", "bad.mp4.reason.txt"]


def test_the_same_film_again_is_put_with_what_was_taken(house: House, watched: Path, film: Path) -> None:
    put(watched / "a.mp4", film.read_bytes())
    assert looks() == 1
    put(watched / "a.mp4", film.read_bytes())
    assert looks() == 1
    assert Recording.objects.count() == 1
    assert sorted(path.name for path in (watched / "done").iterdir()) == ["a-2.mp4", "a.mp4"]


def test_links_and_hidden_files_are_left_alone(house: House, watched: Path, film: Path, tmp_path: Path) -> None:
    (watched / "link.mp4").symlink_to(film)
    put(watched / ".hidden.mp4", b"x")
    (watched / "elsewhere").symlink_to(tmp_path)
    assert folder.lying() == []


NOT_UTF8 = [b"caf\xe9.mp4", b"\xff\xfe\x80.mp4", ("d\u00e0i" * 50 + ".mp4").encode()[-255:]]


@pytest.mark.parametrize("name", NOT_UTF8, ids=["latin-1", "no text", "as long as disks take, cut within a letter"])
def test_a_name_that_is_no_utf8_stops_nothing(house: House, watched: Path, film: Path, name: bytes) -> None:
    """It came for ever, and everything behind it waited."""
    put(watched / CODE / "CAM-A" / os.fsdecode(name), film.read_bytes())
    put(watched / CODE / os.fsdecode(name), b"no film")
    put(watched / CODE / os.fsdecode(b"CAM-\xff") / "b.mp4", b"of no camera")
    assert looks() == 3
    row = Recording.objects.get(unplayable__isnull=True)
    assert row.camera is not None
    assert row.name.encode().decode() == row.name, "it is text"
    assert os.listdir(os.fsencode(watched / CODE / "done" / "CAM-A")) == [name]
    [reason] = [path for path in (watched / CODE / "done").iterdir() if path.name.endswith(".reason.txt")]
    assert reason.read_text().startswith("film_container")
    [reason] = (watched / CODE / "refused" / os.fsdecode(b"CAM-\xff")).glob("*.reason.txt")
    assert "CAM-\N{REPLACEMENT CHARACTER}" in reason.read_text()
    assert looks() == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every folder")
def test_a_folder_that_cannot_be_read_keeps_no_other_waiting(house: House, watched: Path, film: Path) -> None:
    put(watched / CODE / "CAM-A" / "a.mp4", film.read_bytes())
    shut = watched / CODE / "AAA"
    shut.mkdir(mode=0)
    try:
        assert looks() == 1
    finally:
        shut.chmod(0o700)
