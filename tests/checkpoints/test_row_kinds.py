"""The list of what is compared with the record: every table of the product stands in it, and every column."""

from __future__ import annotations

from django.apps import apps

from casino.ledger import noting, row_kinds
from games.rows.all_readmodels import read_models

MODELS = {model._meta.label: model for model in apps.get_models()}
REBUILT = {table for each in read_models() for table, _called in each.tables}


def named() -> dict[str, set[str]]:
    """Where each model is named: each has one place."""
    left = {what for what, _why in noting.not_compared()}
    return {
        "a read model": {label for label, model in MODELS.items() if model._meta.db_table in REBUILT},
        "made from events": {kind.model for kind in row_kinds.kinds()},
        "noted by digest": {kind.model for kind in noting.noted()},
        "elsewhere": set(row_kinds.ELSEWHERE),
        "left out": {label for label in left if ":" not in label},
    }


def test_every_table_has_its_one_place() -> None:
    places = named()
    for label in MODELS:
        found = [place for place, labels in places.items() if label in labels]
        assert len(found) == 1, f"{label}: {found or 'nobody says whether its rows are held against the record'}"
    assert set().union(*places.values()) <= set(MODELS), "no such table"


def columns_of(label: str) -> set[str]:
    """Of a table; but for numbers that count up and say nothing."""
    counting = {"AutoField", "BigAutoField", "SmallAutoField"}
    fields = MODELS[label]._meta.concrete_fields
    return {field.name for field in fields if field.get_internal_type() not in counting}


def said(*lookups: str) -> set[str]:
    """The columns that lookups name."""
    first = {name.partition("__")[0] for name in lookups}
    return first | {name.removesuffix("_id") for name in first}


def test_every_column_of_what_is_compared_is_compared_or_has_its_reason() -> None:
    for kind in row_kinds.kinds():
        compared = said(*kind.key, *kind.columns, *kind.where("HOI"))
        missing = columns_of(kind.model) - compared - set(kind.beside)
        assert not missing, f"{kind.model}: {missing}"
        assert set(kind.beside) <= columns_of(kind.model) - said(*kind.key, *kind.columns), kind.model


def test_every_column_of_what_is_noted_is_noted_or_has_its_reason() -> None:
    for kind in noting.noted():
        missing = columns_of(kind.model) - said(*kind.columns, kind.at, kind.owner) - set(kind.beside)
        assert not missing, f"{kind.model}: {missing}"


def test_every_reason_is_a_sentence() -> None:
    for what, why in noting.not_compared():
        assert len(why) >= 10, f"{what}: {why}"
