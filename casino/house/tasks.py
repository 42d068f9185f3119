"""Background work: what a property has set for itself comes into its row when its moment comes. Running twice changes
nothing. Proved by ``tests/house/test_service.py``."""

from __future__ import annotations

from typing import Final

from celery import shared_task

from casino.clock import now as clock
from casino.house import service

EVERY_SECONDS: Final = 60.0
BEAT: Final = {
    "house.bring_rows_up": {
        "task": "house.bring_rows_up",
        "schedule": EVERY_SECONDS,
        "options": {"expires": EVERY_SECONDS},
    }
}


@shared_task(name="house.bring_rows_up")
def bring_rows_up() -> None:
    service.bring_rows_up(clock())
