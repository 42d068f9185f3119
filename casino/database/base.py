"""Django's backend for PostgreSQL that does not wait for ever.

PostgreSQL ends a statement that takes too long itself (``statement_timeout``). A server that froze (a stopped process,
a disk that hangs, a machine gone without a word) ends nothing, and libpq has no clock for an answer: here every wait
has one, ``SILENCE_SECONDS`` of the settings, a little longer than the statement's own. A connection that was silent
for so long is closed at once, since its answer may still come and would be taken for that of the next question. 0: no
clock, for commands that may take hours. Proved by ``tests/test_database.py``.
"""

from __future__ import annotations

from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg.errors import _WaitTimeout

ONLY_WHAT_ASKS: Final = 2**31 - 1
"""Executions after which psycopg prepares a statement by itself. One that says ``prepare=True`` is planned once for
each connection: the few that every batch of every device needs. Their plans look rows up by keys, whatever the
values."""


class DatabaseWrapper(base.DatabaseWrapper):
    """As Django's, with connections whose waits end."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        connection.prepare_threshold = ONLY_WHAT_ASKS
        seconds = self.settings_dict.get("SILENCE_SECONDS", 0)
        if seconds:
            bound(connection, seconds)
        return connection


def bound(connection: psycopg.Connection[Any], seconds: float) -> None:
    """Let no wait of this connection be longer. Raises OperationalError then, and the connection is closed."""
    wait = connection.wait

    def bounded(generator: Any, *arguments: Any, **named: Any) -> Any:
        own = named.setdefault("timeout", seconds)
        try:
            return wait(generator, *arguments, **named)
        except _WaitTimeout as error:
            if own != seconds:
                raise  # whoever asked for a shorter one knows what to do
            connection.pgconn.finish()
            raise psycopg.OperationalError(f"the database did not answer within {seconds:g} seconds") from error

    connection.wait = bounded  # type: ignore[method-assign,assignment]
