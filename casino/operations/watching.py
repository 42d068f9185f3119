"""Those who look by themselves: what was not told is found and done without any broker.

The process of beat, of which there is exactly one, looks in threads of its own whether something was left lying: each
:class:`Watch` says what is left, and if nothing of that has moved since the last look, nobody was told or nobody
listens, and the watch does the work itself. With a broker that is refused, frozen or gone the house therefore goes on,
a few seconds later than usual. While workers work, a look is a handful of small queries.

Proved by ``tests/test_watching.py`` and ``tests/production/test_brokers.py``.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

from celery.signals import beat_init
from django.db import close_old_connections

from casino.core.seams import Seam

log = logging.getLogger(__name__)


class _Over(tuple[str, ...]):
    """An empty tuple that is no other."""


OVER: Final[tuple[str, ...]] = _Over()
"""What ``left`` answers where nothing is left and nothing will ever be again."""


class Watch(NamedTuple):
    """``left`` answers what is left to do, in a way that changes when somebody does some of it, and nothing (None, an
    empty tuple) where all is done, :data:`OVER` where it stays done and need not be looked at again; ``tell`` tells a
    worker of it, ``act`` does it, or a good part. Looked at every ``seconds``: so nobody is told every few seconds to
    look whether there is anything."""

    name: str
    seconds: float
    left: Callable[[], Hashable]
    act: Callable[[], object]
    tell: Callable[[], object] | None = None


class Watcher:
    """One watch, with what it saw the last time."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self._seen: Hashable = None
        self.is_over = False

    def look(self) -> bool:
        """Look once, tell a worker of what is left, and act where nothing moved since; whether it acted."""
        left = self.watch.left()
        idle = bool(left) and left == self._seen
        if idle:
            log.info("nobody_was_told watch=%s", self.watch.name)
            self.watch.act()
            left = self.watch.left()
        elif left and self.watch.tell is not None:
            self.watch.tell()
        self._seen = left
        self.is_over = left is OVER
        return idle


WATCHES: Final[Seam[str, Watch]] = Seam("What the process of beat looks after by itself.")


def begin(stop: threading.Event | None = None) -> list[threading.Thread]:
    """Look after everything, each in a thread that ends with the process or with ``stop``."""
    ending = stop or threading.Event()
    threads = []
    for each in WATCHES.values():
        thread = threading.Thread(target=_keep_looking, args=(each, ending), name=each.name, daemon=True)
        thread.start()
        threads.append(thread)
    return threads


def _keep_looking(watch: Watch, ending: threading.Event) -> None:
    watcher = Watcher(watch)
    while not watcher.is_over and not ending.wait(watch.seconds):
        close_old_connections()
        try:
            watcher.look()
        except Exception:
            # A follower that stopped has written down why (games.rows.readmodel.watched); the others are looked after
            # still.
            log.exception("watch_failed watch=%s", watch.name)
    close_old_connections()


@beat_init.connect(weak=False)
def _begin_with_beat(**_: object) -> None:
    begin()
