"""What signed-in staff do over the API: suppose another story of a round, correct a fact, record a ruling, dismiss a
finding or say that it was put right. Each command goes through the same service as the pages, with the same checks and
errors.

Who acts is the account of the session, in the post in which it acts at the table (``games.rows.on_duty``): a body
cannot claim either. What takes two persons is asked for here, and answered at ``waiting/`` (``games.api.waiting``).
``command_id`` is made by the client; the same one again is the same command and gets the first answer. Proved by
``tests/api/test_commands.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpResponse, UnreadablePostError
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.clock import now as clock
from casino.commands.openapi import COMMAND_ID, described
from casino.core.commands import Command, fields_of
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.api.base import ApiView, answer
from games.api.openapi import WHAT_IF_REQUEST
from games.api.read import FindingOut, ReplayQuery, house_of, may_view, read_query, stream_of
from games.commands import finding_batches
from games.commands.approvals import AskCorrection, AskPutRight
from games.commands.dismissing import DismissFinding, is_done
from games.commands.execution import Place, execute
from games.commands.finding_batches import DismissFindings
from games.commands.rulings import RecordRuling, Ruled, Rulings
from games.commands.step import TABLES
from games.engine.facts import Person
from games.pages.whatif_text import as_json
from games.rows import on_duty
from games.rows.models import Finding
from games.rows.readmodel import overtaken_of
from games.rows.replay import NoSuchRound, Replayer, check_position
from games.rows.whatif import read_changes, what_if

Kind = TypeVar("Kind", bound=Command)
_FINDING: Final = OpenApiParameter("finding", int, OpenApiParameter.PATH)
_PLACE: Final = [
    OpenApiParameter("table", str, OpenApiParameter.PATH),
    OpenApiParameter("round", str, OpenApiParameter.PATH),
    OpenApiParameter("property", str, description="Code of the property; not needed where there is one."),
]


class CommandIn(serializers.Serializer):
    """What every command says besides."""

    command_id = serializers.UUIDField(help_text=COMMAND_ID["command_id"]["description"])
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


def cause_of(struct: type[Command]) -> serializers.ChoiceField:
    """The cause to choose beside the reason, or in its place, of those that the command names."""
    [causes] = (asked.asked.words for asked in fields_of(struct) if asked.name == "cause")
    return serializers.ChoiceField(
        choices=tuple(causes or ()),
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

    cause = cause_of(AskCorrection)
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

    cause = cause_of(RecordRuling)
    clause = serializers.CharField(max_length=40)
    choice = serializers.CharField(max_length=64)
    bets = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, default=list, help_text="None: all bets."
    )
    also = RuledBesidesIn(many=True, required=False, default=list)


class DismissalIn(CommandIn):
    """A finding is let rest."""

    cause = cause_of(DismissFinding)


class DismissalBatchIn(DismissalIn):
    """Findings of one kind are let rest, for one cause and with one reason."""

    findings = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=100)


class DismissalBatchOut(serializers.Serializer):
    """Whether they rest now; else each waits for a second person."""

    dismissed = serializers.BooleanField()
    findings = FindingOut(many=True)


class PutRightIn(DismissalIn):
    """What a finding says was put right, without a case."""

    clause = serializers.RegexField(
        r"^[0-9A-G](\.[0-9a-z]{1,2}){0,5}\Z", required=False, help_text="The clause by which it was put right."
    )


DONE: Final = ("recorded", "duplicate")
"""What a command came to, or had come to before."""


class AppendedOut(serializers.Serializer):
    """What was recorded, or had been by the same command before (``duplicate``)."""

    status = serializers.ChoiceField(choices=DONE)
    id = serializers.UUIDField()
    position = serializers.IntegerField()
    version = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()


def person_of(request: Request, property_code: str, table: str | None) -> Person:
    """The person of this session in the post in which they act at a table. Problems: ``forbidden`` for an account that
    decides nothing, ``not_posted_here``."""
    return on_duty.required_at(request.user, property_code, table, clock())


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


def command_of(struct: type[Kind], said: Mapping[str, Any]) -> Kind:
    """The command that a checked body says."""
    return struct(**{name: said[name] for name in struct.__struct_fields__ if name in said})


def recorded(
    about: Any, command: Command, *, by: Person, seen_version: int | None = None, command_id: UUID
) -> HttpResponse:
    """Carry a command out; what was recorded, or had been, as an answer. ``about`` begins with the property."""
    code = about if isinstance(about, str) else about[0]
    done = execute(about, command, by=by, seen_version=seen_version, command_id=command_id, now=clock())
    event = get_ledger(code).find(command_id)
    assert event is not None
    return answer(
        {
            "status": done.status,
            "id": str(event.id),
            "position": event.position,
            "version": event.version,
            "recorded_at": event.recorded_at,
        }
    )


def described_by(
    struct: type[Command], operation_id: str, tag: str, request: Any, responses: Any, parameters: Sequence[Any] = ()
) -> Callable[[Any], Any]:
    """Describe an operation with a body of its own by what its command declares."""
    step = TABLES.of(struct)
    return described(step, operation_id, tag=tag, parameters=parameters, request=request, responses=responses)


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

    @described_by(AskCorrection, "correct_fact", "rounds", CorrectionIn, AppendedOut, _PLACE)
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        person = person_of(request, code, table)
        said = read_body(CorrectionIn, request)
        place = Place(code, stream_of(table, round))
        return recorded(place, command_of(AskCorrection, said), by=person, command_id=said["command_id"])


class RulingsView(ApiView):
    """Rulings on a round."""

    permission_classes = (may_view("round"),)

    @described_by(RecordRuling, "record_ruling", "rounds", RulingIn, AppendedOut, _PLACE)
    def post(self, request: Request, table: str, round: str) -> HttpResponse:
        code = house_of(read_query(ReplayQuery, request).get("property")).code
        person = person_of(request, code, table)
        said = read_body(RulingIn, request)
        rounds = [
            Ruled(stream=stream_of(table, each["round"]), bets=tuple(each["bets"]), seen_version=each["seen_version"])
            for each in ({**said, "round": round}, *said["also"])
        ]
        about = Rulings(code, rounds)
        return recorded(about, command_of(RecordRuling, said), by=person, command_id=said["command_id"])


class DismissalsView(ApiView):
    """Dismissals of a finding."""

    permission_classes = (may_view("finding"),)

    @described_by(DismissFinding, "dismiss_finding", "findings", DismissalIn, FindingOut, [_FINDING])
    def post(self, request: Request, finding: int) -> HttpResponse:
        return _about_finding(request, finding, DismissFinding, DismissalIn)


class DismissalBatchesView(ApiView):
    """Several findings of one kind dismissed at once."""

    permission_classes = (may_view("finding"),)

    @described_by(DismissFindings, "dismiss_findings", "findings", DismissalBatchIn, DismissalBatchOut)
    def post(self, request: Request) -> HttpResponse:
        said = read_body(DismissalBatchIn, request)
        rows = [_finding(key) for key in said["findings"]]
        finding_batches.check(rows)
        people = {person_of(request, row.property.code, row.table or None) for row in rows}
        command = command_of(DismissFindings, {**said, "findings": ()})
        done = execute(rows, command, by=people.pop(), command_id=said["command_id"], now=clock())
        found = [FindingOut(_finding(row.pk)).data for row in rows]
        return answer({"dismissed": is_done(done), "findings": found})


class FindingCorrectionsView(ApiView):
    """Findings said to be put right."""

    permission_classes = (may_view("finding"),)

    @described_by(AskPutRight, "put_finding_right", "findings", PutRightIn, FindingOut, [_FINDING])
    def post(self, request: Request, finding: int) -> HttpResponse:
        return _about_finding(request, finding, AskPutRight, PutRightIn)


def _about_finding(
    request: Request, finding: int, struct: type[Command], form: type[serializers.Serializer]
) -> HttpResponse:
    said = read_body(form, request)
    row = _finding(finding)
    person = person_of(request, row.property.code, row.table or None)
    execute(row, command_of(struct, said), by=person, command_id=said["command_id"], now=clock())
    return answer(FindingOut(_finding(finding)).data)


def _finding(key: int) -> Finding:
    row = Finding.objects.select_related("property", "round").filter(pk=key).first()
    if row is None:
        raise Problem("finding_unknown")
    return row
