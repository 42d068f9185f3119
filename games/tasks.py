"""Background work: follow the log, audit rounds soon after they end, look for silent devices.

Every task is short, takes codes only, and may run twice or not at all: what is to do is read from the database each
time, and ``sweep`` (by beat, every few seconds) finds whatever an event forgot to ask for. Proved by
``tests/audit/test_tasks.py``.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Final

from celery import shared_task
from django.db import transaction
from kombu.exceptions import OperationalError

from casino.celery import app
from casino.ledger import follow as following
from casino.ledger.models import Property
from games import audit, readmodel
from games.ingest.gaps import find_gaps
from games.records import Projection, Round

log = logging.getLogger(__name__)

AUDIT: Final = "audit"
STEP: Final = 20_000
"""Positions that one task follows at most, so that it stays well under a broker's time-out."""

SWEEP_SECONDS: Final = 5.0
GAPS_SECONDS: Final = 60.0
BEAT: Final = {
    "games.sweep": {"task": "games.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": SWEEP_SECONDS}},
    "games.look_for_gaps": {
        "task": "games.tasks.look_for_gaps",
        "schedule": GAPS_SECONDS,
        "options": {"expires": GAPS_SECONDS},
    },
}
app.conf.beat_schedule = {**app.conf.beat_schedule, **BEAT}  # the settings, below this room, cannot name its tasks


def follow_soon(property_code: str) -> None:
    """Ask the worker to follow the log of a property; asked again before it has begun, once is enough.

    A broker that is down must not fail what was recorded: the request is withdrawn, and the sweep will come by.
    """
    row = _row(property_code)
    if Projection.objects.filter(pk=row.pk, requested=False).update(requested=True):
        transaction.on_commit(lambda: _send(property_code, row.pk))


def _send(property_code: str, pk: int) -> None:
    try:
        follow.apply_async((property_code,), retry=False)
    except OperationalError as error:
        Projection.objects.filter(pk=pk).update(requested=False)
        log.warning("broker_unreachable property=%s error=%s", property_code, error)


def follow_now(property_code: str, *, streams: tuple[str, ...] = ()) -> bool:
    """Bring the read models up now, and audit these rounds, so that the next page shows what a person's command wrote.
    False if a copy at work kept it waiting too long; the worker then finishes it."""
    done = readmodel.follow_to_head(property_code)
    if streams:
        audit.audit_rounds(property_code, streams)
    return done


@shared_task(name="games.tasks.follow")
def follow(property_code: str) -> None:
    """Follow a bounded stretch of the log and audit what is due; ask for another turn while something is left."""
    row = _row(property_code)
    Projection.objects.filter(pk=row.pk).update(requested=False)
    readmodel.catch_up(property_code, limit=STEP)
    audit.audit_devices(property_code)
    report = audit.audit_due(property_code)
    if report.appended:
        readmodel.catch_up(property_code, limit=STEP)
    Projection.objects.filter(pk=row.pk).update(
        ran_at=datetime.now(UTC), position=following.position(readmodel.NAME, property_code)
    )
    if following.lag(readmodel.NAME, property_code) >= STEP or report.rounds >= 2 * audit.PAGE:
        follow_soon(property_code)


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Follow for every property that has something left to do, asked for or not."""
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        due = Round.objects.filter(property__code=property_code, audit_due=True).exists()
        behind = following.lag(readmodel.NAME, property_code) or following.lag(audit.DEVICES, property_code)
        if due or behind:
            follow(property_code)


@shared_task(name="games.tasks.look_for_gaps")
def look_for_gaps() -> None:
    """Find numbers that devices should have sent and did not."""
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        if find_gaps(property_code, datetime.now(UTC)):
            follow_soon(property_code)


def _row(property_code: str) -> Projection:
    """The worker's row of this property."""
    house = Property.objects.values_list("id", flat=True).get(code=property_code)
    return Projection.objects.get_or_create(property_id=house, name=AUDIT)[0]
