"""Events of accounts, settings and noted rows in every timeline: their words stand in a lower room
(``casino.accounts.words``, ``casino.house.words``, ``casino.ledger.words``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from casino.accounts import words as accounts
from casino.core.text import Text
from casino.house import words as settings
from casino.ledger import words as rows
from games.engine.sentences import Sentence
from games.words import register_events


def _told(labels: Mapping[str, Text], sentences: Mapping[str, Callable[[Any], Text]], name: str) -> Sentence:
    def sentence(fact: Any, currency: str) -> Text:
        said = sentences[name](fact)
        return said if said.vi else labels[name]

    return sentence


for _prefix, _labels, _sentences in (
    ("account", accounts.LABELS, accounts.SENTENCES),
    ("settings", settings.LABELS, settings.SENTENCES),
    ("rows", rows.LABELS, rows.SENTENCES),
):
    register_events(
        {f"{_prefix}.{name}": label for name, label in _labels.items()},
        {f"{_prefix}.{name}": _told(_labels, _sentences, name) for name in _sentences},
    )
