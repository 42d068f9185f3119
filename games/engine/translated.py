"""A document in further languages: recorded translations, each bound to what the document says.

``documents/further/<digest>.<language>.toml`` in the folder of a game holds the words by the English ones. The digest
is the SHA-256 of every sentence of the document (title, clauses, names of bets) in both languages with its place: where
one sign of it changes, no translation is of it any more. What a house chooses (``[choices]``) is not among them, so
that a translation serves whatever is chosen; a sentence about a choice is translated where its words are there.
Source: ADR 164, with ADR 76. Proved by ``tests/languages``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from casino.core.canonical import canonical_bytes
from casino.core.text import Text

GAMES: Final = Path(__file__).parents[1]


def sentences(raw: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Place, Vietnamese and English of each sentence that a document prints."""
    for name, value in raw.items():
        if name != "choices":
            yield from _sentences(name, value)


def _sentences(place: str, value: Any) -> Iterator[tuple[str, str, str]]:
    if isinstance(value, Mapping):
        if "vi" in value and "en" in value:
            yield place, value["vi"], value["en"]
        for name, each in value.items():
            yield from _sentences(f"{place}.{name}", each)
    elif isinstance(value, (list, tuple)):
        for number, each in enumerate(value):
            yield from _sentences(f"{place}.{number}", each)


def digest_of(raw: Mapping[str, Any]) -> str:
    """By which a translation is bound to a document."""
    return sha256(canonical_bytes([list(each) for each in sentences(raw)])).hexdigest()


@cache
def words(digest: str, language: str) -> Mapping[str, str]:
    """What a translation says by the English words; empty where there is none."""
    found = next(GAMES.glob(f"*/documents/further/{digest}.{language}.toml"), None)
    return {} if found is None else tomllib.loads(found.read_text("utf-8"))


def said(vi: str, en: str, digest: str) -> Text:
    """A sentence of a document; English, and marked so, in a language in which it was not recorded."""

    def say(language: str) -> str:
        known = {"vi": vi, "en": en}
        return known[language] if language in known else words(digest, language).get(en, f"{en} [en]")

    return Text.of(say)
