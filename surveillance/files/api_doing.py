"""What is done with recordings over the API: what leaves the house, placing, checking, fetching, the work on it.

What leaves the house is asked for with POST, a reason and a ``command_id`` made by the client; files are handed out by
links that expire. Proved by ``tests/surveillance/files/test_allowed.py`` and ``test_allowed.py``.
"""

from __future__ import annotations

from typing import get_args

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from casino.clock import now as clock
from casino.core.errors import Problem
from games.api.base import answer, language
from games.api.commands import read_body
from games.api.read import MOST
from surveillance.files import checking, exports, fetching, jobs, leaving, links, partly, showing, viewing
from surveillance.files.api import CODE, HOUSE, WHY, FootageView, StretchIn
from surveillance.files.models import FootageJob, JobState
from surveillance.film.copies import Area, Covers
from surveillance.rows.models import Camera


class JobOut(serializers.Serializer):
    """Work on footage, and how far it is."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    about = serializers.CharField()
    state = serializers.ChoiceField(choices=JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    percent = serializers.IntegerField()
    attempts = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    began_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    next_try_at = serializers.DateTimeField(allow_null=True)
    code = serializers.CharField(allow_null=True)
    message = serializers.CharField(allow_null=True)
    result = serializers.DictField(allow_null=True)


class SignedLinkOut(serializers.Serializer):
    """An address that opens one file for whoever asked for it, and until when."""

    address = serializers.CharField()
    until = serializers.DateTimeField()


class ReasonIn(serializers.Serializer):
    """What leaves the house leaves with a reason."""

    command_id = serializers.UUIDField(help_text="Made by the client; the same one again does nothing twice.")
    reason = serializers.CharField(max_length=500)


class ExportIn(ReasonIn, StretchIn):
    """A stretch to be sealed and packed."""

    case = serializers.CharField(required=False, allow_blank=True, default="")


class AreaIn(serializers.Serializer):
    """A part of the picture that is hidden for a time, in points of the original; it may move in a straight line."""

    from_ms = serializers.IntegerField(min_value=0)
    to_ms = serializers.IntegerField(min_value=0)
    x = serializers.IntegerField(min_value=0)
    y = serializers.IntegerField(min_value=0)
    width = serializers.IntegerField(min_value=1)
    height = serializers.IntegerField(min_value=1)
    how = serializers.ChoiceField(choices=get_args(Covers), default="black")
    to_x = serializers.IntegerField(required=False, min_value=0)
    to_y = serializers.IntegerField(required=False, min_value=0)


class GiveIn(StretchIn):
    """A masked and marked copy for somebody outside the house."""

    command_id = serializers.UUIDField()
    given_to = serializers.CharField(max_length=200)
    areas = AreaIn(many=True, required=False, default=list)
    case = serializers.CharField(required=False, allow_blank=True, default="")


class FetchIn(serializers.Serializer):
    """A stretch of a camera, by the server's clock."""

    camera = serializers.CharField(max_length=64)
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class DownloadView(FootageView):
    """The original, whole: recorded with its reason, handed out by a link."""

    @extend_schema(
        operation_id="download_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        request=ReasonIn,
        responses=SignedLinkOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True, film=False)
        by = self.by(request, row.property, of_surveillance=True)
        asked = read_body(ReasonIn, request)
        now = clock()
        leaving.download(row, why=asked["reason"], by=by, command_id=asked["command_id"], now=now)
        found, until = links.address(
            house=row.property.code, recording=row.code, what="original", request=request._request, now=now
        )
        return answer({"address": found, "until": until})


class WatchLinkView(FootageView):
    """A link to the copy to watch, good for some minutes in this session."""

    @extend_schema(
        operation_id="link_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE, *WHY],
        request=None,
        responses=SignedLinkOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        showing.copy_of(row, partly.name_of(showing.stretches_of(request.user, row)))
        self.viewer(request, row.property)
        asked = request.query_params
        why = asked.get("why", "upkeep")
        if why not in viewing.WHYS:
            raise Problem("bad_request", "why")
        found, until = links.address(
            house=row.property.code,
            recording=row.code,
            what="web",
            request=request._request,
            now=clock(),
            why=why,
            subject=asked.get("subject", "")[:210],
        )
        return answer({"address": found, "until": until})


class ExportsView(FootageView):
    """Have a stretch sealed and packed."""

    @extend_schema(
        operation_id="export_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        request=ExportIn,
        responses=JobOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        by = self.by(request, row.property, of_surveillance=True)
        asked = read_body(ExportIn, request)
        job = exports.ask_export(
            owner=row.property,
            code=row.code,
            stretch=exports.Stretch(from_ms=asked["from_ms"], to_ms=asked["to_ms"]),
            why=asked["reason"],
            case=leaving.case_of(row.property, asked["case"]),
            by=by,
            now=clock(),
            command=str(asked["command_id"]),
        )
        return answer(showing.job(job, language()), 202)


class GivenView(FootageView):
    """Have a masked and marked copy made for somebody."""

    @extend_schema(
        operation_id="give_copy",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        request=GiveIn,
        responses=JobOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True)
        by = self.by(request, row.property, of_surveillance=True)
        asked = read_body(GiveIn, request)
        job = exports.ask_copy(
            owner=row.property,
            code=row.code,
            stretch=exports.Stretch(from_ms=asked["from_ms"], to_ms=asked["to_ms"]),
            areas=tuple(msgspec.convert(dict(each), Area) for each in asked["areas"]),
            given_to=asked["given_to"],
            case=leaving.case_of(row.property, asked["case"]),
            by=by,
            now=clock(),
            command=str(asked["command_id"]),
        )
        return answer(showing.job(job, language()), 202)


class ChecksView(FootageView):
    """Have the bytes hashed again."""

    @extend_schema(
        operation_id="check_recording",
        tags=["footage"],
        parameters=[CODE, HOUSE],
        request=None,
        responses=JobOut,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        row = self.row(request, code, to_watch=True, film=False)
        by = self.by(request, row.property, of_surveillance=True)
        job = checking.ask(owner=row.property, code=row.code, by=by, now=clock())
        return answer(showing.job(job, language()), 202)


class FetchesView(FootageView):
    """Have a stretch fetched from a recorder."""

    @extend_schema(
        operation_id="fetch_footage",
        tags=["footage"],
        parameters=[HOUSE],
        request=FetchIn,
        responses=JobOut(many=True),
    )
    def post(self, request: Request) -> HttpResponse:
        house = self.house(request)
        by = self.by(request, house, of_surveillance=True)
        asked = read_body(FetchIn, request)
        camera = Camera.objects.select_related("recorder").filter(property=house, code=asked["camera"]).first()
        if camera is None:
            raise Problem("footage_camera_unknown", "camera", camera=asked["camera"])
        made = fetching.ask(
            owner=house,
            camera=camera,
            begins_at=asked["begins_at"],
            ends_at=asked["ends_at"],
            by=by,
            now=clock(),
        )
        return answer([showing.job(job, language()) for job in made], 202)


class JobsView(FootageView):
    """Work on footage: what waits, runs, failed; the newest first."""

    @extend_schema(operation_id="list_footage_jobs", tags=["footage"], parameters=[HOUSE], responses=JobOut(many=True))
    def get(self, request: Request) -> HttpResponse:
        house = self.house(request)
        self.by(request, house, of_surveillance=True)
        rows = FootageJob.objects.filter(property=house).order_by("-id")[:MOST]
        return answer([showing.job(row, language()) for row in rows])


class JobView(FootageView):
    """One job; begun again with POST where it failed."""

    @extend_schema(operation_id="read_footage_job", tags=["footage"], parameters=[HOUSE], responses=JobOut)
    def get(self, request: Request, pk: int) -> HttpResponse:
        row = self._job(request, pk)
        said = showing.job(row, language())
        if row.state == JobState.DONE and row.kind in ("export", "give"):
            what = leaving.what_of(row)
            found, until = links.address(
                house=row.property.code, recording=row.about, what=what, request=request._request, now=clock()
            )
            said["file"] = {"address": found, "until": until}
        return answer(said)

    @extend_schema(
        operation_id="repeat_footage_job",
        tags=["footage"],
        parameters=[HOUSE],
        request=None,
        responses=JobOut,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        row = self._job(request, pk)
        jobs.again(row, now=clock())
        row.refresh_from_db()
        return answer(showing.job(row, language()), 202)

    def _job(self, request: Request, pk: int) -> FootageJob:
        house = self.house(request)
        self.by(request, house, of_surveillance=True)
        row = FootageJob.objects.select_related("property").filter(property=house, pk=pk).first()
        if row is None:
            raise Problem("footage_job_unknown", job=pk)
        return row
