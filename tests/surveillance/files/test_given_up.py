"""Work that was given up is told of, and begun again by one act; a database that went away gives nothing up."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse

from casino.clock import now as clock
from casino.site import health
from disputes.notices.models import Notice
from surveillance.files import given_up, jobs
from surveillance.files.models import FootageJob, JobKind, JobState
from surveillance.keeping import notices
from tests.surveillance.files.conftest import House

As = Callable[..., Client]
ALL = "admin:surveillance_footagejob_all_again"
LIST = "admin:surveillance_footagejob_changelist"


@pytest.fixture
def check(house: House, monkeypatch: pytest.MonkeyPatch) -> FootageJob:
    """A job whose work does nothing."""
    monkeypatch.setitem(jobs.WORKS._entries, "check", lambda run: {})
    return jobs.ask(owner=house.owner, kind=JobKind.CHECK, about="R", key="R", now=house.now)


def killed(job: FootageJob, *, hours: float = 0.0) -> FootageJob:
    """Its process dies, so long ago, and somebody looks."""
    FootageJob.objects.filter(pk=job.pk).update(state=JobState.RUNNING, began_at=clock())
    if hours:
        job.refresh_from_db()
        job.result = {jobs.DIED: [at - int(hours * 3600) for at in job.result.get(jobs.DIED, [])]}
        job.save(update_fields=["result"])
    assert jobs.run(job.pk)
    job.refresh_from_db()
    return job


def failing(job: FootageJob, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Each time somebody looks the process has died in the middle: the work is left as a kill leaves it."""

    def work(run: Any) -> dict[str, Any]:
        raise SystemExit

    monkeypatch.setitem(jobs.WORKS._entries, job.kind, work)
    for _ in range(times):
        with pytest.raises(SystemExit):
            jobs.run(job.pk)


def test_the_third_death_of_a_day_ends_it(check: FootageJob, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(check, monkeypatch, jobs.DEATHS)
    assert jobs.run(check.pk)
    check.refresh_from_db()
    assert (check.state, check.code) == (JobState.FAILED, "footage_worker_died")
    assert "3" in check.said_en


def test_deaths_of_other_days_are_no_reason(check: FootageJob, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(check, monkeypatch, jobs.DEATHS)
    monkeypatch.setitem(jobs.WORKS._entries, "check", lambda run: {})
    check.refresh_from_db()
    assert killed(check, hours=25).state == JobState.DONE


def test_a_number_from_before_moments_were_kept_counts_for_nothing(check: FootageJob) -> None:
    FootageJob.objects.filter(pk=check.pk).update(result={jobs.DIED: 2})
    assert killed(check).state == JobState.DONE


def test_a_database_that_was_started_anew_is_no_death(check: FootageJob, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(check, monkeypatch, jobs.DEATHS)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        (started_at,) = cursor.fetchone()
    FootageJob.objects.filter(pk=check.pk).update(began_at=started_at - timedelta(hours=1))
    monkeypatch.setitem(jobs.WORKS._entries, "check", lambda run: {})
    assert jobs.run(check.pk)
    check.refresh_from_db()
    assert check.state == JobState.DONE


def test_whoever_lives_puts_it_back_when_the_database_went_away(
    check: FootageJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PUT_BACK_SECONDS", (0,))

    def lost(run: Any) -> dict[str, Any]:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setitem(jobs.WORKS._entries, "check", lost)
    for _ in range(jobs.DEATHS + 2):
        with pytest.raises(OperationalError):
            jobs.run(check.pk)
        check.refresh_from_db()
        assert check.state == JobState.QUEUED
        assert jobs.DIED not in check.result


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (JobKind.PROCESS, "footage_failed"),
        (JobKind.REPORT, "reports_failed"),
        (JobKind.REPORT_PAPERS, "reports_failed"),
    ],
)
def test_the_sentence_is_about_what_failed(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: JobKind, code: str
) -> None:
    def broken(run: Any) -> dict[str, Any]:
        raise ValueError("ours")

    monkeypatch.setitem(jobs.WORKS._entries, kind.value, broken)
    job = jobs.ask(owner=house.owner, kind=kind, about="R", key="R", now=house.now)
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.code) == (JobState.FAILED, code)
    assert ("footage" in job.said_en.lower()) is (kind == JobKind.PROCESS)


@pytest.fixture
def given(house: House, film: Path) -> list[FootageJob]:
    """Three that were given up, and one that was refused for what it is about."""
    house.recording(film)
    made = [
        jobs.ask(owner=house.owner, kind=kind, about="R", key=f"R{number}", now=house.now)
        for number, kind in enumerate((JobKind.PROCESS, JobKind.CHECK, JobKind.REPORT_PAPERS, JobKind.CLOCK))
    ]
    codes = ("footage_worker_died", "footage_disk_full", "reports_failed", "film_no_video")
    for job, code in zip(made, codes, strict=True):
        FootageJob.objects.filter(pk=job.pk).update(state=JobState.FAILED, code=code, ended_at=house.now)
    return made[:3]


def test_people_are_told_until_it_is_begun_again(house: House, as_: As, given: list[FootageJob]) -> None:
    as_("surveillance")
    notices.tell(house.owner.code, now=clock())
    mine = Notice.objects.filter(subject=notices.GIVEN_UP)
    assert sorted({each.case for each in mine}) == sorted(f"work/{job.pk}" for job in given)
    assert notices._address(mine[0]) == f"{reverse(LIST)}?state=failed"
    given_up.begin_again(given_up.rows(), now=clock())
    notices.tell(house.owner.code, now=clock())
    assert not mine.filter(read_at=None).exists()


def test_readyz_names_how_much(house: House, given: list[FootageJob]) -> None:
    assert list(given_up.report()) == [health.Report("work given-up 3", "work")]
    assert health.ready().status == 503
    given_up.begin_again(given_up.rows(), now=clock())
    assert list(given_up.report()) == []


def test_one_act_begins_all_of_it_again(house: House, as_: As, given: list[FootageJob]) -> None:
    client = as_("surveillance")
    assert reverse(ALL) in client.get(reverse(LIST)).content.decode()
    assert client.get(reverse(ALL)).status_code == 405
    assert as_("auditor").post(reverse(ALL)).status_code == 403
    assert client.post(reverse(ALL)).status_code == 302
    states = FootageJob.objects.filter(pk__in=[job.pk for job in given]).values_list("state", flat=True)
    assert set(states) == {JobState.QUEUED}
    assert FootageJob.objects.get(code="film_no_video").state == JobState.FAILED
    assert reverse(ALL) not in client.get(reverse(LIST)).content.decode()
    assert client.post(reverse(ALL)).status_code == 403
