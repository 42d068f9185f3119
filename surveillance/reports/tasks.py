"""Background work of reports: the work itself in a queue of its own, the follower, recurring reports, files that go.

A report is a job like those of films (``surveillance/files/jobs.py``): held by a lock of the database, begun again once
its process died, found where nobody was told of it. Everything else here is short. Proved by
``tests/surveillance/reports/test_making.py``, ``test_killed.py`` and ``test_plans.py``.
"""

from __future__ import annotations

from typing import Final

from celery import shared_task

from casino.clock import now as clock
from casino.ledger import follow as following
from casino.ledger.behind import behind
from casino.ledger.everywhere import carry_on, everywhere
from casino.ledger.models import Property
from casino.operations import worker_messages
from casino.operations.vitals import unheard
from casino.operations.watching import Watch
from casino.site.queues import PROMPT, REPORTS
from surveillance.files import jobs
from surveillance.files.models import JobKind
from surveillance.reports import keeping, making, plans, readmodel
from surveillance.reports.models import Report, ReportFile, ReportState

SHARE: Final = 20_000
LOOK_SECONDS: Final = 5.0
SWEEP_SECONDS: Final = 60.0
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


jobs.TASKS.register_all(dict.fromkeys((making.KIND, JobKind.REPORT_PAPERS.value), make))


@shared_task(name="surveillance.reports.tasks.sweep")
def sweep() -> None:
    """Bring the rows up."""
    everywhere(lambda code: following.lag(readmodel.NAME, code) and readmodel.catch_up(code, limit=SHARE))


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

    carry_on(one, Property.objects.order_by("id"))


WATCHES: Final = (
    Watch(
        "reports.sweep",
        seconds=LOOK_SECONDS,
        left=lambda: behind([readmodel.NAME]),
        act=sweep,
        tell=lambda: worker_messages.tell(sweep),
    ),
    Watch("reports.keep", seconds=KEEP_SECONDS, left=lambda: unheard(PROMPT), act=keep),
)
