"""A task to be killed in the middle of. It tells by files how far it came."""

from __future__ import annotations

import time
from pathlib import Path

from celery import shared_task


@shared_task(name="tests.production.slow")
def slow(begun: str, done: str) -> None:
    """Begin, take long unless told to hurry, and finish."""
    Path(begun).touch()
    hurry = Path(begun).with_name("hurry")
    for _ in range(400):
        if hurry.exists():
            break
        time.sleep(0.1)
    Path(done).touch()
