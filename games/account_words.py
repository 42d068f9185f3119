"""Events of accounts in every timeline: their words stand in a lower room (``casino.accounts.words``)."""

from __future__ import annotations

from typing import Any

from casino.accounts.words import LABELS, SENTENCES
from casino.core.text import Text
from games.engine.sentences import Sentence
from games.words import register_events


def _told(name: str) -> Sentence:
    def sentence(fact: Any, currency: str) -> Text:
        said = SENTENCES[name](fact)
        return said if said.vi else LABELS[name]

    return sentence


register_events(
    {f"account.{name}": label for name, label in LABELS.items()},
    {f"account.{name}": _told(name) for name in SENTENCES},
)
