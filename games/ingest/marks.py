"""How events are marked that a person of the house said by a file of lines (``games.ingest.by_hand``), and how pages
tell it. Pure. Proved by ``tests/ingest/test_by_hand.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

MARK: Final = "command_line"


def told(correlation: str | None) -> Text | None:
    """How an event came that a person said by a file; None for any other."""
    mark, _, second = (correlation or "").partition(":")
    if mark != MARK:
        return None
    by = _WORDS.text("confirmed-by-second", second=second) if second else Text("", "")
    return _WORDS.text("entered-from-the-command-line", by=by)
