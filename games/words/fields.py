"""What every field of a round's facts is called, and what its fixed values mean: forms show both.

Proved by ``tests/words/test_fields.py``, which walks every registered event type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from casino.core.messages import Catalogue
from casino.core.posts import POST_NAMES
from casino.core.text import Text
from games.catalogue import GAMES
from games.words import remedies, shared

_WORDS: Final = Catalogue(__file__)

FIELDS: Final[Mapping[str, Text]] = {
    **shared.FIELDS,
    **{name: text for game in GAMES.values() for name, text in game.words.fields.items()},
    **_WORDS.table("fields"),
}
POSTS: Final = tuple(str(code) for code in POST_NAMES)
POST_PART: Final = _WORDS.text("post_part")
STAFF_PART: Final = _WORDS.text("staff_part")

_VALUES: Final[Mapping[str, Text]] = {
    **{str(code): text for code, text in POST_NAMES.items()},
    **{code: text for game in GAMES.values() for code, text in game.words.values.items()},
    **remedies.KINDS,
    **remedies.BECAME,
    **_WORDS.table("values"),
}


def field(name: str) -> Text:
    """The name of a field; an unknown one (an older program reading newer facts) stands for itself."""
    return FIELDS.get(name) or Text(name, name)


def fixed(code: str) -> Text:
    """One of the fixed values of a field; a code without words (a card, a number of a clause) stands for itself."""
    return _VALUES.get(code) or Text(code, code)
