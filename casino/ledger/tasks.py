"""Background work: rows that are only ever added are noted in the record. Running twice at once: one of the two fails
on the version, and the next run goes on. Proved by ``tests/ledger/test_noting.py``."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from celery import shared_task

from casino.clock import now as clock
from casino.ledger import noting
from casino.ledger.errors import ConcurrencyConflict
from casino.ledger.everywhere import carry_on
from casino.ledger.models import Property

EVERY_SECONDS: Final = 1800.0
BEAT: Final = {
    "ledger.note_rows": {
        "task": "casino.ledger.tasks.note_rows",
        "schedule": EVERY_SECONDS,
        "options": {"expires": EVERY_SECONDS},
    }
}


@shared_task(name="casino.ledger.tasks.note_rows")
def note_rows() -> None:
    """Of every property what came since the last run."""

    def note(code: str) -> None:
        with suppress(ConcurrencyConflict):
            noting.note(code, clock())

    carry_on(note, Property.all_houses.order_by("pk").values_list("code", flat=True))
