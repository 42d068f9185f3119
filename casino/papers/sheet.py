"""A paper of one page or a few as PDF: the frame that covers of packages, reports of shifts and of findings share.

Printed by the typesetter of the papers (``casino.papers``), which sees text and nothing else. Proved by
``tests/surveillance/files/test_exports.py`` and ``tests/surveillance/test_shift.py``.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.ledger.models import Property
from casino.papers.blocks import Block
from casino.papers.setting import print_page

_WORDS: Final = Catalogue(__file__)

PAGE: Final = _WORDS.text("page")


def printed(
    owner: Property,
    language: str,
    *,
    title: str,
    number: str,
    date: str,
    running: str,
    foot: list[str],
    blocks: list[Block],
    now: datetime,
) -> bytes:
    """The paper. ``number`` and ``date`` stand beside the title, ``running`` at the head of further pages. CannotPrint
    of the typesetter."""
    names = Text(owner.name_vi, owner.name_en)
    letter = {
        "language": language,
        "title": title,
        "house": names.in_language(language),
        "house_also": names.en if language == "vi" else names.vi,
        "code": owner.code,
        "motto": [],
        "number": number,
        "date": date,
        "created": [now.year, now.month, now.day, now.hour, now.minute, now.second],
        "to_label": "",
        "to": [],
        "running": running,
        "page": PAGE.in_language(language),
        "foot": foot,
        "blocks": blocks,
    }
    return print_page(letter, more_fonts=Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None)
