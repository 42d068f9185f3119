"""Background work on cases: follow the log, tell people, watch the clocks, send letters.

Every task is short and may run twice or not at all; what is to do is read from the database each time. Proved by
``tests/disputes/notices/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from celery import shared_task

from casino.clock import now as clock
from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger import follow as following
from casino.ledger.behind import behind
from casino.ledger.everywhere import carry_on, everywhere, parts
from casino.operations import worker_messages as workers
from casino.operations.vitals import unheard
from casino.operations.watching import Watch
from casino.site.queues import PROMPT
from disputes.execution import terms
from disputes.library import readmodel as library
from disputes.notices import follower, mail, reminders
from disputes.rows import presence, readmodel

_WORDS: Final = Catalogue(__file__)

SHARE: Final = 20_000
"""Positions of the log that one follower passes in one sweep at most, so that the next one's turn comes."""
FOLLOWING: Final[dict[str, Callable[[str, datetime], object]]] = {
    readmodel.NAME: lambda code, _now: readmodel.catch_up(code, limit=SHARE),
    library.NAME: lambda code, _now: library.catch_up(code, limit=SHARE),
    follower.NAME: lambda code, now: follower.catch_up(code, now=now, limit=SHARE),
}
"""The followers of this room by name, and how each takes its share."""
TITLES: Final[dict[str, Text]] = {
    readmodel.NAME: _WORDS.text("titles--name"),
    library.NAME: _WORDS.text("titles--name--library-of-decisions"),
    follower.NAME: _WORDS.text("titles--name--notices"),
}
LOOK_SECONDS: Final = 5.0
SWEEP_SECONDS: Final = 60.0
REMIND_SECONDS: Final = 60.0
TERMS_SECONDS: Final = 3600.0
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
    "disputes.end_terms": {
        "task": "disputes.tasks.end_terms",
        "schedule": TERMS_SECONDS,
        "options": {"expires": TERMS_SECONDS},
    },
}


@shared_task(name="disputes.tasks.sweep")
def sweep() -> None:
    """Bring the read models up and tell people, wherever something is left to do; hand out what is to be mailed. Each
    follower gets its share of every sweep, whatever is left to another, and whether or not another one stopped. Raises
    at the end what stopped any."""
    now = clock()

    def follow(code: str) -> None:
        def catch_up(name: str) -> None:
            if following.lag(name, code):
                FOLLOWING[name](code, now)

        carry_on(catch_up, FOLLOWING)

    parts(lambda: everywhere(follow), lambda: _mail(now))


@shared_task(name="disputes.tasks.remind")
def remind() -> None:
    """Tell people of the clocks that run out."""
    now = clock()
    parts(
        lambda: everywhere(lambda code: reminders.remind(code, now=now)),
        lambda: presence.sweep(now),
        lambda: _mail(now),
    )


@shared_task(name="disputes.tasks.end_terms")
def end_terms() -> None:
    """Erase what people said in cases whose term has ended."""
    now = clock()
    everywhere(lambda code: terms.end_terms(code, now=now))


@shared_task(name="disputes.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Send one notice by e-mail."""
    mail.send(pk, now=clock())


def _mail(now: datetime) -> None:
    """One task a letter. Those that no worker is told of are left to the next sweep."""
    for pk in mail.unsent(now):
        workers.tell(send_notice, pk)


def _send_all() -> None:
    """Send the letters here, one after the other, without a worker."""
    now = clock()
    for pk in mail.unsent(now):
        if not mail.send(pk, now=now):
            return  # a mail server that does not answer is not asked a hundred times


WATCHES: Final = (
    Watch(
        "disputes.sweep",
        seconds=LOOK_SECONDS,
        left=lambda: behind(FOLLOWING),
        act=sweep,
        tell=lambda: workers.tell(sweep),
    ),
    Watch("disputes.remind", seconds=REMIND_SECONDS, left=lambda: unheard(PROMPT), act=remind),
    Watch(
        "disputes.mail",
        seconds=REMIND_SECONDS,
        left=lambda: tuple(mail.unsent(clock())),
        act=_send_all,
        tell=lambda: _mail(clock()),
    ),
)
