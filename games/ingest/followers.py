"""Telling those who follow the log that there is something new, once it is committed.

Whoever follows says so (:data:`FOLLOWING`): this room does not know them. Each has a statement by which the database
knows whether it was asked before and has not begun; it can travel with a commit. Proved by
``tests/audit/test_tasks.py`` and ``tests/test_worker_messages.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from casino.core.seams import Seam
from casino.ledger.trips import Statement
from casino.operations.worker_messages import after_commit

Row = tuple[Any, ...]
Told = Callable[[str, Row | None], None]


class Follower(NamedTuple):
    """``told`` is called with the code of a property whenever something new was committed there, and with the row that
    ``statement`` answered after the commit; None where it has still to be asked."""

    statement: Callable[[str], Statement]
    told: Told


FOLLOWING: Final[Seam[str, Follower]] = Seam("Who is told of what is new in the log, once it is committed.")


def statements(property_code: str) -> list[Statement]:
    """What is to be executed after a commit; :func:`tell_followers` wants the answers."""
    return [follower.statement(property_code) for follower in FOLLOWING.values()]


def tell_followers(property_code: str, answers: list[Row] | None = None) -> None:
    """After the commit of the surrounding transaction, ask for the read models to catch up. Losing this message loses
    nothing: the followers also look by themselves. ``answers`` are those of :func:`statements`, where they were asked
    with the commit."""
    rows: list[Row] | list[None] = answers if answers is not None else [None] * len(FOLLOWING)

    def told() -> None:
        for follower, row in zip(FOLLOWING.values(), rows, strict=True):
            follower.told(property_code, row)

    after_commit(told)
