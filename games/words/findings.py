"""Finding codes in words: a name, and what it means. Those of one game stand in its folder.

Proved by ``tests/words/test_words.py``, which asks for every code of ``games.catalogue``.
"""

from __future__ import annotations

from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.catalogue import GAMES
from games.words.claims import CLAIMS

_WORDS: Final = Catalogue(__file__)

FINDINGS: Final[dict[str, tuple[Text, Text]]] = {
    **_WORDS.pairs("findings"),
    **CLAIMS,
    **{code: said for game in GAMES.values() for code, said in game.words.findings.items()},
}
