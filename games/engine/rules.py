"""Which document a game is judged by, as the record says it: the stream ``rules/<game>`` of a property. Pure.

A changed document, or a changed choice in it, would settle past rounds otherwise without touching an event. So putting
a document in force is an event that holds the whole document. A round is judged by what was in force when it opened; a
newer program brings documents that nobody has put in force yet, and judges nothing by them. Until the first event of a
game, what the program brings counts, from each document's own day.

Proved by ``tests/engine/test_rules.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final
from uuid import UUID

import msgspec

from casino.core.events import Fact, RecordedEvent, register
from casino.core.sealed import Sealed
from games.engine.document import Library, RuleBook, parse_book
from games.engine.facts import Code, Person

KIND: Final = "rules"
LONGEST: Final = 1_000_000

Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z", description="SHA-256, in hexadecimal digits.")]
DocumentText = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST, description="The document, as TOML.")]

APPROVAL_WRITTEN: Final = r"^\w[\w ./:-]{0,63}$(?!\n)"
Approval = Annotated[
    str, msgspec.Meta(pattern=APPROVAL_WRITTEN, description="The number of an approval by the regulator.")
]


class RulesPutInForce(Fact, frozen=True):
    """A document with its choices is in force from a moment on: asked for by one person and confirmed by another.
    ``sha256`` is of the text in UTF-8; ``approval`` the number of the regulator's, where a choice goes beyond the
    letter of the document."""

    document: Code
    text: DocumentText
    sha256: Digest
    effective_from: datetime
    asked_by: Person
    confirmed_by: Person
    sealed_reason: Sealed | None = None
    ask: UUID | None = None
    approval: Approval | None = None


NAME: Final = f"{KIND}.put_in_force"
TYPE: Final = f"{NAME}.v1"
register(NAME, RulesPutInForce, stream_kind=KIND, from_device=False)


def stream_of(game: str) -> str:
    return f"{KIND}/{game}"


def digest_of(text: str) -> str:
    """The digest by which a document's text is known."""
    return sha256(text.encode()).hexdigest()


@lru_cache(maxsize=64)
def read(text: str) -> RuleBook:
    """The document of a text; the same object for the same text. ValueError or KeyError as :func:`parse_book`."""
    return parse_book(text)


def starts_at(book: RuleBook, asked: datetime | None, now: datetime, *, first: bool) -> datetime:
    """From when a document that is confirmed now is in force: as was asked, never before now and never before its own
    day. The ``first`` of a game, for which no moment was asked, is in force since its own day: it says what was judged
    by so far."""
    if first and asked is None:
        return book.effective_at
    return max(asked or now, now, book.effective_at)


def library(events: Iterable[RecordedEvent], brought: Library) -> Library:
    """The documents by which a property judges. ``events`` are those of its streams ``rules/…``, each stream's in its
    order; ``brought`` is what the program brings. Of two from the same moment the later recorded counts."""
    recorded: dict[str, list[tuple[datetime, RuleBook]]] = {}
    for event in events:
        if isinstance(event.data, RulesPutInForce):
            book = read(event.data.text)
            recorded.setdefault(book.game, []).append((event.data.effective_from, book))
    if not recorded:
        return brought
    dated: list[tuple[datetime, RuleBook]] = []
    for game in {*brought.games(), *recorded}:
        own = recorded.get(game, ())
        begins = min((moment for moment, _book in own), default=None)
        dated += [
            (book.effective_at, book)
            for book in brought.books
            if book.game == game and (begins is None or book.effective_at < begins)
        ]
        dated += own
    return Library.dated(dated)


def differing(library: Library, brought: Sequence[RuleBook]) -> list[RuleBook]:
    """The documents that the program brings and by which this property does not judge: others than the one of the same
    name that it has put in force last, or none of that name. How choices are made is the house's and no difference."""
    known = {book.id: book for book in library.books}
    return [book for book in brought if book.id not in known or not _same_text(known[book.id], book)]


def _same_text(one: RuleBook, other: RuleBook) -> bool:
    """Do two documents differ at most in how their choices are made?"""
    if one.choices.keys() != other.choices.keys():
        return False
    choices = {
        name: msgspec.structs.replace(other.choices[name], value=each.value, text=each.text)
        for name, each in one.choices.items()
    }
    return one == msgspec.structs.replace(other, choices=choices, rounding=one.rounding)
