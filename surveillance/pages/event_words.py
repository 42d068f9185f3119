"""The events of footage in sentences: who did it, at which table or camera, over which interval; recordings as their
chain of custody tells them. What was sealed is never told here.

Proved by ``tests/words/test_words.py`` and ``tests/surveillance/test_event_words.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.facts import Person
from games.engine.sentences import join, person
from surveillance.files import copy_facts, event_words
from surveillance.record import facts as f

_WORDS: Final = Catalogue(__file__)

NAMED: Final = _WORDS.table("named")
"""Field -> how it is told, in this order."""


def _value(value: Any) -> str:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%d/%m/%Y %H:%M:%S} UTC"
    return str(value)


def told(fact: Any, _currency: str = "") -> Text:
    """What an event says, in sentences."""
    parts = []
    for name, words in NAMED.items():
        value = getattr(fact, name, None)
        if value is not None and value != "":
            parts.append(words.format(value=_value(value)))
    people = [value for name in fact.__struct_fields__ if isinstance(value := getattr(fact, name), Person)]
    parts += [_WORDS.text("by-who", who=person(each)) for each in people]
    return join(*parts)


def _of_recording(fact: Any, _currency: str) -> Text:
    return join(*event_words.told(fact, None))


def tellers() -> dict[str, Callable[[Any, str], Text]]:
    """How every event that is declared (``record.facts``), and what is made of films, is told."""
    found: dict[str, Callable[[Any, str], Text]] = dict.fromkeys(copy_facts.LABELS, copy_facts.told)
    return found | {name: _of_recording if name.startswith("recording.") else told for name in f.LABELS}
