"""What is asked once for a page: answers that the rooms share while one request is answered that changes nothing.

Who somebody is, where they are posted and which properties there are is needed by every panel, badge and line of a page
and known to none of them beforehand. Each asks, the first one is answered by the database. A request that may change
something (anything but GET and HEAD) and work without a request ask anew each time, so that nothing that was just
written is missed. Proved by ``tests/test_remembering.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

T = TypeVar("T")
READS: Final = ("GET", "HEAD")
"""Methods that change nothing (RFC 9110, 9.2.1)."""
_KEPT: Final[ContextVar[dict[object, Any] | None]] = ContextVar("remembered", default=None)


def once(key: object, make: Callable[[], T]) -> T:
    """What ``make`` gives, made once for each key in a page; made each time outside."""
    kept = _KEPT.get()
    if kept is None:
        return make()
    if key not in kept:
        kept[key] = make()
    found: T = kept[key]
    return found


def remember(key: object, value: Any) -> None:
    """Answer for a key that was found out together with others; nothing outside a page."""
    kept = _KEPT.get()
    if kept is not None:
        kept[key] = value


def is_page() -> bool:
    """Whether answers are kept: what is asked piece by piece is then better asked whole."""
    return _KEPT.get() is not None


@contextmanager
def remembering(method: str | None) -> Iterator[None]:
    """Within this, answers are kept, if the method of the request changes nothing."""
    token = _KEPT.set({} if method in READS else None)
    try:
        yield
    finally:
        _KEPT.reset(token)
