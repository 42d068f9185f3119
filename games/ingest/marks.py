"""How events are marked that a person of the house said by a file of lines (``games.ingest.by_hand``), and how pages
tell it. Pure. Proved by ``tests/ingest/test_by_hand.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.text import Text

MARK: Final = "command_line"


def told(correlation: str | None) -> Text | None:
    """How an event came that a person said by a file; None for any other."""
    mark, _, second = (correlation or "").partition(":")
    if mark != MARK:
        return None
    by = Text(f", {second} xác nhận", f", confirmed by {second}") if second else Text("", "")
    return Text(f"nhập từ dòng lệnh{by.vi}", f"entered from the command line{by.en}")
