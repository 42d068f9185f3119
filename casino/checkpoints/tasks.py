"""Background work: build and sign, ask the witnesses. Every task may run twice or not at all.

Proved by ``tests/checkpoints/test_tasks.py``.
"""

from __future__ import annotations

import time
from typing import Final

from celery import shared_task

from casino import watching, worker_messages
from casino.celery import app
from casino.checkpoints import building, places, stamping, thinning, witnesses
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Log
from casino.clock import now as clock
from casino.ledger.models import Property

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
app.conf.beat_schedule = {**app.conf.beat_schedule, **BEAT}


def _codes() -> list[str]:
    return list(Property.objects.order_by("id").values_list("code", flat=True)) if places.kept() else []


def _build() -> None:
    """Sign for every property what is to be signed; a long record in several turns."""
    end = time.monotonic() + TURNS_SECONDS
    for code in _codes():
        while building.advance(code, clock()) and time.monotonic() < end:
            continue


def _due() -> list[tuple[str, str]]:
    """Property and witness, for each that is to be asked."""
    now = clock()
    try:
        return [(code, name) for code in _codes() for name in witnesses.due(code, now)]
    except Fault:
        return []  # the settings are looked at by a check at every start, and by the page


@shared_task(name="checkpoints.tasks.sweep")
def sweep() -> None:
    """Build and sign; a task of its own for each witness."""
    _build()
    for code, name in _due():
        worker_messages.tell(ask, code, name)
    for code, name in _stamps_due():
        worker_messages.tell(stamp, code, name)


@shared_task(name="checkpoints.tasks.ask")
def ask(property_code: str, name: str) -> None:
    """Show the newest checkpoint to one witness."""
    if (property_code, name) in _due():
        witnesses.ask(property_code, name, clock())


def _left() -> tuple[object, ...]:
    """Where each log stands that should have been signed by now."""
    now = clock()
    stand = {row.property.code: row for row in Log.objects.select_related("property")}
    found: list[object] = []
    for code in _codes():
        row = stand.get(code)
        if row is None or row.signed_at is None or now - row.signed_at >= building.HEARTBEAT_AFTER:
            found.append((code, None if row is None else row.signed_at))
    return tuple(found) + tuple(_due()) + tuple(_stamps_due())


def _without_workers() -> None:
    """Here, one after the other: no worker was told, or none listens."""
    _build()
    for code, name in _due():
        witnesses.ask(code, name, clock())
    for code, name in _stamps_due():
        stamping.ask(code, name, clock())


def _stamps_due() -> list[tuple[str, str]]:
    """Property and authority, for each that is to be asked for a time stamp."""
    now = clock()
    try:
        return [(code, name) for code in _codes() for name in stamping.due(code, now)]
    except Fault:
        return []  # as for witnesses


@shared_task(name="checkpoints.tasks.stamp")
def stamp(property_code: str, name: str) -> None:
    """Ask one authority for a stamp on the newest checkpoint."""
    if (property_code, name) in _stamps_due():
        stamping.ask(property_code, name, clock())


@shared_task(name="checkpoints.tasks.thin")
def thin() -> None:
    """Let checkpoints go that prove nothing more than their neighbours."""
    thinning.thin()


watching.watch("checkpoints.sweep", seconds=LOOK_SECONDS, left=_left, act=_without_workers)
watching.watch("checkpoints.thin", seconds=THIN_SECONDS, left=thinning.left, act=thinning.thin)
