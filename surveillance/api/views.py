"""Surveillance over the API: every command, which cameras covered a table, and what one stream says with its words.

Who acts is the account of the session, in its post and postings: a body cannot claim either. A command's body is the
domain's own struct (``surveillance.record``) with ``command_id`` and, for what acts on something, ``seen_version``
beside its fields. Proved by ``tests/surveillance/api``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from casino.commands import openapi
from casino.commands.body import envelope, event_told
from casino.core.commands import read_command
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.ledger.application import get_ledger
from casino.vault import names
from disputes.reads import log as reads
from disputes.reads.models import ReadKind
from disputes.rows.actor import actor_of
from games.api.base import ApiView, answer, language
from games.api.commands import DONE, read_body, read_object
from games.api.read import MOST, house_of, read_query
from surveillance.api.lists import LISTS, Listing, may_view
from surveillance.api.openapi import PREFIX
from surveillance.execution import service
from surveillance.record.commands import COMMANDS
from surveillance.rows import sealed_words
from surveillance.rows.coverage import covering
from surveillance.rows.log_models import Incident
from surveillance.rows.models import Coverage
from surveillance.rows.shift import rows, shift, signable
from surveillance.rows.visibility import Seeing

Version = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
PLACES: Final = {
    "recorder": "recorders",
    "camera": "cameras",
    "recording": "recordings",
    "footage": "links",
    "request": "requests",
    "hold": "holds",
    "change": "held-changes",
    "coverage": "gaps",
    "incident": "incidents",
    "spotcheck": "spot-checks",
    "handover": "handovers",
}
"""Kind of stream -> under which list its commands stand."""
ELSEWHERE: Final = frozenset({"recording"})
"""Streams with addresses of their own: a recording's is its chain of custody (``surveillance.files.api``)."""
_PROPERTY: Final = OpenApiParameter("property", str, description="Code of the property; not needed where there is one.")


class PropertyQuery(serializers.Serializer):
    """Which house."""

    property = serializers.CharField(required=False)


class CoveringQuery(PropertyQuery):
    """Which table, when."""

    table = serializers.CharField()
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(required=False, help_text="Left out: at that moment.")


class CoveringOut(serializers.Serializer):
    """A camera that covered the table, and in which stretch of what was asked."""

    camera = serializers.CharField()
    name = serializers.CharField()
    recorder = serializers.CharField(allow_null=True)
    shows = serializers.ListField(child=serializers.CharField())
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    directly = serializers.BooleanField(help_text="False: it covered the table's pit as a whole.")


class CoveringPage(serializers.Serializer):
    """The cameras that covered the table, those on the table itself first."""

    cameras = CoveringOut(many=True)


class FootageDoneOut(serializers.Serializer):
    """What a command came to, or had come to before (``duplicate``); ``asked``: it waits for a second person."""

    stream = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=(*DONE, "asked"))
    recorded_at = serializers.DateTimeField()


class MaySee(BasePermission):
    """Signed in, and allowed to see footage of their cases at least."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.has_perm("surveillance.view_recording"))


class CoveringView(ApiView):
    """Which cameras covered this table at this moment, or in this interval."""

    permission_classes = (may_view(Coverage),)

    @extend_schema(
        operation_id="cameras_covering", tags=["footage"], parameters=[CoveringQuery], responses=CoveringPage
    )
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(CoveringQuery, request)
        house = house_of(asked.get("property"))
        found = covering(house.pk, asked["table"], asked["begins_at"], asked.get("ends_at"))
        return answer(
            {
                "cameras": [
                    {
                        "camera": each.camera.code,
                        "name": each.camera.name,
                        "recorder": each.camera.recorder.code if each.camera.recorder else None,
                        "shows": each.shows,
                        "begins_at": each.begins_at,
                        "ends_at": each.ends_at,
                        "directly": each.directly,
                    }
                    for each in found
                ]
            }
        )


class ShiftQuery(PropertyQuery):
    """Which interval."""

    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class ShiftView(ApiView):
    """What a shift of Surveillance was: codes of everything that happened, and of what is still open; ``digest`` is
    what is signed of it when it is handed over."""

    permission_classes = (may_view(Incident),)

    @extend_schema(operation_id="read_shift", tags=["footage"], parameters=[ShiftQuery], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(ShiftQuery, request)
        if not asked["begins_at"] < asked["ends_at"]:
            raise Problem("bad_request", "ends_at")
        house = house_of(asked.get("property"))
        between = asked["begins_at"], asked["ends_at"]
        found = rows(house, *between)
        digest, _lines = signable(house, *between, found)
        return answer({**msgspec.to_builtins(shift(house, *between, found)), "digest": digest})


class NamedIn(serializers.Serializer):
    """By name: in a body, so that no name stands in an address."""

    property = serializers.CharField(required=False)
    named = serializers.CharField(max_length=200)


class IncidentsFound(serializers.Serializer):
    """The entries of the log in which somebody of this name stands, the newest first."""

    incidents = serializers.ListField(child=serializers.CharField())


class SearchIncidentsView(ApiView):
    """Entries of the log by the name of somebody in them."""

    permission_classes = (may_view(Incident),)

    @extend_schema(operation_id="search_incidents", tags=["footage"], request=NamedIn, responses=IncidentsFound)
    def post(self, request: Request) -> HttpResponse:
        asked = read_body(NamedIn, request)
        house = house_of(asked.get("property"))
        persons = names.persons_named(house.code, asked["named"])
        reads.note(request, house, ReadKind.SEARCH, "", persons)
        rows = Incident.objects.filter(property=house, persons__overlap=sorted(persons)).order_by("-id")
        return answer({"incidents": list(rows.values_list("number", flat=True)[:MOST])})


def stream_view(kind: str, listing: Listing) -> type[ApiView]:
    """The view of one thing: every event of its stream, with the words that were sealed."""

    def get(_self: ApiView, request: Request, code: str) -> HttpResponse:
        house = house_of(read_query(PropertyQuery, request).get("property"))
        stream = f"{kind}/{code}"
        rows = listing.model._default_manager.filter(listing.visible(Seeing(request.user, clock())), property=house)
        if not SAFE_NAME.fullmatch(code) or not rows.filter(stream=stream).exists():
            raise Problem("footage_unknown", "code", what=stream)
        if kind == "incident":
            reads.note(request, house, ReadKind.INCIDENT, code)
        events = get_ledger(house.code).stream(stream)
        texts = sealed_words.opened(house.code, events, language())
        return answer({"stream": stream, "events": [event_told(event) for event in events], "texts": texts})

    described = extend_schema(
        operation_id=f"read_{kind}",
        tags=["footage"],
        parameters=[OpenApiParameter("code", str, OpenApiParameter.PATH), _PROPERTY],
        responses=OpenApiTypes.OBJECT,
    )
    doc = "Every event, and the words that it holds sealed."
    members = {"get": described(get), "permission_classes": (may_view(listing.model),), "__doc__": doc}
    return type(f"{listing.model.__name__}StreamView", (ApiView,), members)


def command_view(code: str) -> type[ApiView]:
    """The view of a command."""
    step = COMMANDS[code]

    def post_new(_self: ApiView, request: Request) -> HttpResponse:
        return _do(request, None, code)

    def post(_self: ApiView, request: Request, **place: str) -> HttpResponse:
        return _do(request, place["code"], code)

    place = [] if step.on is None else [OpenApiParameter("code", str, OpenApiParameter.PATH)]
    how: dict[str, Any] = {"tag": "footage", "parameters": [*place, _PROPERTY], "responses": FootageDoneOut}
    return openapi.command_view(ApiView, PREFIX, step, post_new if step.on is None else post, MaySee, **how)


LISTED: Final = {listing.name: listing for listing in LISTS}


def _do(request: Request, code: str | None, name: str) -> HttpResponse:
    said = read_object(request)
    house = house_of(read_query(PropertyQuery, request).get("property"))
    now = clock()
    seen = said.get("seen_version")
    if code is not None and not SAFE_NAME.fullmatch(code):
        raise Problem("footage_unknown", "code", what=code)
    done = service.execute(
        house.code,
        code,
        read_command(COMMANDS[name].struct, said),
        actor=actor_of(request.user, house.code, now),
        seen_version=None if seen is None or code is None else envelope(said, "seen_version", Version),
        command_id=envelope(said, "command_id", UUID),
        now=now,
    )
    return answer(msgspec.to_builtins(done))
