"""Copies to watch: pictures, previews, web copy, the frames' moments; once, however often the work is begun."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from casino.clock import now as clock
from surveillance.files import jobs, showing, storage
from surveillance.files.models import FootageCopy, FootageJob, JobKind, JobState
from surveillance.film import copies, probing
from surveillance.film.errors import FilmError
from surveillance.film.frame_index import FrameIndex
from tests.surveillance.files.conftest import House


def test_a_recording_gets_pictures_previews_a_web_copy_and_its_index(house: House, film: Path) -> None:
    row = house.recording(film)
    assert FootageJob.objects.get(kind="process").state == JobState.DONE
    made = {copy.what: copy for copy in FootageCopy.objects.all()}
    assert set(made) == {"web", "thumbnail", "strip", "index"}
    with storage.as_file(storage.copies(), made["web"].path) as path:
        found = probing.probe(path)
    assert (found.codec, found.container, found.frames.count) == ("h264", "mp4", 60)
    previews = showing.previews_of(row)
    assert len(previews) >= 2
    for number in range(len(previews)):
        picture = showing.preview(row, number)
        assert picture.startswith(b"\xff\xd8")
        assert picture.endswith(b"\xff\xd9")
    with storage.as_file(storage.copies(), made["index"].path) as path:
        index = FrameIndex.from_bytes(path.read_bytes())
    assert index.count == 60
    assert house.left_behind() == []


def test_what_is_there_is_not_made_again(house: House, film: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = house.recording(film)
    monkeypatch.setattr(copies, "web_copy", pytest.fail)
    job = FootageJob.objects.get(kind="process")
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.RUNNING)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == (JobState.DONE, {"made": []})
    assert row.code


def test_a_copy_without_x264_is_vp9(house: House, film: Path, settings: Any) -> None:
    settings.FOOTAGE_WEB_COPY = "vp9"
    row = house.recording(film)
    copy = showing.copy_of(row, "web")
    assert copy.media_type == "video/webm"
    with storage.as_file(storage.copies(), copy.path) as path:
        assert probing.probe(path).codec == "vp9"


def test_a_film_that_cannot_be_coded_ends_the_job_with_the_sentence(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: Any, **_more: Any) -> None:
        raise FilmError("film_unreadable")

    monkeypatch.setattr(copies, "web_copy", broken)
    house.upload(film.read_bytes())
    [job] = house.work()
    assert (job.state, job.code, job.attempts) == (JobState.FAILED, "film_unreadable", 1)
    assert job.said_vi
    assert house.left_behind() == []
    monkeypatch.undo()
    jobs.again(job, now=house.now)
    assert house.work() == []


def test_a_fault_of_ours_is_told_and_stands_in_the_log(
    house: House, film: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(jobs.WORKS._entries, "process", lambda _run: 1 / 0)
    house.upload(film.read_bytes())
    [job] = house.work()
    assert job.code == "footage_failed"
    assert "ZeroDivisionError" in job.said_en
    assert "footage_job_failed" in caplog.text


def test_the_same_work_asked_for_twice_is_one_job_done_by_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []

    def noted(run: jobs.Run) -> dict[str, Any]:
        done.append(run.job.pk)
        return {}

    monkeypatch.setitem(jobs.WORKS._entries, "check", noted)
    rows = [jobs.ask(owner=house.owner, kind=JobKind.CHECK, about="R", key="R", now=house.now) for _ in range(2)]
    assert rows[0].pk == rows[1].pk
    assert jobs.run(rows[0].pk)
    assert not jobs.run(rows[0].pk)
    assert done == [rows[0].pk]


def test_work_that_kills_its_process_again_and_again_is_given_up(house: House) -> None:
    job = jobs.ask(owner=house.owner, kind=JobKind.CHECK, about="R", key="R", now=house.now)
    died = {jobs.DIED: [int(clock().timestamp())] * (jobs.DEATHS - 1)}
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.RUNNING, attempts=1, result=died)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == (JobState.FAILED, "footage_worker_died")
