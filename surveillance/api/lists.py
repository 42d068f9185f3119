"""The lists of Surveillance over the API: one class a read model, made from one table.

Lists go from the newest to the oldest, a page at a time: ``next`` is the value of ``before`` for the page after this
one, or null at the end. A person gets the rows that they may read (``surveillance.rows.visibility``). Proved by
``tests/surveillance/api/test_lists.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.db.models import Model, Q
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from games.api.base import ApiView, answer
from games.api.read import MOST, PAGE, house_of, read_query
from surveillance.rows import log_models, models
from surveillance.rows.visibility import Seeing


def all_of_it(_seeing: Seeing) -> Q:
    """Whoever has the permission reads the whole list."""
    return Q()


class Listing(NamedTuple):
    """A read model as the API lists it: its name there, which rows a person gets, by which columns it is asked."""

    name: str
    model: type[Model]
    visible: Callable[[Seeing], Q]
    asked: tuple[str, ...] = ()
    shown: tuple[str, str] | None = None
    """Columns that say from when until when a row shows something, where rows are asked for by an interval."""


LISTS: Final = (
    Listing("recorders", models.Recorder, all_of_it, ("kind", "retired")),
    Listing("clock-readings", models.ClockReading, all_of_it, ("recorder", "how", "withdrawn")),
    Listing("cameras", models.Camera, all_of_it, ("recorder", "retired")),
    Listing("coverage", models.Coverage, all_of_it, ("camera", "table", "pit")),
    Listing("gaps", models.Gap, all_of_it, ("table", "kind")),
    Listing("recordings", models.Recording, Seeing.listed, ("camera", "held", "sha256"), ("shown_from", "shown_to")),
    Listing(
        "links",
        models.Link,
        Seeing.links,
        ("subject_kind", "subject_stream", "case", "camera", "recording", "withdrawn"),
    ),
    Listing("requests", models.Request, Seeing.requests, ("status", "case", "table")),
    Listing("holds", models.Hold, Seeing.holds, ("table", "recording", "cause", "subject")),
    Listing("held-changes", models.HeldChange, all_of_it, ("about", "command", "confirmed")),
    Listing(
        "incidents",
        log_models.Incident,
        all_of_it,
        ("kind", "disposition", "table", "place"),
        ("happened_at", "happened_at"),
    ),
    Listing("reviews", log_models.Review, all_of_it, ("subject_stream", "identity", "verdict")),
    Listing("spot-checks", log_models.SpotCheck, all_of_it, ("table", "dealer")),
    Listing("handovers", log_models.ShiftReport, all_of_it),
)


def references(model: type[Model]) -> list[str]:
    """Columns that are given and asked for by the code of what they name."""
    return [field.name for field in model._meta.concrete_fields if field.is_relation and field.name != "property"]


_MEETS: Final = "Rows that meet the interval (recordings by the recorder's clock); both ends may be left open."


def may_view(model: type[Model]) -> type[BasePermission]:
    """Signed in, and allowed to see this read model."""
    permission = f"surveillance.view_{model._meta.model_name}"

    class May(BasePermission):
        def has_permission(self, request: Request, view: Any) -> bool:
            return bool(request.user and request.user.has_perm(permission))

    return May


def _query(listing: Listing) -> type[serializers.Serializer]:
    """How rows of a list are chosen."""
    fields: dict[str, Any] = {
        "property": serializers.CharField(required=False),
        "before": serializers.IntegerField(required=False, min_value=1),
        "limit": serializers.IntegerField(required=False, min_value=1, max_value=MOST, default=PAGE),
    }
    if listing.shown is not None:
        fields["begins_at"] = serializers.DateTimeField(required=False, help_text=_MEETS)
        fields["ends_at"] = serializers.DateTimeField(required=False, help_text=_MEETS)
    for name in listing.asked:
        column: Any = listing.model._meta.get_field(name)
        if column.get_internal_type() == "BooleanField":
            fields[name] = serializers.BooleanField(required=False, allow_null=True, default=None)
        elif column.choices:
            fields[name] = serializers.ChoiceField(required=False, choices=column.choices)
        else:
            fields[name] = serializers.CharField(required=False)
    return type(f"{listing.model.__name__}Query", (serializers.Serializer,), fields)


def serializer_of(listing: Listing) -> type[serializers.ModelSerializer]:
    """A row of a list."""
    fields: dict[str, Any] = {"property": serializers.CharField(source="property.code")}
    for name in references(listing.model):
        null = listing.model._meta.get_field(name).null
        fields[name] = serializers.CharField(source=f"{name}.code", allow_null=null, default=None)
    meta = type("Meta", (), {"model": listing.model, "exclude": ("id",)})
    return type(f"{listing.model.__name__}Out", (serializers.ModelSerializer,), {**fields, "Meta": meta})


def list_view(listing: Listing) -> type[ApiView]:
    """The view of a list."""
    query, row, named = _query(listing), serializer_of(listing), references(listing.model)
    page = type(
        f"{listing.model.__name__}Page",
        (serializers.Serializer,),
        {"rows": row(many=True), "next": serializers.IntegerField(allow_null=True)},
    )

    def get(_self: ApiView, request: Request) -> HttpResponse:
        asked = read_query(query, request)
        house = house_of(asked.get("property"))
        rows = listing.model._default_manager.filter(listing.visible(Seeing(request.user, clock())), property=house)
        for name in listing.asked:
            if asked.get(name) is not None:
                rows = rows.filter(**{f"{name}__code" if name in named else name: asked[name]})
        if listing.shown is not None:
            begins, ends = listing.shown
            if "begins_at" in asked:
                rows = rows.filter(**{f"{ends}__gte": asked["begins_at"]})
            if "ends_at" in asked:
                rows = rows.filter(**{f"{begins}__lte": asked["ends_at"]})
        if "before" in asked:
            rows = rows.filter(id__lt=asked["before"])
        limit = asked["limit"]
        found: list[Any] = list(rows.select_related("property", *named).order_by("-id")[: limit + 1])
        following = found[limit - 1].pk if len(found) > limit else None
        return answer({"rows": row(found[:limit], many=True).data, "next": following})

    described = extend_schema(
        operation_id=f"list_{listing.name.replace('-', '_')}", tags=["footage"], parameters=[query], responses=page
    )
    meta = str(listing.model._meta.verbose_name_plural)
    members = {"get": described(get), "permission_classes": (may_view(listing.model),), "__doc__": meta}
    return type(f"{listing.model.__name__}ListView", (ApiView,), members)
