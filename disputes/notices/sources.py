"""Notices that a higher room makes: it says what one says and where it leads, by the notice's kind.

Proved by ``tests/surveillance/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from casino.core.text import Text
from disputes.notices.models import Notice, NoticeKind


class Source(NamedTuple):
    """``headline``: what it is about, in both languages; ``reference``: in short; ``address``: where that is looked at
    in the admin."""

    headline: Callable[[Notice], Text]
    reference: Callable[[Notice], str]
    address: Callable[[Notice], str]


SOURCES: Final[dict[str, Source]] = {}
"""Kind of notice -> who speaks for it."""


def speak_for(kind: NoticeKind, source: Source) -> None:
    """Called once, at start."""
    SOURCES[kind.value] = source
