"""The finding codes that only sic bo raises, with their severity, and what each is called and means.

``tests/engine/test_codes.py`` shows that its judgement raises these and the shared ones, and no others.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.judgement import Severity

_WORDS: Final = Catalogue(__file__)

CODES: Final[dict[str, Severity]] = {
    "played_while_held": Severity.PROCEDURE,
    "failure_not_reported": Severity.PROCEDURE,
}

FINDINGS: Final[dict[str, tuple[Text, Text]]] = _WORDS.pairs("findings")
