"""Fairness over the API, for signed-in staff: the watches, one of them over time, and the annex as data.

Proved by ``tests/watch/test_pages.py``.
"""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.core.errors import Problem
from games.api.base import ApiView, answer
from games.api.read import may_view, read_query, whole_house
from games.rows.replay import check_position
from games.rows.watch_models import Watch
from games.watch import view_model
from games.watch.annex import annex
from games.watch.finding import levels_of


class WatchesQuery(serializers.Serializer):
    """Which watches."""

    property = serializers.CharField(required=False, help_text="Code of the property; not needed where there is one.")
    table = serializers.CharField(required=False, default="")
    game = serializers.CharField(required=False, default="")


class WatchQuery(serializers.Serializer):
    """Which watch, by its code: ``wheel/RL01/1``."""

    property = serializers.CharField(required=False)
    watch = serializers.CharField()


class AnnexQuery(serializers.Serializer):
    """Which gaming days, both included, up to which position of the log."""

    property = serializers.CharField(required=False)
    since = serializers.DateField(required=False, allow_null=True, default=None)
    until = serializers.DateField(required=False, allow_null=True, default=None)
    at = serializers.IntegerField(required=False, allow_null=True, min_value=1, default=None)
    not_sensed = serializers.BooleanField(
        required=False,
        default=False,
        help_text="Whether frequencies and mispayments count rounds that no equipment sensed (imported, entered) too.",
    )


class WatchesView(ApiView):
    """Every watch in figures, the nearest to its bar first."""

    permission_classes = (may_view("round"),)
    readable_as = "fairness"

    @extend_schema(
        operation_id="list_watches", tags=["fairness"], parameters=[WatchesQuery], responses=OpenApiTypes.OBJECT
    )
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(WatchesQuery, request)
        house = whole_house(request, asked.get("property"))
        told = view_model.watches_told(house.pk, game=asked["game"], table=asked["table"])
        return answer({"property": house.code, "watches": told})


class WatchView(ApiView):
    """One watch with its evidence over time."""

    permission_classes = (may_view("round"),)
    readable_as = "fairness"

    @extend_schema(operation_id="show_watch", tags=["fairness"], parameters=[WatchQuery], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(WatchQuery, request)
        house = whole_house(request, asked.get("property"))
        watch = Watch.objects.filter(property=house, code=asked["watch"]).first()
        level = levels_of(house.pk).get(asked["watch"])
        if watch is None or level is None:
            raise Problem("not_found", "watch")
        return answer(
            {"property": house.code, **view_model.watch_told(watch, level), "points": view_model.points_told(watch)}
        )


class AnnexView(ApiView):
    """Frequencies against chance, hold and mispayments of all games."""

    permission_classes = (may_view("round"),)
    readable_as = "fairness"

    @extend_schema(operation_id="show_annex", tags=["fairness"], parameters=[AnnexQuery], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(AnnexQuery, request)
        house = whole_house(request, asked.get("property"))
        check_position(house.code, asked["at"])
        return answer(annex(house.code, asked["since"], asked["until"], asked["at"], not_sensed=asked["not_sensed"]))
