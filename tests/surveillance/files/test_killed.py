"""kill -9 of a worker in the middle of a transcode or a fetch: its children die with it, nothing is left, and it is
done again, once."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.signals import worker_ready
from django.conf import settings as project

from casino.embedded import processes
from surveillance.files import fetching, jobs, storage
from surveillance.files.models import FootageCopy, FootageJob, JobState
from surveillance.film import simulated
from surveillance.film.simulated import Clip
from surveillance.recorders.assembling import Frame
from surveillance.recorders.frames import resume
from surveillance.rows.models import Camera, Recording
from tests.conftest import FreshDatabase
from tests.surveillance.files.conftest import OFFICER, START, House
from tests.surveillance.recorders.fake import Recorder

pytestmark = pytest.mark.slow

SECONDS = timedelta(seconds=2)

VARIABLES = ("FOOTAGE_DIR", "FOOTAGE_INCOMING_DIR", "FOOTAGE_KEYS_DIR", "PERSON_KEYS_DIR", "PERSON_MASTER_KEY")


def begin(job: FootageJob) -> subprocess.Popen[bytes]:
    said = {name: str(getattr(project, name)) for name in VARIABLES} | {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    said["FOOTAGE_LEAST_FREE_BYTES"] = "1"
    return subprocess.Popen(
        [sys.executable, "-m", "tests.surveillance.files.worker", str(job.pk)],
        env=os.environ | said,
        stderr=subprocess.DEVNULL,
    )


def begun_again(job: FootageJob) -> None:
    deadline = time.monotonic() + 120
    while not jobs.run(job.pk):  # the database notices the broken connection in a moment
        assert time.monotonic() < deadline
    job.refresh_from_db()


def test_a_worker_killed_in_a_transcode(fresh_database: FreshDatabase, footage: Path, tmp_path: Path) -> None:
    film = tmp_path / "long.mp4"
    simulated.make(film, Clip(frames=400, start=START, width=640, height=360))
    house = House(footage).camera()
    house.upload(film.read_bytes())
    job = FootageJob.objects.get(kind="process")
    worker = begin(job)
    try:
        coding: Any = lambda: list((footage / "incoming").glob("work-*/.web*"))  # noqa: E731
        assert processes.wait_for(lambda: bool(coding()) or worker.poll() is not None, 240, 0.01)
        assert worker.poll() is None, "it was quicker than the test"
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    finally:
        worker.kill()
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    assert not FootageCopy.objects.filter(what="web").exists()
    begun_again(job)
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    copy = FootageCopy.objects.get(what="web")
    assert storage.size_of(storage.copies(), copy.path) == copy.size_bytes
    assert not jobs.run(job.pk)
    assert not [path for path in (footage / "copies").rglob(".*") if path.is_file()]


def test_a_worker_killed_in_a_fetch(
    fresh_database: FreshDatabase, footage: Path, sent: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    stops = Recorder(sent, silent=60)  # and then says nothing more, while the worker waits for it
    with socket.create_server(("127.0.0.1", 0)) as listening:
        house = House(footage)
        house.port = listening.getsockname()[1]
        house.camera().clock(0)
        camera = Camera.objects.select_related("recorder").get()
        [job] = fetching.ask(
            owner=house.owner, camera=camera, begins_at=START, ends_at=START + SECONDS, by=OFFICER, now=house.now
        )
        worker = begin(job)
        try:
            listening.settimeout(60)
            connection, _address = listening.accept()
            serving = threading.Thread(target=stops._serve, args=(connection,), daemon=True)
            serving.start()

            def came() -> bool:
                kept = resume(fetching.frames_of(job))
                return kept is not None and len(kept.times_us) >= 59

            assert processes.wait_for(lambda: worker.poll() is not None or came(), 240, 0.01)
            assert worker.poll() is None
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        finally:
            worker.kill()
        serving.join(10)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.RUNNING, 1)
    whole = Recorder(sent)
    monkeypatch.setattr(fetching, "dial", whole.connect)
    begun_again(job)
    whole.join()
    assert (job.state, job.attempts, job.result["complete"]) == (JobState.DONE, 2, True)
    assert "clock=20261120T211402.000Z-" in whole.asked("PLAY")[0], "it went on from the last key frame"
    assert Recording.objects.get().frames == job.result["frames"] == 181
    assert not jobs.run(job.pk)
    assert (len(house.kept()), house.left_behind()) == (1, [])


LEAVES = """
import sys, time
from pathlib import Path
import django
django.setup()
from surveillance.files import storage
with storage.scratch() as folder:
    (folder / "half").write_bytes(b"x")
    class Slow:
        def seek(self, at): pass
        def read(self, size):
            print("ready", flush=True)
            time.sleep(600)
    beside = Path(storage.copies().path(storage.UNFINISHED))
    beside.mkdir(parents=True)
    storage._written(Slow(), beside / ".part-1")
"""


def test_what_a_killed_process_left_is_taken_away_when_a_worker_starts(
    footage: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it lives nothing of its work is touched, however old; once it is dead all of it goes."""
    said = {name: str(getattr(project, name)) for name in VARIABLES} | {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    process = subprocess.Popen([sys.executable, "-c", LEAVES], env=os.environ | said, stdout=subprocess.PIPE)
    monkeypatch.setattr(storage, "JUST_MADE_SECONDS", -1)

    def left() -> list[str]:
        found = [*(footage / "incoming").glob("work-*/half"), *(footage / "copies" / storage.UNFINISHED).iterdir()]
        return [path.name for path in found]

    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        worker_ready.send(sender=None)
        assert left() == ["half", ".part-1"]
        process.kill()
        process.wait()
        assert left() == ["half", ".part-1"]
        worker_ready.send(sender=None)
        assert left() == []
        assert not list((footage / "incoming").glob("work-*"))
    finally:
        process.kill()
        process.wait()
