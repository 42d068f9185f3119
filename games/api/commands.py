"""What signed-in staff do over the API: suppose another story of a round, correct a fact, record a ruling, dismiss a
finding or say that it was put right. Each command goes through the same service as the pages, with the same checks and
errors.

Who acts is the account of the session, in the post in which it acts at the table (``games.rows.acting``): a body cannot
claim either. What takes two persons is asked for here, and answered at ``waiting/`` (``games.api.waiting``).
``command_id`` is made by the client; the same one again is the same command and gets the first answer. Proved by
``tests/api/test_commands.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse, UnreadablePostError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.reasons import OF_CORRECTIONS, OF_FINDINGS, OF_RULINGS, Cause
from casino.ledger.rows import Appended
from games.api.base import ApiView, answer
from games.api.openapi import WHAT_IF_REQUEST
from games.api.read import FindingOut, ReplayQuery, house_of, may_view, read_query, stream_of
from games.commands import finding_batches, finding_service, rulings, second
from games.engine.facts import Person
from games.pages.whatif_text import as_json
from games.rows import acting
from games.rows.models import Finding
from games.rows.readmodel import overtaken_of
from games.rows.replay import NoSuchRound, Replayer, check_position
from games.rows.whatif import read_changes, what_if

_PLACE: Final = [
    OpenApiParameter("table", str, OpenApiParameter.PATH),
    OpenApiParameter("round", str, OpenApiParameter.PATH),
    OpenApiParameter("property", str, description="Code of the property; not needed where there is one."),
]


class CommandIn(serializers.Serializer):
    """What every command says besides."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again does nothing twice.")
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


def cause_of(causes: tuple[Cause, ...]) -> serializers.ChoiceField:
    """The cause to choose beside the reason, or in its place."""
    return serializers.ChoiceField(
        choices=causes,
        required=False,
        help_text="Below an amount it needs no words; above it, and for another reason, a sentence.",
    )


class RoundCommandIn(CommandIn):
    """A command about a round."""

    seen_version = serializers.IntegerField(
        min_value=1, help_text="Version of the last fact of the round as the person saw it."
    )


class CorrectionIn(RoundCommandIn):
    """A fact was recorded wrongly."""

    cause = cause_of(OF_CORRECTIONS)
    target = serializers.UUIDField(help_text="Id of the fact.")
    after = serializers.DictField(
        allow_null=True, help_text="The whole data of the fact as it should be; null: it did not happen."
    )


class RuledBesidesIn(serializers.Serializer):
    """A further round of the table that the ruling is about."""

    round = serializers.CharField(max_length=64)
    seen_version = serializers.IntegerField(min_value=1)
    bets = serializers.ListField(child=serializers.CharField(max_length=64), required=False, default=list)


class RulingIn(RoundCommandIn):
    """What a post decided where the document leaves it to them."""

    cause = cause_of(OF_RULINGS)
    clause = serializers.CharField(max_length=40)
    choice = serializers.CharField(max_length=64)
    bets = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, default=list, help_text="None: all bets."
    )
    also = RuledBesidesIn(many=True, required=False, default=list)


class FindingCommandIn(CommandIn):
    """A command about a finding."""

    cause = cause_of(OF_FINDINGS)


class DismissalIn(FindingCommandIn):
    """A finding is let rest."""


class DismissalBatchIn(FindingCommandIn):
    """Findings of one kind are let rest, for one cause and with one reason."""

    findings = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=100)


class DismissalBatchOut(serializers.Serializer):
    """Whether they rest now; else each waits for a second person."""

    dismissed = serializers.BooleanField()
    findings = FindingOut(many=True)


class PutRightIn(FindingCommandIn):
    """What a finding says was put right, without a case."""

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


def person_of(request: Request, property_code: str, table: str | None) -> Person:
    """The person of this session in the post in which they act at a table. Problems: ``forbidden`` for an account that
    decides nothing, ``not_posted_here``."""
    return acting.required_at(request.user, property_code, table, clock())


def read_object(request: Request, *, most_bytes: int | None = None) -> dict[str, Any]:
    """The body as an object. Nesting and numbers that a Python reader would choke on are a problem of the sender.
    ``most_bytes`` instead of what Django reads of any other request."""
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE if most_bytes is None else most_bytes
    try:
        body = request._request.body if most_bytes is None else request._request.read(most_bytes + 1)
        if len(body) > limit:
            raise RequestDataTooBig
        return msgspec.json.decode(body, type=dict[str, Any])
    except RequestDataTooBig:
        raise Problem("body_too_large", limit=limit) from None
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


def appended(done: Appended) -> HttpResponse:
    """What was recorded, or had been, as an answer."""
    return answer(
        {
            "status": str(done.status),
            "id": str(done.id),
            "position": done.position,
            "version": done.version,
            "recorded_at": done.recorded_at,
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
        check_position(code, position)
        changes = read_changes(read_object(request))
        try:
            seen = what_if(
                Replayer(code),
                stream,
                changes,
                upto_position=position,
                overtaken_at=overtaken_of(code, stream, position),
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
        summary="Ask that a fact be corrected / Đề nghị sửa dữ kiện",
        description="No effect until a second person confirms it (waiting/).",
        parameters=_PLACE,
        request=CorrectionIn,
        responses=AppendedOut,
    )
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        person = person_of(request, code, table)
        said = read_body(CorrectionIn, request)
        return appended(
            second.ask_correction(
                property_code=code,
                stream=stream_of(table, round),
                target=said["target"],
                after=said["after"],
                by=person,
                reason=said["reason"],
                cause=said.get("cause"),
                seen_version=said["seen_version"],
                command_id=said["command_id"],
                now=clock(),
            )
        )


class RulingsView(ApiView):
    """Rulings on a round."""

    permission_classes = (may_view("round"),)

    @extend_schema(
        operation_id="record_ruling",
        tags=["rounds"],
        summary="Record a ruling / Ghi quyết định",
        description="For one round, or at once for several of the table (`also`): each gets its ruling, all or none.",
        parameters=_PLACE,
        request=RulingIn,
        responses=AppendedOut,
    )
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        person = person_of(request, code, table)
        said = read_body(RulingIn, request)
        return appended(
            rulings.record(
                property_code=code,
                rounds=[
                    rulings.Ruled(
                        stream=stream_of(table, each["round"]),
                        bets=tuple(each["bets"]),
                        seen_version=each["seen_version"],
                    )
                    for each in ({**said, "round": round}, *said["also"])
                ],
                clause=said["clause"],
                choice=said["choice"],
                by=person,
                reason=said["reason"],
                cause=said.get("cause"),
                command_id=said["command_id"],
                now=clock(),
            )
        )


class DismissalsView(ApiView):
    """Dismissals of a finding."""

    permission_classes = (may_view("finding"),)

    @extend_schema(
        operation_id="dismiss_finding",
        tags=["findings"],
        summary="Dismiss a finding / Bỏ qua phát hiện",
        description="Above the amount that the house has set it is asked for, and the finding stays open (waiting/).",
        parameters=[OpenApiParameter("finding", int, OpenApiParameter.PATH)],
        request=DismissalIn,
        responses=FindingOut,
    )
    def post(self, request: Request, finding: int) -> HttpResponse:
        said = read_body(DismissalIn, request)
        row = _finding(finding)
        person = person_of(request, row.property.code, row.table or None)
        given = {"reason": said["reason"], "cause": said.get("cause"), "command_id": said["command_id"]}
        finding_service.dismiss(row, by=person, **given)
        return answer(FindingOut(_finding(finding)).data)


class DismissalBatchesView(ApiView):
    """Several findings of one kind dismissed at once."""

    permission_classes = (may_view("finding"),)

    @extend_schema(
        operation_id="dismiss_findings",
        tags=["findings"],
        summary="Dismiss findings of one kind at once / Bỏ qua nhiều phát hiện cùng loại",
        description="What they come to together is held against the limits; above them each is asked for (waiting/).",
        request=DismissalBatchIn,
        responses=DismissalBatchOut,
    )
    def post(self, request: Request) -> HttpResponse:
        said = read_body(DismissalBatchIn, request)
        rows = [_finding(key) for key in said["findings"]]
        finding_batches.check(rows)
        people = {person_of(request, row.property.code, row.table or None) for row in rows}
        given = {"reason": said["reason"], "cause": said.get("cause"), "command_id": said["command_id"]}
        done = finding_batches.dismiss(rows, by=people.pop(), now=clock(), **given)
        found = [FindingOut(_finding(row.pk)).data for row in rows]
        return answer({"dismissed": done, "findings": found})


class FindingCorrectionsView(ApiView):
    """Findings said to be put right."""

    permission_classes = (may_view("finding"),)

    @extend_schema(
        operation_id="put_finding_right",
        tags=["findings"],
        summary="Ask that a finding count as put right / Đề nghị ghi nhận phát hiện đã được sửa",
        description="No effect until a second person confirms it (waiting/).",
        parameters=[OpenApiParameter("finding", int, OpenApiParameter.PATH)],
        request=PutRightIn,
        responses=FindingOut,
    )
    def post(self, request: Request, finding: int) -> HttpResponse:
        said = read_body(PutRightIn, request)
        row = _finding(finding)
        person = person_of(request, row.property.code, row.table or None)
        second.ask_put_right(
            row,
            by=person,
            reason=said["reason"],
            cause=said.get("cause"),
            clause=said.get("clause"),
            seen_version=None,
            command_id=said["command_id"],
            now=clock(),
        )
        return answer(FindingOut(_finding(finding)).data)


def _finding(key: int) -> Finding:
    row = Finding.objects.select_related("property", "round").filter(pk=key).first()
    if row is None:
        raise Problem("finding_unknown")
    return row
