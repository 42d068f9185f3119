"""What ``/readyz`` says of broker, workers, queues, beat and stores: gathered by beat, read as a few rows.

The process of beat looks every :data:`LOOK_SECONDS` in a thread of its own: it writes that it is there, whether the
broker can be reached, and tells each prompt queue a message with its moment, so that the worker that takes it writes
how long it has waited. What may hang (a folder on another machine) is looked at in another thread, and is known to be
away by nothing having been heard of it. Whoever asks reads the rows alone.

Without beat nobody would notice what nobody was told of, so its silence is trouble. All else is degraded: devices and
people are served, and a little later is what they notice (``docs/operations/faults.md`` has the table). Proved by
``tests/test_vitals.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Final

from celery import shared_task
from kombu.exceptions import KombuError

from casino.celery import app
from casino.clock import now as clock
from casino.core.seams import Seam
from casino.operations import worker_messages
from casino.operations.models import Vital
from casino.operations.watching import Watch
from casino.site.health import Report
from casino.site.queues import PROMPT

LOOK_SECONDS: Final = 30.0
SILENT_SECONDS: Final = 4 * LOOK_SECONDS
"""After so long nobody is there."""
LONGEST_WAIT_SECONDS: Final = 60
"""A queue in which a message waits for longer is said to be slow."""
BROKER_SECONDS: Final = 2.0
BEAT, BROKER = "beat", "broker"
DEFAULT: Final = "default"
QUEUES: Final = (DEFAULT, PROMPT)
"""Queues of short tasks. In the others a film takes hours, and their jobs say how they stand."""

STORES: Final[Seam[str, Callable[[], str]]] = Seam(
    "Stores that may be away: what is wrong with each, or nothing. To look may hang."
)


def note(name: str, *, said: str = "", waited_ms: int = 0) -> None:
    """Something was heard of."""
    Vital.objects.bulk_create(
        [Vital(name=name, at=clock(), said=said[:500], waited_ms=waited_ms)],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at", "said", "waited_ms"],
    )


# --- Gathered ---------------------------------------------------------------------------------------------------------


def look() -> None:
    """Beat is there; is the broker? Workers say themselves that they are."""
    note(BEAT)
    note(BROKER, said=_broker())
    moment = clock().isoformat()
    worker_messages.tell(heard, DEFAULT, moment)
    worker_messages.tell(heard_promptly, PROMPT, moment)


def _broker() -> str:
    """What is wrong with the broker; a kind of error, since its text may name a password."""
    connection = app.connection_for_write(connect_timeout=BROKER_SECONDS)
    try:
        connection.ensure_connection(max_retries=1, timeout=BROKER_SECONDS)
    except (OSError, KombuError, *connection.connection_errors) as error:
        return type(error).__name__
    finally:
        connection.release()
    return ""


@shared_task(name="casino.heard", expires=SILENT_SECONDS)
def heard(queue: str, told_at: str) -> None:
    """A worker of a queue is there."""
    waited = clock() - datetime.fromisoformat(told_at)
    note(f"worker {queue}", waited_ms=max(0, int(waited.total_seconds() * 1_000)))


@shared_task(name="casino.heard_promptly", expires=SILENT_SECONDS)
def heard_promptly(queue: str, told_at: str) -> None:
    """As :func:`heard`, in the queue of what people wait for."""
    heard(queue, told_at)


def unheard(queue: str) -> bool:
    """Whether no worker of a queue was heard of lately. What is due whenever its turn comes leaves nothing that beat
    could see undone: beat does it itself then alone (``left`` of its watch)."""
    since = clock() - timedelta(seconds=SILENT_SECONDS)
    return not Vital.objects.filter(name=f"worker {queue}", at__gt=since).exists()


def look_at_stores() -> None:
    """Each store, one after the other: one that hangs is not heard of, nor are those behind it."""
    for name, store in STORES.items():
        note(f"store {name}", said=store())


WATCHES: Final = (
    Watch("vitals", LOOK_SECONDS, left=lambda: True, act=look),
    Watch("vitals.stores", LOOK_SECONDS, left=lambda: True, act=look_at_stores),
)


# --- Told -------------------------------------------------------------------------------------------------------------


def report() -> Iterator[Report]:
    """A line for whatever is not as it should be. Where beat is silent, that is all that is known."""
    rows = {row.name: row for row in Vital.objects.all()}
    now = clock()

    def silent(name: str) -> bool:
        row = rows.get(name)
        return row is None or (now - row.at).total_seconds() > SILENT_SECONDS

    if silent(BEAT):
        yield Report("beat silent", "beat")
        return
    if rows[BROKER].said:
        yield Report("broker away", None)
    for queue in QUEUES:
        row = rows.get(f"worker {queue}")
        if silent(f"worker {queue}"):
            yield Report(f"workers {queue} silent", None)
        elif row is not None and row.waited_ms > 1_000 * LONGEST_WAIT_SECONDS:
            yield Report(f"queue {queue} {row.waited_ms // 1_000} s", None)
    for name in STORES:
        row = rows.get(f"store {name}")
        if silent(f"store {name}") or (row is not None and row.said):
            yield Report(f"{name} away", None)
