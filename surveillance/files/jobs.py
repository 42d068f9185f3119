"""Work on footage: asked for by a row, done by whoever comes first, once.

A row of :class:`~surveillance.files.models.FootageJob` is all there is: what a worker is told is its number alone, and
what nobody was told of is found (``tasks.py``). Whoever works on it holds an advisory lock of the database, which ends
with their connection: a process that is killed leaves a row that says ``running`` and holds no lock, and the next one
takes it up from the beginning. So each work must come to the same when it is begun again: files come into being whole
(``storage.py``), events have ids made of the job's (``uuid5``), and the ledger answers one that it has.

What may pass by itself (a full disk, a recorder that is away) is tried again, later each time; anything else ends the
job with the sentence that says why. A database that goes away is no death of a process: whoever worked puts the job
back, and where the server itself was started anew, nobody counts one. What was given up is told (``given_up.py``).
Proved by ``tests/surveillance/files/test_processing.py`` and ``test_killed.py``.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from celery import shared_task
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.seams import Seam
from casino.ledger.models import Property
from casino.operations import worker_messages
from games.engine.facts import Person
from surveillance.files import errors  # noqa: F401
from surveillance.files.models import FootageJob, FootageUpload, JobKind, JobState, UploadState
from surveillance.files.on_duty import person_again

log = logging.getLogger(__name__)

WORK_SECONDS: Final = 12 * 3600
"""A film of a day takes hours to code anew."""
DEATHS: Final = 3
"""So often a job's process may die within :data:`DEATHS_WITHIN`; then something about it kills processes."""
DEATHS_WITHIN: Final = timedelta(hours=24)
DIED: Final = "died"
"""When it did (seconds since 1970), among what a job keeps from one try to the next (``result``, until it has one)."""
PUT_BACK_SECONDS: Final = (0, 1, 5, 20, 60)
"""Pauses between tries of putting a job back, once the database went away under it."""
WAITS_SECONDS: Final = (30, 120, 600, 1800, 3600)
"""How long a job waits after each failure that may pass by itself; after the last it failed."""
PASSING: Final[Seam[str, None]] = Seam("Problems that may pass by themselves.", beside="the work")
PASSING.register_all(
    dict.fromkeys(("footage_disk_full", "footage_storage_away", "film_no_space", "film_program", "try_again"))
)
NAMESPACE: Final = UUID("0d9c1c5e-4a5b-5b57-9f0f-6f1f3f2a7c11")
PROGRESS_SECONDS: Final = 0.5
_LOCKS: Final = 0x464F_4F54 << 32

Work = Callable[["Run"], dict[str, Any]]
WORKS: Final[Seam[str, Work]] = Seam("What does the jobs of a kind, and gives their result.", beside="the work")
FILM: Final = ("footage_worker_died", "footage_failed")
FAILURES: Final[Seam[str, tuple[str, str]]] = Seam(
    "The problems of a kind of job that works on no film: that its process died too often, that the program failed.",
    beside="the work",
)
TASKS: Final[Seam[str, Any]] = Seam(
    "The task that is told of a kind of job, where that has a queue of its own.", beside="the work"
)
"""It does not wait for films that arrive then, nor they for it."""
WHEN_FAILED: Final[Seam[str, Callable[[FootageJob, Problem], None]]] = Seam(
    "What hears of a job that failed for good.", beside="the work"
)


class Run:
    """A job while it is worked on."""

    def __init__(self, job: FootageJob) -> None:
        self.job = job
        self.owner: Property = job.property
        self.asked: dict[str, Any] = job.asked
        self._told = 0.0

    @property
    def by(self) -> Person | None:
        return person_again(self.job.post, self.job.staff) if self.job.staff else None

    def identity(self, what: str) -> UUID:
        """The id of an event that this job records: the same however often it is begun."""
        return uuid5(NAMESPACE, f"{self.owner.code}/{self.job.pk}/{what}")

    def progress(self, done: int, total: int) -> None:
        """Say how far it is; written down twice a second at most."""
        now = time.monotonic()
        if now - self._told >= PROGRESS_SECONDS or done >= total:
            self._told = now
            FootageJob.objects.filter(pk=self.job.pk).update(done=done, total=total)

    def keep(self, **numbers: int) -> None:
        """Numbers that the next try needs."""
        self.job.result = self.job.result | numbers
        FootageJob.objects.filter(pk=self.job.pk).update(result=self.job.result)

    def kept(self, name: str) -> int:
        """A number that an earlier try has kept; 0 without one."""
        return int(self.job.result.get(name, 0))

    def part(self, share: float) -> None:
        """The same in parts of one."""
        self.progress(round(1000 * share), 1000)


@shared_task(name="surveillance.files.tasks.work", time_limit=WORK_SECONDS + 60, soft_time_limit=WORK_SECONDS)
def work(pk: int) -> None:
    """Do one job."""
    run(pk)


def tell(kind: str, pk: int, *, after_commit: bool = True) -> None:
    """Tell a worker of a job, by the queue of its kind."""
    (worker_messages.tell_after_commit if after_commit else worker_messages.tell)(TASKS.get(kind, work), pk)


def ask(
    *,
    owner: Property,
    kind: JobKind,
    about: str,
    key: str,
    now: datetime,
    by: Person | None = None,
    asked: dict[str, Any] | None = None,
) -> FootageJob:
    """Have this done: the row, and a worker told of it after the commit. The same key again is the same job; one that
    failed is begun again."""
    row, made = FootageJob.objects.get_or_create(
        property=owner,
        key=f"{kind.value}/{key}",
        defaults={
            "kind": kind,
            "about": about,
            "asked": asked or {},
            "staff": by.staff if by else "",
            "post": by.post if by else "",
            "asked_at": now,
        },
    )
    if not made and row.state == JobState.FAILED:
        again(row, now=now)
    tell(row.kind, row.pk)
    return row


def again(row: FootageJob, *, now: datetime) -> None:
    """Begin a job that failed again."""
    FootageJob.objects.filter(pk=row.pk, state=JobState.FAILED).update(
        state=JobState.QUEUED, attempts=0, done=0, not_before=None, asked_at=now, code="", said_vi="", said_en=""
    )
    tell(row.kind, row.pk)


def arrive(row: FootageUpload, *, now: datetime) -> FootageJob:
    """A file came whole: have it checked and taken in."""
    with transaction.atomic():
        FootageUpload.objects.filter(pk=row.pk, state=UploadState.COMING).update(state=UploadState.CHECKING)
        return ask(
            owner=row.property,
            kind=JobKind.ARRIVE,
            about=str(row.pk),
            key=str(row.pk),
            by=person_again(row.post, row.staff) if row.staff else None,
            now=now,
        )


def run(pk: int, *, now: datetime | None = None) -> bool:
    """Do this job, unless somebody else does, or did; whether it was done or failed here."""
    with locked(pk) as mine:
        if not mine:
            return False
        job = FootageJob.objects.select_related("property").filter(pk=pk).filter(due(now or clock())).first()
        if job is None:
            return False
        if job.state == JobState.RUNNING and _died_too_often(job):  # and nobody holds it
            _end(job, Problem(_failures(job)[0], times=len(job.result.pop(DIED))))
            return True
        job.state, job.attempts, job.began_at = JobState.RUNNING, job.attempts + 1, clock()
        job.done = job.total = 0
        job.save(update_fields=["state", "attempts", "began_at", "done", "total", "result"])
        _carry_out(job)
        return True


def _died_too_often(job: FootageJob) -> bool:
    """Note that whoever worked on it has died, unless the database was started anew since: that ends every lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        (started_at,) = cursor.fetchone()
    if job.began_at is not None and started_at > job.began_at:
        return False
    now, noted = clock(), job.result.get(DIED)
    since = (now - DEATHS_WITHIN).timestamp()
    # A number is from before moments were kept.
    moments = [at for at in (noted if isinstance(noted, list) else []) if at > since]
    job.result[DIED] = [*moments, int(now.timestamp())]
    return len(job.result[DIED]) >= DEATHS


def _failures(job: FootageJob) -> tuple[str, str]:
    return FAILURES.get(job.kind, FILM)


def _put_back(job: FootageJob) -> None:
    """The database went away under the work, and this process lives: once there is one again, the job waits as before,
    unless somebody has begun it meanwhile."""
    mine = FootageJob.objects.filter(pk=job.pk, state=JobState.RUNNING, began_at=job.began_at)
    for pause in PUT_BACK_SECONDS:
        time.sleep(pause)
        with suppress(OperationalError, InterfaceError):
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
            mine.update(state=JobState.QUEUED)
            return


def _carry_out(job: FootageJob) -> None:
    doing = WORKS[job.kind]
    try:
        job.result = doing(Run(job))
    except Problem as problem:
        _end(job, problem, tried_again=problem.code in PASSING)
    except (OperationalError, InterfaceError):
        _put_back(job)
        raise
    except Exception as error:
        log.exception("footage_job_failed job=%s kind=%s about=%s", job.pk, job.kind, job.about)
        _end(job, Problem(_failures(job)[1], what=type(error).__name__))
    else:
        job.state, job.ended_at, job.code, job.said_vi, job.said_en = JobState.DONE, clock(), "", "", ""
        job.save(update_fields=["state", "ended_at", "result", "code", "said_vi", "said_en"])


def _end(job: FootageJob, problem: Problem, *, tried_again: bool = False) -> None:
    """It came to nothing: for good, or until it is tried again. Whoever waits for its outcome is told why."""
    job.code, job.said_vi, job.said_en = problem.code, problem.text.vi, problem.text.en
    if tried_again and job.attempts <= len(WAITS_SECONDS):
        job.state = JobState.QUEUED
        job.not_before = clock() + timedelta(seconds=WAITS_SECONDS[job.attempts - 1])
    else:
        job.state, job.ended_at = JobState.FAILED, clock()
    job.save(update_fields=["state", "code", "said_vi", "said_en", "not_before", "ended_at", "result"])
    if job.state == JobState.FAILED:
        log.warning("footage_job_ended job=%s kind=%s about=%s code=%s", job.pk, job.kind, job.about, problem.code)
        if job.kind in WHEN_FAILED:
            WHEN_FAILED[job.kind](job, problem)


# --- Which wait, and for whom -----------------------------------------------------------------------------------------


def due(now: datetime) -> Q:
    """Jobs that somebody may do now; those that ``run`` among them only if nobody holds them."""
    return Q(state=JobState.RUNNING) | Q(state=JobState.QUEUED) & (Q(not_before=None) | Q(not_before__lte=now))


def waiting(now: datetime) -> QuerySet[FootageJob]:
    """The jobs that are due, the oldest first."""
    return FootageJob.objects.filter(due(now)).order_by("id")


@contextmanager
def locked(pk: int) -> Iterator[bool]:
    """Whether this process, and no other, works on the job as long as this lasts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCKS | pk & 0xFFFF_FFFF])
        (mine,) = cursor.fetchone()
    try:
        yield bool(mine)
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCKS | pk & 0xFFFF_FFFF])
