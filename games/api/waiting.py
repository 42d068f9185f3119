"""What waits for a person's own word: listed, and answered. As the page does (``games.admin.waiting``).

Proved by ``tests/api/test_waiting.py``.
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from games.api.base import ApiView, answer
from games.api.commands import read_body
from games.api.read import MOST, may_view, read_query, whole_house
from games.commands import answering
from games.rows import on_duty
from games.rows.models import Waiting, WaitingState
from games.rows.waiting import ANSWERABLE, for_person


class WaitingQuery(serializers.Serializer):
    """What is asked for; without a state, what still waits."""

    property = serializers.CharField(required=False)
    state = serializers.ChoiceField(choices=WaitingState.choices, required=False)
    mine = serializers.BooleanField(
        required=False, default=False, help_text="Only what whoever asks may answer, where they act now."
    )
    before = serializers.IntegerField(required=False, min_value=1)
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST, default=MOST)


class WaitingOut(serializers.ModelSerializer):
    """A request for a second person, or a decision that a device reported."""

    property = serializers.CharField(source="property.code")

    class Meta:
        model = Waiting
        fields = "__all__"


class WaitingListOut(serializers.Serializer):
    """The newest first. ``next`` is the value of ``before`` for the page after this one, null at the end."""

    waiting = WaitingOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class AnswerIn(serializers.Serializer):
    """What the person says. Of a reported decision ``refuse`` is its denial; a ruling is confirmed or left as it is."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again does nothing twice.")
    say = serializers.ChoiceField(
        choices=answering.WORDS,
        help_text="confirm_all and refuse_all answer all that was asked for at once (the same batch) and still waits.",
    )


class WaitingView(ApiView):
    """What waits for a person's own word."""

    permission_classes = (may_view("waiting"),)
    readable_as = "waiting"

    @extend_schema(operation_id="list_waiting", tags=["rounds"], parameters=[WaitingQuery], responses=WaitingListOut)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(WaitingQuery, request)
        states = [asked["state"]] if "state" in asked else ANSWERABLE
        house = whole_house(request, asked.get("property"))
        rows = Waiting.objects.select_related("property").filter(property=house, state__in=states)
        if asked["mine"]:
            tables = rows.order_by().values_list("table", flat=True).distinct()
            acts = on_duty.persons_at(request.user, [(house.code, table or None) for table in tables], clock())
            rows = rows.filter(for_person(acts))
        if "before" in asked:
            rows = rows.filter(position__lt=asked["before"])
        limit = asked["limit"]
        found = list(rows.order_by("-position", "pk")[: limit + 1])
        more = len(found) > limit
        found = found[:limit]
        return answer({"waiting": WaitingOut(found, many=True).data, "next": found[-1].position if more else None})


class AnswersView(ApiView):
    """Answers to what waits."""

    permission_classes = (may_view("waiting"),)

    @extend_schema(
        operation_id="answer_waiting",
        tags=["rounds"],
        summary="Confirm, refuse, withdraw / Xác nhận, từ chối, rút lại",
        parameters=[OpenApiParameter("waiting", UUID, OpenApiParameter.PATH)],
        request=AnswerIn,
        responses=WaitingOut,
    )
    def post(self, request: Request, waiting: UUID) -> HttpResponse:
        row = Waiting.objects.select_related("property").filter(pk=waiting).first()
        if row is None:
            raise Problem("ask_unknown")
        now = clock()
        person = on_duty.required_at(request.user, row.property.code, row.table or None, now)
        said = read_body(AnswerIn, request)
        command = answering.read(row, said["say"])
        if command is None:
            raise Problem("bad_request", "say")
        answering.answer(row, command, by=person, user=request.user, command_id=said["command_id"], now=now)
        row.refresh_from_db()
        return answer(WaitingOut(row).data)
