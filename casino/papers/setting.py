"""Prints a paper: data in, PDF out. The same data and fonts give the same bytes; no clock, no network.

A PDF/A-2a with every font inside, readable aloud (PDF/UA-1). What a person typed comes out as the characters they typed
(``glyphs`` says what happens to those that no font has). About a tenth of a second a paper, in a process of its own
(``typesetter`` says why). Proved by ``tests/disputes/papers/test_render.py``.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any, Final, NamedTuple

from casino.core.messages import Catalogue
from casino.papers.glyphs import FONTS, coverage, shown

_WORDS: Final = Catalogue(__file__)

TYPESETTER: Final = Path(__file__).with_name("typesetter.py")
SECONDS: Final = 20
"""Of processor time, after which the typesetter is stopped: a letter takes a hundredth of it."""
PATIENCE: Final = 10
"""How many times as long it may take by the clock, on a machine that is busy."""
CODES: Final = _WORDS.text("codes")


PACKAGES: Final = {"ko": "pylopdf_fonts_ko"}


class Attached(NamedTuple):
    """A file within the PDF (PDF/A-3, relationship "Data")."""

    name: str
    content: bytes
    media_type: str
    about: str


class CannotPrint(RuntimeError):
    """The typesetter failed. The message never holds text of the paper."""


def print_page(
    page: dict[str, Any],
    *,
    more_fonts: Path | None = None,
    attached: Attached | None = None,
    seconds: float | None = None,
) -> bytes:
    """A page of blocks as PDF, in its own ``language``. ``more_fonts`` is a folder of the house's own fonts for further
    scripts; None: only ours. ``seconds`` of processor time at most, those of a letter where none are given. Raises
    CannotPrint where the typesetter fails."""
    folders = (FONTS, *fonts_of(page["language"]), *([] if more_fonts is None else [more_fonts]))
    return typeset(printable(page, coverage(folders), page["language"]), folders, attached, seconds or SECONDS)


def fonts_of(language: str) -> tuple[Path, ...]:
    """Where a package has the letters of a language that ours lack; of its fonts a paper holds what it prints."""
    package = PACKAGES.get(language)
    return () if package is None else (Path(str(resources.files(package))),)


def printable(page: dict[str, Any], covered: frozenset[int], language: str) -> dict[str, Any]:
    """The page with every text as it can be printed, and a word about Unicode numbers where one stands."""
    done: dict[str, Any] = _printable(page, covered)
    if done != page and "[U+" in json.dumps(done):
        done["foot"] = [*done["foot"], CODES.in_language(language)]
    return done


def _printable(value: Any, covered: frozenset[int]) -> Any:
    if isinstance(value, str):
        return shown(value, covered)
    if isinstance(value, list):
        return [_printable(each, covered) for each in value]
    if isinstance(value, dict):
        return {key: _printable(each, covered) for key, each in value.items()}
    return value


def typeset(page: dict[str, Any], folders: tuple[Path, ...], attached: Attached | None, seconds: float) -> bytes:
    """A page of printable text as PDF."""
    work: dict[str, Any] = {"paper": page, "fonts": [str(folder) for folder in folders], "seconds": seconds}
    if attached is not None:
        work["attached"] = {**attached._asdict(), "content": attached.content.decode("utf-8")}
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(TYPESETTER)],
            input=json.dumps(work).encode(),
            capture_output=True,
            timeout=seconds * PATIENCE,
            env={},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotPrint(f"the typesetter did not finish within {seconds * PATIENCE} seconds") from None
    if done.returncode == -signal.SIGXCPU:
        raise CannotPrint(f"the typesetter did not finish within {seconds} seconds of processor time")
    if done.returncode or not done.stdout.startswith(b"%PDF"):
        raise CannotPrint(f"the typesetter ended with {done.returncode}: {done.stderr.decode(errors='replace')[:500]}")
    return done.stdout
