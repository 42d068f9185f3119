"""Several querysets in one question to the database.

What a page needs is known in many places, each of which would ask by itself. :func:`fetch` sends the statements of
several querysets as one and fills each with its rows, which are those that it would have asked for; a piece of a page
that is a generator (:data:`Asking`) yields what it wants to know next, and :func:`carry_out` asks that of all pieces at
once. Proved by ``tests/admin/test_together.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, Final, TypeVar
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Field, QuerySet, Value

T = TypeVar("T")
Asking = Generator[Iterable["QuerySet[Any]"], None, T]
"""Yields querysets, which hold their rows when it goes on; returns what it made of them."""
Reader = Callable[[Any], Any]

PLAIN: Final[Reader] = lambda value: value  # noqa: E731
READERS: Final[dict[str, Reader]] = {
    **dict.fromkeys(
        (
            *("AutoField", "BigAutoField", "SmallAutoField", "IntegerField", "BigIntegerField", "SmallIntegerField"),
            *("PositiveIntegerField", "PositiveBigIntegerField", "PositiveSmallIntegerField", "BooleanField"),
            *("CharField", "TextField", "SlugField", "EmailField", "GenericIPAddressField", "FileField"),
        ),
        PLAIN,
    ),
    "BinaryField": lambda value: bytes.fromhex(value[2:]),
    "DateField": date.fromisoformat,
    "DateTimeField": datetime.fromisoformat,
    "DecimalField": Decimal,
    "FloatField": float,
    "JSONField": json.dumps,  # as the driver gives it: Django reads it
    "TimeField": time.fromisoformat,
    "UUIDField": UUID,
}
"""How a column that came as JSON becomes what the driver gives, by the kind of its field."""


def fetch(*querysets: QuerySet[Any]) -> None:
    """Fill all of them by one statement. One that has a column of a kind not in :data:`READERS` asks by itself."""
    parts: list[tuple[QuerySet[Any], Any, list[Reader]]] = []
    statements: list[str] = []
    parameters: list[Any] = []
    for rows in querysets:
        if rows._result_cache is not None:
            continue
        compiler = rows.query.get_compiler(using=rows.db)
        try:
            statement, given = compiler.as_sql()
        except EmptyResultSet:
            _fill(rows, compiler, [])
            continue
        known = [_reader(column[0].output_field) for column in compiler.select]
        readers = [reader for reader in known if reader is not None]
        if len(readers) < len(known):
            continue
        parts.append((rows, compiler, readers))
        names = ", ".join(f"c{place}" for place in range(len(readers)))
        statements.append(f"(SELECT json_agg(q) FROM ({statement}) AS q ({names}))")  # noqa: S608 - as Django wrote it
        parameters += given
    if len(parts) < 2:
        return  # alone it asks as quickly by itself
    with connections[parts[0][0].db].cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"{each}::text" for each in statements), parameters)
        found = cursor.fetchone()
    for (rows, compiler, readers), said in zip(parts, found, strict=True):
        lines = json.loads(said, parse_float=Decimal) if said else []
        _fill(rows, compiler, [_read(line, readers) for line in lines])


def figures(rows: QuerySet[Any], **aggregates: Any) -> QuerySet[Any]:
    """What ``rows.aggregate(**aggregates)`` finds, as a queryset of one dictionary; of none where no row is possible
    (a condition that nothing meets, for which the database is not asked)."""
    alike = rows.order_by().annotate(alike=Value(1)).values("alike")
    found: QuerySet[Any] = alike.annotate(**aggregates).values(*aggregates)
    return found


def carry_out(works: Sequence[T | Asking[T]]) -> list[T]:
    """What each of the works returns. Each goes on when its querysets are fetched, those of all by one statement."""
    found: list[Any] = list(works)
    going = {place: work for place, work in enumerate(works) if isinstance(work, Generator)}
    while going:
        wanted: list[QuerySet[Any]] = []
        for place, work in list(going.items()):
            try:
                wanted += next(work)
            except StopIteration as ended:
                found[place] = ended.value
                del going[place]
        fetch(*wanted)
    return found


def answered(work: Asking[T]) -> T:
    """What one such work returns."""
    works: list[T | Asking[T]] = [work]
    return carry_out(works)[0]


def _reader(field: Field[Any, Any]) -> Reader | None:
    """None for a kind of field that is not known."""
    if isinstance(field, ArrayField):
        inner = _reader(field.base_field)
        return None if inner is None else lambda values: [None if each is None else inner(each) for each in values]
    related: Any = field
    while related.is_relation:
        related = related.target_field
    return READERS.get(related.get_internal_type())


def _read(line: dict[str, Any], readers: list[Reader]) -> tuple[Any, ...]:
    return tuple(
        None if value is None else reader(value) for value, reader in zip(line.values(), readers, strict=False)
    )


def _fill(rows: QuerySet[Any], compiler: Any, lines: list[tuple[Any, ...]]) -> None:
    """As if the database had just answered the queryset with these lines."""
    compiler.execute_sql = lambda *_given, **_named: [lines]
    rows.query.get_compiler = lambda *_given, **_named: compiler  # type: ignore[method-assign]
    try:
        rows._fetch_all()
    finally:
        del rows.query.get_compiler
