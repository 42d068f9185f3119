"""A rule book with other values for its choices."""

from __future__ import annotations

from typing import Any

from games.catalogue import texts
from games.engine.document import RuleBook
from games.rows.rule_choices import asked_for


def made(document: str) -> dict[str, Any]:
    """Every choice of a document of the program made as it was brought, by place: what a demonstration takes."""
    return {field.place: field.present for field in asked_for(texts()[document])}


def with_choices(book: RuleBook, **values: Any) -> RuleBook:
    """The same document with these choices set otherwise; KeyError for a choice it does not have."""
    for name, value in values.items():
        book = book.read_as(name, value)
    return book
