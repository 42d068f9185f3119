"""Background work on cases: follow the log, tell people, watch the clocks, send letters.

Every task is short and may run twice or not at all; what is to do is read from the database each time. Proved by
``tests/disputes/notices/test_notices.py``.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Final

from celery import shared_task
from kombu.exceptions import OperationalError

from casino.ledger import follow as following
from casino.ledger.models import Property
from disputes import readmodel
from disputes.library import readmodel as library
from disputes.notices import mail, reminders, telling

log = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 5.0
REMIND_SECONDS: Final = 60.0
BEAT: Final = {
    "disputes.sweep": {
        "task": "disputes.tasks.sweep",
        "schedule": SWEEP_SECONDS,
        "options": {"expires": SWEEP_SECONDS},
    },
    "disputes.remind": {
        "task": "disputes.tasks.remind",
        "schedule": REMIND_SECONDS,
        "options": {"expires": REMIND_SECONDS},
    },
}


@shared_task(name="disputes.tasks.sweep")
def sweep() -> None:
    """Bring the read models up and tell people, wherever something is left to do; hand out what is to be mailed."""
    now = datetime.now(UTC)
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        if following.lag(readmodel.NAME, property_code):
            readmodel.catch_up(property_code)
        if following.lag(library.NAME, property_code):
            library.catch_up(property_code)
        if following.lag(telling.NAME, property_code):
            telling.catch_up(property_code, now=now)
    _mail(now)


@shared_task(name="disputes.tasks.remind")
def remind() -> None:
    """Tell people of the clocks that run out."""
    now = datetime.now(UTC)
    for property_code in Property.objects.order_by("id").values_list("code", flat=True):
        reminders.remind(property_code, now=now)
    _mail(now)


@shared_task(name="disputes.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Send one notice by e-mail."""
    mail.send(pk, now=datetime.now(UTC))


def _mail(now: datetime) -> None:
    """One task a letter. A broker that is down leaves them to the next sweep."""
    for pk in mail.unsent(now):
        try:
            send_notice.apply_async((pk,), retry=False)
        except OperationalError as error:
            log.warning("broker_unreachable notice=%s error=%s", pk, error)
            return
