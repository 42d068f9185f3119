"""Putting a sentence together in every language at once. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.money import amount as amount
from casino.core.posts import POST_NAMES, Post
from casino.core.text import Text, joined, shaped

Sentence = Callable[[Any, str], Text]
"""(event data, currency) -> what happened."""


def join(*parts: Text) -> Text:
    """Sentences one after the other; empty ones are left out."""
    return joined((part for part in parts if part.vi), " ")


def fields(text: Text, *names: str) -> Sentence:
    """A sentence with fields of the fact put in as they are."""

    def sentence(fact: Any, currency: str) -> Text:
        return text.format(**{name: getattr(fact, name) for name in names})

    return sentence


NOBODY: Final = Catalogue(__file__).text("nobody")


def post(code: str) -> Text:
    """A post of the house by its code."""
    return POST_NAMES[Post(code)]


def person(who: Any) -> Text:
    """A person of the house: post and staff code. Anything with ``post`` and ``staff``; None is unknown."""
    if who is None:
        return NOBODY
    return shaped("{post} {staff}", post=post(who.post), staff=who.staff)


NOTHING = Text("", "")
