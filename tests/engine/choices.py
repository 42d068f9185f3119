"""A rule book with other values for its choices."""

from __future__ import annotations

from typing import Any

from games.engine.document import RuleBook


def with_choices(book: RuleBook, **values: Any) -> RuleBook:
    """The same document with these choices set otherwise; KeyError for a choice it does not have."""
    for name, value in values.items():
        book = book.read_as(name, value)
    return book
