"""Background work of the vault: destroy the keys of erased persons that a crash or a restored copy left behind.

Proved by ``tests/vault/test_erasure.py``.
"""

from __future__ import annotations

import logging
from typing import Final

from celery import shared_task

from casino.vault import sealing

logger = logging.getLogger(__name__)

FINISH_SECONDS: Final = 600.0
BEAT: Final = {
    "disputes.finish_erasures": {
        "task": "casino.vault.tasks.finish_erasures",
        "schedule": FINISH_SECONDS,
        "options": {"expires": FINISH_SECONDS},
    },
}


@shared_task(name="casino.vault.tasks.finish_erasures")
def finish_erasures() -> None:
    """Nothing to do, as a rule."""
    for person in sealing.finish_erasures():
        logger.warning("erasure_finished person=%s", person)
