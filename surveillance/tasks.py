"""Background work of Surveillance: follow the log, hold what cases need, find what is missing, delete what is free.

Every task is short and may run twice or not at all: what is to do is read from the database each time. Proved by
``tests/surveillance/test_tasks.py``.
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
from casino.operations import worker_messages
from casino.operations.vitals import unheard
from casino.operations.watching import Watch
from casino.site.queues import PROMPT
from surveillance.execution import spot_checks
from surveillance.keeping import expiry, gaps, guarding, holds, notices
from surveillance.rows import readmodel

_WORDS: Final = Catalogue(__file__)

SHARE: Final = 20_000
"""Positions of the log that one follower passes in one sweep at most."""
FOLLOWING: Final[dict[str, Callable[[str, datetime], object]]] = {
    holds.NAME: lambda code, now: holds.catch_up(code, now=now, limit=SHARE),
    readmodel.NAME: lambda code, _now: readmodel.catch_up(code, limit=SHARE),
}
"""The followers of this room by name, and how each takes its share: holds first, so that the rows show them at once."""
TITLES: Final[dict[str, Text]] = {
    holds.NAME: _WORDS.text("titles--name"),
    readmodel.NAME: _WORDS.text("titles--name--footage-and-cameras"),
}
LOOK_SECONDS: Final = 5.0
SWEEP_SECONDS: Final = 60.0
KEEP_SECONDS: Final = 300.0
BEAT: Final = {
    f"surveillance.{name}": {
        "task": f"surveillance.tasks.{name}",
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for name, seconds in (("sweep", SWEEP_SECONDS), ("keep", KEEP_SECONDS))
}


@shared_task(name="surveillance.tasks.sweep")
def sweep() -> None:
    """Bring the followers up, wherever something is left to do. Each gets its share of every sweep, whether or not
    another one stopped. Raises at the end what stopped any."""
    now = clock()

    def follow(code: str) -> None:
        def catch_up(name: str) -> None:
            if following.lag(name, code):
                FOLLOWING[name](code, now)

        parts(
            lambda: carry_on(catch_up, FOLLOWING),
            lambda: spot_checks.draw(code, now=now),
            lambda: notices.tell(code, now=now, prompt=True),
        )

    everywhere(follow)


@shared_task(name="surveillance.tasks.keep")
def keep() -> None:
    """Hold what cases need and release what they need no more; find gaps; delete what is free, and take away what a
    crash left of it; tell people. What is held is known before anything is deleted; nothing else waits for another."""
    now = clock()

    def keep_one(property_code: str) -> None:
        held = False

        def hold() -> None:
            nonlocal held
            holds.settle_all(property_code, now=now)
            guarding.reach_all(property_code, now=now)
            held = True

        parts(
            hold,
            lambda: gaps.look(property_code, now=now),
            lambda: spot_checks.draw(property_code, now=now),
            lambda: held and expiry.expire(property_code, now=now),
            lambda: expiry.remove_left(property_code, now=now),
            lambda: notices.tell(property_code, now=now),
        )

    everywhere(keep_one)


WATCHES: Final = (
    Watch(
        "surveillance.sweep",
        seconds=LOOK_SECONDS,
        left=lambda: behind(FOLLOWING),
        act=sweep,
        tell=lambda: worker_messages.tell(sweep),
    ),
    Watch("surveillance.keep", seconds=KEEP_SECONDS, left=lambda: unheard(PROMPT), act=keep),
)
