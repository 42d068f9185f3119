"""What signed-in staff do over the API: suppose another story of a round, correct a fact, record a ruling, dismiss a
finding or say that it was put right. Each command goes through the same desk as the pages, with the same checks and
errors.

Who acts is the account of the session, in the post its group gives it (``casino.roles``): a body cannot claim either.
``command_id`` is made by the client; the same one again is the same command and gets the first answer. Proved by
``tests/api/test_desk.py``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from django.contrib.auth import get_user_model
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse, UnreadablePostError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.core.errors import Problem, add
from casino.ledger.rows import Appended
from casino.roles import post_of, staff_code
from games import desk, finding_desk
from games.api.base import ApiView, answer
from games.api.openapi import WHAT_IF_REQUEST
from games.api.read import FindingOut, ReplayQuery, house_of, may_view, read_query, stream_of
from games.readmodel import ended_of
from games.records import Finding
from games.replay import NoSuchRound, Replayer
from games.rounds.facts import Person
from games.whatif import read_changes, what_if
from games.whatif_telling import as_json

add(
    "authoriser_unknown",
    422,
    vi="Không có tài khoản {user} đang hoạt động và giữ một chức vụ.",
    en="No active account {user} holds a post.",
    about="A correction is authorised by another person: name their account. Its post is read from the account.",
)

_PLACE: Final = [
    OpenApiParameter("table", str, OpenApiParameter.PATH),
    OpenApiParameter("round", str, OpenApiParameter.PATH),
    OpenApiParameter("property", str, description="Code of the property; not needed where there is one."),
]


class CommandIn(serializers.Serializer):
    """What every command says besides."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again does nothing twice.")
    reason = serializers.CharField(max_length=500)


class RoundCommandIn(CommandIn):
    """A command about a round."""

    seen_version = serializers.IntegerField(
        min_value=1, help_text="Version of the last fact of the round as the person saw it."
    )


class CorrectionIn(RoundCommandIn):
    """A fact was recorded wrongly."""

    target = serializers.UUIDField(help_text="Id of the fact.")
    after = serializers.DictField(
        allow_null=True, help_text="The whole data of the fact as it should be; null: it did not happen."
    )
    authorised_by = serializers.CharField(max_length=150, help_text="User name of the other person who authorises.")


class RulingIn(RoundCommandIn):
    """What a post decided where the document leaves it to them."""

    clause = serializers.CharField(max_length=40)
    choice = serializers.CharField(max_length=64)
    bets = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, default=list, help_text="None: all bets."
    )


class DismissalIn(CommandIn):
    """A finding is let rest."""


class PutRightIn(CommandIn):
    """What a finding says was put right, without a case."""

    authorised_by = serializers.CharField(max_length=150, help_text="User name of the other person who authorises.")
    clause = serializers.RegexField(
        r"^[0-9A-G](\.[0-9a-z]{1,2}){0,5}\Z", required=False, help_text="The clause by which it was put right."
    )


class AppendedOut(serializers.Serializer):
    """What was recorded, or had been by the same command before (``duplicate``)."""

    status = serializers.ChoiceField(choices=("recorded", "duplicate"))
    id = serializers.UUIDField()
    position = serializers.IntegerField()
    version = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()


def person_of(request: Request) -> Person:
    """The person of this session in their post. Raises ``forbidden`` for an account that decides nothing."""
    person = _person(request.user)
    if person is None:
        raise Problem("forbidden")
    return person


def _person(user: Any) -> Person | None:
    post = post_of(user)
    return None if post is None else msgspec.convert({"post": post, "staff": staff_code(user)}, Person)


def authoriser(name: str) -> Person:
    """The person of another account, in the post that it holds."""
    user = get_user_model().objects.filter(username=name, is_active=True).first()
    person = None if user is None else _person(user)
    if person is None:
        raise Problem("authoriser_unknown", "authorised_by", user=name)
    return person


def read_object(request: Request) -> dict[str, Any]:
    """The body as an object. Nesting and numbers that a Python reader would choke on are a problem of the sender."""
    try:
        return msgspec.json.decode(request._request.body, type=dict[str, Any])
    except RequestDataTooBig:
        raise Problem("bad_request") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError, UnreadablePostError):
        raise Problem("bad_request") from None


def read_body(form: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """The checked body; the first field at fault as a problem, a field that is not of the command too."""
    said = read_object(request)
    given = form(data=said)
    unknown = sorted(set(said) - set(given.fields))
    if unknown:
        raise Problem("bad_request", unknown[0])
    if not given.is_valid():
        raise Problem("bad_request", next(iter(given.errors)))
    return dict(given.validated_data)


def _appended(appended: Appended) -> HttpResponse:
    return answer(
        {
            "status": str(appended.status),
            "id": str(appended.id),
            "position": appended.position,
            "version": appended.version,
            "recorded_at": appended.recorded_at,
        }
    )


class WhatIfView(ApiView):
    """Another version of a round's story beside the recorded one."""

    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="suppose_round",
        tags=["rounds"],
        summary="What if / Giả định",
        description="Both settlements with the differences in money and clauses. Nothing is stored.",
        parameters=[*_PLACE, OpenApiParameter("at", int, description="Position of the log.")],
        request=WHAT_IF_REQUEST,
        responses=OpenApiTypes.OBJECT,
    )
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        asked = read_query(ReplayQuery, request)
        code = house_of(asked.get("property")).code
        stream, position = stream_of(table, round), asked.get("at")
        changes = read_changes(read_object(request))
        try:
            seen = what_if(
                Replayer(code), stream, changes, upto_position=position, ended=ended_of(code, stream, position)
            )
        except NoSuchRound:
            raise Problem("not_found", "round") from None
        return answer({"property": code, **as_json(seen)})


class CorrectionsView(ApiView):
    """Corrections of a round's facts."""

    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="correct_fact",
        tags=["rounds"],
        summary="Correct a fact / Sửa dữ kiện",
        parameters=_PLACE,
        request=CorrectionIn,
        responses=AppendedOut,
    )
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        person = person_of(request)
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        said = read_body(CorrectionIn, request)
        return _appended(
            desk.correct_fact(
                property_code=code,
                stream=stream_of(table, round),
                target=said["target"],
                after=said["after"],
                by=person,
                authorised_by=authoriser(said["authorised_by"]),
                reason=said["reason"],
                seen_version=said["seen_version"],
                command_id=said["command_id"],
                now=datetime.now(UTC),
            )
        )


class RulingsView(ApiView):
    """Rulings on a round."""

    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="record_ruling",
        tags=["rounds"],
        summary="Record a ruling / Ghi quyết định",
        parameters=_PLACE,
        request=RulingIn,
        responses=AppendedOut,
    )
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        person = person_of(request)
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        said = read_body(RulingIn, request)
        return _appended(
            desk.record_ruling(
                property_code=code,
                stream=stream_of(table, round),
                clause=said["clause"],
                choice=said["choice"],
                bets=tuple(said["bets"]),
                by=person,
                reason=said["reason"],
                seen_version=said["seen_version"],
                command_id=said["command_id"],
                now=datetime.now(UTC),
            )
        )


class DismissalsView(ApiView):
    """Dismissals of a finding."""

    permission_classes = (may_view("finding"),)

    @extend_schema(
        operation_id="dismiss_finding",
        tags=["findings"],
        summary="Dismiss a finding / Bỏ qua phát hiện",
        parameters=[OpenApiParameter("finding", int, OpenApiParameter.PATH)],
        request=DismissalIn,
        responses=FindingOut,
    )
    def post(self, request: Request, finding: int) -> HttpResponse:
        person = person_of(request)
        said = read_body(DismissalIn, request)
        row = _finding(finding)
        finding_desk.dismiss(row, by=person, reason=said["reason"], command_id=said["command_id"])
        return answer(FindingOut(_finding(finding)).data)


class FindingCorrectionsView(ApiView):
    """Findings said to be put right."""

    permission_classes = (may_view("finding"),)

    @extend_schema(
        operation_id="put_finding_right",
        tags=["findings"],
        summary="Say that a finding was put right / Ghi nhận phát hiện đã được sửa",
        parameters=[OpenApiParameter("finding", int, OpenApiParameter.PATH)],
        request=PutRightIn,
        responses=FindingOut,
    )
    def post(self, request: Request, finding: int) -> HttpResponse:
        person = person_of(request)
        said = read_body(PutRightIn, request)
        finding_desk.correct(
            _finding(finding),
            by=person,
            authorised_by=authoriser(said["authorised_by"]),
            reason=said["reason"],
            clause=said.get("clause"),
            command_id=said["command_id"],
        )
        return answer(FindingOut(_finding(finding)).data)


def _finding(key: int) -> Finding:
    row = Finding.objects.select_related("property", "round").filter(pk=key).first()
    if row is None:
        raise Problem("finding_unknown")
    return row
