"""A guide on two sheets: the same parts and pictures as in the product, in the look of the house's other papers.

Proved by ``tests/guides/test_paper.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.guides.shelf import picture
from casino.guides.source import Guide, Part, Piece
from casino.ledger.models import Property
from casino.papers.setting import print_page
from casino.papers.sheet import PAGE

_WORDS: Final = Catalogue(__file__)

HOUSE: Final = "Tableproof"
"""At the head where no property is set up yet."""
GUIDE: Final = _WORDS.text("guide")
TOLD: Final = _WORDS.text("told")
WRITTEN: Final = datetime(2026, 11, 23, tzinfo=UTC)
"""The date of the document: that of its text, so that the same guide gives the same bytes."""
NARROW_PX: Final = 800
"""A picture up to this width is a phone's (at two dots a pixel), and does not fill its column."""


def printed(guide: Guide, code: str, language: str, *, owner: Property | None) -> bytes:
    """The guide as PDF. CannotPrint of the typesetter."""
    names = Text(HOUSE, HOUSE) if owner is None else Text(owner.name_vi, owner.name_en)
    kind = GUIDE.in_language(language)
    page: dict[str, Any] = {
        "language": language,
        "title": guide.title,
        "house": names.in_language(language),
        "house_also": names.en if language == "vi" else names.vi,
        "code": HOUSE if owner is None else owner.code,
        "motto": [],
        "number": kind,
        "date": "",
        "created": [WRITTEN.year, WRITTEN.month, WRITTEN.day, 0, 0, 0],
        "to_label": "",
        "to": [],
        "lead": guide.summary,
        "running": kind,
        "page": PAGE.in_language(language),
        "foot": [TOLD.in_language(language)],
        "columns": 2,
        "size": 9,
        "blocks": [block for part in guide.parts for block in _blocks(part, language)],
    }
    return print_page(page, more_fonts=Path(settings.PAPER_FONTS_DIR) if settings.PAPER_FONTS_DIR else None)


def _blocks(part: Part, language: str) -> list[dict[str, Any]]:
    pieces = [_piece(piece, language) for piece in part.pieces]
    return [{"block": "heading", "text": part.title}, *pieces]


def _piece(piece: Piece, language: str) -> dict[str, Any]:
    if piece.kind == "picture":
        content = picture(piece.name, language).read_bytes()
        narrow = int.from_bytes(content[16:20], "big") <= NARROW_PX  # the width in a PNG's first chunk
        return {"block": "shot", "png": list(content), "alt": piece.text, "narrow": narrow}
    runs = [{"text": run.text, "said": run.said} for run in piece.runs]
    return {"block": piece.kind if piece.kind != "paragraph" else "told", "number": piece.number, "runs": runs}
