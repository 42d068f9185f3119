"""Background work on footage: jobs in queues of their own, and whoever finds those that nobody was told of.

``work`` (what comes in), ``give`` (exports) and ``copy`` (what can wait) may take hours (their own limit of time); each
goes through a queue of its own, whose workers take nothing else, so that none of the three waits for another. A broker
that gives it to a second worker meanwhile does no harm: a job is held by a lock (``jobs.py``). ``sweep``, ``keep`` and
``held`` are short. Without a broker the process of beat finds all of it (``casino/operations/watching.py``). Proved by
``tests/surveillance/files/test_killed.py`` and ``test_fetching.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable
from datetime import timedelta
from functools import partial
from typing import Final

from celery import shared_task
from django.db.models import QuerySet

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.everywhere import carry_on, parts
from casino.ledger.models import Property
from casino.operations import worker_messages
from casino.operations.vitals import DEFAULT, unheard
from casino.operations.watching import Watch
from casino.site.queues import COPIES, EXPORTS, FOOTAGE
from surveillance.files import (
    arrival,
    checking,
    exports,
    fetching,
    folder,
    handed,
    jobs,
    partly,
    picture_clock,
    processing,
    uploads,
    viewing,
)
from surveillance.files.jobs import WORK_SECONDS, work
from surveillance.files.models import FootageJob, FootageUpload, JobKind, UploadState
from surveillance.rows.models import Recording

log = logging.getLogger(__name__)

__all__ = [
    "BEAT",
    "BY_QUEUE",
    "ROUTES",
    "arrival",
    "exports",
    "keep",
    "partly",
    "picture_clock",
    "processing",
    "sweep",
    "work",
]

LOOK_SECONDS: Final = 20.0
SWEEP_SECONDS: Final = 60.0
KEEP_SECONDS: Final = 300.0
FRESH: Final = timedelta(minutes=15)
"""A hold that was placed within this time is fetched for at once; ``keep`` looks at those before."""
CHECKS: Final = 20
"""Recordings whose turn to be hashed again comes with one look."""
BEAT: Final = {
    "footage.sweep": {
        "task": "surveillance.files.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    "footage.keep": {
        "task": "surveillance.files.tasks.keep",
        "schedule": KEEP_SECONDS,
        "options": {"expires": KEEP_SECONDS},
    },
}
ROUTES: Final = {
    "surveillance.files.tasks.work": {"queue": FOOTAGE},
    "surveillance.files.tasks.look": {"queue": FOOTAGE},
    "surveillance.files.tasks.give": {"queue": EXPORTS},
    "surveillance.files.tasks.copy": {"queue": COPIES},
}


@shared_task(name="surveillance.files.tasks.give", time_limit=WORK_SECONDS + 60, soft_time_limit=WORK_SECONDS)
def give(pk: int) -> None:
    """Seal one export, or make one copy to give out."""
    jobs.run(pk)


@shared_task(name="surveillance.files.tasks.copy", time_limit=WORK_SECONDS + 60, soft_time_limit=WORK_SECONDS)
def copy(pk: int) -> None:
    """Make a recording's copies, hash it again, or read its clock."""
    jobs.run(pk)


BY_QUEUE: Final = {
    EXPORTS: (give, (JobKind.EXPORT, JobKind.GIVE, JobKind.PART)),
    COPIES: (copy, (JobKind.PROCESS, JobKind.CHECK, JobKind.CLOCK)),
}
"""What does not go with what comes in."""
for _task, _kinds in BY_QUEUE.values():
    jobs.TASKS.register_all(dict.fromkeys((kind.value for kind in _kinds), _task))


@shared_task(name="surveillance.files.tasks.look", time_limit=WORK_SECONDS + 60, soft_time_limit=WORK_SECONDS)
def look() -> None:
    """Take in what lies in the watched folder."""
    folder.look()


@shared_task(name="surveillance.files.tasks.sweep")
def sweep() -> None:
    """Tell workers of what is due, record the stretches that people have done with, go on with whole uploads."""
    now = clock()

    def tell() -> None:
        for pk, kind in jobs.waiting(now).values_list("pk", "kind")[:200]:
            jobs.tell(kind, pk, after_commit=False)

    def look_into_folder() -> None:
        if folder.lying():
            worker_messages.tell(look)

    parts(_swept, tell, look_into_folder)


@shared_task(name="surveillance.files.tasks.keep")
def keep() -> None:
    """What has time: uploads end, holds are fetched for, originals hashed again, deleted bytes taken away."""
    now = clock()
    if _no_folder():
        return

    def check(recording: Recording) -> None:
        checking.ask(owner=recording.property, code=recording.code, by=None, now=now)

    parts(
        lambda: uploads.expire(now),
        lambda: carry_on(lambda row: checking.remove_bytes(row.property, row.code, row.sha256), checking.leftovers()),
        lambda: fetching.fetch_held(now),
        lambda: fetching.forget(now),
        lambda: carry_on(check, checking.unchecked(now).select_related("property")[:CHECKS]),
    )


@shared_task(name="surveillance.files.tasks.held")
def held(property_code: str) -> None:
    """Holds were placed: have fetched at once what only recorders have of them."""
    if not _no_folder():
        owner = Property.objects.get(code=property_code)
        fetching.fetch_held(clock(), placed_within=FRESH, owner=owner)


def tell_held(property_code: str) -> None:
    """Tell a worker, once the holds are there (``surveillance/rows/keeping.py``)."""
    worker_messages.tell_after_commit(held, property_code)


def _no_folder() -> bool:
    from surveillance.files import storage

    try:
        storage.incoming()
    except Problem as problem:
        if problem.code != "footage_no_folder":
            log.error("footage_storage %s", problem)
        return True
    return False


def whole() -> list[FootageUpload]:
    """Uploads that came whole, and whose last request was killed before it said so."""
    if _no_folder():
        return []
    rows = FootageUpload.objects.filter(state=UploadState.COMING).select_related("property")[:500]
    return [row for row in rows if uploads.offset(row) == row.length_bytes]


# --- Without a broker -------------------------------------------------------------------------------------------------


def _waiting(queue: str) -> QuerySet[FootageJob]:
    """The jobs of a queue that are due; those of reports with what comes in."""
    elsewhere = [kind for other, (_task, kinds) in BY_QUEUE.items() if other != queue for kind in kinds]
    due = jobs.waiting(clock()).exclude(kind__in=elsewhere)
    return due.filter(kind__in=BY_QUEUE[queue][1]) if queue in BY_QUEUE else due


def _jobs(queue: str) -> Hashable:
    """The jobs that are due and how far they are: they move as long as somebody works."""
    return tuple(_waiting(queue).values_list("pk", "state", "done", "attempts")[:50])


def _work_all(queue: str) -> None:
    carry_on(jobs.run, list(_waiting(queue).values_list("pk", flat=True)[:50]))


def _left() -> Hashable:
    now = clock()
    return (
        *(row.pk for row in viewing.over(now)),
        *(str(row.identity) for row in handed.over(now)),
        *(str(row.pk) for row in whole()),
    )


def _swept() -> None:
    now = clock()
    parts(
        lambda: viewing.flush(now),
        lambda: handed.flush(now),
        lambda: carry_on(lambda row: jobs.arrive(row, now=now), whole()),
    )


def _fresh() -> Hashable:
    if _no_folder():
        return None
    return tuple(hold.pk for hold in fetching.unfetched(clock(), placed_within=FRESH))


WATCHES: Final = (
    Watch("footage.held", seconds=10.0, left=_fresh, act=lambda: fetching.fetch_held(clock(), placed_within=FRESH)),
    *(
        Watch(f"{queue}.work", seconds=10.0, left=partial(_jobs, queue), act=partial(_work_all, queue))
        for queue in (FOOTAGE, EXPORTS, COPIES)
    ),
    Watch("footage.sweep", seconds=LOOK_SECONDS, left=_left, act=_swept, tell=lambda: worker_messages.tell(sweep)),
    Watch(
        "footage.folder",
        seconds=LOOK_SECONDS,
        left=lambda: tuple(folder.lying()),
        act=folder.look,
        tell=lambda: worker_messages.tell(look),
    ),
    Watch("footage.keep", seconds=KEEP_SECONDS, left=lambda: unheard(DEFAULT), act=keep),
)
