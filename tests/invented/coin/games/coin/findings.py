"""The finding code that only the coin toss raises. Proved by ``tests/engine/test_codes.py``."""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {"coin_hardly_turned": Severity.PROCEDURE}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    "coin_hardly_turned": (
        _WORDS.text("findings--coin_hardly_turned"),
        _WORDS.text("findings--coin_hardly_turned--the-coin-turned-over-fewer"),
    ),
}
