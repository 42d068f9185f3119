"""A house with a court, rounds, a folder for files, and people who ask for reports."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from casino.checkpoints import building
from casino.clock import now as clock
from disputes.rows.actor import actor_of
from surveillance.bundle.selection import Selection
from surveillance.files import jobs
from surveillance.files.models import FootageJob
from surveillance.reports import readmodel
from surveillance.reports.models import Report
from tests.disputes.conftest import court, person_keys  # noqa: F401 - fixtures
from tests.disputes.court import Court, colleague
from tests.replay.story import CODE
from tests.surveillance.files.conftest import (  # noqa: F401 - fixtures
    as_,
    each_film_is_worked_on_once,
    each_key_is_checked_once,
)
from tests.surveillance.reports import acts
from tests.surveillance.watch import Watch

MINUTES = (timedelta(minutes=n) for n in count(1))


class Asking:
    """Somebody asks for reports of the court's house."""

    def __init__(self, court: Court) -> None:  # noqa: F811
        self.court = court
        self.watch = Watch(court)
        self.owner = self.watch.house

    def user(self, who: str | User) -> User:
        if isinstance(who, User):
            return who
        if who in ("regulator", "auditor"):
            return colleague(who, who)
        return self.court.user(who)

    def actor(self, who: str | User) -> Any:
        return actor_of(self.user(who), CODE, self.court.now)

    def ask(self, selection: Selection, who: str | User = "senior_management", **besides: Any) -> Report:
        given: dict[str, Any] = {"command_id": uuid4(), "now": self.court.now, **besides}
        code = acts.ask(self.owner, self.actor(who), selection, **given)
        return self.row(code)

    def work(self, row: Report) -> FootageJob:
        """Have it made; the job as it ended."""
        building.advance(CODE, clock() + next(MINUTES))
        job = FootageJob.objects.get(kind="report", about=row.code)
        assert jobs.run(job.pk)
        job.refresh_from_db()
        printing = FootageJob.objects.filter(kind="report_papers", about=row.code).first()
        assert printing is None or jobs.run(printing.pk)
        return job

    def made(self, selection: Selection, who: str | User = "senior_management", **besides: Any) -> Report:
        """A finished report."""
        row = self.ask(selection, who, **besides)
        job = self.work(row)
        assert job.state == "done", (job.code, job.said_en)
        return self.row(row.code)

    def row(self, code: str) -> Report:
        readmodel.follow_to_head(CODE)
        return Report.objects.select_related("property").get(property=self.owner, code=code)


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """Empty folders for files, and for the log with its keys."""
    found = tmp_path / "footage"
    found.mkdir(mode=0o750)
    settings.FOOTAGE_DIR = str(found)
    settings.FOOTAGE_INCOMING_DIR = str(found / "incoming")
    settings.FOOTAGE_LEAST_FREE_BYTES = 0
    settings.TRANSPARENCY_DIR = str(tmp_path / "transparency")
    settings.TRANSPARENCY_KEYS_DIR = str(tmp_path / "log-keys")
    settings.TRANSPARENCY_HOST = "log.example"
    settings.TRANSPARENCY_WITNESSES = ""
    return found


@pytest.fixture
def asks(court: Court, folder: Path) -> Asking:  # noqa: F811
    """Everything is rolled back."""
    return Asking(court)


Opens = Callable[..., Any]
