"""What cannot be shown is kept all the same: hashed, told by every way in, held and deleted like any film, and a film
by itself once it can be read. Issue 31, point 8; ADR 147."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from surveillance.files import arrival, checking, exports, given_up, jobs, looked, processing, uploads
from surveillance.files.models import FootageCopy, FootageJob, JobState, UploadState
from surveillance.film import simulated
from surveillance.film.errors import FilmError
from surveillance.film.limited import FilmWorkFailed
from surveillance.film.simulated import Clip
from surveillance.record import facts as f
from surveillance.record import state
from surveillance.rows.keeping import Keeping
from surveillance.rows.models import Hold, Recording
from tests.surveillance.files.conftest import OFFICER, START, House, sha256

As = Callable[..., Client]


def hostile(film: bytes) -> dict[str, tuple[bytes, str]]:
    """Named tables of bad bytes, and why each cannot be shown."""
    return {
        "text": (b"#EXTM3U\nhttp://example.com/x.ts\n" * 9, "film_container"),
        "concat": (b"ffconcat version 1.0\nfile '/etc/passwd'\n", "film_container"),
        "picture": (b"\x89PNG\r\n\x1a\n" + bytes(400), "film_container"),
        "zip": (b"PK\x03\x04" + bytes(400), "film_container"),
        "one byte": (b"x", "film_container"),
        "cut in the middle": (film[: len(film) // 2], "film_boxes"),
        "head alone": (film[:40], "film_no_picture"),
        "no index": (film.replace(b"moov", b"zzzz"), "film_unreadable"),
        "matroska of nothing": (b"\x1a\x45\xdf\xa3" + os.urandom(2000), "film_unreadable"),
    }


@pytest.mark.parametrize("name", list(hostile(b"")))
def test_every_damaged_file_is_kept_byte_for_byte_and_says_why(house: House, film: Path, name: str) -> None:
    content, code = hostile(film.read_bytes())[name]
    row = house.upload(content, "cửa số 3.mp4", camera="CAM-A", shown_from=START)
    assert (row.state, row.code) == (UploadState.ARRIVED, code), row.said_en
    assert row.said_vi
    assert row.said_vi != row.said_en
    [arrived] = house.custody(row.recording)
    assert isinstance(arrived, f.RecordingArrived)
    assert (arrived.sha256, arrived.size_bytes, arrived.name) == (sha256(content), len(content), "cửa số 3.mp4")
    assert (arrived.arrived_by, arrived.camera) == (OFFICER, "CAM-A")
    assert (arrived.shown_from, arrived.known_by) == (START, "person")
    assert arrived.media is None
    assert arrived.unplayable is not None
    assert arrived.unplayable.code == code
    assert [path.read_bytes() for path in house.kept()] == [content]
    assert house.left_behind() == []
    assert house.work() == [], "nothing is made of it, and nothing fails"
    assert not FootageCopy.objects.exists()
    found = Recording.objects.get()
    assert (found.duration_ms, found.shown_from, found.shown_to) == (0, START, None)
    again = house.upload(content)
    assert (again.state, again.recording, again.code) == (UploadState.KNOWN, row.recording, code)


def test_a_picture_too_large_is_kept_without_being_decoded(house: House, tmp_path: Path) -> None:
    wide = tmp_path / "wide.mp4"
    simulated.make(wide, Clip(frames=2, start=START, width=4096, height=2400))
    row = house.upload(wide.read_bytes())
    assert (row.state, row.code) == (UploadState.ARRIVED, "film_picture_size")
    assert len(house.kept()) == 1


@pytest.mark.parametrize("fault", [FilmWorkFailed("Traceback"), FilmError("film_crashed", None, how="SIGSEGV")])
def test_a_file_at_which_the_program_itself_fails_is_kept(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def fails(*_args: Any) -> None:
        raise fault

    monkeypatch.setattr(looked, "prepare", fails)
    row = house.upload(film.read_bytes())
    assert row.state == UploadState.ARRIVED
    assert Recording.objects.get().unplayable is not None
    assert [path.read_bytes() for path in house.kept()] == [film.read_bytes()]


def test_a_file_that_kills_every_worker_is_kept_unread(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third death gives the job up; the bytes went then."""
    monkeypatch.setattr(looked, "prepare", lambda *_args: pytest.fail("it is not looked at again"))
    row = house.begin(film.read_bytes())
    uploads.path_of(row).write_bytes(film.read_bytes())
    job = jobs.arrive(row, now=house.now)
    died = [int(house.now.timestamp())] * (jobs.DEATHS - 1)
    FootageJob.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING, began_at=house.now + timedelta(days=1), result={jobs.DIED: died}
    )
    assert jobs.run(job.pk, now=house.now)
    row.refresh_from_db()
    assert (row.state, row.code) == (UploadState.ARRIVED, "footage_worker_died")
    assert [path.read_bytes() for path in house.kept()] == [film.read_bytes()]
    assert house.left_behind() == []


def test_a_disk_that_stays_full_leaves_the_bytes_until_the_work_is_begun_again(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the last try they went, though they were whole."""

    def full(**_asked: Any) -> None:
        raise Problem("footage_disk_full", needed=1)

    with monkeypatch.context() as patched:
        patched.setattr(arrival, "take_in", full)
        row = house.begin(film.read_bytes())
        uploads.path_of(row).write_bytes(film.read_bytes())
        job = jobs.arrive(row, now=house.now)
        FootageJob.objects.filter(pk=job.pk).update(attempts=len(jobs.WAITS_SECONDS) + 1)
        assert jobs.run(job.pk)
    row.refresh_from_db()
    assert (row.state, row.code) == (UploadState.REFUSED, "footage_disk_full")
    assert uploads.path_of(row).read_bytes() == film.read_bytes()
    assert given_up.begin_again(given_up.rows(), now=house.now) == 1
    assert jobs.run(job.pk)
    row.refresh_from_db()
    assert (row.state, row.code) == (UploadState.ARRIVED, "")
    assert house.left_behind() == []


# --- Holds, terms -----------------------------------------------------------------------------------------------------


def exhibit(house: House, film: Path, **besides: Any) -> Recording:
    row = house.upload(film.read_bytes()[:-2000], **besides)
    return Recording.objects.select_related("property", "camera").get(code=row.recording)


@pytest.mark.parametrize(
    ("besides", "held"),
    [
        ({"camera": "CAM-A", "shown_from": START}, True),
        ({"camera": "CAM-A", "shown_from": START + timedelta(hours=3)}, False),
        ({}, True),
    ],
    ids=["begun before what is held: how long it is nobody knows", "begun after it", "of nobody knows when"],
)
def test_a_hold_keeps_it_as_far_as_anybody_can_say(
    house: House, film: Path, besides: dict[str, Any], held: bool
) -> None:
    house.clock(0)
    begins = START + timedelta(hours=1)
    placed = f.HoldPlaced(
        hold="H1", table="RL01", begins_at=begins, ends_at=begins + timedelta(hours=1), cause="case", subject="case/1"
    )
    house.tell("hold/1", placed)
    row = exhibit(house, film, **besides)
    assert row.held is held
    assert bool(list(Keeping(house.owner).holds_on(row))) is held
    assert Hold.objects.count() == 1


# --- Read again -------------------------------------------------------------------------------------------------------


def test_once_it_can_be_read_it_is_a_film_by_its_next_check(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashes(*_args: Any) -> None:
        raise FilmError("film_codec", None, codec="h266")

    with monkeypatch.context() as patched:
        patched.setattr(looked, "prepare", crashes)
        code = house.upload(film.read_bytes(), camera="CAM-A").recording
        checking.ask(owner=house.owner, code=code, by=OFFICER, now=house.now)
        house.work()
        assert [type(fact) for fact in house.custody(code)] == [f.RecordingArrived, f.RecordingChecked]
    checking.ask(owner=house.owner, code=code, by=OFFICER, now=house.now)
    house.work()
    house.work()  # the copies to watch
    read = house.custody(code)[-1]
    assert isinstance(read, f.RecordingRead)
    assert (read.media.codec, read.media.frames, read.read_by) == ("h264", 60, OFFICER)
    row = Recording.objects.get()
    assert (row.unplayable, row.codec, row.duration_ms) == (None, "h264", 2400)
    assert set(FootageCopy.objects.values_list("what", flat=True)) == {"index", "strip", "thumbnail", "web"}
    assert get_ledger(house.owner.code).load(state.Recording, f"recording/{code}").media == read.media


# --- Pages and the API ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["vi", "en"])
def test_list_and_page_say_that_it_cannot_be_played_and_why(house: House, film: Path, as_: As, language: str) -> None:
    row = exhibit(house, film, camera="CAM-A", shown_from=START)
    client = as_("surveillance", language)
    listed = client.get(reverse("admin:surveillance_recording_changelist")).text
    assert {"vi": "không xem được", "en": "cannot be played"}[language] in listed
    page = client.get(reverse("admin:surveillance_recording_change", args=[row.pk]))
    assert row.unplayable is not None
    assert row.unplayable[language] in page.text
    assert {"vi": "Được lưu làm chứng cứ", "en": "Kept as an exhibit"}[language] in page.text
    assert not {"width", "length", "frames"} & {str(name).casefold() for name, _value in page.context["data"]}
    acts = {each["address"].rstrip("/").rpartition("/")[2] for each in page.context["acts"]}
    assert acts == {"download", "check"}
    assert page.context["lock"] is not None, "it is locked by one click like any film"
    played = client.get(reverse("footage_recording", args=[row.pk]))
    assert played.headers["Location"] == page.request["PATH_INFO"]
    for name in ("export", "give"):
        assert client.get(reverse(f"admin:surveillance_recording_{name}", args=[row.pk])).status_code == 404


def test_over_the_api_it_is_told_and_only_its_bytes_are_handed_out(house: House, film: Path, officer: Client) -> None:
    row = exhibit(house, film, camera="CAM-A", shown_from=START)
    told = officer.get(reverse("files:recording", args=[row.code])).json()
    assert (told["unplayable"], told["may_watch"], told["duration_ms"]) == (row.unplayable, False, 0)
    answer = officer.get(reverse("files:web", args=[row.code]))
    assert (answer.status_code, answer.json()["code"]) == (409, "footage_unplayable")
    [arrived] = officer.get(reverse("files:custody", args=[row.code])).json()["events"]
    assert any("an exhibit" in line["en"] for line in arrived["said"])
    stretch = exports.Stretch(from_ms=0, to_ms=1)
    for work in (processing.playable, lambda *_code: exports._fits(house.owner, row.code, stretch)):
        with pytest.raises(Problem) as refused:
            work(house.owner.code, row.code)
        assert refused.value.code == "footage_unplayable"


def test_its_original_leaves_with_a_reason_like_any_film(house: House, film: Path, as_: As) -> None:
    row = exhibit(house, film, camera="CAM-A", shown_from=START)
    client = as_("surveillance")
    asked = {"reason": "Gửi chuyên gia phục hồi phim.", "command_id": str(uuid4())}
    answer = client.post(reverse("files:download", args=[row.code]), asked, "application/json")
    assert answer.status_code == 200, answer.text
    [*_, left] = house.custody(row.code)
    assert isinstance(left, f.RecordingDownloaded)
    assert client.get(answer.json()["address"]).getvalue() == film.read_bytes()[:-2000]
