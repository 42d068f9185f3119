"""``tableproof-verify PAPER.pdf``: a letter or report checked by its file, offline (``casino.papers.checking``).

Exit codes: 0 genuine, 1 changed or signed by another key than those given, 3 as it was signed and no key given,
4 unreadable, 5 not signed, 6 signed with a key after it was stolen. Proved by
``tests/surveillance/bundle/test_paper_check.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.papers.checking import LARGEST, MAGIC, Verdict, check_paper

_WORDS: Final = Catalogue(__file__)

__all__ = ["MAGIC", "Verdict", "as_text", "check_file", "check_paper", "fingerprints"]

FINGERPRINT: Final = re.compile(r"\b(?:[0-9A-Fa-f]{2}[ :]?){31}[0-9A-Fa-f]{2}\b")
"""SHA-256 in hexadecimal, in one, or in groups as a key sheet and OpenSSL print it."""
SAID: Final = _WORDS.table("said")
LINES: Final = _WORDS.table("lines")


def fingerprints(given: Iterable[str]) -> frozenset[str]:
    """Fingerprints as typed, or every one that stands in a file (a key sheet as text). Raises ValueError, OSError."""
    found: set[str] = set()
    for text in given:
        named = FINGERPRINT.findall(text if FINGERPRINT.fullmatch(text) else Path(text).read_text("utf-8"))
        if not named:
            raise ValueError(f"no fingerprint of a key: {text}")
        found |= {each.replace(" ", "").replace(":", "").lower() for each in named}
    return frozenset(found)


def check_file(file: Path, trusted: frozenset[str]) -> Verdict:
    """Judge a file, of which no more is read than a paper can be long. Raises OSError."""
    with file.open("rb") as opened:
        return check_paper(opened.read(LARGEST + 1), trusted)


def as_text(verdict: Verdict, language: str) -> list[str]:
    """The verdict for people, line by line."""
    lines = [SAID[verdict.state].in_language(language)]
    for name, label in LINES.items():
        value = getattr(verdict, name)
        if value:
            shown = f"{value:%Y-%m-%d %H:%M:%S} UTC" if hasattr(value, "strftime") else value
            lines.append(f"{label.in_language(language)}: {shown}")
    return lines


def as_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict for machines."""
    return {**msgspec.to_builtins(verdict), "exit_code": verdict.exit_code}
