"""Clauses as pages show them: number, statement in both languages, and the document with its game.

Two games print the same number on their documents, so a document is never shown without its game. Proved by
``tests/admin/test_round_page.py``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.core.text import Text
from games.rules.book import NoRuleBook, RuleBook, shipped
from games.words.say import say


class ClauseView(msgspec.Struct, frozen=True):
    """A clause that the reader can open on the spot. ``text`` is empty where the document has no such clause."""

    number: str
    text: Text
    document: Text


def book_of(document: str) -> RuleBook | None:
    """The shipped rule book of an id; None for an empty or unknown one."""
    try:
        return shipped().by_id(document) if document else None
    except NoRuleBook:
        return None


def document_words(book: RuleBook | None) -> Text:
    """A document by game and number: "Cò Quay (Roulette) – 01/13.06.2020"."""
    if book is None:
        return Text("Không có thể lệ hiệu lực", "No document in force")
    if not book.number:
        return book.title
    return say("{title} – {number}", "{title} – {number}", title=book.title, number=book.number)


def views(numbers: Iterable[str], book: RuleBook | None) -> tuple[ClauseView, ...]:
    """Each clause of the list once, in its order."""
    document = document_words(book)
    found = []
    for number in dict.fromkeys(n for n in numbers if n):
        clause = book.clauses.get(number) if book else None
        found.append(ClauseView(number, clause.text if clause else Text("", ""), document))
    return tuple(found)
