"""What the verifier says, in Vietnamese and English: verdicts, reasons, remarks, figures.

No catalogue of translations is needed where it is installed alone. Proved by
``tests/surveillance/bundle/test_words.py``.
"""

from __future__ import annotations

import re
from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.film.seals import STATES

_WORDS: Final = Catalogue(__file__)

VERDICTS: Final = _WORDS.table("verdicts")

PACKAGE_VERDICTS: Final = _WORDS.table("package-verdicts")

REASONS: Final = _WORDS.table("reasons")

REMARKS: Final = _WORDS.table("remarks")

FIGURES: Final = _WORDS.table("figures")

HEADS: Final = _WORDS.table("heads")


DETAILS: Final = ("why", "error")
"""Values that go into no sentence: what a part of the program said of it, in English, whoever reads the report."""
POSITIONS: Final = re.compile(r"positions? ([0-9]+)(?: to ([0-9]+))?")


def sentence(code: str, values: dict[str, str]) -> Text:
    """What a reason or a remark says, whole in each language."""
    text = REASONS.get(code) or REMARKS.get(code) or HEADS["unknown"]
    states = {name: STATES[value] for name, value in values.items() if name == "state" and value in STATES}
    return text.format(**(values | states))


def detail(values: dict[str, str]) -> str | None:
    """What is shown beside the sentence, on a line of its own."""
    return next((values[name] for name in DETAILS if values.get(name)), None)


def place(where: str) -> Text:
    """Where it is: a name of the bundle as it stands there, or positions of the log."""
    found = POSITIONS.fullmatch(where)
    if found is None:
        return Text(where, where)
    return _WORDS.text("positions" if found[2] else "position", where=where, first=found[1], last=found[2])
