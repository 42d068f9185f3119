"""Telling those who follow the log that there is something new, once it is committed.

Whoever follows says so here (``games.tasks``): this room does not know them. Proved by ``tests/audit/test_tasks.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from casino.telling import after_commit

Told = Callable[[str], None]
_FOLLOWING: Final[list[Told]] = []


def following(told: Told) -> Told:
    """From here on this is called with the code of a property whenever something new was committed there."""
    _FOLLOWING.append(told)
    return told


def tell_followers(property_code: str) -> None:
    """After the commit of the surrounding transaction, ask for the read models to catch up. Losing this message loses
    nothing: the followers also look by themselves."""

    def told() -> None:
        for follow in _FOLLOWING:
            follow(property_code)

    after_commit(told)
