"""Work for every property: what fails at one stops no other.

Every periodic task goes over the properties, and what comes with each (witnesses, holds, films, …), by
:func:`everywhere` or :func:`carry_on`, and by no loop of its own; all of them are tried, then what failed is raised
together, so that the log and whoever counts tasks see it. Proved for every task by ``tests/test_everywhere.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

from django.db import DatabaseError, connection

from casino.ledger.models import Property

log = logging.getLogger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")


def codes() -> list[str]:
    """The codes of all properties, the oldest first."""
    return list(Property.objects.order_by("id").values_list("code", flat=True))


def everywhere(work: Callable[[str], Result]) -> list[Result]:
    """The work for each property, by its code; as :func:`carry_on`. What failed says at which."""

    def named(code: str) -> Result:
        try:
            return work(code)
        except Exception as error:
            error.add_note(code)
            raise

    return carry_on(named, codes())


def carry_on(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """The work for each item, whether or not it failed at another; what it answered for each. Raises ExceptionGroup at
    the end of what failed, and at once where a transaction is around it all that one of them has broken."""
    done: list[Result] = []
    failed: list[Exception] = []
    for item in items:
        try:
            done.append(work(item))
        except Exception as error:
            if connection.in_atomic_block and connection.needs_rollback:
                raise
            failed.append(error)
    if failed:
        raise ExceptionGroup("failed at some, and carried on", failed)
    return done


def first_lines(error: BaseException) -> list[str]:
    """What failed, each in a line with what was noted at it."""
    if isinstance(error, BaseExceptionGroup):
        return [line for each in error.exceptions for line in first_lines(each)]
    return [" ".join((f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())))]


def parts(*works: Callable[[], object]) -> None:
    """The parts of one task, each whether or not another failed; as :func:`carry_on`."""
    carry_on(lambda work: work(), works)


def left(look: Callable[[str], Hashable]) -> tuple[tuple[str, Hashable], ...]:
    """What is left to do at each property where something is, for a watch (``casino/operations/watching.py``). A
    property of which that cannot be told counts as one where nothing moves: the work is tried, and the others are
    looked after."""
    found: list[tuple[str, Hashable]] = []
    for code in codes():
        try:
            said = look(code)
        except DatabaseError:
            raise
        except Exception as error:
            log.exception("left_unknown property=%s", code)
            said = type(error).__name__
        if said:
            found.append((code, said))
    return tuple(found)
