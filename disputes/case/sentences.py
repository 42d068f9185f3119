"""What counts as a reason in a case: the one rule of reasons (``casino.core.reasons``), in the words of cases. Pure.

Proved by ``tests/disputes/case/test_sentences.py``.
"""

from __future__ import annotations

from casino.core.errors import Problem
from casino.core.reasons import (
    SENTENCE_LETTERS,
    SENTENCE_WORDS,
    SHORT_LETTERS,
    SHORT_WORDS,
    says_something,
    words_of,
)
from casino.core.text import Text


def require_sentence(text: str, field: str, *, besides: Text | None = None) -> None:
    """Refuse what is no sentence (``case_no_sentence``)."""
    if not says_something(text, words=SENTENCE_WORDS, letters=SENTENCE_LETTERS, besides=besides):
        raise Problem("case_no_sentence", field, words=SENTENCE_WORDS, letters=SENTENCE_LETTERS)


def require_reason(text: str | None, field: str) -> None:
    """Refuse what is no reason, even in short (``case_no_sentence``). None: none was given."""
    if text is not None and not says_something(text, words=SHORT_WORDS, letters=SHORT_LETTERS):
        raise Problem("case_no_sentence", field, words=SHORT_WORDS, letters=SHORT_LETTERS)


def require_words(text: str, field: str) -> None:
    """Refuse what has no word in it at all. What a party says is written down as it was said, however short."""
    if not words_of(text):
        raise Problem("case_no_sentence", field, words=1, letters=1)
