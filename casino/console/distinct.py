"""The values that a column of a long table holds, found by as many steps along an index as there are values.

PostgreSQL goes through every row for ``SELECT DISTINCT``; with an index that begins with the property and this column,
each value leads to the next one. Proved by ``tests/web/test_long_lists.py``.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from casino.ledger.models import houses

STEPS = """
WITH RECURSIVE found(value) AS (
    ({first}) UNION ALL SELECT ({next}) FROM found WHERE found.value IS NOT NULL
)
SELECT value FROM found WHERE value IS NOT NULL LIMIT {most}
"""


def distinct_values(rows: QuerySet[Any], column: str, *, most: int, newest: bool = False) -> list[Any]:
    """The values of a column in rows of a model with a property, in order; of many the ``most`` first ones (the last,
    from the end, where ``newest``)."""
    found: set[Any] = set()
    for owner in houses():
        found.update(_of_house(rows.filter(property=owner), column, most, newest=newest))
    return sorted(found, reverse=newest)[:most]


def _of_house(rows: QuerySet[Any], column: str, most: int, *, newest: bool) -> list[Any]:
    step, order = ("lt", f"-{column}") if newest else ("gt", column)
    known = rows.exclude(**{f"{column}__isnull": True}).order_by(order).values(column)
    field = rows.model._meta.get_field(column)
    after = known.filter(**{f"{column}__{step}": RawSQL("found.value", (), output_field=field)})
    try:
        first, given = known[:1].query.sql_with_params()
        following, besides = after[:1].query.sql_with_params()
    except EmptyResultSet:
        return []
    with connection.cursor() as cursor:
        cursor.execute(STEPS.format(first=first, next=following, most=int(most)), (*given, *besides))
        return [value for (value,) in cursor.fetchall()]
