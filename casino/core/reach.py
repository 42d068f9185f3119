"""Which rows the answer to a request may read: those of all properties or of those to which its person is posted; and
of rounds, findings, cases and films those that the house opened to an account that looks on.

Kept beside the work, not handed through it: every row of a property is read through a manager that asks here
(``casino.ledger.models.OfHouse``), so that a page, a list, a search or an answer over the API that is written tomorrow
is narrowed as well. Work without a request reads everything. Pure. Proved by ``tests/test_reach.py`` and
``tests/surveillance/reports/test_narrowed.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any, Final

Found = Callable[[], frozenset[int] | None]
"""Finds out which properties may be read; None: all."""
_REACHED: Final[ContextVar[Found | None]] = ContextVar("reached", default=None)
Narrow = Callable[[str], Any]
"""Kind of rows -> the condition (``Q``) on those that may be read; an empty one: all."""
_NARROWED: Final[ContextVar[Narrow | None]] = ContextVar("narrowed", default=None)


def reached() -> frozenset[int] | None:
    """The primary keys of the properties that may be read here; None: all."""
    find = _REACHED.get()
    return None if find is None else find()


@contextmanager
def reaching(find: Found) -> Iterator[None]:
    """Within this, the properties that are found are read and no other. Found once, when it is first asked: what is the
    same for everybody is answered without a look at who asks."""

    @cache
    def once() -> frozenset[int] | None:
        looked = _REACHED.set(None)  # whoever finds it out reads without bounds
        try:
            return find()
        finally:
            _REACHED.reset(looked)

    token = _REACHED.set(once)
    try:
        yield
    finally:
        _REACHED.reset(token)


def narrowed(kind: str) -> Any:
    """The condition on the rows of a kind that may be read here; None, or an empty one: all."""
    find = _NARROWED.get()
    if find is None:
        return None
    with narrowing(None):  # whoever finds it out reads without it
        return find(kind)


@contextmanager
def narrowing(find: Narrow | None) -> Iterator[None]:
    """Within this, rows of a kind are read as ``find`` says; None: all."""
    token = _NARROWED.set(find)
    try:
        yield
    finally:
        _NARROWED.reset(token)
