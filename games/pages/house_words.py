"""Events of accounts, settings, noted rows and papers' keys in every timeline: their words stand in a lower room
(``casino.accounts.event_words``, ``casino.house.event_words``, ``casino.ledger.event_words``,
``casino.papers.event_words``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from casino.accounts import event_words as accounts
from casino.core.text import Text
from casino.house import event_words as settings
from casino.ledger import event_words as rows
from casino.papers import event_words as papers
from games.engine.sentences import Sentence


def _told(labels: Mapping[str, Text], sentences: Mapping[str, Callable[[Any], Text]], name: str) -> Sentence:
    def sentence(fact: Any, currency: str) -> Text:
        said = sentences[name](fact)
        return said if said.vi else labels[name]

    return sentence


ROOMS: Final = {"account": accounts, "settings": settings, "rows": rows, "paper": papers}
LABELS: Final = {f"{of}.{name}": label for of, room in ROOMS.items() for name, label in room.LABELS.items()}
SENTENCES: Final = {
    f"{of}.{name}": _told(room.LABELS, room.SENTENCES, name) for of, room in ROOMS.items() for name in room.SENTENCES
}
