"""Background work of Surveillance: follow the log, hold what cases need, find what is missing, delete what is free.

Every task is short and may run twice or not at all: what is to do is read from the database each time. Proved by
``tests/surveillance/test_tasks.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from celery import shared_task

from casino import watching
from casino.clock import now as clock
from casino.core.text import Text
from casino.ledger import follow as following
from casino.ledger.models import Property
from surveillance import expiry, gaps, holds, notices, readmodel

SHARE: Final = 20_000
"""Positions of the log that one follower passes in one sweep at most."""
FOLLOWING: Final[dict[str, Callable[[str, datetime], object]]] = {
    holds.NAME: lambda code, now: holds.catch_up(code, now=now, limit=SHARE),
    readmodel.NAME: lambda code, _now: readmodel.catch_up(code, limit=SHARE),
}
"""The followers of this room by name, and how each takes its share: holds first, so that the rows show them at once."""
TITLES: Final[dict[str, Text]] = {
    holds.NAME: Text("Lệnh giữ cảnh quay", "Holds on footage"),
    readmodel.NAME: Text("Cảnh quay và camera", "Footage and cameras"),
}
SWEEP_SECONDS: Final = 5.0
KEEP_SECONDS: Final = 300.0
BEAT: Final = {
    f"surveillance.{name}": {
        "task": f"surveillance.tasks.{name}",
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for name, seconds in (("sweep", SWEEP_SECONDS), ("keep", KEEP_SECONDS))
}


@shared_task(name="surveillance.tasks.sweep")
def sweep() -> None:
    """Bring the followers up, wherever something is left to do. Each gets its share of every sweep, whether or not
    another one stopped. Raises at the end what stopped any."""
    now = clock()

    def follow_all(property_code: str) -> None:
        stopped: list[Exception] = []
        for name, catch_up in FOLLOWING.items():
            try:
                if following.lag(name, property_code):
                    catch_up(property_code, now)
            except Exception as error:  # noqa: BLE001 - raised below, and kept in Projection for people to see
                stopped.append(error)
        if stopped:
            raise ExceptionGroup("followers stopped", stopped)
        notices.tell(property_code, now=now, prompt=True)

    _everywhere(follow_all)


@shared_task(name="surveillance.tasks.keep")
def keep() -> None:
    """Hold what cases need and release what they need no more; find gaps; delete what is free, and take away what a
    crash left of it; tell people. One after the other: what is held is known before anything is deleted."""
    now = clock()

    def keep_one(property_code: str) -> None:
        holds.settle_all(property_code, now=now)
        gaps.look(property_code, now=now)
        expiry.expire(property_code, now=now)
        expiry.remove_left(property_code, now=now)
        notices.tell(property_code, now=now)

    _everywhere(keep_one)


def _everywhere(work: Callable[[str], None]) -> None:
    """The work for each property, whether or not it stopped at another one. Raises at the end what stopped any."""
    stopped: list[Exception] = []
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        try:
            work(property_code)
        except Exception as error:  # noqa: BLE001 - raised below
            stopped.append(error)
    if stopped:
        raise ExceptionGroup("properties stopped", stopped)


def _left() -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Where the followers of each property stand that has something left to do."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        if any(following.lag(name, property_code) for name in FOLLOWING):
            found.append((property_code, tuple(following.position(name, property_code) for name in FOLLOWING)))
    return tuple(found)


watching.watch("surveillance.sweep", seconds=SWEEP_SECONDS, left=_left, act=sweep)
# Each of its parts does nothing where nothing is left, so nobody asks whether a worker does them too.
watching.watch("surveillance.keep", seconds=KEEP_SECONDS, left=lambda: True, act=keep)
