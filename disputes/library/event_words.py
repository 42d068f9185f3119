"""Events of the library in words, and what its kinds are called. Every timeline tells them
(``games.words``). Proved by ``tests/disputes/library/test_words.py``.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from disputes.library.facts import FACTS
from games.engine.sentences import NOTHING, Sentence, join, person

_WORDS: Final = Catalogue(__file__)

KINDS: Final = _WORDS.table("kinds")
CLAUSES: Final = {"rules": "8.4.1", "published": "8.4.2", "procedures": "8.4.3", "controls": "8.4.4", "law": "8.4.8"}
"""The basis of 8.4 that each kind is."""


def day(moment: date) -> Text:
    """A day as each language writes it."""
    return Text(f"{moment:%d/%m/%Y}", f"{moment:%d %B %Y}".lstrip("0"))


def _registered(fact: Any, currency: str) -> Text:
    return _WORDS.text(
        "title-kind-entered-by-who",
        title=Text(fact.title_vi, fact.title_en),
        kind=KINDS[fact.kind],
        who=person(fact.registered_by),
    )


def _added(fact: Any, currency: str) -> Text:
    ends = NOTHING
    if fact.valid_to is not None:
        ends = _WORDS.text("up-to-and-including-day", day=day(fact.valid_to))
    kept = NOTHING
    if fact.file is not None:
        kept = _WORDS.text("file-name", name=fact.file.name)
    return join(
        _WORDS.text(
            "version-version-in-force-from",
            version=fact.version,
            day=day(fact.valid_from),
            who=person(fact.added_by),
        ),
        ends,
        kept,
    )


def _withdrawn(fact: Any, currency: str) -> Text:
    until = _WORDS.text("as-if-it-had-never")
    if fact.in_force_to is not None:
        until = _WORDS.text("in-force-up-to-and", day=day(fact.in_force_to))
    return join(
        _WORDS.text(
            "version-version-withdrawn-by-who",
            version=fact.version,
            who=person(fact.withdrawn_by),
        ),
        until,
        _WORDS.text("reason-reason", reason=fact.reason),
    )


LABELS: Final = _WORDS.table("labels")
SENTENCES: Final[dict[str, Sentence]] = {
    "document_registered": _registered,
    "version_added": _added,
    "version_withdrawn": _withdrawn,
}

assert LABELS.keys() == SENTENCES.keys() == FACTS.keys()
