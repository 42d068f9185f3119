"""Prints a paper of a case: data in, PDF out (``casino.papers.setting``).

Proved by ``tests/disputes/papers/test_render.py``.
"""

from __future__ import annotations

from pathlib import Path

from casino.papers.setting import print_page
from disputes.papers.data import PaperData
from disputes.papers.letter import letter


def render(data: PaperData, *, more_fonts: Path | None = None) -> bytes:
    """The paper as PDF. ``more_fonts`` is a folder of the house's own fonts for further scripts; None: only ours.

    Raises MissingPart where the case has not come far enough for this kind, CannotPrint where the typesetter fails.
    """
    return print_page(letter(data), more_fonts=more_fonts)
