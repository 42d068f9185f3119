"""kill -9 of a worker in the middle of a report: what was finished is not made again, and the file is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project

from casino.checkpoints import building
from casino.clock import now as clock
from surveillance.bundle import writing
from surveillance.bundle.selection import Selection
from surveillance.files import jobs
from surveillance.files.models import FootageJob, JobState
from surveillance.reports import making
from surveillance.reports.models import ReportState
from tests.conftest import FreshDatabase
from tests.disputes.court import Court
from tests.replay.story import CODE
from tests.surveillance.reports.conftest import Asking

VARIABLES = (
    *("FOOTAGE_DIR", "FOOTAGE_INCOMING_DIR", "PERSON_KEYS_DIR", "PERSON_MASTER_KEY"),
    *("TRANSPARENCY_DIR", "TRANSPARENCY_KEYS_DIR", "TRANSPARENCY_HOST"),
)


@pytest.mark.slow
def test_a_worker_killed_while_it_makes_a_report(
    fresh_database: FreshDatabase, folder: Path, person_keys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks = Asking(Court())
    row = asks.ask(Selection(about="round", round="RL01/short"))
    building.advance(CODE, clock())
    job = FootageJob.objects.get(kind="report")
    said = {name: str(getattr(project, name)) for name in VARIABLES} | {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    worker = subprocess.Popen(
        [sys.executable, "-m", "tests.surveillance.reports.worker", str(job.pk)],
        env=os.environ | said | {"FOOTAGE_LEAST_FREE_BYTES": "1"},
        stdout=subprocess.PIPE,
    )
    try:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"rounds\n"
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    finally:
        worker.kill()
    job.refresh_from_db()
    assert job.state == JobState.RUNNING
    assert making.folder_of(row).is_dir()
    judged: list[Any] = []
    before = writing.Writer._judge

    def judge(writer: writing.Writer) -> Any:
        judged.append(writer)
        return before(writer)

    monkeypatch.setattr(writing.Writer, "_judge", judge)
    deadline = time.monotonic() + 120
    while not jobs.run(job.pk):  # the database notices the broken connection in a moment
        assert time.monotonic() < deadline
    job.refresh_from_db()
    assert (job.state, job.attempts, judged) == (JobState.DONE, 2, [])
    assert asks.row(row.code).state == ReportState.FINISHED
    assert not making.folder_of(row).exists()
