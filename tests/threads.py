"""Doing something beside the test's own thread: in another transaction, or where a browser's driver runs an event loop
in the test's, in which Django refuses to use the database.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection


def in_thread(act: Callable[[], Any]) -> Any:
    """Do this in a thread of its own, with a connection and transaction of its own."""

    def run() -> Any:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()
