"""Background tasks that failed, whichever: kept by name and arguments until the same one succeeds or is begun again.

A task may run twice or not at all, and what it left is found by the next look; so a failure is no loss, but one that
stays is work that nobody does. Each failing task has one row: what it was, when it failed first and last, how often,
and what was wrong in a line. "State of the log" lists them, one act begins all of them again, and ``/readyz`` says how
many there are. Proved by ``tests/test_failed_tasks.py``.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from celery.signals import task_failure, task_success
from django.db import DatabaseError
from django.db.models import F

from casino.clock import now as clock
from casino.ledger.everywhere import first_lines
from casino.operations import worker_messages
from casino.operations.models import FailedTask
from casino.site import outage
from casino.site.health import Report

log = logging.getLogger(__name__)

LONGEST: Final = 2_000
LOOK_SECONDS: Final = 30.0
"""For so long a process that succeeds takes it that no other one has failed at the same."""
OLD: Final = timedelta(days=14)


def standing() -> list[FailedTask]:
    """Those that did not succeed since, the last to fail first."""
    return list(FailedTask.objects.order_by("-last_at")[:200])


def begin_again(rows: Sequence[FailedTask]) -> int:
    """Tell workers of all of these once more; how many. They stay until they succeed."""
    from casino.celery import app

    known = [row for row in rows if row.task in app.tasks]
    for row in known:
        worker_messages.tell(app.tasks[row.task], *json.loads(row.arguments))
    FailedTask.objects.filter(pk__in=[row.pk for row in rows]).update(begun_again_at=clock())
    return len(known)


def report() -> Iterator[Report]:
    """How many there are, where there are some: no trouble by itself, since what it leaves is."""
    if number := FailedTask.objects.count():
        yield Report(f"tasks failed {number}", None)


# --- Kept by the worker that ran it -----------------------------------------------------------------------------------


class _Known:
    """The names of tasks that have failed, as this process knows them."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.until = 0.0

    def has(self, name: str) -> bool:
        if time.monotonic() >= self.until:
            self.names = set(FailedTask.objects.values_list("task", flat=True).distinct())
            self.until = time.monotonic() + LOOK_SECONDS
        return name in self.names


_known: Final = _Known()


def _written(arguments: Any) -> str:
    return json.dumps(list(arguments or ()), default=str)


@task_failure.connect(weak=False)
def keep(sender: Any = None, exception: BaseException | None = None, args: Any = (), **_: object) -> None:
    """A task failed. Where the database is what is away, it says so itself, and knows nothing of this."""
    if sender is None or exception is None or outage.trouble(exception) is not None:
        return
    now: datetime = clock()
    values = {"last_at": now, "error": "; ".join(first_lines(exception))[:LONGEST]}
    try:
        row, made = FailedTask.objects.get_or_create(
            task=sender.name, arguments=_written(args), defaults={**values, "first_at": now}
        )
        if not made:
            FailedTask.objects.filter(pk=row.pk).update(**values, times=F("times") + 1)
        _known.names.add(sender.name)
    except DatabaseError:
        log.exception("failed_task_not_kept task=%s", sender.name)


@task_success.connect(weak=False)
def forget(sender: Any = None, **_: object) -> None:
    """A task succeeded: the same one has failed no more."""
    try:
        if sender is not None and _known.has(sender.name):
            FailedTask.objects.filter(task=sender.name, arguments=_written(sender.request.args)).delete()
            FailedTask.objects.filter(last_at__lt=clock() - OLD).delete()
    except DatabaseError:
        log.exception("failed_task_not_forgotten task=%s", sender.name)
