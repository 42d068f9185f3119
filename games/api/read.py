"""Reading over the API, for signed-in staff: rounds, a round replayed, findings.

Lists go from the newest recorded to the oldest, a page at a time: ``next`` is the value of ``before`` for the page
after this one, or null at the end. A round's replay is computed from the ledger at every request, ``?at=`` as it stood
at a position. Proved by ``tests/api/test_read.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.access import inspectors
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.ledger.models import Property
from games.api.base import ApiView, answer
from games.rows.chosen_house import property_code_of
from games.rows.models import FINDING_STATUS, ROUND_STATUS, SEVERITIES, Finding, Round
from games.rows.readmodel import overtaken_of
from games.rows.replay import NoSuchRound, Replayer, check_position
from games.words.judged import as_json

PAGE: Final = 100
MOST: Final = 500


class PageQuery(serializers.Serializer):
    """What every list takes."""

    property = serializers.CharField(required=False, help_text="Code of the property; not needed where there is one.")
    table = serializers.CharField(required=False)
    game = serializers.CharField(required=False)
    gaming_day = serializers.DateField(required=False)
    before = serializers.IntegerField(required=False, min_value=1)
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST, default=PAGE)


class RoundQuery(PageQuery):
    """How rounds are chosen."""

    status = serializers.ChoiceField(required=False, choices=ROUND_STATUS)
    player = serializers.CharField(required=False, help_text="A player's reference.")
    has_findings = serializers.BooleanField(required=False, allow_null=True, default=None)


class FindingQuery(PageQuery):
    """How findings are chosen."""

    status = serializers.ChoiceField(required=False, choices=FINDING_STATUS)
    severity = serializers.ChoiceField(required=False, choices=SEVERITIES)
    code = serializers.CharField(required=False)
    clause = serializers.CharField(required=False)
    device = serializers.CharField(required=False)


class ReplayQuery(serializers.Serializer):
    """How a round is replayed."""

    property = serializers.CharField(required=False)
    at = serializers.IntegerField(required=False, min_value=1, help_text="Position of the log.")


class RoundOut(serializers.ModelSerializer):
    """A round in figures. Amounts are in the currency's smallest unit; nets are from the players' side."""

    property = serializers.CharField(source="property.code")

    class Meta:
        model = Round
        exclude = ("search", "audit_due")


class FindingOut(serializers.ModelSerializer):
    """A finding and what became of it. ``amount_minor`` is recorded less due: positive, the player has too much."""

    property = serializers.CharField(source="property.code")
    round = serializers.SerializerMethodField()

    class Meta:
        model = Finding
        fields = "__all__"

    def get_round(self, row: Finding) -> str | None:
        return None if row.round is None else row.round.stream


class RoundsOut(serializers.Serializer):
    """A page of rounds."""

    rounds = RoundOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class FindingsOut(serializers.Serializer):
    """A page of findings."""

    findings = FindingOut(many=True)
    next = serializers.IntegerField(allow_null=True)


def may_view(model: str) -> type[BasePermission]:
    """Signed in, and allowed to see this read model."""

    class MayView(BasePermission):
        def has_permission(self, request: Request, view: Any) -> bool:
            return bool(request.user and request.user.has_perm(f"games.view_{model}"))

    return MayView


def read_query(query: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """The checked query; the first field at fault as a problem."""
    asked = query(data=request.query_params)
    if not asked.is_valid():
        raise Problem("bad_request", next(iter(asked.errors)))
    return dict(asked.validated_data)


def house_of(code: str | None) -> Property:
    house = Property.objects.filter(code=property_code_of(code)).first()
    if house is None:
        raise Problem("not_found", "property")
    return house


def whole_house(request: Request, code: str | None) -> Property:
    """The property of something that is told of all of it. Problem forbidden for a token that is not of all of it."""
    house = house_of(code)
    if not inspectors.sees_whole(request.user, house):
        raise Problem("forbidden")
    return house


def _page(rows: QuerySet[Any], asked: dict[str, Any]) -> tuple[list[Any], int | None]:
    """A page of rows and where the next begins."""
    if "before" in asked:
        rows = rows.filter(id__lt=asked["before"])
    found = list(rows.order_by("-id")[: asked["limit"] + 1])
    more = len(found) > asked["limit"]
    found = found[: asked["limit"]]
    return found, found[-1].id if more else None


def _equal(asked: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: asked[name] for name in names if name in asked}


class RoundsView(ApiView):
    """Rounds, the newest recorded first."""

    readable_as = "rounds"
    permission_classes = (may_view("round"),)

    @extend_schema(operation_id="list_rounds", tags=["rounds"], parameters=[RoundQuery], responses=RoundsOut)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(RoundQuery, request)
        rows = Round.objects.select_related("property").filter(
            inspectors.rows(request.user, "round"),
            property=house_of(asked.get("property")),
            **_equal(asked, "table", "game", "gaming_day", "status"),
        )
        if "player" in asked:
            rows = rows.filter(players__contains=[asked["player"]])
        if asked["has_findings"] is not None:
            rows = rows.filter(findings_open__gt=0) if asked["has_findings"] else rows.filter(findings_open=0)
        found, following = _page(rows, asked)
        return answer({"rounds": RoundOut(found, many=True).data, "next": following})


def stream_of(table: str, round: str) -> str:
    """The stream of a round by the codes in an address. Raises Problem where they cannot be any round's."""
    if not (SAFE_NAME.fullmatch(table) and SAFE_NAME.fullmatch(round)):
        raise Problem("not_found", "round")
    return f"round/{table}/{round}"


class RoundView(ApiView):
    """A round replayed: facts, state, judgement, and the clauses it names."""

    readable_as = "rounds"
    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="replay_round",
        tags=["rounds"],
        parameters=[
            ReplayQuery,
            OpenApiParameter("table", str, OpenApiParameter.PATH),
            OpenApiParameter("round", str, OpenApiParameter.PATH),
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, table: str, round: str) -> HttpResponse:
        asked = read_query(ReplayQuery, request)
        house = house_of(asked.get("property"))
        code = house.code
        stream = stream_of(table, round)
        seen = inspectors.rows(request.user, "round")
        if seen and not Round.objects.filter(seen, property=house, stream=stream).exists():
            raise Problem("not_found", "round")
        position = asked.get("at")
        check_position(code, position)
        try:
            replay = Replayer(code).round(stream, position, overtaken_of(code, stream, position))
        except NoSuchRound:
            raise Problem("not_found", "round") from None
        return answer({"property": code, **as_json(replay)})


class FindingsView(ApiView):
    """Findings, the newest opened first."""

    readable_as = "findings"
    permission_classes = (may_view("finding"),)

    @extend_schema(operation_id="list_findings", tags=["findings"], parameters=[FindingQuery], responses=FindingsOut)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(FindingQuery, request)
        rows = Finding.objects.select_related("property", "round").filter(
            inspectors.rows(request.user, "finding"),
            property=house_of(asked.get("property")),
            **_equal(asked, "table", "game", "gaming_day", "status", "severity", "code", "device"),
        )
        if "clause" in asked:
            rows = rows.filter(clauses__contains=[asked["clause"]])
        found, following = _page(rows, asked)
        return answer({"findings": FindingOut(found, many=True).data, "next": following})
