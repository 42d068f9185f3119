"""Putting a sentence together in both languages at once. Proved by ``tests/words/test_words.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from casino.core.money import format_minor
from casino.core.posts import POST_NAMES, Post
from casino.core.text import Text

Sentence = Callable[[Any, str], Text]
"""(event data, currency) -> what happened."""


def say(vi: str, en: str, /, **values: object) -> Text:
    """Fill both templates. A value that is a :class:`Text` goes into each in its own language."""
    return Text(vi, en).format(**values)


def join(*parts: Text) -> Text:
    """Sentences one after the other; empty ones are left out."""
    return Text(" ".join(p.vi for p in parts if p.vi), " ".join(p.en for p in parts if p.en))


def fields(vi: str, en: str, *names: str) -> Sentence:
    """A sentence with fields of the fact put in as they are."""

    def sentence(fact: Any, currency: str) -> Text:
        return say(vi, en, **{name: getattr(fact, name) for name in names})

    return sentence


def amount(minor: int, currency: str) -> Text:
    return Text(format_minor(minor, currency, "vi"), format_minor(minor, currency, "en"))


NOBODY = Text("không rõ ai", "unknown person")


def post(code: str) -> Text:
    """A post of the house by its code."""
    return POST_NAMES[Post(code)]


def person(who: Any) -> Text:
    """A person of the house: post and staff code. Anything with ``post`` and ``staff``; None is unknown."""
    if who is None:
        return NOBODY
    return say("{post} {staff}", "{post} {staff}", post=post(who.post), staff=who.staff)


NOTHING = Text("", "")
