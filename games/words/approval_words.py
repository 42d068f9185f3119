"""Words of what a second person confirms, and of rule documents that are put in force.

Proved by ``tests/words/test_words.py``.
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.sentences import Sentence, person

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels", dotted=True)

_ASKED: Final = _WORDS.table("asked")


def _asked(f: Any, currency: str) -> Text:
    return _WORDS.text(
        "who-asks-for-what-it",
        who=person(f.asked_by),
        what=_ASKED[f.what],
    )


def _in_force(f: Any, currency: str) -> Text:
    return _WORDS.text(
        "document-is-in-force-from",
        document=f.document,
        moment=f.effective_from.isoformat(timespec="minutes"),
        asked=person(f.asked_by),
        confirmed=person(f.confirmed_by),
    )


def said_by(text: Text, field: str) -> Sentence:
    """A sentence of the one person whom a field of the fact names."""
    return lambda f, currency: text.format(who=person(getattr(f, field)))


def _sent(f: Any, currency: str) -> Text:
    if f.confirmed_by is None:
        return _WORDS.text("who-records-the-corrected-message", who=person(f.sent_by))
    return _WORDS.text(
        "what-who-corrected-is-recorded",
        who=person(f.sent_by),
        second=person(f.confirmed_by),
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "quarantine.send_asked": said_by(
        _WORDS.text("sentences--quarantine-send_asked"),
        "asked_by",
    ),
    "quarantine.send_refused": said_by(_WORDS.text("sentences--quarantine-send_refused"), "refused_by"),
    "quarantine.sent": _sent,
    "quarantine.dealt_with": said_by(_WORDS.text("sentences--quarantine-dealt_with"), "by"),
    "rules.put_in_force": _in_force,
    "ask.asked": _asked,
    "ask.confirmed": said_by(_WORDS.text("sentences--ask-confirmed"), "confirmed_by"),
    "ask.refused": said_by(_WORDS.text("sentences--ask-refused"), "refused_by"),
    "ask.withdrawn": said_by(_WORDS.text("sentences--ask-withdrawn"), "withdrawn_by"),
}
