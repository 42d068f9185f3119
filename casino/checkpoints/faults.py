"""What stops a log until a person has looked: a code that is stored, and a sentence in both languages.

The codes stand in ``deploy/RUNBOOK.md`` with what to do.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)

FAULTS: Final[dict[str, Text]] = _WORDS.table("faults")


class Fault(Exception):
    """Stops the log. ``detail`` is for the person who looks: a path, a position, what was said."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{self.text.en} {detail}".strip())

    @property
    def text(self) -> Text:
        return FAULTS[self.code]

    @property
    def stored(self) -> str:
        """As it is kept in a row: the code, a space, the detail."""
        return f"{self.code} {self.detail}".strip()[:500]


def sentence(stored: str) -> Text:
    """A stored fault in words, with its detail. Unknown codes are told as they are."""
    code, _space, detail = stored.partition(" ")
    text = FAULTS.get(code)
    if text is None:
        return Text(vi=stored, en=stored)
    return text.turned(lambda said: f"{said} {detail}".strip())
