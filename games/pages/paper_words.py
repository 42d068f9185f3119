"""Events of papers' keys in every timeline: their words stand in a lower room (``casino.papers.event_words``)."""

from __future__ import annotations

from typing import Any

from casino.core.text import Text
from casino.papers.event_words import LABELS, SENTENCES
from games.engine.sentences import Sentence
from games.words import register_events


def _told(name: str) -> Sentence:
    def sentence(fact: Any, currency: str) -> Text:
        return SENTENCES[name](fact)

    return sentence


register_events(
    {f"paper.{name}": label for name, label in LABELS.items()},
    {f"paper.{name}": _told(name) for name in SENTENCES},
)
