"""Background work of reports: the work itself in a queue of its own, the follower, recurring reports, files that go.

A report is a job like those of films (``surveillance/files/jobs.py``): held by a lock of the database, begun again once
its process died, found where nobody was told of it. Everything else here is short. Proved by
``tests/surveillance/reports/test_making.py``, ``test_killed.py`` and ``test_plans.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from celery import shared_task

from casino import watching
from casino.clock import now as clock
from casino.ledger import follow as following
from casino.ledger.models import Property
from casino.queues import PROMPT, REPORTS
from surveillance.files import jobs
from surveillance.files.models import JobKind
from surveillance.reports import keeping, making, plans, readmodel
from surveillance.reports.models import Report, ReportFile, ReportState

SHARE: Final = 20_000
SWEEP_SECONDS: Final = 5.0
KEEP_SECONDS: Final = 60.0
BEAT: Final = {
    f"reports.{name}": {
        "task": f"surveillance.reports.tasks.{name}",
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for name, seconds in (("sweep", SWEEP_SECONDS), ("keep", KEEP_SECONDS))
}
ROUTES: Final = {
    "surveillance.reports.tasks.make": {"queue": REPORTS},
    "surveillance.reports.tasks.*": {"queue": PROMPT},
}


@shared_task(
    name="surveillance.reports.tasks.make", time_limit=jobs.WORK_SECONDS + 60, soft_time_limit=jobs.WORK_SECONDS
)
def make(pk: int) -> None:
    """Make one report, or print it."""
    jobs.run(pk)


jobs.TASKS.update(dict.fromkeys((making.KIND, JobKind.REPORT_PAPERS.value), make))


@shared_task(name="surveillance.reports.tasks.sweep")
def sweep() -> None:
    """Bring the rows up."""
    _everywhere(lambda owner: following.lag(readmodel.NAME, owner.code) and readmodel.catch_up(owner.code, limit=SHARE))


@shared_task(name="surveillance.reports.tasks.keep")
def keep() -> None:
    """Ask for what recurring reports are due; take away files that hold what may not be kept any more."""
    now = clock()

    def one(owner: Property) -> None:
        plans.ask_due(owner, now)
        disclose = ReportFile.objects.filter(property=owner).exclude(persons=[]).values_list("report", flat=True)
        hold = Report.objects.filter(property=owner, selection__clips=True).values_list("code", flat=True)
        for code in {*disclose, *hold}:
            row = Report.objects.filter(property=owner, code=code, state=ReportState.FINISHED).first()
            if row is not None:
                keeping.shut(row, now)

    _everywhere(one)


def _everywhere(work: Callable[[Property], object]) -> None:
    """The work for each property, whether or not it stopped at another one. Raises at the end what stopped any."""
    stopped: list[Exception] = []
    for owner in Property.objects.order_by("id"):
        try:
            work(owner)
        except Exception as error:  # noqa: BLE001 - raised below
            stopped.append(error)
    if stopped:
        raise ExceptionGroup("properties stopped", stopped)


def _left() -> tuple[tuple[str, int], ...]:
    codes = Property.objects.order_by("id").values_list("code", flat=True)
    return tuple(
        (code, following.position(readmodel.NAME, code)) for code in codes if following.lag(readmodel.NAME, code)
    )


watching.watch("reports.sweep", seconds=SWEEP_SECONDS, left=_left, act=sweep)
watching.watch("reports.keep", seconds=KEEP_SECONDS, left=lambda: True, act=keep)
