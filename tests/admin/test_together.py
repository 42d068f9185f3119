"""Several querysets asked in one statement hold what each would have found by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import Count, F, Field, Max, QuerySet, Value
from django.test.utils import CaptureQueriesContext

from casino.access.models import Posting
from casino.database import together
from casino.database.together import Asking
from casino.ledger.models import Property
from games.rows.models import Finding, Round
from tests.admin.house import House
from tests.posting import a_property, posting


def asked(*querysets: QuerySet[Any]) -> int:
    """How many statements it takes to fetch them, and to read them afterwards."""
    with CaptureQueriesContext(connection) as found:
        together.fetch(*querysets)
        for rows in querysets:
            list(rows)
    return len(found)


def twice(rows: QuerySet[Any]) -> tuple[QuerySet[Any], list[Any]]:
    """The queryset anew, and what it finds by itself."""
    return rows.all(), list(rows.all())


def values_of(row: Any) -> Any:
    return {**row.__dict__, "_state": None} if hasattr(row, "_state") else row


@pytest.mark.django_db
def test_rows_of_every_model_are_those_that_each_would_have_asked_for(house: House) -> None:
    """All models with rows, all columns: with ``house`` money, times, texts in JSON, arrays, digests."""
    models = [each for each in apps.get_models() if each._meta.managed and each._default_manager.exists()]
    assert len(models) >= 15
    pairs = [twice(each._default_manager.order_by("pk")[:50]) for each in models]
    assert asked(*(rows for rows, _alone in pairs)) == 1
    for rows, alone in pairs:
        assert [values_of(row) for row in rows] == [values_of(row) for row in alone]


@pytest.mark.django_db
def test_figures_related_rows_and_single_columns_come_as_by_themselves(house: House) -> None:
    pairs = [
        twice(Round.objects.select_related("property").order_by("pk")),
        twice(Round.objects.order_by("pk").values_list("stream", flat=True)),
        twice(Round.objects.order_by("pk").values("gaming_day", "moment", twice_staked=F("staked_minor") * 2)),
        twice(Finding.objects.order_by().values_list("severity").annotate(n=Count("pk")).order_by("severity")),
        twice(Round.objects.none()),
        twice(Round.objects.filter(pk=0)),
        twice(User.objects.annotate(nothing=Value(None, output_field=Round._meta.get_field("moment")))),
    ]
    assert all(alone for _rows, alone in pairs[:4])
    assert asked(*(rows for rows, _alone in pairs)) == 1
    for rows, alone in pairs:
        assert list(rows) == alone
    [first, *_rest] = pairs[0][0]
    with CaptureQueriesContext(connection) as nothing:
        assert isinstance(first.property, Property)
    assert len(nothing) == 0, "the related row came along"


@pytest.mark.django_db
def test_figures_are_those_of_an_aggregate(house: House) -> None:
    figures = {"rounds": Count("pk"), "last": Max("moment"), "staked": Max("staked_minor")}
    found = together.figures(Round.objects.all(), **figures)
    other = together.figures(Round.objects.filter(pk=0), **figures)
    nothing = together.figures(Round.objects.filter(pk__in=()), **figures)
    assert asked(found, other, nothing) == 1
    assert list(found) == [Round.objects.aggregate(**figures)]
    assert list(other) == [{"rounds": 0, "last": None, "staked": None}]
    assert list(nothing) == [], "the database was not asked"


@pytest.mark.django_db
def test_works_go_on_together_and_each_returns_its_own() -> None:
    a_property()
    posting(User.objects.create(username="SV-1"), "dealer")

    def work(again: bool) -> Asking[Any]:
        rows = Posting.objects.filter(user__username="SV-1")
        yield (rows,)
        if again:
            users = User.objects.filter(pk__in=[row.user_id for row in rows], username="SV-1")
            yield (users,)
            return [user.username for user in users]
        return len(rows)

    with CaptureQueriesContext(connection) as found:
        results = together.carry_out([work(True), "as it is", work(False), work(True)])
    assert results == [["SV-1"], "as it is", 1, ["SV-1"]]
    assert len(found) == 2


def test_every_kind_of_column_is_read_or_its_queryset_asks_by_itself() -> None:
    """A new kind of field is named here, so that nobody wonders why a page asks once more."""

    def kind(field: Any) -> str:
        while field.is_relation:
            field = field.target_field
        return kind(field.base_field) if isinstance(field, ArrayField) else str(field.get_internal_type())

    every: set[Any] = {
        field for model in apps.get_models() for field in model._meta.concrete_fields if isinstance(field, Field)
    }
    assert {kind(field) for field in every} - set(together.READERS) == set()
