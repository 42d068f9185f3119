"""Pages of long lists: where a page begins is a row, not a number of rows to pass over.

A page that begins behind row R is found through the index by which the list is ordered, however far back it lies, and
shows the same rows while others are added. The address names R by its key alone: what it is ordered by (a name, a
moment) stands in no address. Where a person reads several properties, each gives a page of its own by its own index
(each begins with the property), and the first rows of all of them are the page.

Rows are counted up to ``MOST_COUNTED``; what is longer is estimated, by what PostgreSQL knows of its tables, and said
to be (docs/adr/0141-lists-at-five-million-events.md). Proved by ``tests/web/test_long_lists.py``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec
from django.core.exceptions import EmptyResultSet, FieldDoesNotExist
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import F, OrderBy, Q, QuerySet, Value

from casino.ledger.models import Property, houses

MOST_COUNTED: Final = 10_000
AFTER: Final = "after"
BEFORE: Final = "before"
"""Parameters of a list's address: the key of the row behind which, or before which, the page lies."""
NOTHING: Final = Q(pk__in=())


class LongPaginator(Paginator):
    """What the theme draws below a list: the way back and on, and how many rows there are."""

    template_name = "casino/list_pages.html"


class Term(msgspec.Struct, frozen=True):
    """One thing by which rows are ordered. PostgreSQL puts what is null last where it ascends, and first where not."""

    name: str
    descending: bool
    nullable: bool
    nulls_last: bool

    def reversed(self) -> Term:
        return msgspec.structs.replace(self, descending=not self.descending, nulls_last=not self.nulls_last)

    def order(self) -> OrderBy:
        by = F(self.name)
        if not self.nullable or self.nulls_last != self.descending:
            return by.desc() if self.descending else by.asc()
        nulls = {"nulls_last": True} if self.nulls_last else {"nulls_first": True}
        return by.desc(**nulls) if self.descending else by.asc(**nulls)

    def same(self, value: Any) -> Q:
        return Q(**{f"{self.name}__isnull": True}) if value is None else Q(**{self.name: value})

    def beyond(self, value: Any) -> Q:
        """What comes after rows with this value."""
        if value is None:
            return NOTHING if self.nulls_last else Q(**{f"{self.name}__isnull": False})
        found = Q(**{f"{self.name}__{'lt' if self.descending else 'gt'}": value})
        return found | Q(**{f"{self.name}__isnull": True}) if self.nullable and self.nulls_last else found


def ordered_by(rows: QuerySet[Any], ordering: Sequence[Any]) -> tuple[QuerySet[Any], list[Term]]:
    """The rows with whatever they are ordered by as a column, and the terms of that order."""
    terms: list[Term] = []
    for place, said in enumerate(ordering):
        part: Any = said
        if isinstance(said, str):
            part = OrderBy(F(said.lstrip("-")), descending=said.startswith("-"))
        elif not isinstance(said, OrderBy):
            part = said.asc()
        if isinstance(part.expression, F):
            names = _spelled(rows.model, part.expression.name)  # type: ignore[attr-defined]
        else:
            rows, names = rows.annotate(**{f"order_{place}": part.expression}), [f"order_{place}"]
        last = bool(part.nulls_last) or (not part.nulls_first and not part.descending)
        terms += [
            Term(name.lstrip("-"), part.descending != name.startswith("-"), _nullable(rows.model, name), last)
            for name in names
        ]
    return rows, terms


def _spelled(model: Any, name: str) -> list[str]:
    """The columns of an order by a related row: what those rows are ordered by themselves."""
    try:
        field = model._meta.pk if name == "pk" else model._meta.get_field(name)
    except FieldDoesNotExist:
        return [name]
    if not field.is_relation or name == field.attname:
        return [field.attname if name == "pk" else name]
    own = [part for part in field.related_model._meta.ordering if isinstance(part, str)]
    return [f"{'-' * part.startswith('-')}{name}__{part.lstrip('-')}" for part in own] or [field.attname]


def _nullable(model: Any, name: str) -> bool:
    found = False
    for part in name.lstrip("-").split("__"):
        try:
            field = model._meta.pk if part == "pk" else model._meta.get_field(part)
        except FieldDoesNotExist:
            return True
        found, model = found or field.null, field.related_model
    return found


def beyond(terms: Sequence[Term], values: Sequence[Any]) -> Q:
    """The rows that come after one with these values."""
    found = NOTHING
    for term, value in reversed(list(zip(terms, values, strict=True))):
        found = term.beyond(value) | (term.same(value) & found)
    if values[0] is not None and not terms[0].nullable:  # by which the index is entered
        found &= Q(**{f"{terms[0].name}__{'lte' if terms[0].descending else 'gte'}": values[0]})
    return found


class Page(msgspec.Struct):
    """Rows of a list, and whether others come before and after them."""

    rows: list[Any]
    before: bool
    after: bool


def page(rows: QuerySet[Any], ordering: Sequence[Any], size: int, anchor: Sequence[Any] | None, *, back: bool) -> Page:
    """The rows behind an anchor (the values of its terms; None: from the beginning), or with ``back`` before it."""
    rows, terms = ordered_by(rows, ordering)
    if back:
        terms = [term.reversed() for term in terms]
    if anchor is not None:
        rows = rows.filter(beyond(terms, anchor))
    found = list(_first(rows.order_by(*(term.order() for term in terms)), size + 1))
    more, found = len(found) > size, found[:size]
    if not back:
        return Page(found, before=anchor is not None, after=more)
    return Page(found[::-1], before=more, after=True)


def anchor_of(rows: QuerySet[Any], ordering: Sequence[Any], key: str) -> Sequence[Any] | None:
    """By what the row with this key is ordered; None where nobody sees such a row."""
    rows, terms = ordered_by(rows, ordering)
    try:
        return rows.filter(pk=key).order_by().values_list(*(term.name for term in terms)).first()
    except (ValueError, OverflowError):
        return None


def of_houses(rows: QuerySet[Any]) -> list[Q]:
    """For each property that is read its condition, by which an index that begins with the property is entered; an
    empty one for rows that are of no property."""
    fields = {field.name: field for field in rows.model._meta.concrete_fields}
    owner = fields.get("property")
    if owner is None or owner.null or owner.related_model is not Property:
        return [Q()]
    return [Q(property=house) for house in houses()] or [NOTHING]


def in_houses(rows: QuerySet[Any]) -> Q:
    """The same for all of them at once."""
    return reduce(or_, of_houses(rows))


def _first(rows: QuerySet[Any], most: int) -> QuerySet[Any]:
    conditions = of_houses(rows)
    if len(conditions) == 1:
        return rows.filter(conditions[0])[:most]
    each = [rows.filter(condition).values("pk")[:most] for condition in conditions]
    return rows.filter(pk__in=each[0].union(*each[1:], all=True))[:most]


class Count(msgspec.Struct, frozen=True):
    """How many rows a list has; above ``MOST_COUNTED`` about how many."""

    rows: int
    is_estimate: bool = False


def count(rows: QuerySet[Any]) -> Count:
    """How many rows there are: counted up to a bound, estimated above."""
    rows = rows.filter(in_houses(rows)).order_by()
    exact = at_most(rows, MOST_COUNTED + 1)
    if exact <= MOST_COUNTED:
        return Count(exact)
    planned = json.loads(rows.values("pk").explain(format="json"))[0]["Plan"]["Plan Rows"]
    return Count(_rounded(max(int(planned), MOST_COUNTED)), is_estimate=True)


def at_most(rows: QuerySet[Any], most: int) -> int:
    """How many rows there are, ``most`` at most: no more of them are gone through."""
    try:
        sql, parameters = rows.order_by().values(one=Value(1))[:most].query.sql_with_params()
    except EmptyResultSet:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM ({sql}) counted", parameters)  # noqa: S608 - as Django wrote it
        found: int = cursor.fetchone()[0]
    return found


def _rounded(number: int) -> int:
    """To two figures: an estimate knows no more."""
    step: int = 10 ** max(len(str(number)) - 2, 0)
    return round(number / step) * step
