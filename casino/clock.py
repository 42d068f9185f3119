"""The server's clock: the only place where the house reads it. Whoever decides or judges takes the moment as an
argument; pages, tasks and commands, at the edge, ask here.

A test that needs an hour, a day or a zone sets it here, for the product and itself at once (``tests/clock.py``);
``tests/architecture/test_clock.py`` holds that nobody asks the machine elsewhere.
"""

from __future__ import annotations

from datetime import UTC, datetime


def machine() -> datetime:
    """What the machine's clock says."""
    return datetime.now(UTC)


def now() -> datetime:
    """The moment, in UTC."""
    return machine()
