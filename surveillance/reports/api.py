"""Reports over the API, under ``/api/v1/reports/``: ask, list, one with its progress, cancel, delete, download, keys.

Who asks is the account of the session, or of a regulator's token (``Authorization: Bearer look_…``), which opens these
addresses alone. Proved by ``tests/surveillance/reports/test_api.py``.
"""

from __future__ import annotations

from typing import Any, Final, get_args
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from disputes.case.context import Actor
from disputes.rows.actor import actor_of
from games.api.base import ApiView, answer, language
from games.api.commands import read_object
from games.api.read import MOST, PAGE, house_of, read_query
from surveillance.bundle.selection import ABOUT, Papers, Selection
from surveillance.files import report_keys as keys
from surveillance.files.models import JobState
from surveillance.reports import choosing, keeping, scope, service, showing
from surveillance.reports.execution import execute
from surveillance.reports.handing import handed
from surveillance.reports.models import LookerToken, Report, ReportState

CODE: Final = OpenApiParameter("code", str, OpenApiParameter.PATH)
HOUSE: Final = OpenApiParameter("property", str, description="Code of the property; not needed where there is one.")


class MayAsk(BasePermission):
    """Signed in, and of a role that asks for reports."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return bool(request.user and request.user.has_perm("surveillance.add_report"))


class SelectionIn(serializers.Serializer):
    """What a report is of; which fields each ``about`` needs, docs/reports.md says."""

    about = serializers.ChoiceField(choices=sorted(ABOUT))
    round = serializers.CharField(required=False)
    case = serializers.CharField(required=False)
    table = serializers.CharField(required=False)
    shoe = serializers.CharField(required=False)
    begins_at = serializers.DateTimeField(required=False)
    ends_at = serializers.DateTimeField(required=False)
    from_day = serializers.DateField(required=False)
    to_day = serializers.DateField(required=False)
    player = serializers.CharField(required=False)
    finding = serializers.CharField(required=False)
    clause = serializers.CharField(required=False)
    games = serializers.ListField(child=serializers.CharField(), required=False)
    tables = serializers.ListField(child=serializers.CharField(), required=False)
    papers = serializers.ChoiceField(
        choices=get_args(Papers),
        required=False,
        help_text="The report for people as PDF in one language, or none; without this field in both.",
    )
    clips = serializers.BooleanField(
        required=False,
        help_text="With the sealed clips that the house has exported of the films named: for senior management and"
        " regulators.",
    )


class ReportIn(serializers.Serializer):
    """A request. ``position``: of the log, the newest for none."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again does nothing twice.")
    selection = SelectionIn()
    position = serializers.IntegerField(required=False, min_value=1)


class ReportProgressOut(serializers.Serializer):
    """How far the work is."""

    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    percent = serializers.IntegerField()
    left_seconds = serializers.IntegerField(allow_null=True)
    waits_until = serializers.DateTimeField(allow_null=True)
    message = serializers.CharField(allow_null=True)


class ReportFileOut(serializers.Serializer):
    """A file of a report."""

    what = serializers.RegexField(keeping.NAMED)
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()


class ReportPrintingOut(serializers.Serializer):
    """The work on the PDFs of a finished report, until all are there."""

    state = serializers.ChoiceField(choices=JobState.choices)
    said = serializers.CharField(allow_null=True)


class ReportOut(serializers.Serializer):
    """A report."""

    code = serializers.CharField()
    property = serializers.CharField()
    title = serializers.CharField()
    selection = serializers.DictField()
    position = serializers.IntegerField()
    state = serializers.ChoiceField(choices=ReportState.choices)
    requested_by = serializers.CharField()
    requested_role = serializers.CharField()
    requested_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(allow_null=True)
    rounds = serializers.IntegerField(allow_null=True)
    events = serializers.IntegerField(allow_null=True)
    checkpoint = serializers.IntegerField(allow_null=True)
    progress = ReportProgressOut()
    printing = ReportPrintingOut(allow_null=True)
    files = ReportFileOut(many=True)


class ReportsOut(serializers.Serializer):
    """A page of reports, the newest first."""

    reports = ReportOut(many=True)
    next = serializers.IntegerField(allow_null=True)


class ReportQuery(serializers.Serializer):
    """How reports are chosen."""

    property = serializers.CharField(required=False, help_text="Code of the property; not needed where there is one.")
    state = serializers.ChoiceField(required=False, choices=ReportState.choices)
    about = serializers.ChoiceField(required=False, choices=sorted(ABOUT))
    before = serializers.IntegerField(required=False, min_value=1)
    limit = serializers.IntegerField(required=False, min_value=1, max_value=MOST, default=PAGE)


class ReportSizeOut(serializers.Serializer):
    """About how much a report will hold."""

    rounds = serializers.IntegerField()
    events = serializers.IntegerField()


class ReportReasonIn(serializers.Serializer):
    """What is deleted is deleted with a reason."""

    command_id = serializers.UUIDField()
    reason = serializers.CharField(max_length=500)


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command_id: UUID
    selection: Selection
    position: int | None = None


class _Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    command_id: UUID
    reason: str = ""


class ReportsView(ApiView):
    """Base: who asks, at which property, and that a regulator looked."""

    permission_classes = (MayAsk,)
    readable_as = "reports"

    def place(self, request: Request) -> tuple[Property, Actor]:
        """The property asked of, and who asks there. A token opens its own property alone."""
        token = request.auth if isinstance(request.auth, LookerToken) else None
        asked = request.query_params.get("property")
        owner = token.property if token is not None and asked is None else house_of(asked)
        if token is not None and owner.pk != token.property_id:
            raise Problem("reports_out_of_scope")
        return owner, actor_of(request.user, owner.code, clock())

    def row(self, request: Request, code: str) -> tuple[Report, Actor]:
        """A report that this person sees. Problem reports_unknown."""
        owner, actor = self.place(request)
        rows = Report.objects.select_related("property").filter(scope.visible(actor, owner), code=code)
        found = rows.first()
        if found is None:
            raise Problem("reports_unknown", "code")
        return found, actor


class ReportsListView(ReportsView):
    """Reports that you may see; ask for one with POST."""

    @extend_schema(operation_id="list_reports", tags=["reports"], parameters=[ReportQuery], responses=ReportsOut)
    def get(self, request: Request) -> HttpResponse:
        asked = read_query(ReportQuery, request)
        owner, actor = self.place(request)
        rows = Report.objects.select_related("property").filter(scope.visible(actor, owner))
        rows = rows.filter(**{name: asked[name] for name in ("state", "about") if name in asked})
        if "before" in asked:
            rows = rows.filter(id__lt=asked["before"])
        found = list(rows.order_by("-id")[: asked["limit"] + 1])
        following = found[asked["limit"] - 1].pk if len(found) > asked["limit"] else None
        now = clock()
        return answer(
            {
                "reports": [showing.as_data(row, now, language()) for row in found[: asked["limit"]]],
                "next": following,
            }
        )

    @extend_schema(
        operation_id="ask_for_report",
        tags=["reports"],
        parameters=[HOUSE],
        request=ReportIn,
        responses={202: ReportOut},
    )
    def post(self, request: Request) -> HttpResponse:
        asked = _read(request, _Asked)
        owner, actor = self.place(request)
        now = clock()
        command = service.AskReport(selection=asked.selection, position=asked.position)
        done = execute(owner, None, command, actor=actor, command_id=asked.command_id, now=now)
        row = Report.objects.select_related("property").get(property=owner, code=done.code)
        return answer(showing.as_data(row, now, language()), 202)


class ReportSizeView(ReportsView):
    """About how much a report would hold; nothing is asked for."""

    @extend_schema(
        operation_id="size_of_report",
        tags=["reports"],
        parameters=[HOUSE],
        request=SelectionIn,
        responses=ReportSizeOut,
    )
    def post(self, request: Request) -> HttpResponse:
        asked = _read(request, Selection)
        owner, actor = self.place(request)
        chosen, at = service.prepared(owner, actor, asked)
        return answer(choosing.estimate(owner, chosen, at))


class ReportView(ReportsView):
    """One report, with its progress."""

    @extend_schema(operation_id="read_report", tags=["reports"], parameters=[CODE, HOUSE], responses=ReportOut)
    def get(self, request: Request, code: str) -> HttpResponse:
        row, _actor = self.row(request, code)
        return answer(showing.as_data(row, clock(), language()))


class ReportCancelView(ReportsView):
    """Stop one that is being made."""

    @extend_schema(
        operation_id="cancel_report", tags=["reports"], parameters=[CODE, HOUSE], request=None, responses=ReportOut
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row, actor = self.row(request, code)
        if actor.staff not in row.asked_by and not request.user.has_perm("surveillance.delete_report"):
            raise Problem("forbidden")
        execute(row.property, row.code, service.CancelReport(), actor=actor, command_id=uuid4(), now=clock())
        row.refresh_from_db()
        return answer(showing.as_data(row, clock(), language()))


class ReportDeletionView(ReportsView):
    """Delete the files of one."""

    @extend_schema(
        operation_id="delete_report_files",
        tags=["reports"],
        parameters=[CODE, HOUSE],
        request=ReportReasonIn,
        responses=ReportOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        asked = _read(request, _Reason)
        row, actor = self.row(request, code)
        if not request.user.has_perm("surveillance.delete_report"):
            raise Problem("forbidden")
        command = keeping.DeleteReport(reason=asked.reason)
        keeping.delete(row, command, actor=actor, command_id=asked.command_id, now=clock())
        row.refresh_from_db()
        return answer(showing.as_data(row, clock(), language()))


class ReportFileView(ReportsView):
    """A file of a report. That it left the house is recorded."""

    @extend_schema(
        operation_id="download_report",
        tags=["reports"],
        parameters=[
            CODE,
            OpenApiParameter("what", str, OpenApiParameter.PATH, pattern=f"^({keeping.NAMED.pattern})$"),
            HOUSE,
        ],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, code: str, what: str) -> HttpResponseBase:
        row, actor = self.row(request, code)
        if not keeping.NAMED.fullmatch(what):
            raise Problem("not_found", "what")
        try:
            plain: HttpRequest = request._request
            return handed(plain, row, actor, what)
        except FileNotFoundError:
            raise Problem("reports_file_gone") from None


class ReportKeyOut(serializers.Serializer):
    """A key of the sheet."""

    whose = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.CharField()
    fingerprint = serializers.CharField()
    former = serializers.BooleanField()


class ReportKeysOut(serializers.Serializer):
    """The sheet of keys. Take them from paper, handed over in person, where you can."""

    log = ReportKeyOut(many=True)
    reports = ReportKeyOut(many=True)
    papers = ReportKeyOut(many=True)
    devices = ReportKeyOut(many=True)


class ReportKeysView(ReportsView):
    """The keys that a reader of reports compares with the sheet that was handed over."""

    @extend_schema(operation_id="report_keys", tags=["reports"], parameters=[HOUSE], responses=ReportKeysOut)
    def get(self, request: Request) -> HttpResponse:
        owner, _actor = self.place(request)
        return answer({name: [each._asdict() for each in lines] for name, lines in keys.sheet(owner).items()})


def _read(request: Request, kind: Any) -> Any:
    """The body. Problem ``bad_request`` names the place of the first fault."""
    try:
        return msgspec.convert(read_object(request), kind, strict=False)
    except msgspec.ValidationError as error:
        _text, _, place = str(error).partition(" - at `$")
        raise Problem("bad_request", place.rstrip("`").lstrip(".") or None) from None
