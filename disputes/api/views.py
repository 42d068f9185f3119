"""Cases over the API, for signed-in staff: a list, one case with history and texts, what is sealed, every command.

Who acts is the account of the session, in its post and postings: a body cannot claim either. A command's body is the
domain's own struct (``disputes.case.commands``) with ``command_id`` and ``seen_version`` beside its fields; there is
one address a command. Texts stand apart from the events that name them: ``texts`` maps the reference of a sealed text
to its words, or to null where a person it names was erased; ``unreadable`` says why one cannot be read. Proved by
``tests/disputes/api``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, get_args
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from casino.commands import openapi
from casino.commands.body import envelope, event_told
from casino.core.commands import read_command
from casino.core.errors import ERRORS, Problem
from casino.core.events import SAFE_NAME
from casino.core.text import Text
from casino.vault import names
from casino.vault.sealing import open_many
from disputes.admin.downloads import handed_out
from disputes.api.openapi import PREFIX
from disputes.case.clocks import clocks
from disputes.case.commands import Upload
from disputes.case.deciding import missing
from disputes.case.permitted import offers
from disputes.case.procedure import PROCEDURE, possible
from disputes.case.state import Case, Stage
from disputes.execution import service
from disputes.execution.context import Outside
from disputes.reads import log
from disputes.reads.models import ReadKind
from disputes.rows import stored
from disputes.rows.actor import actor_of
from disputes.rows.models import STAGES
from disputes.rows.models import Case as CaseRow
from disputes.rows.visibility import Seeing
from games.api.base import ApiView, answer, language
from games.api.commands import DONE, read_body, read_object
from games.api.read import MOST, PAGE, house_of, read_query

ERRORS.register_all({"name_in_address": 400})


def carries_file(command: str) -> bool:
    """Whether a command has a field for a file, so that its body may be as large as a file may."""
    return any(
        Upload in (field.type, *get_args(field.type)) for field in msgspec.structs.fields(PROCEDURE[command].struct)
    )


Version = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
_PLACE: Final = [
    OpenApiParameter("number", str, OpenApiParameter.PATH),
    OpenApiParameter("property", str, description="Code of the property; not needed where there is one."),
]


class PropertyQuery(serializers.Serializer):
    """Which house."""

    property = serializers.CharField(required=False)


class CaseQuery(PropertyQuery):
    """How cases are chosen."""

    whose = serializers.ChoiceField(required=False, choices=("mine", "waiting", "overdue", "all"), default="all")
    stage = serializers.ChoiceField(required=False, choices=STAGES)
    table = serializers.CharField(required=False)
    game = serializers.CharField(required=False)
    gaming_day = serializers.DateField(required=False)
    round = serializers.CharField(required=False, help_text="Stream of a round: round/RL01/20261120-0007")
    before = serializers.IntegerField(required=False, min_value=1)
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST, default=PAGE)


class NameQuery(CaseQuery):
    """The same, and whose case it is. In a body: addresses stand in logs, histories and proxies."""

    named = serializers.CharField(max_length=200, help_text="Words of a player's or witness's name.")


class CaseOut(serializers.ModelSerializer):
    """A case in figures and codes. Amounts are in the currency's smallest unit."""

    property = serializers.CharField(source="property.code")

    class Meta:
        model = CaseRow
        exclude = ("id", "people", "persons")


class CasesOut(serializers.Serializer):
    """A page of cases."""

    cases = CaseOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class DoneOut(serializers.Serializer):
    """What a command came to, or had come to before (``duplicate``)."""

    number = serializers.CharField()
    version = serializers.IntegerField()
    status = serializers.ChoiceField(choices=DONE)
    recorded_at = serializers.DateTimeField()


class MayView(BasePermission):
    """Signed in, and allowed to see cases."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.has_perm("disputes.view_case"))


class CasesView(ApiView):
    """Cases, the newest first; and opening one."""

    readable_as = "cases"
    permission_classes = (MayView,)

    @extend_schema(operation_id="list_cases", tags=["cases"], parameters=[CaseQuery], responses=CasesOut)
    def get(self, request: Request) -> HttpResponse:
        if "named" in request.query_params:
            raise Problem("name_in_address", "named")
        return _listed(request, read_query(CaseQuery, request))

    @extend_schema(
        operation_id="open_case",
        tags=["cases"],
        summary="Open a case / Mở hồ sơ tranh chấp",
        parameters=_PLACE[1:],
        request=openapi.request_of(PREFIX, PROCEDURE["open_case"]),
        responses=DoneOut,
    )
    def post(self, request: Request) -> HttpResponse:
        return _do(request, None, "open_case")


class SearchView(ApiView):
    """Cases by the name of a player or witness."""

    permission_classes = (MayView,)

    @extend_schema(operation_id="search_cases", tags=["cases"], request=NameQuery, responses=CasesOut)
    def post(self, request: Request) -> HttpResponse:
        return _listed(request, read_body(NameQuery, request))


def _listed(request: Request, asked: dict[str, Any]) -> HttpResponse:
    """A page of the cases that this person may see."""
    house = house_of(asked.get("property"))
    seeing = Seeing(request.user, clock())
    rows = CaseRow.objects.select_related("property").filter(seeing.visible(), property=house)
    which = {"mine": seeing.mine, "waiting": seeing.waiting, "overdue": seeing.overdue}.get(asked["whose"])
    if which is not None:
        rows = rows.filter(which())
    rows = rows.filter(**{key: asked[key] for key in ("stage", "table", "game", "gaming_day") if key in asked})
    if "round" in asked:
        rows = rows.filter(rounds__contains=[asked["round"]])
    if "named" in asked:
        persons = names.persons_named(house.code, asked["named"])
        log.note(request, house, ReadKind.SEARCH, "", persons)
        rows = rows.filter(persons__overlap=sorted(persons))
    if "before" in asked:
        rows = rows.filter(id__lt=asked["before"])
    found = list(rows.order_by("-id")[: asked["limit"] + 1])
    following = found[asked["limit"] - 1].id if len(found) > asked["limit"] else None
    return answer({"cases": CaseOut(found[: asked["limit"]], many=True).data, "next": following})


class CaseView(ApiView):
    """One case: its row, every event with the texts it names, its clocks, and what can be done next."""

    readable_as = "cases"
    permission_classes = (MayView,)

    @extend_schema(operation_id="read_case", tags=["cases"], parameters=_PLACE, responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, number: str) -> HttpResponse:
        row = _row(request, number)
        code = row.property.code
        case = stored.load(code, number)
        log.note(request, row.property, ReadKind.CASE, number)
        now = clock()
        actor = actor_of(request.user, code, now)
        context = Outside(row.property, actor, now).context()
        waits = missing(case, context) if case.stage is Stage.PIT_MANAGER else []
        return answer(
            {
                "case": CaseOut(row).data,
                "clocks": [
                    {"code": c.code, "due_at": c.due_at, "clause": c.clause, "subject": c.subject} for c in clocks(case)
                ],
                "missing": [{"code": m.code, "clause": m.clause, "text": _said(m.text)} for m in waits],
                "commands": [
                    step.command for step in possible(case.stage, actor.role) if offers(step.command, case, context)
                ],
                "events": [event_told(event) for event in service.history(code, case)],
                **_texts(code, case),
            }
        )


class ContentView(ApiView):
    """An attachment or a paper, decrypted for somebody who may see the case."""

    readable_as = "cases"
    permission_classes = (MayView,)

    @extend_schema(
        operation_id="read_content",
        tags=["cases"],
        parameters=[*_PLACE, OpenApiParameter("ref", UUID, OpenApiParameter.PATH)],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, number: str, ref: UUID) -> HttpResponse:
        row = _row(request, number)
        case = stored.load(row.property.code, number)
        sealed = next((each for each in case.texts if each.ref == ref), None)
        if sealed is None:
            raise Problem("not_found", "ref")
        opened = open_many(row.property.code, [sealed])[ref]
        if isinstance(opened, Problem):
            raise opened
        if opened is None:
            raise Problem("sealed_erased")
        kind = ReadKind.PAPER if ref in {kept.fact.content.ref for kept in case.papers} else ReadKind.ATTACHMENT
        log.note(request, row.property, kind, f"{number}/{ref}")
        media_type = opened.media_type or "text/plain; charset=utf-8"
        name = opened.name or f"{number}-{ref}"
        return handed_out(opened.content, media_type, content_disposition_header(as_attachment=True, filename=name))


def command_view(command: str) -> type[ApiView]:
    """The view of a command."""
    step = PROCEDURE[command]

    def post(_self: ApiView, request: Request, number: str) -> HttpResponse:
        _row(request, number)
        return _do(request, number, command)

    how: dict[str, Any] = {"tag": "cases", "clause": step.clause, "parameters": _PLACE, "responses": DoneOut}
    return openapi.command_view(ApiView, PREFIX, step, post, MayView, **how)


def _row(request: Request, number: str) -> CaseRow:
    """The case, for somebody who may see it; to anybody else it does not exist."""
    if not SAFE_NAME.fullmatch(number):
        raise Problem("case_unknown", "number", case=number)
    house = house_of(read_query(PropertyQuery, request).get("property"))
    seeing = Seeing(request.user, clock())
    rows = CaseRow.objects.select_related("property").filter(seeing.visible(), property=house, number=number)
    found = rows.first()
    if found is None:
        raise Problem("case_unknown", "number", case=number)
    return found


def _do(request: Request, number: str | None, name: str) -> HttpResponse:
    said = read_object(request, most_bytes=settings.BODY_MAX_BYTES if carries_file(name) else None)
    house = house_of(read_query(PropertyQuery, request).get("property"))
    now = clock()
    done = service.execute(
        house.code,
        number,
        read_command(PROCEDURE[name].struct, said),
        actor=actor_of(request.user, house.code, now),
        seen_version=0 if number is None else envelope(said, "seen_version", Version),
        command_id=envelope(said, "command_id", UUID),
        now=now,
    )
    told = msgspec.to_builtins(done)
    return answer({"number": done.code, **{name: told[name] for name in ("version", "status", "recorded_at")}})


def _texts(property_code: str, case: Case) -> dict[str, Any]:
    """Words and identities by reference; attachments and papers have an address of their own. What cannot be read, as
    one text that was altered, keeps nobody from reading the rest: it stands under ``unreadable`` with the reason."""
    texts: dict[str, str | None] = {}
    unreadable: dict[str, dict[str, str]] = {}
    for ref, opened in open_many(property_code, [*case.texts, *case.grounds]).items():
        if isinstance(opened, Problem):
            unreadable[str(ref)] = {"code": opened.code, "message": opened.in_language(language())}
        elif opened is None:
            texts[str(ref)] = None
        elif opened.kind in ("text", "identity"):
            texts[str(ref)] = opened.text
    return {"texts": texts, "unreadable": unreadable}


def _said(text: Text) -> str:
    return text.in_language(language())
