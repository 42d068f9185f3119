"""Words found anywhere in the columns of a long table, by an index: every three characters that follow one another in
them stand in it, with their property before them.

PostgreSQL's own extension for this (pg_trgm) is not in every server that this house runs on, the one that it brings
along among them. An index of its own arrays does the same: ``tableproof_grams`` makes them, of rows for the index and
of the word for the question. What the index offers is held against the columns again, so that a word is found exactly
where it stands. Proved by ``tests/web/test_long_lists.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db.models import F, Func, Q, TextField, Value
from django.db.models.functions import Cast

from casino.ledger.models import houses

SHORTEST: Final = 3
"""Characters of a word that the index knows; a shorter one is looked for in the rows themselves, in their order."""
FUNCTION: Final = """
CREATE FUNCTION tableproof_grams(owner bigint, VARIADIC columns text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    part text;
    head text := owner || ':';
    found text[] := '{}';
BEGIN
    FOREACH part IN ARRAY columns LOOP
        part := upper(part);
        FOR at IN 1 .. coalesce(length(part), 0) - 2 LOOP
            found := found || (head || substr(part, at, 3));
        END LOOP;
    END LOOP;
    RETURN found;
END $$
"""
"""What stands in the index for a row, and what a word asks of it."""
DROP: Final = "DROP FUNCTION tableproof_grams(bigint, text[])"


class Big(TextField):
    """A property's key as the functions take it."""

    def db_type(self, connection: Any) -> str:
        return "bigint"

    def cast_db_type(self, connection: Any) -> str:
        return "bigint"


class Grams(Func):
    """The pieces of columns, or of a word, of a property."""

    function = "tableproof_grams"
    output_field = ArrayField(TextField())


def _of_columns(columns: tuple[str, ...]) -> Grams:
    return Grams(Cast("property_id", Big()), *(Cast(F(column), TextField()) for column in columns))


def search_index(name: str, *columns: str) -> GinIndex:
    """The index by which words are found in these columns of a model with a property."""
    return GinIndex(_of_columns(columns), name=name)


def searched(model: Any) -> tuple[str, ...]:
    """The columns of a model by whose index words are found; none where it has no such index."""
    for index in model._meta.indexes:
        for made in getattr(index, "expressions", ()):
            if isinstance(made, Grams):
                casts: list[Any] = list(made.source_expressions)[1:]
                return tuple(cast.source_expressions[0].name for cast in casts)
    return ()


def pieces_in(word: str, *columns: str) -> Q:
    """Rows in which the pieces of a word stand, by the index of just these columns; any row for a shorter word."""
    known = Q()
    if columns and len(word) >= SHORTEST:
        contains: Any = ArrayField(TextField()).get_lookup("contains")
        for house in houses():
            wanted = Grams(Value(house.pk, output_field=Big()), Value(word))
            known |= Q(property=house.pk) & Q(contains(_of_columns(columns), wanted))
    return known


def holding(word: str, *columns: str) -> Q:
    """Rows in one of whose columns a word stands, in capitals or not: by the index of just these columns."""
    stands = Q()
    for column in columns:
        stands |= Q(**{f"{column}__icontains": word})
    return pieces_in(word, *columns) & stands
