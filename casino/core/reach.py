"""Which properties the answer to a request may read: all, or those to which its person is posted.

Kept beside the work, not handed through it: every row of a property is read through a manager that asks here
(``casino.ledger.models.OfHouse``), so that a page, a list, a search or an answer over the API that is written tomorrow
is narrowed as well. Work without a request reads everything. Pure. Proved by ``tests/test_reach.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_REACHED: Final[ContextVar[frozenset[int] | None]] = ContextVar("reached", default=None)


def reached() -> frozenset[int] | None:
    """The primary keys of the properties that may be read here; None: all."""
    return _REACHED.get()


@contextmanager
def reaching(properties: frozenset[int] | None) -> Iterator[None]:
    """Within this, these properties are read and no other; None: all."""
    token = _REACHED.set(properties)
    try:
        yield
    finally:
        _REACHED.reset(token)
