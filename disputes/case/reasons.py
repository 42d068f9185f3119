"""What counts as a reason in a case: the one rule of reasons (``casino.core.reasons``), in the words of cases. Pure.

Proved by ``tests/disputes/case/test_sentences.py``.
"""

from __future__ import annotations

from casino.core.commands import Command, rules_of
from casino.core.errors import Problem
from casino.core.reasons import (
    SENTENCE_LETTERS,
    SENTENCE_WORDS,
    SHORT_LETTERS,
    SHORT_WORDS,
    Rule,
    says_something,
    words_of,
)
from casino.core.text import Text


def check_reasons(command: Command) -> None:
    """Hold each reason of a command against the rule that its field follows (``case_no_sentence``)."""
    for name in rules_of(type(command)):
        text = getattr(command, name)
        if text is not None:
            check_reason(type(command), name, text)


def check_reason(struct: type[Command], field: str, text: str) -> None:
    """Hold what is said in a field of a command against its rule (``case_no_sentence``)."""
    rule = rules_of(struct).get(field, Rule.SAID)
    if rule is Rule.SENTENCE:
        require_sentence(text, field)
    elif rule is not Rule.SAID:
        require_reason(text, field)


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
