"""What the events of papers' keys are called and say, in both languages. Proved by ``tests/words``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from casino.papers import facts as f

_WORDS: Final = Catalogue(__file__)

LABELS: Final = _WORDS.table("labels")
"""Name after ``paper.`` -> what it is called."""
REASONS: Final = _WORDS.table("reasons")


def _registered(fact: f.KeyRegistered) -> Text:
    return _WORDS.text("fingerprint-fingerprint", fingerprint=fact.fingerprint)


def _retired(fact: f.KeyRetired) -> Text:
    why = REASONS[fact.reason]
    return _WORDS.text("fingerprint-fingerprint-why", fingerprint=fact.fingerprint, why=why)


SENTENCES: Final[dict[str, Callable[[Any], Text]]] = {"key_registered": _registered, "key_retired": _retired}
