"""Kombu's transport for the queue in PostgreSQL, without what it asks at rest. Kombu 5.7; look again whether it is
needed with each upgrade.

Before each poll it lists all queues to learn whether the connection lives: half of what a worker asks
while there is nothing to do. A read says so itself, by an error that is taken for a lost connection as well.
Proved by ``tests/embedded/test_run.py`` (PostgreSQL killed under its workers); counted by ``tests/test_at_rest.py``.
"""

from __future__ import annotations

from kombu.transport import pgmq


class Transport(pgmq.Transport):
    """For workers and beat."""

    def verify_connection(self, connection: object) -> bool:
        return True
