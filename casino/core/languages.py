"""The languages of the house: Vietnamese and English, of equal standing, and further ones by files alone.

A further language is one for which pages have their words (``locale/<code>``); its other words lie in ``<code>.ftl``
beside those of the two (``casino.core.messages``), and its guides beside theirs. What a guest is told may have further
ones still (``games.telling``). Pure. Source: ADR 164. Proved by ``tests/languages``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

BOTH: Final = ("vi", "en")
"""Every message stands in both."""
LOCALE: Final = Path(__file__).parents[2] / "locale"


def in_order(found: Iterable[str]) -> tuple[str, ...]:
    """Those two, and then the further ones that were found."""
    return (*BOTH, *sorted(set(found) - set(BOTH)))


LANGUAGES: Final = in_order(each.name for each in LOCALE.glob("*") if (each / "LC_MESSAGES").is_dir())
