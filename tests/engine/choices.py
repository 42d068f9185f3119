"""A rule book with other values for its choices."""

from __future__ import annotations

from typing import Any

import msgspec

from games.engine.document import RuleBook


def with_choices(book: RuleBook, **values: Any) -> RuleBook:
    """The same document with these choices set otherwise; KeyError for a choice it does not have."""
    choices = dict(book.choices)
    for name, value in values.items():
        choices[name] = msgspec.structs.replace(choices[name], value=value)
    return msgspec.structs.replace(book, choices=choices)
