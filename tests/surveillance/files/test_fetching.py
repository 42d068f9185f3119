"""Film that only a recorder has: fetched by camera, start and end into one recording that says how it came and what is
missing, whatever the recorder, the worker or the password does; and what a hold keeps is fetched for at once.

The recorder is that of ``tests/surveillance/recorders/fake.py``, which follows the RFCs by hand; its film is made by an
encoder, once. Nothing here waits: a recorder that is silent is cut off by limits of a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.operations import watching, worker_messages
from games.commands import reasons
from surveillance.files import arrival, fetching, jobs, mux_child, tasks
from surveillance.files.models import FootageCopy, FootageJob, JobKind, JobState
from surveillance.film.errors import FilmError
from surveillance.record import facts as f
from surveillance.recorders.assembling import Frame, Stream
from surveillance.recorders.frames import FrameFile
from surveillance.recorders.source import Limits
from surveillance.rows.models import Camera, Hold, Recording
from tests.surveillance.files.conftest import OFFICER, START, House
from tests.surveillance.recorders import clips
from tests.surveillance.recorders.fake import BASE, BASE_US, STEP_US, Recorder, digest_guard, packets

LATER = timedelta(hours=2)
END = START + timedelta(seconds=2)
SHOWN = (START - timedelta(seconds=2.2), END + timedelta(seconds=2.2))
"""What is asked of a recorder whose clock is right to within 0.2 s: two seconds more on either side."""


class Killed(BaseException):
    """The process is gone: nothing of the program catches it."""


@pytest.fixture
def film(sent: list[Frame]) -> list[Frame]:
    """What the recorder has."""
    return sent


@pytest.fixture
def house(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """The recorder's clock is known, and nobody waits for it."""
    monkeypatch.setattr(fetching, "LIMITS", Limits(answer_s=0.5, silence_s=0.15, connect_s=1, attempts=1))
    return house.clock(0)


Answering = Callable[[Recorder], Recorder]


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> Answering:
    """``answering(recorder)``: it is what stands at the camera's address now."""

    def stands(recorder: Recorder) -> Recorder:
        monkeypatch.setattr(fetching, "dial", recorder.connect)
        return recorder

    return stands


def camera() -> Camera:
    return Camera.objects.select_related("recorder").get(code="CAM-A")


def asked(house: House, *, ends_at: datetime = END) -> FootageJob:
    [job] = fetching.ask(
        owner=house.owner, camera=camera(), begins_at=START, ends_at=ends_at, by=OFFICER, now=house.now
    )
    return job


def done(job: FootageJob, now: datetime | None = None) -> FootageJob:
    assert jobs.run(job.pk, now=now)
    job.refresh_from_db()
    return job


def fetched(house: House) -> Recording:
    """The one recording, which the record says was fetched."""
    [row] = Recording.objects.filter(property=house.owner)
    [arrived, *_] = house.custody(row.code)
    assert isinstance(arrived, f.RecordingArrived)
    assert (arrived.how, arrived.camera, arrived.arrived_by) == ("fetched", "CAM-A", OFFICER)
    assert (arrived.shown_from, arrived.known_by) == (BASE, "recorder")
    assert arrived.fetched is not None
    return row


def said(house: House) -> f.Fetched:
    [arrived, *_] = house.custody(fetched(house).code)
    assert isinstance(arrived.fetched, f.Fetched)
    return arrived.fetched


def with_password(house: House, password: str) -> None:
    changed = f.RecorderChanged(
        name="NVR-1",
        kind="onvif",
        changed_by=OFFICER,
        address="rtsp://127.0.0.1:1/{camera}",
        credentials=reasons.sealed(house.owner.code, f"viewer:{password}"),
    )
    house.tell("recorder/NVR-1", changed)


# --- It comes ---------------------------------------------------------------------------------------------------------


def test_a_stretch_becomes_a_recording_that_says_how_it_came(
    house: House, film: list[Frame], answering: Answering
) -> None:
    with_password(house, "hidden")
    recorder = answering(Recorder(film, guard=digest_guard("viewer", "hidden", algorithm="SHA-256")))
    job = done(asked(house))
    recorder.join()
    assert (job.state, job.code) == (JobState.DONE, ""), job.said_en
    told = said(house)
    assert (told.complete, told.missing_ms, told.lost_packets) == (True, 0, 0)
    assert abs(told.shown_from - SHOWN[0]) < timedelta(milliseconds=2)
    assert abs(told.shown_to - SHOWN[1]) < timedelta(milliseconds=2)
    row = fetched(house)
    assert job.result["recording"] == row.code
    # From the key frame before what was asked to the last frame within it.
    last = int((SHOWN[1] - BASE) / timedelta(microseconds=STEP_US))
    assert (row.frames, row.duration_ms) == (last + 1, (last + 1) * STEP_US // 1000)
    [play] = recorder.asked("PLAY")
    assert play.startswith("PLAY rtsp://recorder/cam/")
    assert recorder.asked("DESCRIBE")[0].startswith("DESCRIBE rtsp://127.0.0.1:1/ch1 ")
    assert not any("hidden" in request for request in recorder.requests)
    [kept] = house.kept()
    assert [tuple(units) for _, _, units in clips.samples(kept)] == [frame.units for frame in film[: last + 1]]
    assert house.left_behind() == []
    assert FootageCopy.objects.filter(recording=row.code, what="index").exists()
    assert FootageJob.objects.filter(kind=JobKind.PROCESS, about=row.code).exists()


def test_the_same_stretch_is_the_same_work_unless_something_was_missing(
    house: House, film: list[Frame], answering: Answering
) -> None:
    recorder = answering(Recorder(film[:150]))  # to 21:14:06, and 21:14:07.2 was asked for
    job = done(asked(house))
    recorder.join()
    told = said(house)
    assert (job.state, told.complete, job.result["code"]) == (JobState.DONE, False, "recorder_fewer")
    assert told.missing_ms == job.result["missing_ms"] == pytest.approx(1240, abs=3)
    anew = asked(house)
    assert anew.pk != job.pk
    assert asked(house).pk == anew.pk
    answering(Recorder(film))
    assert done(anew).result["complete"]
    assert asked(house).pk != job.pk
    assert Recording.objects.count() == 2


def test_a_long_stretch_is_fetched_in_parts_and_nobody_asks_for_more_than_a_day(house: House) -> None:
    def ask(hours: float, by: Any = OFFICER, begins: datetime = START) -> list[FootageJob]:
        ends = begins + timedelta(hours=hours)
        return fetching.ask(owner=house.owner, camera=camera(), begins_at=begins, ends_at=ends, by=by, now=house.now)

    assert len(ask(2.5)) == 3
    for code, hours, begins in (
        ("recorder_interval", 25.0, START - timedelta(days=3)),
        ("recorder_interval", 0.0, START),
        ("footage_field", 1.0, house.now - timedelta(minutes=5)),
    ):
        with pytest.raises(Problem) as refused:
            ask(hours, begins=begins)
        assert refused.value.code == code
    assert len(ask(25, by=None, begins=START - timedelta(days=3))) == 25
    house.camera("CAM-B", recorder=None)
    with pytest.raises(Problem) as refused:
        fetching.ask(
            owner=house.owner,
            camera=Camera.objects.get(code="CAM-B"),
            begins_at=START,
            ends_at=END,
            by=OFFICER,
            now=house.now,
        )
    assert refused.value.code == "footage_no_recorder"


# --- It does not ------------------------------------------------------------------------------------------------------


def test_a_recorder_that_is_away_is_asked_again(
    house: House, film: list[Frame], answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> Any:
        raise Problem("recorder_away", host="127.0.0.1")

    monkeypatch.setattr(fetching, "dial", away)
    job = done(asked(house))
    assert (job.state, job.code) == (JobState.QUEUED, "recorder_away")
    assert (job.said_en, job.said_vi) == (
        "The recorder 127.0.0.1 cannot be reached.",
        "Không kết nối được đầu ghi 127.0.0.1.",
    )
    assert job.not_before is not None
    assert not jobs.run(job.pk, now=job.not_before - timedelta(seconds=1))
    answering(Recorder(film))
    assert done(job, job.not_before).state == JobState.DONE
    assert said(house).complete


def test_what_came_before_it_was_cut_off_is_kept_and_gone_on_with(
    house: House, film: list[Frame], answering: Answering
) -> None:
    recorder = answering(Recorder(film, cut=60))
    job = done(asked(house))
    recorder.join()
    assert (job.state, job.code) == (JobState.QUEUED, "recorder_cut_off")
    assert not Recording.objects.exists()
    whole = answering(Recorder(film))
    job = done(job, house.now + LATER)
    whole.join()
    assert (job.state, said(house).complete) == (JobState.DONE, True)
    assert "clock=20261120T211402.000Z-" in whole.asked("PLAY")[0]  # the key frame before the 60th
    assert house.left_behind() == []


def test_after_the_last_try_what_came_is_a_recording_that_says_what_lacks(
    house: House, film: list[Frame], answering: Answering
) -> None:
    job = asked(house)
    for _ in range(len(jobs.WAITS_SECONDS) + 1):
        assert job.state == JobState.QUEUED
        recorder = answering(Recorder(film[:60], end="silence"))
        job = done(job, house.now + LATER * 9)
        recorder.join()
    assert (job.state, job.result["code"], job.attempts) == (JobState.DONE, "recorder_slow", 6)
    assert "did not answer in time" in job.result["en"]
    told, row = said(house), fetched(house)
    assert (told.complete, row.frames) == (False, 60)
    assert told.missing_ms == pytest.approx((SHOWN[1] - BASE) / timedelta(milliseconds=1) - 59 * 40, abs=3)
    assert house.left_behind() == []


def test_a_wrong_password_is_said_and_tried_once(house: House, film: list[Frame], answering: Answering) -> None:
    with_password(house, "wrong")
    recorder = answering(Recorder(film, guard=digest_guard("viewer", "right")))
    job = done(asked(house))
    recorder.join()
    assert (job.state, job.code) == (JobState.FAILED, "recorder_password")
    assert "refuses the name or the password" in job.said_en
    assert "từ chối tên hoặc mật khẩu" in job.said_vi
    assert recorder.connections == 1  # another try may lock the account there
    with_password(house, "right")
    jobs.again(job, now=house.now)
    recorder = answering(Recorder(film, guard=digest_guard("viewer", "right")))
    assert done(job).state == JobState.DONE
    recorder.join()


def test_lost_packets_are_said_however_many_tries_it_took(
    house: House, film: list[Frame], answering: Answering
) -> None:
    before = sum(len(packets(frame, 0)) for frame in film[:30])
    answering(Recorder(film, cut=60, lose={before}))
    job = done(asked(house))
    assert job.state == JobState.QUEUED
    answering(Recorder(film))
    job = done(job, house.now + LATER)
    told = said(house)
    assert (told.lost_packets, told.complete) == (1, False)
    assert job.result["code"] == "recorder_lost"


# --- The process ends -------------------------------------------------------------------------------------------------


def test_a_fetch_that_is_killed_goes_on_and_comes_to_one_recording(
    house: House, film: list[Frame], answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, real = [], FrameFile.take

    def take(file: FrameFile, frame: Frame) -> None:
        real(file, frame)
        taken.append(frame)
        if len(taken) == 60:
            raise Killed

    answering(Recorder(film))
    job = asked(house)
    with monkeypatch.context() as patched:
        patched.setattr(FrameFile, "take", take)
        with pytest.raises(Killed):
            jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    recorder = answering(Recorder(film))
    with monkeypatch.context() as patched:  # and again, just behind the event of the arrival
        patched.setattr(arrival, "_completed", lambda *_: (_ for _ in ()).throw(Killed))
        with pytest.raises(Killed):
            jobs.run(job.pk)
    recorder.join()
    assert "clock=20261120T211402.000Z-" in recorder.asked("PLAY")[0]
    nobody = answering(Recorder([]))
    job = done(job)
    assert nobody.connections == 0
    assert (job.state, job.attempts, said(house).complete) == (JobState.DONE, 3, True)
    assert FootageCopy.objects.filter(what="index").exists()
    assert house.work() == []
    assert FootageCopy.objects.filter(what="web").exists()
    assert not jobs.run(job.pk)
    assert (len(house.kept()), house.left_behind()) == (1, [])


def test_frames_of_a_job_that_failed_wait_for_whoever_begins_it_again(
    house: House, film: list[Frame], answering: Answering
) -> None:
    answering(Recorder(film, cut=60))
    job = done(asked(house))
    died = job.result | {jobs.DIED: [int(clock().timestamp())] * (jobs.DEATHS - 1)}
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.RUNNING, result=died)
    job = done(job)
    assert (job.state, job.code) == (JobState.FAILED, "footage_worker_died")
    assert fetching.frames_of(job).exists()
    fetching.forget(house.now)
    jobs.again(job, now=house.now)
    recorder = answering(Recorder(film))
    assert done(job).state == JobState.DONE
    assert "clock=20261120T211402.000Z-" in recorder.asked("PLAY")[0]


def test_what_nobody_begins_again_is_kept_as_it_came_in_the_end(
    house: House, film: list[Frame], answering: Answering
) -> None:
    answering(Recorder(film, cut=60))
    job = done(asked(house))
    frames = fetching.frames_of(job).read_bytes()
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.FAILED, ended_at=house.now)
    fetching.forget(house.now + fetching.LEFT - timedelta(days=1))
    assert fetching.frames_of(job).exists()
    fetching.forget(house.now + fetching.LEFT + timedelta(days=1))
    assert house.left_behind() == []
    row = Recording.objects.select_related("camera").get()
    assert (row.how, row.camera and row.camera.code, row.size_bytes) == ("fetched", "CAM-A", len(frames))
    assert [path.read_bytes() for path in house.kept()] == [frames]


# --- Muxing -----------------------------------------------------------------------------------------------------------


def _frame_file(folder: Path, frames: list[Frame]) -> Path:
    with FrameFile(folder / "frames") as file:
        file.begin(Stream("h264", ()))
        for frame in frames:
            file.take(frame)
    return folder / "frames"


def test_muxing_goes_on_in_the_limited_child(
    tmp_path: Path, film: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    source, into = _frame_file(tmp_path, film), tmp_path / "film.mp4"
    done = mux_child.mux(source, into)
    assert (done.frames, done.first_us) == (len(film), BASE_US)
    into.unlink()
    for name, limit, code in (("TABLES_MB", 0, "film_no_space"), ("MEMORY_MB", 60, "film_limit_memory")):
        with monkeypatch.context() as patched:
            patched.setattr(mux_child, name, limit)
            with pytest.raises(FilmError) as stopped:
                mux_child.mux(source, into)
        assert (stopped.value.code, into.exists()) == (code, False)


def test_frames_that_no_film_can_be_made_of_are_a_clear_word_and_kept_as_they_came(
    house: House, film: list[Frame], answering: Answering, tmp_path: Path
) -> None:
    nothing = [Frame(frame.at_us, frame.key, (b"\x65" + bytes(400),)) for frame in film]
    answering(Recorder(nothing))
    job = done(asked(house))
    assert (job.state, job.code) == (JobState.FAILED, "recorder_file")
    assert house.left_behind() == []
    row = Recording.objects.select_related("camera").get()
    assert row.unplayable is not None
    assert (row.how, row.camera and row.camera.code, row.unplayable["code"]) == ("fetched", "CAM-A", "recorder_file")
    assert [path.read_bytes()[:4] for path in house.kept()] != [b""]
    assert not fetching.is_here(house.owner, Camera.objects.get(code="CAM-A"), START, END), "no film covers it"
    (tmp_path / "other").write_bytes(b"no frames at all")
    with pytest.raises(FilmError) as refused:
        mux_child.mux(tmp_path / "other", tmp_path / "film.mp4")
    assert refused.value.code == "recorder_file"


# --- Holds ------------------------------------------------------------------------------------------------------------


def place(house: House, *, number: int = 1, table: str = "RL01", ends_at: datetime = END) -> None:
    placed = f.HoldPlaced(
        hold="H1", table=table, begins_at=START, ends_at=ends_at, cause="case", subject=f"case/2026-0000{number}"
    )
    house.tell(f"hold/2026-0000{number}", placed)


def test_a_hold_has_fetched_at_once_what_only_the_recorder_has(
    house: House,
    film: list[Frame],
    answering: Answering,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    told: list[tuple[str, tuple[Any, ...]]] = []
    monkeypatch.setattr(worker_messages, "tell", lambda task, *values: told.append((task.name, values)))
    house.camera("CAM-B", recorder=None)
    with django_capture_on_commit_callbacks(execute=True):
        place(house)
    assert told == [("surveillance.files.tasks.held", (house.owner.code,))]
    tasks.held(house.owner.code)
    [job] = FootageJob.objects.all()
    assert (job.kind, job.about, job.staff) == (JobKind.FETCH, "CAM-A", "")
    tasks.held(house.owner.code)
    tasks.keep()
    assert FootageJob.objects.count() == 1, "asked once, whoever looks"
    answering(Recorder(film))
    assert done(job).state == JobState.DONE
    [row] = Recording.objects.all()
    assert row.held
    place(house, number=2)
    tasks.held(house.owner.code)
    assert FootageJob.objects.filter(kind=JobKind.FETCH).count() == 1, "it is here"


def test_what_lies_in_the_future_is_fetched_for_once_it_is_over(house: House) -> None:
    ends = house.now + timedelta(minutes=2)
    place(house, ends_at=ends)
    assert fetching.fetch_held(house.now) == 0
    later = house.now + timedelta(minutes=3)
    hours = -((START - ends) // timedelta(hours=1))  # an hour begun counts
    assert fetching.fetch_held(later) == hours
    assert fetching.fetch_held(later) == 0


def test_what_a_hold_keeps_is_asked_for_again_when_the_recorder_was_away(house: House) -> None:
    place(house)
    assert fetching.fetch_held(house.now) == 1
    away = {"state": JobState.FAILED, "code": "recorder_away", "ended_at": house.now}
    FootageJob.objects.update(**away)
    assert fetching.fetch_held(house.now + fetching.AWAY - timedelta(minutes=1)) == 0
    assert fetching.fetch_held(house.now + fetching.AWAY + timedelta(minutes=1)) == 1
    assert FootageJob.objects.get().state == JobState.QUEUED
    FootageJob.objects.update(**away | {"code": "recorder_nothing"})
    assert fetching.fetch_held(house.now + 9 * fetching.AWAY) == 0


def test_a_released_hold_and_another_table_fetch_nothing(house: House) -> None:
    place(house, table="RL09")
    place(house, number=2)
    house.tell("hold/2026-00002", f.HoldReleased(hold="H1", rule="case_term_ended"))
    assert Hold.objects.count() == 2
    assert tasks._fresh() == ()
    assert fetching.fetch_held(house.now) == 0


def test_without_a_broker_a_fresh_hold_is_found_by_the_watch(house: House) -> None:
    place(house)
    [hold] = Hold.objects.all()
    assert tasks._fresh() == (hold.pk,)
    watching.WATCHES["footage.held"].act()
    assert FootageJob.objects.filter(kind=JobKind.FETCH).exists()
    assert tasks._fresh() == ()
