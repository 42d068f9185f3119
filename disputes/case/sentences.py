"""What counts as a reason: words that say something. Pure.

The rule is written once and is the same for everybody: a **sentence** has at least three different words of its own and
fifteen letters; a **reason in short** two words and six letters. Marks, digits and dashes are no words, and neither are
the words of what was chosen already ("không có", "does not exist"): who repeats the choice has given no reason. Nobody
can check by program that a sentence is true; that it is there, and signed, can be.

Proved by ``tests/disputes/case/test_sentences.py``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from casino.core.errors import Problem
from casino.core.text import Text

SENTENCE_WORDS: Final = 3
SENTENCE_LETTERS: Final = 15
SHORT_WORDS: Final = 2
SHORT_LETTERS: Final = 6

EMPTY: Final = frozenset(
    (
        *("none", "nothing", "n", "a", "na", "no", "not", "there", "is", "reason", "same"),
        *("không", "có", "gì", "cả", "hết", "lý", "do", "như", "trên"),
    )
)
"""Words that say nothing by themselves, whichever was chosen."""

_WORD: Final = re.compile(r"[^\W\d_]+")


def words_of(text: str) -> list[str]:
    """The words of a text, without marks and digits, in one case."""
    return _WORD.findall(unicodedata.normalize("NFC", text).casefold())


def says_something(text: str, *, words: int, letters: int, besides: Text | None = None) -> bool:
    """Whether there are so many letters in it, and so many different words that are not empty nor in ``besides``."""
    known = set(EMPTY)
    if besides is not None:
        known.update(words_of(besides.vi), words_of(besides.en))
    said = words_of(text)
    return len(set(said) - known) >= words and sum(map(len, said)) >= letters


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
