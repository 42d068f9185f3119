"""Work that was given up: not because of what it is about, but because its process died, the program failed, or what
may pass by itself did not pass. Somebody has to know: a notice, a line of ``/readyz``, the list of work, where one act
begins all of it again. Proved by ``tests/surveillance/files/test_given_up.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from casino.clock import now as clock
from casino.site import health
from surveillance.files import jobs
from surveillance.files.models import FootageJob, JobKind, JobState

LONGEST_WAIT: Final = timedelta(minutes=15)
NEWS: Final = timedelta(days=2)


def rows() -> QuerySet[FootageJob]:
    """The jobs that were given up and not begun again, the oldest first. Without reports: that one failed is on the
    record, and who wants it asks for it again."""
    return _all().exclude(kind=JobKind.REPORT)


def told(now: datetime) -> QuerySet[FootageJob]:
    """All of which people are to be told: a report for two days, the rest until it is begun again."""
    return _all().exclude(kind=JobKind.REPORT, ended_at__lte=now - NEWS)


def _all() -> QuerySet[FootageJob]:
    codes = {*jobs.PASSING, *(code for failure in (jobs.FILM, *jobs.FAILURES.values()) for code in failure)}
    return FootageJob.objects.filter(state=JobState.FAILED, code__in=codes).order_by("id")


def begin_again(given_up: Iterable[FootageJob], *, now: datetime) -> int:
    """All of these; how many."""
    found = list(given_up)
    for row in found:
        jobs.again(row, now=now)
    return len(found)


def queue() -> Iterator[health.Report]:
    """How long work waits that nobody takes, where that is long: a film that is worked on may take hours."""
    now = clock()
    rows = FootageJob.objects.filter(state__in=(JobState.QUEUED, JobState.RUNNING)).values_list("state", flat=True)
    if JobState.RUNNING in set(rows.distinct()):
        return
    first = jobs.waiting(now).filter(asked_at__lt=now - LONGEST_WAIT).first()
    if first is not None:
        yield health.Report(f"queue work {int((now - first.asked_at).total_seconds())} s", None)


def report() -> Iterator[health.Report]:
    """How much of it there is, where there is some."""
    if number := rows().count():
        yield health.Report(f"work given-up {number}", "work")
