"""Prints a paper: data in, PDF out. The same data and fonts give the same bytes; no clock, no network.

A PDF/A-2a with every font inside, readable aloud (PDF/UA-1). What a person typed comes out as the characters they typed
(``glyphs`` says what happens to those that no font has). About a tenth of a second a paper, in a process of its own
(``typesetter`` says why). Proved by ``tests/disputes/papers/test_render.py``.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from disputes.papers import words
from disputes.papers.data import PaperData
from disputes.papers.glyphs import FONTS, coverage, shown
from disputes.papers.letter import letter

TYPESETTER: Final = Path(__file__).with_name("typesetter.py")
SECONDS: Final = 20
"""After this the typesetter is stopped: a letter takes a hundredth of it."""


class CannotPrint(RuntimeError):
    """The typesetter failed. The message never holds text of the paper."""


def render(data: PaperData, *, more_fonts: Path | None = None) -> bytes:
    """The paper as PDF. ``more_fonts`` is a folder of the house's own fonts for further scripts; None: only ours.

    Raises MissingPart where the case has not come far enough for this kind, CannotPrint where the typesetter fails.
    """
    folders = (FONTS,) if more_fonts is None else (FONTS, more_fonts)
    return typeset(printable(letter(data), coverage(folders), data.language), folders)


def printable(page: dict[str, Any], covered: frozenset[int], language: str) -> dict[str, Any]:
    """The letter with every text as it can be printed, and a word about Unicode numbers where one stands."""
    done: dict[str, Any] = _printable(page, covered)
    if done != page and "[U+" in json.dumps(done):
        done["foot"] = [*done["foot"], words.CODES.in_language(language)]
    return done


def _printable(value: Any, covered: frozenset[int]) -> Any:
    if isinstance(value, str):
        return shown(value, covered)
    if isinstance(value, list):
        return [_printable(each, covered) for each in value]
    if isinstance(value, dict):
        return {key: _printable(each, covered) for key, each in value.items()}
    return value


def typeset(page: dict[str, Any], folders: tuple[Path, ...]) -> bytes:
    """A letter of printable text as PDF."""
    work = {"letter": page, "fonts": [str(folder) for folder in folders]}
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(TYPESETTER)],
            input=json.dumps(work).encode(),
            capture_output=True,
            timeout=SECONDS,
            env={},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotPrint(f"the typesetter did not finish within {SECONDS} seconds") from None
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise CannotPrint(f"the typesetter ended with {done.returncode}: {done.stderr.decode(errors='replace')[:500]}")
    return done.stdout
