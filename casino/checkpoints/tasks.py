"""Background work: build and sign, ask the witnesses. Every task may run twice or not at all.

Proved by ``tests/checkpoints/test_tasks.py``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from datetime import datetime
from typing import Final

from celery import Task, shared_task

from casino.checkpoints import building, places, stamping, thinning, witnesses
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Log
from casino.clock import now as clock
from casino.ledger.everywhere import carry_on, codes, left, parts
from casino.operations import worker_messages
from casino.operations.watching import Watch

LOOK_SECONDS: Final = 15.0
TURNS_SECONDS: Final = 20.0
"""How long one task catches up with a long record."""
THIN_SECONDS: Final = 3_600.0
BEAT: Final = {
    "checkpoints.sweep": {
        "task": "checkpoints.tasks.sweep",
        "schedule": LOOK_SECONDS,
        "options": {"expires": LOOK_SECONDS},
    },
    "checkpoints.thin": {
        "task": "checkpoints.tasks.thin",
        "schedule": THIN_SECONDS,
        "options": {"expires": THIN_SECONDS},
    },
}


def _codes() -> list[str]:
    return codes() if places.kept() else []


def _build() -> None:
    """Sign for every property what is to be signed; a long record in several turns."""
    end = time.monotonic() + TURNS_SECONDS

    def build(code: str) -> None:
        while building.advance(code, clock()) and time.monotonic() < end:
            continue

    carry_on(build, _codes())


def _due(code: str) -> list[str]:
    """The witnesses that are to be asked about a property's log."""
    try:
        return witnesses.due(code, clock())
    except Fault:
        return []  # the settings are looked at by a check at every start, and by the page


def _stamps_due(code: str) -> list[str]:
    """The authorities that are to be asked for a time stamp of it."""
    try:
        return stamping.due(code, clock())
    except Fault:
        return []  # as for witnesses


@shared_task(name="checkpoints.tasks.sweep")
def sweep() -> None:
    """Build and sign; a task of its own for each witness and authority."""

    def tell(task: Task, due: Callable[[str], list[str]]) -> None:
        def of(code: str) -> None:
            for name in due(code):
                worker_messages.tell(task, code, name)

        carry_on(of, _codes())

    parts(_build, lambda: tell(ask, _due), lambda: tell(stamp, _stamps_due))


@shared_task(name="checkpoints.tasks.ask")
def ask(property_code: str, name: str) -> None:
    """Show the newest checkpoint to one witness."""
    if name in _due(property_code):
        witnesses.ask(property_code, name, clock())


def _left() -> tuple[object, ...]:
    """Where each log stands that should have been signed by now, and who is to be asked about it."""
    if not places.kept():
        return ()
    now = clock()

    def look(code: str) -> Hashable:
        row = Log.objects.filter(property__code=code).only("signed_at").first()
        signed_at = None if row is None else row.signed_at
        late = signed_at is None or now - signed_at >= building.HEARTBEAT_AFTER
        due = (*_due(code), *_stamps_due(code))
        return (late, signed_at, due) if late or due else None

    return left(look)


def _without_workers() -> None:
    """Here, one after the other: no worker was told, or none listens."""

    def ask_each(ask: Callable[[str, str, datetime], object], due: Callable[[str], list[str]]) -> None:
        carry_on(lambda code: carry_on(lambda name: ask(code, name, clock()), due(code)), _codes())

    parts(_build, lambda: ask_each(witnesses.ask, _due), lambda: ask_each(stamping.ask, _stamps_due))


@shared_task(name="checkpoints.tasks.stamp")
def stamp(property_code: str, name: str) -> None:
    """Ask one authority for a stamp on the newest checkpoint."""
    if name in _stamps_due(property_code):
        stamping.ask(property_code, name, clock())


@shared_task(name="checkpoints.tasks.thin")
def thin() -> None:
    """Let checkpoints go that prove nothing more than their neighbours."""
    thinning.thin()


WATCHES: Final = (
    Watch("checkpoints.sweep", seconds=LOOK_SECONDS, left=_left, act=_without_workers),
    Watch("checkpoints.thin", seconds=THIN_SECONDS, left=thinning.left, act=thinning.thin),
)
