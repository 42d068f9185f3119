"""How rows are made of a stream of Surveillance: for the whole of it, or for each of what it keeps.

Proved by ``tests/surveillance/test_rows.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, cast

from django.db.models import Model

from casino.ledger.models import Property
from games.rows.columns import From, called, columns, there
from games.rows.models import row_key
from surveillance.record import state


class At:
    """What the columns of a row are taken from: the stream; the fact that the row stands for; and, of something in the
    stream, that fact with its place, and what ended it."""

    def __init__(self, stream: Any, fact: Any, kept: state.Kept | None = None, end: Any = None) -> None:
        self.stream, self.fact, self.kept, self.end = stream, fact, kept, end


Of = Callable[[Any], Iterator[At]]


def whole(fact: From) -> Of:
    """One row for a stream, as soon as it has this."""

    def of(stream: Any) -> Iterator[At]:
        found = there(stream, fact)
        if found is not None:
            yield At(stream, found)

    return of


def each(kept: From, *, ends: str = "") -> Of:
    """One row for each fact that a stream keeps by a code. ``ends``: what ended them, by the same codes."""

    def of(stream: Any) -> Iterator[At]:
        ended = getattr(stream, ends) if ends else {}
        for code, fact in there(stream, kept).items():
            yield At(stream, fact.fact, fact, ended.get(code))

    return of


class Rows:
    """Rows of a model that streams of a kind make, and where their columns come from (``games.rows.columns``)."""

    def __init__(self, model: type[Any], kind: type[Any], of: Of, **declared: From) -> None:
        fields = {field.name: field for field in model._meta.concrete_fields}
        assert declared.keys() <= fields.keys(), declared.keys() - fields.keys()
        self.model, self.kind, self.of = model, kind, of
        own = {"stream", "version", "last_position", "code"} & fields.keys()
        self.declared = {**called("stream", *own), **declared}
        refers = {field.attname for field in fields.values() if field.is_relation and not field.null}
        self.refers = refers - {"property_id"}

    def made(self, stream: Any, owner: Property) -> Iterator[Any]:
        """The rows of a stream. One that must refer to what is no row is none."""
        for at in self.of(stream):
            begins = stream.first_position if at.kept is None else at.kept.position
            values = columns(self.model, at, self.declared, partial(_key, owner))
            if all(values[name] is not None for name in self.refers):
                yield self.model(id=row_key(owner.pk, begins), property=owner, **values)


def _key(owner: Property, model: type[Model], named: Any) -> int | None:
    """The key of a stream, of what is kept in one, or of what has this code."""
    match named:
        case state.Stream():
            return row_key(owner.pk, named.first_position)
        case state.Kept():
            return row_key(owner.pk, named.position)
        case str():
            rows = model._default_manager.filter(property=owner, code=named)
            return cast("int | None", rows.values_list("id", flat=True).first())
    return None
