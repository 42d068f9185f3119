"""Notices that a higher room makes: it says what one says and where it leads, by the notice's kind.

Proved by ``tests/surveillance/test_notices.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from casino.core.seams import Seam
from casino.core.text import Text
from disputes.notices.models import Notice


class Source(NamedTuple):
    """``headline``: what it is about, in both languages; ``reference``: in short; ``address``: where that is looked at
    in the admin."""

    headline: Callable[[Notice], Text]
    reference: Callable[[Notice], str]
    address: Callable[[Notice], str]


SOURCES: Final[Seam[str, Source]] = Seam("What a notice of a kind says, where a room of its own makes it.")
